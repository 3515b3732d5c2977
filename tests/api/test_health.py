"""A bank that is looked at, copied, opened to be read, and damaged."""

from __future__ import annotations

import random
import shutil
import sqlite3
import threading
from pathlib import Path
from typing import Any

import pytest

import recallcore


def opened(home: Path, **options: Any) -> recallcore.Bank:
    return recallcore.open(home, embedder="hashing", reranker=False, **{"optimize": "manual", **options})


def filled(home: Path, count: int = 40) -> None:
    with opened(home) as bank:
        bank.retain(
            [{"id": f"m{number}", "text": f"Person {number} likes tea"} for number in range(count)],
            now="2025-01-01",
        )


def said(bank: recallcore.Bank) -> list[Any]:
    result = bank.recall("who likes tea?", query_time="2025-01-01", limit=30)
    return [(memory.id, memory.score, memory.scores) for memory in result.memories]


# --- check ------------------------------------------------------------------------------------


def test_whole_bank_is_told_so(tmp_path: Path) -> None:
    filled(tmp_path)
    with opened(tmp_path) as bank:
        report = bank.check()
        assert (report.ok, report.problems, report.repaired) == (True, (), ())
        assert (report.memories, report.vectors, report.files) == (40, 40, 0)
        bank.optimize()
        assert bank.check().files >= 10
        assert bank.check().to_dict()["ok"] is True


def test_damaged_index_is_found_and_repaired(tmp_path: Path) -> None:
    filled(tmp_path)
    with opened(tmp_path) as bank:
        bank.optimize()
        before = said(bank)
        (folder,) = (tmp_path / "index").iterdir()
        path = folder / "rows"
        content = bytearray(path.read_bytes())
        content[len(content) // 2] ^= 1
        path.unlink()
        path.write_bytes(content)
        report = bank.check()
        assert [problem.part for problem in report.problems] == ["index"]
        assert "rows" in report.problems[0].what
        assert not report.repaired
        assert bank.check(repair=True).repaired
        assert bank.check().ok
        assert said(bank) == before


def test_stored_value_that_means_nothing_is_found(tmp_path: Path) -> None:
    filled(tmp_path)
    connection = sqlite3.connect(tmp_path / "memories.sqlite")
    connection.execute("UPDATE memories SET tags = '{' WHERE id = 'm7'")
    connection.execute("UPDATE vectors SET vector = x'00' WHERE seq = 3")
    connection.commit()
    connection.close()
    with pytest.raises(recallcore.BankCorruptError):
        opened(tmp_path)


def test_row_that_belongs_to_nothing_is_found(tmp_path: Path) -> None:
    filled(tmp_path)
    connection = sqlite3.connect(tmp_path / "memories.sqlite")
    connection.execute("INSERT INTO links VALUES (1, 999, 'causes', 1.0)")
    connection.commit()
    connection.close()
    with opened(tmp_path) as bank:
        report = bank.check(repair=True)
        assert [problem.part for problem in report.problems] == ["memories.sqlite"]
        assert "links" in report.problems[0].what
        assert not report.repaired


# --- backup -----------------------------------------------------------------------------------


def test_backup_is_a_bank_that_answers_alike(tmp_path: Path) -> None:
    filled(tmp_path / "a")
    with opened(tmp_path / "a") as bank:
        bank.configure(max_tokens=500)
        bank.optimize()
        assert bank.backup(tmp_path / "b") == tmp_path / "b"
        before = said(bank)
        bank.retain("Person 99 likes coffee")
    assert [path.name for path in (tmp_path / "b").iterdir()] == ["memories.sqlite"]
    with opened(tmp_path / "b") as copy:
        assert said(copy) == before
        assert copy.settings().max_tokens == 500
        assert (copy.stats().generation, copy.stats().rebuilt, copy.check().ok) == (None, None, True)


def test_backup_is_of_one_moment_while_others_write(tmp_path: Path) -> None:
    filled(tmp_path / "a", 300)
    done = threading.Event()

    def write() -> None:
        with opened(tmp_path / "a") as bank:
            number = 0
            while not done.is_set():
                # Two at once: a copy has both or none.
                bank.retain([{"id": f"x{number}", "text": "left"}, {"id": f"y{number}", "text": "right"}])
                number += 1

    writer = threading.Thread(target=write)
    writer.start()
    try:
        with opened(tmp_path / "a") as bank:
            for turn in range(5):
                bank.backup(tmp_path / f"copy{turn}")
    finally:
        done.set()
        writer.join()
    for turn in range(5):
        with opened(tmp_path / f"copy{turn}") as copy:
            ids = {memory.id for memory in copy.iterate()}
            left, right = ({name[1:] for name in ids if name[0] == side} for side in "xy")
            assert left == right
            assert copy.check().ok


def test_backup_overwrites_nothing(tmp_path: Path) -> None:
    filled(tmp_path / "a")
    (tmp_path / "file").write_text("mine")
    (tmp_path / "empty").mkdir()
    with opened(tmp_path / "a") as bank:
        for taken in ("a", "file"):
            with pytest.raises(recallcore.InputError, match="backup"):
                bank.backup(tmp_path / taken)
        with pytest.raises(recallcore.StorageError):
            bank.backup(tmp_path / "file" / "below")
        bank.backup(tmp_path / "empty")
        bank.backup(tmp_path / "new" / "folders")
    assert (tmp_path / "file").read_text() == "mine"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a", "empty", "file", "new"]


# --- read only --------------------------------------------------------------------------------


def test_read_only_bank_answers_and_takes_nothing(tmp_path: Path) -> None:
    filled(tmp_path)
    with opened(tmp_path) as bank:
        before = said(bank)
    files = {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}
    with opened(tmp_path, read_only=True) as bank:
        assert said(bank) == before
        assert bank.check().ok
        for write in (
            lambda: bank.retain("more"),
            lambda: bank.forget("m1"),
            lambda: bank.configure(max_tokens=5),
            bank.optimize,
        ):
            with pytest.raises(recallcore.StorageError, match="read-only"):
                write()
        assert bank.backup(tmp_path.with_name("copy-of-it")).is_dir()
    left = {path: path.read_bytes() for path in tmp_path.rglob("*.sqlite") if path.is_file()}
    assert left.items() <= files.items()


def test_read_only_bank_follows_a_writer(tmp_path: Path) -> None:
    filled(tmp_path)
    with opened(tmp_path) as writer, opened(tmp_path, read_only=True) as reader:
        writer.retain("Minji swims on Mondays")
        assert reader.recall("who swims?", limit=1).texts == ("Minji swims on Mondays",)


def test_read_only_bank_must_be_there(tmp_path: Path) -> None:
    with pytest.raises(recallcore.NotFoundError):
        opened(tmp_path / "nothing", read_only=True)
    assert not (tmp_path / "nothing").exists()
    with pytest.raises(recallcore.ConfigError, match="read_only"):
        opened(tmp_path, read_only="yes")


# --- damage to the truth ------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(40))
def test_damaged_truth_is_refused_or_read_right_and_never_overwritten(tmp_path: Path, seed: int) -> None:
    filled(tmp_path, 200)
    path = tmp_path / "memories.sqlite"
    content = bytearray(path.read_bytes())
    chance = random.Random(seed)
    page = chance.randrange(len(content) // 4096)
    # A page that was never written (zeros), or that came from somewhere else.
    content[page * 4096 : (page + 1) * 4096] = bytes(4096) if seed % 2 else chance.randbytes(4096)
    path.write_bytes(content)
    known = {f"Person {number} likes tea" for number in range(200)}
    try:
        with opened(tmp_path, read_only=seed % 3 == 0) as bank:
            bank.recall("who likes tea?")
            texts = [memory.text for memory in bank.iterate()]
            damaged = not bank.check().ok
    except (recallcore.BankCorruptError, recallcore.BankFormatError):
        return
    assert set(texts) <= known
    assert damaged or len(texts) == 200


def test_cut_file_is_refused(tmp_path: Path) -> None:
    filled(tmp_path, 200)
    path = tmp_path / "memories.sqlite"
    for length in (0, 10, 100, 5000, path.stat().st_size // 2):
        damaged = tmp_path / f"cut{length}"
        damaged.mkdir()
        (damaged / "memories.sqlite").write_bytes(path.read_bytes()[:length])
        with pytest.raises((recallcore.BankCorruptError, recallcore.BankFormatError)):
            opened(damaged, create=False)
        assert (damaged / "memories.sqlite").stat().st_size == length
        shutil.rmtree(damaged)

"""Many banks under one folder."""

from __future__ import annotations

import asyncio
import random
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import pytest

import recallcore
from recallcore.store.naming import folder_of
from tests.store.hostile_names import HOSTILE


def stored(home: Path, **options: Any) -> recallcore.Store:
    return recallcore.Store(home, **{"embedder": "hashing", "reranker": False, **options})


def open_files(home: Path) -> set[str]:
    """The folders of which this process has a file open."""
    found = set()
    for link in Path("/proc/self/fd").iterdir():
        try:
            path = link.readlink()
        except OSError:
            continue
        if home in path.parents:
            found.add(path.relative_to(home).parts[0])
    return found


def test_banks_of_any_name_are_kept_apart(tmp_path: Path) -> None:
    with stored(tmp_path / "banks") as store:
        for number, name in enumerate(HOSTILE):
            with store.bank(name) as bank:
                bank.retain(f"secret number {number}")
        assert store.names() == tuple(sorted(HOSTILE))
        assert len(store) == len(HOSTILE)
    assert [path.name for path in tmp_path.iterdir()] == ["banks"]
    with stored(tmp_path / "banks", create=False) as store:
        for number, name in enumerate(HOSTILE):
            assert name in store
            with store.bank(name) as bank:
                assert bank.recall("secret number").texts == (f"secret number {number}",)


def test_idle_banks_are_closed_and_those_in_use_are_not(tmp_path: Path) -> None:
    with stored(tmp_path, max_open=3) as store:
        with store.bank("held") as held:
            for number in range(10):
                with store.bank(f"b{number}") as bank:
                    bank.retain(f"memory {number}")
                assert len(store._open) <= 3
            held.retain("still open")
            assert held.recall("still open").texts == ("still open",)
        assert set(store._open) == {"held", "b8", "b9"}
        if sys.platform == "linux":
            assert open_files(tmp_path) == {folder_of(name) for name in store._open}
        with store.bank("b0") as bank:
            assert bank.recall("memory").texts == ("memory 0",)


def test_bytes_are_bounded_too(tmp_path: Path) -> None:
    with stored(tmp_path, max_bytes=0) as store:
        with store.bank("a") as bank:
            bank.retain("tea")
            assert set(store._open) == {"a"}
        assert not store._open


def test_one_bank_is_opened_once_for_all_who_want_it(tmp_path: Path) -> None:
    with stored(tmp_path) as store:
        seen = []
        barrier = threading.Barrier(8)

        def use() -> None:
            barrier.wait()
            with store.bank("a") as bank:
                seen.append(bank)
                bank.retain("tea")

        threads = [threading.Thread(target=use) for _ in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert len({id(bank) for bank in seen}) == 1
        with store.bank("a") as bank:
            assert bank.stats().memories == 8


def test_threads_over_many_banks_lose_nothing(tmp_path: Path) -> None:
    names = [f"user {number}" for number in range(12)]
    failures: list[BaseException] = []
    with stored(tmp_path, max_open=2) as store:

        def use(seed: int) -> None:
            chance = random.Random(seed)
            try:
                for turn in range(15):
                    name = chance.choice(names)
                    with store.bank(name) as bank:
                        bank.retain(f"{name} in turn {turn}", id=f"{seed}-{turn}")
                        assert all(text.startswith(name) for text in bank.recall("turn", limit=50).texts)
            except (recallcore.RecallCoreError, AssertionError) as error:
                failures.append(error)

        threads = [threading.Thread(target=use, args=(seed,)) for seed in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert not failures
        assert len(store._open) <= 2
        total = 0
        for name in store:
            with store.bank(name) as bank:
                total += bank.stats().memories
        assert total == 60


def test_bank_that_is_not_there_is_made_or_named(tmp_path: Path) -> None:
    with stored(tmp_path) as store:
        with store.bank("minji") as bank:
            bank.retain("tea")
        with (
            pytest.raises(recallcore.NotFoundError, match="did you mean 'minji'"),
            store.bank("minij", create=False),
        ):
            pass
        assert store.names() == ("minji",)
        assert "minij" not in store
        assert "" not in store
        assert 7 not in store
        assert set(store._open) == {"minji"}


def test_deleted_bank_is_gone_and_its_name_is_free(tmp_path: Path) -> None:
    with stored(tmp_path) as store:
        with store.bank("a") as bank:
            bank.retain("tea")
            with pytest.raises(recallcore.StorageError, match="in use"):
                store.delete("a")
        store.delete("a")
        assert store.names() == ()
        assert list(tmp_path.iterdir()) == []
        with pytest.raises(recallcore.NotFoundError):
            store.delete("a")
        with store.bank("a") as bank:
            assert bank.stats().memories == 0


@pytest.mark.skipif(sys.platform == "win32", reason="links need rights on Windows")
def test_links_are_not_followed(tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    with recallcore.open(outside, embedder="hashing") as bank:
        bank.retain("a secret")
    (outside / "name").write_text("minji", encoding="utf-8")
    with stored(tmp_path / "banks") as store:
        (tmp_path / "banks" / folder_of("minji")).symlink_to(outside)
        assert store.names() == ()
        with pytest.raises(recallcore.StorageError, match="link"), store.bank("minji"):
            pass
        with pytest.raises(recallcore.StorageError, match="link"):
            store.delete("minji")
    assert (outside / "memories.sqlite").exists()


def test_folder_of_another_name_is_refused(tmp_path: Path) -> None:
    with stored(tmp_path) as store, store.bank("a") as bank:
        bank.retain("tea")
    (tmp_path / folder_of("a") / "name").write_text("b", encoding="utf-8")
    with stored(tmp_path) as store:
        assert store.names() == ()
        with pytest.raises(recallcore.StorageError, match="belongs to 'b'"), store.bank("a"):
            pass


def test_what_a_store_cannot_be_is_said(tmp_path: Path) -> None:
    with recallcore.open(tmp_path / "bank", embedder="hashing"):
        pass
    with pytest.raises(recallcore.InputError, match="is a bank"):
        stored(tmp_path / "bank")
    with pytest.raises(recallcore.InputError, match="unknown option of Store"):
        stored(tmp_path / "banks", max_opne=3)
    with pytest.raises(recallcore.InputError, match="max_open"):
        stored(tmp_path / "banks", max_open=0)
    (tmp_path / "file").write_text("")
    with pytest.raises(recallcore.StorageError):
        stored(tmp_path / "file")


def test_closed_store_is_closed(tmp_path: Path) -> None:
    store = stored(tmp_path)
    with store.bank("a") as bank:
        store.close()
        store.close()
        with pytest.raises(recallcore.StorageError, match="closed"):
            bank.retain("tea")
    with pytest.raises(recallcore.StorageError, match="closed"), store.bank("a"):
        pass
    with pytest.raises(recallcore.StorageError, match="closed"):
        store.names()


def test_event_loop_uses_it_too(tmp_path: Path) -> None:
    async def use(store: recallcore.Store, name: str) -> tuple[str, ...]:
        async with store.bank(name) as bank:
            await bank.aretain(f"{name} likes tea")
            return (await bank.arecall("tea")).texts

    async def main() -> list[tuple[str, ...]]:
        with stored(tmp_path, max_open=2) as store:
            return await asyncio.gather(*(use(store, f"u{number}") for number in range(6)))

    assert asyncio.run(main()) == [(f"u{number} likes tea",) for number in range(6)]


WRITER = """
import sys, recallcore
with recallcore.Store(sys.argv[1], embedder="hashing", reranker=False, max_open=2) as store:
    print("ready", flush=True)
    sys.stdin.readline()
    for number in range(5):
        with store.bank(f"shared {number}") as bank:
            bank.retain(f"from {sys.argv[2]}", id=sys.argv[2])
"""


def test_processes_that_make_the_same_banks_share_them(tmp_path: Path) -> None:
    writers = [
        subprocess.Popen(
            [sys.executable, "-P", "-c", WRITER, str(tmp_path), str(number)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        for number in range(3)
    ]
    for process in writers:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
    for process in writers:
        process.communicate("go\n", timeout=60)
        assert process.returncode == 0
    with stored(tmp_path) as store:
        assert len(store) == 5
        for name in store.names():
            with store.bank(name) as bank:
                assert {memory.id for memory in bank.iterate()} == {"0", "1", "2"}
    assert all(not path.name.startswith(".tmp-") for path in tmp_path.iterdir())

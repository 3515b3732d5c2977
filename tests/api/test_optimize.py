"""Folding the indexes: nothing that a user sees changes but how fast a bank opens."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

import recallcore

QUERIES = ("who moved to Busan?", "지난봄에 무슨 일이 있었지?", "green tea")


def opened(home: Path, **options: Any) -> recallcore.Bank:
    return recallcore.open(home, embedder="hashing", reranker=False, **{"optimize": "manual", **options})


def fill(bank: recallcore.Bank, count: int) -> None:
    places = ("Busan", "서울", "Berlin", "Jeju")
    bank.retain(
        [
            {
                "id": f"m{number}",
                "text": f"Person {number} moved to {places[number % 4]} and drinks tea number {number % 7}",
                "tags": [f"t{number % 3}"],
                "context": f"about person {number}",
                "occurred_start": f"2024-{number % 12 + 1:02}-05",
            }
            for number in range(count)
        ],
        now="2025-01-01",
    )


def answers(bank: recallcore.Bank) -> list[Any]:
    said = []
    for query in QUERIES:
        result = bank.recall(query, query_time="2025-01-01", limit=20)
        said.append([(memory.id, memory.score, memory.scores) for memory in result.memories])
    return said


def folder_of(home: Path) -> Path:
    (found,) = (home / "index").iterdir()
    return found


def test_folded_bank_answers_as_before_also_when_opened_again(tmp_path: Path) -> None:
    with opened(tmp_path) as bank:
        fill(bank, 60)
        before = answers(bank)
        assert (bank.stats().generation, bank.stats().tail) == (None, 60)
        assert bank.optimize()
        assert not bank.optimize()
        assert answers(bank) == before
        assert bank.stats().generation == folder_of(tmp_path).name
        assert bank.stats().tail == 0
    with opened(tmp_path) as bank:
        assert (bank.stats().tail, bank.stats().rebuilt) == (0, None)
        assert answers(bank) == before
        bank.forget("m3")
        bank.retain("Person 3 moved on to Rome", id="m4")
        assert bank.stats().tail == 2
        assert "m3" not in {memory.id for memory in bank.recall("Person 3 moved", limit=50).memories}


def test_damaged_index_is_told_and_the_answers_stay(tmp_path: Path) -> None:
    with opened(tmp_path) as bank:
        fill(bank, 40)
        bank.optimize()
        before = answers(bank)
    damaged = folder_of(tmp_path) / "filter"
    damaged.write_bytes(damaged.read_bytes()[:-1])
    with opened(tmp_path) as bank:
        rebuilt = bank.stats().rebuilt
        assert rebuilt is not None
        assert "filter" in rebuilt
        assert answers(bank) == before
        assert bank.optimize()
    with opened(tmp_path) as bank:
        assert bank.stats().rebuilt is None
        assert answers(bank) == before


def test_deleted_index_costs_nothing_but_time(tmp_path: Path) -> None:
    with opened(tmp_path) as bank:
        fill(bank, 30)
        bank.optimize()
        before = answers(bank)
        for path in [*folder_of(tmp_path).rglob("*")]:
            if path.is_file():
                path.unlink()
        assert answers(bank) == before
    with opened(tmp_path) as bank:
        assert answers(bank) == before


def test_twin_folds_too(tmp_path: Path) -> None:
    async def main() -> bool:
        async with await recallcore.aopen(tmp_path, embedder="hashing", optimize="manual") as bank:
            await bank.aretain("Minji likes tea")
            return await bank.aoptimize()

    assert asyncio.run(main())


def test_long_tail_is_folded_in_the_background(tmp_path: Path) -> None:
    with opened(tmp_path, optimize="auto") as bank:
        fill(bank, 1100)
        before = answers(bank)
        until = time.monotonic() + 60
        while bank.stats().generation is None and time.monotonic() < until:
            time.sleep(0.02)
        assert bank.stats().generation is not None, bank.stats()
        assert answers(bank) == before


def test_manual_bank_is_left_alone(tmp_path: Path) -> None:
    with opened(tmp_path) as bank:
        fill(bank, 1100)
        answers(bank)
        time.sleep(0.2)
        assert bank.stats().generation is None
    assert not (tmp_path / "index").exists()


FOLDING = """
import sys, recallcore
with recallcore.open(sys.argv[1], embedder="hashing", reranker=False, optimize="manual") as bank:
    print("ready", flush=True)
    while True:
        bank.optimize()
"""


def test_processes_that_fold_and_are_killed_do_no_harm(tmp_path: Path) -> None:
    with opened(tmp_path) as bank:
        fill(bank, 50)
    with opened(tmp_path) as bank:
        for turn in range(3):
            folding = [
                subprocess.Popen(
                    [sys.executable, "-P", "-c", FOLDING, str(tmp_path)], stdout=subprocess.PIPE, text=True
                )
                for _ in range(2)
            ]
            for process in folding:
                assert process.stdout is not None
                assert process.stdout.readline() == "ready\n"
            for number in range(turn * 10, turn * 10 + 10):
                bank.retain(f"Round {number} was played in Busan", id=f"r{number}")
                bank.forget(f"m{number}")
                assert bank.recall(f"Round {number}", limit=5).memories[0].id == f"r{number}"
            for process in folding:
                assert process.poll() is None
                process.kill()
                process.communicate()
        held = answers(bank)
        bank.optimize()
        assert answers(bank) == held
        folder_of(tmp_path)
    with opened(tmp_path) as bank:
        assert bank.stats().rebuilt is None
        assert bank.stats().memories == 50
        assert answers(bank) == held


def test_leavings_of_a_dead_process_are_cleared(tmp_path: Path) -> None:
    ours = f".tmp-{os.getpid()}-00000000"
    with opened(tmp_path) as bank:
        fill(bank, 5)
        for name in (".tmp-4194304000-00000000", ours, "gen-000001-00000000"):
            (tmp_path / "index" / name).mkdir(parents=True)
        bank.optimize()
        left = {path.name for path in (tmp_path / "index").iterdir()}
        assert left == {ours, bank.stats().generation}


@pytest.mark.parametrize("option", [{"durability": "fast"}, {"optimize": "never"}, {"optimize": True}])
def test_options_are_checked(tmp_path: Path, option: dict[str, Any]) -> None:
    with pytest.raises(recallcore.ConfigError, match=next(iter(option))):
        opened(tmp_path, **option)


def test_full_durability_stores_and_recalls(tmp_path: Path) -> None:
    with opened(tmp_path, durability="full") as bank:
        bank.retain("Minji likes tea")
        assert len(bank.recall("tea")) == 1

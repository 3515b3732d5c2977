"""Rerankers in processes of their own that are killed, and a process that ends before its reranker."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import suppress
from multiprocessing import get_context
from os import _exit
from pathlib import Path

import numpy as np
import pytest

from recallcore import ScoredBatch
from tests.api.oaks import names_of, oaks, recalled

_LEAVES = """
import sys, threading
import recallcore

def never(query, texts):
    threading.Event().wait()

bank = recallcore.open(sys.argv[1], embedder="hashing:64", reranker=never)
bank.retain(["oak 1", "oak 2", "oak 3"])
result = bank.recall("oak", rerank={"deadline": 0.05})
print(len(result), result.rerank.ran)
"""


def test_process_ends_while_a_reranker_hangs(tmp_path: Path) -> None:
    command = [sys.executable, "-P", "-c", _LEAVES, str(tmp_path / "bank")]
    ran = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert (ran.returncode, ran.stdout.strip(), ran.stderr) == (0, "3 False", "")


_WORKER = """
import json, sys
for line in sys.stdin:
    for place in range(int(line)):
        print(place, flush=True)
        if place + 1 == int(sys.argv[1]):
            sys.stdin.read()
"""


class Elsewhere:
    """Asks a process for one score after the other; that stops after some, and then is killed."""

    name, scale = "elsewhere", "auto"

    def __init__(self, enough: int) -> None:
        command = [sys.executable, "-P", "-c", _WORKER, str(enough)]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.enough = enough

    def score(self, query: str, texts: Sequence[str]) -> list[float]:
        return [float(each.scores[0]) for each in self.score_batches(query, texts)]

    def score_batches(self, query: str, texts: Sequence[str]) -> Iterator[ScoredBatch]:
        requests, answers = self.process.stdin, self.process.stdout
        assert requests is not None
        assert answers is not None
        requests.write(f"{len(texts)}\n")
        requests.flush()
        for place in range(len(texts)):
            line = answers.readline()
            if not line:
                raise EOFError(f"process ended with {self.process.wait()}")
            yield ScoredBatch(places=np.array([place]), scores=np.array([int(line) / 10]))
            if place + 1 == self.enough:
                self.process.kill()

    def close(self) -> None:
        self.process.kill()
        self.process.wait()
        for pipe in (self.process.stdout, self.process.stdin):
            # What it was sent and never read cannot be written any more.
            with suppress(BrokenPipeError):
                if pipe is not None:
                    pipe.close()


@pytest.mark.parametrize("deadline", [None, 60.0], ids=["no deadline", "deadline"])
def test_process_that_is_killed_in_the_middle_costs_what_it_has_not_said(
    tmp_path: Path, deadline: float | None
) -> None:
    elsewhere = Elsewhere(2)
    try:
        with oaks(tmp_path, elsewhere, 5) as bank:
            bank.configure(rerank={"deadline": deadline})
            result = recalled(bank)
            assert result.ids == tuple(names_of(1, 0, 2, 3, 4))
            assert (result.rerank.ended, result.rerank.scored) == ("failed", 2)
            assert any("failed: EOFError: process ended with" in note for note in result.notes)
            # The next recall finds it dead from the beginning.
            after = recalled(bank)
            assert after.ids == recalled(bank, rerank=False).ids
            assert after.rerank.reason in {
                "the reranker failed: EOFError",
                "the reranker failed: BrokenPipeError",
            }
    finally:
        elsewhere.close()


def test_worker_of_a_pool_that_dies_is_a_failure(tmp_path: Path) -> None:
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:

        def dies(query: str, texts: list[str]) -> list[float]:
            pool.submit(_exit, 9).result()
            raise AssertionError("it lives")

        with oaks(tmp_path, dies, 5) as bank:
            result = recalled(bank, rerank={"deadline": 240})
            assert result.ids == recalled(bank, rerank=False).ids
    assert result.rerank.reason == "the reranker failed: BrokenProcessPool"
    assert any(note.startswith("reranker 'dies' failed: BrokenProcessPool") for note in result.notes)

"""Writers that are killed at any moment: what was told to be stored is there, and nothing by halves."""

from __future__ import annotations

import json
import os
import queue
import random
import signal
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any, Literal

import pytest

import recallcore

KILLS = 200
Moment = Literal["opening", "trying", "done"]
MOMENTS: tuple[Moment, ...] = ("opening", "trying", "trying", "done", "done")
WRITER = Path(__file__).with_name("writer.py")

pytestmark = pytest.mark.skipif(
    not hasattr(os, "fork"), reason="the writers are forked, which Windows cannot do"
)


def opened(home: Path) -> recallcore.Bank:
    return recallcore.open(home, embedder="hashing", reranker=False, entities=False, optimize="manual")


def after(step: dict[str, Any], held: dict[str, str]) -> dict[str, str]:
    """What a bank holds when a step is done."""
    if "retain" in step:
        return {**held, **step["retain"]}
    gone = step.get("forget", ())
    return {name: text for name, text in held.items() if name not in gone}


class Writers:
    """Starts writers one after the other, and kills them."""

    def __init__(self, home: Path) -> None:
        self._forker = subprocess.Popen(
            [sys.executable, "-P", str(WRITER), str(home)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self._said: queue.Queue[str] = queue.Queue()
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        assert self._forker.stdout is not None
        for line in self._forker.stdout:
            self._said.put(line)

    def run_and_kill(
        self, seed: int, held: dict[str, str], wait: float, *, since: Moment
    ) -> tuple[dict[str, str], dict[str, Any]]:
        """Kills a writer `wait` seconds after it began to open the bank, began its first step, or did it.

        Returns:
            What is held for sure, and the step that may have been done as well.
        """
        assert self._forker.stdin is not None
        self._forker.stdin.write(f"{seed}\n")
        self._forker.stdin.flush()
        process, killing = 0, None
        trying: dict[str, Any] = {}
        seen: set[Moment] = set()
        while (line := self._said.get(timeout=60)) != "ended\n":
            if line.startswith("writer "):
                process = int(line.split()[1])
                seen.add("opening")
            elif line == "done\n":
                held, trying = after(trying, held), {}
                seen.add("done")
            else:
                trying = json.loads(line.removeprefix("try "))
                seen.add("trying")
            if killing is None and process and since in seen:
                killing = threading.Timer(wait, os.kill, (process, signal.SIGKILL))
                killing.start()
        assert killing is not None
        killing.join()
        return held, trying

    def end(self) -> None:
        """Ends the process that forks them."""
        self._forker.kill()
        self._forker.communicate()


def test_killed_writers_lose_nothing_and_leave_no_half(tmp_path: Path) -> None:
    home = tmp_path / "bank"
    chance = random.Random(0)
    held: dict[str, str] = {}
    steps = 0
    writers = Writers(home)
    try:
        for seed in range(KILLS):
            sure, trying = writers.run_and_kill(
                seed, held, chance.uniform(0.0, 0.06), since=MOMENTS[seed % len(MOMENTS)]
            )
            if not (home / "memories.sqlite").exists():
                assert not sure
                continue
            with opened(home) as bank:
                found = {memory.id: memory.text for memory in bank.iterate()}
                assert bank.stats().rebuilt is None
            assert found in (sure, after(trying, sure)), f"after kill {seed}"
            steps += found != held
            held = found
    finally:
        writers.end()
    assert steps > KILLS // 8, "hardly a writer came to write"
    _answers_as_rebuilt(home, tmp_path / "rebuilt")


def _answers_as_rebuilt(home: Path, other: Path) -> None:
    with opened(home) as bank, opened(other) as rebuilt:
        memories = list(bank.iterate())
        rebuilt.retain([{"id": memory.id, "text": memory.text} for memory in memories])
        for query in ("memory number 1", "k7 as of", "number 2 of 150"):
            answers = [
                [
                    (memory.id, memory.scores.semantic, memory.scores.keyword)
                    for memory in each.recall(query).memories
                ]
                for each in (bank, rebuilt)
            ]
            assert answers[0] == answers[1]
        bank.optimize()
        assert bank.check().ok
        left = [path.name for path in (home / "index").iterdir()]
        assert left == [bank.stats().generation]

"""Writers, readers and folds in processes of their own on one bank."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import recallcore

WORKER = Path(__file__).with_name("worker.py")
SECONDS = 8
WRITERS, READERS, FOLDERS = 4, 8, 1


def started(what: str, home: Path, number: int) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-P", str(WORKER), what, str(home), str(number), str(SECONDS)],
        stderr=subprocess.PIPE,
        text=True,
    )


def answers(bank: recallcore.Bank) -> list[Any]:
    said = []
    for query in ("the word of writer 1", "again at 20", "w2n5"):
        found = bank.recall(query, limit=30).memories
        said.append([(memory.id, memory.scores.semantic, memory.scores.keyword) for memory in found])
    return said


def test_readers_see_every_commit_and_nothing_is_lost(tmp_path: Path) -> None:
    home = tmp_path / "bank"
    acks = tmp_path / "bank.acks"
    acks.mkdir()
    with recallcore.open(home, embedder="hashing"):
        pass
    workers = [
        *(started("write", home, number) for number in range(WRITERS)),
        *(started("read", home, number) for number in range(READERS)),
        *(started("fold", home, number) for number in range(FOLDERS)),
    ]
    for worker in workers:
        _, said = worker.communicate(timeout=180)
        assert worker.returncode == 0, said
    held: dict[str, str] = {}
    for number in range(WRITERS):
        held |= json.loads((acks / f"{number}.held").read_text(encoding="utf-8"))
    assert len(held) > WRITERS
    options: Any = {"embedder": "hashing", "reranker": False, "entities": False, "optimize": "manual"}
    with recallcore.open(home, **options) as bank, recallcore.open(tmp_path / "oracle", **options) as oracle:
        found = {memory.id: memory.text for memory in bank.iterate()}
        assert found == held
        oracle.retain([{"id": name, "text": text} for name, text in found.items()])
        assert answers(bank) == answers(oracle)
        assert bank.check().ok

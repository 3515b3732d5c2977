"""Reads the evaluation sets and scores rankings on them. Nothing of them is stored here."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

# Some evidence lists hold several turns in one string, and "D30:05" or "D:11:26" for a turn.
_TURN = re.compile(r"D:?(\d+):(\d+)")


@dataclass(frozen=True, slots=True, kw_only=True)
class RetrievalSet:
    """Questions over one bank of passages; `relevant[i]` holds rows of `passages`."""

    name: str
    passages: tuple[str, ...]
    questions: tuple[str, ...]
    relevant: tuple[frozenset[int], ...]


def locomo(data: Path) -> list[RetrievalSet]:
    """Reads LoCoMo as one set per conversation: a passage per turn, a question per usable question."""
    sets = []
    for sample in json.loads((data / "locomo" / "locomo10.json").read_text(encoding="utf-8")):
        rows: dict[str, int] = {}
        passages: list[str] = []
        conversation = sample["conversation"]
        sessions = sorted(
            (key for key in conversation if key.startswith("session_") and key[8:].isdigit()),
            key=lambda key: int(key[8:]),
        )
        for session in sessions:
            for turn in conversation[session]:
                caption = turn.get("blip_caption")
                rows[turn["dia_id"]] = len(passages)
                passages.append(f"{turn['speaker']}: {turn['text']}" + (f" [{caption}]" if caption else ""))
        questions, relevant = [], []
        for item in sample["qa"]:
            named = (f"D{int(a)}:{int(b)}" for a, b in _TURN.findall(" ".join(item["evidence"])))
            evidence = frozenset(rows[turn] for turn in named if turn in rows)
            if evidence:
                questions.append(item["question"])
                relevant.append(evidence)
        sets.append(
            RetrievalSet(
                name=sample["sample_id"],
                passages=tuple(passages),
                questions=tuple(questions),
                relevant=tuple(relevant),
            )
        )
    return sets


def korquad(data: Path, *, questions: int) -> RetrievalSet:
    """Reads the first `questions` questions of KorQuAD 1.0 over all its paragraphs."""
    folder = data / "retrieval" / "korquad1-dev"
    corpus = _json_lines(folder / "corpus.jsonl")
    rows = {item["_id"]: row for row, item in enumerate(corpus)}
    relevant: dict[str, set[int]] = {}
    for line in (folder / "qrels.tsv").read_text(encoding="utf-8").splitlines():
        query, passage, grade = line.split("\t")
        if passage in rows and int(grade) > 0:
            relevant.setdefault(query, set()).add(rows[passage])
    asked = [item for item in _json_lines(folder / "queries.jsonl") if item["_id"] in relevant][:questions]
    return RetrievalSet(
        name="korquad",
        passages=tuple(item["text"] for item in corpus),
        questions=tuple(item["text"] for item in asked),
        relevant=tuple(frozenset(relevant[item["_id"]]) for item in asked),
    )


def _json_lines(path: Path) -> list[dict[str, str]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line]


def figures(
    similarities: NDArray[np.float32], relevant: Sequence[frozenset[int]], *, depth: int = 10
) -> list[tuple[float, float]]:
    """Returns (recall, nDCG) at `depth` per question; equal similarities rank by row."""
    discounts = 1.0 / np.log2(np.arange(2, depth + 2))
    results = []
    for row, wanted in zip(similarities, relevant, strict=True):
        top = np.argsort(-row, kind="stable")[:depth]
        gains = np.array([float(passage in wanted) for passage in top])
        ideal = discounts[: min(depth, len(wanted))].sum()
        results.append((gains.sum() / len(wanted), float((gains * discounts[: len(top)]).sum() / ideal)))
    return results

"""Asks every question of every system, through the public API of recallcore alone."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

import recallcore
from benches.quality.datasets import Dataset, Judged
from benches.quality.metrics import METRICS, score
from benches.quality.systems import System
from recallcore.embed.protocol import Embedder, EmbedderIdentity, Embeddings, Role, Thresholds

# Packing must not cut: the deepest metric looks at 20 memories, whatever their length.
LIMIT: Final = 20
MAX_TOKENS: Final = 10_000_000
# A fixed clock keeps a run repeatable.
NOW: Final = datetime(2026, 1, 1, tzinfo=UTC)

Say = Callable[[str], None]


class RememberingEmbedder:
    """Embeds each text once in a process, so that ten systems cost no more model time than one."""

    def __init__(self, inner: Embedder) -> None:
        self._inner = inner
        self._known: dict[tuple[Role, str], tuple[NDArray[np.float32], bool]] = {}

    @property
    def identity(self) -> EmbedderIdentity:
        """The inner embedder's."""
        return self._inner.identity

    def thresholds(self) -> Thresholds:
        """The inner embedder's."""
        return self._inner.thresholds()

    def embed(self, texts: Sequence[str], *, role: Role) -> Embeddings:
        """Returns one row a text, in order; only texts not seen in this role reach the model."""
        fresh = [text for text in dict.fromkeys(texts) if (role, text) not in self._known]
        if fresh:
            made = self._inner.embed(fresh, role=role)
            for text, vector, truncated in zip(fresh, made.vectors, made.truncated, strict=True):
                self._known[role, text] = (vector, bool(truncated))
        rows = [self._known[role, text] for text in texts]
        dimension = self.identity.dimension
        vectors = np.array([row[0] for row in rows], dtype=np.float32).reshape(len(rows), dimension)
        return Embeddings(vectors=vectors, truncated=np.array([row[1] for row in rows], dtype=np.bool_))


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """What one system scored: a row a question (the same order for every system), and how long it took."""

    system: System
    scores: NDArray[np.float64]
    seconds: float
    empty_arms: tuple[str, ...]
    notes: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """Every outcome over one data set, with the category of each question."""

    dataset: Dataset
    categories: tuple[str, ...]
    outcomes: tuple[Outcome, ...]
    retain_seconds: float
    banks: int
    memories: int


def run(dataset: Dataset, systems: Sequence[System], *, embedder: Embedder | None, say: Say) -> Run:
    """Builds each bank once and asks it every question by every system.

    Args:
        dataset: The judged questions.
        systems: What to run.
        embedder: None runs without the semantic arm's vectors.
        say: Receives a line now and then for a person who waits.
    """
    remembering = None if embedder is None else RememberingEmbedder(embedder)
    rows: dict[str, list[tuple[float, ...]]] = {system.name: [] for system in systems}
    seconds = dict.fromkeys(rows, 0.0)
    found = {system.name: dict.fromkeys(system.arms, 0) for system in systems}
    notes: dict[str, dict[str, None]] = {system.name: {} for system in systems}
    retain_seconds = 0.0
    asked = [bank for bank in dataset.banks if bank.questions]
    for place, judged in enumerate(asked, start=1):
        with TemporaryDirectory(prefix="recallcore-quality-") as folder:
            began = time.perf_counter()
            with recallcore.open(
                Path(folder) / "bank", embedder=False if remembering is None else remembering
            ) as bank:
                bank.retain(judged.memories, now=NOW)
                retain_seconds += time.perf_counter() - began
                if remembering is not None:
                    # Beforehand and in one batch, so that the first system's time is not the model's.
                    remembering.embed([question.text for question in judged.questions], role="query")
                for system in systems:
                    began = time.perf_counter()
                    for question in judged.questions:
                        result = ask(bank, question.text, system=system)
                        ranking = [str(memory.id) for memory in result.memories]
                        rows[system.name].append(score(ranking, question.relevant))
                        for arm in system.arms:
                            found[system.name][arm] += result.arms[arm].found if arm in result.arms else 0
                        notes[system.name].update(dict.fromkeys(result.notes))
                    seconds[system.name] += time.perf_counter() - began
        counts = f"{len(judged.memories)} memories, {len(judged.questions)} questions"
        say(f"{place}/{len(asked)} {judged.name}: {counts}")
    outcomes = tuple(
        Outcome(
            system=system,
            scores=np.array(rows[system.name], dtype=np.float64).reshape(-1, len(METRICS)),
            seconds=seconds[system.name],
            empty_arms=tuple(arm for arm, count in found[system.name].items() if not count),
            notes=tuple(notes[system.name]),
        )
        for system in systems
    )
    categories = tuple(question.category for judged in asked for question in judged.questions)
    return Run(
        dataset=dataset,
        categories=categories,
        outcomes=outcomes,
        retain_seconds=retain_seconds,
        banks=len(asked),
        memories=sum(len(judged.memories) for judged in asked),
    )


def ask(bank: Any, query: str, *, system: System) -> Any:
    """Recalls with the system's arms alone, nothing cut; words for time are the temporal arm's business."""
    return bank.recall(
        query,
        arms=system.arms,
        limit=LIMIT,
        max_tokens=MAX_TOKENS,
        query_time=NOW,
        read_time="temporal" in system.arms,
    )


def say_on_stderr(line: str) -> None:
    """Writes a progress line where it never mixes with results."""
    print(line, file=sys.stderr, flush=True)


__all__ = ["Judged", "Outcome", "RememberingEmbedder", "Run", "ask", "run", "say_on_stderr"]

"""What context costs: one conversation retained and asked with it and without, in one run.

`python -m benches.bench_context --locomo FILE` prints a line each for ingest, disk and recall, both sides
by turns, and the ratio of their medians. Without a reranker, and with the queries' vectors given, so that
only the search is timed.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

import recallcore
from benches.quality.datasets import Judged, load_locomo
from recallcore.embed import resolve

ROUNDS: Final = 3
QUESTIONS: Final = 60


@dataclass(frozen=True, slots=True, kw_only=True)
class Cost:
    """What one bank cost: seconds to fill, bytes on disk, seconds a recall."""

    ingest: float
    disk: int
    recall: float


def main(arguments: Sequence[str] | None = None) -> None:
    """Measures and prints."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--locomo", type=Path, required=True, metavar="FILE", help="a LoCoMo file")
    options = parser.parse_args(arguments)
    judged = load_locomo(options.locomo).banks[0]
    sides: dict[bool, list[Cost]] = {True: [], False: []}
    for _ in range(ROUNDS):
        for context, costs in sides.items():
            costs.append(cost_of(judged, context=context))
    print(
        f"{judged.name}: {len(judged.memories)} memories, medians of {ROUNDS} rounds, with / without context"
    )
    for name, unit, scale in (("ingest", "s", 1.0), ("disk", "MB", 1e-6), ("recall", "ms", 1e3)):
        with_it, without = (
            statistics.median(getattr(cost, name) for cost in sides[side]) * scale for side in (True, False)
        )
        print(f"{name}: {with_it:.2f} / {without:.2f} {unit}, {with_it / without:.2f} times")


def cost_of(judged: Judged, *, context: bool) -> Cost:
    """Fills a bank and asks it, with or without context."""
    with TemporaryDirectory() as folder, recallcore.open(folder, reranker=False) as bank:
        bank.configure(search_context=context)
        began = time.perf_counter()
        bank.retain(judged.memories)
        ingest = time.perf_counter() - began
        disk = sum(file.stat().st_size for file in Path(folder).rglob("*") if file.is_file())
        return Cost(ingest=ingest, disk=disk, recall=recall_seconds(bank, judged))


def recall_seconds(bank: recallcore.Bank, judged: Judged) -> float:
    """The median time of a recall; every question must be answered."""
    embedder = resolve(None)
    assert embedder is not None
    texts = [question.text for question in judged.questions[:QUESTIONS]]
    vectors = embedder.embed(texts, role="query").vectors
    times = []
    for text, vector in zip(texts, vectors, strict=True):
        began = time.perf_counter()
        result = bank.recall(text, vector=vector, min_relevance=0)
        times.append(time.perf_counter() - began)
        assert result.memories, text
    return statistics.median(times)


if __name__ == "__main__":
    main()

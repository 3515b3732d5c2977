"""`python -m benches.bench_store`: many small banks under one folder.

Makes banks of 50 memories, then opens each in random order with room for few, asks it one question and
checks that the answer is its own; prints the median and the 95th percentile of both, and of listing.
"""

from __future__ import annotations

import argparse
import random
import statistics
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

import recallcore

_MEMORIES = 50
_WORDS = ("oak", "river", "stone", "lantern", "bread", "winter", "song", "harbour", "letter", "garden")


def main() -> None:
    """Measures, in a temporary folder unless one is given."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--banks", type=int, default=1000, help="how many (default 1,000)")
    parser.add_argument("--max-open", type=int, default=64, help="how many stay open (default 64)")
    parser.add_argument("--path", type=Path, help="where; banks that are there already are used again")
    options = parser.parse_args()
    with TemporaryDirectory() as home:
        measure(options.path or Path(home), banks=options.banks, max_open=options.max_open)


def measure(path: Path, *, banks: int, max_open: int) -> None:
    """Fills a store and asks each of its banks once, cold."""
    chance = random.Random(0)
    names = [f"user {number}" for number in range(banks)]
    with recallcore.Store(path, embedder="hashing", reranker=False, max_open=max_open) as store:
        there = set(store.names())
        making = [_seconds(partial(_fill, store, name, chance)) for name in names if name not in there]
        listing = _seconds(store.names)
    with recallcore.Store(path, embedder="hashing", reranker=False, max_open=max_open) as store:
        chance.shuffle(names)
        asking = [_seconds(partial(_ask, store, name)) for name in names]
    for what, taken in (("make and fill", making), ("open cold and recall", asking), ("list all", [listing])):
        if taken:
            tail = sorted(taken)[int(0.95 * (len(taken) - 1))]
            print(f"{what:22} p50 {statistics.median(taken) * 1e3:7.2f} ms   p95 {tail * 1e3:7.2f} ms")


def _fill(store: recallcore.Store, name: str, chance: random.Random) -> None:
    with store.bank(name) as bank:
        bank.retain(
            [f"{name}: {' '.join(chance.choices(_WORDS, k=8))} {number}" for number in range(_MEMORIES)]
        )


def _ask(store: recallcore.Store, name: str) -> None:
    with store.bank(name, create=False) as bank:
        found = bank.recall("what about the lantern in the garden?", limit=5).texts
    if not found or not all(text.startswith(f"{name}:") for text in found):
        raise AssertionError(f"{name} answered with {found}")


def _seconds(work: Callable[[], object]) -> float:
    began = time.perf_counter()
    work()
    return time.perf_counter() - began


if __name__ == "__main__":
    main()

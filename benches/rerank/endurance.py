"""What many rerankings do to a process: its memory stays flat, an event loop beside them stays on time."""

from __future__ import annotations

import asyncio
import statistics
import time
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

import recallcore
from benches.quality.asking import NOW
from benches.quality.datasets import Judged
from benches.rerank.pairs import Asked
from recallcore import RerankOptions
from recallcore.rerank import CrossEncoder

_BEAT_SECONDS = 0.005
_WARM_UP = 200
_TEXTS = 16
_PAGES = Path("/proc/self/statm")


def memory(reranker: CrossEncoder, asked: Sequence[Asked], *, count: int) -> float:
    """Reranks `count` times, and returns by how many MB the process grew after the first 200."""
    before = 0.0
    for turn in range(count):
        one = asked[turn % len(asked)]
        first = turn % (len(one.texts) - _TEXTS)
        reranker.score(one.query, one.texts[first : first + _TEXTS])
        if turn == min(_WARM_UP, count - 1):
            before = resident_megabytes()
    grown = resident_megabytes() - before
    print(f"\nmemory: {count} rerankings of {_TEXTS} texts, {grown:+.1f} MB after the first {_WARM_UP}")
    return grown


def heartbeat(reranker: CrossEncoder, judged: Judged, *, count: int) -> float:
    """Recalls `count` times at once beside a heartbeat, and returns the milliseconds it was late (p99)."""
    late = asyncio.run(_beside(reranker, judged, count=count))
    ordered = sorted(late)
    p99 = ordered[int(len(ordered) * 0.99)] * 1000
    worst, middle = ordered[-1] * 1000, statistics.median(ordered) * 1000
    print(
        f"heartbeat: {count} recalls at once, {len(late)} beats of {_BEAT_SECONDS * 1000:.0f} ms; "
        f"late by {middle:.1f} ms (median), {p99:.1f} ms (p99), {worst:.1f} ms (worst)"
    )
    return p99


async def _beside(reranker: CrossEncoder, judged: Judged, *, count: int) -> list[float]:
    late: list[float] = []
    running = True

    async def beat() -> None:
        while running:
            began = time.perf_counter()
            await asyncio.sleep(_BEAT_SECONDS)
            late.append(time.perf_counter() - began - _BEAT_SECONDS)

    with TemporaryDirectory(prefix="recallcore-rerank-") as folder:
        async with await recallcore.aopen(Path(folder) / "bank", reranker=reranker) as bank:
            await bank.aretain(judged.memories, now=NOW)
            await bank.awarm()
            beating = asyncio.create_task(beat())
            questions = [question.text for question in judged.questions[:count]]
            rules = RerankOptions(deadline=None)
            results = await asyncio.gather(
                *(bank.arecall(text, query_time=NOW, rerank=rules) for text in questions)
            )
            running = False
            await beating
    assert all(result.rerank.ran for result in results)
    return late


def resident_megabytes() -> float:
    """What this process holds in memory, as Linux counts it."""
    import resource

    pages = int(_PAGES.read_text(encoding="ascii").split()[1])
    return pages * resource.getpagesize() / 1e6

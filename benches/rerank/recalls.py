"""Whole recalls with the reranker: everything read against stages and gates, and what the answer loses."""

from __future__ import annotations

import statistics
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import recallcore
from benches.quality.asking import NOW
from benches.quality.datasets import Judged, Question, load_locomo
from benches.quality.metrics import METRICS, score
from recallcore import RerankOptions
from recallcore.config import RecallKeywords
from recallcore.rerank import CrossEncoder

EVERYTHING = "everything"
WAYS = {
    EVERYTHING: RerankOptions(full=True, gate=False, deadline=None),
    "stages": RerankOptions(deadline=None),
    "stages of 32": RerankOptions(deadline=None, step=32),
}
ASKED: dict[str, RecallKeywords] = {
    "limit 10": {"limit": 10},
    "4,096 tokens": {"max_tokens": 4096},
}
_RANK_METRICS = ("recall@10", "ndcg@10")


@dataclass(slots=True)
class Ran:
    """What recalls by one way came to: a number a recall."""

    seconds: list[float]
    read: list[int]
    ranked: list[tuple[float, ...]]
    evidence: list[float]
    same: list[float]


def recalls(reranker: CrossEncoder, locomo: Path, *, count: int, seed: int) -> float:
    """Prints the table, and returns how many times as fast the recalls by stages are, limit 10.

    Every way is asked the same questions, one after the other in turn; nothing is remembered between them.
    """
    ran = {asked: {way: Ran([], [], [], [], []) for way in WAYS} for asked in ASKED}
    turn = 0
    for bank, questions in _banks(reranker, locomo, count=count, seed=seed):
        for question in questions:
            for asked, options in ASKED.items():
                _ask(bank, question, options, ran[asked], first=turn)
                turn += 1
    print(f"\n{count} recalls of LoCoMo, every way by turns, nothing remembered; a mean a recall")
    print(f"{'':14}{'':20}{'read':>6}{'ms':>8}{'ratio':>8}{'nDCG@10':>9}{'R@10':>7}{'packed':>8}{'same':>7}")
    for asked, ways in ran.items():
        for way, one in ways.items():
            print(f"{asked:14}{way:20}{_row(one, ways[EVERYTHING])}")
    print("packed: the share of a question's evidence in the result; same: of both results together, in both")
    ways = ran["limit 10"]
    return statistics.mean(ways[EVERYTHING].seconds) / statistics.mean(ways["stages"].seconds)


def _banks(
    reranker: CrossEncoder, locomo: Path, *, count: int, seed: int
) -> Iterator[tuple[recallcore.Bank, Sequence[Question]]]:
    chance, banks = Random(seed), load_locomo(locomo).banks
    left = count
    for place, judged in enumerate(banks):
        wanted = -(-left // (len(banks) - place))
        left -= wanted
        with _opened(reranker, judged) as bank:
            yield bank, chance.sample(judged.questions, wanted)


@contextmanager
def _opened(reranker: CrossEncoder, judged: Judged) -> Iterator[recallcore.Bank]:
    with (
        TemporaryDirectory(prefix="recallcore-rerank-") as folder,
        recallcore.open(Path(folder) / "bank", reranker=reranker, score_cache_bytes=0) as bank,
    ):
        bank.retain(judged.memories, now=NOW)
        yield bank


def _ask(
    bank: recallcore.Bank, question: Question, options: RecallKeywords, ran: dict[str, Ran], *, first: int
) -> None:
    """Asks by every way, another one first in every turn."""
    ways = list(WAYS)
    start = first % len(ways)
    results: dict[str, recallcore.RecallResult] = {}
    for way in ways[start:] + ways[:start]:
        given: RecallKeywords = {**options, "query_time": NOW, "rerank": WAYS[way]}
        began = time.perf_counter()
        [results[way]] = bank.recall_many([question.text], **given)
        ran[way].seconds.append(time.perf_counter() - began)
    everything = frozenset(results[EVERYTHING].ids)
    for way, result in results.items():
        returned, one = frozenset(result.ids), ran[way]
        one.read.append(result.rerank.scored)
        one.ranked.append(score(list(result.ids[:20]), question.relevant))
        one.evidence.append(len(returned & question.relevant) / len(question.relevant))
        one.same.append(len(returned & everything) / max(1, len(returned | everything)))


def _row(one: Ran, everything: Ran) -> str:
    mean = statistics.mean
    metrics = dict(zip(METRICS, zip(*one.ranked, strict=True), strict=True))
    recall, ndcg = (mean(metrics[name]) for name in _RANK_METRICS)
    ratio = mean(everything.seconds) / mean(one.seconds)
    return (
        f"{mean(one.read):6.0f}{mean(one.seconds) * 1000:8.0f}{ratio:7.2f}x"
        f"{ndcg:9.4f}{recall:7.3f}{mean(one.evidence):8.3f}{mean(one.same):7.2f}"
    )

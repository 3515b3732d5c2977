"""Checks that a reranker keeps the promises of the protocol; for the makers of rerankers, and for our own.

Each check raises `AssertionError` and says which promise was broken. `CHECKS` lists them all, so that a test
suite can run each as a test of its own.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Final

import numpy as np

from recallcore.rerank.protocol import SCALES, BatchedReranker, Reranker, ScoredBatch

if TYPE_CHECKING:
    from numpy.typing import NDArray

_QUERY: Final = "Where does Hannah live?"
_TEXTS: Final = (
    "[Date: March 02, 2024 (2024-03-02)] Hannah moved to Lisbon in March.",
    "민지는 소프트웨어 엔지니어다.",
    "order A-20391",
    "a",
    "notes of the deploy: it failed again because the certificate had expired over the weekend.",
    "昨日、スターバックスでコーヒーを飲みました。",
)
_STRANGE: Final = {
    "blank": " \t\n ",
    "NUL": "a\x00b",
    "emoji": "👩‍👩‍👧‍👦🎉",
    "right to left": "שלום עולם مرحبا",
    "punctuation": "?!…",
    "combining marks": "e\u0301" * 40,
    "long": "memory " * 15_000,
}
# So many that they come in several batches, should there be any.
_MANY: Final = _TEXTS * 25
# The share of the whole range of scores by which a text's score may move when other texts stand beside it.
# Kernels that quantise activations by the batch move a score of a six-layer model by 0.11 of the range here.
_SAME: Final = 0.15


def check_identity(reranker: Reranker) -> None:
    """Name and scale are stable, and the scale is a known one."""
    name, scale = reranker.name, reranker.scale
    assert isinstance(name, str), f"name is a {type(name).__name__}"
    assert name, "name is empty"
    assert scale in SCALES, f"scale is {scale!r}, expected one of {SCALES}"
    assert (reranker.name, reranker.scale) == (name, scale), "name or scale changes between two reads"


def check_shape(reranker: Reranker) -> None:
    """Scores are floats of shape (texts,), for one text as for many."""
    for texts in (_TEXTS, _TEXTS[:1]):
        scores = np.asarray(reranker.score(_QUERY, texts))
        assert scores.shape == (len(texts),), f"shape {scores.shape}, expected ({len(texts)},)"
        assert scores.dtype.kind == "f", f"dtype {scores.dtype}, expected floats"
        assert np.isfinite(scores).all(), "scores are not finite"


def check_scale(reranker: Reranker) -> None:
    """Scores that are said to be probabilities lie in [0, 1]."""
    if reranker.scale == "probability":
        scores = reranker.score(_QUERY, _TEXTS)
        assert scores.min() >= 0.0, f"a probability is {scores.min()}"
        assert scores.max() <= 1.0, f"a probability is {scores.max()}"


def check_repeatable(reranker: Reranker) -> None:
    """The same call gives the same scores."""
    first = reranker.score(_QUERY, _TEXTS)
    assert np.array_equal(first, reranker.score(_QUERY, _TEXTS)), "two calls differ"


def check_order(reranker: Reranker) -> None:
    """Scores come in the order of the texts, and a text has the same score alone as among others."""
    together = np.asarray(reranker.score(_QUERY, _TEXTS), dtype=np.float64)
    tolerance = _SAME * float(np.ptp(together))
    for place, text in enumerate(_TEXTS):
        [alone] = reranker.score(_QUERY, [text])
        moved = abs(float(alone) - together[place])
        assert moved <= tolerance, f"text {place} alone scores {alone}, among others {together[place]}"


def check_relevance(reranker: Reranker) -> None:
    """The text that answers scores above one that has nothing to do with the query."""
    answer, other = reranker.score(_QUERY, [_TEXTS[0], _TEXTS[2]])
    assert answer > other, f"the answer scores {answer}, an unrelated text {other}"


def check_inputs(reranker: Reranker) -> None:
    """The texts that were passed in are not changed."""
    texts = list(_TEXTS)
    reranker.score(_QUERY, texts)
    assert texts == list(_TEXTS), "the list of texts was changed"


def check_strange_texts(reranker: Reranker) -> None:
    """Any text at all has a finite score, as a query too, and nothing raises."""
    scores = np.asarray(reranker.score(_QUERY, list(_STRANGE.values())))
    for name, score in zip(_STRANGE, scores, strict=True):
        assert np.isfinite(score), f"{name} text scores {score}"
    for name, query in _STRANGE.items():
        [score] = reranker.score(query, _TEXTS[:1])
        assert np.isfinite(score), f"{name} query scores {score}"


def check_threads(reranker: Reranker) -> None:
    """Threads that score at once get what one thread gets."""
    expected = np.asarray(reranker.score(_QUERY, _TEXTS))
    ready = threading.Barrier(4)

    def work() -> bool:
        ready.wait()
        return all(np.array_equal(reranker.score(_QUERY, _TEXTS), expected) for _ in range(3))

    with ThreadPoolExecutor(max_workers=4) as pool:
        answers = [future.result() for future in [pool.submit(work) for _ in range(4)]]
    assert all(answers), "threads disagree"


def check_batches(reranker: Reranker) -> None:
    """Where scores come in batches, each text has one, once, and it is the one that `score` gives."""
    if not isinstance(reranker, BatchedReranker):
        return
    for texts in (_MANY, _TEXTS[:1]):
        expected = np.asarray(reranker.score(_QUERY, texts), dtype=np.float64)
        scores = _joined(reranker.score_batches(_QUERY, texts), texts=len(texts))
        tolerance = _SAME * float(np.ptp(expected))
        for place, (score, same) in enumerate(zip(scores, expected, strict=True)):
            assert abs(score - same) <= tolerance, f"text {place} scores {score} in batches, {same} without"


def check_revision(reranker: Reranker) -> None:
    """What scores are remembered under, if it says, is text that stays the same once it has scored."""
    reranker.score(_QUERY, _TEXTS)
    revision = getattr(reranker, "revision", None)
    assert revision is None or isinstance(revision, str), f"revision is a {type(revision).__name__}"
    assert revision != "", "revision is empty"
    reranker.score(_QUERY, _TEXTS[:1])
    assert getattr(reranker, "revision", None) == revision, "revision changes between two reads"


def check_least_slice(reranker: Reranker) -> None:
    """How many candidates it wants at a time, if it says, is an integer above 0."""
    least = getattr(reranker, "least_slice", None)
    if least is not None:
        assert type(least) is int, f"least_slice is a {type(least).__name__}"
        assert least > 0, f"least_slice is {least}"


CHECKS: Final[tuple[Callable[[Reranker], None], ...]] = (
    check_identity,
    check_shape,
    check_scale,
    check_repeatable,
    check_order,
    check_relevance,
    check_inputs,
    check_strange_texts,
    check_threads,
    check_batches,
    check_revision,
    check_least_slice,
)
"""Every check, in the order in which to read their failures."""


def check_reranker(reranker: Reranker) -> None:
    """Runs every check.

    Raises:
        AssertionError: A promise is broken; the message says which.

    Example:
        >>> from recallcore.rerank import CallableReranker
        >>> def shared_letters(query: str, texts: list[str]) -> list[float]:
        ...     letters = set(query)
        ...     return [len(letters & set(text)) / len(letters) for text in texts]
        >>> check_reranker(CallableReranker(shared_letters, scale="probability"))
    """
    for check in CHECKS:
        check(reranker)


def _joined(batches: Iterable[ScoredBatch], *, texts: int) -> NDArray[np.float64]:
    """The scores of all batches in the order of the texts."""
    scores = np.full(texts, np.nan)
    times = np.zeros(texts, dtype=np.int64)
    for batch in batches:
        places, made = np.asarray(batch.places), np.asarray(batch.scores)
        assert places.dtype.kind in "iu", f"places are of type {places.dtype}, expected integers"
        assert places.ndim == 1, f"places have shape {places.shape}, expected one axis"
        assert made.shape == places.shape, f"{len(places)} places have scores of shape {made.shape}"
        for place in places:
            assert 0 <= place < texts, f"a batch names text {place} of {texts}"
        scores[places] = made
        np.add.at(times, places, 1)
    for place, often in enumerate(times):
        assert often == 1, f"batches score text {place} {often} times, expected once"
    return scores

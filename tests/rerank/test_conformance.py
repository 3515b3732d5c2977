"""The conformance suite passes what keeps the promises, and sees each one that is broken."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from recallcore import CallableReranker, Reranker
from recallcore.rerank import CrossEncoder, CrossEncoderOptions, Scale, ScoredBatch, conformance
from tests.local_models.tiny_models import ModelMaker


def shared_letters(query: str, texts: list[str]) -> list[float]:
    letters = set(query)
    return [len(letters & set(text)) / len(letters) for text in texts]


@pytest.mark.parametrize("check", conformance.CHECKS, ids=lambda check: check.__name__)
def test_function_that_keeps_the_promises_passes(check: Callable[[Reranker], None]) -> None:
    check(CallableReranker(shared_letters, scale="probability"))


@pytest.mark.parametrize("check", conformance.CHECKS, ids=lambda check: check.__name__)
def test_cross_encoder_keeps_the_promises(check: Callable[[Reranker], None], make_model: ModelMaker) -> None:
    # The tiny model adds up letters, so that of two texts the longer is the better answer to it.
    # Its batches are so small that there are several.
    options = CrossEncoderOptions(batch_tokens=1000)
    check(CrossEncoder(make_model.cross_encoder(), options=options))


@pytest.mark.parametrize("check", conformance.CHECKS, ids=lambda check: check.__name__)
def test_real_cross_encoder_keeps_the_promises(check: Callable[[Reranker], None], real: CrossEncoder) -> None:
    check(real)


counter = itertools.count()


def never_the_same(query: str, texts: list[str]) -> list[float]:
    return [float(next(counter)) for _ in texts]


def by_place(query: str, texts: list[str]) -> list[float]:
    return [float(-place) for place in range(len(texts))]


def backwards(query: str, texts: list[str]) -> list[float]:
    return [-score for score in shared_letters(query, texts)]


def fails_on_nul(query: str, texts: list[str]) -> list[float]:
    if any("\x00" in text for text in (query, *texts)):
        raise ValueError("embedded null")
    return shared_letters(query, texts)


def not_a_number_for_the_short(query: str, texts: list[str]) -> list[float]:
    return [float("nan") if len(text) == 1 else 0.5 for text in texts]


@pytest.mark.parametrize(
    ("function", "scale", "check", "complaint"),
    [
        (never_the_same, "logit", conformance.check_repeatable, "two calls differ"),
        (by_place, "logit", conformance.check_order, "among others"),
        (backwards, "logit", conformance.check_relevance, "unrelated text"),
        (backwards, "probability", conformance.check_scale, "a probability is -"),
        (not_a_number_for_the_short, "logit", conformance.check_shape, "not finite"),
        (never_the_same, "logit", conformance.check_threads, "threads disagree"),
    ],
)
def test_broken_promise_is_seen(
    function: Callable[[str, list[str]], list[float]],
    scale: Scale,
    check: Callable[[Reranker], None],
    complaint: str,
) -> None:
    with pytest.raises(AssertionError, match=complaint):
        check(CallableReranker(function, scale=scale))


def test_text_that_a_reranker_cannot_take_is_seen() -> None:
    with pytest.raises(ValueError, match="embedded null"):
        conformance.check_strange_texts(CallableReranker(fails_on_nul))


def test_changed_list_is_seen() -> None:
    class Careless:
        name = "careless"
        scale: Scale = "auto"

        def score(self, query: str, texts: Any) -> Any:
            texts.clear()
            return np.zeros(0)

    with pytest.raises(AssertionError, match="was changed"):
        conformance.check_inputs(Careless())


Alter = Callable[[ScoredBatch], ScoredBatch]


class InBatches:
    """Scores in batches of two, and says of itself what a test makes it say."""

    name = "in batches"
    scale: Scale = "probability"

    def __init__(self, alter: Alter = lambda batch: batch, **said: Any) -> None:
        self.alter = alter
        vars(self).update(said)

    def score(self, query: str, texts: Sequence[str]) -> Any:
        return np.array(shared_letters(query, list(texts)))

    def score_batches(self, query: str, texts: Sequence[str]) -> Iterator[ScoredBatch]:
        scores = self.score(query, texts)
        for places in np.array_split(np.arange(len(texts)), -(-len(texts) // 2)):
            yield self.alter(ScoredBatch(places=places, scores=scores[places]))


@pytest.mark.parametrize("check", conformance.CHECKS, ids=lambda check: check.__name__)
def test_batches_that_keep_the_promises_pass(check: Callable[[Reranker], None]) -> None:
    check(InBatches(revision="weights 1", least_slice=2))


def altered(**changes: Callable[[Any], Any]) -> Alter:
    """Changes parts of each batch."""

    def alter(batch: ScoredBatch) -> ScoredBatch:
        return replace(batch, **{name: change(getattr(batch, name)) for name, change in changes.items()})

    return alter


@pytest.mark.parametrize(
    ("alter", "complaint"),
    [
        (altered(places=lambda places: places % 4), "text 0 38 times, expected once"),
        (altered(places=lambda places: places[:1], scores=lambda scores: scores[:1]), "text 1 0 times"),
        (altered(places=lambda places: places + 1), "names text 150 of 150"),
        (altered(places=lambda places: places - 1), "names text -1 of 150"),
        (altered(places=lambda places: places / 1.0), "places are of type float64, expected integers"),
        (altered(places=lambda places: places[:, None]), r"places have shape \(2, 1\)"),
        (altered(scores=lambda scores: scores[:1]), r"2 places have scores of shape \(1,\)"),
        (altered(scores=lambda scores: scores[::-1]), "in batches"),
        (altered(scores=lambda scores: scores * np.nan), "text 0 scores nan in batches"),
    ],
)
def test_broken_batch_is_seen(alter: Alter, complaint: str) -> None:
    with pytest.raises(AssertionError, match=complaint):
        conformance.check_batches(InBatches(alter))


class Drifting(InBatches):
    """Each look at its revision shows another."""

    @property
    def revision(self) -> str:
        return f"weights {next(counter)}"


@pytest.mark.parametrize(
    ("reranker", "check", "complaint"),
    [
        (InBatches(revision=5), conformance.check_revision, "revision is a int"),
        (InBatches(revision=""), conformance.check_revision, "revision is empty"),
        (Drifting(), conformance.check_revision, "revision changes"),
        (InBatches(least_slice="128"), conformance.check_least_slice, "least_slice is a str"),
        (InBatches(least_slice=True), conformance.check_least_slice, "least_slice is a bool"),
        (InBatches(least_slice=0), conformance.check_least_slice, "least_slice is 0"),
    ],
)
def test_wrong_word_of_a_reranker_about_itself_is_seen(
    reranker: Reranker, check: Callable[[Reranker], None], complaint: str
) -> None:
    with pytest.raises(AssertionError, match=complaint):
        check(reranker)


def test_unknown_scale_is_seen() -> None:
    reranker = CallableReranker(shared_letters)
    reranker._scale = "percent"  # type: ignore[assignment]  # what must fail
    with pytest.raises(AssertionError, match="percent"):
        conformance.check_identity(reranker)

"""The conformance suite passes what keeps the promises, and sees each one that is broken."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from recallcore import CallableReranker, Reranker
from recallcore.rerank import CrossEncoder, Scale, conformance
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
    check(CrossEncoder(make_model.cross_encoder()))


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


def test_unknown_scale_is_seen() -> None:
    reranker = CallableReranker(shared_letters)
    reranker._scale = "percent"  # type: ignore[assignment]  # what must fail
    with pytest.raises(AssertionError, match="percent"):
        conformance.check_identity(reranker)

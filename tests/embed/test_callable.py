"""The caller's function is an embedder, and what it does wrong is said."""

from __future__ import annotations

import functools
from typing import Any

import numpy as np
import pytest

from recallcore.embed import CallableEmbedder, Thresholds
from recallcore.errors import ConfigError, ModelError


def two_numbers(texts: list[str]) -> Any:
    return np.array([[3.0, 4.0 * len(text)] for text in texts])


def test_rows_are_normalised_and_named_after_the_function() -> None:
    embedder = CallableEmbedder(two_numbers)
    assert embedder.identity.name.endswith(".two_numbers")
    assert embedder.identity.dimension == 2
    np.testing.assert_allclose(embedder.embed(["a"], role="passage").vectors, [[0.6, 0.8]], atol=1e-7)


@pytest.mark.parametrize("function", [lambda texts: [[1.0] for _ in texts], functools.partial(two_numbers)])
def test_function_without_a_stable_name_needs_one(function: Any) -> None:
    with pytest.raises(ConfigError, match="name="):
        CallableEmbedder(function)
    assert CallableEmbedder(function, name="mine").identity.name == "mine"


def test_queries_go_to_their_own_function() -> None:
    embedder = CallableEmbedder(
        two_numbers, query_function=lambda texts: [[1.0, 0.0] for _ in texts], name="asymmetric"
    )
    assert embedder.embed(["a"], role="query").vectors.tolist() == [[1.0, 0.0]]
    assert embedder.embed(["a"], role="passage").vectors[0, 1] > 0.7


def test_known_dimension_and_thresholds_spare_the_calls() -> None:
    calls: list[list[str]] = []

    def counted(texts: list[str]) -> Any:
        calls.append(texts)
        return two_numbers(texts)

    known = Thresholds(seed=0.5, link=0.9, temporal=0.1)
    embedder = CallableEmbedder(counted, name="counted", dimension=2, thresholds=known)
    assert embedder.identity.dimension == 2
    assert embedder.thresholds() == known
    assert embedder.embed([], role="passage").vectors.shape == (0, 2)
    assert calls == []


@pytest.mark.parametrize(
    ("returned", "message"),
    [
        ([[1.0, 2.0], [1.0, 2.0]], r"shape \(2, 2\), expected \(1, 2\)"),
        ([[1.0, 2.0, 3.0]], "3 dimensions, expected 2"),
        ([1.0, 2.0], r"shape \(2,\)"),
        ([[float("nan"), 1.0]], "not finite"),
        ([[0.0, 0.0]], "zero vector"),
        ("words", "no array of numbers"),
        (None, "shape|no array of numbers|not finite"),
        ([[1.0], [1.0, 2.0]], "no array of numbers"),
    ],
)
def test_wrong_answers_are_refused(returned: Any, message: str) -> None:
    embedder = CallableEmbedder(lambda _: returned, name="wrong", dimension=2)
    with pytest.raises(ModelError, match=message):
        embedder.embed(["one"], role="passage")


def test_failure_of_the_function_is_a_model_error_with_its_cause() -> None:
    def fails(texts: list[str]) -> Any:
        raise KeyError("token")

    embedder = CallableEmbedder(fails, name="remote", dimension=2)
    with pytest.raises(ModelError, match="'remote' failed on 2 texts: KeyError: 'token'") as caught:
        embedder.embed(["a", "b"], role="query")
    assert isinstance(caught.value.__cause__, KeyError)


def test_tiny_and_huge_rows_keep_their_direction() -> None:
    embedder = CallableEmbedder(lambda _: [[3e-200, 4e-200]], name="tiny", dimension=2)
    np.testing.assert_allclose(embedder.embed(["a"], role="query").vectors, [[0.6, 0.8]], atol=1e-7)
    embedder = CallableEmbedder(lambda _: [[3e200, 4e200]], name="huge", dimension=2)
    np.testing.assert_allclose(embedder.embed(["a"], role="query").vectors, [[0.6, 0.8]], atol=1e-7)

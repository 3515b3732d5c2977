"""What `open(reranker=)` takes, and what it refuses."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import recallcore
from recallcore import CallableReranker, ConfigError, MissingDependencyError, ModelError, Reranker
from recallcore.rerank import ResolvedReranker, Scale, resolve


class Fixed:
    """The smallest reranker: two attributes and a method."""

    def __init__(self, name: Any = "fixed", scale: Any = "logit") -> None:
        self.name: str = name
        self.scale: Scale = scale

    def score(self, query: str, texts: Sequence[str]) -> NDArray[np.float32]:
        return np.zeros(len(texts), dtype=np.float32)


class Failing(Fixed):
    """Its name is a service that does not answer."""

    @property
    def name(self) -> str:
        raise ConnectionError("no answer")

    @name.setter
    def name(self, value: str) -> None:
        pass


class Scoreless:
    """A name and a scale, and nothing that scores."""

    name, scale = "scoreless", "auto"


class Mute(Scoreless):
    """Says of itself that it scores nothing."""

    score = None


class Bare:
    """Scores, and does not say what it is."""

    def score(self, query: str, texts: Sequence[str]) -> list[float]:
        return [0.5] * len(texts)


class Later(Fixed):
    """Its scores would have to be awaited."""

    async def score(self, query: str, texts: Sequence[str]) -> list[float]:  # type: ignore[override]  # what must fail
        return [0.5] * len(texts)


class Called:
    """An object that is called like a function, and would have to be awaited."""

    async def __call__(self, query: str, texts: list[str]) -> list[float]:
        return [0.5] * len(texts)


async def later(query: str, texts: list[str]) -> list[float]:
    return [0.5] * len(texts)


def by_length(query: str, texts: list[str]) -> list[float]:
    return [float(len(text)) for text in texts]


@pytest.mark.parametrize("spec", [False, "none", "passthrough"])
def test_false_and_its_names_are_no_reranker(spec: Any) -> None:
    assert resolve(spec) is None


def test_reranker_is_itself_and_a_function_is_wrapped() -> None:
    fixed = Fixed()
    resolved = resolve(fixed)
    assert isinstance(resolved, ResolvedReranker)
    assert (resolved.reranker, resolved.name, resolved.scale) == (fixed, "fixed", "logit")
    assert resolve(resolved.reranker) == resolved
    wrapped = resolve(by_length)
    assert wrapped is not None
    assert isinstance(wrapped.reranker, CallableReranker)
    assert (wrapped.name, wrapped.scale) == ("by_length", "auto")


def test_reranker_that_was_chosen_is_no_reranker_of_a_caller() -> None:
    resolved = resolve(Fixed())
    assert not isinstance(resolved, Reranker)
    with pytest.raises(ConfigError, match="got ResolvedReranker"):
        resolve(resolved)  # type: ignore[arg-type]  # what must fail


@pytest.mark.parametrize(
    ("spec", "complaint"),
    [
        (True, "reranker must be a name, the Path of a model's directory, a Reranker"),
        ("bge", "no reranker is named 'bge'; known are "),
        (5, "got int"),
        (Fixed, "reranker is the class Fixed, expected an instance"),
        (Scoreless(), "got Scoreless"),
        (Mute(), "got Mute"),
        (Bare(), "reranker of type Bare has no name and no scale, expected name, scale and score"),
        (later, "reranker is async"),
        (Later(), "reranker is async"),
        (Called(), "reranker is async"),
        (Fixed(name=""), "name of a reranker is empty"),
        (Fixed(name=5), "name of a reranker is of type int"),
        (Fixed(scale="logits"), 'did you mean "logit"'),
        (Failing(), "cannot be read: ConnectionError: no answer"),
    ],
    ids=repr,
)
def test_anything_else_is_refused_before_anything_is_made(tmp_path: Path, spec: Any, complaint: str) -> None:
    with pytest.raises(ConfigError, match=complaint):
        recallcore.open(tmp_path / "bank", embedder="hashing", reranker=spec)
    assert not (tmp_path / "bank").exists()


def test_name_and_scale_are_read_once(tmp_path: Path) -> None:
    fixed = Fixed()
    with recallcore.open(tmp_path / "bank", embedder="hashing:64", reranker=fixed) as bank:
        bank.retain(["tea", "coffee"])
        fixed.name, fixed.scale = "", "percent"  # type: ignore[assignment]  # what must not be seen
        trace = bank.recall("tea", rerank=True, trace=True).trace
        assert trace is not None
        assert (trace.rerank.ran, trace.rerank.name, trace.rerank.scale) == (True, "fixed", "logit")
        assert {each.rerank for each in trace.pool} == {0.5}


class Cold(Fixed):
    """Fails in its own way when it is loaded."""

    def __init__(self, error: Exception) -> None:
        super().__init__(name="cold")
        self.error = error

    def warm(self) -> None:
        raise self.error


@pytest.mark.parametrize(
    ("error", "expected", "said"),
    [
        (KeyError("weights"), ModelError, "reranker 'cold' cannot be loaded: KeyError: 'weights'"),
        (ModelError("no file"), ModelError, "no file"),
        (MissingDependencyError("pip install it"), MissingDependencyError, "pip install it"),
    ],
    ids=repr,
)
def test_whatever_loading_raises_is_an_error_of_ours(
    tmp_path: Path, error: Exception, expected: type[Exception], said: str
) -> None:
    with (
        recallcore.open(tmp_path / "bank", embedder="hashing:64", reranker=Cold(error)) as bank,
        pytest.raises(expected) as told,
    ):
        bank.warm()
    assert str(told.value) == said


@pytest.mark.parametrize(
    ("options", "complaint"),
    [({"name": ""}, "name of a reranker is empty"), ({"scale": "prob"}, "unknown scale of a reranker")],
)
def test_callable_with_a_wrong_name_or_scale_is_refused(options: dict[str, Any], complaint: str) -> None:
    with pytest.raises(ConfigError, match=complaint):
        CallableReranker(by_length, **options)
    for unusable in (Fixed, later):
        with pytest.raises(ConfigError, match="reranker is"):
            CallableReranker(unusable)  # type: ignore[arg-type]  # what must fail
    with pytest.raises(ConfigError, match="expected a function"):
        CallableReranker("by_length")  # type: ignore[arg-type]  # what must fail

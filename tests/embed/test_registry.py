"""`resolve` finds what the caller means, and says what it knows when it does not."""

from __future__ import annotations

import importlib.metadata
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from recallcore.embed import (
    CallableEmbedder,
    Embedder,
    HashingEmbedder,
    OnnxEmbedder,
    Precomputed,
    names,
    register,
    resolve,
)
from recallcore.errors import ConfigError, MissingDependencyError


def named(texts: list[str]) -> list[list[float]]:
    return [[1.0, 2.0] for _ in texts]


def test_every_form_of_spec_is_understood(make_model: Any) -> None:
    directory = make_model()
    own = HashingEmbedder(dimension=9)
    precomputed = Precomputed(name="mine", dimension=3)
    assert resolve(own) is own
    assert resolve(precomputed) is precomputed
    assert resolve(False) is None
    assert resolve("none") is None
    assert isinstance(resolve("hashing"), HashingEmbedder)
    assert isinstance(resolve(named), CallableEmbedder)
    assert isinstance(resolve(directory), OnnxEmbedder)
    assert isinstance(resolve(f"onnx:{directory}"), OnnxEmbedder)
    short = resolve("hashing:64")
    assert short is not None
    assert short.identity.dimension == 64


@pytest.mark.parametrize("spec", [True, 5, HashingEmbedder, object(), ["hashing"]])
def test_what_is_no_spec_is_refused_by_type(spec: Any) -> None:
    with pytest.raises(ConfigError, match="embedder must be a name"):
        resolve(spec)


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("hashin", "did you mean 'hashing'"),
        ("multilingual-e5", "did you mean 'multilingual-e5-small'"),
        ("zzzz", "known are hashing, multilingual-e5-small, none"),
        ("hashing:many", "a number of dimensions, got 'hashing:many'"),
        ("hashing:0", "at least 1 dimension"),
        ("onnx:", "got no directory"),
    ],
)
def test_unknown_names_come_with_a_suggestion(spec: str, message: str) -> None:
    with pytest.raises(ConfigError, match=message):
        resolve(spec)


def test_directory_given_as_a_name_is_recognised(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="did you mean the directory, 'onnx:"):
        resolve(str(tmp_path))


def test_registered_name_resolves_and_cannot_be_taken_twice() -> None:
    register("test-registry.three", lambda: HashingEmbedder(dimension=3))
    found = resolve("test-registry.three")
    assert found is not None
    assert found.identity.dimension == 3
    assert "test-registry.three" in names()
    for taken in ("test-registry.three", "hashing", "none", "multilingual-e5-small"):
        with pytest.raises(ConfigError, match="taken"):
            register(taken, HashingEmbedder)
    for wrong in ("", "a:b", "a b"):
        with pytest.raises(ConfigError, match="letters, digits"):
            register(wrong, HashingEmbedder)


def test_factory_must_return_an_embedder() -> None:
    register("test-registry.wrong", lambda: "no embedder")  # type: ignore[arg-type, return-value]
    with pytest.raises(ConfigError, match="returned str, no Embedder"):
        resolve("test-registry.wrong")


def entry_points(value: str) -> Any:
    point = importlib.metadata.EntryPoint(name="plug", value=value, group="recallcore.embedders")
    return importlib.metadata.EntryPoints([point]).select


def test_entry_point_offers_an_embedder(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("recallcore.plugins.entry_points", entry_points("recallcore.embed:HashingEmbedder"))
    assert isinstance(resolve("plug"), HashingEmbedder)
    assert "plug" in names()


@pytest.mark.parametrize(
    ("value", "error", "message"),
    [
        ("recallcore_nowhere:Embedder", MissingDependencyError, "cannot be imported"),
        ("recallcore.embed:Nothing", ConfigError, "does not exist"),
        ("recallcore.embed.probes:PROBES", ConfigError, "not callable"),
    ],
)
def test_broken_entry_point_is_named(
    monkeypatch: pytest.MonkeyPatch, value: str, error: type[Exception], message: str
) -> None:
    monkeypatch.setattr("recallcore.plugins.entry_points", entry_points(value))
    with pytest.raises(error, match=message):
        resolve("plug")


def test_default_without_its_package_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "recallcore_models", None)
    with pytest.raises(
        MissingDependencyError, match=r"pip install recallcore-models.*'hashing'.*embedder=False"
    ):
        resolve(None)


def test_default_loads_from_the_data_package(monkeypatch: pytest.MonkeyPatch, make_model: Any) -> None:
    directory = make_model(files={"recallcore.json": {"name": "multilingual-e5-small", "revision": "1"}})
    asked: list[str] = []

    def path(name: str) -> str:
        asked.append(name)
        return str(directory)

    monkeypatch.setitem(sys.modules, "recallcore_models", SimpleNamespace(path=path))
    for spec in (None, "multilingual-e5-small"):
        found = resolve(spec)
        assert isinstance(found, Embedder)
        assert found.identity.name == "multilingual-e5-small"
    assert asked == ["multilingual-e5-small"] * 2

"""The reranker that comes with recallcore-models, by its name."""

from __future__ import annotations

import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import recallcore
from recallcore.errors import ConfigError, MissingDependencyError
from recallcore.rerank import CallableReranker, names, register, resolve
from recallcore.rerank.default import DEFAULT_MODEL, default_reranker
from tests.local_models.tiny_models import ModelMaker


class Package(ModuleType):
    """Stands for an installed recallcore-models that carries some directories."""

    def __init__(self, directories: dict[str, Path]) -> None:
        super().__init__("recallcore_models")
        self._directories = directories

    def path(self, name: str) -> Path:
        try:
            return self._directories[name]
        except KeyError:
            raise LookupError(f"no such model: {name}") from None


def install(monkeypatch: pytest.MonkeyPatch, directories: dict[str, Path]) -> None:
    monkeypatch.setitem(sys.modules, "recallcore_models", Package(directories))


def test_name_is_the_packaged_model_the_same_for_everybody(
    monkeypatch: pytest.MonkeyPatch, make_model: ModelMaker
) -> None:
    install(monkeypatch, {DEFAULT_MODEL: make_model.cross_encoder()})
    found = resolve(DEFAULT_MODEL)
    assert found is not None
    assert found.reranker is default_reranker()
    assert DEFAULT_MODEL in names()


def test_nothing_is_loaded_before_it_is_needed(
    monkeypatch: pytest.MonkeyPatch, make_model: ModelMaker
) -> None:
    install(monkeypatch, {DEFAULT_MODEL: make_model.cross_encoder()})
    found = resolve(DEFAULT_MODEL)
    assert found is not None
    # A model that is not loaded has no revision yet.
    assert found.revision is None
    found.warm()
    assert found.revision is not None


@pytest.mark.parametrize("installed", [False, True])
def test_package_that_is_absent_or_too_old_is_named(
    monkeypatch: pytest.MonkeyPatch, *, installed: bool
) -> None:
    if installed:
        install(monkeypatch, {})
    else:
        monkeypatch.setitem(sys.modules, "recallcore_models", None)
    with pytest.raises(MissingDependencyError, match="pip install --upgrade recallcore-models"):
        resolve(DEFAULT_MODEL)


def test_name_is_taken() -> None:
    with pytest.raises(ConfigError, match="taken"):
        register(DEFAULT_MODEL, lambda: CallableReranker(lambda query, texts: [0.0 for _ in texts]))


def test_who_names_no_reranker_gets_the_packaged_one(
    monkeypatch: pytest.MonkeyPatch, make_model: ModelMaker, tmp_path: Path
) -> None:
    install(monkeypatch, {DEFAULT_MODEL: make_model.cross_encoder()})
    with recallcore.open(tmp_path / "bank", embedder="hashing:64") as bank:
        bank.retain(["abc", "abd", "abe"])
        assert bank.recall("abc", rerank={"deadline": None}).rerank.ran


def test_recall_goes_on_without_the_package_and_names_it(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setitem(sys.modules, "recallcore_models", None)
    with recallcore.open(tmp_path / "bank", embedder="hashing:64") as bank:
        bank.retain(["abc", "abd", "abe"])
        result = bank.recall("abc")
    assert len(result) == 3
    assert not result.rerank.ran
    assert "pip install --upgrade recallcore-models" in (result.rerank.reason or "")
    assert any("recallcore-models" in note for note in result.notes)


@pytest.mark.parametrize("declined", [False, "none"])
def test_who_declines_a_reranker_is_told_of_no_package(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, declined: Any
) -> None:
    monkeypatch.setitem(sys.modules, "recallcore_models", None)
    with recallcore.open(tmp_path / "bank", embedder="hashing:64", reranker=declined) as bank:
        bank.retain(["abc", "abd", "abe"])
        result = bank.recall("abc")
    assert (result.rerank.reason, result.notes) == ("the bank was opened without a reranker", ())

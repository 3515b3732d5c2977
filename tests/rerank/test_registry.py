"""Rerankers by name and by directory: shared, loaded when needed, and refused with what is known."""

from __future__ import annotations

import importlib.metadata
import threading
from pathlib import Path
from typing import Any

import pytest

import recallcore
from recallcore.errors import ConfigError, MissingDependencyError, ModelError
from recallcore.local_models import add_model
from recallcore.rerank import (
    CallableReranker,
    CrossEncoder,
    CrossEncoderOptions,
    lazy,
    names,
    register,
    resolve,
)
from tests.local_models.tiny_models import ModelMaker


@pytest.fixture(autouse=True)
def own_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lazy.forget()
    monkeypatch.setenv("HOME", str(tmp_path / "home"))


@pytest.fixture
def loads(monkeypatch: pytest.MonkeyPatch) -> list[Path]:
    """Notes which directories are loaded."""
    seen: list[Path] = []

    def load(directory: Path) -> CrossEncoder:
        seen.append(directory)
        return CrossEncoder(directory)

    monkeypatch.setattr(lazy, "CrossEncoder", load)
    return seen


@pytest.mark.parametrize("name", ["none", "passthrough"])
def test_passthrough_is_no_reranker(name: str) -> None:
    assert resolve(name) is None
    with pytest.raises(ConfigError, match="taken"):
        register(name, lambda: CallableReranker(lambda query, texts: [0.0 for _ in texts]))


def test_registered_name_makes_a_reranker_for_each_bank() -> None:
    made: list[CallableReranker] = []

    def factory() -> CallableReranker:
        made.append(CallableReranker(lambda query, texts: [0.5 for _ in texts], name="half"))
        return made[-1]

    register("test-registry.half", factory)
    assert "test-registry.half" in names()
    found = [resolve("test-registry.half") for _ in range(2)]
    assert [each.reranker for each in found if each is not None] == made
    assert len(made) == 2


def test_factory_must_make_a_reranker() -> None:
    wrong: Any = lambda: 5  # noqa: E731
    register("test-registry.wrong", wrong)
    with pytest.raises(ConfigError, match="got int"):
        resolve("test-registry.wrong")


def test_function_that_scores_is_no_factory() -> None:
    scores: Any = lambda query, texts: [0.5 for _ in texts]  # noqa: E731
    register("test-registry.scores", scores)
    with pytest.raises(
        ConfigError, match=r"reranker 'test-registry\.scores' cannot be made, expected a factory"
    ):
        resolve("test-registry.scores")
    with pytest.raises(ConfigError, match=r"reranker 'test-registry\.made' is registered with an object"):
        register("test-registry.made", CrossEncoderOptions())  # type: ignore[arg-type]  # what must fail


def test_entry_point_offers_a_reranker(monkeypatch: pytest.MonkeyPatch) -> None:
    point = importlib.metadata.EntryPoint(
        name="plug", value="tests.rerank.offered:make", group="recallcore.rerankers"
    )
    monkeypatch.setattr("recallcore.plugins.entry_points", importlib.metadata.EntryPoints([point]).select)
    with pytest.raises((MissingDependencyError, ConfigError), match="reranker 'plug'"):
        resolve("plug")
    point = importlib.metadata.EntryPoint(
        name="plug", value="recallcore.rerank:CrossEncoderOptions", group="recallcore.rerankers"
    )
    monkeypatch.setattr("recallcore.plugins.entry_points", importlib.metadata.EntryPoints([point]).select)
    assert "plug" in names()
    with pytest.raises(ConfigError, match="got CrossEncoderOptions"):
        resolve("plug")


def test_model_is_loaded_once_at_its_first_use_and_shared(
    tmp_path: Path, make_model: ModelMaker, loads: list[Path]
) -> None:
    directory = make_model.cross_encoder()
    texts = ["abc", "abd", "abe"]
    with (
        recallcore.open(tmp_path / "one", embedder="hashing:64", reranker=directory) as one,
        recallcore.open(tmp_path / "two", embedder="hashing:64", reranker=f"onnx:{directory}") as two,
    ):
        one.retain(texts)
        two.retain(texts)
        assert loads == []
        assert one.recall("abc").rerank.ran
        assert two.recall("abc").rerank.ran
        two.warm()
    assert loads == [directory]


def test_warming_loads_and_says_what_a_recall_only_notes(
    tmp_path: Path, make_model: ModelMaker, loads: list[Path]
) -> None:
    directory = make_model.cross_encoder()
    with recallcore.open(tmp_path / "bank", embedder="hashing:64", reranker=directory) as bank:
        bank.retain(["abc", "abd", "abe"])
        (directory / "model.onnx").write_bytes(b"damaged")
        with pytest.raises(ModelError, match=r"model\.onnx"):
            bank.warm()
        result = bank.recall("abc")
        assert len(result) == 3
        assert any("failed: ModelError" in note for note in result.notes)
        assert len(loads) == 2


def test_directory_that_is_no_model_is_refused_when_a_bank_is_opened(
    tmp_path: Path, make_model: ModelMaker
) -> None:
    directory = make_model.cross_encoder()
    (directory / "tokenizer.json").unlink()
    with pytest.raises(ModelError, match=r"expected tokenizer\.json"):
        recallcore.open(tmp_path / "bank", reranker=directory)
    with pytest.raises(ModelError, match="expected a model directory"):
        recallcore.open(tmp_path / "bank", reranker=tmp_path / "nowhere")
    assert not (tmp_path / "bank").exists()


def test_added_model_is_found_by_its_name(make_model: ModelMaker) -> None:
    add_model(make_model.cross_encoder(), "reranker", name="judge")
    add_model(make_model(), "embedder", name="reader")
    found = resolve("judge")
    assert found is not None
    assert found.name == "judge"
    assert "judge" in names()
    assert "reader" not in names()


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("jduge", "no reranker is named 'jduge'; known are none, passthrough"),
        ("pass-through", "did you mean 'passthrough'"),
        ("onnx:", "got no directory"),
    ],
)
def test_unknown_names_come_with_a_suggestion(spec: str, message: str) -> None:
    with pytest.raises(ConfigError, match=message):
        resolve(spec)


def test_directory_given_as_a_name_is_recognised(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="did you mean the directory, 'onnx:"):
        resolve(str(tmp_path))


def test_model_that_is_still_being_loaded_has_not_failed(
    tmp_path: Path, make_model: ModelMaker, monkeypatch: pytest.MonkeyPatch
) -> None:
    directory, loaded = make_model.cross_encoder(), threading.Event()

    def slowly(path: Path) -> CrossEncoder:
        loaded.wait()
        return CrossEncoder(path)

    monkeypatch.setattr(lazy, "CrossEncoder", slowly)
    breaker = recallcore.Breaker(failures=1)
    with recallcore.open(
        tmp_path / "bank", embedder="hashing:64", reranker=directory, breaker=breaker
    ) as bank:
        bank.retain(["abc", "abd", "abe"])
        early = bank.recall("abc", rerank=recallcore.RerankOptions(deadline=0.05))
        assert not early.rerank.ran
        assert any("its model was still being loaded" in note for note in early.notes)
        assert not breaker.is_open
        loaded.set()
        assert bank.recall("abc", rerank=recallcore.RerankOptions(deadline=None)).rerank.ran

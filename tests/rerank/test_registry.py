"""Rerankers by name and by directory: shared, loaded when needed, and refused with what is known."""

from __future__ import annotations

import importlib.metadata
import os
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

import recallcore
from recallcore.embed import OnnxEmbedder
from recallcore.errors import ConfigError, MissingDependencyError, ModelError
from recallcore.local_models import ModelDirectory, add_model, read_model_directory
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


def test_threads_that_open_a_directory_at_once_share_its_model(
    make_model: ModelMaker, monkeypatch: pytest.MonkeyPatch
) -> None:
    directory, together = make_model.cross_encoder(), threading.Barrier(4)

    def read(path: Path) -> ModelDirectory:
        # Whoever else reads the directory at the same time arrives here too; alone, it waits in vain.
        with suppress(threading.BrokenBarrierError):
            together.wait(0.2)
        return read_model_directory(path)

    monkeypatch.setattr(lazy, "read_model_directory", read)
    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(lambda _: resolve(directory), range(4)))
    assert len({id(each.reranker) for each in found if each is not None}) == 1


FORKED = """
import os, sys, threading, warnings
from pathlib import Path
from recallcore.rerank import CrossEncoder, lazy
warnings.simplefilter("ignore", DeprecationWarning)
begun, free = threading.Event(), threading.Event()
def load(directory):
    begun.set()
    free.wait()
    return CrossEncoder(directory)
lazy.CrossEncoder = load
model = lazy.model_in(Path(sys.argv[1]))
thread = threading.Thread(target=model.warm)
thread.start()
begun.wait()
child = os.fork()
free.set()
if child == 0:
    fresh = not model.loading
    model.warm()
    os._exit(0 if fresh and model.revision else 1)
thread.join()
sys.exit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork on this system")
def test_child_that_is_forked_during_a_load_loads_for_itself(make_model: ModelMaker) -> None:
    command = [sys.executable, "-P", "-c", FORKED, str(make_model.cross_encoder())]
    done = subprocess.run(command, timeout=60, capture_output=True)
    assert done.returncode == 0, done.stderr.decode()


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


def test_warming_calls_what_can_be_warmed_and_asks_nothing_of_the_rest(tmp_path: Path) -> None:
    asked: list[str] = []

    class Plain:
        name, scale = "plain", "auto"

        def score(self, query: str, texts: list[str]) -> list[float]:
            asked.append("score")
            return [0.5] * len(texts)

    class Warm(Plain):
        def warm(self) -> None:
            asked.append("warm")

    for place, reranker in enumerate((Plain(), Plain().score, Warm())):
        given: Any = reranker
        with recallcore.open(tmp_path / str(place), embedder="hashing:64", reranker=given) as bank:
            bank.warm()
    assert asked == ["warm"]


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


def test_checksums_are_verified_when_the_model_is_loaded(tmp_path: Path, make_model: ModelMaker) -> None:
    directory = make_model.cross_encoder(files={"recallcore.json": {"sha256": {"model.onnx": "00"}}})
    with recallcore.open(tmp_path / "bank", embedder="hashing:64", reranker=directory) as bank:
        bank.retain(["abc", "abd", "abe"])
        with pytest.raises(ModelError, match="expected SHA-256 00"):
            bank.warm()
        assert any("failed: ModelError" in note for note in bank.recall("abc").notes)


def test_added_model_is_found_by_its_name(make_model: ModelMaker) -> None:
    add_model(make_model.cross_encoder(), "reranker", name="judge", check=CrossEncoder)
    add_model(make_model(), "embedder", name="reader", check=OnnxEmbedder)
    found = resolve("judge")
    assert found is not None
    assert found.name == "judge"
    assert "judge" in names()
    assert "reader" not in names()


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("jduge", "no reranker is named 'jduge'; known are "),
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


def test_directory_states_what_its_model_was_made_for(make_model: ModelMaker) -> None:
    made_for = {"scripts": ["Latin", "Han"], "longest_text": 128}
    stated = resolve(make_model.cross_encoder(files={"recallcore.json": made_for}))
    silent = resolve(make_model.cross_encoder())
    assert stated is not None
    assert silent is not None
    assert (stated.scripts, silent.scripts) == (frozenset({"Latin", "Han"}), None)
    assert (stated.longest_text, silent.longest_text) == (128, None)

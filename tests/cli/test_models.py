"""`recallcore models`, and a reranker on the command line."""

from __future__ import annotations

import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from recallcore.rerank import lazy
from tests.cli.conftest import Command
from tests.local_models.tiny_models import ModelMaker


@pytest.fixture
def make_model(tmp_path: Path) -> ModelMaker:
    return ModelMaker(tmp_path / "models")


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The user's own folder, so that no test sees or changes a real one."""
    lazy.forget()
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    return tmp_path / "home" / ".recallcore" / "models"


def test_reranker_is_added_listed_and_used_by_its_name(
    command: Command, bank: Path, make_model: ModelMaker, home: Path
) -> None:
    directory = make_model.cross_encoder()
    added = command("models", "add", directory, "--name", "judge", "--json")
    assert added.code == 0
    assert added.document["sort"] == "reranker"
    assert added.document["path"] == str(home / "judge")
    listed = {row["name"]: row for row in command("models", "list", "--json").document["models"]}
    assert listed["judge"] == added.document
    assert listed["hashing"] == {"name": "hashing", "sort": "embedder", "path": None, "bytes": None}
    assert "passthrough" in listed
    assert "judge" in command("models", "list").out
    words = ("recall", bank, "kiln", "--embedder", "hashing", "--json")
    judged = command(*words, "--reranker", "judge", "--rerank").document
    assert judged["rerank"]["ran"]
    assert judged["rerank"]["name"] == "judge"
    assert not command(*words, "--reranker", "judge", "--no-rerank").document["rerank"]["ran"]
    assert command(*words, "--reranker", directory, "--rerank").document["rerank"]["ran"]


def test_embedder_is_added_and_makes_a_bank(
    command: Command, tmp_path: Path, make_model: ModelMaker, file: Path
) -> None:
    directory = make_model()
    assert command("models", "add", directory, "--json").document["sort"] == "embedder"
    assert command("import", tmp_path / "new", file, "--embedder", directory.name).code == 0
    assert command("stats", tmp_path / "new", "--json").document["vectors"] == 4


def test_explanation_says_what_the_reranker_thought(
    command: Command, bank: Path, make_model: ModelMaker
) -> None:
    directory = make_model.cross_encoder()
    told = command("explain", bank, "kiln", "kiln", "--reranker", directory, "--rerank").out
    assert f"reranker {directory.name!r}" in told


def test_model_that_is_neither_is_refused_and_nothing_is_added(
    command: Command, make_model: ModelMaker, home: Path
) -> None:
    directory = make_model.cross_encoder(labels=3)
    refused = command("models", "add", directory)
    assert refused.code == 5
    assert "it is no reranker (" in refused.err
    assert "and no embedder (" in refused.err
    assert not home.exists()


@pytest.mark.parametrize("name", ["../up", "passthrough", "hashing"])
def test_name_that_is_no_name_or_means_something_else_is_refused(
    command: Command, make_model: ModelMaker, home: Path, name: str
) -> None:
    directory = make_model.cross_encoder() if name != "hashing" else make_model()
    refused = command("models", "add", directory, "--name", name)
    assert refused.code == 2
    assert "model name" in refused.err
    assert not home.exists()


def test_home_can_be_elsewhere(command: Command, make_model: ModelMaker, tmp_path: Path, home: Path) -> None:
    elsewhere = tmp_path / "elsewhere"
    assert (
        command("models", "add", make_model.cross_encoder(), "--name", "judge", "--home", elsewhere).code == 0
    )
    assert (elsewhere / "judge" / "tokenizer.json").is_file()
    assert "judge" in command("models", "list", "--home", elsewhere).out
    assert "judge" not in command("models", "list").out
    assert not home.exists()


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (("--reranker", "jduge"), "no reranker is named 'jduge'; known are none, passthrough"),
        (("--reranker", "passthruogh"), "did you mean 'passthrough'?"),
        (("--reranker", "models/passthrough"), "named 'models/passthrough'; there is no such directory"),
        (("--embedder", "/no/hashing"), "no embedder is named '/no/hashing'; there is no such directory"),
        (("--rerank",), "--rerank needs a reranker; give --reranker"),
        (("--reranker", "passthrough", "--rerank"), "--rerank needs a reranker; give --reranker"),
        (("--min-score", "reranker=0.5"), "--min-score of reranker needs a reranker; give --reranker"),
    ],
)
def test_reranker_or_embedder_that_is_none_is_named(
    command: Command, bank: Path, words: tuple[str, ...], complaint: str
) -> None:
    refused = command("recall", bank, "kiln", "--embedder", "hashing", *words)
    assert refused.code == 2
    assert complaint in refused.err


def test_model_of_the_hub_needs_its_package(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "huggingface_hub", None)
    refused = command("models", "pull", "owner/judge")
    assert refused.code == 5
    assert "pip install huggingface_hub" in refused.err
    assert "recallcore models add DIR" in refused.err


def test_hub_that_refuses_is_told_in_a_line_and_nothing_is_added(
    command: Command, monkeypatch: pytest.MonkeyPatch, home: Path
) -> None:
    def unreachable(*given: object, **options: object) -> str:
        raise ConnectionError("no route to the hub\nand a long story")

    monkeypatch.setitem(sys.modules, "huggingface_hub", SimpleNamespace(snapshot_download=unreachable))
    refused = command("models", "pull", "owner/judge")
    assert refused.code == 5
    [line] = refused.err.splitlines()
    assert "'owner/judge' cannot be fetched from the hub (ConnectionError)" in line
    assert line.endswith("no route to the hub")
    assert not home.exists()


def test_model_that_was_fetched_is_added_under_its_own_part_of_the_name(
    command: Command, monkeypatch: pytest.MonkeyPatch, make_model: ModelMaker, home: Path
) -> None:
    source = make_model.cross_encoder()
    asked: list[tuple[str, object]] = []

    def download(repository: str, *, revision: str | None, local_dir: Path, allow_patterns: list[str]) -> str:
        asked.append((repository, revision))
        assert "*.safetensors" not in allow_patterns
        for path in source.iterdir():
            (local_dir / path.name).write_bytes(path.read_bytes())
        return str(local_dir)

    monkeypatch.setitem(sys.modules, "huggingface_hub", SimpleNamespace(snapshot_download=download))
    assert command("models", "pull", "owner/judge", "--revision", "v1").code == 0
    assert asked == [("owner/judge", "v1")]
    assert (home / "judge" / "tokenizer.json").is_file()

"""`recallcore models`, and a reranker on the command line."""

from __future__ import annotations

import shutil
import sys
from fnmatch import fnmatchcase
from pathlib import Path
from types import SimpleNamespace

import onnx
import pytest

from tests.cli.conftest import Command
from tests.local_models.tiny_models import ModelMaker


@pytest.fixture
def make_model(tmp_path: Path) -> ModelMaker:
    return ModelMaker(tmp_path / "models")


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The user's own folder, so that no test sees or changes a real one."""
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
    assert not {"none", "passthrough"} & set(listed)
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


@pytest.mark.parametrize("kind", ["reranker", "embedder"])
def test_one_precision_of_several_is_added(
    command: Command, make_model: ModelMaker, home: Path, kind: str
) -> None:
    make = make_model.cross_encoder if kind == "reranker" else make_model
    directory, other = make(model_name="onnx/model_int8.onnx"), make(model_name="onnx/model_q4.onnx")
    (directory / "onnx" / "model_q4.onnx").write_bytes((other / "onnx" / "model_q4.onnx").read_bytes())
    refused = command("models", "add", directory)
    assert refused.code == 5
    assert "found onnx/model_int8.onnx, onnx/model_q4.onnx" in refused.err
    added = command("models", "add", directory, "--name", "mine", "--file", "onnx/model_q4.onnx", "--json")
    assert added.document["sort"] == kind
    assert [path.name for path in (home / "mine").rglob("*.onnx")] == ["model_q4.onnx"]


def move_weights(model: Path, name: str) -> None:
    """Moves the weights out of a model, into a file of that name beside it."""
    graph = onnx.load(str(model))
    onnx.save(graph, str(model), save_as_external_data=True, location=name, size_threshold=100)
    assert (model.parent / name).is_file()


def test_model_whose_weights_lie_beside_it_is_added_whole(
    command: Command, bank: Path, make_model: ModelMaker, home: Path
) -> None:
    directory = make_model.cross_encoder()
    move_weights(directory / "model.onnx", "model.onnx.data")
    assert command("models", "add", directory, "--name", "judge").code == 0
    assert (home / "judge" / "model.onnx.data").is_file()
    shutil.rmtree(directory)
    words = ("recall", bank, "kiln", "--embedder", "hashing", "--reranker", "judge", "--rerank", "--json")
    assert command(*words).document["rerank"]["ran"]


def test_model_whose_copy_does_not_answer_is_not_added(
    command: Command, make_model: ModelMaker, home: Path
) -> None:
    directory = make_model.cross_encoder()
    move_weights(directory / "model.onnx", "elsewhere.bin")
    refused = command("models", "add", directory, "--name", "judge")
    assert refused.code == 5
    assert f"{directory}: a copy of it does not work, so it was not added" in refused.err
    assert "elsewhere.bin" in refused.err
    assert list(home.iterdir()) == []


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (("--reranker", "jduge"), "no reranker is named 'jduge'; known are "),
        (("--reranker", "passthruogh"), "did you mean 'passthrough'?"),
        (("--reranker", "models/passthrough"), "named 'models/passthrough'; there is no such directory"),
        (("--embedder", "/no/hashing"), "no embedder is named '/no/hashing'; there is no such directory"),
        (("--reranker", "passthrough", "--rerank"), "--rerank needs a reranker; give another"),
        (
            ("--reranker", "none", "--min-score", "reranker=0.5"),
            "--min-score of reranker needs a reranker; give another",
        ),
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

    monkeypatch.setitem(sys.modules, "huggingface_hub", SimpleNamespace(list_repo_files=unreachable))
    refused = command("models", "pull", "owner/judge")
    assert refused.code == 5
    [line] = refused.err.splitlines()
    assert "'owner/judge' cannot be fetched from the hub (ConnectionError)" in line
    assert line.endswith("no route to the hub")
    assert not home.exists()


class Hub:
    """A hub with one repository, whose files are those of a directory."""

    def __init__(self, source: Path) -> None:
        self.source = source
        self.asked: list[tuple[str, object]] = []
        self.fetched: set[str] = set()

    def list_repo_files(self, repository: str, *, revision: str | None) -> list[str]:
        self.asked.append((repository, revision))
        places = (path for path in self.source.rglob("*") if path.is_file())
        return [path.relative_to(self.source).as_posix() for path in places]

    def snapshot_download(
        self, repository: str, *, revision: str | None, local_dir: Path, allow_patterns: list[str]
    ) -> str:
        for name in self.list_repo_files(repository, revision=revision):
            if any(fnmatchcase(name, pattern) for pattern in allow_patterns):
                self.fetched.add(name)
                (local_dir / name).parent.mkdir(parents=True, exist_ok=True)
                (local_dir / name).write_bytes((self.source / name).read_bytes())
        return str(local_dir)


@pytest.fixture
def hub(monkeypatch: pytest.MonkeyPatch, make_model: ModelMaker) -> Hub:
    """A reranker in several precisions, with weights for other frameworks."""
    source = make_model.cross_encoder(model_name="onnx/model.onnx", files={"config.json": {}})
    weights = (source / "onnx" / "model.onnx").read_bytes()
    for name in ("onnx/model_int8.onnx", "onnx/model_q4.onnx"):
        (source / name).write_bytes(weights)
    for name in ("onnx/model.onnx_data", "onnx/model.onnx_data_1", "onnx/model_q4.onnx.data"):
        (source / name).write_bytes(b"weights")
    for name in ("model.safetensors", "openvino.xml"):
        (source / name).write_bytes(b"weights")
    made = Hub(source)
    monkeypatch.setitem(sys.modules, "huggingface_hub", made)
    return made


def test_model_that_was_fetched_is_added_under_its_own_part_of_the_name(
    command: Command, hub: Hub, home: Path
) -> None:
    assert command("models", "pull", "owner/judge", "--revision", "v1").code == 0
    assert set(hub.asked) == {("owner/judge", "v1")}
    assert (home / "judge" / "tokenizer.json").is_file()


@pytest.mark.parametrize(
    ("words", "weights"),
    [
        ((), {"onnx/model.onnx", "onnx/model.onnx_data", "onnx/model.onnx_data_1"}),
        (("--file", "onnx/model_int8.onnx"), {"onnx/model_int8.onnx"}),
        (("--file", "onnx/model_q4.onnx"), {"onnx/model_q4.onnx", "onnx/model_q4.onnx.data"}),
    ],
    ids=["plain", "int8", "q4"],
)
def test_one_precision_is_fetched(
    command: Command, hub: Hub, home: Path, words: tuple[str, ...], weights: set[str]
) -> None:
    assert command("models", "pull", "owner/judge", *words).code == 0
    assert hub.fetched == {"tokenizer.json", "config.json", *weights}
    added = home / "judge"
    copied = {path.relative_to(added).as_posix() for path in added.rglob("*") if path.is_file()}
    assert copied == {*hub.fetched, "added.json"}


def test_file_that_the_hub_does_not_have_is_refused_with_those_that_it_has(
    command: Command, hub: Hub, home: Path
) -> None:
    refused = command("models", "pull", "owner/judge", "--file", "onnx/model_fp16.onnx")
    assert refused.code == 5
    assert "expected onnx/model_fp16.onnx, found onnx/model.onnx, onnx/model_int8.onnx" in refused.err
    assert not hub.fetched
    (hub.source / "onnx" / "model.onnx").unlink()
    unclear = command("models", "pull", "owner/judge")
    assert unclear.code == 5
    assert "found onnx/model_int8.onnx, onnx/model_q4.onnx" in unclear.err
    assert not home.exists()

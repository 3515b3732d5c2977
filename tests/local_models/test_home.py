"""Models that were added: found by name, whole or not at all, and never by a path in disguise."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import pytest

import recallcore
import recallcore.embed
import recallcore.rerank
from recallcore.errors import ConfigError, ModelError
from recallcore.local_models import (
    add_model,
    added_models,
    default_home,
    find_model,
    read_model_directory,
)


def works(copy: Path) -> None:
    """Finds nothing wrong with a copy."""


@pytest.fixture
def directory(tmp_path: Path) -> Path:
    """What looks like a model, and what lies beside one."""
    folder = tmp_path / "downloaded"
    for name in ("model.onnx", "tokenizer.json", "1_Pooling/config.json", "onnx/model_int8.onnx", "LICENSE"):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(name, encoding="utf-8")
    for name in ("pytorch_model.bin", "model.safetensors", ".git/config.json", "script.py"):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(name, encoding="utf-8")
    return folder


def files(folder: Path) -> set[str]:
    return {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}


def test_added_model_is_found_by_name_and_sort(tmp_path: Path, directory: Path) -> None:
    home = tmp_path / "home"
    added = add_model(directory, "reranker", name="judge", check=works, home=home)
    assert (added.name, added.sort, added.path) == ("judge", "reranker", home / "judge")
    assert added_models(home) == (added,)
    assert find_model("judge", "reranker", home) == home / "judge"
    assert find_model("judge", "embedder", home) is None
    assert find_model("jury", "reranker", home) is None


def test_model_is_copied_without_what_it_does_not_need(tmp_path: Path, directory: Path) -> None:
    added = add_model(directory, "embedder", name="mine", check=works, home=tmp_path / "home")
    wanted = {"model.onnx", "tokenizer.json", "1_Pooling/config.json", "LICENSE"}
    assert files(added.path) == {*wanted, "added.json"}
    assert added.bytes == sum(path.stat().st_size for path in added.path.rglob("*") if path.is_file())
    assert files(tmp_path / "home") == {f"mine/{name}" for name in files(added.path)}


@pytest.mark.parametrize("place", ["model.onnx", "onnx/model_int8.onnx"])
def test_weights_beside_the_model_that_is_used_are_copied_and_no_others(
    tmp_path: Path, directory: Path, place: str
) -> None:
    suffixes = (".data", "_data", "_data_1", "_data_12")
    for model in ("model.onnx", "model_int8.onnx", "onnx/model.onnx", "onnx/model_int8.onnx"):
        for suffix in ("", *suffixes):
            (directory / f"{model}{suffix}").write_text(model + suffix, encoding="utf-8")
    added = add_model(directory, "reranker", name="mine", check=works, file=place, home=tmp_path / "home")
    copied = {name for name in files(added.path) if ".onnx" in name}
    assert copied == {place, *(place + suffix for suffix in suffixes)}
    assert read_model_directory(added.path).model == added.path / place


def test_chosen_file_stays_the_chosen_one_and_its_revision_its_own(tmp_path: Path, directory: Path) -> None:
    stated = {"revision": "v1", "sha256": {"model.onnx": "00"}}
    (directory / "recallcore.json").write_text(json.dumps(stated), encoding="utf-8")
    file = "onnx/model_int8.onnx"
    first = add_model(directory, "reranker", name="one", check=works, file=file, home=tmp_path / "home")
    again = add_model(first.path, "reranker", name="two", check=works, home=tmp_path / "home")
    for added in (first, again):
        copy = read_model_directory(added.path)
        copy.verify()  # the checksum of a file that was left out is nobody's
        assert copy.file == file
        assert copy.revision() == hashlib.sha256(file.encode()).hexdigest()[:16]


def test_file_outside_of_the_directory_is_refused(tmp_path: Path, directory: Path) -> None:
    (tmp_path / "outside.onnx").write_text("", encoding="utf-8")
    for file in ("../outside.onnx", str(tmp_path / "outside.onnx")):
        with pytest.raises(ModelError, match=r"expected .*outside\.onnx"):
            add_model(directory, "reranker", name="judge", check=works, file=file, home=tmp_path / "home")


def test_copy_that_does_not_work_is_not_kept(tmp_path: Path, directory: Path) -> None:
    home, seen = tmp_path / "home", []

    def refuse(copy: Path) -> None:
        seen.append(files(copy))
        assert added_models(home) == ()
        raise ModelError("it is damaged")

    with pytest.raises(ModelError, match="it is damaged"):
        add_model(directory, "reranker", name="judge", check=refuse, home=home)
    assert seen == [{"model.onnx", "tokenizer.json", "1_Pooling/config.json", "LICENSE", "added.json"}]
    assert files(home) == set()


def test_name_that_is_taken_is_refused_and_the_first_model_stays(tmp_path: Path, directory: Path) -> None:
    first = add_model(directory, "embedder", name="mine", check=works, home=tmp_path)
    with pytest.raises(ConfigError, match="model name is taken"):
        add_model(directory, "reranker", name="mine", check=works, home=tmp_path)
    assert added_models(tmp_path) == (first,)


@pytest.mark.parametrize("name", ["", ".", "..", "../up", "a/b", "a\\b", ".hidden", "a b", "a\0b", "/root"])
def test_name_that_could_be_a_path_is_refused_and_finds_nothing(
    tmp_path: Path, directory: Path, name: str
) -> None:
    with pytest.raises(ConfigError, match="model names consist of"):
        add_model(directory, "reranker", name=name, check=works, home=tmp_path / "home")
    assert find_model(name, "reranker", tmp_path / "home") is None


@pytest.mark.parametrize("note", ["", "{", "[]", "{}", '{"sort": "reader"}', '{"sort": 1}'])
def test_what_is_no_added_model_is_passed_over(tmp_path: Path, note: str) -> None:
    (tmp_path / "odd").mkdir()
    (tmp_path / "odd" / "added.json").write_text(note, encoding="utf-8")
    (tmp_path / "file").write_text("", encoding="utf-8")
    assert added_models(tmp_path) == ()
    assert find_model("odd", "reranker", tmp_path) is None


def test_failed_copy_leaves_nothing(tmp_path: Path, directory: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(source: Path, target: Path) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("recallcore.local_models.home.shutil.copyfile", full)
    with pytest.raises(ModelError, match="cannot be copied"):
        add_model(directory, "reranker", name="judge", check=works, home=tmp_path / "home")
    assert files(tmp_path / "home") == set()


def test_home_is_below_the_users_own(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    assert default_home() == tmp_path / ".recallcore" / "models"
    assert added_models() == ()


def test_user_without_a_home_has_no_added_models_and_can_add_none(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, directory: Path
) -> None:
    monkeypatch.setattr("os.path.expanduser", lambda path: path)
    assert default_home() is None
    assert added_models() == ()
    assert find_model("judge", "reranker") is None
    assert "passthrough" in recallcore.rerank.names()
    assert "hashing" in recallcore.embed.names()
    with pytest.raises(ConfigError, match="no reranker is named 'nope'"):
        recallcore.open(tmp_path / "bank", embedder=False, reranker="nope")
    with pytest.raises(ConfigError, match="no embedder is named 'nope'"):
        recallcore.open(tmp_path / "bank", embedder="nope", reranker=False)
    with pytest.raises(ConfigError, match="home directory"):
        add_model(directory, "reranker", name="judge", check=works)


def test_home_that_cannot_be_read_holds_no_models(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    assert added_models(tmp_path / "file") == ()
    assert added_models(tmp_path / "nowhere") == ()


def test_note_of_the_source_is_replaced_by_our_own(tmp_path: Path, directory: Path) -> None:
    (directory / "added.json").write_text('{"sort": "embedder"}', encoding="utf-8")
    added = add_model(directory, "reranker", name="judge", check=works, home=tmp_path / "home")
    assert json.loads((added.path / "added.json").read_text(encoding="utf-8")) == {
        "sort": "reranker",
        "file": None,
    }

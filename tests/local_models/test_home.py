"""Models that were added: found by name, whole or not at all, and never by a path in disguise."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from recallcore.errors import ConfigError, ModelError
from recallcore.local_models import add_model, added_models, default_home, find_model


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
    added = add_model(directory, "reranker", name="judge", home=home)
    assert (added.name, added.sort, added.path) == ("judge", "reranker", home / "judge")
    assert added_models(home) == (added,)
    assert find_model("judge", "reranker", home) == home / "judge"
    assert find_model("judge", "embedder", home) is None
    assert find_model("jury", "reranker", home) is None


def test_model_is_copied_without_what_it_does_not_need(tmp_path: Path, directory: Path) -> None:
    added = add_model(directory, "embedder", name="mine", home=tmp_path / "home")
    wanted = {"model.onnx", "tokenizer.json", "1_Pooling/config.json", "onnx/model_int8.onnx", "LICENSE"}
    assert files(added.path) == {*wanted, "added.json"}
    assert added.bytes == sum(path.stat().st_size for path in added.path.rglob("*") if path.is_file())
    assert files(tmp_path / "home") == {f"mine/{name}" for name in files(added.path)}


def test_name_that_is_taken_is_refused_and_the_first_model_stays(tmp_path: Path, directory: Path) -> None:
    first = add_model(directory, "embedder", name="mine", home=tmp_path)
    with pytest.raises(ConfigError, match="model name is taken"):
        add_model(directory, "reranker", name="mine", home=tmp_path)
    assert added_models(tmp_path) == (first,)


@pytest.mark.parametrize("name", ["", ".", "..", "../up", "a/b", "a\\b", ".hidden", "a b", "a\0b", "/root"])
def test_name_that_could_be_a_path_is_refused_and_finds_nothing(
    tmp_path: Path, directory: Path, name: str
) -> None:
    with pytest.raises(ConfigError, match="model names consist of"):
        add_model(directory, "reranker", name=name, home=tmp_path / "home")
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
        add_model(directory, "reranker", name="judge", home=tmp_path / "home")
    assert files(tmp_path / "home") == set()


def test_home_is_below_the_users_own(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    assert default_home() == tmp_path / ".recallcore" / "models"
    assert added_models() == ()


def test_note_of_the_source_is_replaced_by_our_own(tmp_path: Path, directory: Path) -> None:
    (directory / "added.json").write_text('{"sort": "embedder"}', encoding="utf-8")
    added = add_model(directory, "reranker", name="judge", home=tmp_path / "home")
    assert json.loads((added.path / "added.json").read_text(encoding="utf-8")) == {"sort": "reranker"}

"""The package holds what it says, and the files are the ones that were measured."""

import hashlib
import json
import re
from pathlib import Path

import pytest

import recallcore_models

_LARGEST_TOTAL = 45_000_000


@pytest.mark.parametrize("name", recallcore_models.available())
def test_every_model_has_all_its_files(name: str) -> None:
    files = {file.name for file in recallcore_models.path(name).iterdir()}
    assert files == {"model.onnx", "tokenizer.json", "recallcore.json", "NOTICE", "CARD.md"}


@pytest.mark.parametrize("name", recallcore_models.available())
def test_files_have_the_checksums_of_the_settings(name: str) -> None:
    folder = recallcore_models.path(name)
    settings = json.loads((folder / "recallcore.json").read_text(encoding="utf-8"))
    assert settings["name"] == name
    for file, checksum in settings["sha256"].items():
        assert hashlib.sha256((folder / file).read_bytes()).hexdigest() == checksum, file


def test_default_model_is_available() -> None:
    assert recallcore_models.path().name in recallcore_models.available()


@pytest.mark.parametrize("name", ["no-such-model", "..", "", "multilingual-e5-small/"])
def test_unknown_model_is_a_lookup_error_that_names_the_known_ones(name: str) -> None:
    with pytest.raises(LookupError, match="multilingual-e5-small"):
        recallcore_models.path(name)


def test_models_stay_small() -> None:
    for name in recallcore_models.available():
        total = sum(file.stat().st_size for file in recallcore_models.path(name).iterdir())
        assert total <= _LARGEST_TOTAL, name


def test_thresholds_go_from_lax_to_strict() -> None:
    settings = json.loads((recallcore_models.path() / "recallcore.json").read_text(encoding="utf-8"))
    thresholds = settings["thresholds"]
    assert 0 < thresholds["temporal"] < thresholds["seed"] < thresholds["link"] < 1


def test_version_is_the_one_of_the_project_file() -> None:
    project = (Path(__file__).parents[1] / "pyproject.toml").read_text(encoding="utf-8")
    assert re.search(r'^version = "(.+)"$', project, re.MULTILINE)[1] == recallcore_models.__version__

"""The folder of models that a person added, from which they are found by name; nothing is ever downloaded."""

from __future__ import annotations

import json
import shutil
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal

from recallcore.errors import ConfigError, ModelError
from recallcore.local_models.directory import ADDED_FILE, ModelDirectory, read_model_directory
from recallcore.types.checks import is_plain_name

_LONGEST_NAME: Final = 100

ModelSort = Literal["embedder", "reranker"]
"""What a model is for."""

_SUFFIXES: Final = frozenset({".json", ".txt", ".md"})
_LEGAL: Final = ("LICENSE", "LICENCE", "NOTICE", "COPYING")


def default_home() -> Path | None:
    """Returns the folder in which models are looked for: ``.recallcore/models`` below the user's home.

    None where the user has no home, as in some containers; then there are no added models.
    """
    try:
        return Path.home() / ".recallcore" / "models"
    except RuntimeError:
        return None


@dataclass(frozen=True, slots=True, kw_only=True)
class AddedModel:
    """A model in the folder.

    Attributes:
        name: What finds it.
        sort: What it is for.
        path: Its directory.
        bytes: What its files take.
    """

    name: str
    sort: ModelSort
    path: Path
    bytes: int


def added_models(home: Path | None = None) -> tuple[AddedModel, ...]:
    """Returns the models that were added, by name; what is no added model is passed over.

    Args:
        home: The folder; None is `default_home`.
    """
    folder = default_home() if home is None else home
    if folder is None:
        return ()
    try:
        directories = sorted(folder.iterdir())
    except OSError:  # it is not there, is no folder, or is none of ours to read
        return ()
    found = (_added(directory) for directory in directories if _is_name(directory.name))
    return tuple(model for model in found if model is not None)


def find_model(name: str, sort: ModelSort, home: Path | None = None) -> Path | None:
    """Returns the directory of an added model, or None if there is none of that name and sort."""
    folder = default_home() if home is None else home
    if folder is None or not _is_name(name):
        return None
    model = _added(folder / name)
    return model.path if model is not None and model.sort == sort else None


def add_model(
    directory: Path,
    sort: ModelSort,
    *,
    name: str,
    check: Callable[[Path], object],
    file: str | None = None,
    home: Path | None = None,
) -> AddedModel:
    """Copies a model's files into the folder, whole or not at all.

    Other precisions of the model, and the weights of other frameworks, stay where they are.

    Args:
        directory: The model's directory.
        sort: What it is for.
        name: What will find it.
        check: Called with the copy before anything finds it: opens it, and raises if it does not work.
        file: The ``.onnx`` file in the directory; None takes the one that `read_model_directory` takes.
        home: The folder; None is `default_home`.

    Raises:
        ConfigError: The name has other characters than letters, digits, dots, dashes and underscores, begins
            with a dot, or is taken; or there is no folder, for the user has no home.
        ModelError: The files are no model, or cannot be copied.
    """
    if not _is_name(name):
        raise ConfigError(
            f"model names consist of up to {_LONGEST_NAME} letters, digits, '.', '-' and '_', got {name!r}"
        )
    folder = default_home() if home is None else home
    if folder is None:
        raise ConfigError("models are kept in the user's home directory, which cannot be determined")
    target = folder / name
    if target.exists():
        raise ConfigError(f"model name is taken, remove the folder to add another: {target}")
    stated = read_model_directory(directory, file=file)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=folder, prefix=".adding-") as scratch:
            copied = Path(scratch) / name
            for source in _files(stated):
                place = copied / source.relative_to(directory)
                place.parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(source, place)
            note = json.dumps({"sort": sort, "file": stated.file})
            (copied / ADDED_FILE).write_text(note, encoding="utf-8")
            _check(copied, check, source=directory)
            copied.rename(target)
    except OSError as error:
        if target.exists():  # somebody else was faster
            raise ConfigError(f"model name is taken, remove the folder to add another: {target}") from error
        raise ModelError(f"model cannot be copied to {target}: {error}") from error
    added = _added(target)
    if added is None:
        raise ModelError(f"model was added and is gone again: {target}")
    return added


def _check(copied: Path, check: Callable[[Path], object], *, source: Path) -> None:
    try:
        check(copied)
    except ModelError as error:
        raise ModelError(f"{source}: a copy of it does not work, so it was not added: {error}") from error


def _added(directory: Path) -> AddedModel | None:
    try:
        note = json.loads((directory / ADDED_FILE).read_text(encoding="utf-8"))
        size = sum(path.stat().st_size for path in directory.rglob("*") if path.is_file())
    except (OSError, ValueError, RecursionError):
        return None
    sort = note.get("sort") if isinstance(note, dict) else None
    if sort not in ("embedder", "reranker"):
        return None
    return AddedModel(name=directory.name, sort=sort, path=directory, bytes=size)


def _files(stated: ModelDirectory) -> Iterator[Path]:
    """The files that a model is made of: its weights, and what is said of them."""
    yield from stated.weights()
    for path in sorted(stated.path.rglob("*")):
        hidden = any(part.startswith(".") for part in path.relative_to(stated.path).parts)
        said = path.suffix in _SUFFIXES or path.name.upper().startswith(_LEGAL)
        if path.is_file() and said and not hidden and path.name != ADDED_FILE:
            yield path


def _is_name(name: str) -> bool:
    return len(name) <= _LONGEST_NAME and not name.startswith(".") and is_plain_name(name)

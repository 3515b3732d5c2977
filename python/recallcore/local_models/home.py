"""The folder of models that a person added, from which they are found by name; nothing is ever downloaded."""

from __future__ import annotations

import json
import shutil
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal

from recallcore.errors import ConfigError, ModelError

ModelSort = Literal["embedder", "reranker"]
"""What a model is for."""

_NOTE: Final = "added.json"
_SUFFIXES: Final = frozenset({".json", ".onnx", ".onnx_data", ".txt", ".md"})
_LEGAL: Final = ("LICENSE", "LICENCE", "NOTICE", "COPYING")


def default_home() -> Path:
    """Returns the folder in which models are looked for: ``.recallcore/models`` below the user's home."""
    return Path.home() / ".recallcore" / "models"


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
    if not folder.is_dir():
        return ()
    found = (_added(directory) for directory in sorted(folder.iterdir()) if _is_name(directory.name))
    return tuple(model for model in found if model is not None)


def find_model(name: str, sort: ModelSort, home: Path | None = None) -> Path | None:
    """Returns the directory of an added model, or None if there is none of that name and sort."""
    if not _is_name(name):
        return None
    model = _added((default_home() if home is None else home) / name)
    return model.path if model is not None and model.sort == sort else None


def add_model(directory: Path, sort: ModelSort, *, name: str, home: Path | None = None) -> AddedModel:
    """Copies a model's files into the folder, whole or not at all.

    Args:
        directory: The model's directory; the caller has seen that it works.
        sort: What it is for.
        name: What will find it.
        home: The folder; None is `default_home`.

    Raises:
        ConfigError: The name has other characters than letters, digits, dots, dashes and underscores, begins
            with a dot, or is taken.
        ModelError: The files cannot be copied.
    """
    if not _is_name(name):
        raise ConfigError(f"model names consist of letters, digits, '.', '-' and '_', got {name!r}")
    folder = default_home() if home is None else home
    target = folder / name
    if target.exists():
        raise ConfigError(f"model name is taken, remove the folder to add another: {target}")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=folder, prefix=".adding-") as scratch:
            copied = Path(scratch) / name
            for source in _files(directory):
                place = copied / source.relative_to(directory)
                place.parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(source, place)
            (copied / _NOTE).write_text(json.dumps({"sort": sort}), encoding="utf-8")
            copied.rename(target)
    except OSError as error:
        raise ModelError(f"model cannot be copied to {target}: {error}") from error
    added = _added(target)
    if added is None:
        raise ModelError(f"model was added and is gone again: {target}")
    return added


def _added(directory: Path) -> AddedModel | None:
    try:
        note = json.loads((directory / _NOTE).read_text(encoding="utf-8"))
        size = sum(path.stat().st_size for path in directory.rglob("*") if path.is_file())
    except (OSError, ValueError):
        return None
    sort = note.get("sort") if isinstance(note, dict) else None
    if sort not in ("embedder", "reranker"):
        return None
    return AddedModel(name=directory.name, sort=sort, path=directory, bytes=size)


def _files(directory: Path) -> Iterator[Path]:
    """The files that a model is made of, without the weights of other frameworks."""
    for path in sorted(directory.rglob("*")):
        hidden = any(part.startswith(".") for part in path.relative_to(directory).parts)
        wanted = path.suffix in _SUFFIXES or path.name.upper().startswith(_LEGAL)
        if path.is_file() and wanted and not hidden and path.name != _NOTE:
            yield path


def _is_name(name: str) -> bool:
    return (
        bool(name)
        and not name.startswith(".")
        and all(character.isalnum() or character in ".-_" for character in name)
    )

"""Finds the files of a model directory and reads what it says of itself, whatever the model is for."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from recallcore.errors import ModelError
from recallcore.local_models.naming import model_of, plain_model
from recallcore.local_models.statements import Statements

TOKENIZER_FILE: Final = "tokenizer.json"
OWN_FILE: Final = "recallcore.json"
ADDED_FILE: Final = "added.json"
_LENGTH_FILE: Final = "sentence_bert_config.json"
_TOKENIZER_CONFIG_FILE: Final = "tokenizer_config.json"
_CONFIG_FILE: Final = "config.json"

# These families number positions from 2 on, so two of the stated positions are never used.
_POSITIONS_FROM_TWO: Final = frozenset({"roberta", "xlm-roberta", "camembert", "mpnet"})

# `transformers` writes 10 ** 30 where a tokenizer has no limit.
_MOST_SANE_TOKENS: Final = 1_000_000


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelDirectory:
    """A model directory's files and statements; None where it states nothing.

    Attributes:
        path: The directory.
        model: The ``.onnx`` file.
        file: Its place in the directory, where it was chosen; None where it is the one that the maker means.
        tokenizer: The ``tokenizer.json`` file.
        own: What ``recallcore.json`` says.
        name: The stated name, else the directory's.
        stated_revision: The stated revision, unless the caller chose another file than the maker meant.
        max_tokens: Most tokens that the model reads.
        position_limit: Most positions that the model's architecture has.
        output: The output to use.
        inputs: The inputs that the model should have.
    """

    path: Path
    model: Path
    file: str | None
    tokenizer: Path
    own: Statements
    name: str
    stated_revision: str | None
    max_tokens: int | None
    position_limit: int | None
    output: str | None
    inputs: tuple[str, ...] | None

    def weights(self) -> list[Path]:
        """Returns the model file, and the files beside it in which it keeps its weights."""
        beside = (path for path in self.model.parent.iterdir() if model_of(path.name) == self.model.name)
        return [self.model, *sorted(path for path in beside if path != self.model)]

    def revision(self) -> str:
        """Returns the stated revision, else the start of the weights' SHA-256, which reads them."""
        return self.stated_revision or _sha256(*self.weights())[:16]

    def verify(self) -> None:
        """Reads every file whose checksum ``recallcore.json`` states, but for other models' weights.

        Raises:
            ModelError: A file is missing, or is not the one that was meant.
        """
        own_name = self.model.relative_to(self.path).as_posix()
        for name, expected in sorted((self.own.object("sha256") or {}).items()):
            if model_of(name) not in (None, own_name):
                continue
            path = self.path / name
            if Path(name).is_absolute() or ".." in Path(name).parts:
                raise ModelError(f"{self.path}: {OWN_FILE} lists {name}, expected a file of the directory")
            if not _is_file(path):
                raise ModelError(f"{self.path}: {OWN_FILE} lists {name}, found {_listing(self.path)}")
            given = _sha256(path)
            if given != expected:
                raise ModelError(f"{path}: expected SHA-256 {expected}, got {given}; the file is damaged")


def read_model_directory(directory: Path, *, file: str | None = None) -> ModelDirectory:
    """Finds the files of `directory` and reads its statements.

    ``recallcore.json`` has the first word, then the files of sentence-transformers, then those of
    transformers. The model itself is not read, and no checksum is verified: that is for whoever loads it.

    Args:
        directory: The directory.
        file: The ``.onnx`` file in it, such as ``onnx/model_quantized.onnx``; None takes the one with which
            the directory was added, else the only one, or the one named ``model.onnx``.

    Raises:
        ModelError: A file is missing or ambiguous, or states something that cannot be.
    """
    if not _is_directory(directory):
        raise ModelError(f"expected a model directory, got {directory}")
    chosen = file or Statements.read(directory / ADDED_FILE).text("file")
    model = _only_model(directory) if chosen is None else _named_model(directory, chosen)
    tokenizer = directory / TOKENIZER_FILE
    if not tokenizer.is_file():
        raise ModelError(f"{directory}: expected {TOKENIZER_FILE}, found {_listing(directory)}")
    own = Statements.read(directory / OWN_FILE)
    stated_revision = own.text("revision")
    config = Statements.read(directory / _CONFIG_FILE)
    return ModelDirectory(
        path=directory,
        model=model,
        file=None if chosen is None else model.relative_to(directory).as_posix(),
        tokenizer=tokenizer,
        own=own,
        name=own.text("name") or directory.resolve().name,
        stated_revision=stated_revision if chosen is None else None,
        max_tokens=own.count("max_tokens") or _max_tokens(directory),
        position_limit=_position_limit(config),
        output=own.text("output"),
        inputs=own.texts("inputs"),
    )


def _only_model(directory: Path) -> Path:
    places = sorted([*directory.glob("*.onnx"), *directory.glob("onnx/*.onnx")])
    names = [path.relative_to(directory).as_posix() for path in places]
    plain = plain_model(names)
    if plain is not None:
        model = directory / plain
        # Opening anything else, a pipe say, may never return.
        if not model.is_file():
            raise ModelError(f"{directory}: expected a file, {plain} is none")
        return model
    if not names:
        raise ModelError(f"{directory}: expected an .onnx file, found {_listing(directory)}")
    raise ModelError(
        f"{directory}: expected one .onnx file or one named model.onnx, found {', '.join(names)}"
    )


def _named_model(directory: Path, file: str) -> Path:
    model = directory / file
    if ".." not in Path(file).parts and model.is_relative_to(directory) and model.is_file():
        return model
    found = sorted(path.relative_to(directory).as_posix() for path in directory.rglob("*.onnx"))
    raise ModelError(f"{directory}: expected {file}, found {', '.join(found) or _listing(directory)}")


def _is_directory(path: Path) -> bool:
    try:
        return path.is_dir()
    except OSError:  # a name longer than the file system takes
        return False


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except OSError:  # a name longer than the file system takes
        return False


def _listing(directory: Path) -> str:
    names = sorted(path.name + "/" * path.is_dir() for path in directory.iterdir())
    shown = ", ".join(names[:12]) or "nothing"
    return shown if len(names) <= 12 else f"{shown} and {len(names) - 12} more"


def _sha256(*paths: Path) -> str:
    """The checksum of files, read one after the other."""
    digest = hashlib.sha256()
    for path in paths:
        with path.open("rb") as file:
            hashlib.file_digest(file, lambda: digest)
    return digest.hexdigest()


def _max_tokens(directory: Path) -> int | None:
    """What sentence-transformers or transformers would cut at."""
    length = Statements.read(directory / _LENGTH_FILE).count("max_seq_length")
    if length is not None:
        return length
    stated = Statements.read(directory / _TOKENIZER_CONFIG_FILE).values.get("model_max_length")
    # Some files say it as a float.
    if not isinstance(stated, int | float) or not 1 <= stated <= _MOST_SANE_TOKENS:
        return None
    return int(stated)


def _position_limit(config: Statements) -> int | None:
    positions = config.values.get("max_position_embeddings")
    # Models without learned positions state 0 or -1 here, or nothing.
    if not isinstance(positions, int) or positions <= 2:
        return None
    return positions - 2 if config.values.get("model_type") in _POSITIONS_FROM_TWO else positions

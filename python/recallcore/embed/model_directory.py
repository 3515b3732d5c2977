"""Reads what a model directory says about itself, and refuses it with a reason where that does not add up."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from recallcore.embed.pooling import Pooling
from recallcore.embed.protocol import Thresholds
from recallcore.errors import ConfigError, ModelError

TOKENIZER_FILE: Final = "tokenizer.json"
OWN_FILE: Final = "recallcore.json"
_LENGTH_FILE: Final = "sentence_bert_config.json"
_POOLING_FILE: Final = "1_Pooling/config.json"
_CONFIG_FILE: Final = "config.json"

# These families number positions from 2 on, so two of the stated positions are never used.
_POSITIONS_FROM_TWO: Final = frozenset({"roberta", "xlm-roberta", "camembert", "mpnet"})
_POOLING_MODES: Final = {
    "pooling_mode_mean_tokens": Pooling.MEAN,
    "pooling_mode_cls_token": Pooling.CLS,
    "pooling_mode_lasttoken": Pooling.LAST,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelDirectory:
    """A model directory's files and statements; None where it states nothing.

    Attributes:
        model: The ``.onnx`` file.
        tokenizer: The ``tokenizer.json`` file.
        name: The stated name, else the directory's.
        revision: The stated revision, else the start of the model file's SHA-256.
        dimension: Components of a vector.
        pooling: How token vectors become one.
        query_prefix: Text before every query.
        passage_prefix: Text before every memory.
        max_tokens: Most tokens that the model reads.
        position_limit: Most positions that the model's architecture has.
        output: The output to use.
        inputs: The inputs that the model should have.
        thresholds: Thresholds that its maker fitted.
    """

    model: Path
    tokenizer: Path
    name: str
    revision: str
    dimension: int | None
    pooling: Pooling | None
    query_prefix: str
    passage_prefix: str
    max_tokens: int | None
    position_limit: int | None
    output: str | None
    inputs: tuple[str, ...] | None
    thresholds: Thresholds | None


def read_model_directory(directory: Path) -> ModelDirectory:
    """Finds the files of `directory` and reads its statements.

    ``recallcore.json`` has the first word, then the files of sentence-transformers, then ``config.json``.
    Checksums that ``recallcore.json`` states are verified.

    Raises:
        ModelError: A file is missing, ambiguous or damaged, or states something that cannot be.
    """
    if not directory.is_dir():
        raise ModelError(f"expected a model directory, got {directory}")
    model = _only_model(directory)
    tokenizer = directory / TOKENIZER_FILE
    if not tokenizer.is_file():
        raise ModelError(f"{directory}: expected {TOKENIZER_FILE}, found {_listing(directory)}")
    own = _Statements.read(directory / OWN_FILE)
    _verify_checksums(directory, own)
    lengths = _Statements.read(directory / _LENGTH_FILE)
    config = _Statements.read(directory / _CONFIG_FILE)
    return ModelDirectory(
        model=model,
        tokenizer=tokenizer,
        name=own.text("name") or directory.resolve().name,
        revision=own.text("revision") or _sha256(model)[:16],
        dimension=own.count("dimension"),
        pooling=_pooling(directory, own),
        query_prefix=own.text("query_prefix") or "",
        passage_prefix=own.text("passage_prefix") or "",
        max_tokens=own.count("max_tokens") or lengths.count("max_seq_length"),
        position_limit=_position_limit(config),
        output=own.text("output"),
        inputs=own.texts("inputs"),
        thresholds=_thresholds(own),
    )


@dataclass(frozen=True, slots=True)
class _Statements:
    """A JSON object and the file it came from; an absent file states nothing."""

    path: Path
    values: Mapping[str, object]

    @classmethod
    def read(cls, path: Path) -> _Statements:
        if not path.is_file():
            return cls(path, {})
        try:
            values = json.loads(path.read_text(encoding="utf-8"))
        except (OSError, ValueError) as error:
            raise ModelError(f"{path}: expected a JSON object: {error}") from error
        if not isinstance(values, dict):
            raise ModelError(f"{path}: expected a JSON object, got {type(values).__name__}")
        return cls(path, values)

    def text(self, key: str) -> str | None:
        value = self.values.get(key)
        if value is None or isinstance(value, str):
            return value
        raise self.wrong(key, "a string")

    def texts(self, key: str) -> tuple[str, ...] | None:
        value = self.values.get(key)
        if value is None:
            return None
        if isinstance(value, list) and all(isinstance(item, str) for item in value):
            return tuple(value)
        raise self.wrong(key, "a list of strings")

    def count(self, key: str) -> int | None:
        value = self.values.get(key)
        if value is None:
            return None
        if isinstance(value, int) and not isinstance(value, bool) and value > 0:
            return value
        raise self.wrong(key, "a whole number above 0")

    def object(self, key: str) -> Mapping[str, object] | None:
        value = self.values.get(key)
        if value is None or isinstance(value, dict):
            return value
        raise self.wrong(key, "an object")

    def wrong(self, key: str, expected: str) -> ModelError:
        return ModelError(f"{self.path}: {key} must be {expected}, got {self.values.get(key)!r}")


def _only_model(directory: Path) -> Path:
    found = sorted(directory.glob("*.onnx")) or sorted(directory.glob("onnx/*.onnx"))
    if len(found) == 1:
        return found[0]
    # Several precisions of one model often lie side by side; the plain name is the one its maker means.
    plain = [path for path in found if path.name == "model.onnx"]
    if len(plain) == 1:
        return plain[0]
    if not found:
        raise ModelError(f"{directory}: expected an .onnx file, found {_listing(directory)}")
    names = ", ".join(path.relative_to(directory).as_posix() for path in found)
    raise ModelError(f"{directory}: expected one .onnx file or one named model.onnx, found {names}")


def _listing(directory: Path) -> str:
    names = sorted(path.name + "/" * path.is_dir() for path in directory.iterdir())
    shown = ", ".join(names[:12]) or "nothing"
    return shown if len(names) <= 12 else f"{shown} and {len(names) - 12} more"


def _sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _verify_checksums(directory: Path, own: _Statements) -> None:
    for name, expected in sorted((own.object("sha256") or {}).items()):
        path = directory / name
        if not path.is_file():
            raise ModelError(f"{directory}: {OWN_FILE} lists {name}, found {_listing(directory)}")
        given = _sha256(path)
        if given != expected:
            raise ModelError(f"{path}: expected SHA-256 {expected}, got {given}; the file is damaged")


def _pooling(directory: Path, own: _Statements) -> Pooling | None:
    stated = own.text("pooling")
    if stated is not None:
        if stated not in tuple(Pooling):
            raise own.wrong("pooling", "one of " + ", ".join(Pooling))
        return Pooling(stated)
    modes = _Statements.read(directory / _POOLING_FILE)
    chosen = sorted(
        key for key, value in modes.values.items() if key.startswith("pooling_mode_") and value is True
    )
    if not chosen:
        return None
    if len(chosen) > 1 or chosen[0] not in _POOLING_MODES:
        raise ModelError(
            f"{modes.path}: expected one of {', '.join(_POOLING_MODES)}, got {', '.join(chosen)}"
        )
    return _POOLING_MODES[chosen[0]]


def _position_limit(config: _Statements) -> int | None:
    positions = config.values.get("max_position_embeddings")
    # Models without learned positions state 0 or -1 here, or nothing.
    if not isinstance(positions, int) or positions <= 2:
        return None
    return positions - 2 if config.values.get("model_type") in _POSITIONS_FROM_TWO else positions


def _thresholds(own: _Statements) -> Thresholds | None:
    stated = own.object("thresholds")
    if stated is None:
        return None
    try:
        return Thresholds.from_json(stated)
    except ConfigError as error:
        raise ModelError(f"{own.path}: {error}") from error

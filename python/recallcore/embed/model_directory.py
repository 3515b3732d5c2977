"""Reads what an embedder's directory says about its vectors, beside what every model directory says."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Final

from recallcore.embed.pooling import Pooling
from recallcore.embed.protocol import Thresholds
from recallcore.errors import ConfigError, ModelError
from recallcore.local_models.directory import ModelDirectory, read_model_directory
from recallcore.local_models.statements import Statements

_POOLING_FILE: Final = "1_Pooling/config.json"
_POOLING_MODES: Final = {
    "pooling_mode_mean_tokens": Pooling.MEAN,
    "pooling_mode_cls_token": Pooling.CLS,
    "pooling_mode_lasttoken": Pooling.LAST,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class EmbedderDirectory:
    """An embedder's directory and its statements; None where it states nothing.

    Attributes:
        files: What every model directory has and says.
        dimension: Components of a vector.
        pooling: How token vectors become one.
        query_prefix: Text before every query.
        passage_prefix: Text before every memory.
        thresholds: Thresholds that its maker fitted.
    """

    files: ModelDirectory
    dimension: int | None
    pooling: Pooling | None
    query_prefix: str
    passage_prefix: str
    thresholds: Thresholds | None


def read_embedder_directory(directory: Path, *, file: str | None = None) -> EmbedderDirectory:
    """Finds the files of `directory` and reads its statements, ``recallcore.json`` before all others.

    Args:
        directory: The directory.
        file: The ``.onnx`` file in it, as for `read_model_directory`.

    Raises:
        ModelError: A file is missing or ambiguous, or states something that cannot be.
    """
    files = read_model_directory(directory, file=file)
    own = files.own
    return EmbedderDirectory(
        files=files,
        dimension=own.count("dimension"),
        pooling=_pooling(directory, own),
        query_prefix=own.text("query_prefix") or "",
        passage_prefix=own.text("passage_prefix") or "",
        thresholds=_thresholds(own),
    )


def _pooling(directory: Path, own: Statements) -> Pooling | None:
    stated = own.text("pooling")
    if stated is not None:
        if stated not in tuple(Pooling):
            raise own.wrong("pooling", "one of " + ", ".join(Pooling))
        return Pooling(stated)
    modes = Statements.read(directory / _POOLING_FILE)
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


def _thresholds(own: Statements) -> Thresholds | None:
    stated = own.object("thresholds")
    if stated is None:
        return None
    try:
        return Thresholds.from_json(stated)
    except ConfigError as error:
        raise ModelError(f"{own.path}: {error}") from error

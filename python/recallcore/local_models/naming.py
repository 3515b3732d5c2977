"""Tells by their names which files a model is made of; a graph may keep its weights in files beside it."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

# `model.onnx`, and what exporters put beside it: `model.onnx.data`, `model.onnx_data`, `model.onnx_data_1`.
_OF_A_MODEL: Final = re.compile(r"(?P<model>.+\.onnx)(?:[._]data(?:_\d+)?)?")


def model_of(name: str) -> str | None:
    """Returns the ``.onnx`` file that a file belongs to, itself where it is one, or None.

    Example:
        >>> model_of("onnx/model.onnx_data_1"), model_of("model.onnx"), model_of("config.json")
        ('onnx/model.onnx', 'model.onnx', None)
    """
    found = _OF_A_MODEL.fullmatch(name)
    return found["model"] if found is not None else None


def plain_model(names: Iterable[str]) -> str | None:
    """Returns the model file that its maker means, or None where that cannot be told.

    It is the only one, or the one named ``model.onnx``, for several precisions of one model often lie side by
    side. Files in ``onnx/`` count where there are none beside it.

    Example:
        >>> plain_model(["onnx/model.onnx", "onnx/model_int8.onnx", "tokenizer.json"])
        'onnx/model.onnx'
    """
    models = [name for name in names if name.endswith(".onnx")]
    for folder in ("", "onnx/"):
        found = [name for name in models if name.rpartition("/")[0] == folder.rstrip("/")]
        if found:
            plain = found if len(found) == 1 else [f"{folder}model.onnx"]
            return plain[0] if plain[0] in found else None
    return None

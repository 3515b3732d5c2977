"""Tiny ONNX models and their tokenizer, made on the spot: a table look-up that behaves like an encoder."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import pytest
import tokenizers
from onnx import TensorProto, helper, numpy_helper

DIMENSION = 16
_LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789가나다라마바사아자차카타파하"


class ModelMaker:
    """Writes model directories below one folder."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._made = 0

    def __call__(
        self,
        *,
        inputs: Sequence[str] = ("input_ids", "attention_mask"),
        output: str = "last_hidden_state",
        pooled: bool = False,
        dimension: int = DIMENSION,
        scale: float = 1.0,
        integer: int = TensorProto.INT64,
        model_name: str = "model.onnx",
        max_length: int | None = None,
        files: dict[str, object] | None = None,
    ) -> Path:
        self._made += 1
        directory = self._folder / f"model-{self._made}"
        (directory / model_name).parent.mkdir(parents=True)
        model = _encoder(inputs, output, pooled=pooled, dimension=dimension, scale=scale, integer=integer)
        onnx.save(model, str(directory / model_name))
        _tokenizer(max_length).save(str(directory / "tokenizer.json"))
        for name, values in (files or {}).items():
            (directory / name).parent.mkdir(parents=True, exist_ok=True)
            (directory / name).write_text(json.dumps(values), encoding="utf-8")
        return directory


def _encoder(
    inputs: Sequence[str], output: str, *, pooled: bool, dimension: int, scale: float, integer: int
) -> onnx.ModelProto:
    """A table look-up; every further input adds a little, so that ignoring or confusing one shows."""
    table = np.random.default_rng(7).normal(size=(200, dimension)).astype(np.float32) * np.float32(scale)
    constants = [numpy_helper.from_array(table, "table")]
    nodes = [helper.make_node("Gather", ["table", "input_ids"], ["embedded"])]
    last = "embedded"
    for position, name in enumerate(name for name in inputs if name not in ("input_ids", "attention_mask")):
        if name not in ("token_type_ids", "position_ids"):
            continue
        constants.append(numpy_helper.from_array(np.array([2], dtype=np.int64), f"axis{position}"))
        nodes += [
            helper.make_node("Cast", [name], [f"float{position}"], to=TensorProto.FLOAT),
            helper.make_node("Unsqueeze", [f"float{position}", f"axis{position}"], [f"column{position}"]),
            helper.make_node("Add", [last, f"column{position}"], [f"sum{position}"]),
        ]
        last = f"sum{position}"
    axes: list[Any] = ["batch", "tokens", dimension]
    if pooled:
        constants.append(numpy_helper.from_array(np.array([1], dtype=np.int64), "tokens_axis"))
        nodes.append(helper.make_node("ReduceMax", [last, "tokens_axis"], [output], keepdims=0))
        axes = ["batch", dimension]
    else:
        nodes.append(helper.make_node("Identity", [last], [output]))
    graph = helper.make_graph(
        nodes,
        "encoder",
        [helper.make_tensor_value_info(name, integer, ["batch", "tokens"]) for name in inputs],
        [helper.make_tensor_value_info(output, TensorProto.FLOAT, axes)],
        constants,
    )
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 18)], ir_version=9)


def _tokenizer(max_length: int | None) -> tokenizers.Tokenizer:
    """One token a character, between [CLS] and [SEP]."""
    vocabulary = {"[PAD]": 0, "[UNK]": 1, "[CLS]": 2, "[SEP]": 3}
    for letter in _LETTERS:
        vocabulary[letter] = len(vocabulary)
    tokenizer = tokenizers.Tokenizer(tokenizers.models.WordLevel(vocabulary, unk_token="[UNK]"))
    tokenizer.normalizer = tokenizers.normalizers.Lowercase()
    tokenizer.pre_tokenizer = tokenizers.pre_tokenizers.Split(tokenizers.Regex(r"[\s\S]"), "isolated")
    tokenizer.post_processor = tokenizers.processors.TemplateProcessing(
        single="[CLS] $A [SEP]", special_tokens=[("[CLS]", 2), ("[SEP]", 3)]
    )
    if max_length is not None:
        tokenizer.enable_truncation(max_length=max_length)
    return tokenizer


@pytest.fixture
def make_model(tmp_path: Path) -> ModelMaker:
    return ModelMaker(tmp_path)


@pytest.fixture(scope="session")
def table() -> np.ndarray[tuple[int, int], np.dtype[np.float32]]:
    """The vectors of the tokens in every model made without a scale."""
    return np.random.default_rng(7).normal(size=(200, DIMENSION)).astype(np.float32)


@pytest.fixture(scope="session")
def token_ids() -> Callable[[str], list[int]]:
    """An oracle for the tokenizer, for texts of known letters."""
    return lambda text: [2, *(4 + _LETTERS.index(letter) for letter in text), 3]

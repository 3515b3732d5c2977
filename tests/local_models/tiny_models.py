"""Tiny ONNX models and their tokenizer, made on the spot: table look-ups that behave like real ones."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import tokenizers
from numpy.typing import NDArray
from onnx import TensorProto, helper, numpy_helper

DIMENSION = 16
LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789가나다라마바사아자차카타파하"


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
        """An embedder."""
        model = _encoder(inputs, output, pooled=pooled, dimension=dimension, scale=scale, integer=integer)
        return self._write(model, model_name, tokenizer(max_length), files)

    def cross_encoder(
        self,
        *,
        inputs: Sequence[str] = ("input_ids", "attention_mask", "token_type_ids"),
        output: str = "logits",
        labels: int = 1,
        flat: bool = False,
        scale: float = 1.0,
        integer: int = TensorProto.INT64,
        model_name: str = "model.onnx",
        max_length: int | None = None,
        pair: str | None = "[CLS] $A [SEP] $B:1 [SEP]:1",
        files: dict[str, object] | None = None,
    ) -> Path:
        """A cross-encoder that adds up what `score_table` says of each token, by segment and position."""
        model = _cross_encoder(inputs, output, labels=labels, flat=flat, scale=scale, integer=integer)
        return self._write(model, model_name, tokenizer(max_length, pair=pair), files)

    def _write(
        self,
        model: onnx.ModelProto,
        model_name: str,
        reader: tokenizers.Tokenizer,
        files: dict[str, object] | None,
    ) -> Path:
        self._made += 1
        directory = self._folder / f"model-{self._made}"
        (directory / model_name).parent.mkdir(parents=True)
        onnx.save(model, str(directory / model_name))
        reader.save(str(directory / "tokenizer.json"))
        for name, values in (files or {}).items():
            (directory / name).parent.mkdir(parents=True, exist_ok=True)
            (directory / name).write_text(json.dumps(values), encoding="utf-8")
        return directory


def score_table(labels: int) -> NDArray[np.float32]:
    """What each token adds to each label; padding adds nothing even to a model that has no mask."""
    table = np.random.default_rng(11).uniform(0.1, 1.0, size=(200, labels)).astype(np.float32)
    table[0] = 0.0
    return table


def _cross_encoder(
    inputs: Sequence[str], output: str, *, labels: int, flat: bool, scale: float, integer: int
) -> onnx.ModelProto:
    """Sums table[id] × (1 + segment) + position / 100 over the tokens that the mask shows."""
    constants = [
        numpy_helper.from_array(score_table(labels) * np.float32(scale), "table"),
        numpy_helper.from_array(np.array([2], dtype=np.int64), "last_axis"),
        numpy_helper.from_array(np.array([1], dtype=np.int64), "tokens_axis"),
        numpy_helper.from_array(np.array(1.0, dtype=np.float32), "one"),
        numpy_helper.from_array(np.array(0.01, dtype=np.float32), "hundredth"),
    ]
    nodes = [
        helper.make_node("Cast", [inputs[0]], ["ids"], to=TensorProto.INT64),
        helper.make_node("Gather", ["table", "ids"], ["of ids"]),
    ]
    last = "of ids"
    for name, prepare, constant, apply in (
        ("token_type_ids", "Add", "one", "Mul"),
        ("position_ids", "Mul", "hundredth", "Add"),
        ("attention_mask", "Mul", "one", "Mul"),
    ):
        if name not in inputs:
            continue
        nodes += [
            helper.make_node("Cast", [name], [f"{name} float"], to=TensorProto.FLOAT),
            helper.make_node("Unsqueeze", [f"{name} float", "last_axis"], [f"{name} column"]),
            helper.make_node(prepare, [f"{name} column", constant], [f"{name} factor"]),
            helper.make_node(apply, [last, f"{name} factor"], [f"of {name}"]),
        ]
        last = f"of {name}"
    nodes.append(helper.make_node("ReduceSum", [last, "tokens_axis"], ["sums"], keepdims=0))
    last_node = ("Squeeze", ["sums", "tokens_axis"]) if flat else ("Identity", ["sums"])
    nodes.append(helper.make_node(*last_node, [output]))
    graph = helper.make_graph(
        nodes,
        "cross-encoder",
        [helper.make_tensor_value_info(name, integer, ["batch", "tokens"]) for name in inputs],
        [helper.make_tensor_value_info(output, TensorProto.FLOAT, ["batch"] if flat else ["batch", labels])],
        constants,
    )
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 18)], ir_version=9)


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


def tokenizer(max_length: int | None = None, *, pair: str | None = None) -> tokenizers.Tokenizer:
    """One token a character, between [CLS] and [SEP]."""
    vocabulary = {"[PAD]": 0, "[UNK]": 1, "[CLS]": 2, "[SEP]": 3}
    for letter in LETTERS:
        vocabulary[letter] = len(vocabulary)
    reader = tokenizers.Tokenizer(tokenizers.models.WordLevel(vocabulary, unk_token="[UNK]"))
    reader.normalizer = tokenizers.normalizers.Lowercase()
    reader.pre_tokenizer = tokenizers.pre_tokenizers.Split(tokenizers.Regex(r"[\s\S]"), "isolated")
    reader.post_processor = tokenizers.processors.TemplateProcessing(
        single="[CLS] $A [SEP]", pair=pair, special_tokens=[("[CLS]", 2), ("[SEP]", 3)]
    )
    if max_length is not None:
        reader.enable_truncation(max_length=max_length)
    return reader


def token_ids(text: str) -> list[int]:
    """An oracle for the tokenizer, for texts of known letters."""
    return [2, *letter_ids(text), 3]


def letter_ids(text: str) -> list[int]:
    """The same without special tokens."""
    return [4 + LETTERS.index(letter) for letter in text]

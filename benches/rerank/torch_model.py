"""The torch twin of an ONNX file: the same weights in the class that `config.json` names, ready to load.

An exporter keeps the names of biases, norms and tables, but a linear layer's weight is transposed and loses
its name. What is left is the name of the product that uses it, such as
`/bert/encoder/layer.0/attention/self/query/MatMul`.
"""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import numpy as np
import onnx
from numpy.typing import NDArray
from onnx import numpy_helper

from benches.rerank.loops import config, most_tokens
from benches.rerank.torch_cpu import import_torch

Weights = dict[str, NDArray[np.float32]]


def torch_directory(file: Path, *, into: Path) -> Path:
    """Writes the model of an fp32 ONNX file as a directory that `sentence_transformers` loads offline."""
    torch = import_torch()
    from transformers import AutoConfig, AutoModelForSequenceClassification
    from transformers.utils.logging import disable_progress_bar

    disable_progress_bar()
    model = AutoModelForSequenceClassification.from_config(AutoConfig.from_pretrained(file.parent))
    graph = onnx.load(str(file)).graph
    known = weights_of(graph)
    # `Any`: torch's tensors, which the type checker does not know.
    state: dict[str, Any] = {}
    for name, parameter in model.state_dict().items():
        found = find(known, name)
        if found.shape != tuple(parameter.shape):
            raise ValueError(f"{file}: {name} is of shape {found.shape}, expected {tuple(parameter.shape)}")
        state[name] = torch.from_numpy(found.copy())
    model.load_state_dict(state)
    model.save_pretrained(into)
    write_tokenizer(file.parent, into=into, inputs=[given.name for given in graph.input])
    return into


def weights_of(graph: onnx.GraphProto) -> Weights:
    """Every weight as torch names and turns it, with whatever prefix the exporter put before the name."""
    constants = {tensor.name: numpy_helper.to_array(tensor) for tensor in graph.initializer}
    known = {name: values for name, values in constants.items() if "::" not in name}
    for node in graph.node:
        if node.op_type in ("MatMul", "Gemm") and node.input[1] in constants:
            as_in_torch = any(attribute.name == "transB" and attribute.i for attribute in node.attribute)
            layer = ".".join(node.name.strip("/").split("/")[:-1])
            weight = constants[node.input[1]]
            known[f"{layer}.weight"] = weight if as_in_torch else weight.T
    return known


def find(known: Weights, name: str) -> NDArray[np.float32]:
    """The one weight of that name, whatever stands before it."""
    found = [values for given, values in known.items() if given == name or given.endswith(f".{name}")]
    if len(found) != 1:
        raise ValueError(f"expected one weight {name} in the ONNX file, found {len(found)}")
    return found[0]


def write_tokenizer(directory: Path, *, into: Path, inputs: list[str]) -> None:
    """Puts the tokenizer there, with the configuration that transformers asks for if the directory lacks it.

    Without one it would not even hand the model the segment of each token.
    """
    shutil.copyfile(directory / "tokenizer.json", into / "tokenizer.json")
    stated = directory / "tokenizer_config.json"
    if stated.is_file():
        shutil.copyfile(stated, into / stated.name)
        return
    words = json.loads((directory / "tokenizer.json").read_text(encoding="utf-8"))["model"]["vocab"]
    padding = config(directory).get("pad_token_id") or 0
    values = {
        "tokenizer_class": "PreTrainedTokenizerFast",
        "model_input_names": inputs,
        "model_max_length": most_tokens(directory),
        "pad_token": next(word for word, number in words.items() if number == padding),
    }
    (into / stated.name).write_text(json.dumps(values), encoding="utf-8")

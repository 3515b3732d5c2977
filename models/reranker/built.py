"""Reads the weights of a built model back, as floats, so that a training can go on from them."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import onnx
from encoder_weights import Floats
from onnx_graph import OUTPUT, Magnitudes, channel_scales

# The network's products as the graph names them.
_PRODUCTS = {
    "q": "query",
    "k": "key",
    "v": "value",
    "ao": "attention_out",
    "fi": "wide",
    "fo": "narrow",
}


def read_built(path: Path, magnitudes: Magnitudes, *, slope: float, intercept: float) -> dict[str, Floats]:
    """Reads `model.onnx`; the names are those of the network in torch.

    Args:
        path: The file.
        magnitudes: Those that it was rounded with.
        slope: The head was multiplied by this,
        intercept: and this was added.
    """
    constants = {
        one.name: onnx.numpy_helper.to_array(one)
        for one in onnx.load(path).graph.initializer
        if one.data_type != onnx.TensorProto.INT4
    }

    def product(name: str, activation: str) -> tuple[Floats, Floats]:
        codes, steps = constants[f"{name}.weights"].astype(np.float32), constants[f"{name}.steps"]
        return (codes * steps).T / channel_scales(magnitudes[activation]), constants[f"{name}.bias"]

    layers = sum(name.endswith(".query.weights") for name in constants)
    found = {"positions": constants["positions.all"]}
    found |= _norm(constants, "norm", "embeddings")
    hidden = "embeddings"
    for i in range(layers):
        last = i == layers - 1
        reads = {
            "q": f"layer{i}.first" if last else hidden,
            "k": hidden,
            "v": hidden,
            "ao": f"layer{i}.attention",
            "fi": f"layer{i}.middle",
            "fo": f"layer{i}.gelu",
        }
        hidden = OUTPUT if last else f"layer{i}.output"
        for part, activation in reads.items():
            weights, bias = product(f"layer{i}.{_PRODUCTS[part]}", activation)
            if part == "v":  # The values carry the scales of what attention gives.
                scales = channel_scales(magnitudes[f"layer{i}.attention"])
                weights, bias = weights * scales[:, None], bias * scales
            found |= {f"layers.{i}.{part}.weight": weights, f"layers.{i}.{part}.bias": bias}
        found |= _norm(constants, f"layers.{i}.aln", f"layer{i}.middle")
        found |= _norm(constants, f"layers.{i}.oln", hidden)
    weights, bias = product("head.dense", OUTPUT)
    found |= {"dense.weight": weights, "dense.bias": bias}
    found["out.weight"] = constants["head.out.weights"][None] / np.float32(slope)
    found["out.bias"] = (constants["head.out.bias"] - np.float32(intercept)) / np.float32(slope)
    return {name: np.asarray(values, np.float32) for name, values in found.items()}


def _norm(constants: dict[str, Floats], name: str, place: str) -> dict[str, Floats]:
    return {f"{name}.weight": constants[f"{place}.gamma"], f"{name}.bias": constants[f"{place}.beta"]}

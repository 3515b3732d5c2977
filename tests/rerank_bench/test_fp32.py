"""A quantised file made one of floats: the same model with the weights that its integers stand for."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import pytest
from numpy.typing import NDArray
from onnx import TensorProto, helper, numpy_helper

from benches.rerank.fp32 import fp32_directory, quantised_ops, the_model_file
from benches.rerank.sessions import open_session

CHANCE = np.random.default_rng(11)
X = CHANCE.normal(size=(3, 32)).astype(np.float32)
ROWS = np.array([2, 0], dtype=np.int64)
INTEGERS = CHANCE.integers(-100, 100, size=(32, 4)).astype(np.int8)
BYTES = CHANCE.integers(0, 255, size=(5, 4)).astype(np.uint8)
SCALES = np.array([0.5, 0.25, 0.125, 0.01], dtype=np.float32)
ZEROS = np.array([3, -2, 0, 7], dtype=np.int8)


def write(
    folder: Path,
    nodes: list[onnx.NodeProto],
    constants: Mapping[str, NDArray[Any]],  # arrays of every type that a file may hold
    *,
    given: NDArray[Any] = X,
) -> Path:
    graph = helper.make_graph(
        nodes,
        "small",
        [helper.make_tensor_value_info("x", helper.np_dtype_to_tensor_dtype(given.dtype), given.shape)],
        [helper.make_tensor_value_info("y", TensorProto.FLOAT, [None, None])],
        [numpy_helper.from_array(values, name) for name, values in constants.items()],
    )
    imports = [helper.make_opsetid("", 17), helper.make_opsetid("com.microsoft", 1)]
    path = folder / "model.onnx"
    onnx.save(helper.make_model(graph, opset_imports=imports, ir_version=8), str(path))
    (folder / "config.json").write_text("{}", encoding="utf-8")
    return path


def answer(path: Path, x: NDArray[Any]) -> NDArray[np.float32]:
    assert not quantised_ops(onnx.load(str(path)))
    (y,) = open_session(path, threads=1).run(None, {"x": x})
    return np.asarray(y, dtype=np.float32)


def dynamic_product() -> list[onnx.NodeProto]:
    return [
        helper.make_node("DynamicQuantizeLinear", ["x"], ["xq", "xs", "xz"]),
        helper.make_node("Mul", ["xs", "w_scale"], ["scales"]),
        helper.make_node(
            "MatMulInteger", ["xq", "w_quantized", "xz", "w_zero"], ["yi"], name="/m/MatMul_quant"
        ),
        helper.make_node("Cast", ["yi"], ["yf"], to=TensorProto.FLOAT),
        helper.make_node("Mul", ["yf", "scales"], ["y"]),
    ]


def test_dynamic_product_becomes_a_product_with_what_the_integers_stand_for(tmp_path: Path) -> None:
    constants: dict[str, NDArray[Any]] = {"w_quantized": INTEGERS, "w_scale": SCALES, "w_zero": ZEROS}
    made = fp32_directory(write(tmp_path, dynamic_product(), constants), into=tmp_path / "fp32")
    weights = (INTEGERS.astype(np.float32) - ZEROS) * SCALES
    np.testing.assert_allclose(answer(made, X), X @ weights, rtol=1e-5, atol=1e-4)
    [product] = onnx.load(str(made)).graph.node
    assert (product.name, list(product.input)) == ("/m/MatMul", ["x", "w"])
    assert (made.parent / "config.json").is_file()


def test_rows_gathered_from_a_quantised_table_come_from_one_of_floats(tmp_path: Path) -> None:
    nodes = [
        helper.make_node("Gather", ["t_quantized", "x"], ["rows"]),
        helper.make_node("DequantizeLinear", ["rows", "t_scale", "t_zero"], ["y"]),
    ]
    constants: dict[str, NDArray[Any]] = {
        "t_quantized": BYTES,
        "t_scale": np.array(0.5, dtype=np.float32),
        "t_zero": np.array(9, dtype=np.uint8),
    }
    file = write(tmp_path, nodes, constants, given=ROWS)
    made = fp32_directory(file, into=tmp_path / "fp32")
    np.testing.assert_array_equal(answer(made, ROWS), (BYTES[ROWS].astype(np.float32) - 9) * 0.5)


def test_activations_that_were_rounded_are_rounded_no_more(tmp_path: Path) -> None:
    scale, zero = np.array(0.5, dtype=np.float32), np.array(0, dtype=np.int8)
    nodes = [
        helper.make_node("QuantizeLinear", ["x", "s", "z"], ["xq"]),
        helper.make_node("DequantizeLinear", ["xq", "s", "z"], ["xf"]),
        helper.make_node("DequantizeLinear", ["w_quantized", "w_scale", "w_zero"], ["w"], axis=1),
        helper.make_node("MatMul", ["xf", "w"], ["y"]),
    ]
    constants: dict[str, NDArray[Any]] = {
        "s": scale,
        "z": zero,
        "w_quantized": INTEGERS,
        "w_scale": SCALES,
        "w_zero": ZEROS,
    }
    made = fp32_directory(write(tmp_path, nodes, constants), into=tmp_path / "fp32")
    weights = (INTEGERS.astype(np.float32) - ZEROS) * SCALES
    np.testing.assert_allclose(answer(made, X), X @ weights, rtol=1e-5, atol=1e-4)


def test_weights_in_blocks_become_what_the_runtime_takes_them_for(tmp_path: Path) -> None:
    packed = CHANCE.integers(0, 255, size=(4, 1, 32)).astype(np.uint8)
    node = helper.make_node(
        "MatMulNBits",
        ["x", "packed", "scales"],
        ["y"],
        domain="com.microsoft",
        K=32,
        N=4,
        bits=8,
        block_size=32,
        accuracy_level=4,
    )
    made = fp32_directory(
        write(tmp_path, [node], {"packed": packed, "scales": SCALES}), into=tmp_path / "fp32"
    )
    weights = (packed.reshape(4, 32).astype(np.float32) - 128) * SCALES[:, None]
    np.testing.assert_allclose(answer(made, X), X @ weights.T, rtol=1e-4, atol=1e-3)


def test_file_of_floats_is_returned_as_it_is(tmp_path: Path) -> None:
    weights = SCALES.reshape(1, 4).repeat(32, axis=0)
    file = write(tmp_path, [helper.make_node("MatMul", ["x", "w"], ["y"])], {"w": weights})
    assert fp32_directory(file, into=tmp_path / "fp32") == file
    assert not (tmp_path / "fp32").exists()


def test_operation_that_cannot_be_undone_is_named(tmp_path: Path) -> None:
    file = write(tmp_path, dynamic_product(), {"w_scale": SCALES, "w_zero": ZEROS, "w_quantized": INTEGERS})
    model = onnx.load(str(file))
    model.graph.node[0].op_type = "QLinearAdd"
    onnx.save(model, str(file))
    with pytest.raises(ValueError, match="no way is known to undo MatMulInteger, QLinearAdd"):
        fp32_directory(file, into=tmp_path / "fp32")


def test_directory_of_several_models_must_be_told_which(tmp_path: Path) -> None:
    for name in ("a.onnx", "b.onnx"):
        (tmp_path / name).touch()
    assert the_model_file(tmp_path, name="b.onnx") == tmp_path / "b.onnx"
    with pytest.raises(FileNotFoundError, match=r"found a\.onnx, b\.onnx"):
        the_model_file(tmp_path)

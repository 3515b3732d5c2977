"""What the sides of the rerank benchmark are compared by, against figures worked out by hand."""

from __future__ import annotations

import numpy as np
import onnx
import pytest
from onnx import TensorProto, helper, numpy_helper

from benches.rerank.agreement import kendall_tau, largest_difference
from benches.rerank.loops import logits
from benches.rerank.pairs import Asked
from benches.rerank.reading import Reading, Score, Side
from benches.rerank.rounds import take_turns
from benches.rerank.torch_model import find, weights_of


@pytest.mark.parametrize(
    ("right", "expected"),
    [
        ([1.0, 2.0, 3.0, 4.0], 1.0),
        ([4.0, 3.0, 2.0, 1.0], -1.0),
        # One of six pairs stands the other way round.
        ([1.0, 2.0, 4.0, 3.0], 4 / 6),
        # One tie: five pairs agree, of 6 and 5 that are no ties.
        ([1.0, 2.0, 3.0, 3.0], 5 / 30**0.5),
    ],
)
def test_tau_counts_pairs_in_the_same_order(right: list[float], expected: float) -> None:
    left = np.array([1.0, 2.0, 3.0, 4.0])
    assert kendall_tau(left, np.array(right)) == pytest.approx(expected)


def test_largest_difference_looks_both_ways() -> None:
    assert largest_difference(np.array([1.0, 5.0]), np.array([1.5, 3.0])) == 2.0


def test_two_labels_become_the_second_above_the_first() -> None:
    assert logits(np.array([[1.0, 3.0], [2.0, 0.5]])) == [2.0, -1.5]
    assert logits(np.array([[1.0], [2.0]])) == logits(np.array([1.0, 2.0])) == [1.0, 2.0]


def test_sides_take_turns_and_another_one_begins_each_round() -> None:
    order: list[tuple[str, str]] = []

    def named(name: str) -> Score:
        def score(query: str, texts: object) -> Reading:
            order.append((name, query))
            return Reading(scores=np.zeros(1), tokens=3, padding=1)

        return score

    sides = [Side(name=name, precision="fp32", score=named(name)) for name in "ab"]
    asked = [Asked(query=query, texts=("t",)) for query in ("one", "two")]
    first, second = take_turns(sides, asked, rounds=3)
    # Once each to warm up; then the questions in turn, and from the first again.
    turns = [("a", "one"), ("b", "one"), ("b", "two"), ("a", "two"), ("a", "one"), ("b", "one")]
    assert order == [("a", "one"), ("b", "one"), *turns]
    assert (first.tokens, second.padding, len(first.seconds)) == (9, 3, 3)


def test_weights_are_found_by_the_product_that_uses_them() -> None:
    weight = np.arange(6, dtype=np.float32).reshape(2, 3)
    nodes = [
        helper.make_node("MatMul", ["x", "onnx::MatMul_7"], ["h"], name="/m/layer.0/query/MatMul"),
        helper.make_node("Gemm", ["h", "m.head.weight", "m.head.bias"], ["y"], name="/m/head/Gemm", transB=1),
    ]
    constants = {
        "onnx::MatMul_7": weight,
        "m.head.weight": weight.T.copy(),
        "m.head.bias": np.ones(3, dtype=np.float32),
    }
    graph = helper.make_graph(
        nodes,
        "small",
        [helper.make_tensor_value_info("x", TensorProto.FLOAT, None)],
        [helper.make_tensor_value_info("y", TensorProto.FLOAT, None)],
        [numpy_helper.from_array(values, name) for name, values in constants.items()],
    )
    known = weights_of(onnx.GraphProto.FromString(graph.SerializeToString()))
    np.testing.assert_array_equal(find(known, "layer.0.query.weight"), weight.T)
    np.testing.assert_array_equal(find(known, "head.weight"), weight.T)
    np.testing.assert_array_equal(find(known, "head.bias"), np.ones(3))
    with pytest.raises(ValueError, match=r"expected one weight layer\.1\.query\.weight .* found 0"):
        find(known, "layer.1.query.weight")

"""What counts as the scores of texts: any row of real numbers, and nothing else."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from recallcore.errors import ModelError
from recallcore.rerank import CallableReranker
from recallcore.rerank.scoring import score_array

NAN = float("nan")


@pytest.mark.parametrize(
    "values",
    [
        [0.5, 2],
        (0.5, 2.0),
        np.array([0.5, 2.0], dtype=np.float16),
        np.array([0.5, 2.0], dtype=np.float32),
        np.array([0.5, 2.0], dtype=np.longdouble),
        np.array([9.0, 0.5, 9.0, 2.0])[1::2],
        [[0.5], [2.0]],
        np.ma.masked_array([0.5, 2.0], mask=False),
    ],
    ids=repr,
)
def test_any_row_of_numbers_is_an_answer(values: Any) -> None:
    made = score_array(values, texts=2)
    assert made.dtype == np.float64
    assert made.tolist() == [0.5, 2.0]


def test_whole_numbers_and_negative_zeros_and_infinities_are_numbers() -> None:
    made = score_array([-0.0, 1, float("inf"), float("-inf")], texts=4)
    assert made.tolist() == [0.0, 1.0, float("inf"), float("-inf")]
    assert score_array(np.array([0, 2**64 - 1], dtype=np.uint64), texts=2).tolist() == [0.0, 2.0**64]


@pytest.mark.parametrize(
    ("values", "complaint"),
    [
        ([0.5], r"shape \(1,\), expected \(2,\)"),
        ([[0.5, 0.5]], r"shape \(1, 2\), expected \(2,\)"),
        (0.5, r"shape \(\), expected \(2,\)"),
        (None, r"shape \(\), expected \(2,\)"),
        ([], r"shape \(0,\), expected \(2,\)"),
        ([0.5, 0.5, 0.5], r"shape \(3,\)"),
        (["0.5", "0.5"], "expected numbers"),
        ([True, True], "expected numbers"),
        (np.ma.masked_array([True, False], mask=[True, False]), "expected numbers"),
        ([True, None], "expected numbers"),
        (["0.5", None], "expected numbers"),
        ([1j, None], "expected numbers"),
        ([object(), None], "expected numbers"),
        ([None], r"shape \(1,\), expected \(2,\)"),
        (np.array([0.5, 2.0], dtype=object), "expected numbers"),
        ([[0.5, None]], r"shape \(1, 2\)"),
        ([[0.5], None], "no row of numbers"),
        ([1j, 0.5], "expected numbers"),
        ([[0.5], [0.5, 0.5]], "no row of numbers"),
        ("ab", r"shape \(\)"),
        ({"a": 1, "b": 2}, r"shape \(\)"),
    ],
    ids=repr,
)
def test_answer_of_another_form_is_refused(values: Any, complaint: str) -> None:
    with pytest.raises(ModelError, match=f"^scores .*{complaint}"):
        score_array(values, texts=2)


@pytest.mark.parametrize("values", [[0.5, 2], np.array([[0.5], [2.0]])], ids=repr)
def test_masked_numbers_are_missing(values: Any) -> None:
    mask = np.zeros(np.shape(values), dtype=bool)
    mask.flat[1] = True
    made = score_array(np.ma.masked_array(values, mask=mask), texts=2)
    np.testing.assert_array_equal(made, [0.5, np.nan])


@pytest.mark.parametrize(
    ("values", "numbers"),
    [
        ([0.5, None], [0.5, NAN]),
        ([None, 2], [NAN, 2.0]),
        ((None, np.float32(0.5)), [NAN, 0.5]),
        ([[None], [2]], [NAN, 2.0]),
        ([None, None], [NAN, NAN]),
        ([None, NAN], [NAN, NAN]),
    ],
    ids=repr,
)
def test_none_is_no_number(values: Any, numbers: list[float]) -> None:
    made = score_array(values, texts=2)
    assert made.dtype == np.float64
    np.testing.assert_array_equal(made, numbers)


def test_rows_beside_none_are_refused() -> None:
    rows = np.empty(2, dtype=object)
    rows[0] = [0.5, 0.5]
    with pytest.raises(ModelError, match=r"no row of numbers: beside None they have shape \(1, 2\)"):
        score_array(rows, texts=2)


def test_callable_itself_refuses_a_wrong_answer() -> None:
    def answering(values: Any) -> CallableReranker:
        return CallableReranker(lambda query, texts: values, name="odd")

    with pytest.raises(ModelError, match="shape"):
        answering([1.0]).score("q", ["a", "b"])
    assert answering(None).score("q", []).shape == (0,)

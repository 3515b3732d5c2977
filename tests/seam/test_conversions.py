"""The Python side of the seam: arrays and JSON are right before they cross."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from recallcore import AllOf, AnyOf, DimensionError, Filter, InputError, Not, Tags
from recallcore._seam import filter_mapping, from_bytes, rows_of, to_bytes, unit_vector
from recallcore.types import well_formed


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("plain", "plain"),
        ("한국어 🙂", "한국어 🙂"),
        ("a\x00b", "a\x00b"),
        ("\ud83d", "\ufffd"),
        ("a\udc00b", "a\ufffdb"),
        ("\ud83d\ud83d!", "\ufffd\ufffd!"),
        ("\ud83d\ude42", "🙂"),
    ],
    ids=ascii,
)
def test_lone_surrogates_are_replaced_and_the_rest_is_kept(text: str, expected: str) -> None:
    assert well_formed(text) == expected


@given(st.text(alphabet=st.characters()))
def test_any_text_becomes_utf8(text: str) -> None:
    assert len(well_formed(text).encode()) >= len(text.encode("utf-8", "ignore"))


def test_surrogates_are_replaced_in_keys_and_nested_values() -> None:
    assert from_bytes(to_bytes({"\ud800": [{"a": "\udfff"}]})) == {"\ufffd": [{"a": "\ufffd"}]}


@pytest.mark.parametrize("value", [float("nan"), float("inf"), {1, 2}, b"bytes"])
def test_what_json_cannot_say_is_refused(value: Any) -> None:
    with pytest.raises(InputError):
        to_bytes({"a": value})


@pytest.mark.parametrize(
    ("vector", "error", "complaint"),
    [
        ([1.0, 2.0], DimensionError, "has 2 dimensions, expected 3"),
        ([[1.0, 2.0, 3.0]], InputError, "shape"),
        ([1.0, float("nan"), 0.0], InputError, "NaN"),
        ([1.0, float("-inf"), 0.0], InputError, "infinity"),
        ([0.0, 0.0, 0.0], InputError, "zero"),
        (["a", "b", "c"], InputError, "no row of numbers"),
        ([[1.0], [2.0, 3.0]], InputError, "no row of numbers"),
        (None, InputError, "shape"),
    ],
)
def test_unacceptable_vector_is_refused(vector: Any, error: type[InputError], complaint: str) -> None:
    with pytest.raises(error, match=complaint):
        unit_vector(vector, dimension=3, name="query vector")


@pytest.mark.parametrize("scale", [1e-300, 1e-40, 1.0, 1e39, 1e300])
def test_vector_of_any_finite_length_keeps_its_direction(scale: float) -> None:
    unit = unit_vector([3.0 * scale, 4.0 * scale], dimension=2, name="query vector")
    np.testing.assert_allclose(unit, [0.6, 0.8], rtol=1e-6)
    assert unit.dtype == np.float32


def test_rows_become_contiguous_float32() -> None:
    strided = np.arange(12, dtype=np.float64).reshape(3, 4)[:, ::2]
    rows = rows_of(strided)
    assert rows.flags.c_contiguous
    assert rows.dtype == np.float32
    assert rows.tolist() == strided.tolist()


def test_filter_says_only_what_restricts() -> None:
    chosen = Filter(tags=["a"], tags_match="all_strict", tag_groups=AllOf(AnyOf(Tags("b")), Not(Tags("c"))))
    assert filter_mapping(Filter()) == {}
    assert filter_mapping(chosen) == {
        "tags": ["a"],
        "tags_match": "all_strict",
        "tag_groups": [
            {
                "and": [
                    {"or": [{"tags": ["b"], "match": "any_strict"}]},
                    {"not": {"tags": ["c"], "match": "any_strict"}},
                ]
            }
        ],
    }
    assert filter_mapping(Filter(exclude=[])) == {}
    assert filter_mapping(Filter(exclude=["a", "b", "a"])) == {"exclude": ["a", "b"]}
    assert filter_mapping(Filter(tags_match="exact")) == {"tags": [], "tags_match": "exact"}

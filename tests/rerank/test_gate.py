"""The rules by which a reranker is left out: of counts, of what fits, and of the likeness to the query."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from recallcore.rerank.gate import all_fit, decided_by_likeness, too_few

DOMINANT = "the first candidate is far more like the query than the others"
ALIKE = "the first 5 candidates are equally like the query"
NAN = float("nan")


@pytest.mark.parametrize(("count", "left_out"), [(0, True), (1, True), (2, True), (3, False), (300, False)])
def test_two_candidates_need_no_reranker(count: int, left_out: bool) -> None:
    assert (too_few(count) is not None) is left_out


@pytest.mark.parametrize(
    ("similarities", "reason"),
    [
        # The table of the rule's origin, row by row.
        ([0.9, 0.6, 0.5], DOMINANT),
        ([0.8, 0.55, 0.5], DOMINANT),
        ([0.9, 0.66, 0.65], None),
        ([0.54, 0.2, 0.1], None),
        ([0.6, 0.6, 0.59, 0.6, 0.6], ALIKE),
        ([0.62, 0.6, 0.58, 0.56, 0.54], ALIKE),
        ([0.56, 0.55, 0.55, 0.545, 0.54], None),
        ([0.5, 0.5, 0.5], None),
        # Edges in numbers that floats hold exactly.
        ([0.75, 0.5], DOMINANT),
        ([0.75, 0.5 + 2**-50], None),
        ([1.0, 0.0], DOMINANT),
        # The lead is over all others, wherever fusion put them.
        ([0.9, 0.1, 0.1, 0.8], None),
        ([0.5, 0.9, 0.1], None),
        # Only the first five say whether they are alike.
        ([0.6] * 5 + [0.0], ALIKE),
        ([0.6] * 4 + [0.0], None),
        ([0.6] * 4, None),
        ([0.5] * 5, None),
        # Five evenly spaced numbers deviate by the square root of 2 times their step.
        ([0.644, 0.622, 0.6, 0.578, 0.556], None),
        # Who has no vector may be anywhere.
        ([0.9, NAN, 0.1], None),
        ([NAN, 0.6, 0.6, 0.6, 0.6, 0.6], None),
        ([NAN] * 6, None),
        ([0.9], None),
        ([], None),
    ],
    ids=str,
)
def test_likeness_decides_where_one_leads_or_all_are_alike(
    similarities: list[float], reason: str | None
) -> None:
    assert decided_by_likeness(np.array(similarities, dtype=np.float64)) == reason


@pytest.mark.parametrize(
    ("tokens", "max_tokens", "limit", "fits"),
    [
        ([20, 30], 50, None, True),
        ([20, 30], 49, None, False),
        ([20, 30], 50, 2, True),
        ([20, 30], 50, 1, False),
        ([20, 30], 50, 3, True),
        ([0, 0, 0], 0, None, True),
        ([], 0, 1, True),
        ([2**40] * 3, 2**42, None, True),
    ],
    ids=str,
)
def test_everything_fits_up_to_the_last_token_and_memory(
    tokens: list[int], max_tokens: int, limit: int | None, fits: bool
) -> None:
    said = all_fit(np.array(tokens, dtype=np.int64), max_tokens=max_tokens, limit=limit)
    assert (said is not None) is fits


@given(
    tokens=st.lists(st.integers(0, 50), max_size=8),
    max_tokens=st.integers(0, 200),
    limit=st.none() | st.integers(1, 8),
)
def test_what_fits_is_returned_whole_in_any_order(
    tokens: list[int], max_tokens: int, limit: int | None
) -> None:
    # The walk that packs, in the worst order for it: the largest last.
    left, kept = max_tokens, 0
    for size in sorted(tokens):
        if size <= left and (limit is None or kept < limit):
            left, kept = left - size, kept + 1
    said = all_fit(np.array(tokens, dtype=np.int64), max_tokens=max_tokens, limit=limit)
    assert (said is not None) is (kept == len(tokens))

"""Fusion by weighed scores over plain arrays: against a slow, obvious oracle, and what it refuses."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from recallcore import ConfigError, InputError, RecallCoreError, _core
from recallcore._seam import to_bytes

DIVISORS = {"low": 2, "medium": 4, "high": 8}
BONUSES = {"low": 0.05, "medium": 0.2, "high": 0.5}
ARMS = ("semantic", "keyword", "graph", "temporal")
NAMES = st.integers(-3, 12)
SCORED = st.dictionaries(NAMES, st.floats(0.01, 20.0), max_size=10)
COSINES = st.dictionaries(NAMES, st.floats(-1.0, 1.0), max_size=10)
PLACED = st.lists(NAMES, max_size=6, unique=True)
TYPICAL, RARE = 0.25, 0.5


def best_first(scores: dict[int, float]) -> list[int]:
    return sorted(scores, key=lambda row: (-scores[row], row))


def fused(
    rankings: list[list[int]],
    cosines: dict[int, float],
    bm25s: dict[int, float],
    *,
    ideal: float = 8.0,
    cap: int | None = None,
) -> tuple[NDArray[np.int64], NDArray[np.float64], NDArray[np.int64], NDArray[np.float64]]:
    rows = [row for ranking in rankings for row in ranking]
    return _core.fuse_auto(
        np.array(rows, dtype=np.int64),
        np.array([len(ranking) for ranking in rankings], dtype=np.int64),
        np.array([cosines.get(row, math.nan) for row in rows], dtype=np.float64),
        np.array([bm25s.get(row, math.nan) for row in rows], dtype=np.float64),
        ideal,
        TYPICAL,
        RARE,
        60.0,
        cap,
    )


@given(COSINES, SCORED, PLACED, PLACED, st.floats(0.0, 80.0))
def test_fused_score_is_the_sum_of_what_each_arm_says(
    cosines: dict[int, float], bm25s: dict[int, float], graph: list[int], temporal: list[int], ideal: float
) -> None:
    rankings = [best_first(cosines), best_first(bm25s), graph, temporal]
    rows, scores, ranks, parts = fused(rankings, cosines, bm25s, ideal=ideal)
    full = max([0.3 * ideal, *bm25s.values()])
    expected = {}
    for row in {row for ranking in rankings for row in ranking}:
        semantic = (cosines[row] - TYPICAL) / (3 * (RARE - TYPICAL)) if row in cosines else 0.0
        keyword = bm25s[row] / full if row in bm25s else 0.0
        placed = [
            weight * 61 / (61 + ranking.index(row)) if row in ranking else 0.0
            for weight, ranking in ((0.1, graph), (0.4, temporal))
        ]
        expected[row] = [semantic, keyword, *placed]
    assert sorted(rows.tolist()) == sorted(expected)
    for row, score, of_arms, of_row in zip(rows.tolist(), scores, ranks.tolist(), parts, strict=True):
        np.testing.assert_allclose(of_row, expected[row], rtol=1e-12, atol=1e-15)
        assert score == sum(of_row)
        assert of_arms == [ranking.index(row) + 1 if row in ranking else 0 for ranking in rankings]
    assert rows.tolist() == best_first(dict(zip(rows.tolist(), scores.tolist(), strict=True)))


def test_memory_is_weighed_by_the_score_of_an_arm_that_did_not_return_it() -> None:
    rows, scores, _, _ = fused([[1], [2], [], []], {1: 1.0, 2: 1.0}, {1: 2.0, 2: 4.0})
    assert (rows.tolist(), scores.tolist()) == ([2, 1], [2.0, 1.5])


def test_capped_places_take_no_part_in_the_scale() -> None:
    rows, _, _, parts = fused([[1], [1, 2], [], []], {1: TYPICAL}, {1: 4.0, 2: 8.0}, cap=1)
    assert (rows.tolist(), parts.tolist()) == ([1], [[0.0, 1.0, 0.0, 0.0]])


@given(
    st.lists(st.lists(st.integers(0, 40), min_size=4, max_size=4), max_size=12),
    st.dictionaries(st.sampled_from(ARMS), st.sampled_from(list(DIVISORS))),
)
def test_boosted_key_falls_with_the_rank(rows: list[list[int]], boosts: dict[str, str]) -> None:
    def gain(arm: str, rank: int) -> float:
        divisor = DIVISORS[boosts[arm]]
        share = 1.0 if arm == "temporal" else divisor / (divisor + rank - 1)
        return BONUSES[boosts[arm]] * share

    expected = [
        sum(gain(arm, rank) for arm, rank in zip(ARMS, ranks, strict=True) if rank and arm in boosts)
        for ranks in rows
    ]
    ranks = np.array(rows, dtype=np.int64).reshape(-1, 4)
    made = _core.boosted_auto(np.zeros(len(rows)), ranks, to_bytes(boosts))
    np.testing.assert_allclose(made, expected, rtol=1e-9, atol=1e-12)


@pytest.mark.parametrize("level", list(DIVISORS))
@pytest.mark.parametrize("arm", ARMS)
def test_boost_never_turns_an_arm_upside_down(arm: str, level: str) -> None:
    ranks = np.zeros((400, 4), dtype=np.int64)
    ranks[:, ARMS.index(arm)] = np.arange(1, 401)
    keys = _core.boosted_auto(np.zeros(400), ranks, to_bytes({arm: level}))
    assert (np.diff(keys) <= 0).all()


ONE: tuple[NDArray[np.int64], NDArray[np.int64]] = (
    np.array([1], dtype=np.int64),
    np.array([1, 0, 0, 0], dtype=np.int64),
)
SCORE = np.array([0.5])


@pytest.mark.parametrize(
    ("call", "error", "complaint"),
    [
        (lambda: _core.fuse_auto(ONE[0], ONE[0], SCORE, SCORE, 1.0, 0.1, 0.3, 60.0), InputError, "rankings"),
        (lambda: _core.fuse_auto(*ONE, SCORE, SCORE[:0], 1.0, 0.1, 0.3, 60.0), InputError, "bm25s"),
        (lambda: _core.fuse_auto(*ONE, SCORE * math.inf, SCORE, 1.0, 0.1, 0.3, 60.0), InputError, "cosines"),
        (lambda: _core.fuse_auto(*ONE, SCORE, SCORE * math.inf, 1.0, 0.1, 0.3, 60.0), InputError, "bm25s"),
        (lambda: _core.fuse_auto(*ONE, SCORE, SCORE, math.nan, 0.1, 0.3, 60.0), InputError, "ideal"),
        (lambda: _core.fuse_auto(*ONE, SCORE, SCORE, 1.0, 0.3, 0.1, 60.0), ConfigError, "likeness"),
        (lambda: _core.fuse_auto(*ONE, SCORE, SCORE, 1.0, math.nan, 0.1, 60.0), ConfigError, "likeness"),
        (lambda: _core.fuse_auto(*ONE, SCORE, SCORE, 1.0, 0.1, 0.3, 0.0), ConfigError, "rrf_k"),
        (lambda: _core.fuse_auto(*ONE, SCORE, SCORE, 1.0, 0.1, 0.3, 60.0, -1), InputError, "cap_per_arm"),
        (
            lambda: _core.boosted_auto(SCORE, np.zeros((1, 3), dtype=np.int64), b"{}"),
            InputError,
            "rankings",
        ),
    ],
)
def test_what_means_nothing_is_refused(
    call: Callable[[], object], error: type[RecallCoreError], complaint: str
) -> None:
    with pytest.raises(error, match=complaint):
        call()

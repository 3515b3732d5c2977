"""The pure stages of the ranking alone: against slow, obvious oracles, and what they refuse at the door."""

from __future__ import annotations

import json
import math
from collections.abc import Callable
from dataclasses import asdict
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from recallcore import AdaptiveBudgets, ConfigError, FixedBudgets, InputError, RecallCoreError, Recency, _core
from recallcore._seam import to_bytes

DAY = 86_400_000_000
MISSING = np.iinfo(np.int64).min
DIVISORS = {"low": 2, "medium": 4, "high": 8}
ADDED = {"low": 0.05, "medium": 0.2, "high": 0.5}
ARMS = ("semantic", "keyword", "graph", "temporal")
RANKS = st.lists(st.lists(st.integers(0, 40), min_size=4, max_size=4), max_size=12)
BOOSTS = st.dictionaries(st.sampled_from(ARMS), st.sampled_from(list(DIVISORS)))
UNIT = st.floats(0.0, 1.0)


def floats(*values: float) -> NDArray[np.float64]:
    return np.array(values, dtype=np.float64)


def integers(*values: int) -> NDArray[np.int64]:
    return np.array(values, dtype=np.int64)


def ranks_of(rows: list[list[int]]) -> NDArray[np.int64]:
    return np.array(rows, dtype=np.int64).reshape(-1, 4)


# --- budget -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("level", "max_tokens", "depth"),
    [
        ("low", 100, 20),
        ("high", 100, 25),
        ("low", 4096, 102),
        ("mid", 4096, 307),
        ("high", 4096, 1024),
        ("high", 100_000, 2000),
        ("low", 0, 20),
        ("high", 90, 22),  # 22.5, to the even number
        ("high", 94, 24),  # 23.5, to the even number
    ],
)
def test_adaptive_budget_is_a_rounded_share_within_bounds(level: str, max_tokens: int, depth: int) -> None:
    assert _core.budget_depth(level, max_tokens, to_bytes(AdaptiveBudgets().to_dict())) == depth


@pytest.mark.parametrize(("level", "depth"), [("low", 5), ("mid", 300), ("high", 1000)])
def test_fixed_budget_is_what_it_says(level: str, depth: int) -> None:
    assert _core.budget_depth(level, 1, to_bytes(FixedBudgets(low=5).to_dict())) == depth


@pytest.mark.parametrize(
    ("sort", "fields"),
    [
        ("adaptive", {"low": 0.0}),
        ("adaptive", {"mid": -0.1}),
        ("adaptive", {"high": 0}),
        ("adaptive", {"least": 0}),
        ("adaptive", {"most": 100_001}),
        ("adaptive", {"least": 21, "most": 20}),
        ("fixed", {"low": 0}),
        ("fixed", {"high": 100_001}),
    ],
    ids=str,
)
def test_both_sides_refuse_the_same_budgets(sort: str, fields: dict[str, Any]) -> None:
    python = {"adaptive": AdaptiveBudgets, "fixed": FixedBudgets}[sort]
    accepted = asdict(python())
    assert _core.budget_depth("low", 1, to_bytes({sort: accepted})) > 0
    with pytest.raises(ConfigError):
        python(**fields)
    with pytest.raises((ConfigError, InputError)):
        _core.budget_depth("low", 1, to_bytes({sort: {**accepted, **fields}}))


@pytest.mark.parametrize(
    ("sort", "fields"),
    [
        ("adaptive", {"low": 1e-9, "least": 1, "most": 1}),
        ("adaptive", {"least": 100_000, "most": 100_000}),
        ("adaptive", {"high": 5}),
        ("fixed", {"low": 1, "high": 100_000}),
    ],
    ids=str,
)
def test_both_sides_take_the_same_budgets(sort: str, fields: dict[str, Any]) -> None:
    python = {"adaptive": AdaptiveBudgets, "fixed": FixedBudgets}[sort](**fields)
    assert _core.budget_depth("high", 1000, to_bytes(python.to_dict())) > 0


# --- fusion, boosts, cut ----------------------------------------------------------------------


def test_interleaving_takes_each_first_then_each_second() -> None:
    rows, scores, ranks = _core.interleave(integers(1, 2, 3, 9, 2, 7), integers(3, 0, 3))
    assert rows.tolist() == [1, 9, 2, 3, 7]
    assert scores.tolist() == [5.0, 4.0, 3.0, 2.0, 1.0]
    assert ranks.tolist() == [[1, 0, 0], [0, 0, 1], [2, 0, 2], [3, 0, 0], [0, 0, 3]]


@pytest.mark.parametrize(("cap", "rows"), [(None, [1, 9, 2, 8]), (1, [1, 9]), (0, [])])
def test_cap_holds_for_each_ranking(cap: int | None, rows: list[int]) -> None:
    given_rows, lengths = integers(1, 2, 9, 8), integers(2, 2)
    assert sorted(_core.fuse(given_rows, lengths, 60.0, cap)[0].tolist()) == sorted(rows)
    assert _core.interleave(given_rows, lengths, cap)[0].tolist() == rows


@given(RANKS, BOOSTS)
def test_boosted_key_divides_the_ranks_of_boosted_arms(rows: list[list[int]], boosts: dict[str, str]) -> None:
    fused = [sum(1 / (60 + rank) for rank in ranks if rank) for ranks in rows]
    expected = [
        sum(
            1 / (60 + rank / DIVISORS[boosts[arm]] if arm in boosts else 60 + rank)
            for arm, rank in zip(ARMS, ranks, strict=True)
            if rank
        )
        for ranks in rows
    ]
    made = _core.boosted(floats(*fused), ranks_of(rows), to_bytes(boosts), 60.0)
    np.testing.assert_allclose(made, expected, rtol=1e-12)


@given(RANKS, BOOSTS)
def test_added_boost_decays_with_the_rank_but_not_for_the_temporal_arm(
    rows: list[list[int]], boosts: dict[str, str]
) -> None:
    def added(arm: str, rank: int) -> float:
        if not rank or arm not in boosts:
            return 0.0
        most, divisor = ADDED[boosts[arm]], DIVISORS[boosts[arm]]
        return most if arm == "temporal" else most * divisor / (divisor + rank - 1)

    expected = [sum(map(added, ARMS, ranks)) for ranks in rows]
    np.testing.assert_allclose(_core.strategy_boost(ranks_of(rows), to_bytes(boosts)), expected, rtol=1e-12)


@given(st.lists(st.sampled_from([0.1, 0.2, 0.3]), max_size=12), st.integers(1, 12))
def test_cut_keeps_the_highest_in_a_total_order(keys: list[float], depth: int) -> None:
    places = list(range(len(keys)))
    expected = (
        sorted(places, key=lambda place: (-keys[place], place))[:depth] if len(keys) > depth else places
    )
    assert _core.cut(floats(*keys), depth).tolist() == expected


@given(st.lists(st.sampled_from([0.1, 0.2, 0.3]), max_size=12), st.integers(1, 12))
def test_tail_stands_behind_the_cut_in_its_old_order(keys: list[float], depth: int) -> None:
    head = _core.cut(floats(*keys), depth).tolist()
    tail = [place for place in range(len(keys)) if place not in head]
    assert _core.cut_with_tail(floats(*keys), depth).tolist() == head + tail


# --- reranking and scoring --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("scores", "scale", "expected"),
    [
        ([0.0, 0.3, 1.0], "auto", [0.0, 0.3, 1.0]),
        ([0.0, 0.3, 1.1], "auto", [0.5, 1 / (1 + math.exp(-0.3)), 1 / (1 + math.exp(-1.1))]),
        ([math.nan, 0.3], "auto", [0.0, 0.3]),
        ([0.3, math.nan], "auto", [0.3, 0.0]),
        ([math.nan, math.nan], "auto", [0.0, 0.0]),
        ([2.0, -1.0, 0.5, math.nan], "probability", [1.0, 0.0, 0.5, 0.0]),
        ([0.0, math.nan], "logit", [0.5, 0.0]),
        ([math.inf, -math.inf], "logit", [1.0, 0.0]),
        ([math.inf, -math.inf], "probability", [1.0, 0.0]),
        ([], "auto", []),
    ],
)
def test_scores_are_brought_to_one_scale(scores: list[float], scale: str, expected: list[float]) -> None:
    np.testing.assert_allclose(_core.normalise(floats(*scores), scale), expected, rtol=1e-12)


@pytest.mark.parametrize(
    ("count", "expected"), [(0, []), (1, [1.0]), (2, [1.0, 0.1]), (4, [1.0, 0.7, 0.4, 0.1])]
)
def test_passthrough_falls_evenly(count: int, expected: list[float]) -> None:
    np.testing.assert_allclose(_core.passthrough(count), expected, rtol=1e-12)


@given(st.lists(st.integers(1, 99), unique=True, max_size=9))
def test_passthrough_follows_the_order_of_fusion_wherever_a_candidate_stands(fused_ranks: list[int]) -> None:
    expected = [0.0] * len(fused_ranks)
    in_order = sorted(range(len(fused_ranks)), key=fused_ranks.__getitem__)
    for place, score in zip(in_order, _core.passthrough(len(fused_ranks)).tolist(), strict=True):
        expected[place] = score
    assert _core.passthrough_in_order(integers(*fused_ranks)).tolist() == expected


def test_nearness_is_worth_from_a_half_to_one_and_a_half_outside() -> None:
    made = _core.proximity(floats(0.0, 0.5, 1.0, math.nan))
    assert made.tolist() == [0.5, 0.75, 1.0, 0.5]
    with pytest.raises(InputError, match="nearness"):
        _core.proximity(floats(1.1))


@given(st.lists(st.floats(-1.0, 1.0), max_size=9))
def test_similarity_is_drawn_through_the_thresholds(cosines: list[float]) -> None:
    expected = np.interp(cosines, [-1.0, 0.1, 0.3, 0.7, 1.0], [0.0, 0.1, 0.3, 0.7, 1.0])
    np.testing.assert_allclose(_core.similarity(floats(*cosines), THRESHOLDS), expected, atol=1e-12)


NONE = (math.nan, math.nan, math.nan)


@pytest.mark.parametrize(
    ("similarity", "rerank", "floors", "expected"),
    [
        (NONE, (0.5, 0.4, math.nan), (None, 0.5, None), [None, "reranker_floor", "reranker_floor"]),
        (NONE, NONE, (None, 0.5, None), [None, None, None]),
        (NONE, (0.5, 0.5, 0.5), (None, None, 0.3), [None, None, "final_floor"]),
        (NONE, (0.4, 0.5, 0.5), (None, 0.5, 0.4), ["reranker_floor", "final_floor", "final_floor"]),
        (NONE, (0.0, 0.0, 0.0), (None, None, None), [None, None, None]),
        ((0.3, 0.2, math.nan), NONE, (0.3, None, None), [None, "similarity_floor", "similarity_floor"]),
        (NONE, NONE, (0.3, None, None), [None, None, None]),
        (
            (0.2, 0.3, 0.3),
            (0.1, 0.1, 0.9),
            (0.3, 0.5, 0.3),
            ["similarity_floor", "reranker_floor", "final_floor"],
        ),
    ],
)
def test_floors_are_inclusive_and_need_what_they_hold_on_to(
    similarity: tuple[float, ...],
    rerank: tuple[float, ...],
    floors: tuple[float | None, float | None, float | None],
    expected: list[str | None],
) -> None:
    made = _core.floors(floats(*similarity), floats(*rerank), floats(0.5, 0.3, 0.2), *floors)
    assert made == expected


@pytest.mark.parametrize(
    ("recency", "ages", "expected"),
    [
        (Recency(), [0, 182.5, 365, 9999, -10], [1.0, 0.5, 0.1, 0.1, 1.0]),
        (Recency(decay="exponential"), [0, 90, 180, -10], [1.0, 0.5, 0.25, 1.0]),
        (Recency(decay="none"), [0, 9999, -10], [0.5, 0.5, 0.5]),
        (Recency(window_days=10, floor=0.0), [5, 20], [0.5, 0.0]),
    ],
    ids=str,
)
def test_age_decays_as_chosen(recency: Recency, ages: list[float], expected: list[float]) -> None:
    np.testing.assert_allclose(_core.decay(floats(*ages), to_bytes(recency.to_dict())), expected, rtol=1e-12)


def test_recency_takes_the_first_date_there_is_and_is_neutral_without_one() -> None:
    now = 1000 * DAY
    made = _core.recency(
        integers(now, MISSING, MISSING, MISSING),
        integers(MISSING, now, MISSING, MISSING),
        integers(MISSING, MISSING, now, MISSING),
        np.zeros(4, dtype=np.uint8),
        now,
        to_bytes(Recency().to_dict()),
    )
    assert made.tolist() == [1.0, 1.0, 1.0, 0.5]


def test_proof_grows_with_the_count_and_none_is_neutral() -> None:
    expected = [0.5, 0.5, 0.5 + math.log(2) / 10, 1.0]
    np.testing.assert_allclose(_core.proof(integers(0, 1, 2, 10**9)), expected, rtol=1e-12)


@given(st.lists(st.tuples(UNIT, UNIT, UNIT, UNIT), max_size=8), st.floats(0.0, 2.0))
def test_combined_score_is_a_product(rows: list[tuple[float, float, float, float]], alpha: float) -> None:
    alphas = {"recency": alpha, "proximity": 0.2, "proof": 0.1}
    rerank, recency, proximity, proof = (floats(*(row[column] for row in rows)) for column in range(4))
    expected = [
        score * (1 + alpha * (new - 0.5)) * (1 + 0.2 * (near - 0.5)) * (1 + 0.1 * (proven - 0.5))
        for score, new, near, proven in rows
    ]
    made = _core.combined(rerank, recency, proximity, proof, to_bytes(alphas))
    np.testing.assert_allclose(made, expected, rtol=1e-12, atol=1e-300)
    boost = floats(*(0.05 * place for place in range(len(rows))))
    lifted = _core.combined(rerank, recency, proximity, proof, to_bytes(alphas), boost)
    np.testing.assert_allclose(lifted, made + boost, rtol=1e-12, atol=1e-300)


def test_order_breaks_ties_by_the_rerank_score_and_then_by_place() -> None:
    assert _core.order(floats(0.5, 0.9, 0.5, 0.5), floats(0.1, 0.1, 0.2, 0.1)).tolist() == [1, 2, 0, 3]


# --- documents, windows, tags -----------------------------------------------------------------


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ({}, "tea"),
        ({"context": "diary"}, "diary: tea"),
        ({"context": ""}, "tea"),
        ({"occurred_start": 0, "precision": "day"}, "[Date: January 01, 1970 (1970-01-01)] tea"),
        (
            {"occurred_start": 0, "precision": "month", "context": "diary"},
            "[Date: January 1970 (1970-01)] diary: tea",
        ),
        ({"occurred_start": 0, "precision": "year"}, "[Date: 1970] tea"),
        ({"mentioned_at": 0}, "[Date: January 01, 1970 (1970-01-01)] tea"),
        ({"occurred_end": 0, "precision": "day"}, "[Date: January 01, 1970 (1970-01-01)] tea"),
    ],
    ids=str,
)
def test_document_shows_date_context_and_text(fields: dict[str, Any], expected: str) -> None:
    assert _core.document(to_bytes({"text": "tea", "precision": "instant", **fields})) == expected


def test_window_is_covered_evenly() -> None:
    relevance, dates = floats(0.9, 0.8, 0.7, 0.1), integers(0, 1, 2, 99)
    assert sorted(_core.select_over_window(relevance, dates, 0, 100, 2, 2).tolist()) == [0, 3]
    assert _core.select_over_window(relevance, dates, 0, 100, 0, 2).tolist() == []


@pytest.mark.parametrize(
    ("left", "right", "expected"),
    [
        ("typescropt", "typescript", 0.57),
        ("mongp", "mongo", 0.50),
        ("kakfa", "kafka", 0.20),
        ("k9s", "k8s", 0.14),
        ("Tea", "tea", 1.0),
        ("", "", 0.0),
    ],
)
def test_tags_are_as_alike_as_their_trigrams(left: str, right: str, expected: float) -> None:
    assert _core.tag_similarity(left, right) == pytest.approx(expected, abs=0.005)


def test_fuzzy_leaves_are_read_by_the_vocabulary() -> None:
    groups = [
        {"not": {"tags": ["typescropt"], "match": "any_strict", "resolve": "fuzzy"}},
        {"tags": ["go"], "match": "all"},
    ]
    made = json.loads(_core.resolve_tags(to_bytes(groups), to_bytes(["python", "TypeScript"])))
    assert made[0]["not"]["tags"] == ["TypeScript"]
    assert "fuzzy" not in json.dumps(made)
    assert made[1]["tags"] == ["go"]


@pytest.mark.parametrize(
    ("chosen", "places"),
    [
        ({}, [0, 1, 2]),
        ({"tags": ["a"], "tags_match": "any"}, [0, 1, 2]),
        ({"tags": ["a"], "tags_match": "any_strict"}, [1, 2]),
        ({"tags": ["a", "b"], "tags_match": "all_strict"}, [2]),
        ({"tags": [], "tags_match": "exact"}, [0]),
        ({"tag_groups": [{"not": {"tags": ["b"]}}]}, [0, 1]),
    ],
    ids=str,
)
def test_tags_admit_what_the_filter_says(chosen: dict[str, Any], places: list[int]) -> None:
    tags: list[list[str]] = [[], ["a"], ["a", "b"]]
    assert _core.admitted(to_bytes(tags), to_bytes(chosen)).tolist() == places


# --- what is refused --------------------------------------------------------------------------

NEUTRAL = to_bytes({"recency": 0.2, "proximity": 0.2, "proof": 0.1})
LINEAR = to_bytes(Recency().to_dict())
FIXED = to_bytes(FixedBudgets().to_dict())
THRESHOLDS = to_bytes({"seed": 0.3, "link": 0.7, "temporal": 0.1})


@pytest.mark.parametrize(
    ("call", "error"),
    [
        (lambda: _core.budget_depth("middle", 1, FIXED), ConfigError),
        (lambda: _core.budget_depth("low", 1, b"{}"), RecallCoreError),
        (lambda: _core.interleave(np.arange(3), integers(4)), InputError),
        (lambda: _core.fuse(np.arange(1), integers(1), math.nan), ConfigError),
        (lambda: _core.boosted(floats(1.0), ranks_of([]), b"{}", 60.0), InputError),
        (lambda: _core.boosted(floats(1.0), ranks_of([[-1, 0, 0, 0]]), b"{}", 60.0), InputError),
        (
            lambda: _core.boosted(floats(1.0), ranks_of([[1, 0, 0, 0]]), b'{"graf":"low"}', 60.0),
            RecallCoreError,
        ),
        (lambda: _core.strategy_boost(ranks_of([[1, 0, 0, 0]]), b'{"graph":"mid"}'), RecallCoreError),
        (lambda: _core.strategy_boost(np.zeros((2, 3), dtype=np.int64), b'{"graph":"low"}'), InputError),
        (lambda: _core.normalise(floats(0.5), "percent"), ConfigError),
        (lambda: _core.normalise(np.arange(6.0)[::2], "auto"), InputError),
        (lambda: _core.normalise(np.zeros(2, dtype=np.float32), "auto"), TypeError),
        (lambda: _core.combined(floats(1.0), floats(), floats(), floats(), NEUTRAL), InputError),
        (lambda: _core.order(floats(1.0), floats()), InputError),
        (lambda: _core.document(b"{}"), InputError),
        (lambda: _core.resolve_tags(b"{}", b"[]"), InputError),
        (lambda: _core.admitted(b"[[1]]", b"{}"), InputError),
        (lambda: _core.admitted(b"[]", b'{"surprise":1}'), InputError),
    ],
)
def test_what_means_nothing_is_refused(call: Callable[[], object], error: type[Exception]) -> None:
    with pytest.raises(error):
        call()


@pytest.mark.parametrize(
    ("field", "value", "complaint"),
    [
        ("decay", "cubic", "cubic"),
        ("window_days", 0, "window_days"),
        ("half_life_days", -1.0, "half_life_days"),
        ("floor", 1.5, "floor"),
    ],
)
def test_recency_that_means_nothing_is_refused(field: str, value: object, complaint: str) -> None:
    complete = Recency().to_dict()
    assert _core.decay(floats(0.0), to_bytes(complete)).tolist() == [1.0]
    with pytest.raises(RecallCoreError, match=complaint):
        _core.decay(floats(0.0), to_bytes({**complete, field: value}))


@pytest.mark.parametrize("given", [math.nan, math.inf, -math.inf], ids=str)
@pytest.mark.parametrize(
    "call",
    [
        lambda odd: _core.decay(floats(1.0, odd), LINEAR),
        lambda odd: _core.combined(floats(odd), floats(0.5), floats(0.5), floats(0.5), NEUTRAL),
        lambda odd: _core.combined(floats(1.0), floats(0.5), floats(0.5), floats(odd), NEUTRAL),
        lambda odd: _core.combined(floats(1), floats(0), floats(0), floats(0), NEUTRAL, floats(odd)),
        lambda odd: _core.order(floats(1.0, odd), floats(1.0, 1.0)),
        lambda odd: _core.order(floats(1.0), floats(odd)),
        lambda odd: _core.cut(floats(odd), 1),
        lambda odd: _core.cut_with_tail(floats(odd), 1),
        lambda odd: _core.boosted(floats(odd), ranks_of([[1, 0, 0, 0]]), b"{}", 60.0),
        lambda odd: _core.similarity(floats(odd), THRESHOLDS),
        lambda odd: _core.floors(floats(1.0), floats(1.0), floats(odd), None, None, None),
    ],
)
def test_numbers_that_cannot_be_ordered_are_refused(call: Callable[[float], object], given: float) -> None:
    with pytest.raises(InputError, match="finite"):
        call(given)


@pytest.mark.parametrize(
    ("call", "complaint"),
    [
        (lambda: _core.budget_depth("low", -1, FIXED), "max_tokens"),
        (lambda: _core.fuse(integers(1), integers(1), 60.0, -1), "cap_per_arm"),
        (lambda: _core.interleave(integers(1), integers(1), -1), "cap_per_arm"),
        (lambda: _core.fuse(np.arange(20_000), integers(*[1] * 20_000), 60.0), "100000000"),
        (lambda: _core.interleave(np.arange(20_000), integers(*[1] * 20_000)), "100000000"),
        (lambda: _core.budget_depth("low", 1, b"[]"), "expected a JSON object"),
        (lambda: _core.cut(floats(1.0), -1), "depth"),
        (lambda: _core.cut_with_tail(floats(1.0), -1), "depth"),
        (lambda: _core.passthrough(-1), "count"),
        (lambda: _core.passthrough_in_order(integers(-1)), "fused_ranks"),
        (lambda: _core.pack(integers(1), 1, -1, "first"), "limit"),
        (lambda: _core.pack(integers(-1), 1, None, "first"), "tokens"),
        (lambda: _core.pack_preferring(integers(1), integers(-1), integers(1), 1, None, "first"), "sources"),
        (lambda: _core.pack_preferring(integers(1), integers(), integers(-1), 1, None, "first"), "lengths"),
        (lambda: _core.select_over_window(floats(1.0), integers(1), 0, 2, -1, 2), "limit"),
        (lambda: _core.select_over_window(floats(1.0), integers(1), 0, 2, 1, -2), "buckets"),
    ],
)
def test_counts_below_nothing_are_refused(call: Callable[[], object], complaint: str) -> None:
    with pytest.raises(InputError, match=complaint):
        call()


def test_columns_of_different_lengths_are_refused() -> None:
    with pytest.raises(InputError, match="same number"):
        _core.recency(integers(1), integers(), integers(1), np.zeros(1, dtype=np.uint8), 0, LINEAR)

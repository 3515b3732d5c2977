"""The metrics against figures worked out by hand."""

from __future__ import annotations

import math

import pytest

from benches.quality.metrics import METRICS, hit_at, ndcg_at, recall_at, reciprocal_rank, score

RANKING = ["a", "b", "c", "d", "e", "f"]


@pytest.mark.parametrize(
    ("relevant", "depth", "expected"),
    [
        ({"a"}, 1, 1.0),
        ({"b"}, 1, 0.0),
        ({"a", "f"}, 5, 0.5),
        ({"a", "f"}, 6, 1.0),
        ({"a", "z"}, 100, 0.5),
        # More relevant memories than places: the share found is what counts.
        ({"a", "b", "c"}, 2, 2 / 3),
    ],
)
def test_recall_is_the_share_of_relevant_memories_found(
    relevant: set[str], depth: int, expected: float
) -> None:
    assert recall_at(RANKING, relevant, depth=depth) == pytest.approx(expected)


@pytest.mark.parametrize(
    ("relevant", "depth", "expected"),
    [
        ({"a"}, 10, 1.0),
        ({"b"}, 10, 1 / math.log2(3)),
        ({"c"}, 10, 0.5),
        ({"c"}, 2, 0.0),
        ({"z"}, 10, 0.0),
        # Ranks 1 and 3: (1 + 1/2) / (1 + 1/log2 3).
        ({"a", "c"}, 10, 1.5 / (1 + 1 / math.log2(3))),
        # Three relevant, two places: the ideal has two of them on top.
        ({"a", "b", "z"}, 2, 1.0),
        ({"a", "y", "z"}, 2, 1 / (1 + 1 / math.log2(3))),
    ],
)
def test_ndcg_discounts_by_the_logarithm_of_the_rank(relevant: set[str], depth: int, expected: float) -> None:
    assert ndcg_at(RANKING, relevant, depth=depth) == pytest.approx(expected)


@pytest.mark.parametrize(
    ("relevant", "expected"), [({"a"}, 1.0), ({"c", "e"}, 1 / 3), ({"z"}, 0.0), ({"z", "f"}, 1 / 6)]
)
def test_reciprocal_rank_is_that_of_the_first_relevant_memory(relevant: set[str], expected: float) -> None:
    assert reciprocal_rank(RANKING, relevant) == pytest.approx(expected)


@pytest.mark.parametrize(
    ("relevant", "depth", "expected"),
    [({"a"}, 1, 1.0), ({"f", "z"}, 6, 1.0), ({"f"}, 5, 0.0), ({"z"}, 9, 0.0)],
)
def test_hit_asks_whether_any_relevant_memory_was_found(
    relevant: set[str], depth: int, expected: float
) -> None:
    assert hit_at(RANKING, relevant, depth=depth) == expected


def test_score_has_the_metrics_in_their_order() -> None:
    ranking = [str(number) for number in range(1, 31)]
    figures = dict(zip(METRICS, score(ranking, {"6", "11"}), strict=True))
    assert figures["recall@5"] == 0.0
    assert figures["recall@10"] == 0.5
    assert figures["recall@20"] == 1.0
    assert figures["hit@10"] == 1.0
    assert figures["mrr"] == pytest.approx(1 / 6)
    assert figures["ndcg@10"] == pytest.approx((1 / math.log2(7)) / (1 + 1 / math.log2(3)))


def test_empty_ranking_scores_zero() -> None:
    assert score([], {"a"}) == (0.0,) * len(METRICS)


def test_question_without_relevant_memories_is_refused() -> None:
    with pytest.raises(ValueError, match="without relevant memories"):
        recall_at(RANKING, set(), depth=5)


def test_memory_twice_in_a_ranking_is_refused() -> None:
    with pytest.raises(ValueError, match="twice"):
        ndcg_at(["a", "a"], {"a"}, depth=5)

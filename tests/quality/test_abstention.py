"""The area under the curve against a naive count of pairs, and what must hold of any curve."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from benches.quality.abstention import Relevances, abstained, auc, auc_interval, best_cut, roc

# Few distinct values, so that many are equal, beside values of every kind.
RELEVANCES = st.lists(
    st.one_of(st.sampled_from([0.0, 0.25, 0.5, 1.0]), st.floats(0.0, 1.0, allow_subnormal=False)),
    min_size=1,
    max_size=30,
).map(np.array)


def by_pairs(answerable: Relevances, unanswerable: Relevances) -> float:
    """The share of pairs in the right order, equal ones half."""
    won = [(right > wrong) + 0.5 * (right == wrong) for right in answerable for wrong in unanswerable]
    return float(sum(won) / len(won))


def accuracy_at(answerable: Relevances, unanswerable: Relevances, threshold: float) -> float:
    return float(((answerable >= threshold).mean() + (unanswerable < threshold).mean()) / 2)


@given(RELEVANCES, RELEVANCES)
def test_area_is_the_share_of_pairs_in_the_right_order(right: Relevances, wrong: Relevances) -> None:
    assert auc(right, wrong) == pytest.approx(by_pairs(right, wrong))


@given(RELEVANCES, RELEVANCES)
def test_sides_changed_over_give_the_rest(right: Relevances, wrong: Relevances) -> None:
    assert auc(right, wrong) + auc(wrong, right) == pytest.approx(1.0)


@pytest.mark.parametrize(
    ("right", "wrong", "expected"),
    [
        ([0.9, 0.8], [0.1, 0.2], 1.0),
        ([0.1], [0.2, 0.3], 0.0),
        ([0.5, 0.5], [0.5], 0.5),
        ([0.5], [0.5, 0.1], 0.75),
    ],
)
def test_area_of_a_few_by_hand(right: list[float], wrong: list[float], expected: float) -> None:
    assert auc(np.array(right), np.array(wrong)) == pytest.approx(expected)


@given(RELEVANCES, RELEVANCES)
def test_curve_rises_from_corner_to_corner_and_has_the_area(right: Relevances, wrong: Relevances) -> None:
    points = np.array(roc(right, wrong))
    assert tuple(points[0]) == (0.0, 0.0)
    assert tuple(points[-1]) == (1.0, 1.0)
    assert (np.diff(points, axis=0) >= 0).all()
    assert np.trapezoid(points[:, 1], points[:, 0]) == pytest.approx(auc(right, wrong))


def test_curve_of_many_relevances_keeps_its_ends() -> None:
    generator = np.random.default_rng(8)
    points = roc(generator.random(900), generator.random(700))
    assert len(points) == 201
    assert points[0] == (0.0, 0.0)
    assert points[-1] == (1.0, 1.0)


@given(RELEVANCES, st.lists(st.floats(0.0, 1.0), min_size=1, max_size=5).map(np.array))
def test_recall_abstains_below_the_threshold_and_not_at_it(given_: Relevances, cuts: Relevances) -> None:
    np.testing.assert_allclose(abstained(given_, cuts), [(given_ < cut).mean() for cut in cuts])


@given(RELEVANCES, RELEVANCES)
def test_no_threshold_beats_the_best(right: Relevances, wrong: Relevances) -> None:
    best = best_cut(right, wrong)
    assert best.balanced_accuracy == pytest.approx(accuracy_at(right, wrong, best.threshold))
    for threshold in [0.0, *right, *wrong]:
        assert accuracy_at(right, wrong, threshold) <= best.balanced_accuracy + 1e-12


def test_best_threshold_lies_in_the_middle_of_the_gap() -> None:
    best = best_cut(np.array([0.6, 0.9]), np.array([0.1, 0.4]))
    assert best.threshold == pytest.approx(0.5)
    assert best.balanced_accuracy == 1.0


def test_relevance_that_says_nothing_is_best_never_heeded() -> None:
    best = best_cut(np.array([0.5, 0.5]), np.array([0.5]))
    assert (best.threshold, best.balanced_accuracy) == (0.0, 0.5)


def test_interval_holds_the_area_and_narrows_with_more_questions() -> None:
    generator = np.random.default_rng(4)
    right, wrong = generator.normal(0.6, 0.2, 2000), generator.normal(0.4, 0.2, 2000)
    few, many = (auc_interval(right[:count], wrong[:count], resamples=400) for count in (50, 2000))
    assert few.low <= few.auc <= few.high
    assert many.high - many.low < (few.high - few.low) / 3
    # Hanley and McNeil's standard error of an area of .76 from 2,000 on each side is .0075.
    assert many.high - many.low == pytest.approx(2 * 1.96 * 0.0075, rel=0.15)


def test_equal_seeds_give_equal_intervals() -> None:
    right, wrong = np.linspace(0.2, 1.0, 40), np.linspace(0.0, 0.8, 40)
    one, same, other = (auc_interval(right, wrong, resamples=200, seed=seed) for seed in (1, 1, 2))
    assert one == same
    assert one.low != other.low


@pytest.mark.parametrize("sides", [([], [0.5]), ([0.5], [])])
def test_empty_side_is_refused(sides: tuple[list[float], list[float]]) -> None:
    with pytest.raises(ValueError, match="both sides need a question"):
        auc(np.array(sides[0]), np.array(sides[1]))

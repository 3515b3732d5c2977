"""The intervals against a slow loop, and against what must hold of any interval."""

from __future__ import annotations

import numpy as np
import pytest

from benches.quality.bootstrap import bootstrap, paired_bootstrap


def test_equals_the_loop_that_the_textbook_writes() -> None:
    generator = np.random.default_rng(3)
    scores, baseline = generator.random((40, 2)), generator.random((40, 2))
    made = paired_bootstrap(scores, baseline, resamples=500, seed=11)
    draws = np.random.default_rng(11)
    means = []
    for batch in (200, 200, 100):
        for drawn in draws.integers(0, 40, size=(batch, 40)):
            means.append([(scores[drawn, column] - baseline[drawn, column]).mean() for column in (0, 1)])
    np.testing.assert_allclose(made.low, np.percentile(means, 2.5, axis=0))
    np.testing.assert_allclose(made.high, np.percentile(means, 97.5, axis=0))
    np.testing.assert_allclose(made.mean, (scores - baseline).mean(axis=0))


def test_constant_difference_has_no_width() -> None:
    baseline = np.linspace(0, 0.5, 30).reshape(-1, 1)
    interval = paired_bootstrap(baseline + 0.25, baseline, resamples=1000)
    assert interval.low == pytest.approx(0.25)
    assert interval.high == pytest.approx(0.25)


def test_equal_seeds_give_equal_intervals_and_others_do_not() -> None:
    generator = np.random.default_rng(5)
    scores, baseline = generator.random((50, 1)), generator.random((50, 1))
    one, same, other = (paired_bootstrap(scores, baseline, resamples=1000, seed=seed) for seed in (1, 1, 2))
    assert one.low == same.low
    assert one.low != other.low


def test_interval_of_a_known_spread_has_the_width_of_theory() -> None:
    # The mean of n = 400 differences with standard deviation s has the standard error s / 20.
    differences = np.random.default_rng(9).normal(size=(400, 1))
    interval = paired_bootstrap(differences, np.zeros_like(differences), resamples=4000)
    width = float(interval.high[0] - interval.low[0])
    assert width == pytest.approx(2 * 1.96 * float(differences.std()) / 20, rel=0.08)


@pytest.mark.parametrize("shapes", [((3, 2), (4, 2)), ((3,), (3,)), ((0, 2), (0, 2))])
def test_unequal_or_empty_scores_are_refused(shapes: tuple[tuple[int, ...], tuple[int, ...]]) -> None:
    with pytest.raises(ValueError, match=r"shape|no question"):
        paired_bootstrap(np.zeros(shapes[0]), np.zeros(shapes[1]), resamples=10)


def test_interval_of_a_mean_is_that_of_its_difference_to_nothing() -> None:
    scores = np.random.default_rng(2).random((30, 3))
    made, paired = (
        bootstrap(scores, resamples=400),
        paired_bootstrap(scores, np.zeros_like(scores), resamples=400),
    )
    np.testing.assert_array_equal(made.low, paired.low)
    np.testing.assert_array_equal(made.high, paired.high)
    np.testing.assert_allclose(made.mean, scores.mean(axis=0))


def test_mean_of_no_question_is_refused() -> None:
    with pytest.raises(ValueError, match="no question"):
        bootstrap(np.zeros((0, 2)))

"""Quantiles of recall times."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benches.quality.latency import latency

TIMES = st.lists(st.floats(0.01, 1e4), min_size=1, max_size=60)


def test_quantiles_of_the_first_hundred_numbers() -> None:
    made = latency([float(number) for number in range(101)])
    assert (made.p50_ms, made.p95_ms) == (50.0, 95.0)


def test_line_between_two_recalls_is_straight() -> None:
    assert latency([10.0, 20.0]).p50_ms == pytest.approx(15.0)
    assert latency([10.0, 20.0]).p95_ms == pytest.approx(19.5)


@given(TIMES)
def test_order_of_recalls_does_not_matter_and_quantiles_are_ordered(times: list[float]) -> None:
    made = latency(times)
    assert made == latency(sorted(times))
    assert min(times) <= made.p50_ms <= made.p95_ms <= max(times)


def test_no_recall_is_refused() -> None:
    with pytest.raises(ValueError, match="no recall was timed"):
        latency([])

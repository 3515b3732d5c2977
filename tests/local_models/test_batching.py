"""Batches hold every text once, within the token budget, near-equal lengths together."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from recallcore.local_models.batching import plan_batches


@given(st.lists(st.integers(min_value=0, max_value=60), max_size=80), st.integers(min_value=1, max_value=200))
def test_every_text_is_in_one_batch_within_the_budget(lengths: list[int], batch_tokens: int) -> None:
    batches = plan_batches(lengths, batch_tokens=batch_tokens)
    assert sorted(position for batch in batches for position in batch) == list(range(len(lengths)))
    for batch in batches:
        longest = max(lengths[position] for position in batch)
        assert len(batch) == 1 or longest * len(batch) <= batch_tokens


@given(
    st.lists(st.integers(min_value=1, max_value=60), max_size=80), st.integers(min_value=60, max_value=200)
)
def test_no_batch_could_take_the_next_text(lengths: list[int], batch_tokens: int) -> None:
    batches = plan_batches(lengths, batch_tokens=batch_tokens)
    for batch in batches[:-1]:
        assert lengths[batch[0]] * (len(batch) + 1) > batch_tokens


def test_no_texts_need_no_batch() -> None:
    assert plan_batches([], batch_tokens=8) == []

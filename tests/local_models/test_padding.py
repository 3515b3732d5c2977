"""Padded batches hold every text once, in contiguous arrays over buffers that are used again."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from recallcore._onnx import Tokens
from recallcore.local_models.padding import padded_batches

ALL = ("input_ids", "attention_mask", "token_type_ids", "position_ids")


def text(length: int, *, first: int = 1) -> Tokens:
    return Tokens(
        ids=list(range(first, first + length)),
        type_ids=[place % 2 for place in range(length)],
        truncated=False,
    )


@given(st.lists(st.integers(min_value=0, max_value=40), max_size=40), st.integers(min_value=1, max_value=200))
def test_every_text_is_read_once_and_padding_is_counted(lengths: list[int], batch_tokens: int) -> None:
    texts = [text(length, first=100 * place) for place, length in enumerate(lengths)]
    seen = []
    for batch in padded_batches(texts, inputs=ALL, batch_tokens=batch_tokens, pad_id=7):
        shape = batch.mask.shape
        assert len(batch.places) == 1 or shape[0] * shape[1] <= batch_tokens
        assert batch.tokens + batch.padding == shape[0] * shape[1]
        assert batch.tokens == batch.mask.sum()
        for row, place in enumerate(batch.places):
            own, rest = len(texts[place].ids), shape[1] - len(texts[place].ids)
            assert batch.inputs["input_ids"][row].tolist() == texts[place].ids + [7] * rest
            assert batch.inputs["token_type_ids"][row].tolist() == texts[place].type_ids + [0] * rest
            assert batch.inputs["position_ids"][row].tolist() == list(range(shape[1]))
            # The empty text is read as one token of padding.
            shown = max(1, own)
            assert batch.mask[row].tolist() == [1] * shown + [0] * (shape[1] - shown)
        seen += batch.places
    assert sorted(seen) == list(range(len(lengths)))


def test_arrays_are_contiguous_and_lie_in_the_same_buffer() -> None:
    texts = [text(length) for length in (3, 9, 4, 8, 2)]
    arrays = [
        batch.inputs["input_ids"] for batch in padded_batches(texts, inputs=ALL, batch_tokens=10, pad_id=0)
    ]
    assert len(arrays) > 2
    for array in arrays:
        assert array.dtype == np.int64
        assert np.ascontiguousarray(array) is array
        assert np.shares_memory(array, arrays[0])


def test_batch_of_the_first_text_goes_first() -> None:
    texts = [text(length) for length in (2, 9, 5, 9, 2, 5)]
    batches = padded_batches(texts, inputs=ALL, batch_tokens=18, pad_id=0)
    assert [sorted(batch.places) for batch in batches] == [[0, 2, 5], [1, 3], [4]]


@pytest.mark.parametrize("inputs", [("input_ids",), ("input_ids", "position_ids"), ALL])
def test_model_gets_the_inputs_that_it_has(inputs: tuple[str, ...]) -> None:
    [batch] = padded_batches([text(3)], inputs=inputs, batch_tokens=8, pad_id=0)
    assert list(batch.inputs) == list(inputs)
    assert batch.mask.tolist() == [[1, 1, 1]]


def test_no_texts_make_no_batch() -> None:
    assert list(padded_batches([], inputs=ALL, batch_tokens=8, pad_id=0)) == []

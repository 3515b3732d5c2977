"""Brings tokenised texts into the arrays that a model reads, a batch at a time, in buffers used again."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from recallcore._onnx import Tokens
from recallcore.local_models.batching import plan_batches
from recallcore.local_models.inputs import IDS, MASK, POSITIONS, TYPES

if TYPE_CHECKING:
    from numpy.typing import NDArray


@dataclass(frozen=True, slots=True, kw_only=True)
class PaddedBatch:
    """Some texts as a model reads them together, padded on the right to the longest of them.

    Attributes:
        places: Which texts, as places in what was given.
        inputs: An array of shape (texts, longest) for each input of the model. The next batch is written over
            it, so whoever wants to keep one copies it.
        mask: The same shape; 1 for a token, 0 for padding.
        tokens: Tokens of the texts.
        padding: Tokens of padding beside them.
    """

    places: list[int]
    inputs: dict[str, NDArray[np.int64]]
    mask: NDArray[np.int64]
    tokens: int
    padding: int


def padded_batches(
    texts: Sequence[Tokens], *, inputs: Collection[str], batch_tokens: int, pad_id: int
) -> Iterator[PaddedBatch]:
    """Yields every text in one batch, near-equal lengths together.

    The batch with the first text goes first, then the one with the first of those left, and so on: who puts
    the best texts first and stops early has had them.

    Args:
        texts: The tokens of each.
        inputs: The names of the model's inputs.
        batch_tokens: Most tokens of a batch, padding included; a longer text is a batch of its own.
        pad_id: The token of padding.

    Example:
        >>> texts = [Tokens(ids=list(range(1, n)), type_ids=[0] * (n - 1), truncated=False) for n in (2, 4)]
        >>> [batch] = padded_batches(texts, inputs=["input_ids"], batch_tokens=8, pad_id=0)
        >>> batch.places, batch.inputs["input_ids"].tolist(), batch.padding
        ([1, 0], [[1, 2, 3], [1, 0, 0]], 2)
    """
    # A tokenizer without special tokens gives the empty text no token; one padding token stands for it.
    lengths = [max(1, len(text.ids)) for text in texts]
    plan = sorted(plan_batches(lengths, batch_tokens=batch_tokens), key=min)
    shapes = [(len(places), max(lengths[place] for place in places)) for places in plan]
    most = max((rows * longest for rows, longest in shapes), default=0)
    buffers = {name: np.empty(most, dtype=np.int64) for name in {MASK, *inputs}}
    for places, shape in zip(plan, shapes, strict=True):
        size = shape[0] * shape[1]
        # The beginning of a flat buffer is contiguous in any shape, so the model reads it without a copy.
        arrays = {name: buffer[:size].reshape(shape) for name, buffer in buffers.items()}
        _fill(arrays, [texts[place] for place in places], pad_id=pad_id)
        tokens = sum(lengths[place] for place in places)
        yield PaddedBatch(
            places=places,
            inputs={name: arrays[name] for name in inputs},
            mask=arrays[MASK],
            tokens=tokens,
            padding=size - tokens,
        )


def _fill(arrays: dict[str, NDArray[np.int64]], texts: Sequence[Tokens], *, pad_id: int) -> None:
    """Writes a row for each text into every array, over whatever stood there."""
    for name, array in arrays.items():
        if name == POSITIONS:
            array[:] = np.arange(array.shape[1])
            continue
        array.fill(pad_id if name == IDS else 0)
        for row, text in zip(array, texts, strict=True):
            length = len(text.ids)
            if name == IDS:
                row[:length] = text.ids
            elif name == TYPES:
                row[:length] = text.type_ids
            else:
                row[: max(1, length)] = 1

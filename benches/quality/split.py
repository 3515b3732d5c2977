"""Two halves of a data set: one to tune on, the other to report."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final, Literal, TypeVar, get_args

from benches.quality.datasets import Dataset

Part = Literal["tune", "report", "all"]
PARTS: Final[tuple[Part, ...]] = get_args(Part)

Each = TypeVar("Each")


def split(dataset: Dataset, part: Part) -> Dataset:
    """Keeps the half of that name; ``all`` keeps everything.

    Several banks are halved by bank, the first half (rounded up) to tune on, so that no conversation is on
    both sides. The questions of one bank are halved by turns, the first to tune on, and every memory stays.
    """
    if part == "all":
        return dataset
    if len(dataset.banks) > 1:
        banks = first_and_last(dataset.banks)[part == "report"]
        note = f"the {part} half: {banks[0].name} to {banks[-1].name}"
    else:
        (bank,) = dataset.banks
        banks = (replace(bank, questions=by_turns(bank.questions)[part == "report"]),)
        note = f"the {part} half: every second question"
    return replace(dataset, name=f"{dataset.name}-{part}", banks=banks, notes=(*dataset.notes, note))


def first_and_last(items: Sequence[Each]) -> tuple[tuple[Each, ...], tuple[Each, ...]]:
    """Returns the first half and the last; of an odd number the first half has one more."""
    middle = (len(items) + 1) // 2
    return tuple(items[:middle]), tuple(items[middle:])


def by_turns(items: Sequence[Each]) -> tuple[tuple[Each, ...], tuple[Each, ...]]:
    """Returns the items at even places, counted from 0, and those at odd places."""
    return tuple(items[::2]), tuple(items[1::2])

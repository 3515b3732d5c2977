"""Questions that a bank cannot answer: those that belong to another bank."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from benches.quality.datasets import Dataset


@dataclass(frozen=True, slots=True, kw_only=True)
class Foreign:
    """For each bank, by its place, the questions of another; and where they come from."""

    what: str
    questions: Mapping[int, tuple[str, ...]]


def rotated(dataset: Dataset) -> Foreign | None:
    """Asks each bank the questions of the next, and the last one those of the first.

    Every question is asked once of its own bank and once of another. None where there is one bank alone.
    """
    count = len(dataset.banks)
    if count < 2:
        return None
    return Foreign(
        what="questions of the next conversation",
        questions={
            place: tuple(question.text for question in dataset.banks[(place + 1) % count].questions)
            for place in range(count)
        },
    )


def of_another_set(dataset: Dataset, other: Dataset) -> Foreign:
    """Asks each bank the questions of another data set, the first as many as it has of its own."""
    asked = tuple(question.text for bank in other.banks for question in bank.questions)
    return Foreign(
        what=f"questions of {other.name}",
        questions={place: asked[: len(bank.questions)] for place, bank in enumerate(dataset.banks)},
    )

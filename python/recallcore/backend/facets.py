"""The vectors of one memory: which there may be, and what each stands for."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum


class Facet(IntEnum):
    """One of the vectors of a memory; the numbers are stored."""

    TEXT = 0
    """Of its text alone."""
    CONTEXT = 1
    """Of its context and its text together; only memories with a context have it."""


@dataclass(frozen=True, slots=True)
class VectorPlace:
    """What a vector that comes with a batch of memories stands for.

    Attributes:
        memory: The place of its memory in the batch.
        facet: Which of the memory's vectors it is.
    """

    memory: int
    facet: Facet


def facet_text(text: str, context: str | None, facet: Facet) -> str:
    r"""Returns what an embedder reads for a facet: the text, below its context where that belongs to it.

    Example:
        >>> facet_text("Minji: Busan!", "Sam: Where do you live?", Facet.CONTEXT)
        'Sam: Where do you live?\nMinji: Busan!'
    """
    return f"{context}\n{text}" if facet is Facet.CONTEXT and context else text

"""What a reranker is: it reads a query beside each text and says how well they belong together."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, Protocol, get_args, runtime_checkable

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

Scale = Literal["auto", "probability", "logit"]
"""What a reranker's numbers are: probabilities, logits, or (``auto``) probabilities in a recall whose scores
all lie in [0, 1] and logits in any other."""

SCALES: tuple[Scale, ...] = get_args(Scale)


@runtime_checkable
class Reranker(Protocol):
    """Whatever has a ``name``, a ``scale`` and ``score(query, texts)``.

    Each text is a memory as ``[Date: June 05, 2022 (2022-06-05)] context: text``, without the parts that it
    lacks, or what ``reads`` asks for. `recallcore.rerank.conformance` checks that a reranker keeps the
    promises below.

    It may have further members, which are looked for by name. One that is absent, raises or is of another
    type is as if it were not there; `score_batches` and `warm` alone may fail as `score` does.

    ==========================  ==========================================================
    member                      what it is
    ==========================  ==========================================================
    ``score_batches``           scores that come batch by batch: see `BatchedReranker`
    ``revision: str``           what its scores are remembered under; what may score differently has another.
                                None or absent: nothing is remembered
    ``least_slice: int``        how many candidates it wants at a time, for what a call costs beside them
    ``scripts``                 the scripts that it knows, a list of Unicode's names such as ``Latin``:
                                what is mostly in others is not given to it. None or absent: it knows all
    ``reads: str``              how much of a memory it is given: ``document`` (above; the default),
                                ``context`` (its context, and its text on a line below), ``text``, or
                                ``both``: the last two, of whose scores the mean counts
    ``deepest: int``            the most candidates that it is worth asking about; all, if absent
    ``blend: float``            the share that it leaves to fusion, where a caller does not say; 0 if absent
    ``longest_text: int``       tokens of the longest text that it was made for: where most candidates are
                                longer, it is not asked. None or absent: any
    ``warm() -> None``          loads what is else loaded at first use; called by `recallcore.Bank.warm`
    ``loading: bool``           whether that is going on at this moment: no answer in time is no failure then
    ==========================  ==========================================================
    """

    @property
    def name(self) -> str:
        """What it is called in notes and traces."""
        ...

    @property
    def scale(self) -> Scale:
        """What its numbers are: a property of the model, so that one odd score never changes the scale."""
        ...

    def score(self, query: str, texts: Sequence[str]) -> NDArray[np.floating]:
        """Returns a score for each text, higher for a better one. Safe to call from several threads.

        Args:
            query: What was asked.
            texts: A memory each, with its date and context before it, in a list of its own; never none.

        Returns:
            Shape (texts,), of any type of numbers; NaN where there is none.
        """
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoredBatch:
    """What one run of a model said about some of the texts.

    Attributes:
        places: Shape (scored,), which texts, as places in what was given.
        scores: Shape (scored,), their scores; NaN where there is none.
        tokens: Tokens that the model read for them, padding not counted; 0 where nobody counts.
        padding: Tokens of padding that it read beside them.
    """

    places: NDArray[np.int64]
    scores: NDArray[np.float64]
    tokens: int = 0
    padding: int = 0


@runtime_checkable
class BatchedReranker(Reranker, Protocol):
    """A reranker that may be stopped between two batches, and whose finished batches then still count."""

    def score_batches(self, query: str, texts: Sequence[str]) -> Iterator[ScoredBatch]:
        """Yields the scores of `texts` batch by batch, each text once, the first ones first where it can.

        Nothing runs between two batches that was not asked for: who stops asking stops the work.
        """
        ...

"""How a reranker is used in a recall: how much it reads, how long it may take, and what its word is worth."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from typing import Literal, get_args

from recallcore.errors import ConfigError, InputError, unknown_names
from recallcore.types.checks import JsonObject, bool_of, checked_option, integer_of, number_of

MOST_SECONDS = 86_400.0

Reads = Literal["document", "context", "text", "both"]
"""How much of a memory a reranker reads: ``[Date: June 05, 2022 (2022-06-05)] context: text``; the context
and the text below it; the text alone; or the last two one after the other, of which the mean counts."""

READS: tuple[Reads, ...] = get_args(Reads)


@dataclass(frozen=True, slots=True, kw_only=True)
class RerankOptions:
    """How a reranker is used: ``rerank=RerankOptions(...)`` of a recall, of `Bank.configure`, or of neither.

    A reranker reads the candidates in fused order: the best `first`, then slices of `step`, and stops when
    the best of a slice lies below the last score that counts, by more than `margin` of that score. The last
    that counts is the one at ``limit``, or where ``max_tokens`` is full before, the middle one of those that
    fit; while there is room for more, the tenth. What it did not read keeps its fused order below what it
    did.

    These options replace those that a bank keeps, all of them; a recall that is given a mapping of some
    fields, as in ``rerank={"step": 8}``, changes these and leaves the others to the bank.

    Attributes:
        full: Read every candidate up to ``rerank_depth``, in one go.
        first: How many candidates are read before anything else is decided; more, if the reranker asks for
            more at a time.
        step: How many are read at a time after them; more, if the reranker asks for it.
        margin: The share of the last score that counts by which a slice must stay below it, in [0, 1].
        deadline: Seconds from the beginning of a recall after which nothing more is waited for; candidates
            that have no score by then stay below the others. None waits for ever.
        gate: Leave the reranker out where it cannot help: of at most two candidates, or where everything fits
            and the recall is not ``ordered``.
        score_gate: Leave it out too where the likeness to the query, in [0, 1], has decided already: the
            first candidate has 0.55 or more and leads by 0.25, or the first five lie within a standard
            deviation of 0.03 around 0.55 or more.
        blend: The share that fusion has in the order beside the reranker, in [0, 1]:
            ``(1 - blend) * rerank + blend * fused / best fused``. None leaves it to the reranker, and is 0
            where that does not say.
        order_only: Let the reranker decide the order and floors alone; ``score`` stays what it is without it.

    Raises:
        ConfigError: A field is not as described.

    Example:
        >>> RerankOptions(full=True).deadline
        5.0
    """

    full: bool = False
    first: int = 16
    step: int = 16
    margin: float = 0.0
    deadline: float | None = 5.0
    gate: bool = True
    score_gate: bool = False
    blend: float | None = None
    order_only: bool = False

    def __post_init__(self) -> None:
        with checked_option():
            for name in ("full", "gate", "score_gate", "order_only"):
                bool_of(getattr(self, name), name=f"{name} of rerank")
            for name in ("first", "step"):
                object.__setattr__(
                    self, name, integer_of(getattr(self, name), name=f"{name} of rerank", least=1)
                )
            object.__setattr__(self, "margin", share_of(self.margin, name="margin of rerank"))
            if self.blend is not None:
                object.__setattr__(self, "blend", share_of(self.blend, name="blend of rerank"))
            if self.deadline is not None:
                object.__setattr__(self, "deadline", _seconds_of(self.deadline))

    def to_dict(self) -> JsonObject:
        """Returns every field as JSON values; `read` takes them."""
        return asdict(self)

    @classmethod
    def read(cls, value: object) -> RerankOptions:
        """Returns ``value`` if it is rerank options, or those that a mapping of their fields means.

        Raises:
            ConfigError: It is neither, a field is unknown (the nearest is named) or not as described.

        Example:
            >>> RerankOptions.read({"deadline": 1}).deadline
            1.0
        """
        if isinstance(value, RerankOptions):
            return value
        if not isinstance(value, Mapping):
            raise ConfigError(
                f"rerank is of type {type(value).__name__}, expected True, False, RerankOptions or a mapping"
            )
        known = [each.name for each in fields(cls)]
        unknown = [str(name) for name in value if name not in known]
        with checked_option():
            if unknown:
                raise unknown_names("field of rerank", unknown, known)
        given: dict[str, object] = dict(value)
        return cls(**given)  # type: ignore[arg-type]  # checked by the constructor


def share_of(value: object, *, name: str) -> float:
    """Returns a number from 0 to 1.

    Raises:
        InputError: It is none.
    """
    share = number_of(value, name=name)
    if not 0.0 <= share <= 1.0:
        raise InputError(f"{name} is {share:g}, expected a number from 0 to 1")
    return share


def _seconds_of(value: object) -> float:
    seconds = number_of(value, name="deadline of rerank")
    if not 0.0 < seconds <= MOST_SECONDS:
        raise InputError(
            f"deadline of rerank is {seconds:g}, expected seconds above 0 and up to a day, or None"
        )
    return seconds

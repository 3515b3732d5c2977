"""What the bank answers: the results of retaining and recalling, and a bank in numbers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, field
from typing import Literal

from recallcore.errors import NotFoundError
from recallcore.types.checks import JsonObject
from recallcore.types.filters import TimeWindow
from recallcore.types.memory import StoredMemory, shown
from recallcore.types.trace import Trace

Arm = Literal["semantic", "keyword", "graph", "temporal"]
"""One way to retrieve."""

Basis = Literal["rerank", "similarity", "rank"]
"""What a score was made from. A ``rank`` score orders one result and is no probability."""

DropReason = Literal["budget", "limit", "forgotten", "replaced"]
"""Why a candidate was not returned: it did not fit into ``max_tokens``, ``limit`` was reached, or it was
forgotten or replaced while the recall ran."""

ArmState = Literal["ran", "off", "empty"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Evidence:
    """What one arm says about one memory.

    Attributes:
        rank: The memory's place in the arm's ranking, from 1.
        arm_score: The arm's own score, on the arm's own scale; never comparable between arms.
        shared_entities: Graph arm: the entities shared with the memories that seeded it.
        semantic_weight: Graph arm: the strongest similarity to a seed, 0 for none; None in other arms.
        causal_weight: Graph arm: the strongest causal link with a seed, 0 for none; None in other arms.
        proximity: Temporal arm: how near the memory is to the middle of the window, in [0, 1], or None.
    """

    rank: int
    arm_score: float
    shared_entities: tuple[str, ...] = ()
    semantic_weight: float | None = None
    causal_weight: float | None = None
    proximity: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Recalled:
    """One memory of a result.

    Attributes:
        memory: The memory with all its fields.
        rank: Its place among all candidates, from 1; places of dropped candidates are missing.
        score: In [0, 1]; what it means stands in `basis`.
        basis: ``rerank``, ``similarity`` or ``rank``.
        fused_score: The sum of its reciprocal ranks over the arms.
        evidence: What each arm that found it says, by the arm's name.
    """

    memory: StoredMemory
    rank: int
    score: float
    basis: Basis
    fused_score: float
    evidence: Mapping[Arm, Evidence]

    @property
    def id(self) -> str:
        """The memory's id."""
        return self.memory.id

    @property
    def text(self) -> str:
        """The memory's text."""
        return self.memory.text

    def to_dict(self) -> JsonObject:
        """Returns everything as JSON values, for printing."""
        return {
            "rank": self.rank,
            "score": self.score,
            "basis": self.basis,
            "fused_score": self.fused_score,
            "evidence": {arm: _evidence_mapping(each) for arm, each in self.evidence.items()},
            "memory": self.memory.to_dict(),
        }

    def __repr__(self) -> str:
        arms = ", ".join(f"{arm} {each.rank}" for arm, each in self.evidence.items())
        score = f"score {self.score:.3f} ({self.basis})"
        return f"<Recalled {self.rank}: {shown(self.text)}, {score}, ranks: {arms}>"


@dataclass(frozen=True, slots=True, kw_only=True)
class Dropped:
    """A candidate that the result leaves out.

    Attributes:
        id: The memory's id.
        rank: Its place among the candidates, from 1.
        tokens: Tokens of its text.
        reason: ``budget``, ``limit``, ``forgotten`` or ``replaced``.
    """

    id: str
    rank: int
    tokens: int
    reason: DropReason


@dataclass(frozen=True, slots=True, kw_only=True)
class ArmReport:
    """What one arm did in a recall.

    Attributes:
        state: ``ran``, ``empty`` (it ran and found nothing) or ``off``.
        found: Memories it found.
        reason: Why it is off or empty, or None.
        micros: Microseconds it took, in a traced recall; otherwise None, for equal recalls answer equally.
    """

    state: ArmState
    found: int
    reason: str | None = None
    micros: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class RecallResult:
    """The memories of one recall, best first, and how they were chosen.

    Iterating and ``len`` go over `memories`. An empty result is an answer, not an error.

    Attributes:
        memories: What was recalled, in order.
        tokens_used: Tokens of their texts together.
        max_tokens: The budget they were packed into.
        overflowed: True if nothing fitted and the best memory was returned whole all the same.
        candidates: How many memories the arms found together.
        dropped: The candidates that were left out, and why.
        arms: What each arm did, by its name.
        notes: What a careful reader should know: an arm that was off and why, a query that was cut.
        window: The time window that the recall used, or None.
        trace: What happened stage by stage, if it was asked for.

    Example:
        >>> import recallcore, tempfile
        >>> with tempfile.TemporaryDirectory() as home, recallcore.open(home, embedder="hashing") as bank:
        ...     _ = bank.retain(["Minji works at a bakery", "The key is under the mat"])
        ...     result = bank.recall("where does Minji work?", limit=1)
        >>> result.texts
        ('Minji works at a bakery',)
    """

    memories: tuple[Recalled, ...]
    tokens_used: int
    max_tokens: int
    overflowed: bool = False
    candidates: int
    dropped: tuple[Dropped, ...] = ()
    arms: Mapping[Arm, ArmReport]
    notes: tuple[str, ...] = ()
    window: TimeWindow | None = None
    trace: Trace | None = None

    @property
    def texts(self) -> tuple[str, ...]:
        """The memories' texts, in order."""
        return tuple(each.text for each in self.memories)

    @property
    def ids(self) -> tuple[str, ...]:
        """The memories' ids, in order."""
        return tuple(each.id for each in self.memories)

    def to_dict(self) -> JsonObject:
        """Returns everything as JSON values, for printing."""
        return {
            "memories": [each.to_dict() for each in self.memories],
            "tokens_used": self.tokens_used,
            "max_tokens": self.max_tokens,
            "overflowed": self.overflowed,
            "candidates": self.candidates,
            "dropped": [
                {"id": each.id, "rank": each.rank, "tokens": each.tokens, "reason": each.reason}
                for each in self.dropped
            ],
            "arms": {arm: asdict(report) for arm, report in self.arms.items()},
            "notes": list(self.notes),
            "window": None if self.window is None else self.window.to_dict(),
            "trace": None if self.trace is None else self.trace.to_dict(),
        }

    def __iter__(self) -> Iterator[Recalled]:
        return iter(self.memories)

    def __len__(self) -> int:
        return len(self.memories)

    def __repr__(self) -> str:
        notes = f", notes: {len(self.notes)}" if self.notes else ""
        return (
            f"<RecallResult: {len(self)} of {self.candidates} candidates, "
            f"{self.tokens_used} of {self.max_tokens} tokens{notes}>"
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Retained:
    """What one call of `Bank.retain` stored.

    Attributes:
        ids: The memories' ids in the order given, duplicates included.
        replaced: The ids that were in the bank before and whose memories were replaced.
        truncated: The ids of memories whose text is longer than the embedder reads.
        notes: What a careful reader should know: duplicate ids, memories stored without a vector and why.
    """

    ids: tuple[str, ...]
    replaced: tuple[str, ...] = ()
    truncated: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()

    @property
    def id(self) -> str:
        """The id, if one memory was retained.

        Raises:
            NotFoundError: None or several were; read `ids`.
        """
        if len(self.ids) != 1:
            raise NotFoundError(f"{len(self.ids)} memories were retained, expected one; read `ids`")
        return self.ids[0]

    def __len__(self) -> int:
        return len(self.ids)

    def __repr__(self) -> str:
        notes = f", notes: {len(self.notes)}" if self.notes else ""
        return f"<Retained: {len(self.ids)} memories, {len(self.replaced)} replaced{notes}>"


@dataclass(frozen=True, slots=True, kw_only=True)
class BankStats:
    """A bank in numbers.

    Attributes:
        memories: Memories held.
        world: Those of kind ``world``.
        experience: Those of kind ``experience``.
        observation: Those of kind ``observation``.
        links: Causal links.
        entities: Distinct entities.
        tags: Distinct tags.
        tokens: Tokens of all texts together.
        vectors: Memories that the semantic arm can find.
        pending_vectors: Memories that wait for a vector; `Bank.reembed` fills them.
        embedder: What the vectors came from, with its thresholds, or None before the first vector.
        format_version: The format of the bank on disk.
        change: The number of the newest change.
        disk_bytes: Bytes of the bank's files.
    """

    memories: int
    world: int
    experience: int
    observation: int
    links: int
    entities: int
    tags: int
    tokens: int
    vectors: int
    pending_vectors: int
    embedder: JsonObject | None = field(default=None)
    format_version: int
    change: int
    disk_bytes: int

    def to_dict(self) -> JsonObject:
        """Returns every number as JSON values, for printing."""
        return asdict(self)


def _evidence_mapping(evidence: Evidence) -> JsonObject:
    values: JsonObject = {"rank": evidence.rank, "arm_score": evidence.arm_score}
    if evidence.shared_entities:
        values["shared_entities"] = list(evidence.shared_entities)
    for name in ("semantic_weight", "causal_weight", "proximity"):
        value: float | None = getattr(evidence, name)
        if value is not None:
            values[name] = value
    return values

"""Why one memory came back, or why not and where it fell out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Literal

from recallcore.types.checks import JsonObject
from recallcore.types.ranking import Arm
from recallcore.types.trace import TracedCandidate

FindingState = Literal[
    "found",
    "off",
    "no_vector",
    "no_shared_word",
    "not_in_window",
    "not_chosen",
    "unrelated",
    "unconnected",
    "below_floor",
    "beyond_depth",
    "beyond_cap",
    "missed",
    "filtered",
    "absent",
]
"""What an arm made of one memory: it found it; it did not run; the memory has no vector, shares no word with
the query, has no date in the window, was not chosen to stand for its part of the window, or was only
mentioned in the window and is too far from the query in meaning; nothing connects it
with what the query names or found; it lies below the arm's floor, deeper than the arm may look, or behind the
cap; an approximate search missed it; the filter leaves it out; or the bank does not hold it, or did not when
it was searched."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """What one arm made of one memory.

    Attributes:
        state: ``found``, or why not; see `FindingState`.
        rank: Its place in the arm's ranking, or None if the arm did not return it.
        arm_score: What the arm makes of it, returned or not; None if it makes nothing of it.
        why: The finding in one line.
    """

    state: FindingState
    rank: int | None = None
    arm_score: float | None = None
    why: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Explanation:
    """Why one memory came back for a query, or why not; ``str()`` is a text to read.

    Attributes:
        id: The memory.
        returned: Whether the recall returned it.
        outcome: What became of it, in one line.
        findings: What each arm made of it.
        story: Its way through the recall, a line for each stage.
        candidate: Its numbers at every stage, or None if no arm found it.
        notes: The notes of the recall.

    Example:
        >>> import recallcore, tempfile
        >>> with tempfile.TemporaryDirectory() as home, recallcore.open(home, embedder="hashing") as bank:
        ...     _ = bank.retain("Minji works at a bakery", id="job")
        ...     bank.explain("bakery", "job").outcome
        'returned at rank 1'
    """

    id: str
    returned: bool
    outcome: str
    findings: Mapping[Arm, Finding]
    story: tuple[str, ...]
    candidate: TracedCandidate | None = None
    notes: tuple[str, ...] = ()

    def to_dict(self) -> JsonObject:
        """Returns everything as JSON values."""
        return {
            "id": self.id,
            "returned": self.returned,
            "outcome": self.outcome,
            "findings": {arm: asdict(each) for arm, each in self.findings.items()},
            "story": list(self.story),
            "candidate": None if self.candidate is None else self.candidate.to_dict(),
            "notes": list(self.notes),
        }

    def __str__(self) -> str:
        arms = [f"  {arm}: {each.why}" for arm, each in self.findings.items()]
        story = [f"  {line}" for line in self.story]
        notes = [f"  note: {note}" for note in self.notes]
        return "\n".join([f"{self.id}: {self.outcome}", *arms, *story, *notes])

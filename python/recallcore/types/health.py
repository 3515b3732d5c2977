"""What `Bank.check` finds."""

from __future__ import annotations

from dataclasses import asdict, dataclass

from recallcore.types.checks import JsonObject


@dataclass(frozen=True, slots=True, kw_only=True)
class Problem:
    """Something that is not as it should be.

    Attributes:
        part: Where: ``memories.sqlite``, the truth, or ``index``, which can be made anew.
        what: What.
    """

    part: str
    what: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckReport:
    """What a check has looked at and found.

    Attributes:
        problems: What was wrong, the first twenty of each part.
        repaired: What was mended.
        memories: Memories that were read.
        vectors: Vectors that were read.
        files: Files of the newest generation that were compared with their checksums; 0 where there is none.
    """

    problems: tuple[Problem, ...]
    repaired: tuple[str, ...]
    memories: int
    vectors: int
    files: int

    @property
    def ok(self) -> bool:
        """Whether nothing was wrong."""
        return not self.problems

    def to_dict(self) -> JsonObject:
        """Returns everything as JSON values, ``ok`` too."""
        return {"ok": self.ok, **asdict(self)}

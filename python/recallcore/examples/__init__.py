"""The example conversation that `recallcore quickstart` runs on, and the questions it is asked.

A potter in Seoul, her friends, orders and troubles over 2025 and 2026, told to an assistant in Korean and
English. Each question is one that a certain arm answers best.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib.resources import as_file, files
from typing import Final, Literal

from recallcore.importers import read_jsonl
from recallcore.types import Memory

Arm = Literal["semantic", "keyword", "graph", "temporal"]

QUERY_TIME: Final = datetime(2026, 7, 1, tzinfo=UTC)
"""The "now" of the conversation: two weeks after its last entry."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """A question, the memory that answers it, and the arm that should find it."""

    text: str
    answer: str
    arm: Arm
    why: str


QUESTIONS: Final = (
    Question(
        text="민지의 직업이 뭐였지?",
        answer="minji-nurse-ko",
        arm="semantic",
        why="the memory says it in other words",
    ),
    Question(
        text="What was Minji's job?",
        answer="minji-nurse-en",
        arm="semantic",
        why="the memory says it in other words",
    ),
    Question(
        text="주문번호 A-20391 건",
        answer="order-20391-ko",
        arm="keyword",
        why="an exact number among numbers that look like it",
    ),
    Question(
        text="order number A-20391",
        answer="order-20391-resent",
        arm="keyword",
        why="an exact number among numbers that look like it",
    ),
    Question(
        text="민지가 겪은 문제",
        answer="lease-double",
        arm="graph",
        why="linked to Minji, without her name in the text",
    ),
    Question(
        text="the problems Minji went through",
        answer="sleepless",
        arm="graph",
        why="linked to Minji, without her name in the text",
    ),
    Question(
        text="지난봄에 무슨 일이 있었지?",
        answer="kiln-controller",
        arm="temporal",
        why="its words mean March to May 2026",
    ),
    Question(
        text="what happened last spring?",
        answer="craft-fair",
        arm="temporal",
        why="its words mean March to May 2026",
    ),
)


def quickstart_memories() -> Iterator[Memory]:
    """Yields the example's memories in the order in which they were told."""
    with as_file(files(__name__) / "quickstart.jsonl") as path:
        yield from read_jsonl(path)

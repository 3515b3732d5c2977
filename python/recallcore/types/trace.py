"""The schema of a trace: what happened in one recall, stage by stage."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from recallcore.types.checks import JsonObject, JsonValue


@dataclass(frozen=True, slots=True, kw_only=True)
class StageTime:
    """How long one stage took.

    Attributes:
        stage: ``embed``, ``search`` or ``finish``.
        micros: Microseconds.
    """

    stage: str
    micros: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Trace:
    """What happened in one recall. It holds ids and numbers, never the text of a memory or of the query.

    Attributes:
        query_time: What "now" meant for this query: the caller's anchor, not the clock.
        stages: The stages in order, with their times.
        search: What the search was asked: arms, depth, filter, window, floors.
    """

    query_time: datetime
    stages: tuple[StageTime, ...]
    search: Mapping[str, JsonValue]

    def to_dict(self) -> JsonObject:
        """Returns everything as JSON values, for printing."""
        return {
            "query_time": self.query_time.isoformat(),
            "stages": [{"stage": each.stage, "micros": each.micros} for each in self.stages],
            "search": dict(self.search),
        }

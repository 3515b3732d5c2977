"""`recallcore recall`: ask, and lay out the answer with the evidence for each memory."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from rich.table import Table
from rich.text import Text

from recallcore.cli.banks import label, open_existing
from recallcore.cli.options import window_of
from recallcore.cli.screen import Screen, memories, printable
from recallcore.config import Budget
from recallcore.types import ARMS, Kind, Recalled, RecallResult, TagsMatch, TimeWindow


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """What the command line says about one recall."""

    query: str
    max_tokens: int | None
    limit: int | None
    budget: Budget | None
    tags: Sequence[str] | None
    tags_match: TagsMatch
    kinds: Sequence[Kind] | None
    since: str | None
    until: str | None
    window: str | None
    now: str | None
    trace: bool


def recall(screen: Screen, path: Path, request: Request, *, embedder: str | None) -> int:
    """Recalls and prints the memories; notes and counts go to standard error."""
    window = window_of(request.window, since=request.since, until=request.until)
    with open_existing(path, embedder=embedder) as bank:
        result = bank.recall(
            as_utf8(request.query),
            max_tokens=request.max_tokens,
            limit=request.limit,
            budget=request.budget,
            time_window=window,
            query_time=request.now,
            tags=None if request.tags is None else [as_utf8(tag) for tag in request.tags],
            tags_match=request.tags_match if request.tags else "any",
            kinds=request.kinds,
            trace=request.trace,
        )
    if screen.json:
        screen.document(result.to_dict())
    else:
        for each in result.memories:
            screen.result(answer(each))
    _report(screen, result, window)
    if request.trace and not screen.json:
        screen.aside(arms_table(result))
    return 0


def answer(recalled: Recalled) -> Text:
    """Lays out one recalled memory: its text, then what it is and which arms found it at which rank."""
    lines = Text(f"{recalled.rank}. ", style="bold")
    lines.append(printable(recalled.text), style="not bold")
    evidence = " · ".join(f"{arm} {recalled.evidence[arm].rank}" for arm in ARMS if arm in recalled.evidence)
    about = printable(f"{label(recalled.memory)}\n   {recalled.score:.3f} ({recalled.basis}) · {evidence}")
    lines.append(f"\n   {about}", style="dim not bold")
    return lines


def arms_table(result: RecallResult) -> Table:
    """Lays out what each arm did."""
    table = Table("arm", "state", "found", "ms", "why", box=None, header_style="bold", pad_edge=False)
    for arm in ARMS:
        if arm in result.arms:
            report = result.arms[arm]
            milliseconds = "" if report.micros is None else f"{report.micros / 1000:.2f}"
            table.add_row(arm, report.state, str(report.found), milliseconds, report.reason or "")
    return table


def as_utf8(word: str) -> str:
    """Returns a word of the command line read as UTF-8 if its bytes are that, whatever the locale says."""
    try:
        return os.fsencode(word).decode("utf-8")
    except UnicodeError:
        return word


def _report(screen: Screen, result: RecallResult, window: TimeWindow | None) -> None:
    for note in result.notes:
        screen.note(note)
    if window is not None:
        edges = window.to_dict()
        screen.note(
            f"window from {edges['start'] or 'the beginning'} to {edges['end'] or 'now'}, end outside"
        )
    reasons = [dropped.reason for dropped in result.dropped]
    left_out = ", ".join(f"{reasons.count(reason)} left out by {reason}" for reason in dict.fromkeys(reasons))
    counts = f"{memories(len(result))}, {result.tokens} of {result.max_tokens} tokens"
    screen.say(f"{counts}, {left_out}" if left_out else counts)

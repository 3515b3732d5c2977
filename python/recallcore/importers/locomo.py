"""LoCoMo conversations: one memory per dialogue turn, the turns before it in the session as its context.

A file holds one conversation or a list of them. A conversation has `session_1`, `session_2`, … (lists of
turns with `speaker`, `dia_id`, `text` and sometimes `blip_caption`) and `session_1_date_time`, …, either
directly or under `conversation` beside a `sample_id`
(Maharana et al., 2024, https://github.com/snap-research/locomo).
"""

from __future__ import annotations

import json
import re
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

from recallcore.errors import InputError
from recallcore.types import Memory
from recallcore.types.checks import integer_of

# Read from the JSON of strangers: `Any` until each field has been looked at.
Conversation = Mapping[str, Any]

_SESSION: Final = re.compile(r"session_(\d+)")
_SESSION_TIME: Final = re.compile(
    r"(\d{1,2}):(\d{2})\s*([ap])m on (\d{1,2}) ([a-z]+),? (\d{4})", re.IGNORECASE
)
_MONTHS: Final = (
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
)


CONTEXT_TURNS: Final = 2
"""How many turns before a turn are its context by default; `docs/context.md` has the figures."""


def read_locomo(
    path: Path, *, conversation: str | None = None, context_turns: int = CONTEXT_TURNS
) -> Iterator[Memory]:
    """Yields a memory per turn, conversations in file order, sessions by number, turns as they stand.

    Args:
        path: The file.
        conversation: The name of the only one to read; None reads all, each with its own tag
            (`conversation:<name>`).
        context_turns: How many turns before a turn, in its session, are its `context`; 0 leaves it empty.

    Raises:
        InputError: The file is not in this form, or has no conversation of that name; or ``context_turns`` is
            no integer from 0.
    """
    context_turns = integer_of(context_turns, name="context_turns", least=0)
    conversations = load_conversations(path)
    names = [
        conversation_name(entry, path=path, position=position, count=len(conversations))
        for position, entry in enumerate(conversations)
    ]
    if conversation is not None and conversation not in names:
        raise InputError(f"{path.name} has the conversations {', '.join(names)}, given {conversation}")
    for name, entry in zip(names, conversations, strict=True):
        if conversation in (None, name):
            yield from read_conversation(entry, name=name, context_turns=context_turns)


def load_conversations(path: Path) -> Sequence[Conversation]:
    """Reads the file's conversations, a lone one as a list of one.

    Raises:
        InputError: The file is not JSON, or holds no conversation.
    """
    try:
        content = json.loads(path.read_text(encoding="utf-8-sig"))
    except (ValueError, RecursionError) as error:
        raise InputError(f"{path.name} is not JSON in UTF-8: {error}") from error
    entries = content if isinstance(content, list) else [content]
    if not entries:
        raise InputError(f"{path.name} holds no conversation")
    for position, entry in enumerate(entries, start=1):
        if not isinstance(entry, dict) or not _sessions(entry):
            raise InputError(
                f"entry {position} of {path.name} is no LoCoMo conversation: it has no session_1"
            )
    return entries


def conversation_name(entry: Conversation, *, path: Path, position: int, count: int) -> str:
    """Returns the conversation's `sample_id`, or the file's stem, numbered where there are several."""
    given = entry.get("sample_id")
    if given is not None:
        return str(given)
    return path.stem if count == 1 else f"{path.stem}-{position + 1}"


def read_conversation(
    entry: Conversation, *, name: str, context_turns: int = CONTEXT_TURNS
) -> Iterator[Memory]:
    """Yields one memory per turn of one conversation.

    What a turn means often hangs on the turn before, so the texts of `context_turns` turns before it, a line
    each, are its `context`; the first turn of a session has none.

    The text is `speaker: text`, with a shared picture's caption in brackets after it: names in the text are
    what questions ask for. The date is the session's, read as UTC. Entities are left to the bank's extractor.

    Raises:
        InputError: A turn lacks a field, or a session's date cannot be read.
    """
    body = _body(entry)
    for number, turns in _sessions(entry):
        session = f"session_{number}"
        moment = _session_time(body.get(f"{session}_date_time"), session=f"{name}/{session}")
        before: deque[str] = deque(maxlen=context_turns)
        for place, turn in enumerate(turns, start=1):
            memory = _memory(turn, name=name, session=session, place=place, moment=moment)
            yield replace(memory, context="\n".join(before) or None)
            before.append(memory.text)


def _memory(turn: Any, *, name: str, session: str, place: int, moment: datetime | None) -> Memory:
    try:
        speaker, turn_id, text = str(turn["speaker"]), str(turn["dia_id"]), str(turn["text"])
    except (KeyError, TypeError) as error:
        raise InputError(f"turn {place} of {name}/{session} needs speaker, dia_id and text") from error
    caption = turn.get("blip_caption")
    shared = f" [shares {caption}]" if caption else ""
    return Memory(
        id=f"{name}/{turn_id}",
        text=f"{speaker}: {text}{shared}",
        kind="experience",
        occurred_start=moment,
        mentioned_at=moment,
        tags=(f"conversation:{name}",),
        metadata={"speaker": speaker},
        document_id=f"{name}/{session}",
    )


def _body(entry: Conversation) -> Conversation:
    inner = entry.get("conversation")
    return inner if isinstance(inner, dict) else entry


def _sessions(entry: Conversation) -> list[tuple[int, list[Any]]]:
    """The sessions that have turns, by number: as text `session_10` would come before `session_2`."""
    found = (
        (_SESSION.fullmatch(key), turns) for key, turns in _body(entry).items() if isinstance(turns, list)
    )
    return sorted(((int(match[1]), turns) for match, turns in found if match), key=lambda session: session[0])


def _session_time(text: Any, *, session: str) -> datetime | None:
    """Reads "1:56 pm on 8 May, 2023" without the locale's month names; an absent date stays absent."""
    if text is None:
        return None
    match = _SESSION_TIME.fullmatch(str(text).strip())
    try:
        if match is None:
            raise ValueError
        hour, minute, half, day, month, year = match.groups()
        hours = int(hour) % 12 + (12 if half.lower() == "p" else 0)
        return datetime(int(year), _MONTHS.index(month.lower()) + 1, int(day), hours, int(minute), tzinfo=UTC)
    except ValueError as error:
        raise InputError(f"{session} has a date like '1:56 pm on 8 May, 2023', given '{text}'") from error

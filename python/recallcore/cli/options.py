"""The arguments and options that several commands share, each written once."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated, Final

from typer import Argument, Option

from recallcore.errors import InputError
from recallcore.types import TimeWindow


class Budget(StrEnum):
    """How deep each arm looks."""

    LOW = "low"
    MID = "mid"
    HIGH = "high"


class KindChoice(StrEnum):
    """The kinds of memories."""

    WORLD = "world"
    EXPERIENCE = "experience"
    OBSERVATION = "observation"


class TagsMatchChoice(StrEnum):
    """How tags must match."""

    ANY = "any"
    ALL = "all"
    ANY_STRICT = "any_strict"
    ALL_STRICT = "all_strict"
    EXACT = "exact"


class FormatChoice(StrEnum):
    """The formats of `import`."""

    AUTO = "auto"
    JSONL = "jsonl"
    LOCOMO = "locomo"
    TEXT = "text"
    MARKDOWN = "markdown"


BankPath = Annotated[Path, Argument(metavar="PATH", help="The bank's directory.")]
Json = Annotated[bool, Option("--json", help="Print JSON instead of text.")]
Debug = Annotated[bool, Option("--debug", help="Show a traceback with an error.")]
EmbedderName = Annotated[
    str | None,
    Option("--embedder", metavar="NAME|DIR|none", help="The embedder; default: the one that came along."),
]
Tags = Annotated[
    list[str] | None, Option("--tag", "--tags", metavar="TAG", help="Only with this tag; repeatable.")
]
TagsMatchOption = Annotated[
    TagsMatchChoice,
    Option("--tags-match", help="How tags must match; the strict ones leave untagged memories out."),
]
Kinds = Annotated[list[KindChoice] | None, Option("--kind", help="Only of this kind; repeatable.")]
Document = Annotated[str | None, Option("--document", metavar="ID", help="Only from this document.")]


def embedder_of(name: str | None) -> str | Path | bool | None:
    """Returns what `recallcore.open` takes for an embedder: None, False, a model directory or a name."""
    if name is None:
        return None
    if name == "none":
        return False
    path = Path(name)
    return path if path.is_dir() else name


_SPAN: Final = ".."


def window_of(window: str | None, *, since: str | None, until: str | None) -> TimeWindow | None:
    """Returns the window that `--window`, or `--since` and `--until`, describe; None without any.

    `START..END` is half-open as every window is, either edge may be left out, and a lone date stands for its
    whole day, month or year.

    Raises:
        InputError: A date cannot be read, the edges are reversed, or both ways were used.
    """
    if window is not None and (since is not None or until is not None):
        raise InputError("--window says the same as --since and --until; expected one or the other")
    if window is not None:
        start, span, end = window.partition(_SPAN)
        if not span:
            return TimeWindow.during(start)
        return TimeWindow(start=start or None, end=end or None)
    if since is None and until is None:
        return None
    return TimeWindow(start=since, end=until)

"""The arguments and options that several commands share, each written once."""

from __future__ import annotations

import json
from collections.abc import Sequence
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any, Final

from typer import Argument, Option

from recallcore.errors import ConfigError, InputError
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


Query = Annotated[str, Argument(help="What to look for, in any words.")]
MaxTokens = Annotated[
    int | None, Option("--max-tokens", help="The budget for the texts; default: the bank's, or 4096.")
]
Limit = Annotated[int | None, Option("--limit", help="The most memories to return.")]
BudgetOption = Annotated[
    Budget | None, Option("--budget", help="How deep each arm looks; default: the bank's, or mid.")
]
BankPath = Annotated[Path, Argument(metavar="PATH", help="The bank's directory.")]
Json = Annotated[bool, Option("--json", help="Print JSON instead of text.")]
Debug = Annotated[bool, Option("--debug", help="Show a traceback with an error.")]
EmbedderName = Annotated[
    str | None,
    Option("--embedder", metavar="NAME|DIR|none", help="The embedder; default: the one that came along."),
]
RerankerName = Annotated[
    str | None,
    Option(
        "--reranker",
        metavar="NAME|DIR",
        help="The reranker, where it can help: the default, none, a model that was added, or its directory.",
    ),
]
Rerank = Annotated[
    bool | None,
    Option(
        "--rerank/--no-rerank",
        help="Run the reranker that is named in any case, or not at all; default: where it can help.",
        show_default=False,
    ),
]
ModelFile = Annotated[
    str | None,
    Option(
        "--file",
        metavar="NAME",
        help="The .onnx file, where there are several; default: the only one, or the one named model.onnx.",
    ),
]
Tags = Annotated[
    list[str] | None, Option("--tag", "--tags", metavar="TAG", help="Only with this tag; repeatable.")
]
TagsMatchOption = Annotated[
    TagsMatchChoice,
    Option("--tags-match", help="How tags must match; the strict ones leave untagged memories out."),
]
Kinds = Annotated[list[KindChoice] | None, Option("--kind", help="Only of this kind; repeatable.")]
Since = Annotated[str | None, Option("--since", metavar="DATE", help="First moment of the time window.")]
Until = Annotated[str | None, Option("--until", metavar="DATE", help="First moment after the time window.")]
Window = Annotated[
    str | None,
    Option("--window", metavar="START..END", help="The time window at once; 2026-04 is all April."),
]
ReadTime = Annotated[
    bool | None,
    Option(
        "--read-time/--no-read-time",
        help="Take words for time in the query as a window; default: the bank's, or yes.",
        show_default=False,
    ),
]
Zone = Annotated[str | None, Option("--tz", metavar="ZONE", help="Time zone in which days begin.")]
Now = Annotated[str | None, Option("--now", metavar="DATE", help="What now means for this query.")]
MinScores = Annotated[
    list[str] | None,
    Option(
        "--min-score",
        metavar="NAME=VALUE",
        help="A floor: semantic, keyword, similarity, reranker or final; repeatable.",
    ),
]
Boosts = Annotated[
    list[str] | None,
    Option("--boost", metavar="ARM=LEVEL", help="Promote an arm: low, medium or high; repeatable."),
]
PreferObservations = Annotated[
    bool | None,
    Option(
        "--prefer-observations/--keep-sources",
        help="Leave out what an observation in the answer was made from; default: the bank's, or keep.",
        show_default=False,
    ),
]
Document = Annotated[str | None, Option("--document", metavar="ID", help="Only from this document.")]


def embedder_of(name: str | None) -> str | Path | bool | None:
    """Returns what `recallcore.open` takes for an embedder: None, False, a model directory or a name."""
    if name is None:
        return None
    if name == "none":
        return False
    path = Path(name)
    return path if path.is_dir() else name


def reranker_of(name: str | None) -> str | Path | None:
    """Returns what `recallcore.open` takes for a reranker: None for the default, a directory or a name."""
    if name is None:
        return None
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


def pairs_of(words: Sequence[str] | None, *, option: str) -> dict[str, str] | None:
    """Returns what repeated options of the form NAME=VALUE say, the last for each name; None without any.

    Raises:
        ConfigError: One has no name or no equals sign.
    """
    if not words:
        return None
    pairs = {}
    for word in words:
        name, equals, value = word.partition("=")
        if not name or not equals:
            raise ConfigError(f"{option} expects NAME=VALUE, given {word!r}")
        pairs[name] = value
    return pairs


def numbers_of(words: Sequence[str] | None, *, option: str) -> dict[str, float] | None:
    """Returns what repeated options of the form NAME=NUMBER say; None without any.

    Raises:
        ConfigError: One has no name, no equals sign or no number.
    """
    pairs = pairs_of(words, option=option)
    if pairs is None:
        return None
    try:
        return {name: float(value) for name, value in pairs.items()}
    except ValueError as error:
        raise ConfigError(f"{option} expects NAME=NUMBER: {error}") from None


def value_of(word: str) -> Any:  # whatever JSON can say
    """Returns what a word of the command line means as JSON; a word that is none is text, nothing is None.

    Example:
        >>> value_of("300"), value_of("low"), value_of("")
        (300, 'low', None)
    """
    if not word:
        return None
    try:
        return json.loads(word)
    except ValueError:
        return word

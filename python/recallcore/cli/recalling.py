"""`recallcore recall`: ask, and lay out the answer with the evidence for each memory."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import cast

from rich.text import Text

import recallcore
from recallcore.cli.banks import label, open_existing
from recallcore.cli.options import numbers_of, pairs_of, window_of
from recallcore.cli.screen import Screen, memories, printable
from recallcore.cli.tracing import tables_of
from recallcore.config import Budget, RecallKeywords
from recallcore.errors import ConfigError
from recallcore.rerank.registry import NONE_NAMES
from recallcore.temporal import ParsedWindow
from recallcore.types import ARMS, Arm, Kind, Level, Recalled, RecallResult, TagsMatch


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """What the command line says about one recall; a repeatable option that is not there may be empty."""

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
    read_time: bool | None
    tz: str | None
    now: str | None
    min_scores: Sequence[str] | None
    boosts: Sequence[str] | None
    prefer_observations: bool | None
    reranker: str | None
    rerank: bool | None

    def options(self, *, trace: bool = False) -> RecallKeywords:
        """The options of `Bank.recall` that they mean.

        Raises:
            InputError: A date cannot be read, or the edges of the window are reversed.
            ConfigError: A floor or a boost is not of the form NAME=VALUE, or an option needs a reranker and
                none is named.
        """
        floors = numbers_of(self.min_scores, option="--min-score")
        if floors is not None and "reranker" in floors and self.reranker in NONE_NAMES:
            raise ConfigError("--min-score of reranker needs a reranker; give another --reranker")
        return RecallKeywords(
            max_tokens=self.max_tokens,
            limit=self.limit,
            budget=self.budget,
            time_window=window_of(self.window, since=self.since, until=self.until),
            query_time=self.now,
            read_time=self.read_time,
            tz=self.tz,
            tags=[as_utf8(tag) for tag in self.tags] if self.tags else None,
            tags_match=self.tags_match if self.tags else "any",
            kinds=self.kinds or None,
            min_scores=floors,
            boosts=boosts_of(self.boosts),
            prefer_observations=self.prefer_observations,
            rerank=self._rerank(),
            trace=trace,
        )

    @property
    def names_reranker(self) -> bool:
        """Whether a reranker is named, and not none."""
        return self.reranker is not None and self.reranker not in NONE_NAMES

    def bank(self, path: Path, *, embedder: str | None) -> recallcore.Bank:
        """Opens the bank to ask; a reranker that may have to answer is loaded before.

        Raises:
            InputError: There is no bank.
            ModelError: The model of the reranker cannot be loaded.
        """
        return open_existing(path, embedder=embedder, reranker=self.reranker, load=self.rerank is not False)

    def _rerank(self) -> bool | Mapping[str, object] | None:
        if self.rerank and self.reranker in NONE_NAMES:
            raise ConfigError("--rerank needs a reranker; give another --reranker")
        # Whoever names one wants it to run, though the bank may keep that none does; how is left to the bank.
        return {} if self.rerank is None and self.names_reranker else self.rerank


def recall(
    screen: Screen, path: Path, request: Request, *, embedder: str | None, prompt: bool, trace: bool
) -> int:
    """Recalls and prints the memories; notes and counts go to standard error."""
    if prompt and screen.json:
        raise ConfigError("--prompt prints text and --json a document; expected one of the two")
    options = request.options(trace=trace)
    with request.bank(path, embedder=embedder) as bank:
        result = bank.recall(as_utf8(request.query), **options)
    if screen.json:
        screen.document(result.to_dict())
    elif prompt:
        screen.text(result.to_prompt())
    else:
        for each in result.memories:
            screen.result(answer(each))
    _report(screen, result)
    if result.trace is not None and not screen.json:
        for table in tables_of(result, result.trace):
            screen.aside(table)
    return 0


def answer(recalled: Recalled) -> Text:
    """Lays out one recalled memory: its text, then what it is and which arms found it at which rank."""
    lines = Text(f"{recalled.rank}. ", style="bold")
    lines.append(printable(recalled.text), style="not bold")
    evidence = " · ".join(f"{arm} {recalled.evidence[arm].rank}" for arm in ARMS if arm in recalled.evidence)
    about = printable(f"{label(recalled.memory)}\n   {recalled.score:.3f} ({recalled.basis}) · {evidence}")
    lines.append(f"\n   {about}", style="dim not bold")
    return lines


def as_utf8(word: str) -> str:
    """Returns a word of the command line read as UTF-8 if its bytes are that, whatever the locale says."""
    try:
        return os.fsencode(word).decode("utf-8")
    except UnicodeError:
        return word


def boosts_of(words: Sequence[str] | None) -> Mapping[Arm, Level] | None:
    """Returns the boosts that ARM=LEVEL options ask for; `Bank.recall` checks the names."""
    return cast("Mapping[Arm, Level] | None", pairs_of(words, option="--boost"))


def _report(screen: Screen, result: RecallResult) -> None:
    for note in result.notes:
        screen.note(note)
    if result.window is not None:
        edges = result.window.to_dict()
        words = f", read in {result.window.matched!r}" if isinstance(result.window, ParsedWindow) else ""
        screen.note(
            f"window from {edges['start'] or 'the beginning'} to {edges['end'] or 'now'}, end outside{words}"
        )
    left_out = ", ".join(
        f"{count} left out by {reason.replace('_', ' ')}" for reason, count in result.left_out.items()
    )
    counts = f"{memories(len(result))}, {result.tokens} of {result.max_tokens} tokens"
    screen.say(f"{counts}, {left_out}" if left_out else counts)

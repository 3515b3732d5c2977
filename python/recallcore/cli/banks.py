"""The commands about a bank itself: make one, show, forget and count what it holds."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

import typer
from rich.text import Text

import recallcore
from recallcore.cli.options import embedder_of, reranker_of
from recallcore.cli.screen import Screen, memories, printable
from recallcore.errors import InputError
from recallcore.rerank import resolve
from recallcore.types import Filter, Kind, StoredMemory, TagsMatch
from recallcore.types.dates import shown_date

NOTHING_FOUND = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Where:
    """The filter options of `show` and `forget`."""

    tags: Sequence[str] | None
    tags_match: TagsMatch
    kinds: Sequence[Kind] | None
    document: str | None

    @property
    def is_given(self) -> bool:
        """Whether any option restricts."""
        return bool(self.tags or self.kinds or self.document)

    def filter(self) -> Filter:
        """The options as a filter; a match without tags does not restrict."""
        # Without tags a strict match could only be a mistake to the library; here it is a default.
        return Filter(
            tags=self.tags or None,
            tags_match=self.tags_match if self.tags else "any",
            kinds=self.kinds or None,
            document_id=self.document,
        )


def version(screen: Screen) -> None:
    """Prints the version."""
    if screen.json:
        screen.document({"version": recallcore.__version__})
    else:
        screen.result(f"recallcore {recallcore.__version__}")


def open_existing(
    path: Path, *, embedder: str | None = None, reranker: str | None = None, load: bool = False
) -> recallcore.Bank:
    """Opens a bank that must be there: a mistyped path must not become an empty bank.

    Args:
        path: The bank's directory.
        embedder: What the command line calls the embedder.
        reranker: What it calls the reranker.
        load: Load the model of the reranker first, for a recall only notes that it is broken.
    """
    if not path.exists():
        raise InputError(f"there is no bank at this path ('recallcore init' makes one): {path}")
    chosen = reranker_of(reranker)
    judge = None if chosen is None else resolve(chosen)
    if judge is not None and load:
        judge.warm()
    given = chosen if judge is None else judge.reranker
    return recallcore.open(path, embedder=embedder_of(embedder), reranker=given, create=False)


def init(screen: Screen, path: Path, *, embedder: str | None) -> int:
    """Makes an empty bank, or opens the one that is there."""
    with recallcore.open(path, embedder=embedder_of(embedder)) as bank:
        held = bank.stats().memories
    if screen.json:
        screen.document({"path": str(path), "memories": held})
    else:
        screen.say(f"bank at {path}, {memories(held)}")
    return 0


def show(screen: Screen, path: Path, ids: Sequence[str], *, where: Where, limit: int | None) -> int:
    """Prints the named memories, or lists those that match the options."""
    if ids and where.is_given:
        raise InputError("ids name memories already; expected ids or filter options, not both")
    if limit is not None and limit < 1:
        raise InputError(f"--limit must be at least 1, given {limit}")
    missing: list[str] = []
    shown = 0
    with open_existing(path, embedder="none") as bank:
        found = _named(bank, ids, missing) if ids else bank.iterate(where.filter())
        for memory in islice(found, limit):
            shown += 1
            if screen.json:
                screen.json_line(memory.to_dict())
            else:
                screen.result(description(memory, whole=bool(ids)))
    _report_missing(screen, missing)
    if not ids:
        screen.say(memories(shown))
    return NOTHING_FOUND if missing else 0


def forget(screen: Screen, path: Path, ids: Sequence[str], *, where: Where, yes: bool) -> int:
    """Forgets the named memories, or those that match the options, after asking."""
    if bool(ids) == where.is_given:
        raise InputError("forget needs ids or filter options (--tag, --kind, --document), one of the two")
    with open_existing(path, embedder="none") as bank:
        if ids:
            missing = [name for name, memory in zip(ids, bank.get(list(ids)), strict=True) if memory is None]
            chosen = [name for name in dict.fromkeys(ids) if name not in missing]
        else:
            missing = []
            chosen = [memory.id for memory in bank.iterate(where.filter())]
        if chosen and not yes and not _agreed(screen, bank, chosen):
            screen.say("nothing was forgotten")
            return NOTHING_FOUND
        # By the ids that were shown and agreed to: a memory that came in meanwhile is not swept away.
        forgotten = bank.forget(chosen) if chosen else ()
    _report_missing(screen, missing)
    if screen.json:
        screen.document({"forgotten": list(forgotten), "missing": missing})
    else:
        screen.say(f"{memories(len(forgotten))} forgotten")
    return NOTHING_FOUND if missing or not chosen else 0


def stats(screen: Screen, path: Path) -> int:
    """Prints the bank in numbers."""
    with open_existing(path, embedder="none") as bank:
        numbers = bank.stats().to_dict()
    if screen.json:
        screen.document(numbers)
        return 0
    match numbers["embedder"]:
        case {"identity": {"name": name, "dimension": dimension}}:
            numbers["embedder"] = f"{name}, {dimension} dimensions"
        case _:
            numbers["embedder"] = "none"
    width = max(map(len, numbers))
    for what, value in numbers.items():
        screen.result(printable(f"{what.replace('_', ' '):<{width}}  {value}"))
    return 0


def optimize(screen: Screen, path: Path) -> int:
    """Folds the bank's indexes."""
    with open_existing(path, embedder="none") as bank:
        folded = bank.optimize()
        generation = bank.stats().generation
    if screen.json:
        screen.document({"folded": folded, "generation": generation})
    else:
        screen.say(f"{'folded into' if folded else 'nothing to fold since'} {generation}")
    return 0


def description(memory: StoredMemory, *, whole: bool) -> Text:
    """Lays out a memory: its text, and under it what it is; `whole` adds every field that is set."""
    lines = Text(printable(memory.text))
    lines.append(f"\n  {printable(label(memory))}", style="dim")
    if whole:
        rest = memory.to_dict()
        for name in ("text", "id", "kind", "occurred_start", "occurred_end", "precision", "tags"):
            rest.pop(name, None)
        for name, value in rest.items():
            if value not in (None, [], {}):
                lines.append(f"\n  {name}: {printable(str(value))}", style="dim")
    return lines


def label(memory: StoredMemory) -> str:
    """Returns the one line that tells memories apart: id, kind, date, tags."""
    parts = [memory.id, memory.kind, date_of(memory), " ".join(f"#{tag}" for tag in memory.tags)]
    return " · ".join(part for part in parts if part)


def date_of(memory: StoredMemory) -> str:
    """Returns when it happened, as exactly as it is known; an empty text without a date."""
    if memory.occurred_start is None:
        return ""
    shown = [
        shown_date(moment, memory.precision)
        for moment in (memory.occurred_start, memory.occurred_end)
        if moment is not None
    ]
    return " to ".join(dict.fromkeys(shown))


def _named(bank: recallcore.Bank, ids: Sequence[str], missing: list[str]) -> Iterator[StoredMemory]:
    for name, memory in zip(ids, bank.get(list(ids)), strict=True):
        if memory is None:
            missing.append(name)
        else:
            yield memory


def _report_missing(screen: Screen, missing: Sequence[str]) -> None:
    for name in missing:
        screen.note(f"no memory has the id {name}")


def _agreed(screen: Screen, bank: recallcore.Bank, chosen: Sequence[str]) -> bool:
    """Shows the first few memories and asks; without a person to ask it refuses."""
    if not sys.stdin.isatty():
        raise InputError(f"nobody can be asked whether to forget {memories(len(chosen))}, expected --yes")
    few = 5
    for memory in bank.get(list(chosen[:few])):
        if memory is not None:
            screen.say(f"  {label(memory)}: {memory.text[:80]}")
    if len(chosen) > few:
        screen.say(f"  and {len(chosen) - few} more")
    return typer.confirm(f"forget {memories(len(chosen))} for good?", err=True)

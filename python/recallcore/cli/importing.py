"""`recallcore import`: every file is read to its end before the first memory is written."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from pathlib import Path
from typing import Final

import recallcore
from recallcore.cli.options import FormatChoice, embedder_of
from recallcore.cli.screen import Screen, memories
from recallcore.errors import InputError
from recallcore.importers import (
    CONTEXT_TURNS,
    FORMATS,
    BadLine,
    Format,
    detect,
    read_jsonl,
    read_locomo,
    read_markdown,
    read_text,
)
from recallcore.types import Link, Memory

# Memories a call: enough to fill the embedder's batches, few enough that the bar moves.
BATCH: Final = 256
# Fewer memories are indexed again so fast that nobody waits.
_MANY: Final = 1024
_SHOWN_BAD_LINES: Final = 20
_CHOSEN: Final[dict[FormatChoice, Format]] = {FormatChoice(name): name for name in FORMATS}


@dataclass(slots=True, kw_only=True)
class Source:
    """A file to import and what reading it through has shown."""

    path: Path
    format: Format
    conversation: str | None
    context_turns: int
    skip_bad: bool
    memories: int = 0
    ids: set[str] = field(default_factory=set)
    targets: set[str] = field(default_factory=set)
    bad: list[BadLine] = field(default_factory=list)

    def read(self) -> Iterator[Memory]:
        """Reads the file from its beginning; bad lines are passed over silently."""
        yield from self._read(collected=[])

    def check(self) -> None:
        """Reads the file to its end: counts, collects the bad lines, and the ids that links will need.

        Raises:
            InputError: The file is not in its format.
        """
        for memory in self._read(collected=self.bad):
            self.memories += 1
            self.targets.update(link.target for link in _links(memory))
            if memory.id is not None:
                self.ids.add(memory.id)

    def _read(self, *, collected: list[BadLine]) -> Iterator[Memory]:
        if self.format == "jsonl":
            return read_jsonl(self.path, on_bad=collected.append if self.skip_bad else None)
        if self.format == "locomo":
            return read_locomo(self.path, conversation=self.conversation, context_turns=self.context_turns)
        read = read_text if self.format == "text" else read_markdown
        return read(self.path, count_tokens=recallcore.count_tokens)


@dataclass(slots=True, kw_only=True)
class Stored:
    """What an import has stored so far."""

    memories: int = 0
    replaced: int = 0
    notes: dict[str, None] = field(default_factory=dict)


def import_files(
    screen: Screen,
    path: Path,
    files: Sequence[Path],
    *,
    choice: FormatChoice,
    skip_bad: bool,
    conversation: str | None,
    context_turns: int | None,
    embedder: str | None,
) -> int:
    """Imports the files in the order given and reports what was stored."""
    sources = [
        _source(
            each,
            choice=choice,
            skip_bad=skip_bad,
            conversation=conversation,
            context_turns=CONTEXT_TURNS if context_turns is None else context_turns,
        )
        for each in files
    ]
    for option, given in (("--conversation", conversation), ("--context-turns", context_turns)):
        if given is not None and all(source.format != "locomo" for source in sources):
            raise InputError(f"{option} is for LoCoMo files, given {', '.join(str(each) for each in files)}")
    for source in sources:
        source.check()
        _report_bad(screen, source)
    total = sum(source.memories for source in sources)
    stored = Stored()
    with recallcore.open(path, embedder=embedder_of(embedder)) as bank:
        _check_targets(bank, sources)
        try:
            with screen.progress("importing", total=total) as advance:
                _store(bank, sources, stored, advance)
            if bank.stats().tail >= _MANY:
                # One in the background would end with this process, and the next would index all of it again.
                screen.say("folding the indexes")
                bank.optimize()
        except BaseException:
            # Whatever ends an import, Ctrl-C too, the person must know what is in the bank now.
            screen.note(
                f"{stored.memories} of {total} memories were stored before the import ended, and no links to "
                "memories later in the files; importing the files again completes them"
            )
            raise
    for note in stored.notes:
        screen.note(note)
    _report(screen, path, sources, stored)
    return 0


def _store(
    bank: recallcore.Bank, sources: Sequence[Source], stored: Stored, advance: Callable[[int], None]
) -> None:
    """Retains batch by batch; a link is set with its memory, or at the end if its target comes later."""
    there: set[str] = set()
    later: list[Link] = []
    for source in sources:
        memories = source.read()
        while batch := list(islice(memories, BATCH)):
            there.update(memory.id for memory in batch if memory.id is not None)
            held = [_without_links(memory, there) for memory in batch]
            retained = bank.retain(held)
            later.extend(
                replace(link, source=identity)
                for identity, memory in zip(retained.ids, batch, strict=True)
                for link in _links(memory)
                if link.target not in there
            )
            stored.memories += len(batch)
            stored.replaced += len(retained.replaced)
            stored.notes.update(dict.fromkeys(retained.notes))
            advance(len(batch))
    if later:
        bank.link_many(later)


def _check_targets(bank: recallcore.Bank, sources: Sequence[Source]) -> None:
    """Refuses links that lead nowhere before anything is written.

    Raises:
        InputError: A target is neither in the files nor in the bank.
    """
    ids = set[str]().union(*(source.ids for source in sources))
    outside = sorted(set[str]().union(*(source.targets for source in sources)) - ids)
    unknown = [name for name, memory in zip(outside, bank.get(outside), strict=True) if memory is None]
    if unknown:
        raise InputError(
            f"{len(unknown)} links lead to memories that do not exist, the first to {unknown[0]}"
        )


def _links(memory: Memory) -> Iterator[Link]:
    return map(Link.read, memory.links)


def _without_links(memory: Memory, there: Container[str]) -> Memory:
    """Leaves out the links whose targets are not stored yet."""
    kept = tuple(link for link in _links(memory) if link.target in there)
    return memory if len(kept) == len(memory.links) else replace(memory, links=kept)


def _source(
    path: Path, *, choice: FormatChoice, skip_bad: bool, conversation: str | None, context_turns: int
) -> Source:
    if not path.exists():
        raise InputError(f"there is no file {path}")
    if not path.is_file():
        # A pipe could be read only once, and every file is read twice.
        raise InputError(f"only a regular file can be imported, given {path}")
    chosen = _CHOSEN.get(choice) or detect(path)
    return Source(
        path=path,
        format=chosen,
        conversation=conversation,
        context_turns=context_turns,
        skip_bad=skip_bad,
    )


def _report_bad(screen: Screen, source: Source) -> None:
    for bad in source.bad[:_SHOWN_BAD_LINES]:
        screen.note(f"skipped line {bad.number} of {source.path.name}: {bad.reason}")
    if len(source.bad) > _SHOWN_BAD_LINES:
        screen.note(f"and {len(source.bad) - _SHOWN_BAD_LINES} more lines of {source.path.name}")


def _report(screen: Screen, path: Path, sources: Sequence[Source], stored: Stored) -> None:
    skipped = sum(len(source.bad) for source in sources)
    if screen.json:
        files = [
            {
                "path": str(source.path),
                "format": source.format,
                "memories": source.memories,
                "skipped": [{"line": bad.number, "reason": bad.reason} for bad in source.bad],
            }
            for source in sources
        ]
        screen.document(
            {
                "path": str(path),
                "memories": stored.memories,
                "replaced": stored.replaced,
                "skipped": skipped,
                "files": files,
                "notes": list(stored.notes),
            }
        )
        return
    extra = f", {skipped} lines skipped" if skipped else ""
    screen.say(f"{memories(stored.memories)} imported into {path}, {stored.replaced} of them replaced{extra}")

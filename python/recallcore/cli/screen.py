"""Where output goes: results on standard output, everything else on standard error."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Final

from rich.console import Console, RenderableType
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.text import Text

# A memory's text may hold escape sequences; on a terminal they would move the cursor or change its title.
_CONTROL: Final = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")


_WIDE: Final = 100_000
"""Columns of a console in which nothing is cut."""


class _Console(Console):
    """A console that lets a closed pipe be told like every other way to end."""

    def on_broken_pipe(self) -> None:
        """Raises on instead of ending the process with a code of rich's own."""
        raise BrokenPipeError


class Screen:
    """The two streams, and whether a command was asked for JSON or for tracebacks."""

    def __init__(self) -> None:
        self.json = False
        self.debug = False
        self._out = _Console(highlight=False, emoji=False, markup=False)
        self._err = _Console(stderr=True, highlight=False, emoji=False, markup=False)
        self._wide = _Console(stderr=True, highlight=False, emoji=False, markup=False, width=_WIDE)

    def result(self, renderable: RenderableType) -> None:
        """Prints a result for a person; a line is never wrapped, so that it can be piped and copied."""
        self._out.print(renderable, soft_wrap=isinstance(renderable, str | Text))

    def text(self, content: str) -> None:
        """Prints text exactly as it is, for a program to read; nothing is printed for an empty one."""
        if content:
            self._out.file.write(f"{_without_surrogates(content)}\n")

    def document(self, content: Mapping[str, Any]) -> None:
        """Prints the one JSON document that is a command's whole standard output."""
        self._json_line(content, indent=2)

    def json_line(self, content: Mapping[str, Any]) -> None:
        """Prints one line of a stream of JSON lines."""
        self._json_line(content, indent=None)

    def note(self, message: str) -> None:
        """Tells a person something that is no result."""
        self._err.print(Text(f"note: {printable(message)}", style="dim"), soft_wrap=True)

    def say(self, message: str) -> None:
        """Tells a person how a command went."""
        self._err.print(Text(printable(message)), soft_wrap=True)

    def aside(self, renderable: RenderableType) -> None:
        """Prints something laid out that is no result, as wide as it is, for half an id names nothing."""
        self._wide.print(renderable)

    def error(self, message: str) -> None:
        """Prints the one line that explains a failure."""
        line = " ".join(printable(message).split())
        self._err.print(Text.assemble(("error: ", "bold red"), line), soft_wrap=True)

    @contextmanager
    def progress(self, what: str, *, total: int) -> Iterator[Callable[[int], None]]:
        """Shows a bar on standard error while the block runs, on a terminal only.

        Yields:
            A function that moves the bar on by so many memories.
        """
        columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
        bar = Progress(*columns, console=self._err, transient=True, disable=not self._err.is_terminal)
        with bar:
            task = bar.add_task(what, total=total)
            yield lambda count: bar.advance(task, count)

    def _json_line(self, content: Mapping[str, Any], *, indent: int | None) -> None:
        text = json.dumps(content, ensure_ascii=False, indent=indent)
        # Past the console, which would wrap, style and strip.
        self._out.file.write(f"{_without_surrogates(text)}\n")


def printable(text: str) -> str:
    """Returns `text` with control characters made visible as U+FFFD, line ends and tabs kept."""
    return _CONTROL.sub("\ufffd", _without_surrogates(text))


def memories(number: int) -> str:
    """Returns a number of memories in words: "1 memory", "2 memories"."""
    return "1 memory" if number == 1 else f"{number} memories"


def _without_surrogates(text: str) -> str:
    return text.encode("utf-8", "replace").decode("utf-8") if not text.isascii() else text

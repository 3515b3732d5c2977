"""The edge to the process: exit codes, one line for each error, UTF-8 streams, a pipe that closes early."""

from __future__ import annotations

import io
import os
import sys
import traceback
from collections.abc import Sequence
from typing import Final

from typer import Abort, Exit
from typer.main import get_command

from recallcore.cli.app import app
from recallcore.cli.screen import Screen
from recallcore.errors import (
    ConfigError,
    MissingDependencyError,
    ModelError,
    RecallCoreError,
    StorageError,
)

OK: Final = 0
NOTHING_FOUND: Final = 1
USAGE: Final = 2
INPUT: Final = 3
STORAGE: Final = 4
MODEL: Final = 5
INTERNAL: Final = 70
INTERRUPTED: Final = 130
CLOSED_PIPE: Final = 141


def run(arguments: Sequence[str] | None) -> int:
    """Runs the application and turns whatever ends it into an exit code."""
    _speak_utf8()
    screen = Screen()
    words = list(sys.argv[1:] if arguments is None else arguments)
    try:
        return _invoke(words, screen)
    except BrokenPipeError:
        # Whoever read our results has had enough, as in `recallcore show bank | head`. The interpreter would
        # flush standard output once more at exit and complain: it flushes into nothing instead.
        with open(os.devnull, "w") as nothing:  # noqa: PTH123
            os.dup2(nothing.fileno(), sys.stdout.fileno())
        return CLOSED_PIPE


def _invoke(words: list[str], screen: Screen) -> int:
    # Not by the command's own `main`, which would answer Ctrl-C and a closed pipe in its own, silent way.
    command = get_command(app)
    try:
        with command.make_context("recallcore", words or ["--help"], obj=screen) as context:
            outcome = command.invoke(context)
        sys.stdout.flush()
    except Exit as wish:
        sys.stdout.flush()
        return wish.exit_code
    except BrokenPipeError:
        raise
    except KeyboardInterrupt:
        return _fail(screen, "interrupted", INTERRUPTED)
    except Abort as error:
        # The parser turns Ctrl-C and the end of input at a question into this.
        return _fail(
            screen, "interrupted", INTERRUPTED if not isinstance(error.__cause__, EOFError) else USAGE
        )
    except Exception as error:  # noqa: BLE001 - the last line of defence of a process
        if screen.debug:
            traceback.print_exc()
        return _explain(error, screen)
    return outcome if isinstance(outcome, int) else OK


def _explain(error: Exception, screen: Screen) -> int:
    """Writes the one line for an error and returns its exit code."""
    usage = _usage_message(error)
    if usage is not None:
        return _fail(screen, f"{usage}; try 'recallcore --help'", USAGE)
    if isinstance(error, RecallCoreError):
        return _fail(screen, str(error), _code(error))
    if isinstance(error, OSError):
        where = f": {error.filename}" if error.filename else ""
        return _fail(screen, f"{(error.strerror or str(error)).lower()}{where}", INPUT)
    return _fail(screen, f"internal error: {type(error).__name__}: {error} (--debug shows where)", INTERNAL)


def _code(error: RecallCoreError) -> int:
    if isinstance(error, ConfigError):
        return USAGE
    if isinstance(error, ModelError | MissingDependencyError):
        return MODEL
    if isinstance(error, StorageError):
        return STORAGE
    return INPUT


def _usage_message(error: Exception) -> str | None:
    """The parser's own complaint, known by its exit code: its class lives in a private module of typer."""
    if getattr(error, "exit_code", None) is None:
        return None
    message = getattr(error, "format_message", None)
    return str(message()).rstrip(".") if callable(message) else None


def _fail(screen: Screen, message: str, code: int) -> int:
    screen.error(message)
    return code


def _speak_utf8() -> None:
    """Makes the streams UTF-8 whatever the locale says: a Korean memory must not end in an encoding error."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="replace")

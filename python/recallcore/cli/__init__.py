"""The command line: `recallcore recall` and the other commands of docs/cli.md.

typer and rich are imported when a command runs, never with the library.
"""

from __future__ import annotations

from collections.abc import Sequence


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs one command and returns its exit code (docs/cli.md lists them).

    Args:
        arguments: Words after the program's name; None takes the process's own.
    """
    from recallcore.cli.process import run

    return run(arguments)


__all__ = ["main"]

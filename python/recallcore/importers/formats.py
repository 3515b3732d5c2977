"""Which format a file is in, by its name."""

from __future__ import annotations

from pathlib import Path
from typing import Final, Literal

from recallcore.errors import InputError

Format = Literal["jsonl", "locomo", "text", "markdown"]

FORMATS: Final[tuple[Format, ...]] = ("jsonl", "locomo", "text", "markdown")

_BY_SUFFIX: Final[dict[str, Format]] = {
    ".jsonl": "jsonl",
    ".ndjson": "jsonl",
    ".json": "locomo",
    ".txt": "text",
    ".md": "markdown",
    ".markdown": "markdown",
}


def detect(path: Path) -> Format:
    """Returns the format that the file's name promises.

    The content is not asked: a text file that happens to begin with a brace would then change its format.

    Raises:
        InputError: The suffix is none that we know.
    """
    found = _BY_SUFFIX.get(path.suffix.lower())
    if found is None:
        raise InputError(
            f"no format known by the suffix, expected one of {', '.join(_BY_SUFFIX)} or a named format "
            f"({', '.join(FORMATS)}), given {path.name}"
        )
    return found

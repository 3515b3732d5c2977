"""JSON lines: one memory a line, with the fields of `Memory`."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from recallcore.errors import InputError
from recallcore.types import Memory

# What `recallcore show --json` prints beside a memory's own fields: the bank makes these anew.
_BANK_FIELDS: Final = frozenset(
    {"seq", "version", "created_at", "updated_at", "tokens", "has_vector", "truncated", "entities_given"}
)


@dataclass(frozen=True, slots=True, kw_only=True)
class BadLine:
    """A line that is no memory, and why."""

    number: int
    reason: str


def read_jsonl(path: Path, *, on_bad: Callable[[BadLine], None] | None = None) -> Iterator[Memory]:
    """Yields a memory per line; blank lines are passed over.

    The fields that `recallcore show --json` adds are accepted, so that a bank's export reads back; entities
    that were extracted there are extracted anew.

    Args:
        path: A UTF-8 file.
        on_bad: Is told of a line that is no memory, and reading goes on; None stops there.

    Raises:
        InputError: A line is no memory and `on_bad` is None; the message names the line.
    """
    # Read as bytes: one undecodable line is one bad line, and U+2028 inside a string does not end it.
    with path.open("rb") as lines:
        for number, line in enumerate(lines, start=1):
            if not line.strip(b" \t\r\n\xef\xbb\xbf"):
                continue
            try:
                memory = parse_line(line)
            except InputError as error:
                if on_bad is None:
                    raise InputError(f"line {number} of {path.name}: {error}") from error
                on_bad(BadLine(number=number, reason=str(error)))
                continue
            yield memory


def parse_line(line: bytes) -> Memory:
    """Reads one line.

    Raises:
        InputError: It is not a JSON object in UTF-8 with the fields of a memory.
    """
    try:
        content = json.loads(line.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        raise InputError(f"not UTF-8, byte {error.start + 1} cannot be read") from error
    except json.JSONDecodeError as error:
        raise InputError(f"not JSON: {error.msg.lower()} at character {error.pos + 1}") from error
    except ValueError as error:
        raise InputError(f"not JSON that can be read: {error}") from error
    except RecursionError as error:
        raise InputError("not JSON that can be read: nested too deeply") from error
    if not isinstance(content, dict):
        raise InputError("expected a JSON object with a text")
    given = content.get("entities_given", True)
    fields = {name: value for name, value in content.items() if name not in _BANK_FIELDS}
    if given is False:
        fields.pop("entities", None)
    return Memory.from_mapping(fields)

"""From the name of a bank to a folder that is safe on every file system, and back.

A name is any text: a user id, an address, Korean, a path. Its folder is a hash of it, so that no name can
lead out of the store, and no two names meet where letter case or Unicode's forms are not told apart; a few
letters of the name stand before it for people who look. The name itself is in a file of the folder.
"""

from __future__ import annotations

import base64
import hashlib
import re
import unicodedata
from pathlib import Path

from recallcore.errors import InputError
from recallcore.types.checks import text_of

MOST_BYTES = 4096
"""The longest name, in UTF-8."""

_NAME_FILE = "name"
_SHOWN = 24
# 130 bits: two names would have to be searched for by a hash of that length.
_HASH = 26
_OTHER = re.compile(r"[^a-z0-9]+")
_FOLDER = re.compile(rf"[a-z0-9-]{{0,{_SHOWN}}}-[a-z2-7]{{{_HASH}}}|[a-z2-7]{{{_HASH}}}")


def checked_name(name: str) -> str:
    """Returns the name of a bank.

    Raises:
        InputError: It is no text, empty, too long, or holds half of a character.
    """
    text = text_of(name, name="name of a bank")
    if not text:
        raise InputError("name of a bank is empty")
    # Elsewhere half a character becomes U+FFFD; here two names would become one.
    if text != name:
        raise InputError(f"name of a bank holds a lone surrogate: {name!r}")
    size = len(text.encode())
    if size > MOST_BYTES:
        raise InputError(f"name of a bank has {size} bytes of UTF-8, expected at most {MOST_BYTES}")
    return text


def folder_of(name: str) -> str:
    """Returns the folder of a checked name.

    Example:
        >>> folder_of("Minji@example.com")
        'minji-example-com-toehy4fyj6jhmwc7f6plqtj7zx'
    """
    digest = base64.b32encode(hashlib.sha256(name.encode()).digest()).decode().lower()[:_HASH]
    plain = unicodedata.normalize("NFKD", name[: 4 * _SHOWN]).encode("ascii", "ignore").decode().lower()
    shown = _OTHER.sub("-", plain).strip("-")[:_SHOWN].rstrip("-")
    return f"{shown}-{digest}" if shown else digest


def looks_like_a_bank(folder: str) -> bool:
    """Whether `folder_of` gives such names."""
    return _FOLDER.fullmatch(folder) is not None


def write_name(folder: Path, name: str) -> None:
    """Notes in a folder whose it is."""
    (folder / _NAME_FILE).write_text(name, encoding="utf-8", newline="")


def read_name(folder: Path) -> str | None:
    """Returns whose a folder is, or None if it does not say."""
    try:
        # By bytes, for reading text would make one line end of every kind.
        return (folder / _NAME_FILE).read_bytes().decode()
    except (OSError, UnicodeDecodeError):
        return None

"""Keywords are known by name: a mistyped one is refused with the nearest."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from recallcore.errors import unknown_names


def reject_unknown(given: Mapping[str, object], known: Iterable[str], what: str) -> None:
    """Raises if a keyword is not known.

    Raises:
        InputError: Names each unknown keyword and the nearest valid one.
    """
    valid = set(known)
    unknown = [name for name in given if name not in valid]
    if unknown:
        raise unknown_names(what, unknown, valid)

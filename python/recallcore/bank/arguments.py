"""What the methods of a bank are given, read and checked."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import UTC, datetime

from recallcore.errors import InputError
from recallcore.types import DateLike, Filter, Memory, read_moment, to_micros, well_formed
from recallcore.types.checks import text_of

Memories = str | Memory | Mapping[str, object] | Iterable[str | Memory | Mapping[str, object]]
"""What `Bank.retain` takes: a text, a `Memory`, a mapping of its fields, or any number of these."""


def ids_of(ids: str | Iterable[str]) -> list[str]:
    """Returns ids as the backend takes them; the order and repetitions stay.

    Raises:
        InputError: It is neither an id nor a list of ids.

    Example:
        >>> ids_of("tea"), ids_of(("tea", "key"))
        (['tea'], ['tea', 'key'])
    """
    if isinstance(ids, str):
        return [well_formed(ids)]
    if isinstance(ids, bytes | Mapping) or not isinstance(ids, Iterable):
        raise InputError(f"ids are of type {type(ids).__name__}, expected an id or a list of ids")
    return [text_of(each, name="an id") for each in ids]


def micros_of(moment: DateLike | None, *, name: str) -> int:
    """Returns a moment in microseconds; None reads the clock, at this edge and nowhere below.

    Raises:
        InputError: It is no date.
    """
    return to_micros(datetime.now(UTC) if moment is None else read_moment(moment, name=name))


def filter_to_read(chosen: Filter | None) -> Filter:
    """Returns the filter of `Bank.iterate`; None admits everything.

    Raises:
        InputError: It is no filter.
    """
    if chosen is None:
        return Filter()
    if not isinstance(chosen, Filter):
        raise InputError(
            f"iterate takes a Filter or None, given a {type(chosen).__name__}; for ids use get()"
        )
    return chosen


def filter_to_forget(chosen: Filter) -> Filter:
    """Returns a filter by which memories may be forgotten.

    Raises:
        InputError: It restricts nothing, or its tags are matched by ``any`` or ``all``, which would forget
            untagged memories too.
    """
    if not chosen.restricts:
        raise InputError("the filter restricts nothing, so it would forget every memory")
    if chosen.tags and chosen.tags_match in {"any", "all"}:
        raise InputError(
            f"tags_match {chosen.tags_match!r} also means untagged memories; to forget by tags say "
            f"tags_match='{chosen.tags_match}_strict' or 'exact'"
        )
    return chosen

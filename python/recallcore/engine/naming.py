"""The names in a text, by an extractor that may fail: a failure becomes a note."""

from __future__ import annotations

from recallcore.entities import EntityExtractor

_SHOWN_CHARACTERS = 300


def entities_of(text: str, extractor: EntityExtractor | None) -> tuple[tuple[str, ...] | None, str | None]:
    """Returns the distinct names in a text, in order, and what went wrong.

    Args:
        text: A memory's text or a query.
        extractor: What finds names, or None.

    Returns:
        The names, None if nobody could look for them; and the failure in words, or None.
    """
    if extractor is None:
        return None, None
    try:
        found = [name for name in extractor.extract(text) if name]
    except Exception as error:  # noqa: BLE001  # a plug-in may raise anything; the text matters more
        failure = f"entity extractor {extractor.name!r} failed: {type(error).__name__}: {error}"
        return None, f"no names were looked for: {failure}"[:_SHOWN_CHARACTERS]
    return tuple(dict.fromkeys(found)), None

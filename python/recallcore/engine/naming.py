"""The names in a text, by an extractor that may fail: a failure becomes a note."""

from __future__ import annotations

from asyncio import CancelledError

from recallcore.entities import EntityExtractor
from recallcore.errors import InputError
from recallcore.types.checks import names_of
from recallcore.types.failures import in_words


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
        found = extractor.extract(text)
        if isinstance(found, str):
            raise InputError("it returned one text instead of a list of names")
        return names_of([name for name in found if name != ""], name="entities"), None
    except (Exception, CancelledError) as error:  # noqa: BLE001  # a plug-in may raise anything; the text matters more
        # Not by its name, which may be what fails.
        extracting = type(extractor).__name__
        return None, f"no names were looked for: entity extractor {extracting} failed: {in_words(error)}"

"""What a plug-in's exception says, told so that telling it cannot fail."""

from __future__ import annotations

from recallcore.types.checks import well_formed

_SHOWN_CHARACTERS = 200


def said_by(error: BaseException) -> str:
    r"""Returns the message of an exception: well-formed, and empty if it cannot be had.

    A long one is cut, and ends with an ellipsis then. It may hold any text that the plug-in was given, and so
    belongs into a note and never into a trace.

    Example:
        >>> said_by(ValueError("no answer"))
        'no answer'
    """
    try:
        said = str(error)
        return well_formed(said if len(said) <= _SHOWN_CHARACTERS else f"{said[: _SHOWN_CHARACTERS - 1]}…")
    except Exception:  # noqa: BLE001  # the exception is a stranger's, and so is its __str__
        return ""


def in_words(error: BaseException) -> str:
    """Returns the class of an exception and what it says.

    Example:
        >>> in_words(ValueError("no answer")), in_words(KeyError())
        ('ValueError: no answer', 'KeyError')
    """
    said = said_by(error)
    return f"{type(error).__name__}: {said}" if said else type(error).__name__

"""The exceptions of recallcore, each also the built-in that a Python user would expect.

A message says what was wrong, what was expected and what was given, in lower case and without a full stop.
"""

import difflib
from collections.abc import Iterable


class RecallCoreError(Exception):
    """Whatever recallcore raises is one of these.

    Example:
        >>> from recallcore import InputError, Memory, RecallCoreError
        >>> try:
        ...     Memory(text="   ")
        ... except RecallCoreError as error:
        ...     print(error)
        text is empty
    """


class ConfigError(RecallCoreError, ValueError):
    """An option or setting is unknown, out of range or contradicts another."""


class InputError(RecallCoreError, ValueError):
    """A memory, query or filter given by the caller is not acceptable; nothing was changed."""


class DimensionError(InputError):
    """A vector has another length than the bank's vectors."""


class NotFoundError(RecallCoreError, LookupError):
    """A memory that was named does not exist."""


class StorageError(RecallCoreError, OSError):
    """The bank cannot be read or written: the disk failed, it is closed, or it belongs to another process."""


class BankLockedError(StorageError):
    """Another writer held the bank for longer than ``busy_timeout``; trying again later is safe."""


class BankCorruptError(StorageError):
    """The stored truth is damaged."""


class BankFormatError(StorageError):
    """The directory is no bank, or was written by a newer version of recallcore."""


class ModelError(RecallCoreError, RuntimeError):
    """A model could not be loaded or did not answer as it should."""


class EmbedderMismatchError(ModelError):
    """Vectors of two embedders would be mixed; the message names both. ``Bank.reembed`` migrates."""


class MissingDependencyError(RecallCoreError, ImportError):
    """An optional package is not installed; the message names the package to install."""


def unknown_names(what: str, given: Iterable[str], known: Iterable[str]) -> InputError:
    """Builds the error for names that are not known, with the nearest valid name for each.

    Args:
        what: What the names are, as in ``option of recall``.
        given: The names that are not known, at least one.
        known: Every valid name.

    Returns:
        The error, not raised.

    Example:
        >>> print(unknown_names("option of recall", ["max_token"], ["max_tokens", "limit"]))
        unknown option of recall "max_token", did you mean "max_tokens"? valid: limit, max_tokens
    """
    valid = sorted(known)
    parts = []
    for name in given:
        nearest = difflib.get_close_matches(name, valid, n=1)
        hint = f', did you mean "{nearest[0]}"?' if nearest else ";"
        parts.append(f'unknown {what} "{name}"{hint}')
    return InputError(" ".join([*parts, f"valid: {', '.join(valid)}"]))

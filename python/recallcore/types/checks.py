"""Checks that the value types share: each returns the checked value or says what was wrong with it."""

import math
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from numbers import Integral, Real
from typing import TypeVar

from recallcore.errors import ConfigError, InputError, unknown_names

Choice = TypeVar("Choice", bound=str)

JsonValue = None | bool | int | float | str | list["JsonValue"] | dict[str, "JsonValue"]
"""What JSON can say."""

JsonObject = dict[str, JsonValue]

# JSON readers on the other side of the seam stop at 128 levels; memories are wrapped in a few of ours.
_MOST_LEVELS = 100
_SMALLEST_INTEGER = -(2**63)
_LARGEST_INTEGER = 2**64 - 1
_LARGEST_SIGNED = 2**63 - 1


def well_formed(text: str) -> str:
    r"""Returns ``text`` with surrogate pairs joined and lone surrogates replaced by U+FFFD.

    Everything else is kept, NUL too.

    Example:
        >>> ascii(well_formed("a\ud83d \x00"))
        "'a\\ufffd \\x00'"
    """
    if text.isascii():
        return text
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    return text


def text_of(value: object, *, name: str) -> str:
    """Returns ``value`` if it is a string, made well-formed.

    Raises:
        InputError: It is none.
    """
    if not isinstance(value, str):
        raise InputError(f"{name} is of type {type(value).__name__}, expected text")
    return well_formed(value)


def name_of(value: object, *, name: str) -> str:
    """Returns ``value`` if it is a string that is not empty, made well-formed.

    Raises:
        InputError: It is no string, or empty.
    """
    text = text_of(value, name=name)
    if not text:
        raise InputError(f"{name} is empty, expected text")
    return text


def is_plain_name(text: str) -> bool:
    """Whether a text consists of letters, digits, dots, dashes and underscores, of any script, at least one.

    Example:
        >>> is_plain_name("e5-small.v2"), is_plain_name("a/b"), is_plain_name("")
        (True, False, False)
    """
    return bool(text) and all(character.isalnum() or character in ".-_" for character in text)


def names_of(values: object, *, name: str) -> tuple[str, ...]:
    """Returns the names in the order given, each once.

    Raises:
        InputError: ``values`` is one string instead of several, or holds something that is no name.
    """
    if isinstance(values, str | bytes | Mapping) or not isinstance(values, Iterable):
        raise InputError(f"{name} is of type {type(values).__name__}, expected a list of texts")
    return tuple(dict.fromkeys(name_of(value, name=f"an entry of {name}") for value in values))


def one_of(value: object, choices: tuple[Choice, ...], *, name: str) -> Choice:
    """Returns the choice that ``value`` names.

    Raises:
        InputError: It names none; the message suggests the nearest.
    """
    for choice in choices:
        if value == choice:
            return choice
    if not isinstance(value, str):
        raise InputError(f"{name} is of type {type(value).__name__}, expected one of {', '.join(choices)}")
    raise unknown_names(name, [value], choices)


def number_of(value: object, *, name: str) -> float:
    """Returns ``value`` as a finite float.

    Raises:
        InputError: It is no number, or not finite.
    """
    if isinstance(value, bool) or not isinstance(value, Real):
        raise InputError(f"{name} is of type {type(value).__name__}, expected a number")
    try:
        number = float(value)
    except OverflowError:
        raise InputError(f"{name} is too large a number, expected one that a float can hold") from None
    if not math.isfinite(number):
        raise InputError(f"{name} is {number}, expected a finite number")
    return number


def integer_of(value: object, *, name: str, least: int, most: int = _LARGEST_SIGNED) -> int:
    """Returns ``value`` as an integer from ``least`` to ``most``, which is what 63 bits hold at most.

    Raises:
        InputError: It is no integer, too small or too large.
    """
    if isinstance(value, bool) or not isinstance(value, Integral):
        raise InputError(f"{name} is of type {type(value).__name__}, expected an integer")
    number = int(value)
    if number < least:
        raise InputError(f"{name} is {number}, expected an integer from {least}")
    if number > most:
        raise InputError(f"{name} is {number}, expected an integer of at most {most}")
    return number


def bool_of(value: object, *, name: str) -> bool:
    """Returns ``value`` if it is True or False.

    Raises:
        InputError: It is neither.
    """
    if not isinstance(value, bool):
        raise InputError(f"{name} is of type {type(value).__name__}, expected True or False")
    return value


@contextmanager
def checked_option() -> Iterator[None]:
    """Says of what is wrong inside that it is an option, not a memory or a query.

    Raises:
        ConfigError: In place of an `InputError`.
    """
    try:
        yield
    except InputError as error:
        raise ConfigError(str(error)) from None


def json_object(value: object, *, name: str) -> JsonObject:
    """Returns a deep copy of a JSON object, so that neither side sees later changes of the other.

    Strings are made well-formed; a tuple becomes a list; everything else comes back as it went in.

    Raises:
        InputError: It is no mapping from text, holds something that JSON cannot say exactly (NaN, infinity,
            an integer beyond 64 bits, an object), or is nested more than 100 levels deep.
    """
    if not isinstance(value, Mapping):
        raise InputError(
            f"{name} is of type {type(value).__name__}, expected a mapping from text to JSON values"
        )
    return _object_copy(value, name, 0)


def _object_copy(value: Mapping[object, object], name: str, level: int) -> JsonObject:
    if level >= _MOST_LEVELS:
        raise InputError(f"{name} is nested more than {_MOST_LEVELS} levels deep")
    copy: JsonObject = {}
    for key, held in value.items():
        if not isinstance(key, str):
            raise InputError(f"{name} has a key of type {type(key).__name__}, expected text")
        copy[well_formed(key)] = _json_copy(held, name, level + 1)
    return copy


def _json_copy(value: object, name: str, level: int) -> JsonValue:
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, str):
        return well_formed(value)
    if isinstance(value, int):
        if not _SMALLEST_INTEGER <= value <= _LARGEST_INTEGER:
            raise InputError(f"{name} holds an integer beyond 64 bits, expected it as text")
        return int(value)
    if isinstance(value, float):
        if not math.isfinite(value):
            raise InputError(f"{name} holds {value}, which JSON cannot say")
        return float(value)
    if isinstance(value, Mapping):
        return _object_copy(value, name, level)
    if isinstance(value, list | tuple):
        if level >= _MOST_LEVELS:
            raise InputError(f"{name} is nested more than {_MOST_LEVELS} levels deep")
        return [_json_copy(held, name, level + 1) for held in value]
    raise InputError(f"{name} holds a value of type {type(value).__name__}, which JSON cannot say")

"""What a question's words for time mean here: the zone, the languages, the calendar."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal, get_args
from zoneinfo import ZoneInfo

from recallcore.errors import InputError, unknown_names
from recallcore.types.checks import integer_of, names_of, one_of, text_of

Hemisphere = Literal["north", "south"]
"""Where the seasons are those of."""

HEMISPHERES: tuple[Hemisphere, ...] = get_args(Hemisphere)

LANGUAGES: Final = (
    *("en", "ko", "ja", "zh", "de", "fr", "es", "pt", "it", "nl"),
    *("ar", "bg", "ca", "cs", "da", "el", "fi", "he", "hi", "hr", "hu"),
    *("id", "nb", "pl", "ro", "ru", "sk", "sv", "tr", "uk", "vi"),
)
"""Codes of the languages in which words for time can be read: first those with a lexicon of our own."""

_OTHER_CODES: Final = {"no": "nb"}
_LONGEST_SHOWN = 40
_LAST_WEEKDAY = 6
_MONTHS = 12


@dataclass(frozen=True, slots=True, kw_only=True)
class Conventions:
    """How words for time are read; checked where they are given.

    Attributes:
        tz: The zone in which days begin.
        languages: Codes of the languages that are read, or None for what the question suggests.
        week_start: The first day of the week, Monday is 0 and Sunday 6.
        hemisphere: Where the seasons are those of.
        fiscal_year_start: The month from which quarters and fiscal years are counted.
    """

    tz: str = "UTC"
    languages: tuple[str, ...] | None = None
    week_start: int = 0
    hemisphere: Hemisphere = "north"
    fiscal_year_start: int = 1


CONVENTIONS = Conventions()
"""What the library assumes."""


def tz_of(value: object) -> str:
    """Returns the name of a time zone.

    Raises:
        InputError: There is no such zone.

    Example:
        >>> tz_of("Asia/Seoul")
        'Asia/Seoul'
    """
    name = text_of(value, name="tz")
    try:
        ZoneInfo(name)
    except (KeyError, OSError, ValueError):  # unknown, a folder of zones, a path out of them
        shown = repr(name[:_LONGEST_SHOWN])
        raise InputError(f'tz names no time zone, expected one like "Asia/Seoul", given {shown}') from None
    return name


def languages_of(value: object) -> tuple[str, ...]:
    """Returns codes of languages as ISO 639-1 has them, at least one, without countries.

    Raises:
        InputError: There are none, or one is no text, or no language in which words for time can be read.

    Example:
        >>> languages_of(["ko", "en-GB", "pt_BR", "no"])
        ('ko', 'en', 'pt', 'nb')
    """
    codes: Sequence[str] = names_of(value, name="languages")
    if not codes:
        raise InputError('languages is empty, expected codes such as "ko" and "en", or None for any')
    read = [_language_of(code) for code in codes]
    unknown = [code[:_LONGEST_SHOWN] for code, language in zip(codes, read, strict=True) if language is None]
    if unknown:
        raise unknown_names("code in languages", unknown, LANGUAGES)
    return tuple(dict.fromkeys(language for language in read if language is not None))


def _language_of(code: str) -> str | None:
    language = code.strip().replace("_", "-").partition("-")[0].strip().lower()
    language = _OTHER_CODES.get(language, language)
    return language if language in LANGUAGES else None


def week_start_of(value: object) -> int:
    """Returns a day of the week, Monday is 0.

    Raises:
        InputError: It is no integer from 0 to 6.
    """
    return _at_most(integer_of(value, name="week_start", least=0), _LAST_WEEKDAY, name="week_start")


def fiscal_year_start_of(value: object) -> int:
    """Returns a month, January is 1.

    Raises:
        InputError: It is no integer from 1 to 12.
    """
    month = integer_of(value, name="fiscal_year_start", least=1)
    return _at_most(month, _MONTHS, name="fiscal_year_start")


def hemisphere_of(value: object) -> Hemisphere:
    """Returns ``north`` or ``south``.

    Raises:
        InputError: It is neither.
    """
    return one_of(value, HEMISPHERES, name="hemisphere")


def _at_most(number: int, most: int, *, name: str) -> int:
    if number > most:
        raise InputError(f"{name} is {number}, expected at most {most}")
    return number

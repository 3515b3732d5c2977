"""Reads numbers in Chinese characters: 十二, 二〇二三, 廿."""

from __future__ import annotations

from typing import Final

from recallcore.temporal.chart import Edge
from recallcore.temporal.digits import LONGEST_NUMBER, mark_number
from recallcore.temporal.text import Units

_DIGITS: Final = {glyph: value for value, glyph in enumerate("零一二三四五六七八九")} | {
    "〇": 0,
    "○": 0,
    "两": 2,
}
_TENS: Final = {"十": 10, "百": 100, "千": 1000, "廿": 20, "卅": 30}


def mark_han_numbers(units: Units, marks: list[list[Edge]]) -> bool:
    """Adds to ``marks`` what the numbers of a text may be; says whether there was one."""
    found = False
    at = 0
    while at < len(units.words):
        end = at
        while end < len(units.words) and (units.words[end] in _DIGITS or units.words[end] in _TENS):
            end += 1
        if at < end <= at + LONGEST_NUMBER:
            found = True
            mark_number(read_han_number(units.words[at:end]), marks, at, end)
        at = max(end, at + 1)
    return found


def read_han_number(glyphs: list[str]) -> str:
    """Returns the digits of a number.

    Example:
        >>> read_han_number(list("二〇二三")), read_han_number(list("三十一")), read_han_number(["廿"])
        ('2023', '31', '20')
    """
    if all(glyph in _DIGITS for glyph in glyphs):
        return "".join(str(_DIGITS[glyph]) for glyph in glyphs)
    total, digit = 0, 0
    for glyph in glyphs:
        if glyph in _DIGITS:
            digit = _DIGITS[glyph]
        elif glyph in "廿卅":
            total, digit = total + _TENS[glyph], 0
        else:
            total, digit = total + max(digit, 1) * _TENS[glyph], 0
    return str(total + digit)

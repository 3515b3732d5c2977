"""From a text to its time expressions: marks words, lets the chart build, keeps what does not overlap."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, NamedTuple, cast

from recallcore.temporal.chart import Cell, fill
from recallcore.temporal.digit_dates import FIRST_YEAR
from recallcore.temporal.digits import FAR_YEAR
from recallcore.temporal.language import Lexicon
from recallcore.temporal.lexicons import lexicon
from recallcore.temporal.mark import mark
from recallcore.temporal.meaning import Annual, Moment, MonthDay, Open, Relative
from recallcore.temporal.spoken import Spoken
from recallcore.temporal.text import Units, cut

MOST_FOUND: Final = 64
"""How many expressions of one text are looked at."""
_NAMING: Final = ("이라", "라는", "라고", "마다", "이란")
"""Korean endings that make a name of what stands before them, or a set of it."""


_ANNUAL: Final = ("Mo", "Md", "MD", "Season", "Hol")
"""Symbols of what a year may stand beside."""


@dataclass(frozen=True, slots=True)
class Found:
    """An expression.

    Attributes:
        moment: What it says.
        span: Where it stands in the text, as for slicing.
        weak: Whether it rests on a word that needed a licence.
        language: The language that read it.
    """

    moment: Moment
    span: tuple[int, int]
    weak: bool
    language: str

    @property
    def length(self) -> int:
        """How many characters it has."""
        return self.span[1] - self.span[0]


@dataclass(frozen=True, slots=True)
class Scanned:
    """All expressions of a text, longest first, and whether it says "recently"."""

    found: tuple[Found, ...]
    recent: bool


class _Candidate(NamedTuple):
    at: int
    end: int
    moment: Moment
    weak: bool


@lru_cache(maxsize=2048)
def scan(text: str, languages: tuple[Spoken, ...]) -> Scanned:
    """Returns the time expressions of a text, by one of the languages; earlier languages win ties.

    Independent of the clock, and so remembered. The longest of what overlaps stays, whichever rule made it.
    """
    units = cut(text)
    best: list[Found] = []
    recent = False
    for code, doubtful in languages:
        found, says_recent = _scan_in(units, lexicon(code), shortest=2 if doubtful else 1)
        best += found
        recent = recent or says_recent
    if len(best) < 2:
        return Scanned(tuple(best), recent)
    order = {spoken.code: place for place, spoken in enumerate(languages)}
    best.sort(key=lambda each: (-each.length, each.weak, order[each.language], each.span))
    chosen: list[Found] = []
    for each in best[:MOST_FOUND]:
        if all(each.span[1] <= other.span[0] or other.span[1] <= each.span[0] for other in chosen):
            chosen.append(each)
    return Scanned(tuple(chosen), recent)


def _scan_in(units: Units, words: Lexicon, *, shortest: int) -> tuple[list[Found], bool]:
    cells = fill(mark(units, words), words.rules)
    around = _around(cells)
    found: list[Found] = []
    shut = 0
    for at in around.starts:
        cell = cells[at]
        if at < shut:
            continue
        if at in around.refused or (at in around.labelled and units.kinds[at] == "number"):
            shut = max(cell["T"])  # "every last Monday" names no Monday either, nor "room 5 March"
            continue
        if _touches_number(max(cell["T"]), at, cells):
            shut = max(cell["T"])
            continue
        best = next((each for each in _candidates(at, cell) if _stands(each, units, words, cells)), None)
        if best is None or best.end - at < shortest or (best.weak and shortest > 1):
            continue
        if any(first < best.end and at < last for first, last in around.impossible):
            continue
        found.append(Found(best.moment, units.span(at, best.end), best.weak, words.language.code))
        if len(found) == MOST_FOUND:
            break
    return found, around.recent


class _Around(NamedTuple):
    """Where expressions start, what stands before refused ones, dates that do not exist, and "recently"."""

    starts: list[int]
    refused: set[int]
    labelled: set[int]
    impossible: list[tuple[int, int]]
    recent: bool


def _around(cells: Sequence[Cell]) -> _Around:
    starts: list[int] = []
    refused: set[int] = set()
    labelled: set[int] = set()
    impossible: list[tuple[int, int]] = []
    recent = False
    for at, cell in enumerate(cells):
        if not cell:
            continue
        if "T" in cell:
            starts.append(at)
        if "refuse_before" in cell:
            refused.update(cell["refuse_before"])
        if "label" in cell:
            labelled.update(cell["label"])
        if "Impossible" in cell:
            impossible += [(at, end) for end in cell["Impossible"]]
        recent = recent or "recent" in cell
    return _Around(starts, refused, labelled, impossible, recent)


def _candidates(at: int, cell: Cell) -> list[_Candidate]:
    """The complete expressions that start at a unit, longest first; at equal length a span wins."""
    alone, licensed = cell.get("P", {}), cell.get("TW", {})
    return [
        _Candidate(at, end, cast("Moment", alone.get(end, moment)), licensed.get(end) is moment)
        for end, moment in sorted(cell["T"].items(), reverse=True)
    ]


def _stands(candidate: _Candidate, units: Units, words: Lexicon, cells: Sequence[Cell]) -> bool:
    """Whether what stands around an expression lets it be one."""
    behind = cells[candidate.end]
    if "clash" in behind or (
        "refuse_after" in behind and (candidate.weak or _ends_far(candidate.end, cells))
    ):
        return False
    if _is_numbered_day(candidate.moment) and not _ends_here(candidate.end, units, words):
        return False
    return not words.tails or _is_own_word(candidate, units, words)


def _ends_far(end: int, cells: Sequence[Cell]) -> bool:
    """Whether the last unit is a number that only its neighbour makes a year."""
    return end in cells[end - 1].get("FARYEAR", ())


def _touches_number(end: int, at: int, cells: Sequence[Cell]) -> bool:
    """Whether a number touches what returns every year that looks like its year and cannot be: 3 May 10000."""
    behind = any(_is_no_year(number) for number in cells[end].get("NUM", {}).values())
    if behind and any(end in cells[first].get(symbol, ()) for first in range(at, end) for symbol in _ANNUAL):
        return True
    # 3000년 5월
    return (
        at > 1
        and at in cells[at - 1].get("year", ())
        and any(
            at - 1 == last and _is_no_year(number) for last, number in cells[at - 2].get("NUM", {}).items()
        )
        and any(symbol in cells[at] for symbol in _ANNUAL)
    )


def _is_no_year(number: object) -> bool:
    return isinstance(number, int) and 1000 <= number <= 99999 and not FIRST_YEAR <= number <= FAR_YEAR


def _is_numbered_day(moment: Moment) -> bool:
    day = moment.of if isinstance(moment, Open) else moment
    return isinstance(day, MonthDay) and day.month is None and day.weekday is None


def _ends_here(end: int, units: Units, words: Lexicon) -> bool:
    """Whether no noun follows: "on the 10th" is a day, "for the 10th series" is none."""
    if end == len(units.words) or units.kinds[end] != "word" or not words.frequent:
        return True
    return units.words[end] in words.frequent


def _is_own_word(candidate: _Candidate, units: Units, words: Lexicon) -> bool:
    """Whether an expression begins a word and only particles follow it there, in languages like Korean."""
    at, end, moment, _ = candidate
    if at and units.glued[at] and units.kinds[at - 1] in ("glyph", "word"):
        return False
    last = end
    while last < len(units.words) and units.glued[last] and units.kinds[last] == "glyph":
        last += 1
    rest = "".join(units.words[end:last])
    if not rest or rest in words.tails:
        return True
    named = (isinstance(moment, Relative) and moment.unit != "day") or (
        isinstance(moment, Annual) and (moment.year is not None or moment.pick != "near")
    )
    # 지난주회의록 is "last week" and a noun; 봄이라는 is a name.
    return named and len(rest) > 1 and not rest.startswith(_NAMING)

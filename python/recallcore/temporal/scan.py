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
from recallcore.temporal.lexicons import labels, lexicon
from recallcore.temporal.mark import mark
from recallcore.temporal.meaning import Annual, Moment, MonthDay, Open, Relative
from recallcore.temporal.spoken import LATIN, Spoken
from recallcore.temporal.text import Units, cut

Stretch = tuple[int, int]
"""From a unit up to, without, another."""
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
    """What a text says.

    Attributes:
        found: Its expressions, longest first.
        recent: Whether it says "recently".
        refused: Places in the text, as for slicing, where no language may read a time.
    """

    found: tuple[Found, ...]
    recent: bool
    refused: tuple[tuple[int, int], ...] = ()


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
    refused: list[Stretch] = []
    impossible: list[Stretch] = []
    for place, (code, doubtful, _) in enumerate(languages):
        words = lexicon(code)
        cells = fill(mark(units, words), words.rules)
        around = _around(cells, units)
        best += _scan_in(_Heard(units, words, cells), around, refused, shortest=2 if doubtful else 1)
        recent = recent or around.recent
        impossible += around.impossible
        if place == 0:
            refused = _refused(around, cells, units)
    # A street's name or an age in one language is no date in another, nor is the number of a room.
    no_time = impossible
    if not all(spoken.settled for spoken in languages):
        no_time = [*impossible, *_labelled(units)]
    refused += no_time
    best = [each for each in best if not _overlaps(each.span, no_time, units)]
    places = tuple(units.span(first, last) for first, last in refused)
    if len(best) < 2:
        return Scanned(tuple(best), recent, places)
    order = {spoken.code: place for place, spoken in enumerate(languages)}
    best.sort(key=lambda each: (-each.length, each.weak, order[each.language], each.span))
    chosen: list[Found] = []
    for each in best[:MOST_FOUND]:
        if all(each.span[1] <= other.span[0] or other.span[1] <= each.span[0] for other in chosen):
            chosen.append(each)
    return Scanned(tuple(chosen), recent)


def _overlaps(span: Stretch, refused: Sequence[Stretch], units: Units) -> bool:
    places = (units.span(first, last) for first, last in refused)
    return any(first < span[1] and span[0] < last for first, last in places)


def _labelled(units: Units) -> list[Stretch]:
    """Where numbers are labels in any language: a text with few words may be in each of them."""
    known = labels(LATIN)
    return [
        (at, at + 1)
        for at in range(1, len(units.words))
        if units.kinds[at] == "number" and units.words[at - 1] in known
    ]


def _scan_in(heard: _Heard, around: _Around, refused: Sequence[Stretch], *, shortest: int) -> list[Found]:
    """Returns the expressions of one language, outside of what a likelier one has ``refused``."""
    units, words, cells = heard
    found: list[Found] = []
    shut = 0
    for at in around.starts:
        cell = cells[at]
        if at < shut:
            continue
        if at in around.refused or _touches_number(at, max(cell["T"]), units, cells):
            shut = max(cell["T"])  # "every last Monday" names no Monday either, nor "room 5 March"
            continue
        best = next((each for each in _candidates(at, cell) if _stands(each, units, words, cells)), None)
        if best is None or best.end - at < shortest or (best.weak and shortest > 1):
            continue
        if any(first < best.end and at < last for first, last in (*around.impossible, *refused)):
            continue
        found.append(Found(best.moment, units.span(at, best.end), best.weak, words.language.code))
        if len(found) == MOST_FOUND:
            break
    return found


class _Heard(NamedTuple):
    """A text in the ears of one language: its units, the lexicon, and what the chart built."""

    units: Units
    words: Lexicon
    cells: Sequence[Cell]


def _refused(around: _Around, cells: Sequence[Cell], units: Units) -> list[Stretch]:
    """Where a language says that there is no time, also where others know more words than it does."""
    found = list(around.impossible)
    for at in around.refused:
        if at < len(units.words):
            found.append((at, max(cells[at].get("T", (at + 1,)))))
    found += [
        (at, max(cells[at]["T"]))
        for at in around.starts
        if _touches_number(at, max(cells[at]["T"]), units, cells)
    ]
    return found


class _Around(NamedTuple):
    """Where expressions start, which ones are refused, dates that do not exist, and "recently"."""

    starts: list[int]
    refused: set[int]
    impossible: list[tuple[int, int]]
    recent: bool


def _around(cells: Sequence[Cell], units: Units) -> _Around:
    starts: list[int] = []
    refused: set[int] = set()
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
            refused.update(end for end in cell["label"] if _is_labelled(end, cells, units))
        if "Impossible" in cell:
            impossible += [(at, end) for end in cell["Impossible"]]
        recent = recent or "recent" in cell
    return _Around(starts, refused, impossible, recent)


def _is_labelled(at: int, cells: Sequence[Cell], units: Units) -> bool:
    """Whether a label behind which a unit stands names it: "room 5 April", "room April 5"."""
    if at == len(units.words):
        return False
    if units.kinds[at] == "number":
        return True
    return any(end > at + 1 and units.kinds[end - 1] == "number" for end in cells[at].get("Md", ()))


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
    if "clash" in behind or (candidate.weak and "refuse_after" in behind):
        return False
    far = candidate.weak and candidate.end in cells[candidate.end - 1].get("FARYEAR", ())
    if (far or _is_numbered_day(candidate.moment)) and not _ends_here(candidate.end, units, words):
        return False
    return not words.tails or _is_own_word(candidate, units, words)


def _touches_number(at: int, end: int, units: Units, cells: Sequence[Cell]) -> bool:
    """Whether a number looks like the year of what returns every year, and cannot be: 3 May 10000."""
    if end in cells[end - 1].get("FARYEAR", ()) and "refuse_after" in cells[end]:
        return True  # April 1500 users
    moment = cells[at]["T"][end]
    dated = isinstance(moment, Annual) and moment.year is not None
    # Where characters are glyphs the year stands first: 5月 1500人 is a month and people.
    behind = (
        not dated
        and units.kinds[end - 1] != "glyph"
        and any(_is_no_year(number) for number in cells[end].get("NUM", {}).values())
    )
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
    """Whether no noun follows: "on the 10th" and "since 1850" are times, "for the 10th series" is none."""
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

"""From a text to its time expressions: marks words, lets the chart build, keeps what does not overlap."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, NamedTuple, cast

from recallcore.temporal.chart import Cell, fill
from recallcore.temporal.language import Lexicon
from recallcore.temporal.lexicons import lexicon
from recallcore.temporal.mark import mark
from recallcore.temporal.meaning import Annual, Moment, Relative
from recallcore.temporal.text import Units, cut

MOST_FOUND: Final = 64
"""How many expressions of one text are looked at."""
_NAMING: Final = ("이라", "라는", "라고", "마다", "이란")
"""Korean endings that make a name of what stands before them, or a set of it."""


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
def scan(text: str, languages: tuple[str, ...]) -> Scanned:
    """Returns the time expressions of a text, by one of the languages; earlier languages win ties.

    Independent of the clock, and so remembered. The longest of what overlaps stays, whichever rule made it.
    """
    units = cut(text)
    best: list[Found] = []
    recent = False
    for code in languages:
        found, says_recent = _scan_in(units, lexicon(code))
        best.extend(found)
        recent = recent or says_recent
    order = {code: place for place, code in enumerate(languages)}
    best.sort(key=lambda each: (-each.length, each.weak, order[each.language], each.span))
    chosen: list[Found] = []
    for each in best[:MOST_FOUND]:
        if all(each.span[1] <= other.span[0] or other.span[1] <= each.span[0] for other in chosen):
            chosen.append(each)
    return Scanned(tuple(chosen), recent)


def _scan_in(units: Units, words: Lexicon) -> tuple[list[Found], bool]:
    marks = mark(units, words)
    recent = any(symbol == "recent" for edges in marks for symbol, _, _ in edges)
    cells = fill(marks, words.rules)
    refused = {end for cell in cells for end in cell.get("refuse_before", ())}
    labelled = {end for cell in cells for end in cell.get("label", ())}
    impossible = [(at, end) for at, cell in enumerate(cells) for end in cell.get("Impossible", ())]
    found: list[Found] = []
    shut = 0
    for at, cell in enumerate(cells):
        ends = cell.get("T")
        if not ends or at < shut:
            continue
        if at in refused or (at in labelled and units.kinds[at] == "number"):
            shut = max(ends)  # "every last Monday" names no Monday either, nor "room 5 March"
            continue
        best = next((each for each in _candidates(at, cell) if _stands(each, units, words, cells)), None)
        if best is not None and any(first < best.end and at < last for first, last in impossible):
            continue
        if best is not None:
            found.append(Found(best.moment, units.span(at, best.end), best.weak, words.language.code))
        if len(found) == MOST_FOUND:
            break
    return found, recent


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
    return not words.tails or _is_own_word(candidate, units, words)


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

"""A bottom-up chart parser over classed units: which longer things do the marked words build?

It knows nothing of time. A rule says that a sequence of symbols makes another symbol, and which function
makes its value; a function that answers None refuses. Cells are filled from the right end of the text to the
left, so that whatever a rule needs behind its first symbol is already there.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Final, NamedTuple

Value = object
Build = Callable[..., Value]
Edge = tuple[str, int, Value]
"""A symbol, the unit after its last one, and its value."""
Cell = dict[str, dict[int, Value]]

MOST_EDGES_OF_START: Final = 48
"""How much one start may build; a text of nothing but time words would otherwise take quadratic time."""
MOST_EDGES: Final = 6000
"""How much a text may build, counted from its end; a question of ours builds some hundred."""


class Rule(NamedTuple):
    """``made`` consists of ``parts``; ``keep`` says which of their values are handed to ``build``."""

    made: str
    parts: tuple[str, ...]
    keep: tuple[bool, ...]
    build: Build


class Following(NamedTuple):
    """The rules that begin with one symbol: those of it alone, and the others by their second symbol."""

    alone: list[Rule]
    longer: dict[str, list[Rule]]


Rules = Mapping[str, Following]
"""Rules by their first symbol."""


def read_rules(chunks: Sequence[str], builds: Mapping[str, Build]) -> dict[str, Following]:
    """Reads rules as they stand in the grammar and in the lexicons, one a line.

    ``P: MONTH of? Y -> month_of_year`` says that a month, perhaps "of", and a year make a period, by the
    function ``month_of_year(month, year)``. Symbols in lower case carry no value; ``?`` marks what may be
    missing; ``(a|b)`` are alternatives. Text after ``#`` is a remark.

    Args:
        chunks: Texts full of rules; earlier rules are stronger.
        builds: The functions that rules may name.

    Raises:
        KeyError: A rule names a function that is not among ``builds``.

    Example:
        >>> rules = read_rules(["P: the? MONTH -> month"], {"month": lambda month: month})
        >>> rules["the"].longer["MONTH"][0].parts, len(rules["MONTH"].alone)
        (('the', 'MONTH'), 1)
    """
    rules: dict[str, Following] = {}
    for chunk in chunks:
        for made, parts, keep, name in _read_chunk(chunk):
            rule = Rule(made, parts, keep, builds[name])
            following = rules.get(parts[0])
            if following is None:
                following = rules[parts[0]] = Following([], {})
            if len(parts) == 1:
                following.alone.append(rule)
            else:
                following.longer.setdefault(parts[1], []).append(rule)
    return rules


@cache
def _read_chunk(chunk: str) -> list[tuple[str, tuple[str, ...], tuple[bool, ...], str]]:
    found = []
    for line in chunk.splitlines():
        body = line.partition("#")[0].strip()
        if not body:
            continue
        made, _, rest = body.partition(":")
        sequence, _, name = rest.partition("->")
        for parts in _variants(sequence.split()):
            keep = tuple([not part[0].islower() for part in parts])
            found.append((made, parts, keep, name.strip()))
    return found


def fill(marks: Sequence[Sequence[Edge]], rules: Rules) -> list[Cell]:
    """Returns, for each unit and the end of the text, everything that starts there.

    The first value found for a symbol between two units stays: short derivations and early rules win.
    """
    cells: list[Cell] = [{} for _ in range(len(marks) + 1)]
    left = MOST_EDGES
    for at in range(len(marks) - 1, -1, -1):
        if marks[at]:
            left -= _fill_cell(cells, at, marks[at], rules, most=min(left, MOST_EDGES_OF_START))
    return cells


def _fill_cell(cells: list[Cell], at: int, marks: Sequence[Edge], rules: Rules, *, most: int) -> int:
    """Builds what starts at one unit, ``most`` edges, and returns how many there are."""
    cell = cells[at]
    agenda = deque(marks)
    built = 0
    while agenda and built < most:
        symbol, end, value = agenda.popleft()
        ends = cell.setdefault(symbol, {})
        if end in ends:
            continue
        ends[end] = value
        built += 1
        following = rules.get(symbol)
        if following is None:
            continue
        for rule in following.alone:
            made = rule.build(value) if rule.keep[0] else rule.build()
            if made is not None:
                agenda.append((rule.made, end, made))
        longer = following.longer
        for second in cells[end]:
            for rule in longer.get(second, ()):
                for last, values in _matches(rule, 1, end, (value,) if rule.keep[0] else (), cells):
                    made = rule.build(*values)
                    if made is not None:
                        agenda.append((rule.made, last, made))
    return built


def _matches(
    rule: Rule, place: int, at: int, values: tuple[Value, ...], cells: list[Cell]
) -> list[tuple[int, tuple[Value, ...]]]:
    """Where the parts of a rule from ``place`` on end that begin at a unit, and the values on the way."""
    found: list[tuple[int, tuple[Value, ...]]] = []
    for end, value in cells[at].get(rule.parts[place], {}).items():
        more = (*values, value) if rule.keep[place] else values
        if place + 1 == len(rule.parts):
            found.append((end, more))
        elif rule.parts[place + 1] in cells[end]:
            found.extend(_matches(rule, place + 1, end, more, cells))
    return found


def _variants(parts: list[str]) -> list[tuple[str, ...]]:
    """Spells out what may be missing and what may stand for something else."""
    found: list[tuple[str, ...]] = [()]
    for part in parts:
        if part.isalnum():
            found = [(*before, part) for before in found]
            continue
        optional = part.endswith("?")
        choices = part.removesuffix("?").strip("()").split("|")
        longer = [(*before, choice) for before in found for choice in choices]
        found = found + longer if optional else longer
    return [variant for variant in found if variant]

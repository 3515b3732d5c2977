"""A bottom-up chart parser over classed units: which longer things do the marked words build?

It knows nothing of time. A rule says that a sequence of symbols makes another symbol, and which function
makes its value; a function that answers None refuses. Cells are filled from the right end of the text to the
left, so that whatever a rule needs behind its first symbol is already there.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

Value = object
Build = Callable[..., Value]
Edge = tuple[str, int, Value]
"""A symbol, the unit after its last one, and its value."""
Cell = dict[str, dict[int, Value]]

_MOST_EDGES: Final = 160
"""How much one start may build; a text of nothing but time words would otherwise take quadratic time."""


@dataclass(frozen=True, slots=True)
class Rule:
    """``made`` consists of ``parts``; ``keep`` says which of their values are handed to ``build``."""

    made: str
    parts: tuple[str, ...]
    keep: tuple[bool, ...]
    build: Build


Rules = Mapping[str, Sequence[Rule]]
"""Rules by their first symbol."""


def read_rules(text: str, builds: Mapping[str, Build]) -> dict[str, list[Rule]]:
    """Reads rules as they stand in the grammar and in the lexicons, one a line.

    ``P: MONTH of? Y -> month_of_year`` says that a month, perhaps "of", and a year make a period, by the
    function ``month_of_year(month, year)``. Symbols in lower case carry no value; ``?`` marks what may be
    missing; ``(a|b)`` are alternatives. Text after ``#`` is a remark.

    Raises:
        KeyError: A rule names a function that is not among ``builds``.

    Example:
        >>> rules = read_rules("P: the? MONTH -> month", {"month": lambda month: month})
        >>> [(rule.made, rule.parts) for rule in rules["the"]], len(rules["MONTH"])
        ([('P', ('the', 'MONTH'))], 1)
    """
    rules: dict[str, list[Rule]] = {}
    for line in text.splitlines():
        body = line.partition("#")[0].strip()
        if not body:
            continue
        made, _, rest = body.partition(":")
        sequence, _, name = rest.partition("->")
        build = builds[name.strip()]
        for parts in _variants(sequence.split()):
            keep = tuple(not part[0].islower() for part in parts)
            rules.setdefault(parts[0], []).append(Rule(made.strip(), parts, keep, build))
    return rules


def fill(marks: Sequence[Sequence[Edge]], rules: Rules) -> list[Cell]:
    """Returns, for each unit, everything that starts there.

    The first value found for a symbol between two units stays: earlier rules are stronger.
    """
    cells: list[Cell] = [{} for _ in range(len(marks) + 1)]
    for at in range(len(marks) - 1, -1, -1):
        if not marks[at]:
            continue
        cell = cells[at]
        agenda = deque(marks[at])
        built = 0
        while agenda and built < _MOST_EDGES:
            symbol, end, value = agenda.popleft()
            ends = cell.setdefault(symbol, {})
            if end in ends:
                continue
            ends[end] = value
            built += 1
            for rule in rules.get(symbol, ()):
                first = (value,) if rule.keep[0] else ()
                if len(rule.parts) == 1:
                    made = rule.build(*first)
                    if made is not None:
                        agenda.append((rule.made, end, made))
                elif rule.parts[1] in cells[end]:
                    for last, values in _matches(rule, 1, end, first, cells):
                        made = rule.build(*values)
                        if made is not None:
                            agenda.append((rule.made, last, made))
    return cells


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
        optional = part.endswith("?")
        choices = part.removesuffix("?").strip("()").split("|")
        longer = [(*before, choice) for before in found for choice in choices]
        found = found + longer if optional else longer
    return [variant for variant in found if variant]

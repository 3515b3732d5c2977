"""What the rules of the grammar build: one small function a rule, from the values of its parts to a meaning.

A function that answers None refuses: the words fit the rule, but say nothing that exists (a 32nd day).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from recallcore.temporal.actions import amounts, dates, distances, nesting, parts, ranges, weekdays

ACTIONS: Final[dict[str, Callable[..., object]]] = {
    name: thing
    for module in (amounts, dates, weekdays, distances, nesting, parts, ranges)
    for name, thing in vars(module).items()
    if callable(thing) and not name.startswith("_") and getattr(thing, "__module__", "") == module.__name__
}
"""What rules may name."""

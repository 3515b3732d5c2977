"""When two answers are the same: orders, names and counts exactly, real numbers to a relative 1e-12."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable
from typing import Any

RELATIVE = 1e-12


def parting(case: dict[str, Any], theirs: Any, ours: Any) -> str | None:
    """Says where the answers to a case part, and how; None if they are the same."""
    if case["stage"] == "resolve_tags":
        theirs, ours = sets_once(theirs), sets_once(ours)
    found = unlike(theirs, ours)
    return None if found is None else f"{found}\n{json.dumps(case, ensure_ascii=False)}"


def unlike(theirs: Any, ours: Any, at: str = "answer") -> str | None:
    """Says where two values part."""
    if isinstance(theirs, list) and isinstance(ours, list):
        if len(theirs) != len(ours):
            return f"{at}: {len(theirs)} there, {len(ours)} here"
        pairs = enumerate(zip(theirs, ours, strict=True))
        return first(unlike(left, right, f"{at}[{place}]") for place, (left, right) in pairs)
    if isinstance(theirs, dict) and isinstance(ours, dict):
        if theirs.keys() != ours.keys():
            return f"{at}: {sorted(theirs)} there, {sorted(ours)} here"
        return first(unlike(theirs[name], ours[name], f"{at}.{name}") for name in theirs)
    if isinstance(theirs, float) and isinstance(ours, float):
        same = theirs == ours or math.isclose(theirs, ours, rel_tol=RELATIVE, abs_tol=0.0)
    else:
        same = type(theirs) is type(ours) and theirs == ours
    return None if same else f"{at}: {theirs!r} there, {ours!r} here"


def sets_once(groups: Any) -> Any:
    """Resolved tag groups in which no `or` names one exact set of tags twice.

    There both orders of the same tags are named, which means no more: a difference shown by name.
    """
    if not isinstance(groups, list):
        return groups
    return [set_once(group) for group in groups]


def set_once(group: dict[str, Any]) -> dict[str, Any]:
    if "not" in group:
        return {"not": set_once(group["not"])}
    if "and" in group:
        return {"and": sets_once(group["and"])}
    if "or" not in group:
        return group
    members: dict[object, dict[str, Any]] = {}
    for place, member in enumerate(sets_once(group["or"])):
        members.setdefault(frozenset(member["tags"]) if member.get("match") == "exact" else place, member)
    kept = list(members.values())
    return kept[0] if len(kept) == 1 else {"or": kept}


def first(found: Iterable[str | None]) -> str | None:
    return next((text for text in found if text is not None), None)

"""The systems that are compared: which arms each one asks."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

ARMS: Final = ("semantic", "keyword", "graph", "temporal")


@dataclass(frozen=True, slots=True, kw_only=True)
class System:
    """A name for a set of arms, fused with equal weights."""

    name: str
    arms: tuple[str, ...]
    what: str


def _without(arm: str) -> System:
    return System(
        name=f"without-{arm}", arms=tuple(other for other in ARMS if other != arm), what=f"all arms but {arm}"
    )


KEYWORD: Final = System(name="keyword", arms=("keyword",), what="the keyword arm alone (BM25)")
SEMANTIC: Final = System(name="semantic", arms=("semantic",), what="the semantic arm alone (dense)")

SYSTEMS: Final = {
    system.name: system
    for system in (
        KEYWORD,
        SEMANTIC,
        System(name="graph", arms=("graph",), what="the graph arm alone"),
        System(name="temporal", arms=("temporal",), what="the temporal arm alone"),
        System(name="keyword+semantic", arms=("semantic", "keyword"), what="RRF of keyword and semantic"),
        System(name="all", arms=ARMS, what="RRF of all four arms"),
        *(_without(arm) for arm in ARMS),
    )
}

BASELINES: Final = (KEYWORD, SEMANTIC)
"""Every system is compared with both; they are always run."""


def choose(names: str | None) -> tuple[System, ...]:
    """Returns the named systems (comma-separated; None = all) with the two baselines before them.

    Raises:
        ValueError: A name is unknown.
    """
    wanted = list(SYSTEMS) if names is None else [name.strip() for name in names.split(",") if name.strip()]
    unknown = [name for name in wanted if name not in SYSTEMS]
    if unknown:
        raise ValueError(f"no system is called {unknown[0]}; there are: {', '.join(SYSTEMS)}")
    first = [system.name for system in BASELINES]
    return tuple(SYSTEMS[name] for name in dict.fromkeys([*first, *wanted]))

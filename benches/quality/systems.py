"""The systems that are compared: which arms each one asks, how it fuses, what memories and models it has."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from recallcore.config.ranking import Fusion
from recallcore.types import RerankOptions

ARMS: Final = ("semantic", "keyword", "graph", "temporal")


@dataclass(frozen=True, slots=True, kw_only=True)
class Reranking:
    """Which reranker judges the candidates, and how it is used.

    Attributes:
        model: Its name, or the directory of a cross-encoder; None is the one that comes along.
        options: How it is used; None leaves it to the library.
    """

    model: str | Path | None = None
    options: RerankOptions | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class System:
    """One row of the comparison.

    Attributes:
        name: What it is called on the command line and in every table.
        what: The same in words.
        arms: The arms it asks.
        fusion: How it fuses them; None leaves it to the library.
        context: Whether its memories have their contexts; without, it knows their texts alone.
        reranking: Its reranker, or None.
    """

    name: str
    what: str
    arms: tuple[str, ...]
    fusion: Fusion | None = None
    context: bool = True
    reranking: Reranking | None = None


KEYWORD: Final = System(name="keyword", arms=("keyword",), what="the keyword arm alone (BM25)")
SEMANTIC: Final = System(name="semantic", arms=("semantic",), what="the semantic arm alone (dense)")
BASELINES: Final = (KEYWORD, SEMANTIC)
"""Every system is compared with both; they are always run."""

_BOTH: Final = System(
    name="keyword+semantic", arms=("semantic", "keyword"), what="keyword and semantic, the library's fusion"
)
_ALL: Final = System(name="all", arms=ARMS, what="all four arms, the library's fusion")

RELEVANCE_SYSTEMS: Final = (_ALL.name, f"{_ALL.name}/rerank")
"""Whose relevance is tested against unanswerable questions, unless a caller chooses others."""


def catalogue(reranking: Reranking | None) -> dict[str, System]:
    """Returns every system by its name, in the order of the table; without a reranker none that needs one."""
    fused = (_BOTH, _ALL)
    systems = [
        *BASELINES,
        System(name="graph", arms=("graph",), what="the graph arm alone"),
        System(name="temporal", arms=("temporal",), what="the temporal arm alone"),
        *fused,
        *(_by_rrf(system) for system in fused),
        *(_without(arm) for arm in ARMS),
        *(_text_alone(system) for system in (*BASELINES, *fused, *(_by_rrf(system) for system in fused))),
    ]
    if reranking is not None:
        systems += [_reranked(system, reranking) for system in (_ALL, _text_alone(_ALL))]
    return {system.name: system for system in systems}


def choose(names: str | None, *, reranking: Reranking | None) -> tuple[System, ...]:
    """Returns the named systems (comma-separated; None = all) with the two baselines before them.

    Raises:
        ValueError: A name is unknown.
    """
    known = catalogue(reranking)
    wanted = list(known) if names is None else split_names(names)
    require_known(wanted, known)
    first = [system.name for system in BASELINES]
    return tuple(known[name] for name in dict.fromkeys([*first, *wanted]))


def split_names(names: str) -> list[str]:
    """Returns the names of a comma-separated list."""
    return [name.strip() for name in names.split(",") if name.strip()]


def require_known(names: Sequence[str], known: Mapping[str, object]) -> None:
    """Checks that each name is one of `known`.

    Raises:
        ValueError: One is not; the message lists what there is.
    """
    unknown = [name for name in names if name not in known]
    if unknown:
        raise ValueError(f"no system is called {unknown[0]}; there are: {', '.join(known)}")


def _by_rrf(system: System) -> System:
    return replace(
        system,
        name=f"{system.name}/rrf",
        what=system.what.replace("the library's fusion", "plain RRF"),
        fusion="rrf",
    )


def _text_alone(system: System) -> System:
    name, _, fusion = system.name.partition("/")
    return replace(
        system,
        name="/".join(part for part in (name, "text", fusion) if part),
        what=f"{system.what}; texts alone, no context",
        context=False,
    )


def _reranked(system: System, reranking: Reranking) -> System:
    return replace(
        system, name=f"{system.name}/rerank", what=f"{system.what}; then the reranker", reranking=reranking
    )


def _without(arm: str) -> System:
    return replace(
        _ALL,
        name=f"without-{arm}",
        what=f"all arms but {arm}, the library's fusion",
        arms=tuple(other for other in ARMS if other != arm),
    )

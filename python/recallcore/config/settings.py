"""What a bank keeps for whoever opens it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields

from recallcore.config.conventions import (
    CONVENTIONS,
    Hemisphere,
    fiscal_year_start_of,
    hemisphere_of,
    languages_of,
    tz_of,
    week_start_of,
)
from recallcore.config.names import reject_unknown
from recallcore.config.ranking import (
    DEFAULT_ALPHAS,
    DEFAULT_BUDGET,
    DEFAULT_FUSION,
    DEFAULT_MAX_TOKENS,
    DEFAULT_MIN_RELEVANCE,
    DEFAULT_RERANK_DEPTH,
    FUSIONS,
    RRF_K,
    Alpha,
    Budget,
    Fusion,
    alphas_of,
    arms_of,
    boosts_of,
    budget_of,
    min_relevance_of,
    rerank_depth_of,
    rrf_k_of,
)
from recallcore.errors import ConfigError
from recallcore.types import (
    ARMS,
    AdaptiveBudgets,
    Arm,
    BudgetRule,
    Budgets,
    Decay,
    FixedBudgets,
    JsonObject,
    JsonValue,
    Level,
    Recency,
    RerankOptions,
    budgets_of,
)
from recallcore.types.checks import bool_of, checked_option, integer_of, one_of, text_of


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """What a bank keeps for every recall that does not say otherwise; None leaves it to the library.

    An option of a call stands before one of `recallcore.open`, that before a setting, and that before the
    library's default; `in_force` tells what is left when all of them have spoken.

    Attributes:
        budget: How deep each arm looks: ``low``, ``mid``, ``high`` or a number of memories.
        max_tokens: Tokens of text that a recall returns at most.
        embedder: The name that finds the embedder again; `Bank.reembed` changes it.
        arms: The arms that run.
        rerank: Whether a reranker runs, where there is one, or how it is used, which says that it runs.
        rerank_depth: How many candidates a reranker sees.
        budgets: What the budgets mean in memories.
        recency: How age weighs.
        alphas: How much recency, proximity and proof may move a score; some of them or all.
        boosts: The arms that are promoted, and how far.
        fusion: How rankings become one: ``auto``, ``rrf`` or ``interleave``.
        min_relevance: The least relevance of the best memory, in [0, 1]: below it nothing is returned.
        rrf_k: The constant of reciprocal ranks.
        cap_per_arm: The most memories of an arm that are fused.
        prefer_observations: Whether an observation drops the memories it was made from.
        read_time: Whether words for time in a question make a time window.
        search_context: Whether memories are found by their context too, for which they have a second vector.
        tz: The time zone in which days begin, such as ``Asia/Seoul``.
        languages: Codes of the languages in which words for time are read.
        week_start: The first day of the week, Monday is 0 and Sunday 6.
        hemisphere: Whose seasons are meant, ``north`` or ``south``.
        fiscal_year_start: The month from which quarters and fiscal years are counted.

    Raises:
        ConfigError: A setting is not as described.

    Example:
        >>> Settings(recency="none").recency.decay
        'none'
    """

    budget: Budget | int | None = None
    max_tokens: int | None = None
    embedder: str | None = None
    arms: Sequence[Arm] | None = None
    rerank: bool | RerankOptions | Mapping[str, object] | None = None
    rerank_depth: int | None = None
    budgets: Budgets | BudgetRule | None = None
    recency: Recency | Decay | None = None
    alphas: Mapping[Alpha, float] | None = None
    boosts: Mapping[Arm, Level] | None = None
    fusion: Fusion | None = None
    min_relevance: float | None = None
    rrf_k: float | None = None
    cap_per_arm: int | None = None
    prefer_observations: bool | None = None
    read_time: bool | None = None
    search_context: bool | None = None
    tz: str | None = None
    languages: Sequence[str] | None = None
    week_start: int | None = None
    hemisphere: Hemisphere | None = None
    fiscal_year_start: int | None = None

    def __post_init__(self) -> None:
        with checked_option():
            for each in fields(self):
                value = getattr(self, each.name)
                if value is not None:
                    object.__setattr__(self, each.name, _CHECKS[each.name](value))

    def to_dict(self) -> JsonObject:
        """Returns the settings as JSON values, null for what is left to the library; `read` takes them."""
        values: JsonObject = {}
        for each in fields(self):
            value: JsonValue | Recency | RerankOptions | FixedBudgets | AdaptiveBudgets | tuple[Arm, ...]
            value = getattr(self, each.name)
            if isinstance(value, Recency | RerankOptions | FixedBudgets | AdaptiveBudgets):
                values[each.name] = value.to_dict()
            else:
                values[each.name] = list(value) if isinstance(value, tuple) else value
        return values

    @classmethod
    def read(cls, stored: Mapping[str, object]) -> Settings:
        """Reads what `to_dict` wrote; settings that another version knows are passed over.

        Raises:
            ConfigError: A setting is not as described.
        """
        known = {name: value for name, value in stored.items() if name in _CHECKS}
        return cls(**known)  # type: ignore[arg-type]  # checked by the constructor

    def in_force(self) -> Settings:
        """Returns these settings with the library's values where they leave something to it.

        Example:
            >>> settings = Settings(budget="low").in_force()
            >>> settings.budget, settings.max_tokens
            ('low', 4096)
        """
        return self.over(LIBRARY)

    def over(self, others: Settings) -> Settings:
        """Returns these settings, completed by the others.

        Example:
            >>> Settings(budget="low").over(Settings(budget="high", rrf_k=10)).to_dict()["budget"]
            'low'
        """
        merged: dict[str, object] = {}
        for each in fields(self):
            mine, other = getattr(self, each.name), getattr(others, each.name)
            merged[each.name] = other if mine is None else mine
        if self.alphas is not None and others.alphas is not None:
            merged["alphas"] = {**others.alphas, **self.alphas}
        return Settings(**merged)  # type: ignore[arg-type]  # checked before, and by the constructor


def kept_settings(stored: Mapping[str, object]) -> Settings:
    """Returns the settings that a bank keeps.

    The name of an embedder that is no text is none, for only `Bank.reembed` of an open bank can put it right.

    Raises:
        ConfigError: A setting means nothing to this version; the message says how to undo it.

    Example:
        >>> kept_settings({"budget": "low", "embedder": 5}).to_dict()["budget"]
        'low'
    """
    known = {name: value for name, value in stored.items() if name in _CHECKS and value is not None}
    if not isinstance(known.get("embedder"), str):
        known.pop("embedder", None)
    for name, value in known.items():
        try:
            with checked_option():
                _CHECKS[name](value)
        except ConfigError as error:
            raise ConfigError(
                f"{error}; it is stored in the bank, and bank.configure({name}=None) undoes that"
            ) from None
    return Settings.read(known)


def changes_of(changes: Mapping[str, object]) -> JsonObject:
    """Returns what to store for changes of settings, null for what is left to the library again.

    Raises:
        ConfigError: A setting is unknown (the nearest is named), not as described, or cannot be changed so.

    Example:
        >>> changes_of({"budget": "low", "recency": None})
        {'budget': 'low', 'recency': None}
    """
    with checked_option():
        reject_unknown(changes, _CHECKS, "setting")
    if "embedder" in changes:
        raise ConfigError("the setting embedder is read only; reembed() moves a bank to another embedder")
    checked = Settings.read(changes).to_dict()
    return {name: checked[name] for name in changes}


def _bool(name: str) -> Callable[[object], bool]:
    return lambda value: bool_of(value, name=name)


def _integer(name: str, *, least: int) -> Callable[[object], int]:
    return lambda value: integer_of(value, name=name, least=least)


def _rerank(value: object) -> bool | RerankOptions:
    return value if isinstance(value, bool) else RerankOptions.read(value)


_CHECKS: Mapping[str, Callable[[object], object]] = {
    "budget": budget_of,
    "max_tokens": _integer("max_tokens", least=0),
    "embedder": lambda value: text_of(value, name="embedder"),
    "arms": arms_of,
    "rerank": _rerank,
    "rerank_depth": rerank_depth_of,
    "budgets": budgets_of,
    "recency": Recency.read,
    "alphas": alphas_of,
    "boosts": boosts_of,
    "fusion": lambda value: one_of(value, FUSIONS, name="fusion"),
    "min_relevance": min_relevance_of,
    "rrf_k": rrf_k_of,
    "cap_per_arm": _integer("cap_per_arm", least=0),
    "prefer_observations": _bool("prefer_observations"),
    "read_time": _bool("read_time"),
    "search_context": _bool("search_context"),
    "tz": tz_of,
    "languages": languages_of,
    "week_start": week_start_of,
    "hemisphere": hemisphere_of,
    "fiscal_year_start": fiscal_year_start_of,
}

LIBRARY = Settings(
    budget=DEFAULT_BUDGET,
    max_tokens=DEFAULT_MAX_TOKENS,
    arms=ARMS,
    rerank=True,
    rerank_depth=DEFAULT_RERANK_DEPTH,
    budgets=FixedBudgets(),
    recency=Recency(),
    alphas=DEFAULT_ALPHAS,
    boosts={},
    fusion=DEFAULT_FUSION,
    min_relevance=DEFAULT_MIN_RELEVANCE,
    rrf_k=RRF_K,
    prefer_observations=False,
    read_time=True,
    search_context=True,
    tz=CONVENTIONS.tz,
    week_start=CONVENTIONS.week_start,
    hemisphere=CONVENTIONS.hemisphere,
    fiscal_year_start=CONVENTIONS.fiscal_year_start,
)
"""What the library does where neither a call nor a bank says otherwise; None is no cap, no embedder, and any
language."""

"""One recall's options: what the call says, else the bank's settings, else the library's defaults."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from datetime import datetime
from typing import TypeVar

from recallcore.config.conventions import Conventions
from recallcore.config.keywords import RecallKeywords, SettingsKeywords
from recallcore.config.names import reject_unknown
from recallcore.config.ranking import (
    DEFAULT_ALPHAS,
    DEFAULT_BUDGET,
    DEFAULT_FUSION,
    DEFAULT_MAX_TOKENS,
    DEFAULT_MIN_RELEVANCE,
    DEFAULT_RERANK_DEPTH,
    OVERFLOWS,
    RRF_K,
    SCORE_FLOORS,
    Alphas,
    Budget,
    Fusion,
    Overflow,
    floor_of,
)
from recallcore.config.settings import Settings
from recallcore.errors import ConfigError, InputError
from recallcore.types import (
    ARMS,
    Arm,
    Budgets,
    Filter,
    FixedBudgets,
    Kind,
    Level,
    Recency,
    RerankOptions,
    TagGroup,
    TagsMatch,
    TimeWindow,
    WindowReading,
    WindowSource,
    budgets_of,
    read_moment,
)
from recallcore.types.checks import bool_of, checked_option, integer_of, one_of

Choice = TypeVar("Choice")


NO_RERANKER = "the bank was opened without a reranker"


@dataclass(frozen=True, slots=True, kw_only=True)
class RecallOptions:
    """One recall's options, all checked and none left open.

    Attributes:
        query_time: What "now" means, aware and in UTC.
        window: The time window, or None.
        window_source: Who gave it, or None without one.
        reading: The words of the query that it was read in, or None.
        conventions: How words for time in the query are read; None leaves them unread.
        filter: Which memories may be found.
        arms: The arms to run, in the fixed order.
        budget: How deep each arm looks.
        budgets: What that means in memories.
        min_semantic: The least cosine in the semantic arm, or None.
        min_keyword: The least BM25 score in the keyword arm, or None.
        min_similarity: The least likeness to the query on the scale that embedders share, or None.
        min_reranker: The least normalised rerank score, or None.
        min_final: The least combined score, or None.
        min_relevance: The least relevance of the best memory; below it nothing is returned.
        rerank: Whether a reranker should run, if there is one.
        reranking: How it is used.
        rerank_depth: How many candidates it sees.
        ordered: Whether the order of the result matters, or only what is in it.
        fusion: How rankings become one.
        rrf_k: The constant of reciprocal rank fusion.
        cap_per_arm: The most memories of an arm that are fused, or None.
        boosts: The arms that are promoted, and how far.
        recency: How age weighs.
        alphas: How much each secondary signal may move a score after a rerank.
        passthrough_alphas: The same without a rerank; None leaves it to the engine, which damps recency.
        prefer_observations: Whether an observation drops the memories it was made from.
        search_context: Whether memories are found by their context too.
        max_tokens: The packing budget.
        limit: The most memories to return, or None.
        overflow: What happens if not even one memory fits.
        trace: Whether to report stage by stage.
    """

    query_time: datetime
    window: TimeWindow | None
    window_source: WindowSource | None = None
    reading: WindowReading | None = None
    conventions: Conventions | None = None
    filter: Filter
    arms: tuple[Arm, ...]
    budget: Budget | int
    budgets: Budgets
    min_semantic: float | None
    min_keyword: float | None
    min_similarity: float | None
    min_reranker: float | None
    min_final: float | None
    min_relevance: float = 0.0
    rerank: bool
    reranking: RerankOptions = field(default_factory=RerankOptions)
    rerank_depth: int
    ordered: bool = True
    fusion: Fusion
    rrf_k: float
    cap_per_arm: int | None
    boosts: Mapping[Arm, Level]
    recency: Recency
    alphas: Alphas
    passthrough_alphas: Alphas | None
    prefer_observations: bool
    search_context: bool
    max_tokens: int
    limit: int | None
    overflow: Overflow
    trace: bool

    @property
    def uses_vector(self) -> bool:
        """Whether any arm that runs looks at the query's vector, or a floor needs it."""
        return (
            self.min_similarity is not None
            or "semantic" in self.arms
            or "graph" in self.arms
            or ("temporal" in self.arms and self.window is not None)
        )


def recall_options(
    given: RecallKeywords,
    settings: Settings,
    now: datetime,
    *,
    reranker: bool = False,
    absence: str = NO_RERANKER,
) -> RecallOptions:
    """Checks the keyword arguments of a recall and fills in what they leave open.

    Args:
        given: The keyword arguments.
        settings: The bank's settings, which stand before the library's defaults.
        now: The clock, used if ``query_time`` is None.
        reranker: Whether the bank has a reranker.
        absence: Why it has none, if so.

    Raises:
        InputError: A keyword is unknown (the nearest is named), or a filter, window or date is not
            acceptable.
        ConfigError: An option is out of range, or contradicts another.

    Example:
        >>> from datetime import UTC
        >>> now = datetime(2026, 1, 1, tzinfo=UTC)
        >>> options = recall_options({"budget": "low"}, Settings(max_tokens=500), now)
        >>> options.budget, options.max_tokens, options.rerank_depth
        ('low', 500, 300)
    """
    reject_unknown(given, RecallKeywords.__annotations__, "option of recall")
    window, query_time, limit = given.get("time_window"), given.get("query_time"), given.get("limit")
    chosen = _settings_of(given, settings).over(settings)
    fusion = _or(chosen.fusion, DEFAULT_FUSION)
    alphas = {**DEFAULT_ALPHAS, **(chosen.alphas or {})}
    asked = given.get("rerank")
    rerank = _reranks(asked, chosen.rerank, fusion=fusion, absence=None if reranker else absence)
    if given.get("boosts") and fusion == "interleave":
        raise ConfigError("boosts are given, but fusion 'interleave' takes the arms in turn and boosts none")
    with checked_option():
        floors = _floors(given.get("min_scores"))
        limit = None if limit is None else integer_of(limit, name="limit", least=1)
        overflow = one_of(given.get("overflow", "first"), OVERFLOWS, name="overflow")
        trace = bool_of(given.get("trace", False), name="trace")
        ordered = bool_of(given.get("ordered", True), name="ordered")
    if "reranker" in floors and not rerank:
        why = "" if reranker else f": {absence}"
        raise ConfigError(f"min_scores of reranker needs a reranker, and none runs in this recall{why}")
    return RecallOptions(
        query_time=now if query_time is None else read_moment(query_time, name="query_time"),
        window=None if window is None else TimeWindow.read(window),
        window_source=None if window is None else "caller",
        conventions=_conventions(chosen) if window is None else None,
        filter=Filter(
            kinds=given.get("kinds"),
            tags=given.get("tags"),
            tags_match=given.get("tags_match", "any"),
            tag_groups=given.get("tag_groups"),
            updated_after=given.get("updated_after"),
            updated_before=given.get("updated_before"),
        ),
        arms=ARMS if chosen.arms is None else tuple(chosen.arms),
        budget=_or(chosen.budget, DEFAULT_BUDGET),
        budgets=FixedBudgets() if chosen.budgets is None else budgets_of(chosen.budgets),
        min_semantic=floors.get("semantic"),
        min_keyword=floors.get("keyword"),
        min_similarity=floors.get("similarity"),
        min_reranker=floors.get("reranker"),
        min_final=floors.get("final"),
        min_relevance=_or(chosen.min_relevance, DEFAULT_MIN_RELEVANCE),
        rerank=rerank,
        reranking=_reranking(asked, chosen.rerank, settings.rerank),
        ordered=ordered,
        rerank_depth=_or(chosen.rerank_depth, DEFAULT_RERANK_DEPTH),
        fusion=fusion,
        rrf_k=_or(chosen.rrf_k, RRF_K),
        cap_per_arm=chosen.cap_per_arm,
        # A bank's boosts, like its reranker, are for the fusion that has a use for them.
        boosts={} if fusion == "interleave" else _or(chosen.boosts, {}),
        recency=Recency() if chosen.recency is None else Recency.read(chosen.recency),
        alphas=alphas,
        passthrough_alphas=alphas if "recency" in (chosen.alphas or {}) else None,
        prefer_observations=bool(chosen.prefer_observations),
        search_context=chosen.search_context is not False,
        max_tokens=_or(chosen.max_tokens, DEFAULT_MAX_TOKENS),
        limit=limit,
        overflow=overflow,
        trace=trace,
    )


def similar_options(
    *,
    limit: int,
    kinds: Sequence[Kind] | None,
    tags: Sequence[str] | None,
    tags_match: TagsMatch,
    tag_groups: Sequence[TagGroup] | TagGroup | None,
    exclude: Sequence[str],
    settings: Settings,
    now: datetime,
) -> RecallOptions:
    """Returns the options that find the twin of a new memory: each arm's best first, at a low budget.

    Of the bank's settings only the meaning of the budgets counts, for the others say what a question wants.

    Raises:
        InputError: A filter is not acceptable.
        ConfigError: ``limit`` is no integer from 1.
    """
    given = RecallKeywords(
        limit=limit,
        kinds=kinds,
        tags=tags,
        tags_match=tags_match,
        tag_groups=tag_groups,
        arms=ARMS,
        budget="low",
        fusion="interleave",
        boosts={},
        prefer_observations=False,
        read_time=False,
        search_context=False,
        min_relevance=0.0,
    )
    options = recall_options(given, settings, now)
    return replace(options, cap_per_arm=None, filter=replace(options.filter, exclude=exclude))


def _settings_of(given: RecallKeywords, kept: Settings) -> Settings:
    """The options of a call that a bank may also keep, checked as they are there."""
    said = {name: value for name, value in given.items() if name in SettingsKeywords.__annotations__}
    rerank = said.get("rerank")
    if isinstance(rerank, Mapping) and isinstance(kept.rerank, RerankOptions):
        said["rerank"] = {**kept.rerank.to_dict(), **rerank}
    return Settings(**said)  # type: ignore[arg-type]  # checked by the constructor


def _conventions(chosen: Settings) -> Conventions | None:
    """How words for time are read, or None if they are not."""
    if chosen.read_time is False:
        return None
    given = {each.name: getattr(chosen, each.name) for each in fields(Conventions)}
    return Conventions(**{name: value for name, value in given.items() if value is not None})


def _reranks(asked: object, chosen: object, *, fusion: Fusion, absence: str | None) -> bool:
    """Whether a reranker should run; who asks for one in the call and cannot have it gets an error."""
    wanted = asked is not None and asked is not False
    if wanted and absence is not None:
        raise ConfigError(f"rerank is asked for, but {absence}")
    if wanted and fusion == "interleave":
        raise ConfigError("rerank is asked for, but candidates of fusion 'interleave' are never reranked")
    return absence is None and fusion != "interleave" and chosen is not False


def _reranking(asked: object, chosen: object, kept: object) -> RerankOptions:
    """How a reranker is used; who asks for it by a bare True in the call gets it whether it helps or not."""
    options = next((each for each in (chosen, kept) if isinstance(each, RerankOptions)), RerankOptions())
    return replace(options, gate=False, score_gate=False) if asked is True else options


def _or(value: Choice | None, default: Choice) -> Choice:
    return default if value is None else value


def _floors(floors: Mapping[str, float] | None) -> dict[str, float]:
    if floors is None:
        return {}
    if not isinstance(floors, Mapping):
        raise InputError(
            f"min_scores is of type {type(floors).__name__}, expected a mapping from score to number"
        )
    return {
        one_of(name, SCORE_FLOORS, name="score in min_scores"): floor_of(name, floor)
        for name, floor in floors.items()
    }

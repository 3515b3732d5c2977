"""The keyword arguments of the methods of a bank, as types: each is spelled once and shared by its twins."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, TypedDict

from recallcore.config.conventions import Hemisphere
from recallcore.config.ranking import Alpha, Budget, Fusion, Overflow
from recallcore.types import (
    Arm,
    BudgetRule,
    Budgets,
    DateLike,
    Decay,
    Kind,
    Level,
    Link,
    Precision,
    Recency,
    RerankOptions,
    TagGroup,
    TagsMatch,
    TimeWindow,
)

if TYPE_CHECKING:
    from numpy.typing import ArrayLike


class RecallKeywords(TypedDict, total=False):
    """The keyword arguments of `Bank.recall`, but for ``vector``."""

    max_tokens: int | None
    limit: int | None
    budget: Budget | int | None
    query_time: DateLike | None
    time_window: TimeWindow | tuple[DateLike | None, DateLike | None] | None
    kinds: Sequence[Kind] | None
    tags: Sequence[str] | None
    tags_match: TagsMatch
    tag_groups: Sequence[TagGroup] | TagGroup | None
    updated_after: DateLike | None
    updated_before: DateLike | None
    min_scores: Mapping[str, float] | None
    arms: Sequence[Arm] | None
    rerank: bool | RerankOptions | Mapping[str, object] | None
    rerank_depth: int | None
    ordered: bool
    fusion: Fusion | None
    min_relevance: float | None
    rrf_k: float | None
    cap_per_arm: int | None
    boosts: Mapping[Arm, Level] | None
    recency: Recency | Decay | None
    alphas: Mapping[Alpha, float] | None
    prefer_observations: bool | None
    budgets: Budgets | BudgetRule | None
    read_time: bool | None
    search_context: bool | None
    tz: str | None
    overflow: Overflow
    trace: bool


SIMILAR_OPTIONS = ("limit", "kinds", "tags", "tags_match", "tag_groups", "exclude")
"""The keyword arguments of `Bank.find_similar`."""


class SettingsKeywords(TypedDict, total=False):
    """The keyword arguments of `Bank.configure`."""

    budget: Budget | int | None
    max_tokens: int | None
    arms: Sequence[Arm] | None
    rerank: bool | RerankOptions | Mapping[str, object] | None
    rerank_depth: int | None
    budgets: Budgets | BudgetRule | None
    recency: Recency | Decay | None
    alphas: Mapping[Alpha, float] | None
    boosts: Mapping[Arm, Level] | None
    fusion: Fusion | None
    min_relevance: float | None
    rrf_k: float | None
    cap_per_arm: int | None
    prefer_observations: bool | None
    read_time: bool | None
    search_context: bool | None
    tz: str | None
    languages: Sequence[str] | None
    week_start: int | None
    hemisphere: Hemisphere | None
    fiscal_year_start: int | None


class MemoryKeywords(TypedDict, total=False):
    """The fields of a `Memory` besides its text, as `Bank.retain` takes them."""

    id: str | None
    context: str | None
    kind: Kind
    occurred_start: DateLike | None
    occurred_end: DateLike | None
    precision: Precision | None
    mentioned_at: DateLike | None
    tags: Sequence[str]
    metadata: Mapping[str, object]
    entities: Sequence[str] | None
    links: Sequence[Link | Mapping[str, object]]
    source_ids: Sequence[str]
    proof_count: int | None
    document_id: str | None
    vector: ArrayLike | None

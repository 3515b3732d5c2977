"""Options, checked once: what `open` and `recall` accept, and the settings that a bank keeps."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Literal, TypedDict, TypeVar, get_args

from recallcore.errors import ConfigError, InputError, unknown_names
from recallcore.types import (
    Arm,
    DateLike,
    Filter,
    JsonObject,
    Kind,
    Link,
    Precision,
    TagGroup,
    TagsMatch,
    TimeWindow,
    read_moment,
)
from recallcore.types.checks import integer_of, names_of, number_of, one_of

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

Choice = TypeVar("Choice")

Budget = Literal["low", "mid", "high"]
"""How deep the arms look: 100, 300 or 1000 memories each."""

Overflow = Literal["first", "strict"]
"""If not even one memory fits, ``first`` returns the best one whole and says so, ``strict`` none."""

BUDGETS: Mapping[Budget, int] = {"low": 100, "mid": 300, "high": 1000}
DEFAULT_BUDGET: Budget = "mid"
DEFAULT_MAX_TOKENS = 4096
RRF_K = 60.0
ARMS: tuple[Arm, ...] = get_args(Arm)
SCORE_FLOORS = ("semantic", "keyword")
MOST_MILLISECONDS = 2**31 - 1
MOST_DEPTH = 100_000


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
    overflow: Overflow
    trace: bool


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


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenOptions:
    """How a bank is opened.

    Attributes:
        create: Make the bank if it is not there.
        exact: Compare vectors exactly (True), approximately (False), or by the bank's size (None).
        busy_timeout: Seconds to wait for another writer.

    Raises:
        ConfigError: An option is not as described.
    """

    create: bool = True
    exact: bool | None = None
    busy_timeout: float = 5.0

    def __post_init__(self) -> None:
        with _options():
            _bool_of(self.create, name="create")
            if self.exact is not None:
                _bool_of(self.exact, name="exact")
            if not 0.0 <= number_of(self.busy_timeout, name="busy_timeout") <= MOST_MILLISECONDS / 1000:
                raise InputError(
                    f"busy_timeout is {self.busy_timeout}, expected seconds from 0 to about 24 days"
                )


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """What a bank keeps for whoever opens it: written when the bank is made.

    Attributes:
        budget: The budget of a recall that names none, or None for the library's.
        max_tokens: The token budget of a recall that names none, or None for the library's.
        embedder: The name that finds the embedder again, or None if it has none.

    Raises:
        ConfigError: A setting is not as described.
    """

    budget: Budget | int | None = None
    max_tokens: int | None = None
    embedder: str | None = None

    def __post_init__(self) -> None:
        with _options():
            if self.budget is not None:
                depth_of(self.budget)
            if self.max_tokens is not None:
                integer_of(self.max_tokens, name="max_tokens", least=0)

    def to_dict(self) -> JsonObject:
        """Returns the settings as JSON values."""
        return {"budget": self.budget, "max_tokens": self.max_tokens, "embedder": self.embedder}

    @classmethod
    def from_mapping(cls, stored: Mapping[str, object]) -> Settings:
        """Reads what `to_dict` wrote; settings that another version added are passed over."""
        known: dict[str, object] = {name: stored.get(name) for name in ("budget", "max_tokens", "embedder")}
        return cls(**known)  # type: ignore[arg-type]  # checked by the constructor

    def over(self, stored: Settings) -> Settings:
        """Returns these settings, completed by the stored ones."""
        return Settings(
            budget=stored.budget if self.budget is None else self.budget,
            max_tokens=stored.max_tokens if self.max_tokens is None else self.max_tokens,
            embedder=stored.embedder if self.embedder is None else self.embedder,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class RecallOptions:
    """One recall's options, all checked and none left open.

    Attributes:
        query_time: What "now" means, aware and in UTC.
        window: The time window, or None.
        filter: Which memories may be found.
        arms: The arms to run, in the fixed order.
        depth: The most memories an arm returns.
        min_semantic: The least cosine in the semantic arm, or None.
        min_keyword: The least BM25 score in the keyword arm, or None.
        max_tokens: The packing budget.
        limit: The most memories to return, or None.
        overflow: What happens if not even one memory fits.
        trace: Whether to report stage by stage.
    """

    query_time: datetime
    window: TimeWindow | None
    filter: Filter
    arms: tuple[Arm, ...]
    depth: int
    min_semantic: float | None
    min_keyword: float | None
    max_tokens: int
    limit: int | None
    overflow: Overflow
    trace: bool

    @property
    def uses_vector(self) -> bool:
        """Whether any arm that runs looks at the query's vector."""
        return (
            "semantic" in self.arms
            or "graph" in self.arms
            or ("temporal" in self.arms and self.window is not None)
        )


def recall_options(given: RecallKeywords, settings: Settings, now: datetime) -> RecallOptions:
    """Checks the keyword arguments of a recall and fills in what they leave open.

    Args:
        given: The keyword arguments.
        settings: The bank's settings, which stand before the library's defaults.
        now: The clock, used if ``query_time`` is None.

    Raises:
        InputError: A keyword is unknown (the nearest is named), or a filter, window or date is not
            acceptable.
        ConfigError: An option is out of range.

    Example:
        >>> from datetime import UTC
        >>> now = datetime(2026, 1, 1, tzinfo=UTC)
        >>> options = recall_options({"budget": "low"}, Settings(max_tokens=500), now)
        >>> options.depth, options.max_tokens
        (100, 500)
    """
    reject_unknown(given, RecallKeywords.__annotations__, "option of recall")
    window, query_time = given.get("time_window"), given.get("query_time")
    with _options():
        floors = _floors(given.get("min_scores"))
        budget, max_tokens, limit = given.get("budget"), given.get("max_tokens"), given.get("limit")
        depth = depth_of(_first(budget, settings.budget, DEFAULT_BUDGET))
        tokens = _first(max_tokens, settings.max_tokens, DEFAULT_MAX_TOKENS)
        checked_tokens = integer_of(tokens, name="max_tokens", least=0)
        checked_limit = None if limit is None else integer_of(limit, name="limit", least=1)
        overflow = one_of(given.get("overflow", "first"), get_args(Overflow), name="overflow")
        trace = _bool_of(given.get("trace", False), name="trace")
        arms = _arms(given.get("arms"))
    return RecallOptions(
        query_time=now if query_time is None else read_moment(query_time, name="query_time"),
        window=None if window is None else TimeWindow.read(window),
        filter=Filter(
            kinds=given.get("kinds"),
            tags=given.get("tags"),
            tags_match=given.get("tags_match", "any"),
            tag_groups=given.get("tag_groups"),
            updated_after=given.get("updated_after"),
            updated_before=given.get("updated_before"),
        ),
        arms=arms,
        depth=depth,
        min_semantic=floors.get("semantic"),
        min_keyword=floors.get("keyword"),
        max_tokens=checked_tokens,
        limit=checked_limit,
        overflow=overflow,
        trace=trace,
    )


def depth_of(budget: Budget | int) -> int:
    """Returns how many memories an arm may return.

    Raises:
        InputError: ``budget`` is neither ``low``, ``mid``, ``high`` nor an integer from 1 to 100,000.

    Example:
        >>> depth_of("high"), depth_of(42)
        (1000, 42)
    """
    if isinstance(budget, str):
        return BUDGETS[one_of(budget, tuple(BUDGETS), name="budget")]
    depth = integer_of(budget, name="budget", least=1)
    if depth > MOST_DEPTH:
        raise InputError(f"budget is {depth}, expected at most {MOST_DEPTH}")
    return depth


def reject_unknown(given: Mapping[str, object], known: Iterable[str], what: str) -> None:
    """Raises if a keyword is not known.

    Raises:
        InputError: Names each unknown keyword and the nearest valid one.
    """
    valid = set(known)
    unknown = [name for name in given if name not in valid]
    if unknown:
        raise unknown_names(what, unknown, valid)


def _first(given: Choice | None, stored: Choice | None, default: Choice) -> Choice:
    if given is not None:
        return given
    return default if stored is None else stored


def _arms(arms: Sequence[Arm] | None) -> tuple[Arm, ...]:
    if arms is None:
        return ARMS
    chosen = {one_of(arm, ARMS, name="arm") for arm in names_of(arms, name="arms")}
    if not chosen:
        raise InputError(f"arms is empty, expected some of {', '.join(ARMS)}")
    return tuple(arm for arm in ARMS if arm in chosen)


def _floors(floors: Mapping[str, float] | None) -> dict[str, float]:
    if floors is None:
        return {}
    if not isinstance(floors, Mapping):
        raise InputError(
            f"min_scores is of type {type(floors).__name__}, expected a mapping from arm to score"
        )
    return {
        one_of(arm, SCORE_FLOORS, name="arm in min_scores"): number_of(floor, name=f"min_scores of {arm}")
        for arm, floor in floors.items()
    }


def _bool_of(value: object, *, name: str) -> bool:
    if not isinstance(value, bool):
        raise InputError(f"{name} is of type {type(value).__name__}, expected True or False")
    return value


@contextmanager
def _options() -> Iterator[None]:
    """Says of what is wrong inside that it is an option, not a memory or a query."""
    try:
        yield
    except InputError as error:
        raise ConfigError(str(error)) from None

"""How a recall ranks, as values: the arms and their boosts, how dates fade, what a budget means."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from typing import Literal, TypeVar, get_args

from recallcore.errors import ConfigError, unknown_names
from recallcore.types.checks import JsonObject, checked_option, integer_of, number_of, one_of

Value = TypeVar("Value", "Recency", "FixedBudgets", "AdaptiveBudgets")

Arm = Literal["semantic", "keyword", "graph", "temporal"]
"""One way to retrieve."""

ARMS: tuple[Arm, ...] = get_args(Arm)
"""The arms, in the order in which they are listed and added everywhere."""

Level = Literal["low", "medium", "high"]
"""How far a boost promotes its arm."""

LEVELS: tuple[Level, ...] = get_args(Level)

Decay = Literal["linear", "exponential", "none"]
"""How the age of a memory weighs: evenly over a window, by a half-life, or not at all."""

DECAYS: tuple[Decay, ...] = get_args(Decay)

BudgetRule = Literal["fixed", "adaptive"]
"""What the budgets are: numbers of memories, or shares of ``max_tokens``."""

BUDGET_RULES: tuple[BudgetRule, ...] = get_args(BudgetRule)

MOST_DEPTH = 100_000
"""The most memories that an arm may return."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Recency:
    """How the age of a memory weighs in its combined score.

    Attributes:
        decay: ``linear`` falls evenly over ``window_days``, ``exponential`` by half in ``half_life_days``,
            ``none`` makes every age neutral.
        window_days: The age at which ``linear`` reaches its floor; above 0.
        half_life_days: The age at which ``exponential`` has fallen to a half; above 0.
        floor: The least that ``linear`` falls to, in [0, 1].

    Raises:
        ConfigError: A field is not as described.

    Example:
        >>> Recency(decay="exponential", half_life_days=30).half_life_days
        30.0
    """

    decay: Decay = "linear"
    window_days: float = 365.0
    half_life_days: float = 90.0
    floor: float = 0.1

    def __post_init__(self) -> None:
        with checked_option():
            object.__setattr__(self, "decay", one_of(self.decay, DECAYS, name="decay"))
            for name in ("window_days", "half_life_days", "floor"):
                object.__setattr__(self, name, number_of(getattr(self, name), name=f"{name} of recency"))
        for name in ("window_days", "half_life_days"):
            if getattr(self, name) <= 0.0:
                raise ConfigError(f"{name} of recency is {getattr(self, name)}, expected days above 0")
        if not 0.0 <= self.floor <= 1.0:
            raise ConfigError(f"floor of recency is {self.floor}, expected a number from 0 to 1")

    @classmethod
    def read(cls, value: object) -> Recency:
        """Returns ``value`` if it is a `Recency`, or the one that a name of a decay or a mapping describes.

        Raises:
            ConfigError: It is none of these, or a field is not as described.

        Example:
            >>> Recency.read("none").decay
            'none'
        """
        if isinstance(value, Recency):
            return value
        if isinstance(value, str):
            return cls(decay=value)  # type: ignore[arg-type]  # checked by the constructor
        if isinstance(value, Mapping):
            return _from_mapping(cls, value, "field of recency")
        raise ConfigError(
            f"recency is of type {type(value).__name__}, expected a Recency or {', '.join(DECAYS)}"
        )

    def to_dict(self) -> JsonObject:
        """Returns every field as JSON values; `read` takes them."""
        return asdict(self)


@dataclass(frozen=True, slots=True, kw_only=True)
class FixedBudgets:
    """What the budgets mean in memories that each arm may return.

    Attributes:
        low: From 1 to 100,000.
        mid: From 1 to 100,000.
        high: From 1 to 100,000.

    Raises:
        ConfigError: A field is not as described.

    Example:
        >>> FixedBudgets(high=500).high
        500
    """

    low: int = 100
    mid: int = 300
    high: int = 1000

    def __post_init__(self) -> None:
        for name in ("low", "mid", "high"):
            with checked_option():
                depth = depth_of(getattr(self, name), name=f"budget {name}")
            object.__setattr__(self, name, depth)

    def to_dict(self) -> JsonObject:
        """Returns every field as JSON values; `budgets_of` takes them."""
        return {"fixed": asdict(self)}


@dataclass(frozen=True, slots=True, kw_only=True)
class AdaptiveBudgets:
    """What the budgets mean as a share of ``max_tokens``: a share of 0.075 of 4,000 tokens is 300 memories.

    Attributes:
        low: Memories for each token; above 0.
        mid: Memories for each token; above 0.
        high: Memories for each token; above 0.
        least: Never fewer memories than this, from 1 to ``most``.
        most: Never more memories than this, up to 100,000.

    Raises:
        ConfigError: A field is not as described.

    Example:
        >>> AdaptiveBudgets(most=500).low
        0.025
    """

    low: float = 0.025
    mid: float = 0.075
    high: float = 0.25
    least: int = 20
    most: int = 2000

    def __post_init__(self) -> None:
        for name in ("low", "mid", "high"):
            with checked_option():
                share = number_of(getattr(self, name), name=f"budget {name}")
            if share <= 0.0:
                raise ConfigError(f"budget {name} is {share}, expected a share of max_tokens above 0")
            object.__setattr__(self, name, share)
        for name in ("least", "most"):
            with checked_option():
                bound = depth_of(getattr(self, name), name=f"{name} of the budgets")
            object.__setattr__(self, name, bound)
        if self.least > self.most:
            raise ConfigError(f"least of the budgets is {self.least}, expected at most most, {self.most}")

    def to_dict(self) -> JsonObject:
        """Returns every field as JSON values; `budgets_of` takes them."""
        return {"adaptive": asdict(self)}


Budgets = FixedBudgets | AdaptiveBudgets
"""What ``low``, ``mid`` and ``high`` mean."""


def budgets_of(value: object) -> Budgets:
    """Returns ``value`` if it is budgets, or those that ``{"fixed": …}``, or the name of a rule alone, means.

    Raises:
        ConfigError: It is neither, or a field is not as described.

    Example:
        >>> budgets_of({"fixed": {"low": 50}}).low, budgets_of("adaptive").most
        (50, 2000)
    """
    if isinstance(value, FixedBudgets | AdaptiveBudgets):
        return value
    if isinstance(value, str):
        value = {value: {}}
    if not isinstance(value, Mapping):
        raise ConfigError(
            f"budgets are of type {type(value).__name__}, expected FixedBudgets, AdaptiveBudgets, "
            f"{' or '.join(BUDGET_RULES)}"
        )
    if len(value) != 1:
        raise ConfigError(f"budgets name {len(value)} rules, expected one, fixed or adaptive")
    [(given, fields_given)] = value.items()
    with checked_option():
        rule = one_of(given, BUDGET_RULES, name="rule of budgets")
    if not isinstance(fields_given, Mapping):
        raise ConfigError(
            f"{rule} budgets are of type {type(fields_given).__name__}, expected a mapping of their fields"
        )
    if rule == "fixed":
        return _from_mapping(FixedBudgets, fields_given, "field of fixed budgets")
    return _from_mapping(AdaptiveBudgets, fields_given, "field of adaptive budgets")


def depth_of(value: object, *, name: str) -> int:
    """Returns a number of memories from 1 to 100,000.

    Raises:
        InputError: It is none.
    """
    return integer_of(value, name=name, least=1, most=MOST_DEPTH)


def _from_mapping(cls: type[Value], values: Mapping[str, object], what: str) -> Value:
    known = [each.name for each in fields(cls)]
    unknown = [str(name) for name in values if name not in known]
    with checked_option():
        if unknown:
            raise unknown_names(what, unknown, known)
    given: dict[str, object] = dict(values)
    return cls(**given)  # type: ignore[arg-type]  # checked by the constructor

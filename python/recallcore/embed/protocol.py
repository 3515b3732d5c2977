"""What an embedder is: it turns texts into unit vectors and says which model made them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from typing import TYPE_CHECKING, Literal, Protocol, runtime_checkable

from recallcore.errors import ConfigError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

Role = Literal["query", "passage"]
"""What a text is to the search: the question, or a memory that may answer it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EmbedderIdentity:
    """Everything that decides whether two vectors may be compared.

    A bank stores it beside its vectors; vectors of another identity are refused.

    Attributes:
        name: The model's name; never empty.
        revision: Which version of the weights; empty where the model has no versions.
        dimension: Components of a vector; at least 1.
        query_prefix: Text put before every query.
        passage_prefix: Text put before every memory.
        pooling: How token vectors become one: ``mean``, ``cls``, ``last``, ``model`` (inside the model) or
            empty where it means nothing.

    Raises:
        ConfigError: The name is empty or the dimension is below 1.

    Example:
        >>> identity = EmbedderIdentity(name="hashing", revision="1", dimension=512)
        >>> EmbedderIdentity.from_json(identity.to_json()) == identity
        True
    """

    name: str
    revision: str = ""
    dimension: int
    query_prefix: str = ""
    passage_prefix: str = ""
    pooling: str = ""

    def __post_init__(self) -> None:
        if not self.name:
            raise ConfigError("embedder name is empty, expected the name of a model")
        if self.dimension < 1:
            raise ConfigError(f"embedder dimension must be at least 1, got {self.dimension}")

    def to_json(self) -> dict[str, str | int]:
        """Returns the identity as a dictionary that `json.dumps` takes."""
        return asdict(self)

    @classmethod
    def from_json(cls, record: Mapping[str, object]) -> EmbedderIdentity:
        """Reads what `to_json` wrote; absent optional keys take their defaults, unknown keys are ignored.

        Raises:
            ConfigError: A required key is absent or a value has the wrong type.
        """
        values: dict[str, object] = {}
        for field in fields(cls):
            if field.name not in record:
                continue
            value = record[field.name]
            expected = int if field.name == "dimension" else str
            if not isinstance(value, expected) or isinstance(value, bool):
                raise ConfigError(
                    f"embedder identity: {field.name} must be {expected.__name__}, got {type(value).__name__}"
                )
            values[field.name] = value
        for required in ("name", "dimension"):
            if required not in values:
                raise ConfigError(f"embedder identity lacks {required}, got {sorted(record)}")
        return cls(**values)  # type: ignore[arg-type]  # checked field by field above


@dataclass(frozen=True, slots=True, kw_only=True)
class Thresholds:
    """The cosines from which a similarity means something; they belong to one embedder.

    Attributes:
        seed: Query to memory: from here a memory may seed the graph arm.
        link: Memory to memory: from here two memories count as neighbours.
        temporal: Query to memory: below it a memory inside the time window is held to be beside the point.

    Raises:
        ConfigError: A value lies outside [-1, 1], or the order temporal ≤ seed ≤ link does not hold.

    Example:
        >>> Thresholds(seed=0.3, link=0.7, temporal=0.1).link
        0.7
    """

    seed: float
    link: float
    temporal: float

    def __post_init__(self) -> None:
        if not -1.0 <= self.temporal <= self.seed <= self.link <= 1.0:
            raise ConfigError(
                "thresholds must obey -1 <= temporal <= seed <= link <= 1, got "
                f"temporal {self.temporal}, seed {self.seed}, link {self.link}"
            )

    def to_json(self) -> dict[str, float]:
        """Returns the thresholds as a dictionary that `json.dumps` takes."""
        return asdict(self)

    @classmethod
    def from_json(cls, record: Mapping[str, object]) -> Thresholds:
        """Reads what `to_json` wrote; unknown keys are ignored.

        Raises:
            ConfigError: A key is absent, is no number, or the values are out of order.
        """
        values: dict[str, float] = {}
        for field in fields(cls):
            value = record.get(field.name)
            if not isinstance(value, int | float) or isinstance(value, bool):
                raise ConfigError(f"thresholds: {field.name} must be a number, got {value!r}")
            values[field.name] = float(value)
        return cls(**values)


@dataclass(frozen=True, slots=True, kw_only=True)
class Embeddings:
    """The vectors of some texts, in the order of the texts.

    Attributes:
        vectors: Shape (texts, dimension), C-contiguous, every row of length 1.
        truncated: Shape (texts,); true where the model did not see the end of the text.
    """

    vectors: NDArray[np.float32]
    truncated: NDArray[np.bool_]


@runtime_checkable
class Embedder(Protocol):
    """Whatever has these three members; `recallcore.embed.conformance` checks that it keeps the promises."""

    @property
    def identity(self) -> EmbedderIdentity:
        """The identity of the vectors that `embed` returns."""
        ...

    def thresholds(self) -> Thresholds:
        """Returns thresholds known for the model, or fitted once (see `recallcore.embed.thresholds`)."""
        ...

    def embed(self, texts: Sequence[str], *, role: Role) -> Embeddings:
        """Embeds `texts`; no texts give shape (0, dimension). Safe to call from several threads."""
        ...

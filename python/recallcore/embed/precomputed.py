"""Vectors that the caller computes: the bank only has to know where they come from."""

from __future__ import annotations

from typing import TYPE_CHECKING, NoReturn

from recallcore.embed.protocol import EmbedderIdentity, Role, Thresholds
from recallcore.embed.thresholds import REFERENCE, fit_from_vectors
from recallcore.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import ArrayLike


class Precomputed:
    """Stands for a model that runs elsewhere; every vector is passed in.

    Args:
        name: The model's name, stored with the vectors.
        dimension: Components of its vectors.
        revision: Which version of its weights.
        thresholds: Its thresholds, where known; otherwise `thresholds_from` fits them to the bank's own
            vectors.

    Raises:
        ConfigError: The name is empty or the dimension is below 1.

    Example:
        >>> Precomputed(name="text-embedding-3-small", dimension=1536).identity.dimension
        1536
    """

    def __init__(
        self, *, name: str, dimension: int, revision: str = "", thresholds: Thresholds | None = None
    ) -> None:
        self._identity = EmbedderIdentity(name=name, revision=revision, dimension=dimension)
        self._thresholds = thresholds

    @property
    def identity(self) -> EmbedderIdentity:
        """The identity given to the constructor."""
        return self._identity

    def thresholds(self) -> Thresholds:
        """Returns the given thresholds, or the reference's where none were given."""
        return self._thresholds or REFERENCE

    def thresholds_from(self, vectors: ArrayLike) -> Thresholds:
        """Returns the given thresholds, or those fitted to the bank's own `vectors`."""
        return self._thresholds or fit_from_vectors(vectors)

    def embed(self, texts: Sequence[str], *, role: Role) -> NoReturn:
        """Always refuses, for there is no model here.

        Raises:
            InputError: Always; it says how to pass the vector.
        """
        how = (
            "give each memory its vector (`Memory(text=..., vector=...)`)"
            if role == "passage"
            else "give the query its vector (`bank.recall(query, vector=...)`)"
        )
        raise InputError(
            f"embedder {self._identity.name!r} is precomputed and cannot embed {len(texts)} texts: {how}, "
            f"{self._identity.dimension} dimensions each"
        )

"""The caller's own function as an embedder."""

from __future__ import annotations

import threading
from asyncio import CancelledError
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import numpy as np

from recallcore.embed.protocol import EmbedderIdentity, Embeddings, Role, Thresholds
from recallcore.embed.thresholds import FittedOnce
from recallcore.embed.vectors import unit_rows
from recallcore.errors import ConfigError, ModelError, RecallCoreError
from recallcore.types.failures import in_words

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

EmbedFunction = Callable[[list[str]], "ArrayLike"]
"""Takes texts, returns one row of numbers for each."""


class CallableEmbedder:
    """Wraps a function from a list of texts to an array of shape (texts, dimension).

    The rows need not be normalised. Several threads may call the function at once. It is never called with an
    empty list.

    Args:
        function: Embeds memories, and queries too unless `query_function` is given.
        query_function: Embeds queries, for models that treat them differently.
        name: Stored with the vectors; None takes the function's qualified name.
        revision: Which version of the weights; change it whenever the vectors change.
        dimension: Components of a vector; None asks the function with one short text when first needed.
        thresholds: The model's thresholds; None fits them once on built-in sentences, which embeds 96 short
            texts in each role.

    Raises:
        ConfigError: No name was given and the function has none that is stable.

    Example:
        >>> def count_letters(texts: list[str]) -> list[list[float]]:
        ...     return [[1.0 + text.count("a"), 1.0 + text.count("b")] for text in texts]
        >>> embedder = CallableEmbedder(count_letters, name="letters")
        >>> embedder.embed(["aab"], role="passage").vectors.shape
        (1, 2)
    """

    def __init__(
        self,
        function: EmbedFunction,
        *,
        query_function: EmbedFunction | None = None,
        name: str | None = None,
        revision: str = "",
        dimension: int | None = None,
        thresholds: Thresholds | None = None,
    ) -> None:
        self._functions: dict[Role, EmbedFunction] = {
            "passage": function,
            "query": query_function or function,
        }
        self._name = name if name is not None else _stable_name(function)
        if not self._name:
            raise ConfigError("embedder name is empty, expected the name of a model")
        self._revision = revision
        self._identity: EmbedderIdentity | None = None
        if dimension is not None:
            self._identity = EmbedderIdentity(name=self._name, revision=revision, dimension=dimension)
        self._thresholds = FittedOnce(thresholds)
        self._lock = threading.Lock()

    @property
    def identity(self) -> EmbedderIdentity:
        """The identity; the first use may call the function to learn the dimension.

        Raises:
            ModelError: The function failed.
        """
        if self._identity is None:
            vectors = self._call(["dimension"], role="passage", dimension=None)
            with self._lock:
                if self._identity is None:
                    self._identity = EmbedderIdentity(
                        name=self._name, revision=self._revision, dimension=vectors.shape[1]
                    )
        return self._identity

    def thresholds(self) -> Thresholds:
        """Returns the given thresholds, or those fitted on the built-in probe sentences."""
        return self._thresholds.of(self)

    def embed(self, texts: Sequence[str], *, role: Role) -> Embeddings:
        """Calls the function and normalises what it returns; `truncated` is all false, for nobody can know.

        Raises:
            ModelError: The function failed, or returned another shape or dimension than before, a zero vector
                or one that is not finite.
        """
        dimension = self.identity.dimension
        vectors = (
            self._call(list(texts), role=role, dimension=dimension)
            if len(texts)
            else np.zeros((0, dimension), dtype=np.float32)
        )
        return Embeddings(vectors=vectors, truncated=np.zeros(len(texts), dtype=np.bool_))

    def _call(self, texts: list[str], *, role: Role, dimension: int | None) -> NDArray[np.float32]:
        source = f"embedder {self._name!r}"
        try:
            values = self._functions[role](texts)
        except RecallCoreError:
            raise
        except (Exception, CancelledError) as error:  # the caller's function may raise anything
            raise ModelError(f"{source} failed on {len(texts)} texts: {in_words(error)}") from error
        return unit_rows(values, texts=len(texts), dimension=dimension, source=source)


def _stable_name(function: EmbedFunction) -> str:
    """The function's qualified name, which is the same in the next process."""
    name = getattr(function, "__qualname__", None)
    if not isinstance(name, str) or "<lambda>" in name:
        raise ConfigError(
            "this embedding function has no name that the bank could store beside its vectors, "
            "expected CallableEmbedder(function, name=...), got " + type(function).__name__
        )
    module = getattr(function, "__module__", None)
    return f"{module}.{name}" if isinstance(module, str) else name

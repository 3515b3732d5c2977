"""The embedder of an open bank, beside what its vectors came from: failures become notes."""

from __future__ import annotations

from asyncio import CancelledError
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeVar

import numpy as np

from recallcore._seam import unit_vector
from recallcore.backend import Backend, Facet, VectorPlace, facet_text
from recallcore.embed import Embedder, EmbedderIdentity, Embeddings, Precomputed, Role
from recallcore.errors import (
    ConfigError,
    EmbedderMismatchError,
    InputError,
    ModelError,
    RecallCoreError,
    StorageError,
)
from recallcore.types import JsonObject, Memory
from recallcore.types.failures import in_words, said_by

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

Answer = TypeVar("Answer")


@dataclass(frozen=True, slots=True, kw_only=True)
class QueryVector:
    """A query's vector.

    Attributes:
        values: Shape (dimension,), or None if the semantic arm must do without.
        made_by: The identity of who made it, or None for the caller's own.
        notes: Why there is none, or what to know about it.
    """

    values: NDArray[np.float32] | None = None
    made_by: JsonObject | None = None
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class MemoryVectors:
    """The vectors of a batch of memories.

    Attributes:
        values: Shape (vectors, dimension), or None for none.
        vector_of: For each vector, the place of its memory in the batch, and which facet it is.
        made_by: The identity of who made them, or None for none.
        truncated: The places of memories of which the embedder did not see the end.
        notes: Why memories have no vector.
    """

    values: NDArray[np.float32] | None = None
    vector_of: tuple[VectorPlace, ...] = ()
    made_by: JsonObject | None = None
    truncated: frozenset[int] = field(default_factory=frozenset)
    notes: tuple[str, ...] = ()


class Semantics:
    """Embeds memories and queries for one bank, if it may.

    Args:
        backend: The bank, which stores what its vectors came from.
        embedder: What embeds, or None for nothing.
        reason: If there is no embedder and the caller did not ask for none: why.
    """

    def __init__(self, backend: Backend, embedder: Embedder | None, *, reason: str | None = None) -> None:
        self._backend = backend
        self.embedder = embedder
        self._reason = reason

    def use(self, embedder: Embedder) -> None:
        """Embeds with ``embedder`` from now on."""
        self.embedder, self._reason = embedder, None

    def memory_vectors(self, memories: Sequence[Memory], *, context: bool) -> MemoryVectors:
        """Returns the vectors to store with memories: their own, and the embedder's for the others.

        A memory with a vector of its own has that one alone. A failure of the embedder leaves memories
        without a vector and is told in the notes.

        Args:
            memories: The memories.
            context: Whether a memory with a context gets a second vector, for both together.

        Raises:
            EmbedderMismatchError: The bank's vectors come from another embedder.
            InputError: An own vector is not finite or zero, or nothing says where it comes from.
            DimensionError: An own vector has another length than the bank's vectors.
        """
        rows, vector_of = self._own_vectors(memories)
        asked = [
            VectorPlace(place, facet)
            for place, memory in enumerate(memories)
            if memory.vector is None
            for facet in facets_of(memory.context, context=context)
        ]
        texts = [facet_text(memories[at.memory].text, memories[at.memory].context, at.facet) for at in asked]
        count = len({at.memory for at in asked})
        embeddings, notes = self._memory_embeddings(texts, memories=count)
        truncated: list[int] = []
        if embeddings is not None:
            rows.extend(embeddings.vectors)
            vector_of.extend(asked)
            truncated = [
                at.memory
                for at, cut in zip(asked, embeddings.truncated, strict=True)
                if cut and at.facet is Facet.TEXT
            ]
        if not rows:
            return MemoryVectors(notes=notes)
        values = np.stack(rows)
        declared = _attempt(lambda: self._declare(values))
        if isinstance(declared, str):
            reason = _without_vector(len({at.memory for at in vector_of}), declared)
            return MemoryVectors(notes=tuple(dict.fromkeys((*notes, reason))))
        return MemoryVectors(
            values=values,
            vector_of=tuple(vector_of),
            made_by=self._maker(),
            truncated=frozenset(truncated),
            notes=notes,
        )

    def query_vectors(
        self, texts: Sequence[str], *, given: ArrayLike | None = None, role: Role = "query"
    ) -> list[QueryVector]:
        """Returns a vector for each query, or notes that say why the semantic arm is off.

        Args:
            texts: The queries.
            given: The caller's own vector of the only query.
            role: What the texts are to the search; the text of a memory whose twin is sought is a passage.

        Raises:
            InputError: The given vector is not finite or zero.
            DimensionError: The given vector has another length than the bank's vectors.
        """
        stored = self._stored()
        if stored is None:
            return [QueryVector(notes=("the bank holds no vectors, so the semantic arm is off",))] * len(
                texts
            )
        if given is not None:
            return [QueryVector(values=unit_vector(given, dimension=stored.dimension, name="query vector"))]
        embedder = self.embedder
        if embedder is None:
            reason = self._reason or "no embedder was asked for"
            return [QueryVector(notes=(f"the semantic arm is off: {reason}",))] * len(texts)
        identity = _attempt(lambda: embedder.identity)
        if isinstance(identity, EmbedderIdentity) and identity != stored:
            note = (
                f"the semantic arm is off: {_mismatch(stored, identity)}; "
                "open the bank with the first, or call reembed()"
            )
            return [QueryVector(notes=(note,))] * len(texts)
        made = _attempt(lambda: embed_checked(embedder, texts, role=role))
        if isinstance(made, str):
            return [QueryVector(notes=(f"the semantic arm is off: {made}",))] * len(texts)
        cut = ("the query is longer than the embedder reads; only the keyword arm saw its end",)
        return [
            QueryVector(values=row, made_by=dict(stored.to_json()), notes=cut if truncated else ())
            for row, truncated in zip(made.vectors, made.truncated, strict=True)
        ]

    def _own_vectors(self, memories: Sequence[Memory]) -> tuple[list[NDArray[np.float32]], list[VectorPlace]]:
        owned = [(place, each.vector) for place, each in enumerate(memories) if each.vector is not None]
        if not owned:
            return [], []
        dimension = self._dimension_of_own()
        several = f" of {len(memories)}" if len(memories) > 1 else ""
        rows = [
            unit_vector(vector, dimension=dimension, name=f"vector of memory {place}{several}")
            for place, vector in owned
        ]
        return rows, [VectorPlace(place, Facet.TEXT) for place, _ in owned]

    def _memory_embeddings(
        self, texts: list[str], *, memories: int
    ) -> tuple[Embeddings | None, tuple[str, ...]]:
        embedder = self.embedder
        if not texts or (embedder is None and self._reason is None):
            return None, ()
        if embedder is None:
            return None, (_without_vector(memories, str(self._reason)),)
        identity = _attempt(lambda: embedder.identity)
        if isinstance(identity, EmbedderIdentity):
            self._refuse_mismatch(identity)
        made = _attempt(lambda: embed_checked(embedder, texts, role="passage"))
        if isinstance(made, str):
            return None, (_without_vector(memories, made),)
        return made, ()

    def _refuse_mismatch(self, identity: EmbedderIdentity) -> None:
        # Asked before the model runs: a batch that must be refused should not cost its embedding first.
        stored = self._stored()
        if stored is not None and stored != identity and self._backend.stats().vectors:
            raise EmbedderMismatchError(
                f"{_mismatch(stored, identity)}: open the bank with the first, or call reembed()"
            )

    def _declare(self, vectors: NDArray[np.float32]) -> None:
        """Stores who made the vectors, before the first of them; the backend refuses a second maker."""
        embedder = self.embedder
        if embedder is None or self._stored() == embedder.identity:
            return
        self._backend.set_embedder(declaration(embedder, vectors))

    def _maker(self) -> JsonObject | None:
        identity = self._stored() if self.embedder is None else self.embedder.identity
        return None if identity is None else dict(identity.to_json())

    def _dimension_of_own(self) -> int:
        if self.embedder is not None:
            identity = self.embedder.identity
            self._refuse_mismatch(identity)
            return identity.dimension
        stored = self._stored()
        if stored is None:
            raise InputError(
                "a memory has its own vector, but the bank does not know where it comes from; open the bank "
                "with embedder=Precomputed(name=..., dimension=...)"
            )
        return stored.dimension

    def _stored(self) -> EmbedderIdentity | None:
        stored = self._backend.embedder()
        return None if stored is None else identity_of(stored)


def facets_of(memory_context: str | None, *, context: bool) -> tuple[Facet, ...]:
    """Returns the facets of a memory that an embedder is asked for."""
    return (Facet.TEXT, Facet.CONTEXT) if context and memory_context else (Facet.TEXT,)


def identity_of(stored: JsonObject) -> EmbedderIdentity:
    """Reads the identity out of what a bank stores about its embedder.

    Raises:
        ConfigError: It holds none.
    """
    identity = stored.get("identity")
    if not isinstance(identity, dict):
        raise ConfigError(f"stored embedder has no identity, given the keys {', '.join(stored)}")
    return EmbedderIdentity.from_json(identity)


def declaration(embedder: Embedder, vectors: NDArray[np.float32] | None = None) -> JsonObject:
    """Returns what a bank stores about an embedder: its identity and its thresholds.

    Args:
        embedder: The embedder.
        vectors: Shape (vectors, dimension); thresholds of precomputed vectors are fitted to these, unless
            they came with some.
    """
    if isinstance(embedder, Precomputed) and vectors is not None:
        thresholds = embedder.thresholds_from(vectors)
    else:
        thresholds = embedder.thresholds()
    return {"identity": dict(embedder.identity.to_json()), "thresholds": dict(thresholds.to_json())}


def embed_checked(embedder: Embedder, texts: Sequence[str], *, role: Role) -> Embeddings:
    """Embeds texts and proves that the answer has the promised shape and is finite.

    Raises:
        ModelError: It has not, or is not, or the embedder raised something that is no error of ours.
    """
    try:
        made = embedder.embed(texts, role=role)
    except RecallCoreError:
        raise
    except (Exception, CancelledError) as error:
        raise ModelError(f"{type(error).__name__} in the embedder: {said_by(error)}") from error
    expected = (len(texts), embedder.identity.dimension)
    if made.vectors.shape != expected or made.truncated.shape != expected[:1]:
        raise ModelError(
            f"embedder returned vectors of shape {made.vectors.shape} and flags of shape "
            f"{made.truncated.shape}, expected {expected} and {expected[:1]}"
        )
    vectors = np.ascontiguousarray(made.vectors, dtype=np.float32)
    if not np.isfinite(vectors).all() or not np.abs(vectors).max(axis=1, initial=0.0).all():
        raise ModelError("embedder returned a vector that is zero or not finite")
    return Embeddings(vectors=vectors, truncated=made.truncated)


def _attempt(work: Callable[[], Answer]) -> Answer | str:
    """Returns what ``work`` returns, or what went wrong in words."""
    try:
        return work()
    except (EmbedderMismatchError, StorageError):
        raise  # these are the bank's, not the plug-in's
    except (Exception, CancelledError) as error:  # noqa: BLE001  # a plug-in may raise anything; the bank goes on
        return f"the embedder failed: {in_words(error)}"


def _without_vector(count: int, reason: str) -> str:
    memories = "1 memory was" if count == 1 else f"{count} memories were"
    return f"{memories} stored without a vector, so only the other arms find them until reembed(): {reason}"


def _mismatch(stored: EmbedderIdentity, given: EmbedderIdentity) -> str:
    return f"the bank's vectors were made by {_named(stored)}, the embedder given is {_named(given)}"


def _named(identity: EmbedderIdentity) -> str:
    return f"{identity.name!r} (revision {identity.revision!r}, {identity.dimension} dimensions)"

"""What a backend does: keep memories, and answer a whole search with one method."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from recallcore._seam import Incoming
from recallcore.backend.facets import Facet, VectorPlace
from recallcore.config import RecallOptions
from recallcore.types import (
    BankStats,
    CheckReport,
    Filter,
    JsonObject,
    Link,
    Reads,
    RecallResult,
    StoredMemory,
)

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


@dataclass(frozen=True, slots=True, kw_only=True)
class Stored:
    """What one batch of memories became.

    Attributes:
        ids: Their ids in the order given, duplicates included.
        replaced: The ids that were there before.
        notes: What a careful reader should know.
    """

    ids: tuple[str, ...]
    replaced: tuple[str, ...]
    notes: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Pending:
    """A memory that waits for a vector.

    Attributes:
        seq: The bank's own number of it.
        version: Its version; a vector for another version is passed over.
        text: Its text.
        context: What its text belongs to, or None.
        facets: The facets to embed.
    """

    seq: int
    version: int
    text: str
    context: str | None
    facets: tuple[Facet, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Outline:
    """What is known of the candidates of a search before any text is read, in the order of the pool.

    Attributes:
        memories: For each candidate of the head its number in the bank and its version.
        tokens: Shape (candidates,), tokens of the texts.
        similarities: Shape (candidates,), likeness to the query in [0, 1]; NaN without vectors.
    """

    memories: tuple[tuple[int, int], ...]
    tokens: NDArray[np.int64]
    similarities: NDArray[np.float64]


class Candidates(Protocol):
    """What a search found, before it is scored and packed."""

    def __len__(self) -> int:
        """Returns how many there are."""
        ...

    def outline(self) -> Outline:
        """Returns what is known of each candidate before any text is read, in the order of the pool."""
        ...

    def documents(self, first: int, count: int, reads: Reads) -> tuple[tuple[str, ...], ...]:
        """Returns what a reranker reads of candidates of the head, in order: texts whose mean score counts.

        There is none for a memory that was forgotten or replaced since the search.

        Args:
            first: The place of the first of them, from 0.
            count: How many; fewer come back where the head ends.
            reads: How much of each memory.
        """
        ...

    def settled(
        self,
        options: RecallOptions,
        rerank_scores: NDArray[np.float64],
        asked: NDArray[np.bool_],
        *,
        newest: int,
        scale: str,
    ) -> bool:
        """Says whether what the reranker has not read could hardly change what counts.

        Args:
            options: The options of the search.
            rerank_scores: Shape (head,).
            asked: Shape (head,), which of them it has judged.
            newest: Where the newest slice begins.
            scale: The scale of the rerank scores.
        """
        ...

    def finish(
        self,
        options: RecallOptions,
        rerank_scores: NDArray[np.float64] | None = None,
        asked: NDArray[np.bool_] | None = None,
        *,
        scale: str = "auto",
        reached: int | None = None,
        passed_over: Sequence[int] = (),
    ) -> RecallResult:
        """Scores the candidates, orders them and packs them under the token budget.

        Args:
            options: The options of the search.
            rerank_scores: Shape (head,), NaN for what the reranker has no number for; None if none ran.
            asked: Shape (head,), what it was asked about; None means everything. The rest stands below, but
                for what it passed over.
            scale: The scale of the rerank scores: ``auto``, ``probability`` or ``logit``.
            reached: How many candidates of the head it came to, those that it could not read among them; None
                is as far as the last that it was asked about.
            passed_over: Places of those that it could not read; they keep them.
        """
        ...


class Backend(Protocol):
    """Keeps the memories of one bank. Every method may be called from several threads at once."""

    def retain(
        self,
        memories: Sequence[Incoming],
        vectors: NDArray[np.float32] | None,
        vector_of: Sequence[VectorPlace],
        now: int,
        *,
        made_by: JsonObject | None = None,
    ) -> Stored:
        """Stores memories with some of their vectors, all or none.

        Args:
            memories: What to store.
            vectors: Shape (vectors, dimension), or None for none.
            vector_of: For each vector, the place of its memory in ``memories``, and which facet it is.
            now: The time of retaining, in microseconds since 1970 in UTC.
            made_by: The identity of the vectors' embedder, checked in the writing transaction; None is not.

        Raises:
            EmbedderMismatchError: The bank's vectors come from another embedder; nothing is stored.
        """
        ...

    def get(self, ids: Sequence[str]) -> tuple[StoredMemory | None, ...]:
        """Returns the memories with these ids, None where there is none, in the order given."""
        ...

    def forget(self, ids: Sequence[str]) -> tuple[str, ...]:
        """Deletes memories from every arm at once; returns the ids that were there."""
        ...

    def forget_where(self, chosen: Filter) -> tuple[str, ...]:
        """Deletes every memory that a filter admits; returns their ids."""
        ...

    def link(self, links: Sequence[Link]) -> None:
        """Adds links, each with its source, all or none."""
        ...

    def records_after(self, seq: int, limit: int, chosen: Filter) -> tuple[StoredMemory, ...]:
        """Returns at most ``limit`` memories whose number is above ``seq``, in the order of their numbers."""
        ...

    def stats(self) -> BankStats:
        """Returns the bank in numbers."""
        ...

    def check(self, *, repair: bool) -> CheckReport:
        """Reads everything and says what is wrong; with ``repair`` makes anew what is derived."""
        ...

    def backup(self, path: str) -> None:
        """Copies the bank, as it is at one moment, to a path where nothing is."""
        ...

    def optimize(self) -> bool:
        """Folds the indexes, readers and writers going on; returns whether there was anything to fold."""
        ...

    def approximate(self) -> bool:
        """Whether a search by vectors may miss a memory that it should find."""
        ...

    def embedder(self) -> JsonObject | None:
        """Returns the stored ``identity`` and ``thresholds``, or None before the first vector."""
        ...

    def set_embedder(self, embedder: JsonObject) -> None:
        """Makes an embedder the bank's own, refused while vectors of another exist."""
        ...

    def adopt_embedder(self, embedder: JsonObject) -> None:
        """Switches to an embedder whose vectors were staged, and drops the older vectors."""
        ...

    def pending(self, after_seq: int, limit: int, *, everything: bool, context: bool) -> tuple[Pending, ...]:
        """Returns at most ``limit`` memories above a number that lack a vector, or every memory.

        ``context`` says whether the vector of a memory's context counts.
        """
        ...

    def put_vectors(
        self, memories: Sequence[Pending], vectors: NDArray[np.float32], embedder: JsonObject, *, staged: bool
    ) -> int:
        """Stores vectors, those of replaced memories passed over; staged ones stay unseen until adopted.

        ``vectors`` holds one row a facet of each memory, in order.

        Raises:
            EmbedderMismatchError: They are not staged, and the bank's vectors come from another embedder.
        """
        ...

    def settings(self) -> JsonObject:
        """Returns the stored settings, empty in a new bank; the same object as long as they are the same."""
        ...

    def change_settings(self, changes: JsonObject) -> JsonObject:
        """Stores changes in one transaction, null to take a setting away; returns the settings after it."""
        ...

    def search(
        self,
        query: str,
        vector: NDArray[np.float32] | None,
        options: RecallOptions,
        *,
        entities: Sequence[str] | None = None,
        made_by: JsonObject | None = None,
    ) -> Candidates:
        """Runs the arms side by side and fuses what they find.

        Args:
            query: The literal text.
            vector: Its vector, or None.
            options: Checked options.
            entities: The names in the query; None if nobody looked for them.
            made_by: The identity of the vector's embedder; a vector of another than the bank's is left out.
        """
        ...

    def close(self) -> None:
        """Closes the bank; closing twice is no error."""
        ...

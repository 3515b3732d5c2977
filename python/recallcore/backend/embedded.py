"""The backend inside this process: SQLite holds the truth, Rust searches."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from recallcore import _seam
from recallcore._seam import Incoming, from_bytes, to_bytes
from recallcore.backend.facets import Facet, VectorPlace
from recallcore.backend.protocol import Outline, Pending, Stored
from recallcore.config import OpenOptions, RecallOptions
from recallcore.types import (
    BankStats,
    CheckReport,
    Filter,
    JsonObject,
    JsonValue,
    Link,
    Reads,
    RecallResult,
    StoredMemory,
)

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


class EmbeddedCandidates:
    """What a search of an `EmbeddedBackend` found.

    Args:
        core: The engine's candidates.
    """

    def __init__(self, core: _seam.CoreCandidates) -> None:
        self._core = core

    def __len__(self) -> int:
        return len(self._core)

    def outline(self) -> Outline:
        """Returns what is known without a text; see `Candidates.outline`."""
        head, seqs, versions, tokens, similarities = self._core.outline()
        memories = tuple(zip(seqs[:head].tolist(), versions[:head].tolist(), strict=True))
        return Outline(memories=memories, tokens=tokens, similarities=similarities)

    def documents(self, first: int, count: int, reads: Reads) -> tuple[tuple[str, ...], ...]:
        """Returns what a reranker reads; see `Candidates.documents`."""
        return tuple(map(tuple, from_bytes(self._core.documents(first, count, to_bytes(reads)))))

    def settled(
        self,
        options: RecallOptions,
        rerank_scores: NDArray[np.float64],
        asked: NDArray[np.bool_],
        *,
        newest: int,
        scale: str,
    ) -> bool:
        """Says whether scoring may stop; see `Candidates.settled`."""
        finishing = to_bytes(_seam.finish_mapping(options, scale=scale))
        margin = options.reranking.margin
        return self._core.settled(
            finishing, _seam.reals_of(rerank_scores), _seam.flags_of(asked), newest, margin
        )

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
        """Scores and packs the candidates; see `Candidates.finish`."""
        finishing = to_bytes(
            _seam.finish_mapping(options, scale=scale, reached=reached, passed_over=passed_over)
        )
        scores = None if rerank_scores is None else _seam.reals_of(rerank_scores)
        selection = self._core.finish(finishing, scores, None if asked is None else _seam.flags_of(asked))
        return _seam.result_of(from_bytes(selection), options)


class EmbeddedBackend:
    """Keeps a bank in one directory; see `Backend` for the methods.

    Args:
        path: The directory.
        options: How to open it.

    Raises:
        StorageError: The directory cannot be read or written, or is locked, damaged or no bank.
        NotFoundError: There is no bank, and ``create`` is off.
    """

    def __init__(self, path: str, options: OpenOptions) -> None:
        self._core = _seam.open_core(path, options)
        self._exact = options.exact
        # Replaced as one, so that threads never see the bytes of one reading beside what another has read.
        self._seen: tuple[bytes, JsonObject] | None = None

    def retain(
        self,
        memories: Sequence[Incoming],
        vectors: NDArray[np.float32] | None,
        vector_of: Sequence[VectorPlace],
        now: int,
        *,
        made_by: JsonObject | None = None,
    ) -> Stored:
        """Stores memories, all or none; see `Backend.retain`."""
        stored = from_bytes(
            self._core.retain(
                to_bytes([_seam.incoming_mapping(each) for each in memories]),
                None if vectors is None else _seam.rows_of(vectors),
                None if vectors is None else _seam.integers_of([place.memory for place in vector_of]),
                None if vectors is None else _seam.integers_of([place.facet for place in vector_of]),
                None if made_by is None else to_bytes(made_by),
                now,
            )
        )
        return Stored(
            ids=tuple(stored["ids"]), replaced=tuple(stored["replaced"]), notes=tuple(stored["notes"])
        )

    def get(self, ids: Sequence[str]) -> tuple[StoredMemory | None, ...]:
        """Returns the memories with these ids; see `Backend.get`."""
        records = from_bytes(self._core.get(to_bytes(list(ids))))
        return tuple(None if record is None else _seam.record_of(record) for record in records)

    def forget(self, ids: Sequence[str]) -> tuple[str, ...]:
        """Deletes memories; see `Backend.forget`."""
        return tuple(from_bytes(self._core.forget(to_bytes(list(ids))))["forgotten"])

    def forget_where(self, chosen: Filter) -> tuple[str, ...]:
        """Deletes what a filter admits; see `Backend.forget_where`."""
        return tuple(from_bytes(self._core.forget_where(to_bytes(_seam.filter_mapping(chosen))))["forgotten"])

    def link(self, links: Sequence[Link]) -> None:
        """Adds links; see `Backend.link`."""
        self._core.link(to_bytes([{"source": link.source, **_seam.link_mapping(link)} for link in links]))

    def records_after(self, seq: int, limit: int, chosen: Filter) -> tuple[StoredMemory, ...]:
        """Returns memories in order; see `Backend.records_after`."""
        records = from_bytes(self._core.iterate(seq, limit, to_bytes(_seam.filter_mapping(chosen))))
        return tuple(map(_seam.record_of, records))

    def stats(self) -> BankStats:
        """Returns the bank in numbers."""
        return _seam.stats_of(from_bytes(self._core.stats()))

    def check(self, *, repair: bool) -> CheckReport:
        """Reads everything; see `Backend.check`."""
        return _seam.check_report_of(from_bytes(self._core.check(repair=repair)))

    def backup(self, path: str) -> None:
        """Copies the bank; see `Backend.backup`."""
        self._core.backup(path)

    def optimize(self) -> bool:
        """Folds the indexes; see `Backend.optimize`."""
        return self._core.optimize()

    def approximate(self) -> bool:
        """Whether a search by vectors may miss a memory; see `Backend.approximate`."""
        if self._exact is None:
            return self.stats().vectors >= _seam.EXACT_BELOW
        return not self._exact

    def embedder(self) -> JsonObject | None:
        """Returns what the vectors came from; see `Backend.embedder`."""
        stored: JsonObject | None = from_bytes(self._core.embedder())
        return stored

    def set_embedder(self, embedder: JsonObject) -> None:
        """Makes an embedder the bank's own; see `Backend.set_embedder`."""
        self._core.set_embedder(to_bytes(embedder))

    def adopt_embedder(self, embedder: JsonObject) -> None:
        """Switches to a staged embedder; see `Backend.adopt_embedder`."""
        self._core.adopt_embedder(to_bytes(embedder))

    def pending(self, after_seq: int, limit: int, *, everything: bool, context: bool) -> tuple[Pending, ...]:
        """Returns memories that wait for a vector; see `Backend.pending`."""
        found = from_bytes(self._core.pending(after_seq, limit, everything, context))
        return tuple(Pending(**{**each, "facets": tuple(map(Facet, each["facets"]))}) for each in found)

    def put_vectors(
        self, memories: Sequence[Pending], vectors: NDArray[np.float32], embedder: JsonObject, *, staged: bool
    ) -> int:
        """Stores vectors; see `Backend.put_vectors`."""
        facets = [(each.seq, each.version, facet) for each in memories for facet in each.facets]
        return self._core.put_vectors(
            _seam.integers_of([seq for seq, _, _ in facets]),
            _seam.integers_of([version for _, version, _ in facets]),
            _seam.integers_of([facet for _, _, facet in facets]),
            _seam.rows_of(vectors),
            to_bytes(embedder),
            staged=staged,
        )

    def settings(self) -> JsonObject:
        """Returns the stored settings; see `Backend.settings`."""
        return self._read(self._core.settings())

    def change_settings(self, changes: JsonObject) -> JsonObject:
        """Changes the stored settings; see `Backend.change_settings`."""
        return self._read(self._core.change_settings(to_bytes(changes)))

    def search(
        self,
        query: str,
        vector: NDArray[np.float32] | None,
        options: RecallOptions,
        *,
        entities: Sequence[str] | None = None,
        made_by: JsonObject | None = None,
    ) -> EmbeddedCandidates:
        """Runs the arms; see `Backend.search`."""
        names: JsonValue = None if entities is None else [*entities]
        asked: JsonObject = {**_seam.search_mapping(options), "entities": names, "made_by": made_by}
        return EmbeddedCandidates(self._core.search(query, vector, to_bytes(asked)))

    def close(self) -> None:
        """Closes the bank."""
        self._core.close()

    def _read(self, stored: bytes) -> JsonObject:
        seen = self._seen
        if seen is None or seen[0] != stored:
            seen = (stored, _seam.settings_of(stored))
            self._seen = seen
        return seen[1]

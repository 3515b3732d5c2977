"""The engine, as Rust builds it. `recallcore._seam` is its only importer.

JSON crosses as UTF-8 ``bytes``, vectors as C-contiguous float32 arrays, times as microseconds since 1970 in
UTC. Every call releases the GIL. Errors are raised as the classes of `recallcore.errors`. `docs/seam.md`
gives the JSON forms.
"""

from os import PathLike
from typing import final

import numpy as np
from numpy.typing import NDArray

__all__ = [
    "Bank",
    "Candidates",
    "__version__",
    "analyze",
    "count_tokens",
    "fuse",
    "pack",
]

__version__: str

@final
class Bank:
    """One open bank; frozen, safe to share between threads, unusable in a forked child."""

    @staticmethod
    def open(path: str | PathLike[str], options: bytes) -> Bank:
        """Opens the bank in the directory ``path``.

        Args:
            path: The directory.
            options: ``{"create", "exact", "exact_below", "busy_timeout_ms", "threads"}``.
        """

    def retain(
        self,
        memories: bytes,
        vectors: NDArray[np.float32] | None,
        vector_of: NDArray[np.int64] | None,
        made_by: bytes | None,
        now: int,
    ) -> bytes:
        """Stores memories, all or none.

        Args:
            memories: A list of memories.
            vectors: Shape (vectors, dimension), scaled to length 1 here.
            vector_of: Shape (vectors,), the place of each vector's memory in the list.
            made_by: The identity of the vectors' embedder, which must be the bank's; None is not checked.
            now: The time of retaining.

        Returns:
            ``{"ids", "seqs", "replaced", "notes"}``, ids and seqs in input order, duplicates included.
        """

    def get(self, ids: bytes) -> bytes:
        """Returns a list of records, null where there is none, for a list of ids, in the same order."""

    def forget(self, ids: bytes) -> bytes:
        """Deletes the memories of a list of ids, unknown ones passed over.

        Returns:
            ``{"forgotten": [ids]}``.
        """

    def forget_where(self, filter: bytes) -> bytes:  # noqa: A002  # Rust's name
        """Deletes what a filter admits, which must restrict something; returns ``{"forgotten": [ids]}``."""

    def link(self, links: bytes) -> None:
        """Adds a list of ``{"source", "target", "relation", "weight"}``, all or none."""

    def iterate(self, after_seq: int, limit: int, filter: bytes) -> bytes:  # noqa: A002  # Rust's name
        """Returns at most ``limit`` records whose number is above ``after_seq``, in the order of numbers."""

    def stats(self) -> bytes:
        """Returns the bank in numbers."""

    def embedder(self) -> bytes:
        """Returns ``{"identity", "thresholds"}`` of the bank's embedder, or null."""

    def set_embedder(self, embedder: bytes) -> None:
        """Makes ``{"identity", "thresholds"}`` the bank's embedder; refused while another's vectors exist."""

    def settings(self) -> bytes:
        """Returns the stored settings, an object."""

    def set_settings(self, settings: bytes) -> None:
        """Stores an object of settings in place of the older one."""

    def pending(self, after_seq: int, limit: int, all: bool) -> bytes:  # noqa: A002  # Rust's name
        """Returns ``{"seq", "version", "text"}`` of memories without a vector; ``all`` means of every one."""

    def put_vectors(
        self,
        seqs: NDArray[np.int64],
        versions: NDArray[np.int64],
        vectors: NDArray[np.float32],
        embedder: bytes,
        *,
        staged: bool,
    ) -> int:
        """Stores vectors, those for replaced versions passed over.

        Args:
            seqs: Shape (vectors,), the memories' numbers.
            versions: Shape (vectors,), the versions that were embedded.
            vectors: Shape (vectors, dimension).
            embedder: Whose they are; the bank's own, unless they are staged.
            staged: Keep them unseen until `adopt_embedder`.

        Returns:
            How many were stored.
        """

    def adopt_embedder(self, embedder: bytes) -> None:
        """Switches to a staged embedder in one transaction and drops the older vectors."""

    def search(self, query: str, vector: NDArray[np.float32] | None, options: bytes) -> Candidates:
        """Runs the arms and fuses what they find.

        Args:
            query: Literal text; nothing in it is syntax.
            vector: Shape (dimension,), or None: the semantic arm is off.
            options: ``{"filter", "arms", "depth", "cap_per_arm", "rrf_k", "window", "query_time",
                "entities", "made_by", "min_semantic", "min_keyword", "trace"}``.
        """

    def close(self) -> None:
        """Closes the bank; closing twice is no error."""

@final
class Candidates:
    """What a search found, before packing; frozen."""

    def __len__(self) -> int:
        """Returns how many there are."""

    def records(self, count: int) -> bytes:
        """Returns the records of the first ``count`` candidates, in order, for a reranker."""

    def finish(self, options: bytes) -> bytes:
        """Packs the candidates and returns the selection.

        Args:
            options: ``{"max_tokens", "limit", "overflow"}``.
        """

def count_tokens(text: str) -> int:
    """Returns the tokens of ``text`` (o200k)."""

def analyze(text: str) -> bytes:
    """Returns ``[[term, class], …]`` in order, the class ``content`` or ``stop``."""

def fuse(
    rows: NDArray[np.int64], lengths: NDArray[np.int64], rrf_k: float
) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """Fuses rankings by reciprocal ranks.

    Args:
        rows: The rankings one after the other, best first.
        lengths: Shape (rankings,), how long each is.
        rrf_k: The constant added to every rank.

    Returns:
        The rows, best first, and their fused scores.
    """

def pack(
    tokens: NDArray[np.int64], max_tokens: int, limit: int | None, overflow: str
) -> tuple[NDArray[np.int64], NDArray[np.int64], list[str], int, bool]:
    """Packs texts under a token budget by skip-fill.

    Args:
        tokens: Tokens of each text, in the order of preference.
        max_tokens: The budget.
        limit: The most texts, or None.
        overflow: ``first`` or ``strict``.

    Returns:
        The places kept, the places dropped, for each dropped one ``budget`` or ``limit``, the tokens used,
        and whether the first was kept although it does not fit.
    """

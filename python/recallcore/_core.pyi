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
    "admitted",
    "analyze",
    "boosted",
    "boosted_auto",
    "budget_depth",
    "combined",
    "count_tokens",
    "cut",
    "cut_with_tail",
    "decay",
    "document",
    "floors",
    "fuse",
    "fuse_auto",
    "interleave",
    "normalise",
    "order",
    "pack",
    "pack_preferring",
    "passthrough",
    "passthrough_in_order",
    "proof",
    "proximity",
    "recency",
    "resolve_tags",
    "select_over_window",
    "similarity",
    "strategy_boost",
    "tag_similarity",
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
        facet_of: NDArray[np.int64] | None,
        made_by: bytes | None,
        now: int,
    ) -> bytes:
        """Stores memories, all or none.

        Args:
            memories: A list of memories.
            vectors: Shape (vectors, dimension), scaled to length 1 here.
            vector_of: Shape (vectors,), the place of each vector's memory in the list.
            facet_of: Shape (vectors,), 0 for the vector of a text, 1 for that of context and text together.
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

    def change_settings(self, changes: bytes) -> bytes:
        """Changes settings in one transaction and returns them all.

        Args:
            changes: An object; null takes a setting away, and what it does not name stays.
        """

    def pending(self, after_seq: int, limit: int, all: bool, context: bool) -> bytes:  # noqa: A002  # Rust's name
        """Returns ``{"seq", "version", "text", "context", "facets"}`` of memories that lack a vector.

        Args:
            after_seq: Only memories with a larger number.
            limit: The most memories.
            all: Every memory and all its facets, whatever vectors there are.
            context: Whether the vector of a context counts, where there is one.
        """

    def put_vectors(
        self,
        seqs: NDArray[np.int64],
        versions: NDArray[np.int64],
        facets: NDArray[np.int64],
        vectors: NDArray[np.float32],
        embedder: bytes,
        *,
        staged: bool,
    ) -> int:
        """Stores vectors, those for replaced versions passed over.

        Args:
            seqs: Shape (vectors,), the memories' numbers.
            versions: Shape (vectors,), the versions that were embedded.
            facets: Shape (vectors,), 0 for the vector of a text, 1 for that of context and text together.
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
            options: ``{"filter", "arms", "depth", "fusion", "rrf_k", "cap_per_arm", "boosts",
                "rerank_depth", "window", "query_time", "entities", "made_by", "search_context",
                "min_semantic", "min_keyword", "trace"}``.
        """

    @staticmethod
    def salvage(path: str, after: int, limit: int) -> bytes:
        """Returns ``{"memories", "lost", "next"}`` of the memories with ``limit`` numbers above ``after``.

        Raises:
            BankCorruptError: Not even the list of tables can be read.
        """

    def check(self, *, repair: bool) -> bytes:
        """Reads everything; returns ``{"problems", "repaired", "memories", "vectors", "files"}``."""

    def backup(self, path: str) -> None:
        """Copies the bank, as it is at one moment, to a folder that is not there or empty."""

    def optimize(self) -> bool:
        """Folds the bank's indexes into a generation; returns whether there was anything to fold."""

    def close(self) -> None:
        """Closes the bank; closing twice is no error."""

@final
class Candidates:
    """What a search found, before scoring and packing; frozen."""

    def __len__(self) -> int:
        """Returns how many there are."""

    def outline(
        self,
    ) -> tuple[int, NDArray[np.int64], NDArray[np.int64], NDArray[np.int64], NDArray[np.float64]]:
        """Returns the length of the head, which a reranker may see, and columns of the whole pool.

        Returns:
            The head's length; numbers, versions, tokens of the texts, and likeness to the query in [0, 1],
            NaN without vectors; each of shape (candidates,).
        """

    def documents(self, first: int, count: int, reads: bytes) -> bytes:
        """Returns what is read of ``count`` candidates of the head from place ``first``: lists of texts.

        The list is empty for a memory that was forgotten or replaced since the search.

        Args:
            first: From 0.
            count: How many.
            reads: ``"document"`` (date, context and text), ``"context"`` (context and text), ``"text"``, or
                ``"both"`` (the text, and context and text where there is a context).
        """

    def settled(
        self,
        options: bytes,
        rerank_scores: NDArray[np.float64],
        asked: NDArray[np.bool_],
        newest: int,
        margin: float,
    ) -> bool:
        """Returns whether the best from place ``newest`` on lies too far below the last score that counts.

        Args:
            options: As `finish` takes them.
            rerank_scores: Shape (head,).
            asked: Shape (head,), which the reranker was asked about.
            newest: The first place of the newest slice.
            margin: The share of the last score that counts by which it must lie below.
        """

    def finish(
        self, options: bytes, rerank_scores: NDArray[np.float64] | None, asked: NDArray[np.bool_] | None
    ) -> bytes:
        """Scores, orders and packs the candidates and returns the selection.

        Args:
            options: ``{"max_tokens", "limit", "overflow", "recency", "alphas", "passthrough_alphas", "scale",
                "blend", "order_only", "min_similarity", "min_reranker", "min_final", "min_relevance",
                "prefer_observations",
                "trace"}``.
            rerank_scores: Shape (head,), NaN where the reranker has no number; None if none ran.
            asked: Shape (head,), which it was asked about, the others stand below; None means all.
        """

def count_tokens(text: str) -> int:
    """Returns the tokens of ``text`` (o200k)."""

def analyze(text: str) -> bytes:
    """Returns ``[[term, class], …]`` in order, the class ``content`` or ``stop``."""

def budget_depth(level: str, max_tokens: int, budgets: bytes) -> int:
    """Returns what a budget means in memories.

    Args:
        level: ``low``, ``mid`` or ``high``.
        max_tokens: The token budget, of which adaptive budgets are a share.
        budgets: ``{"fixed": {"low", "mid", "high"}}`` or ``{"adaptive": {"low", "mid", "high", "least",
            "most"}}``.
    """

def fuse(
    rows: NDArray[np.int64], lengths: NDArray[np.int64], rrf_k: float, cap_per_arm: int | None = None
) -> tuple[NDArray[np.int64], NDArray[np.float64], NDArray[np.int64]]:
    """Fuses rankings by reciprocal ranks.

    Args:
        rows: The rankings one after the other, best first.
        lengths: Shape (rankings,), how long each is.
        rrf_k: The constant added to every rank.
        cap_per_arm: The most places of a ranking that count, or None.

    Returns:
        The rows, best first; their fused scores; their ranks, shape (rows, rankings), 0 where there is none.
    """

def fuse_auto(
    rows: NDArray[np.int64],
    lengths: NDArray[np.int64],
    cosines: NDArray[np.float64],
    bm25s: NDArray[np.float64],
    ideal: float,
    typical: float,
    rare: float,
    rrf_k: float,
    cap_per_arm: int | None = None,
) -> tuple[NDArray[np.int64], NDArray[np.float64], NDArray[np.int64], NDArray[np.float64]]:
    """Fuses the rankings of the four arms by weighed scores.

    Args:
        rows: The rankings one after the other, best first, in arm order.
        lengths: Shape (4,), how long each is.
        cosines: Beside `rows`, the cosine of each with the query; NaN where it has none. Of a row that
            repeats the first number counts.
        bm25s: The same of BM25 scores.
        ideal: What a memory with every word of the query would score.
        typical: The cosine that half of unrelated pairs do not reach.
        rare: The cosine that nine of ten unrelated pairs do not reach.
        rrf_k: The constant added to the ranks of the graph and temporal arms.
        cap_per_arm: The most places of a ranking that count, or None.

    Returns:
        As `fuse`, and what each arm added to each fused score, shape (rows, 4).
    """

def interleave(
    rows: NDArray[np.int64], lengths: NDArray[np.int64], cap_per_arm: int | None = None
) -> tuple[NDArray[np.int64], NDArray[np.float64], NDArray[np.int64]]:
    """Fuses rankings by turns: the first of each, then the second of each.

    Returns:
        As `fuse`; the scores count down to 1.
    """

def boosted(
    fused: NDArray[np.float64], ranks: NDArray[np.int64], boosts: bytes, rrf_k: float
) -> NDArray[np.float64]:
    """Returns the keys of the cut: fused scores with the ranks of boosted arms divided.

    Args:
        fused: Fused scores.
        ranks: Shape (candidates, 4), 0 where there is none.
        boosts: ``{arm: level}``.
        rrf_k: The constant of the fused scores.
    """

def boosted_auto(fused: NDArray[np.float64], ranks: NDArray[np.int64], boosts: bytes) -> NDArray[np.float64]:
    """Returns the keys of the cut for scores of `fuse_auto`: what `strategy_boost` says is added."""

def cut(keys: NDArray[np.float64], depth: int) -> NDArray[np.int64]:
    """Returns the places of the ``depth`` highest keys, highest first; all in order if no more exist."""

def cut_with_tail(keys: NDArray[np.float64], depth: int) -> NDArray[np.int64]:
    """Returns what `cut` returns, and behind it the places of the others, in order."""

def strategy_boost(ranks: NDArray[np.int64], boosts: bytes) -> NDArray[np.float64]:
    """Returns what boosted arms add to the combined scores after a reranker."""

def normalise(scores: NDArray[np.float64], scale: str) -> NDArray[np.float64]:
    """Returns rerank scores in [0, 1], NaN as 0.

    Args:
        scores: Any floats.
        scale: ``auto``, ``probability`` or ``logit``.
    """

def passthrough(count: int) -> NDArray[np.float64]:
    """Returns what stands for rerank scores without a reranker, from 1 down to 0.1."""

def passthrough_in_order(fused_ranks: NDArray[np.int64]) -> NDArray[np.float64]:
    """Returns a passthrough for candidates that stand in another order than that of fusion.

    Args:
        fused_ranks: The place of each after fusion; only their order counts.
    """

def decay(age_days: NDArray[np.float64], recency: bytes) -> NDArray[np.float64]:
    """Returns how new something of an age is.

    Args:
        age_days: Days; negative in the future.
        recency: ``{"decay", "window_days", "half_life_days", "floor"}``.
    """

def recency(
    occurred_start: NDArray[np.int64],
    occurred_end: NDArray[np.int64],
    mentioned_at: NDArray[np.int64],
    precision: NDArray[np.uint8],
    now: int,
    recency: bytes,
) -> NDArray[np.float64]:
    """Returns how new memories are.

    Args:
        occurred_start: Microseconds, ``-2**63`` where there is none.
        occurred_end: As ``occurred_start``.
        mentioned_at: As ``occurred_start``.
        precision: 0 instant, 1 day, 2 month, 3 year.
        now: Microseconds.
        recency: ``{"decay", "window_days", "half_life_days", "floor"}``.
    """

def proximity(nearness: NDArray[np.float64]) -> NDArray[np.float64]:
    """Returns what being near the middle of the window is worth, from 0.5 to 1.

    Args:
        nearness: From 0 at the edges of the window to 1 in its middle, NaN outside of it.
    """

def proof(counts: NDArray[np.int64]) -> NDArray[np.float64]:
    """Returns how well confirmed memories are by their counts, 0 for none."""

def combined(
    rerank: NDArray[np.float64],
    recency: NDArray[np.float64],
    proximity: NDArray[np.float64],
    proof: NDArray[np.float64],
    alphas: bytes,
    strategy_boost: NDArray[np.float64] | None = None,
) -> NDArray[np.float64]:
    """Returns combined scores.

    Args:
        rerank: Normalised rerank scores.
        recency: In [0, 1].
        proximity: In [0, 1].
        proof: In [0, 1].
        alphas: ``{"recency", "proximity", "proof"}``.
        strategy_boost: What is added to each, or None.
    """

def similarity(cosines: NDArray[np.float64], thresholds: bytes) -> NDArray[np.float64]:
    """Returns cosines on the scale that embedders share, in [0, 1].

    Args:
        cosines: Cosines of memories with a query.
        thresholds: ``{"seed", "link", "temporal"}`` of the embedder.
    """

def floors(
    similarity: NDArray[np.float64],
    rerank: NDArray[np.float64],
    combined: NDArray[np.float64],
    min_similarity: float | None,
    min_reranker: float | None,
    min_final: float | None,
) -> list[str | None]:
    """Returns the floor that each candidate lies below, or None.

    It is ``similarity_floor``, ``reranker_floor`` or ``final_floor``, the first of these.

    Args:
        similarity: How alike each is to the query, on the scale that embedders share, NaN where there is no
            vector; where all are, the query had none, and its floor is not applied.
        rerank: Normalised rerank scores, NaN where there is none; where all are, no reranker ran, and its
            floor is not applied.
        combined: Combined scores.
        min_similarity: The least likeness, or None.
        min_reranker: The least rerank score, or None.
        min_final: The least combined score, or None.
    """

def order(combined: NDArray[np.float64], rerank: NDArray[np.float64]) -> NDArray[np.int64]:
    """Returns the places by combined score, then by rerank score, highest first, then by place."""

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

def pack_preferring(
    tokens: NDArray[np.int64],
    sources: NDArray[np.int64],
    lengths: NDArray[np.int64],
    max_tokens: int,
    limit: int | None,
    overflow: str,
) -> tuple[NDArray[np.int64], NDArray[np.int64], list[str], NDArray[np.int64], int, bool]:
    """Packs as `pack` does, and leaves out the sources of every text that is kept.

    Args:
        tokens: As `pack`.
        sources: The places of the sources of each text, one list after the other.
        lengths: Shape (texts,), how many sources each has.
        max_tokens: As `pack`.
        limit: As `pack`.
        overflow: As `pack`.

    Returns:
        As `pack`, with the places of the sources that were left out behind the reasons.
    """

def select_over_window(
    relevance: NDArray[np.float64],
    dates: NDArray[np.int64],
    start: int,
    end: int,
    limit: int,
    buckets: int,
) -> NDArray[np.int64]:
    """Returns the places of dated memories that cover a window evenly, each bucket's best first.

    Args:
        relevance: How well each fits.
        dates: Microseconds.
        start: The window's first moment.
        end: The first moment after it.
        limit: The most places.
        buckets: How many equal parts the window has.
    """

def document(memory: bytes) -> str:
    """Returns what a reranker reads of a memory: its date, its context and its text.

    Args:
        memory: ``{"text", "context", "occurred_start", "occurred_end", "mentioned_at", "precision"}``.
    """

def tag_similarity(left: str, right: str) -> float:
    """Returns the share of common trigrams of two tags."""

def resolve_tags(groups: bytes, vocabulary: bytes) -> bytes:
    """Returns tag groups with their fuzzy leaves read as tags of a vocabulary.

    Args:
        groups: A list of tag groups.
        vocabulary: A list of tags, the most used first.
    """

def admitted(tags: bytes, filter: bytes) -> NDArray[np.int64]:  # noqa: A002  # Rust's name
    """Returns the places of the lists of tags that a filter's ``tags`` and ``tag_groups`` admit."""

"""The schema of a trace: what happened in one recall, stage by stage; `docs/trace.md` lists every key."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Literal

from recallcore.types.checks import JsonObject, JsonValue
from recallcore.types.filters import TimeWindow
from recallcore.types.ranking import Arm

DropReason = Literal[
    "budget",
    "limit",
    "similarity_floor",
    "reranker_floor",
    "final_floor",
    "relevance",
    "observation",
    "forgotten",
    "replaced",
]
"""Why a candidate was not returned: it did not fit into ``max_tokens``; ``limit`` was reached; it lies below
``min_scores`` of the similarity, of the reranker, or of the final score; nothing that was found bears on the
query, by ``min_relevance``; an observation made from it was
returned instead; or it was forgotten or replaced while the recall ran."""

Decision = Literal["kept"] | DropReason
"""What became of a candidate."""

RerankEnd = Literal["complete", "settled", "deadline", "failed"]
"""Why a reranker read no further."""

BreakerState = Literal["closed", "open", "trial"]
"""Whether a reranker that failed is asked again."""

WindowSource = Literal["caller", "query"]
"""Where a time window came from: the caller gave it, or words of the query did."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WindowReading:
    """The words of a query that a time window was read in.

    Attributes:
        matched: The words themselves.
        span: Where they stand in the query, as for slicing.
        kind: How the time was said: ``date``, ``period``, ``relative``, ``rolling``, ``distance``, ``part``,
            ``range`` or ``open``.
        grain: The unit in which it was said.
        confidence: From 0 to 1, less the more had to be assumed.
        language: The language whose words they are.
    """

    matched: str
    span: tuple[int, int]
    kind: str
    grain: str
    confidence: float
    language: str


@dataclass(frozen=True, slots=True, kw_only=True)
class StageTime:
    """How long one stage took.

    Attributes:
        stage: ``time``, ``embed``, ``search``, ``rerank`` or ``finish``; then the parts that the engine
            measures: ``filter``, ``arms``, ``fuse`` and ``gather`` of the search, ``score``, ``pack`` and
            ``read`` of the rest.
        micros: Microseconds.
    """

    stage: str
    micros: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Ranked:
    """One place in an arm's ranking.

    Attributes:
        id: The memory.
        rank: Its place, from 1.
        arm_score: The arm's own score, on the arm's own scale.
    """

    id: str
    rank: int
    arm_score: float


@dataclass(frozen=True, slots=True, kw_only=True)
class TracedCandidate:
    """The way of one candidate through fusion, boosts, the cut, the reranker, scoring and packing.

    Attributes:
        id: The memory.
        tokens: Tokens of its text.
        arm_ranks: Its place in the ranking of each arm that found it.
        fused_rank: Its place after fusion, from 1.
        fused: Its fused score.
        fused_parts: What each arm added to it with fusion ``auto``, also one that ranked it too low to
            return it; None with another.
        boosted: The key of the cut, the fused score with boosted ranks; None where nothing was cut.
        pool_rank: Its place in the head, which a reranker may see, from 1; None beyond ``rerank_depth``.
        rerank_raw: What the reranker said; None where none did.
        rerank: The normalised rerank score; None where no reranker judged it.
        base: What the factors multiply: the rerank score, with the share of fusion in it if it has one, or
            what stands for it without a reranker, which falls from 1 to 0.1 over the head; 0 for what the
            reranker did not judge, and beyond the cut.
        recency: How new it is, in [0, 1]; 0.5 is neutral.
        proximity: How near the middle of the window, in [0.5, 1]; 0.5 outside of it and without a window.
        proof: How well confirmed, in [0, 1]; 0.5 is neutral.
        recency_factor: What recency multiplies by.
        proximity_factor: What proximity multiplies by.
        proof_factor: What proof multiplies by.
        strategy_boost: What boosted arms add after a reranker.
        combined: The combined score, by which candidates are ordered.
        rank: Its place among all candidates, from 1.
        decision: ``kept``, or why it was left out.
    """

    id: str
    tokens: int
    arm_ranks: Mapping[Arm, int]
    fused_rank: int
    fused: float
    fused_parts: Mapping[Arm, float] | None
    boosted: float | None
    pool_rank: int | None
    rerank_raw: float | None
    rerank: float | None
    base: float
    recency: float
    proximity: float
    proof: float
    recency_factor: float
    proximity_factor: float
    proof_factor: float
    strategy_boost: float
    combined: float
    rank: int
    decision: Decision

    @property
    def rank_change(self) -> int:
        """How many places it rose after fusion; negative if it fell."""
        return self.fused_rank - self.rank

    def to_dict(self) -> JsonObject:
        """Returns everything as JSON values."""
        parts = self.fused_parts
        return {
            **asdict(self),
            "arm_ranks": {**self.arm_ranks},
            "fused_parts": None if parts is None else {**parts},
            "rank_change": self.rank_change,
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class RerankWork:
    """What the scores of a rerank cost.

    Attributes:
        slices: How many slices of the candidates were gone through.
        batches: Runs of the model, or calls of a reranker that does not work in batches.
        tokens: Tokens that the model read, padding not counted; 0 where nobody counts them.
        padding: Tokens of padding that it read beside them.
        cached: Memories whose score was remembered from an earlier recall.
        repeated: Memories whose text equals another's, which was scored once for both.
    """

    slices: int = 0
    batches: int = 0
    tokens: int = 0
    padding: int = 0
    cached: int = 0
    repeated: int = 0

    @property
    def waste(self) -> float:
        """The share of padding in what the model read, in [0, 1].

        Example:
            >>> RerankWork(tokens=90, padding=10).waste
            0.1
        """
        read = self.tokens + self.padding
        return self.padding / read if read else 0.0

    def to_dict(self) -> JsonObject:
        """Returns everything as JSON values."""
        return {**asdict(self), "waste": self.waste}


@dataclass(frozen=True, slots=True, kw_only=True)
class RerankReport:
    """What the reranker did.

    Attributes:
        ran: Whether its scores were used.
        name: Its name, or None if there is none.
        scale: The scale of its scores, or None if there is no reranker.
        scored: How many memories have a score of it.
        unscored: How many candidates of the head have none, and stand below those that have.
        ended: Why it read no further: ``complete``, ``settled`` (what it had not read could hardly have
            changed what counts), ``deadline``, or ``failed`` (after some were scored); None if it did not
            run.
        reason: Why it did not run, or None.
        breaker: ``closed`` (it is asked), ``open`` (it failed too often and is left alone) or ``trial`` (it
            was asked once more); None if there is no reranker.
        work: What the scores cost, in a traced recall; otherwise None, for equal recalls answer equally.
    """

    ran: bool = False
    name: str | None = None
    scale: str | None = None
    scored: int = 0
    unscored: int = 0
    ended: RerankEnd | None = None
    reason: str | None = None
    breaker: BreakerState | None = None
    work: RerankWork | None = None

    def to_dict(self) -> JsonObject:
        """Returns everything as JSON values."""
        return {**asdict(self), "work": None if self.work is None else self.work.to_dict()}


@dataclass(frozen=True, slots=True, kw_only=True)
class Trace:
    """What happened in one recall, in ids and numbers.

    It never holds the text of a memory, and of the query only the words that named a time.

    Attributes:
        query_time: What "now" meant for this query: the caller's anchor, not the clock.
        window: The time window, or None.
        window_source: ``caller`` or ``query``, or None without a window.
        reading: The words of the query that the window was read in, or None.
        search: What the search was asked: arms, depth, filter, window, floors, fusion.
        finish: What steered scoring and packing: alphas, recency, boosts, floors, budget, limit.
        scales: How fusion ``auto`` weighed the arms' scores, None with another: of ``semantic`` the
            ``typical`` cosine, which adds 0, and the ``full`` one, which adds 1; of ``keyword`` the ``best``
            score, the ``ideal`` one and the ``full`` one; of ``graph`` and ``temporal`` what the first place
            adds. None for an arm that ranked nothing.
        rankings: What each arm that ran found, best first.
        pool: Every candidate, in the order of `TracedCandidate.rank`.
        rerank: What the reranker did.
        stages: The stages in order, with their times.

    Example:
        >>> import recallcore, tempfile
        >>> with (
        ...     tempfile.TemporaryDirectory() as home,
        ...     recallcore.open(home, embedder="hashing", reranker=False) as bank,
        ... ):
        ...     _ = bank.retain("Minji works at a bakery", id="job")
        ...     trace = bank.recall("bakery", trace=True).trace
        >>> trace.candidate("job").decision, trace.rerank.reason
        ('kept', 'the bank was opened without a reranker')
    """

    query_time: datetime
    window: TimeWindow | None
    window_source: WindowSource | None
    reading: WindowReading | None
    search: Mapping[str, JsonValue]
    finish: Mapping[str, JsonValue]
    scales: Mapping[str, JsonValue] | None
    rankings: Mapping[Arm, tuple[Ranked, ...]]
    pool: tuple[TracedCandidate, ...]
    rerank: RerankReport
    stages: tuple[StageTime, ...]

    def candidate(self, memory: str) -> TracedCandidate | None:
        """Returns the candidate with an id, or None."""
        return next((each for each in self.pool if each.id == memory), None)

    def to_dict(self) -> JsonObject:
        """Returns everything as JSON values."""
        return {
            "query_time": self.query_time.isoformat(),
            "window": None if self.window is None else self.window.to_dict(),
            "window_source": self.window_source,
            "reading": None
            if self.reading is None
            else asdict(self.reading) | {"span": [*self.reading.span]},
            "search": dict(self.search),
            "finish": dict(self.finish),
            "scales": None if self.scales is None else dict(self.scales),
            "rankings": {arm: [asdict(each) for each in ranking] for arm, ranking in self.rankings.items()},
            "pool": [each.to_dict() for each in self.pool],
            "rerank": self.rerank.to_dict(),
            "stages": [asdict(each) for each in self.stages],
        }

"""Why one memory came back, or why not: a traced recall, and questions to each arm that passed it over."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from typing import TYPE_CHECKING

from recallcore._seam import depth_of
from recallcore.config import RecallOptions
from recallcore.engine.recalling import Engine, recall
from recallcore.engine.semantics import Semantics
from recallcore.engine.telling import outcome_of, story_of
from recallcore.types import (
    ARMS,
    Arm,
    Explanation,
    Filter,
    Finding,
    FindingState,
    RecallResult,
    StoredMemory,
    Trace,
)

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

_SCORE_NAMES: dict[Arm, str] = {
    "semantic": "cosine",
    "keyword": "BM25 score",
    "graph": "score",
    "temporal": "score",
}
_NOT_A_CONDITION = ("ids", "exclude", "tags_match")
_CHANGED = "it was retained, replaced or forgotten while the recall ran"


def explain(
    engine: Engine,
    query: str,
    memory: str,
    options: RecallOptions,
    *,
    vector: ArrayLike | None = None,
) -> Explanation:
    """Explains what a recall with these options does with one memory.

    Args:
        engine: What the recall runs on.
        query: Literal text.
        memory: The id of the memory.
        options: Checked options.
        vector: The query's own vector, or None to embed.

    Raises:
        RecallCoreError: As `recall`.
    """
    options = replace(options, trace=True)
    [result] = recall(engine, [query], options, vector=vector)
    assert result.trace is not None  # it was asked for
    [record] = engine.backend.get([memory])
    candidate = result.trace.candidate(memory)
    inquiry = _Inquiry(
        engine=engine, query=query, vector=vector, options=options, result=result, trace=result.trace
    )
    if record is None and candidate is None:
        why = "the bank holds no memory with this id"
        return _nothing(memory, why, "absent", result)
    if record is not None and candidate is None:
        left_out = inquiry.filtered(memory)
        if left_out is not None:
            return _nothing(memory, f"left out by the filter: {left_out}", "filtered", result)
    findings = {arm: inquiry.finding(arm, memory, record) for arm in ARMS}
    if candidate is None:
        return Explanation(
            id=memory,
            returned=False,
            outcome="not found by any arm",
            findings=findings,
            story=(),
            notes=result.notes,
        )
    return Explanation(
        id=memory,
        returned=candidate.decision == "kept",
        outcome=outcome_of(candidate, options),
        findings=findings,
        story=story_of(candidate, result.trace, options),
        candidate=candidate,
        notes=result.notes,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class _Inquiry:
    """Asks further recalls about a memory that an arm passed over."""

    engine: Engine
    query: str
    vector: ArrayLike | None
    options: RecallOptions
    result: RecallResult
    trace: Trace

    def filtered(self, memory: str) -> str | None:
        """Names the conditions of the filter that leave a memory out, or None if it may be found."""
        chosen = self.options.filter
        if self._holds(memory, chosen):
            return None
        alone: list[str] = []
        for each in fields(Filter):
            value = getattr(chosen, each.name)
            if value is None or each.name in _NOT_A_CONDITION:
                continue
            matched = {"tags_match": chosen.tags_match} if each.name == "tags" else {}
            if not self._holds(memory, Filter(**{each.name: value, **matched})):
                alone.append(each.name)
        if not alone:
            alone = ["tags"]  # tags_match "exact" without tags means untagged memories
        return ", ".join(alone)

    def finding(self, arm: Arm, memory: str, record: StoredMemory | None) -> Finding:
        """Says what one arm made of a memory."""
        report = self.result.arms[arm]
        for ranked in self.trace.rankings.get(arm, ()):
            if ranked.id == memory:
                return self._ranked(arm, ranked.rank, ranked.arm_score)
        if report.state == "off":
            return Finding(state="off", why=f"off: {report.reason or 'it was not asked'}")
        if record is None:
            return Finding(state="absent", why=_CHANGED)
        if arm == "graph":
            return self._graph()
        alone = self._alone(arm, memory, self.engine)
        if alone is None:
            return self._unfound(arm, memory, record)
        return self._passed_over(arm, alone, record)

    def _ranked(self, arm: Arm, rank: int, arm_score: float) -> Finding:
        said = f"rank {rank}, {_SCORE_NAMES[arm]} {arm_score:.4g}{_unlike(arm, arm_score)}"
        cap = self.options.cap_per_arm
        if cap is not None and rank > cap:
            return Finding(
                state="beyond_cap", rank=rank, arm_score=arm_score, why=f"{said}, behind cap_per_arm {cap}"
            )
        return Finding(state="found", rank=rank, arm_score=arm_score, why=said)

    def _graph(self) -> Finding:
        # Its seeds are found by the other arms, so that it cannot be asked about one memory alone.
        why = "nothing connects it with what the query names or with the best memories"
        if len(self.trace.rankings.get("graph", ())) >= depth_of(self.options):
            why += f", or not strongly enough for a place among {depth_of(self.options)}"
        return Finding(state="unconnected", why=why)

    def _unfound(self, arm: Arm, memory: str, record: StoredMemory) -> Finding:
        if arm == "keyword":
            return Finding(state="no_shared_word", why="it has no word in common with the query")
        if arm == "semantic":
            if record.has_vector:
                return Finding(state="absent", why=_CHANGED)
            return Finding(state="no_vector", why="it has no vector; reembed() makes up for it")
        # Without a vector the temporal arm asks for the date alone.
        blind = replace(self.engine, semantics=Semantics(self.engine.backend, None))
        if self._alone(arm, memory, blind) is None:
            return Finding(state="not_in_window", why="it has no date in the window")
        return Finding(
            state="unrelated",
            why="it was only mentioned in the window, and is too far from the query in meaning",
        )

    def _passed_over(self, arm: Arm, arm_score: float, record: StoredMemory) -> Finding:
        said = f"its {_SCORE_NAMES[arm]} is {arm_score:.4g}{_unlike(arm, arm_score)}"
        floor = {"semantic": self.options.min_semantic, "keyword": self.options.min_keyword}.get(arm)
        if floor is not None and arm_score < floor:
            return Finding(
                state="below_floor", arm_score=arm_score, why=f"{said}, below min_scores {floor:g}"
            )
        depth = depth_of(self.options)
        same_kind = self._asked(arms=(arm,), filter=replace(self.options.filter, kinds=(record.kind,)))
        rivals = () if same_kind.trace is None else same_kind.trace.rankings.get(arm, ())
        state: FindingState
        if len(rivals) >= depth:
            state = "beyond_depth"
            why = f"{said}, the last of the {depth} that it may return has {rivals[-1].arm_score:.4g}"
        elif arm == "temporal":
            state, why = "not_chosen", f"{said}, but others stand for its part of the window"
        elif arm == "semantic" and self.engine.backend.approximate():
            state, why = "missed", f"{said}; the approximate search missed it, and exact=True finds it"
        else:
            state, why = "absent", _CHANGED
        return Finding(state=state, arm_score=arm_score, why=why)

    def _alone(self, arm: Arm, memory: str, engine: Engine) -> float | None:
        """What an arm makes of a memory if it may find no other."""
        found = self._asked(engine, arms=(arm,), filter=replace(self.options.filter, ids=(memory,))).memories
        return found[0].evidence[arm].arm_score if found else None

    def _asked(
        self,
        engine: Engine | None = None,
        *,
        arms: tuple[Arm, ...],
        filter: Filter,  # noqa: A002  # its name
    ) -> RecallResult:
        """Recalls by other arms and another filter, as deep, with neither floors nor a second opinion."""
        options = replace(
            self.options,
            arms=arms,
            filter=filter,
            # As a number, for an adaptive budget is a share of max_tokens, and these are others.
            budget=depth_of(self.options),
            min_semantic=None,
            min_keyword=None,
            min_similarity=None,
            min_reranker=None,
            min_final=None,
            min_relevance=0.0,
            rerank=False,
            cap_per_arm=None,
            boosts={},
            prefer_observations=False,
            limit=1,
            max_tokens=1,
            overflow="first",
        )
        vector = self.vector if engine is None or engine is self.engine else None
        [result] = recall(engine or self.engine, [self.query], options, vector=vector)
        return result

    def _holds(self, memory: str, chosen: Filter) -> bool:
        return bool(self.engine.backend.records_after(0, 1, replace(chosen, ids=(memory,))))


def _unlike(arm: Arm, arm_score: float) -> str:
    below = arm == "temporal" and arm_score < 0.0
    return " (unlike the query, so after all of the window that are not)" if below else ""


def _nothing(memory: str, outcome: str, state: FindingState, result: RecallResult) -> Explanation:
    finding = Finding(state=state, why=outcome)
    return Explanation(
        id=memory,
        returned=False,
        outcome=outcome,
        findings=dict.fromkeys(ARMS, finding),
        story=(),
        notes=result.notes,
    )

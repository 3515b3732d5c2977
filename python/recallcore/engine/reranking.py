"""Whether the reranker reads, how far, and what becomes of what it says. Failures are told, never raised."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from recallcore.backend import Candidates, Outline
from recallcore.config import RecallOptions
from recallcore.rerank.gate import all_fit, decided_by_likeness, too_few
from recallcore.rerank.reading import Judge, Reading
from recallcore.types import BreakerState, RerankEnd, RerankReport
from recallcore.types.failures import in_words

if TYPE_CHECKING:
    from numpy.typing import NDArray

NO_RERANKER = "the bank was opened without a reranker"


@dataclass(frozen=True, slots=True, kw_only=True)
class Reranking:
    """What a reranker said about the candidates of a search.

    Attributes:
        report: What it did, or why it did not run.
        scores: Shape (head,), NaN where it has no number; None if it did not run.
        asked: Shape (head,), which candidates it has judged; None if it did not run.
        notes: What a careful reader should know.
    """

    report: RerankReport
    scores: NDArray[np.float64] | None = None
    asked: NDArray[np.bool_] | None = None
    notes: tuple[str, ...] = ()


def reranked(
    judge: Judge | None, query: str, candidates: Candidates, options: RecallOptions, *, spent: float
) -> Reranking:
    """Lets a reranker judge the candidates, unless it cannot help or has failed too often.

    Args:
        judge: The reranker and what guards it, or None.
        query: What was asked.
        candidates: What the search found.
        options: Checked options.
        spent: Seconds that the recall has taken so far.
    """
    if judge is None:
        return Reranking(report=RerankReport(reason=NO_RERANKER))
    outline = candidates.outline()
    reason = _why_not(outline, options)
    if reason is not None:
        return _left_out(judge, reason)
    state = judge.breaker.admit()
    if state == "open":
        reason = "it failed too often, and is left alone for a while"
        note = f"reranker {judge.reranker.name!r} was not asked: {reason}"
        return _left_out(judge, reason, state=state, notes=(note,))
    deadline = options.reranking.deadline
    reading = Reading(
        judge,
        query,
        outline.memories,
        until=None if deadline is None else time.monotonic() + deadline - spent,
        clock=time.monotonic,
    )
    hurried = deadline is not None and spent > deadline / 2
    return _told(reading, _read(reading, candidates, options), state, options, hurried=hurried)


def _left_out(
    judge: Judge, reason: str, *, state: BreakerState | None = None, notes: tuple[str, ...] = ()
) -> Reranking:
    reranker = judge.reranker
    seen: BreakerState = state or ("open" if judge.breaker.is_open else "closed")
    report = RerankReport(name=reranker.name, scale=reranker.scale, reason=reason, breaker=seen)
    return Reranking(report=report, notes=notes)


def _why_not(outline: Outline, options: RecallOptions) -> str | None:
    """Says why a reranker is not wanted or cannot help, or None."""
    rules = options.reranking
    if not options.rerank:
        return (
            "rerank is off" if options.fusion == "rrf" else "candidates of fusion interleave are not reranked"
        )
    count = len(outline.tokens)
    if not count:
        return "there were no candidates"
    # A floor asks for the scores, whoever sees them.
    if options.min_reranker is not None or options.min_final is not None:
        return None
    if rules.gate:
        fits = all_fit(outline.tokens, max_tokens=options.max_tokens, limit=options.limit)
        reason = too_few(count) or (None if options.ordered else fits)
        if reason is not None:
            return reason
    return decided_by_likeness(outline.similarities) if rules.score_gate else None


def _read(reading: Reading, candidates: Candidates, options: RecallOptions) -> RerankEnd:
    """Reads slice by slice, and returns why it ended."""
    rules = options.reranking
    head = len(reading.scores)
    least = head if rules.full else reading.judge.reranker.least_slice
    places = range(0)
    while places.stop < head:
        if reading.late:
            return "deadline"
        size = max(least, rules.step if places else rules.first)
        places = range(places.stop, min(places.stop + size, head))
        if not reading.remember(places):
            reading.score(places, candidates.documents(places.start, len(places)))
        if reading.error is not None:
            return "failed"
        if not reading.finished:
            return "deadline"
        if places.start > 0 and places.stop < head and _settled(reading, candidates, options, places.start):
            return "settled"
    return "complete"


def _settled(reading: Reading, candidates: Candidates, options: RecallOptions, newest: int) -> bool:
    scale = reading.judge.reranker.scale
    return candidates.settled(options, reading.scores, reading.asked, newest=newest, scale=scale)


def _told(
    reading: Reading, ended: RerankEnd, state: BreakerState, options: RecallOptions, *, hurried: bool
) -> Reranking:
    """Turns what was read into an answer, and tells the breaker how it went.

    Args:
        reading: What was read.
        ended: Why it ended.
        state: What the breaker said before.
        options: Checked options.
        hurried: Whether most of the deadline had passed before the reranker was asked.
    """
    reranker, breaker = reading.judge.reranker, reading.judge.breaker
    scored, head = int(reading.asked.sum()), len(reading.scores)
    silent = int(np.isnan(reading.scores[reading.asked]).sum())
    failure = _failure(reading, scored=scored, silent=silent, options=options)
    if failure is not None and not (failure.late and (hurried or reranker.loading)):
        breaker.failed()
    elif failure is None and reading.called:
        breaker.succeeded()
    elif state == "trial":
        breaker.spare()
    ran = scored > silent
    reason = None
    if not ran:
        reason = failure.reason if failure is not None else _NEVER_ASKED[ended]
    report = RerankReport(
        ran=ran,
        name=reranker.name,
        scale=reranker.scale,
        scored=scored if ran else 0,
        unscored=head - scored if ran else 0,
        ended=ended if ran else None,
        reason=reason,
        breaker=state,
        work=reading.work if options.trace else None,
    )
    notes = _notes(reranker.name, report, failure, silent=silent, options=options)
    if not ran:
        return Reranking(report=report, notes=notes)
    return Reranking(report=report, scores=reading.scores, asked=reading.asked, notes=notes)


_NEVER_ASKED: dict[RerankEnd, str] = {
    "complete": "the candidates that it was to judge were forgotten or replaced",
    "deadline": "the deadline had passed before it was asked",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class _Failure:
    """How a reranker failed.

    Attributes:
        note: In words, which may quote what it was given.
        reason: In words that do not, for the trace holds no text.
        late: Whether all that is known is that it had not answered in time.
    """

    note: str
    reason: str
    late: bool = False


def _failure(reading: Reading, *, scored: int, silent: int, options: RecallOptions) -> _Failure | None:
    if reading.error is not None:
        # The class alone: what an exception says may quote the query and the memories.
        reason = f"the reranker failed: {type(reading.error).__name__}"
        return _Failure(note=f"failed: {in_words(reading.error)}", reason=reason)
    # What is remembered is not its answer: one that hangs has failed, whatever it said in earlier recalls.
    if reading.called and not reading.answered:
        loading = ", for its model was still being loaded" if reading.judge.reranker.loading else ""
        said = f"gave no score within the deadline of {options.reranking.deadline:g} s{loading}"
        return _Failure(note=said, reason=f"it {said}", late=True)
    if scored and scored == silent:
        said = f"gave no number for any of {scored} memories"
        return _Failure(note=said, reason=f"it {said}")
    return None


def _notes(
    name: str, report: RerankReport, failure: _Failure | None, *, silent: int, options: RecallOptions
) -> tuple[str, ...]:
    notes: list[str] = []
    if failure is not None:
        notes.append(f"reranker {name!r} {failure.note}")
    if report.ran and silent:
        notes.append(
            f"reranker {name!r} gave no number for {silent} of {report.scored} memories, which count as 0"
        )
    if report.ran and report.ended in ("deadline", "failed"):
        why = (
            "before it failed"
            if report.ended == "failed"
            else f"within the deadline of {options.reranking.deadline:g} s"
        )
        head = report.scored + report.unscored
        notes.append(
            f"reranker {name!r} scored {report.scored} of {head} candidates {why}; the others stand below "
            "them, in fused order"
        )
    elif not report.ran and failure is None and report.reason == _NEVER_ASKED["deadline"]:
        notes.append(f"reranker {name!r} was not asked: {report.reason}")
    return tuple(notes)

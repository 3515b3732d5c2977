"""Whether the reranker reads, and how far. Its failures are told, never raised."""

from __future__ import annotations

import time

from recallcore.backend import Candidates, Outline
from recallcore.config import NO_RERANKER, RecallOptions
from recallcore.engine.judgement import Reranking, told
from recallcore.rerank.gate import all_fit, decided_by_likeness, too_few, too_long
from recallcore.rerank.reading import Judge, Reading
from recallcore.rerank.scripts import unknown_script
from recallcore.types import BreakerState, Reads, RerankEnd, RerankReport


def reranked(
    judge: Judge | None,
    query: str,
    candidates: Candidates,
    options: RecallOptions,
    *,
    spent: float,
    absence: str = NO_RERANKER,
) -> Reranking:
    """Lets a reranker judge the candidates, unless it cannot help or has failed too often.

    Args:
        judge: The reranker and what guards it, or None.
        query: What was asked.
        candidates: What the search found.
        options: Checked options.
        spent: Seconds that the recall has taken so far.
        absence: Why there is no reranker, if there is none.
    """
    if judge is None:
        notes = () if absence == NO_RERANKER else (absence,)
        return Reranking(report=RerankReport(reason=absence), notes=notes)
    outline = candidates.outline()
    reason = _why_not(outline, options)
    if reason is not None:
        return _left_out(judge, reason)
    reason = _beyond(judge, query, outline, options)
    if reason is not None:
        return _left_out(judge, reason, notes=(_not_asked(judge, reason),))
    state = judge.breaker.admit()
    if state == "open":
        reason = "it failed too often, and is left alone for a while"
        return _left_out(judge, reason, state=state, notes=(_not_asked(judge, reason),))
    deadline = options.reranking.deadline
    reading = Reading(
        judge,
        query,
        outline.memories,
        reads=_reads(judge, options),
        until=None if deadline is None else time.monotonic() + deadline - spent,
        clock=time.monotonic,
    )
    hurried = deadline is not None and spent > deadline / 2
    return told(reading, _read(reading, candidates, options), state, options, hurried=hurried)


def _left_out(
    judge: Judge, reason: str, *, state: BreakerState | None = None, notes: tuple[str, ...] = ()
) -> Reranking:
    reranker = judge.reranker
    seen: BreakerState = state or ("open" if judge.breaker.is_open else "closed")
    report = RerankReport(name=reranker.name, scale=reranker.scale, reason=reason, breaker=seen)
    return Reranking(report=report, notes=notes)


def _not_asked(judge: Judge, reason: str) -> str:
    return f"reranker {judge.reranker.name!r} was not asked: {reason}"


def _why_not(outline: Outline, options: RecallOptions) -> str | None:
    """Says why a reranker is not wanted or cannot help, or None."""
    rules = options.reranking
    if not options.rerank:
        return (
            "candidates of fusion interleave are not reranked"
            if options.fusion == "interleave"
            else "rerank is off"
        )
    count = len(outline.tokens)
    if not count:
        return "there were no candidates"
    if _has_floor(options):
        return None
    if rules.gate:
        fits = all_fit(outline.tokens, max_tokens=options.max_tokens, limit=options.limit)
        reason = too_few(count) or (None if options.ordered else fits)
        if reason is not None:
            return reason
    return decided_by_likeness(outline.similarities) if rules.score_gate else None


def _beyond(judge: Judge, query: str, outline: Outline, options: RecallOptions) -> str | None:
    """Says that query or candidates are nothing that the reranker was made for, or None."""
    script = unknown_script(query, judge.reranker.scripts)
    if script is not None:
        return f"the query is in a script that it does not know: {script}"
    rules = options.reranking
    if _has_floor(options) or not rules.gate:
        return None
    return too_long(outline.tokens[: rules.first], longest=judge.reranker.longest_text)


def _has_floor(options: RecallOptions) -> bool:
    # A floor asks for the scores, whoever sees them.
    return options.min_reranker is not None or options.min_final is not None


def _read(reading: Reading, candidates: Candidates, options: RecallOptions) -> RerankEnd:
    """Reads slice by slice, and returns why it ended."""
    rules = options.reranking
    reranker = reading.judge.reranker
    # What a caller asks for by `full`, or a floor, is read whatever the reranker thinks useful.
    bounded = not rules.full and not _has_floor(options)
    every = len(reading.scores)
    head = min(every, reranker.deepest or every) if bounded else every
    least = head if rules.full else reranker.least_slice
    places = range(0)
    while places.stop < head:
        if reading.late:
            return "deadline"
        size = max(least, rules.step if places else rules.first)
        places = range(places.stop, min(places.stop + size, head))
        if not reading.remember(places):
            reading.score(places, candidates.documents(places.start, len(places), reading.reads))
        if reading.error is not None:
            return "failed"
        if not reading.finished:
            return "deadline"
        if places.start > 0 and places.stop < head and _settled(reading, candidates, options, places.start):
            return "settled"
    return "complete" if head == every else "settled"


def _reads(judge: Judge, options: RecallOptions) -> Reads:
    """How much of a memory the reranker is given: no context where the recall leaves contexts unread."""
    reads = judge.reranker.reads
    return reads if options.search_context or reads == "document" else "text"


def _settled(reading: Reading, candidates: Candidates, options: RecallOptions, newest: int) -> bool:
    scale = reading.judge.reranker.scale
    return candidates.settled(options, reading.scores, reading.asked, newest=newest, scale=scale)

"""The way of one candidate through a recall, in words."""

from __future__ import annotations

from recallcore.config import RecallOptions
from recallcore.types import Trace, TracedCandidate


def outcome_of(candidate: TracedCandidate, options: RecallOptions) -> str:
    """Says in one line what became of a candidate."""
    match candidate.decision:
        case "kept":
            return f"returned at rank {candidate.rank}"
        case "budget":
            return (
                f"left out at rank {candidate.rank}: its {candidate.tokens} tokens did not fit into what was "
                f"left of max_tokens {options.max_tokens}"
            )
        case "limit":
            return f"left out at rank {candidate.rank}: limit {options.limit} was reached"
        case "similarity_floor":
            return f"left out: its likeness lies below min_scores of similarity {options.min_similarity:g}"
        case "reranker_floor" if candidate.rerank is None:
            return f"left out: it has no rerank score, and min_scores of reranker is {options.min_reranker:g}"
        case "reranker_floor":
            return f"left out: its rerank score lies below min_scores of reranker {options.min_reranker:g}"
        case "final_floor":
            return f"left out: its combined score lies below min_scores of final {options.min_final:g}"
        case "relevance":
            return (
                f"left out: nothing that was found is as relevant as min_relevance {options.min_relevance:g}"
            )
        case "observation":
            return "left out: an observation that was made from it was returned instead"
        case "forgotten" | "replaced":
            return f"left out: it was {candidate.decision} while the recall ran"


def story_of(candidate: TracedCandidate, trace: Trace, options: RecallOptions) -> tuple[str, ...]:
    """Tells the way of a candidate, a line for each stage."""
    size = len(trace.pool)
    lines = [] if trace.window is None else [_asked(trace)]
    lines.append(_fused(candidate, size))
    if candidate.boosted is not None:
        boosts = ", ".join(f"{arm} {level}" for arm, level in options.boosts.items()) or "none"
        lines.append(f"cut to {options.rerank_depth} by {candidate.boosted:.4g}, boosts: {boosts}")
    if candidate.pool_rank is None:
        lines.append(f"beyond rerank_depth {options.rerank_depth}, so it stands below all that were scored")
    elif trace.rerank.ran and candidate.rerank is None:
        lines.append(f"{_unjudged(trace)}, so it stands below all that were scored")
    elif options.fusion != "interleave":
        lines.append(_judged(candidate, trace, options))
        lines.append(_combined(candidate))
    change = candidate.rank_change
    moved = f", {abs(change)} {'up' if change > 0 else 'down'} since fusion" if change else ""
    lines.append(f"ordered: place {candidate.rank} of {size}{moved}")
    lines.append(f"packed: {candidate.tokens} tokens, {candidate.decision}")
    return tuple(lines)


def _fused(candidate: TracedCandidate, size: int) -> str:
    parts = [f"{arm} {part:.4g}" for arm, part in (candidate.fused_parts or {}).items()]
    sum_of = f" = {' + '.join(parts)}" if parts else ""
    return f"fused: place {candidate.fused_rank} of {size}, score {candidate.fused:.4g}{sum_of}"


def _asked(trace: Trace) -> str:
    edges = {} if trace.window is None else trace.window.to_dict()
    window = f"window: {edges.get('start') or 'the beginning'} to {edges.get('end') or 'now'}, end outside"
    return window if trace.reading is None else f"{window}, read in {trace.reading.matched!r}"


def _unjudged(trace: Trace) -> str:
    reranker = f"reranker {trace.rerank.name!r}"
    match trace.rerank.ended:
        case "settled":
            return (
                f"{reranker} did not read it, for it could hardly have changed what counts or lies deeper "
                "than the reranker asks to read"
            )
        case "deadline":
            return f"{reranker} did not get to it within the deadline"
        case "failed":
            return f"{reranker} failed before it got to it"
        case "complete" | None:
            return (
                f"{reranker} did not read it, for it does not know its script, or it was forgotten or "
                "replaced while the recall ran"
            )


def _judged(candidate: TracedCandidate, trace: Trace, options: RecallOptions) -> str:
    if candidate.rerank is None:
        return f"no reranker ran: {trace.rerank.reason}"
    raw = "no number" if candidate.rerank_raw is None else f"{candidate.rerank_raw:.4g}"
    said = f"reranker {trace.rerank.name!r}: {raw}, normalised {candidate.rerank:.4g}"
    blend = options.reranking.blend
    return f"{said}, {candidate.base:.4g} with fusion's share of {blend:g}" if blend else said


def _combined(candidate: TracedCandidate) -> str:
    boost = f" + boost {candidate.strategy_boost:.4g}" if candidate.strategy_boost else ""
    return (
        f"combined {candidate.combined:.4g} = {candidate.base:.4g} × recency "
        f"{candidate.recency_factor:.4g} × proximity {candidate.proximity_factor:.4g} × proof "
        f"{candidate.proof_factor:.4g}{boost}"
    )

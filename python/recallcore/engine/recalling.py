"""One recall: words for time, the query's vector, the search, the reranker, the packing; their order."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from recallcore.backend import Backend
from recallcore.config import NO_RERANKER, RecallOptions
from recallcore.embed import Role
from recallcore.engine.naming import entities_of
from recallcore.engine.reranking import reranked
from recallcore.engine.semantics import QueryVector, Semantics
from recallcore.engine.timing import with_time
from recallcore.entities import EntityExtractor
from recallcore.rerank.reading import Judge
from recallcore.types import RecallResult, StageTime, memory_text

if TYPE_CHECKING:
    from numpy.typing import ArrayLike


@dataclass(frozen=True, slots=True, kw_only=True)
class Engine:
    """What a recall runs on.

    Attributes:
        backend: Where the memories are.
        semantics: The embedder, and what the bank's vectors came from.
        extractor: Finds the names in a query for the graph arm, which runs for every query without it.
        judge: The reranker with what guards it, or None.
        no_judge: Why there is none, if there is none.
    """

    backend: Backend
    semantics: Semantics
    extractor: EntityExtractor | None = None
    judge: Judge | None = None
    no_judge: str = NO_RERANKER


def recall(
    engine: Engine,
    queries: Sequence[str],
    options: RecallOptions,
    *,
    vector: ArrayLike | None = None,
    role: Role = "query",
) -> list[RecallResult]:
    """Answers queries that share their options; the embedder sees all of them in one batch.

    Args:
        engine: What the recall runs on.
        queries: Literal texts.
        options: Checked options.
        vector: The vector of the only query, or None to embed.
        role: What the texts are to the embedder.

    Returns:
        One result for each query, in order.

    Raises:
        InputError: A query is empty or longer than 1 MiB, or the vector is not finite or zero.
        DimensionError: The vector has another length than the bank's vectors.
        StorageError: The bank cannot be read.
    """
    several = len(queries) > 1
    texts = [
        memory_text(query, name=f"queries[{place}]" if several else "query")
        for place, query in enumerate(queries)
    ]
    began = time.perf_counter_ns()
    timed = [with_time(text, options) for text in texts]
    timing = _stage("time", began)
    began = time.perf_counter_ns()
    vectors = (
        engine.semantics.query_vectors(texts, given=vector, role=role)
        if any(own.uses_vector for own, _ in timed)
        else [QueryVector()] * len(texts)
    )
    embed = _stage("embed", began)
    return [
        _answer(
            engine,
            text,
            replace(query_vector, notes=(*notes, *query_vector.notes)),
            own,
            before=(timing, embed),
        )
        for text, query_vector, (own, notes) in zip(texts, vectors, timed, strict=True)
    ]


def _answer(
    engine: Engine,
    query: str,
    vector: QueryVector,
    options: RecallOptions,
    *,
    before: tuple[StageTime, ...],
) -> RecallResult:
    options = _blended(options, engine.judge)
    spent = sum(stage.micros for stage in before)
    began = time.perf_counter_ns()
    names, failure = (None, None) if "graph" not in options.arms else entities_of(query, engine.extractor)
    candidates = engine.backend.search(query, vector.values, options, entities=names, made_by=vector.made_by)
    search = _stage("search", began)
    began = time.perf_counter_ns()
    reranking = reranked(
        engine.judge,
        query,
        candidates,
        options,
        spent=(spent + search.micros) / 1e6,
        absence=engine.no_judge,
    )
    report = reranking.report
    rerank = _stage("rerank", began)
    began = time.perf_counter_ns()
    told = [*vector.notes, *([failure] if failure else []), *reranking.notes]
    if options.min_reranker is not None and len(candidates) and not report.ran:
        told.append(f"min_scores of reranker was not applied, for no reranker ran: {report.reason}")
    result = candidates.finish(
        options,
        reranking.scores,
        reranking.asked,
        scale=report.scale or "auto",
        reached=reranking.reached,
        passed_over=reranking.passed_over,
    )
    finish = _stage("finish", began)
    trace = result.trace
    if trace is not None:
        trace = replace(trace, rerank=report, stages=(*before, search, rerank, finish, *trace.stages))
    return replace(result, rerank=report, notes=tuple(dict.fromkeys((*told, *result.notes))), trace=trace)


def _blended(options: RecallOptions, judge: Judge | None) -> RecallOptions:
    """Fills in the share of fusion that the reranker asks for, where nobody else has said."""
    if judge is None or options.reranking.blend is not None:
        return options
    return replace(options, reranking=replace(options.reranking, blend=judge.reranker.blend))


def _stage(stage: str, began: int) -> StageTime:
    return StageTime(stage=stage, micros=(time.perf_counter_ns() - began) // 1000)

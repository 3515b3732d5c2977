"""One recall: the query's vector, the search, the packing. The order of the stages and nothing else."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from recallcore._seam import search_mapping
from recallcore.backend import Backend
from recallcore.config import RecallOptions
from recallcore.engine.naming import entities_of
from recallcore.engine.reembedding import Progress, reembed
from recallcore.engine.semantics import QueryVector, Semantics, identity_of
from recallcore.entities import EntityExtractor
from recallcore.types import RecallResult, StageTime, Trace, memory_text

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

__all__ = ["Progress", "Semantics", "entities_of", "identity_of", "recall", "reembed"]


def recall(
    backend: Backend,
    semantics: Semantics,
    queries: Sequence[str],
    options: RecallOptions,
    *,
    vector: ArrayLike | None = None,
    extractor: EntityExtractor | None = None,
) -> list[RecallResult]:
    """Answers queries that share their options; the embedder sees all of them in one batch.

    Args:
        backend: Where the memories are.
        semantics: The embedder, and what the bank's vectors came from.
        queries: Literal texts.
        options: Checked options.
        vector: The vector of the only query, or None to embed.
        extractor: Finds the names in a query for the graph arm, which runs for every query without it.

    Returns:
        One result for each query, in order.

    Raises:
        InputError: A query is empty or longer than 1 MiB, or the vector is not finite or zero.
        DimensionError: The vector has another length than the bank's vectors.
        StorageError: The bank cannot be read.
    """
    texts = [memory_text(query, name="query") for query in queries]
    began = time.perf_counter_ns()
    vectors = (
        semantics.query_vectors(texts, given=vector) if options.uses_vector else [QueryVector()] * len(texts)
    )
    embed = _stage("embed", began)
    return [
        _answer(backend, text, query_vector, options, embed=embed, extractor=extractor)
        for text, query_vector in zip(texts, vectors, strict=True)
    ]


def _answer(
    backend: Backend,
    query: str,
    vector: QueryVector,
    options: RecallOptions,
    *,
    embed: StageTime,
    extractor: EntityExtractor | None,
) -> RecallResult:
    began = time.perf_counter_ns()
    names, failure = (None, None) if "graph" not in options.arms else entities_of(query, extractor)
    candidates = backend.search(query, vector.values, options, entities=names, made_by=vector.made_by)
    search = _stage("search", began)
    began = time.perf_counter_ns()
    result = candidates.finish(options)
    finish = _stage("finish", began)
    trace = None
    if options.trace:
        trace = Trace(
            query_time=options.query_time,
            stages=(embed, search, finish),
            search=search_mapping(options),
        )
    notes = tuple(dict.fromkeys((*vector.notes, *((failure,) if failure else ()), *result.notes)))
    return replace(result, notes=notes, window=options.window, trace=trace)


def _stage(stage: str, began: int) -> StageTime:
    return StageTime(stage=stage, micros=(time.perf_counter_ns() - began) // 1000)

"""Our reranker as a side of the benchmark."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from benches.rerank.reading import Reading, Score
from recallcore.rerank import BatchedReranker, CrossEncoder, CrossEncoderOptions


def open_ours(file: Path, *, threads: int) -> CrossEncoder:
    """The model of that file, with the options that a recall would use but for the threads."""
    return CrossEncoder(file.parent, options=CrossEncoderOptions(file=file.name, threads=threads))


def full(reranker: BatchedReranker) -> Score:
    """Every text scored, no stage and no gate before it."""

    def score(query: str, texts: Sequence[str]) -> Reading:
        scores = np.full(len(texts), np.nan)
        tokens = padding = 0
        for batch in reranker.score_batches(query, texts):
            scores[batch.places] = batch.scores
            tokens += batch.tokens
            padding += batch.padding
        return Reading(scores=scores, tokens=tokens, padding=padding)

    return score

"""Finds the passages that look right for a question: the head of BM25 and embedder, fused by rank."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import numpy as np
from embedding import PASSAGE, QUERY, Embedder
from numpy.typing import NDArray

from reranker.training_sets import Bank

_K1, _B = 1.2, 0.75
_RRF_K = 60


def heads(bank: Bank, embedder: Embedder, *, depth: int, dense: bool) -> list[list[int]]:
    """Returns the best `depth` passages for each question of the bank, the best first.

    With `dense` the embedder has a say; without, its tokenizer alone is used.
    """
    questions = [question.text for question in bank.questions]
    fused = fused_scores(questions, bank.passages, embedder, dense=dense)
    order = np.argsort(-fused, axis=1, kind="stable")[:, :depth]
    return [row.tolist() for row in order]


def fused_scores(
    questions: Sequence[str], passages: Sequence[str], embedder: Embedder, *, dense: bool
) -> NDArray[np.float32]:
    """Returns (questions, passages): reciprocal ranks in BM25 and, with `dense`, in the embedder's order.

    The words of BM25 are the pieces of the embedder's tokenizer.
    """
    ranks = _ranks(_bm25(embedder.token_ids(questions), embedder.token_ids(passages)))
    fused = 1 / (_RRF_K + ranks)
    if dense:
        similarities = embedder.embed(questions, prefix=QUERY) @ embedder.embed(passages, prefix=PASSAGE).T
        fused = fused + 1 / (_RRF_K + _ranks(similarities))
    return fused


def _ranks(scores: NDArray[np.float32]) -> NDArray[np.float32]:
    order = np.argsort(-scores, axis=1, kind="stable")
    ranks = np.empty(scores.shape, np.float32)
    places = np.broadcast_to(np.arange(1, scores.shape[1] + 1, dtype=np.float32), scores.shape)
    np.put_along_axis(ranks, order, places, axis=1)
    return ranks


def _bm25(questions: list[list[int]], passages: list[list[int]]) -> NDArray[np.float32]:
    lengths = np.array([len(passage) for passage in passages], np.float32)
    shortness = _K1 * (1 - _B + _B * lengths / lengths.mean())
    postings: dict[int, list[tuple[int, int]]] = {}
    for row, passage in enumerate(passages):
        for piece, count in Counter(passage).items():
            postings.setdefault(piece, []).append((row, count))
    scores = np.zeros((len(questions), len(passages)), np.float32)
    for place, question in enumerate(questions):
        for piece in set(question):
            found = postings.get(piece, [])
            if not found:
                continue
            rows, counts = np.array(found).T
            rarity = np.log(1 + (len(passages) - len(found) + 0.5) / (len(found) + 0.5))
            scores[place, rows] += rarity * counts * (_K1 + 1) / (counts + shortness[rows])
    return scores

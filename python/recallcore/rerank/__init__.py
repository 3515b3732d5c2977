"""Rerankers: a query beside each text to a score; a recall goes on without one that fails."""

from recallcore.rerank.callable import CallableReranker, RerankFunction
from recallcore.rerank.choosing import RerankerSpec, ResolvedReranker, resolve
from recallcore.rerank.cross_encoder import CrossEncoder, CrossEncoderOptions
from recallcore.rerank.protocol import SCALES, BatchedReranker, Reranker, Scale, ScoredBatch
from recallcore.rerank.scoring import Reranking, rerank

__all__ = [
    "SCALES",
    "BatchedReranker",
    "CallableReranker",
    "CrossEncoder",
    "CrossEncoderOptions",
    "RerankFunction",
    "Reranker",
    "RerankerSpec",
    "Reranking",
    "ResolvedReranker",
    "Scale",
    "ScoredBatch",
    "rerank",
    "resolve",
]

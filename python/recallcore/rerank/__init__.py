"""Rerankers: a query beside each text to a score; a recall goes on without one that fails."""

from recallcore.rerank.callable import CallableReranker, RerankFunction
from recallcore.rerank.choosing import RerankerSpec, ResolvedReranker, resolve
from recallcore.rerank.protocol import SCALES, Reranker, Scale
from recallcore.rerank.scoring import Reranking, rerank

__all__ = [
    "SCALES",
    "CallableReranker",
    "RerankFunction",
    "Reranker",
    "RerankerSpec",
    "Reranking",
    "ResolvedReranker",
    "Scale",
    "rerank",
    "resolve",
]

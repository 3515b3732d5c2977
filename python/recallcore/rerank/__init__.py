"""Rerankers: a query beside each text to a score; a recall goes on without one that fails."""

from recallcore.rerank.breaker import Breaker
from recallcore.rerank.cache import ScoreCache
from recallcore.rerank.callable import CallableReranker, RerankFunction
from recallcore.rerank.choosing import RerankerSpec, ResolvedReranker, resolve
from recallcore.rerank.cross_encoder import CrossEncoder, CrossEncoderOptions
from recallcore.rerank.protocol import SCALES, BatchedReranker, Reranker, Scale, ScoredBatch
from recallcore.rerank.registry import names, register
from recallcore.rerank.remote import RemoteReranker

__all__ = [
    "SCALES",
    "BatchedReranker",
    "Breaker",
    "CallableReranker",
    "CrossEncoder",
    "CrossEncoderOptions",
    "RemoteReranker",
    "RerankFunction",
    "Reranker",
    "RerankerSpec",
    "ResolvedReranker",
    "Scale",
    "ScoreCache",
    "ScoredBatch",
    "names",
    "register",
    "resolve",
]

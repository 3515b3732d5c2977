"""Rerankers behind HTTP: the ``/rerank`` request that hosted services and self-hosted servers understand."""

from recallcore.rerank.remote.dialects import DIALECTS, Dialect
from recallcore.rerank.remote.reranker import RemoteReranker
from recallcore.rerank.remote.retrying import Pace

__all__ = ["DIALECTS", "Dialect", "Pace", "RemoteReranker"]

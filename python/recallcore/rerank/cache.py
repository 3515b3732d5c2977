"""Remembers what a reranker said, so that the same question about the same memories costs nothing again."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Mapping, Sequence

from recallcore.config import DEFAULT_SCORE_CACHE_BYTES
from recallcore.types.checks import integer_of

MemoryVersion = tuple[int, int]
"""A memory's number in its bank, and its version: a memory that is replaced is another."""

# What an entry of these maps takes in CPython: a key of two integers, a float, and its share of the tables.
_BYTES_PER_SCORE = 240
_BYTES_PER_QUERY = 400


class ScoreCache:
    """The scores of one bank, by model, query, memory and version. Threads may share it.

    Queries that were not asked for the longest time go first, with all their scores.

    Args:
        most_bytes: How much it may hold, about; 0 remembers nothing.

    Raises:
        InputError: ``most_bytes`` is no integer from 0.

    Example:
        >>> cache = ScoreCache()
        >>> cache.put("model", "tea?", {(1, 1): 0.9})
        >>> cache.get("model", "tea?", [(1, 1), (1, 2)])
        {(1, 1): 0.9}
    """

    def __init__(self, most_bytes: int = DEFAULT_SCORE_CACHE_BYTES) -> None:
        self._most = integer_of(most_bytes, name="bytes of a score cache", least=0)
        self._bytes = 0
        self._queries: OrderedDict[tuple[str, str], dict[MemoryVersion, float]] = OrderedDict()
        self._lock = threading.Lock()

    @property
    def bytes(self) -> int:
        """How much it holds, about."""
        return self._bytes

    def get(self, model: str, query: str, memories: Sequence[MemoryVersion]) -> dict[MemoryVersion, float]:
        """Returns the scores that are known, by memory."""
        with self._lock:
            known = self._queries.get((model, query))
            if known is None:
                return {}
            self._queries.move_to_end((model, query))
            return {memory: known[memory] for memory in memories if memory in known}

    def put(self, model: str, query: str, scores: Mapping[MemoryVersion, float]) -> None:
        """Remembers scores, and forgets what was not asked for the longest time."""
        if not scores:
            return
        key = (model, query)
        with self._lock:
            if key not in self._queries:
                self._queries[key] = {}
                self._bytes += _bytes_of(key)
            known = self._queries[key]
            before = len(known)
            known.update(scores)
            self._bytes += (len(known) - before) * _BYTES_PER_SCORE
            self._queries.move_to_end(key)
            while self._bytes > self._most and self._queries:
                oldest, forgotten = self._queries.popitem(last=False)
                self._bytes -= _bytes_of(oldest) + len(forgotten) * _BYTES_PER_SCORE


def _bytes_of(key: tuple[str, str]) -> int:
    # At most four bytes a character, which is what CPython stores one outside of the basic plane with.
    return _BYTES_PER_QUERY + 4 * sum(len(part) for part in key)

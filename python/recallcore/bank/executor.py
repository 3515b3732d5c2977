"""The bank's own bounded threads, on which the ``a``-prefixed twins run, so that no event loop ever waits."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextvars import ContextVar
from functools import partial
from typing import TypeVar

from recallcore.errors import StorageError

Answer = TypeVar("Answer")

THREADS = 4
"""Calls of one bank that run at once; the others wait in line without blocking anybody."""


_CALLERS: ContextVar[frozenset[BankExecutor]] = ContextVar("_CALLERS", default=frozenset())
"""On whose threads the work runs that makes a call: a reranker or an embedder may ask a bank in its turn."""


class BankExecutor:
    """Threads that are made at first use and end with the bank."""

    def __init__(self) -> None:
        self._pool: ThreadPoolExecutor | None = None
        self._ended = False
        self._lock = threading.Lock()

    async def run(self, work: Callable[[], Answer]) -> Answer:
        """Runs ``work`` on a thread and returns what it returns.

        A caller that is cancelled stops waiting at once. Work that has not begun is dropped; work that runs
        goes on to its end, and its outcome is dropped.

        Work that another work waits for does not wait in line: were all threads taken by those who wait, it
        would never begin.

        Raises:
            StorageError: The threads have ended.
        """
        callers = _CALLERS.get()
        if self in callers:
            return await asyncio.to_thread(work)
        return await asyncio.wrap_future(self._submit(partial(_called_by, callers | {self}, work)))

    def close(self) -> None:
        """Waits for what runs and what waits in line, and ends the threads; closing twice is no error."""
        with self._lock:
            self._ended = True
            pool, self._pool = self._pool, None
        if pool is not None:
            pool.shutdown(wait=True)

    def _submit(self, work: Callable[[], Answer]) -> Future[Answer]:
        # Under the lock, so that nothing is handed to threads that are about to end.
        with self._lock:
            if self._ended:
                raise StorageError("bank is closed")
            if self._pool is None:
                self._pool = ThreadPoolExecutor(max_workers=THREADS, thread_name_prefix="recallcore")
            return self._pool.submit(work)


def _called_by(callers: frozenset[BankExecutor], work: Callable[[], Answer]) -> Answer:
    token = _CALLERS.set(callers)
    try:
        return work()
    finally:
        _CALLERS.reset(token)

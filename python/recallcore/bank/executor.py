"""The bank's own bounded threads, on which the ``a``-prefixed twins run, so that no event loop ever waits."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import TypeVar

from recallcore.errors import StorageError

Answer = TypeVar("Answer")

THREADS = 4
"""Calls of one bank that run at once; the others wait in line without blocking anybody."""


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

        Raises:
            StorageError: The threads have ended.
        """
        return await asyncio.wrap_future(self._submit(work))

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

"""The bank's own bounded threads, on which the ``a``-prefixed twins run, so that no event loop ever waits."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

Answer = TypeVar("Answer")

THREADS = 4
"""Calls of one bank that run at once; the others wait in line without blocking anybody."""


class BankExecutor:
    """Threads that are made at first use and end with the bank."""

    def __init__(self) -> None:
        self._pool: ThreadPoolExecutor | None = None
        self._lock = threading.Lock()

    async def run(self, work: Callable[[], Answer]) -> Answer:
        """Runs ``work`` on a thread and returns what it returns.

        A caller that is cancelled stops waiting at once. Work that has not begun is dropped; work that runs
        goes on to its end, and its outcome is dropped.
        """
        return await asyncio.get_running_loop().run_in_executor(self._started(), work)

    def close(self) -> None:
        """Waits for what runs and ends the threads; closing twice is no error."""
        with self._lock:
            pool, self._pool = self._pool, None
        if pool is not None:
            pool.shutdown(wait=True)

    def _started(self) -> ThreadPoolExecutor:
        with self._lock:
            if self._pool is None:
                self._pool = ThreadPoolExecutor(max_workers=THREADS, thread_name_prefix="recallcore")
            return self._pool

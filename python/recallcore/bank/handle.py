"""An open bank's parts and threads, out of reach once it is closed and in a forked child."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from recallcore.backend import Backend
from recallcore.bank.configuring import BankSettings
from recallcore.bank.executor import BankExecutor
from recallcore.bank.parts import Parts
from recallcore.engine import Engine
from recallcore.errors import StorageError

Answer = TypeVar("Answer")


class BankHandle:
    """Hands out the parts of a bank as long as it is open, in the process that opened it.

    Args:
        parts: What the bank is made of.
    """

    def __init__(self, parts: Parts) -> None:
        self._parts = parts
        self._executor = BankExecutor()
        self._process = os.getpid()
        self._closed = False

    @property
    def path(self) -> Path:
        """The bank's directory."""
        return self._parts.path

    @property
    def closed(self) -> bool:
        """Whether the bank was closed."""
        return self._closed

    def engine(self) -> Engine:
        """Returns what recalls run on.

        Raises:
            StorageError: The bank is closed, or was opened before a fork.
        """
        return self._open().engine

    def backend(self) -> Backend:
        """Returns what keeps the memories.

        Raises:
            StorageError: As `engine`.
        """
        return self._open().engine.backend

    def settings(self) -> BankSettings:
        """Returns the settings of the bank and of whoever opened it.

        Raises:
            StorageError: As `engine`.
        """
        return self._open().settings

    async def run(self, work: Callable[[], Answer]) -> Answer:
        """Runs ``work`` on a thread of the bank's own and returns what it returns.

        Raises:
            StorageError: As `engine`.
        """
        self._open()
        return await self._executor.run(work)

    def close(self) -> None:
        """Closes the bank once what runs on its threads has ended; closing twice is no error."""
        self._closed = True
        if self._process == os.getpid():
            self._executor.close()
        self._parts.engine.backend.close()

    def _open(self) -> Parts:
        if self._process != os.getpid():
            raise StorageError(
                f"bank was opened by process {self._process} and is used in process {os.getpid()}; "
                f"open it again after a fork: {self.path}"
            )
        if self._closed:
            raise StorageError(f"bank is closed: {self.path}")
        return self._parts

"""A circuit breaker: who has failed three times in a row is left alone for ten minutes, then tried once."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

from recallcore.errors import InputError
from recallcore.types import BreakerState
from recallcore.types.checks import checked_option, integer_of, number_of


class Breaker:
    """Counts failures in a row, and says whether another call is worth it. Threads may share it.

    Closed, it admits every call. `failures` of them failing one after the other open it: for `seconds` no
    call is admitted. Then it admits one, the trial, while others still stay out: if that succeeds the breaker
    closes, if it fails or never reports it is open for as long again. A trial that is not needed is handed
    back, and admitted to the next. A success closes it at any time.

    Args:
        failures: How many failures in a row open it.
        seconds: For how long.
        clock: Seconds that never go back; tests bring their own.

    Raises:
        ConfigError: A number is out of range.

    Example:
        >>> seconds = iter(range(1000))
        >>> breaker = Breaker(failures=1, seconds=2, clock=lambda: float(next(seconds)))
        >>> breaker.admit(), breaker.failed(), breaker.admit(), breaker.admit(), breaker.admit()
        ('closed', None, 'open', 'trial', 'open')
    """

    def __init__(
        self, *, failures: int = 3, seconds: float = 600.0, clock: Callable[[], float] = time.monotonic
    ) -> None:
        with checked_option():
            self._most = integer_of(failures, name="failures of a breaker", least=1)
            self._seconds = number_of(seconds, name="seconds of a breaker")
            if self._seconds < 0.0:
                raise InputError(f"seconds of a breaker is {self._seconds:g}, expected 0 or more")
        self._clock = clock
        self._lock = threading.Lock()
        self._failures = 0
        self._open_until: float | None = None

    @property
    def is_open(self) -> bool:
        """Whether it has failed so often that only a trial is admitted, now or later."""
        with self._lock:
            return self._open_until is not None

    def admit(self) -> BreakerState:
        """Returns whether a call may be made: ``closed`` and ``trial`` say yes, ``open`` no."""
        with self._lock:
            if self._open_until is None:
                return "closed"
            now = self._clock()
            if now < self._open_until:
                return "open"
            # Whoever comes while the trial runs stays out, and not for ever should it never report.
            self._open_until = now + self._seconds
            return "trial"

    def spare(self) -> None:
        """Hands back a trial that was not made."""
        with self._lock:
            if self._open_until is not None:
                self._open_until = self._clock()

    def succeeded(self) -> None:
        """Notes that a call went well."""
        with self._lock:
            self._failures = 0
            self._open_until = None

    def failed(self) -> None:
        """Notes that a call failed."""
        with self._lock:
            self._failures += 1
            if self._failures >= self._most:
                self._open_until = self._clock() + self._seconds

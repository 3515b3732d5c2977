"""When to ask again, and after how long: few times, and within so many seconds."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from typing import Final

from recallcore.errors import ConfigError
from recallcore.types.checks import checked_option, integer_of, number_of

_FIRST_WAIT: Final = 0.5
_LONGEST_WAIT: Final = 4.0
_PASSING: Final = frozenset({408, 429, 500, 502, 503, 504})
_LONGEST_TIME: Final = 86_400.0
_SECONDS: Final = re.compile(r"[0-9]{1,9}(\.[0-9]{1,9})?")


@dataclass(frozen=True, slots=True, kw_only=True)
class Pace:
    """How time is told and spent, so that a test need not wait.

    Attributes:
        clock: Seconds that never go back.
        sleep: Waits for some seconds.
    """

    clock: Callable[[], float] = time.monotonic
    sleep: Callable[[float], None] = time.sleep


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """How long and how often a service is asked.

    Attributes:
        timeout: Seconds that one try may take, at most a day.
        retries: Most further tries after the first.
        patience: Seconds that all tries of a request and the waits between them may take, at most a day.

    Raises:
        ConfigError: A number is out of range.
    """

    timeout: float
    retries: int
    patience: float

    def __post_init__(self) -> None:
        with checked_option():
            integer_of(self.retries, name="retries", least=0)
            for name, value in (("timeout", self.timeout), ("patience", self.patience)):
                if not 0 < number_of(value, name=name) <= _LONGEST_TIME:
                    raise ConfigError(f"{name} is {value}, expected seconds above 0 and at most a day, 86400")


@dataclass(frozen=True, slots=True, kw_only=True)
class Reply:
    """What a service answered.

    Attributes:
        status: The status code of HTTP.
        body: The answer, as much of it as was read.
        retry_after: The header that says when to come again, or None.
        date: The header that says when the answer was given, or None.
    """

    status: int
    body: bytes
    retry_after: str | None = None
    date: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Silence:
    """That no answer came, or none that could be read to its end.

    Attributes:
        reason: Why, in words.
        passing: Whether another try may get one.
    """

    reason: str
    passing: bool


Outcome = Reply | Silence


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """How asking ended.

    Attributes:
        outcome: What the last try came to.
        tries: How often the service was asked.
        refused_wait: Seconds to wait before the next try, if patience would have ended before.
    """

    outcome: Outcome
    tries: int
    refused_wait: float | None = None


def ask(send: Callable[[float], Outcome], *, limits: Limits, pace: Pace) -> Asked:
    """Sends until an answer comes that another try would not change, or patience is at its end.

    Args:
        send: Asks once, and takes about as many seconds as it is given at most.
        limits: How long and how often.
        pace: How time is told and spent.
    """
    end = pace.clock() + limits.patience
    tries = 0
    while True:
        outcome = send(min(limits.timeout, end - pace.clock()))
        tries += 1
        if not _is_passing(outcome) or tries > limits.retries:
            return Asked(outcome=outcome, tries=tries)
        wait = _wait(outcome, tries=tries)
        if pace.clock() + wait >= end:
            return Asked(outcome=outcome, tries=tries, refused_wait=wait)
        pace.sleep(wait)
        if pace.clock() >= end:  # a sleep may take longer than it was told
            return Asked(outcome=outcome, tries=tries)


def asked_wait(reply: Reply) -> float | None:
    """Returns the seconds that a service asks to wait, or None if it does not say so in a known form.

    A date counts from the answer's own, so that clocks which disagree do no harm.

    Example:
        >>> asked_wait(Reply(status=429, body=b"", retry_after="2"))
        2.0
    """
    given = (reply.retry_after or "").strip()
    if _SECONDS.fullmatch(given):
        return float(given)
    try:
        wait = parsedate_to_datetime(given) - parsedate_to_datetime(reply.date or "")
    except (TypeError, ValueError, OverflowError):
        return None
    return max(0.0, wait.total_seconds())


def _is_passing(outcome: Outcome) -> bool:
    return outcome.passing if isinstance(outcome, Silence) else outcome.status in _PASSING


def _wait(outcome: Outcome, *, tries: int) -> float:
    asked = asked_wait(outcome) if isinstance(outcome, Reply) else None
    return asked if asked is not None else min(_LONGEST_WAIT, _FIRST_WAIT * 2.0 ** min(tries - 1, 30))

"""Asks a reranker until a deadline, on a thread that whoever asks can leave behind."""

from __future__ import annotations

import contextvars
import threading
from collections.abc import Callable, Generator
from contextlib import closing
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from recallcore.errors import ModelError
from recallcore.rerank.protocol import ScoredBatch
from recallcore.rerank.scoring import score_array

if TYPE_CHECKING:
    from numpy.typing import NDArray

Clock = Callable[[], float]

Batches = Generator[ScoredBatch, None, None]
"""The scores of some texts, batch by batch."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """What a reranker said about some texts until it ended, failed, or was left.

    Attributes:
        scores: Shape (texts,), NaN where it has no number or has not answered.
        answered: Shape (texts,), which of them it has answered.
        batches: In how many batches.
        tokens: Tokens that a model read for them.
        padding: Tokens of padding beside them.
        error: What it raised, or None.
    """

    scores: NDArray[np.float64]
    answered: NDArray[np.bool_]
    batches: int = 0
    tokens: int = 0
    padding: int = 0
    error: BaseException | None = None


def ask(batches: Batches, texts: int, *, until: float | None, clock: Clock) -> Answer:
    """Takes batches of scores until a moment of the clock; what is there by then counts.

    The work stops between two batches, and `batches` is closed. A reranker that does not return is left
    behind on its thread, which does not keep the process alive.

    Args:
        batches: The scores of some texts, each text once; taken on a thread of its own.
        texts: How many texts there are.
        until: The moment; None waits for ever, and then nothing needs a thread.
        clock: What tells it.
    """
    asking = _Asking(batches, texts)
    if until is None:
        asking.run()
        return asking.answer(interrupts=_INTERRUPTS)
    # The caller's context goes along: a bank knows by it who asks, should the reranker ask one in its turn.
    context = contextvars.copy_context()
    thread = threading.Thread(target=context.run, args=(asking.run,), name="recallcore-rerank", daemon=True)
    try:
        _start(thread, asking)
        while not asking.done.wait(max(0.0, until - clock())) and clock() < until:
            pass
    finally:
        # Whoever is interrupted while waiting leaves too.
        asking.leave()
    return asking.answer()


def _start(thread: threading.Thread, asking: _Asking) -> None:
    try:
        thread.start()
    except RuntimeError as error:  # the system has no thread left
        asking.fail(error)


# What stops a process comes to the caller's own thread, and is nobody's failure there. On a thread of our own
# it can only be the reranker's.
_INTERRUPTS = (KeyboardInterrupt, SystemExit)


class _Asking:
    """What has been answered so far. Whoever waits may leave at any time, and then nothing is added."""

    def __init__(self, batches: Batches, texts: int) -> None:
        self._batches = batches
        self._scores = np.full(texts, np.nan)
        self._answered = np.zeros(texts, dtype=np.bool_)
        self._counts = np.zeros(3, dtype=np.int64)
        self._error: BaseException | None = None
        self._left = False
        self._lock = threading.Lock()
        self.done = threading.Event()

    def run(self) -> None:
        try:
            with closing(self._batches) as batches:
                for batch in batches:
                    if not self._take(batch):
                        return
            self._refuse_missing()
        # It may raise anything, SystemExit and the panic of a library in Rust among it.
        except BaseException as error:  # noqa: BLE001
            self.fail(error)
        finally:
            self.done.set()

    def fail(self, error: BaseException) -> None:
        self._error = error
        self.done.set()

    def leave(self) -> None:
        with self._lock:
            self._left = True

    def answer(self, *, interrupts: tuple[type[BaseException], ...] = ()) -> Answer:
        error = self._error
        if isinstance(error, interrupts):
            raise error
        batches, tokens, padding = (int(count) for count in self._counts)
        return Answer(
            scores=self._scores,
            answered=self._answered,
            batches=batches,
            tokens=tokens,
            padding=padding,
            error=error,
        )

    def _take(self, batch: ScoredBatch) -> bool:
        places = np.asarray(batch.places)
        if places.ndim != 1 or not np.issubdtype(places.dtype, np.integer):
            raise ModelError(f"places have shape {places.shape} and type {places.dtype}, expected integers")
        made = score_array(batch.scores, texts=len(places))
        texts = len(self._answered)
        within = (places >= 0) & (places < texts)
        if not within.all() or len(np.unique(places)) < len(places) or self._answered[places].any():
            raise ModelError(f"places name a text twice, or one that is not among {texts}")
        with self._lock:
            if self._left:
                return False
            self._counts += (1, batch.tokens, batch.padding)
            self._scores[places] = made
            self._answered[places] = True
        return True

    def _refuse_missing(self) -> None:
        answered, texts = int(self._answered.sum()), len(self._answered)
        if answered < texts:
            raise ModelError(f"scores came for {answered} of {texts} texts, expected one for each")

"""What a reading came to: the scores and the report of it, the notes, and what the breaker learns."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from recallcore.config import RecallOptions
from recallcore.rerank.reading import Reading
from recallcore.types import BreakerState, RerankEnd, RerankReport
from recallcore.types.failures import in_words

if TYPE_CHECKING:
    from numpy.typing import NDArray


_ROUNDING: Final = 1e-6


@dataclass(frozen=True, slots=True, kw_only=True)
class Reranking:
    """What a reranker said about the candidates of a search.

    Attributes:
        report: What it did, or why it did not run.
        scores: Shape (head,), NaN where it has no number; None if it did not run.
        asked: Shape (head,), which candidates it has judged; None if it did not run.
        reached: How many candidates it came to, those that it could not read among them; None if it did not
            run.
        passed_over: The places of these.
        notes: What a careful reader should know.
    """

    report: RerankReport
    scores: NDArray[np.float64] | None = None
    asked: NDArray[np.bool_] | None = None
    reached: int | None = None
    passed_over: tuple[int, ...] = ()
    notes: tuple[str, ...] = ()


def told(
    reading: Reading, ended: RerankEnd, state: BreakerState, options: RecallOptions, *, hurried: bool
) -> Reranking:
    """Turns what was read into an answer, and tells the breaker how it went.

    Args:
        reading: What was read.
        ended: Why it ended.
        state: What the breaker said before.
        options: Checked options.
        hurried: Whether most of the deadline had passed before the reranker was asked.
    """
    reranker, breaker = reading.judge.reranker, reading.judge.breaker
    scored, head = int(reading.asked.sum()), len(reading.scores)
    silent = int(np.isnan(reading.scores[reading.asked]).sum())
    failure = _failure(reading, scored=scored, silent=silent, options=options)
    if failure is not None and not (failure.late and (hurried or reranker.loading)):
        breaker.failed()
    elif failure is None and reading.called:
        breaker.succeeded()
    elif state == "trial":
        breaker.spare()
    ran = scored > silent
    reason = None if ran else _reason(reading, ended, failure)
    report = RerankReport(
        ran=ran,
        name=reranker.name,
        scale=reranker.scale,
        scored=scored if ran else 0,
        unscored=head - scored if ran else 0,
        ended=ended if ran else None,
        reason=reason,
        breaker=state,
        work=reading.work if options.trace else None,
    )
    clamped = _clamped(reading.scores[reading.asked]) if reranker.scale == "probability" else 0
    notes = _notes(report, ended, failure, silent=silent, clamped=clamped, options=options)
    if reading.passed_over:
        notes = (*notes, _foreign(report, len(reading.passed_over)))
    if not ran:
        return Reranking(report=report, notes=notes)
    return Reranking(
        report=report,
        scores=reading.scores,
        asked=reading.asked,
        reached=reading.reached,
        passed_over=tuple(reading.passed_over),
        notes=notes,
    )


_NEVER_ASKED: dict[RerankEnd, str] = {
    "complete": "the candidates that it was to judge were forgotten or replaced",
    "deadline": "the deadline had passed before it was asked",
}


_NOTHING_TO_READ: Final = "the candidates are in scripts that it does not know"


@dataclass(frozen=True, slots=True, kw_only=True)
class _Failure:
    """How a reranker failed.

    Attributes:
        note: In words, which may quote what it was given.
        reason: In words that do not, for the trace holds no text.
        late: Whether all that is known is that it had not answered in time.
    """

    note: str
    reason: str
    late: bool = False


def _reason(reading: Reading, ended: RerankEnd, failure: _Failure | None) -> str:
    if failure is not None:
        return failure.reason
    return _NOTHING_TO_READ if reading.passed_over else _NEVER_ASKED[ended]


def _failure(reading: Reading, *, scored: int, silent: int, options: RecallOptions) -> _Failure | None:
    if reading.error is not None:
        # The class alone: what an exception says may quote the query and the memories.
        reason = f"the reranker failed: {type(reading.error).__name__}"
        return _Failure(note=f"failed: {in_words(reading.error)}", reason=reason)
    # What is remembered is not its answer: one that hangs has failed, whatever it said in earlier recalls.
    if reading.called and not reading.answered:
        loading = ", for its model was still being loaded" if reading.judge.reranker.loading else ""
        said = f"gave no score within the deadline of {options.reranking.deadline:g} s{loading}"
        return _Failure(note=said, reason=f"it {said}", late=True)
    if scored and scored == silent:
        said = f"gave no number for any of {scored} memories"
        return _Failure(note=said, reason=f"it {said}")
    return None


def _clamped(scores: NDArray[np.float64]) -> int:
    """How many probabilities are none, by more than what 32-bit floats round."""
    return int(((scores < -_ROUNDING) | (scores > 1.0 + _ROUNDING)).sum())


def _foreign(report: RerankReport, count: int) -> str:
    where = "; they keep their places in fused order" if report.ran else ""
    return f"reranker {report.name!r} does not know the script of {count} candidates{where}"


def _notes(
    report: RerankReport,
    ended: RerankEnd,
    failure: _Failure | None,
    *,
    silent: int,
    clamped: int,
    options: RecallOptions,
) -> tuple[str, ...]:
    name = report.name
    notes: list[str] = []
    if failure is not None:
        notes.append(f"reranker {name!r} {failure.note}")
    if report.ran and silent:
        notes.append(
            f"reranker {name!r} gave no number for {silent} of {report.scored} memories, which count as 0"
        )
    if report.ran and clamped:
        notes.append(
            f"reranker {name!r} gave {clamped} of {report.scored} scores outside [0, 1], which were clamped, "
            "for its scale is 'probability'; if they are logits, say scale='logit'"
        )
    if report.ran and report.ended in ("deadline", "failed"):
        why = (
            "before it failed"
            if report.ended == "failed"
            else f"within the deadline of {options.reranking.deadline:g} s"
        )
        head = report.scored + report.unscored
        notes.append(
            f"reranker {name!r} scored {report.scored} of {head} candidates {why}; the others stand below "
            "them, in fused order"
        )
    elif not report.ran and failure is None and ended == "deadline":
        notes.append(f"reranker {name!r} was not asked: {report.reason}")
    return tuple(notes)

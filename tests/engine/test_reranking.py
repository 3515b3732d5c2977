"""What a reranker is sent, what it may answer, and what becomes of its failures."""

from __future__ import annotations

from asyncio import CancelledError
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from recallcore.rerank import CallableReranker, Scale
from tests.engine.judging import NAN, answering, failing, options_of, told


def test_scores_are_told_with_who_made_them() -> None:
    made = told(answering([0.5, 2.0]), ["a", "b"])
    assert made.scores is not None
    assert made.asked is not None
    assert made.scores.tolist() == [0.5, 2.0]
    assert made.asked.tolist() == [True, True]
    report = made.report
    assert (report.ran, report.name, report.scale, report.scored, report.unscored) == (
        True,
        "odd",
        "auto",
        2,
        0,
    )
    assert (report.ended, report.reason, report.breaker, report.work) == ("complete", None, "closed", None)
    assert made.notes == ()


def test_wrong_form_is_a_failure_in_words_that_quotes_nothing_in_the_report() -> None:
    made = told(answering([0.5]), ["a", "b"])
    assert (made.scores, made.asked) == (None, None)
    assert made.notes == ("reranker 'odd' failed: ModelError: scores have shape (1,), expected (2,)",)
    assert made.report.reason == "the reranker failed: ModelError"
    assert (made.report.ran, made.report.scored, made.report.ended) == (False, 0, None)


@pytest.mark.parametrize(
    "error", [ValueError("no"), TimeoutError("no"), MemoryError("no"), StopAsyncIteration("no")]
)
def test_whatever_a_reranker_raises_is_a_failure_in_words(error: Exception) -> None:
    made = told(failing(error), ["a"])
    assert made.notes == (f"reranker 'fail' failed: {type(error).__name__}: no",)
    assert made.report.reason == f"the reranker failed: {type(error).__name__}"


def test_stop_of_an_iteration_is_a_failure_and_no_end_of_the_batches() -> None:
    made = told(failing(StopIteration("no")), ["a"])
    assert made.report.reason == "the reranker failed: RuntimeError"


class SpeechlessError(Exception):
    """An exception that cannot be told."""

    def __str__(self) -> str:
        raise RuntimeError("no words")


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (SpeechlessError(), "SpeechlessError"),
        (ValueError("bad \ud83d"), "ValueError: bad \ufffd"),
        (CancelledError("by itself"), "CancelledError: by itself"),
    ],
    ids=ascii,
)
def test_error_that_cannot_be_told_or_that_cancels_is_a_failure_in_words(
    error: BaseException, said: str
) -> None:
    made = told(failing(error), ["a"])
    assert made.notes == (f"reranker 'fail' failed: {said}",)
    assert made.report.reason == f"the reranker failed: {type(error).__name__}"


def test_long_complaint_is_cut_and_shows_it() -> None:
    [note] = told(failing(ValueError("x" * 201)), ["a"]).notes
    assert note == f"reranker 'fail' failed: ValueError: {'x' * 199}…"
    [note] = told(failing(ValueError("x" * 200)), ["a"]).notes
    assert note.endswith(f" {'x' * 200}")


def test_interrupt_on_the_callers_thread_is_no_failure_of_the_reranker() -> None:
    with pytest.raises(KeyboardInterrupt):
        told(failing(KeyboardInterrupt()), ["a"], options_of(deadline=None))


def test_exit_on_a_thread_of_its_own_is_a_failure_of_the_reranker() -> None:
    [note] = told(failing(SystemExit(3)), ["a"], options_of(deadline=60.0)).notes
    assert note == "reranker 'fail' failed: SystemExit: 3"


class InPlace:
    """A reranker that works on the list that it is given."""

    name, scale = "in place", "probability"

    def __init__(self, kept: int) -> None:
        self.kept = kept

    def score(self, query: str, texts: list[str]) -> list[float]:
        del texts[self.kept :]
        return [0.9] * len(texts)


@pytest.mark.parametrize("kept", [0, 1])
def test_reranker_that_drops_texts_from_its_list_fails(kept: int) -> None:
    made = told(InPlace(kept), ["a", None, "b", "c"])
    assert made.scores is None
    assert f"shape ({kept},), expected (3,)" in made.notes[0]


@pytest.mark.parametrize("change", [list.clear, list.reverse, list.sort])
def test_reranker_that_changes_its_list_harms_nobody(change: Callable[[list[str]], None]) -> None:
    def careless(query: str, texts: list[str]) -> list[float]:
        scores = [float(len(text)) for text in texts]
        change(texts)
        return scores

    made = told(careless, ["bb", "a"])
    assert made.scores is not None
    assert made.scores.tolist() == [2.0, 1.0]


def test_documents_that_are_gone_are_not_sent_and_keep_their_place() -> None:
    sent: list[str] = []

    def lengths(query: str, texts: list[str]) -> list[float]:
        sent.extend(texts)
        return [len(text) for text in texts]

    made = told(lengths, ["aa", None, "b"])
    assert sent == ["aa", "b"]
    assert made.scores is not None
    assert made.asked is not None
    np.testing.assert_array_equal(made.scores, [2.0, NAN, 1.0])
    assert made.asked.tolist() == [True, False, True]
    assert (made.report.scored, made.report.unscored, made.report.ended) == (2, 1, "complete")
    assert made.notes == ()


@pytest.mark.parametrize(
    ("documents", "reason"),
    [
        ([], "there were no candidates"),
        ([None], "the candidates that it was to judge were forgotten or replaced"),
        ([None, None], "the candidates that it was to judge were forgotten or replaced"),
    ],
    ids=repr,
)
def test_nothing_to_score_asks_nobody(documents: list[None], reason: str) -> None:
    def never(query: str, texts: list[str]) -> list[float]:
        raise AssertionError("asked")

    made = told(never, documents)
    assert (made.scores, made.report.ran, made.report.reason, made.notes) == (None, False, reason, ())


def test_missing_numbers_are_told() -> None:
    made = told(answering([NAN, 0.5]), ["a", "b"])
    assert made.scores is not None
    assert made.notes == ("reranker 'odd' gave no number for 1 of 2 memories, which count as 0",)


@pytest.mark.parametrize(
    ("scores", "clamped"),
    [
        ([0.0, 1.0], 0),
        ([-1e-7, 1.0 + 1e-7], 0),
        ([0.5, 1.01], 1),
        ([-0.01, 7.0], 2),
        ([0.5, float("inf")], 1),
        ([NAN, 2.0], 1),
    ],
)
def test_probabilities_that_are_none_are_told(scores: list[float], clamped: int) -> None:
    judge = CallableReranker(lambda query, texts: scores, name="odd", scale="probability")
    notes = [note for note in told(judge, ["a", "b"]).notes if "no number" not in note]
    said = (
        f"reranker 'odd' gave {clamped} of 2 scores outside [0, 1], which were clamped, for its scale is "
        "'probability'; if they are logits, say scale='logit'"
    )
    assert notes == ([said] if clamped else [])


@pytest.mark.parametrize("scale", ["auto", "logit"])
def test_scores_that_may_be_logits_may_lie_anywhere(scale: Scale) -> None:
    judge = CallableReranker(lambda query, texts: [-3.0, 7.0], scale=scale)
    assert told(judge, ["a", "b"]).notes == ()


def test_reranker_without_a_single_number_has_failed() -> None:
    made = told(answering([NAN, NAN]), ["a", "b"])
    assert made.scores is None
    assert made.notes == ("reranker 'odd' gave no number for any of 2 memories",)
    assert made.report.reason == "it gave no number for any of 2 memories"


def test_reranker_that_works_on_threads_of_its_own_is_waited_for() -> None:
    def elsewhere(query: str, texts: list[str]) -> list[float]:
        with ThreadPoolExecutor(2) as pool:
            return list(pool.map(len, texts))

    made = told(elsewhere, ["aa", "b"], options_of(deadline=60.0))
    assert made.scores is not None
    assert made.scores.tolist() == [2.0, 1.0]

"""Going through the head by slices: what is remembered, what is said twice, what a model is asked."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest

from recallcore.rerank import CallableReranker, ScoreCache, resolve
from recallcore.rerank.reading import Judge, Reading

NAN = float("nan")


class Counting:
    """Scores a text by its length, and notes what it was asked."""

    name, scale = "counting", "logit"

    def __init__(self, revision: Any = "1") -> None:
        self.revision = revision
        self.asked: list[tuple[str, list[str]]] = []

    def score(self, query: str, texts: Sequence[str]) -> list[float]:
        self.asked.append((query, list(texts)))
        return [float(len(text)) or NAN for text in texts]


def judge_of(reranker: Any, **more: Any) -> Judge:
    chosen = resolve(reranker)
    assert chosen is not None
    return Judge(reranker=chosen, **more)


def reading_of(
    judge: Judge, count: int, *, query: str = "tea?", version: int = 1, until: float | None = None
) -> Reading:
    """A reading of so many memories, numbered from 10."""
    memories = [(10 + place, version) for place in range(count)]
    return Reading(judge, query, memories, reads="document", until=until, clock=lambda: 0.0)


def read(reading: Reading, places: range, documents: Sequence[str | None]) -> bool:
    """Reads a slice; returns whether its documents were needed."""
    if reading.remember(places):
        return False
    reading.score(places, [() if text is None else (text,) for text in documents])
    return True


def test_slice_is_scored_in_its_places() -> None:
    counting = Counting()
    reading = reading_of(judge_of(counting), 4)
    assert read(reading, range(1, 3), ["aa", "b"])
    np.testing.assert_array_equal(reading.scores, [NAN, 2.0, 1.0, NAN])
    assert reading.asked.tolist() == [False, True, True, False]
    assert (reading.finished, reading.called, reading.answered, reading.error) == (True, True, 2, None)
    assert counting.asked == [("tea?", ["aa", "b"])]
    assert (reading.work.slices, reading.work.batches, reading.work.repeated) == (1, 1, 0)


def test_equal_texts_are_scored_once_within_a_slice_and_across_slices() -> None:
    counting = Counting(revision=None)
    reading = reading_of(judge_of(counting), 6)
    read(reading, range(3), ["aa", "b", "aa"])
    read(reading, range(3, 5), ["b", "ccc"])
    read(reading, range(5, 6), ["aa"])
    assert [texts for _, texts in counting.asked] == [["aa", "b"], ["ccc"]]
    assert reading.scores.tolist() == [2.0, 1.0, 2.0, 1.0, 3.0, 2.0]
    assert reading.asked.all()
    assert (reading.work.repeated, reading.work.batches, reading.answered) == (3, 2, 3)


def test_text_without_a_number_is_not_asked_about_twice_either() -> None:
    counting = Counting()
    reading = reading_of(judge_of(counting), 2)
    read(reading, range(2), ["", ""])
    assert counting.asked == [("tea?", [""])]
    assert np.isnan(reading.scores).all()
    assert reading.asked.all()


@pytest.mark.parametrize("documents", [[None, None], [None, "aa"]], ids=repr)
def test_memory_that_is_gone_is_not_judged(documents: list[str | None]) -> None:
    counting = Counting()
    reading = reading_of(judge_of(counting), 2)
    read(reading, range(2), documents)
    assert reading.asked.tolist() == [text is not None for text in documents]
    assert reading.called is any(text is not None for text in documents)
    assert reading.finished


def test_remembered_slice_needs_no_document_and_asks_nobody() -> None:
    counting = Counting()
    judge = judge_of(counting)
    read(reading_of(judge, 3), range(3), ["aa", "b", "cc"])
    again = reading_of(judge, 3)
    assert not read(again, range(3), [])
    assert again.scores.tolist() == [2.0, 1.0, 2.0]
    assert again.asked.all()
    assert (again.called, again.work.cached, again.work.batches) == (False, 3, 0)
    assert len(counting.asked) == 1


def test_only_what_is_not_remembered_is_asked_about() -> None:
    counting = Counting()
    judge = judge_of(counting)
    read(reading_of(judge, 4), range(1, 3), ["aa", "b"])
    more = reading_of(judge, 4)
    assert read(more, range(4), ["ccc", "aa", "b", "dddd"])
    assert counting.asked[1:] == [("tea?", ["ccc", "dddd"])]
    assert more.scores.tolist() == [3.0, 2.0, 1.0, 4.0]
    assert (more.work.cached, more.answered) == (2, 2)


def test_text_that_equals_a_remembered_one_is_not_asked_about() -> None:
    counting = Counting()
    judge = judge_of(counting)
    read(reading_of(judge, 2), range(1), ["aa"])
    more = reading_of(judge, 2)
    read(more, range(2), ["aa", "aa"])
    assert len(counting.asked) == 1
    assert more.scores.tolist() == [2.0, 2.0]
    assert (more.work.cached, more.work.repeated, more.called) == (1, 1, False)


@pytest.mark.parametrize(
    ("change", "asked"),
    [
        ({}, 1),
        ({"query": "coffee?"}, 2),
        ({"version": 2}, 2),
        ({"revision": "2"}, 2),
        ({"revision": None}, 2),
        ({"revision": 1}, 2),
    ],
    ids=str,
)
def test_score_is_remembered_for_one_revision_query_and_version(change: dict[str, Any], asked: int) -> None:
    counting = Counting()
    judge = judge_of(counting)
    read(reading_of(judge, 1), range(1), ["aa"])
    counting.revision = change.pop("revision", "1")
    read(reading_of(judge, 1, **change), range(1), ["aa"])
    assert len(counting.asked) == asked


def test_reranker_without_a_revision_is_asked_each_time() -> None:
    asked: list[int] = []

    def lengths(query: str, texts: list[str]) -> list[float]:
        asked.append(len(texts))
        return [1.0] * len(texts)

    judge = judge_of(CallableReranker(lengths))
    for _ in range(2):
        read(reading_of(judge, 2), range(2), ["a", "b"])
    assert asked == [2, 2]
    assert judge.cache.bytes == 0


def test_what_has_no_number_is_not_remembered() -> None:
    counting = Counting()
    judge = judge_of(counting)
    for _ in range(2):
        read(reading_of(judge, 2), range(2), ["aa", ""])
    assert [texts for _, texts in counting.asked] == [["aa", ""], [""]]


class Loading(Counting):
    """Has no revision before it is first asked."""

    def __init__(self, before: Any, after: Any) -> None:
        super().__init__(before)
        self.after = after

    def score(self, query: str, texts: Sequence[str]) -> list[float]:
        self.revision = self.after
        return super().score(query, texts)


@pytest.mark.parametrize(
    ("before", "after", "remembered"), [(None, "1", True), ("1", "2", False), ("1", None, False)]
)
def test_scores_belong_to_the_revision_that_made_them(before: Any, after: Any, remembered: bool) -> None:
    judge = judge_of(Loading(before, after))
    read(reading_of(judge, 1), range(1), ["aa"])
    assert reading_of(judge, 1).remember(range(1)) is remembered


def test_reranker_whose_revision_cannot_be_read_is_not_remembered_and_goes_on() -> None:
    class Unreadable:
        name, scale = "unreadable", "logit"

        @property
        def revision(self) -> str:
            raise ConnectionError("no answer")

        def score(self, query: str, texts: Sequence[str]) -> list[float]:
            return [1.0] * len(texts)

    judge = judge_of(Unreadable())
    reading = reading_of(judge, 1)
    assert read(reading, range(1), ["aa"])
    assert reading.scores.tolist() == [1.0]
    assert judge.cache.bytes == 0


def test_failure_keeps_and_remembers_what_came_before() -> None:
    class Failing(Counting):
        def score_batches(self, query: str, texts: Sequence[str]) -> Any:
            whole = judge_of(Counting()).reranker
            yield from whole.score_batches(query, texts[:1])
            raise ConnectionError("gone")

    judge = judge_of(Failing())
    reading = reading_of(judge, 3)
    read(reading, range(3), ["aa", "b", "aa"])
    assert isinstance(reading.error, ConnectionError)
    assert not reading.finished
    assert reading.asked.tolist() == [True, False, True]
    assert reading.answered == 1
    assert judge.cache.get("1, reads document", "tea?", [(10, 1), (11, 1), (12, 1)]) == {
        (10, 1): 2.0,
        (12, 1): 2.0,
    }


def test_what_does_not_answer_in_time_is_called_and_not_finished() -> None:
    free = threading.Event()

    def hang(query: str, texts: list[str]) -> list[float]:
        assert free.wait(60)
        return [1.0] * len(texts)

    reading = reading_of(judge_of(CallableReranker(hang)), 2, until=0.0)
    assert reading.late
    read(reading, range(2), ["a", "b"])
    free.set()
    assert (reading.called, reading.answered, reading.finished, reading.error) == (True, 0, False, None)
    assert not reading.asked.any()


def test_reranker_gets_a_list_of_its_own() -> None:
    documents = ["b", "a"]

    def careless(query: str, texts: list[str]) -> list[float]:
        scores = [float(len(text)) for text in texts]
        texts.clear()
        return scores

    reading = reading_of(judge_of(CallableReranker(careless)), 2)
    read(reading, range(2), documents)
    assert reading.scores.tolist() == [1.0, 1.0]
    assert documents == ["b", "a"]


def test_threads_that_read_at_once_share_what_is_remembered() -> None:
    judge = judge_of(Counting(), cache=ScoreCache(3000))
    together = threading.Barrier(6)
    wrong: list[int] = []

    def work(own: int) -> None:
        together.wait(60)
        for turn in range(50):
            reading = reading_of(judge, 4, query=f"query {turn % 5}")
            read(reading, range(4), ["a", "bb", "ccc", "bb"])
            if reading.scores.tolist() != [1.0, 2.0, 3.0, 2.0]:
                wrong.append(own)

    threads = [threading.Thread(target=work, args=(own,)) for own in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []

"""The score cache: what it remembers, by which key, and that it stays within its bytes."""

from __future__ import annotations

import threading
import tracemalloc
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recallcore.errors import InputError
from recallcore.rerank import ScoreCache
from recallcore.rerank.cache import MemoryVersion

MODEL = "model"


def test_score_is_remembered_by_model_query_memory_and_version() -> None:
    cache = ScoreCache()
    cache.put("model 1", "tea?", {(1, 1): 0.1, (2, 1): 0.2})
    cache.put("model 2", "tea?", {(1, 1): 0.3})
    cache.put("model 1", "Tea?", {(1, 1): 0.4})
    cache.put("model 1", "tea?", {(1, 2): 0.5})
    memories = [(1, 1), (1, 2), (2, 1), (2, 2)]
    assert cache.get("model 1", "tea?", memories) == {(1, 1): 0.1, (1, 2): 0.5, (2, 1): 0.2}
    assert cache.get("model 2", "tea?", memories) == {(1, 1): 0.3}
    assert cache.get("model 1", "Tea?", memories) == {(1, 1): 0.4}
    assert cache.get("model 3", "tea?", memories) == {}
    # The end of one text and the beginning of the next are not confused.
    cache.put("ab", "c", {(1, 1): 0.6})
    assert cache.get("a", "bc", memories) == {}


def test_last_score_of_a_memory_holds_and_takes_no_further_room() -> None:
    cache = ScoreCache()
    cache.put(MODEL, "tea?", {(1, 1): 0.1})
    held = cache.bytes
    cache.put(MODEL, "tea?", {(1, 1): 0.2})
    assert cache.get(MODEL, "tea?", [(1, 1)]) == {(1, 1): 0.2}
    assert cache.bytes == held


def test_query_that_was_not_asked_for_the_longest_time_goes_first() -> None:
    one = ScoreCache()
    one.put(MODEL, "a", {(1, 1): 0.1})
    cache = ScoreCache(2 * one.bytes)
    for query in "ab":
        cache.put(MODEL, query, {(1, 1): 0.1})
    assert cache.get(MODEL, "a", [(1, 1)])
    cache.put(MODEL, "c", {(1, 1): 0.1})
    assert [bool(cache.get(MODEL, query, [(1, 1)])) for query in "abc"] == [True, False, True]


@pytest.mark.parametrize("most_bytes", [0, 1, 600])
def test_cache_without_room_remembers_nothing(most_bytes: int) -> None:
    cache = ScoreCache(most_bytes)
    cache.put(MODEL, "tea?", {(1, 1): 0.1})
    assert cache.get(MODEL, "tea?", [(1, 1)]) == {}
    assert cache.bytes == 0


def test_nothing_takes_no_room() -> None:
    cache = ScoreCache()
    cache.put(MODEL, "tea?", {})
    assert cache.bytes == 0


scores = st.dictionaries(st.tuples(st.integers(1, 12), st.integers(1, 2)), st.floats(0, 1), max_size=6)
calls = st.lists(st.tuples(st.sampled_from("abcdef"), st.none() | scores), max_size=60)


@given(calls=calls, most=st.integers(0, 6000))
def test_cache_is_a_list_of_queries_from_the_longest_unasked_to_the_last(
    calls: list[tuple[str, dict[MemoryVersion, float] | None]], most: int
) -> None:
    def size(said: dict[MemoryVersion, float]) -> int:
        probe = ScoreCache()
        probe.put(MODEL, "a", said)
        return probe.bytes

    cache = ScoreCache(most)
    naive: list[tuple[str, dict[MemoryVersion, float]]] = []
    everything = [(seq, version) for seq in range(1, 13) for version in (1, 2)]
    for query, said in calls:
        held = next((each for each in naive if each[0] == query), None)
        if said is None:
            assert cache.get(MODEL, query, everything) == (held[1] if held else {})
            naive = [each for each in naive if each is not held] + ([held] if held else [])
        elif said:
            cache.put(MODEL, query, said)
            merged = (query, {**(held[1] if held else {}), **said})
            naive = [*(each for each in naive if each is not held), merged]
            while sum(size(each[1]) for each in naive) > most:
                naive.pop(0)
        assert cache.bytes == sum(size(each[1]) for each in naive) <= most


@pytest.mark.parametrize(
    "query", ["tea?", "차 한 잔 할까요? " * 20, "\U0001f375" * 200], ids=["short", "ko", "emoji"]
)
def test_what_it_holds_takes_no_more_memory_than_it_says(query: str) -> None:
    cache = ScoreCache(2**20)
    tracemalloc.start()
    try:
        before = tracemalloc.get_traced_memory()[0]
        for question in range(40):
            # Numbers that Python has no shared object for.
            said = {(1000 + place, 1000 + question): place / 7 for place in range(100)}
            cache.put(MODEL, f"{query} {question}", said)
            del said
        grown = tracemalloc.get_traced_memory()[0] - before
    finally:
        tracemalloc.stop()
    assert 0 < grown <= cache.bytes <= 2**20


def test_threads_share_it() -> None:
    cache = ScoreCache(20_000)
    together = threading.Barrier(8)

    def work(own: int) -> int:
        together.wait(60)
        wrong = 0
        for turn in range(200):
            query = f"query {(own + turn) % 11}"
            cache.put(MODEL, query, {(own, 1): float(own), (turn, 2): float(turn)})
            known = cache.get(MODEL, query, [(seq, version) for seq in range(200) for version in (1, 2)])
            wrong += sum(score != seq for (seq, _), score in known.items())
        return wrong

    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(work, range(8))) == [0] * 8
    assert 0 < cache.bytes <= 20_000


@pytest.mark.parametrize("most_bytes", [-1, 1.5, "4096", True])
def test_bytes_are_a_whole_number(most_bytes: Any) -> None:
    with pytest.raises(InputError, match="bytes of a score cache"):
        ScoreCache(most_bytes)

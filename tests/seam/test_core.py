"""The built engine alone: its pure stages against slow oracles, and what it refuses at the door."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from recallcore import ConfigError, InputError, _core, analyze, count_tokens
from recallcore._seam import to_bytes
from tests.seam.memory import MEMORY

RANKINGS = st.lists(st.lists(st.integers(0, 12), unique=True, max_size=8), max_size=5)


def fuse_slowly(rankings: list[list[int]], rrf_k: float) -> list[tuple[int, float]]:
    scores: dict[int, float] = {}
    for ranking in rankings:
        for rank, row in enumerate(ranking, start=1):
            scores[row] = scores.get(row, 0.0) + 1.0 / (rrf_k + rank)
    return sorted(scores.items(), key=lambda entry: (-entry[1], entry[0]))


def ranks_slowly(rankings: list[list[int]], rows: list[int]) -> list[list[int]]:
    return [[ranking.index(row) + 1 if row in ranking else 0 for ranking in rankings] for row in rows]


@given(RANKINGS)
def test_fusion_is_the_sum_of_reciprocal_ranks(rankings: list[list[int]]) -> None:
    flat = np.array([row for ranking in rankings for row in ranking], dtype=np.int64)
    lengths = np.array([len(ranking) for ranking in rankings], dtype=np.int64)
    rows, scores, ranks = _core.fuse(flat, lengths, 60.0)
    assert list(zip(rows.tolist(), scores.tolist(), strict=True)) == fuse_slowly(rankings, 60.0)
    assert ranks.tolist() == ranks_slowly(rankings, rows.tolist())


def pack_slowly(tokens: list[int], max_tokens: int, limit: int | None) -> tuple[list[int], int]:
    kept: list[int] = []
    used = 0
    for place, count in enumerate(tokens):
        if used + count <= max_tokens and (limit is None or len(kept) < limit):
            kept.append(place)
            used += count
    return kept, used


@given(st.lists(st.integers(1, 50), max_size=20), st.integers(0, 200), st.none() | st.integers(1, 5))
def test_packing_skips_what_does_not_fit_and_goes_on(
    tokens: list[int], max_tokens: int, limit: int | None
) -> None:
    kept, dropped, reasons, used, overflowed = _core.pack(
        np.array(tokens, dtype=np.int64), max_tokens, limit, "strict"
    )
    assert (kept.tolist(), used, overflowed) == (*pack_slowly(tokens, max_tokens, limit), False)
    assert sorted([*kept.tolist(), *dropped.tolist()]) == list(range(len(tokens)))
    assert len(reasons) == len(dropped)


@pytest.mark.parametrize(
    ("tokens", "sources", "max_tokens", "limit", "expected"),
    [
        ([2, 2, 2], [[], [0], []], 9, None, ([1, 2], [0])),
        ([2, 2, 2], [[2], [], []], 9, None, ([0, 1], [2])),
        ([2, 2], [[], [0]], 2, None, ([1], [0])),  # one alone has room: the one that says both
        ([2, 9, 2], [[], [0], []], 5, None, ([0, 2], [])),  # what does not fit takes nothing away
        ([2, 2, 2, 2], [[], [0], [], []], 9, 2, ([1, 2], [0])),  # what comes after moves up
        ([], [], 5, None, ([], [])),
    ],
)
def test_packing_leaves_out_what_a_kept_one_was_made_from(
    tokens: list[int],
    sources: list[list[int]],
    max_tokens: int,
    limit: int | None,
    expected: tuple[list[int], list[int]],
) -> None:
    kept, dropped, reasons, superfluous, used, overflowed = _core.pack_preferring(
        np.array(tokens, dtype=np.int64),
        np.array([source for each in sources for source in each], dtype=np.int64),
        np.array([len(each) for each in sources], dtype=np.int64),
        max_tokens,
        limit,
        "strict",
    )
    assert (kept.tolist(), superfluous.tolist()) == expected
    assert (used, overflowed) == (sum(tokens[place] for place in kept), False)
    assert len(reasons) == len(dropped)
    assert sorted([*kept.tolist(), *dropped.tolist(), *superfluous.tolist()]) == list(range(len(tokens)))


@given(st.lists(st.integers(1, 50), max_size=12), st.integers(0, 120), st.none() | st.integers(1, 4))
def test_packing_without_sources_is_packing(tokens: list[int], max_tokens: int, limit: int | None) -> None:
    sizes, none = np.array(tokens, dtype=np.int64), np.array([], dtype=np.int64)
    kept, dropped, reasons, used, overflowed = _core.pack(sizes, max_tokens, limit, "first")
    made = _core.pack_preferring(sizes, none, np.zeros_like(sizes), max_tokens, limit, "first")
    assert (made[0].tolist(), made[1].tolist(), made[2]) == (kept.tolist(), dropped.tolist(), reasons)
    assert (made[3].tolist(), made[4], made[5]) == ([], used, overflowed)


def test_first_that_does_not_fit_is_kept_and_flagged() -> None:
    kept, _, _, used, overflowed = _core.pack(np.array([9, 8], dtype=np.int64), 5, None, "first")
    assert (kept.tolist(), used, overflowed) == ([0], 9, True)


@pytest.mark.parametrize(
    ("rows", "lengths", "error"),
    [
        (np.arange(3), np.array([4]), InputError),
        (np.arange(3), np.array([2]), InputError),
        (np.arange(3), np.array([-1, 4]), InputError),
        (np.arange(6)[::2], np.array([3]), InputError),
        (np.arange(3.0), np.array([3]), TypeError),
    ],
    ids=["too long", "too short", "negative", "strided", "floats"],
)
def test_rankings_that_do_not_add_up_are_refused(rows: Any, lengths: Any, error: type[Exception]) -> None:
    with pytest.raises(error):
        _core.fuse(rows, lengths, 60.0)


@pytest.mark.parametrize("rrf_k", [0.0, -1.0, float("nan"), float("inf")])
def test_fusion_constant_must_be_positive(rrf_k: float) -> None:
    with pytest.raises(ConfigError):
        _core.fuse(np.arange(1), np.array([1]), rrf_k)


@pytest.mark.parametrize("overflow", ["", "last", "First"])
def test_unknown_overflow_rule_is_refused(overflow: str) -> None:
    with pytest.raises(ConfigError, match="overflow"):
        _core.pack(np.array([1], dtype=np.int64), 5, None, overflow)


@pytest.fixture
def core(tmp_path: Path) -> _core.Bank:
    bank = _core.Bank.open(tmp_path, to_bytes({}))
    identity = {
        "name": "x",
        "revision": "",
        "dimension": 2,
        "query_prefix": "",
        "passage_prefix": "",
        "pooling": "",
    }
    thresholds = {"seed": 0.3, "link": 0.7, "temporal": 0.1}
    bank.set_embedder(to_bytes({"identity": identity, "thresholds": thresholds}))
    return bank


@pytest.mark.parametrize(
    ("vectors", "vector_of", "error"),
    [
        (np.array([[1.0, 2.0]]), np.array([0]), TypeError),
        (np.array([1.0, 2.0], dtype=np.float32), np.array([0]), TypeError),
        (np.array([[1.0, np.nan]], dtype=np.float32), np.array([0]), InputError),
        (np.array([[0.0, 0.0]], dtype=np.float32), np.array([0]), InputError),
        (np.array([[1.0, 2.0, 3.0]], dtype=np.float32), np.array([0]), InputError),
        (np.array([[1.0, 2.0]], dtype=np.float32), np.array([1]), InputError),
        (np.array([[1.0, 2.0]], dtype=np.float32), np.array([-1]), InputError),
        (np.array([[1.0, 2.0]], dtype=np.float32), np.array([0, 0]), InputError),
        (np.ones((2, 1), dtype=np.float32).T[:, ::-1], np.array([0]), InputError),
    ],
    ids=["float64", "one row", "nan", "zero", "long", "place", "negative place", "two places", "strided"],
)
def test_engine_refuses_bad_vectors_itself(
    core: _core.Bank, vectors: Any, vector_of: Any, error: type[Exception]
) -> None:
    facet_of = np.zeros(len(vector_of), dtype=np.int64)
    with pytest.raises(error):
        core.retain(to_bytes([MEMORY]), vectors, vector_of, facet_of, None, 0)
    assert core.get(b'["a"]') == b"[null]"


@pytest.mark.parametrize(
    "memory",
    [
        {**MEMORY, "text": " "},
        {**MEMORY, "kind": "fact"},
        {**MEMORY, "precision": "week"},
        {**MEMORY, "occurred_start": 1, "occurred_end": 0},
        {**MEMORY, "proof_count": 0},
        {**MEMORY, "source_ids": ["b"]},
        {**MEMORY, "id": ""},
        {**MEMORY, "surprise": 1},
    ],
    ids=str,
)
def test_engine_refuses_bad_memories_itself(core: _core.Bank, memory: dict[str, Any]) -> None:
    with pytest.raises(InputError):
        core.retain(to_bytes([memory]), None, None, None, None, 0)
    assert core.get(b'["a"]') == b"[null]"


@pytest.mark.parametrize("json", [b"", b"{", b'"x"', b"\xff", b'{"surprise": 1}'], ids=repr)
def test_options_that_are_no_options_are_refused(tmp_path: Path, json: bytes) -> None:
    with pytest.raises(InputError, match="options"):
        _core.Bank.open(tmp_path / "bank", json)


def test_terms_are_the_same_for_every_spelling_of_a_text() -> None:
    assert analyze("ＴＥＡ") == analyze("tea")
    assert analyze("\ud83d tea") == analyze("\ufffd tea")


def test_tokens_are_counted_as_o200k_does() -> None:
    assert [count_tokens(text) for text in ("", "hello world", "안녕하세요")] == [0, 2, 2]

"""Where the reranker is left out because it cannot help."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

import pytest

from recallcore.config import Settings, recall_options
from recallcore.engine.reranking import reranked
from tests.engine.judging import options_of, told
from tests.engine.listed import ListedCandidates

LEADS = [0.9, 0.6, 0.5]


@pytest.mark.parametrize(
    ("documents", "given", "reason"),
    [
        (2, {}, "there were no more than 2 candidates"),
        (3, {}, None),
        (2, {"rerank": True}, None),
        (2, {"rerank": {"gate": False}}, None),
        (3, {"ordered": False, "max_tokens": 3}, "everything is returned, and the order does not matter"),
        (3, {"ordered": False, "max_tokens": 2}, None),
        (3, {"ordered": False, "limit": 2}, None),
        (3, {"ordered": False, "rerank": {"gate": False}}, None),
        (
            3,
            {"rerank": {"score_gate": True}},
            "the first candidate is far more like the query than the others",
        ),
        (3, {"rerank": {"score_gate": True, "gate": False}}, "the first candidate is far more like"),
        (2, {"min_scores": {"reranker": 0.5}}, None),
        (2, {"min_scores": {"final": 0.5}}, None),
        (2, {"min_scores": {"similarity": 0.5}}, "there were no more than 2 candidates"),
        (3, {"min_scores": {"reranker": 0.5}, "rerank": {"score_gate": True}}, None),
        (3, {"rerank": False}, "rerank is off"),
        (3, {"fusion": "interleave"}, "candidates of fusion interleave are not reranked"),
    ],
    ids=str,
)
def test_reranker_is_left_out_where_it_cannot_help(documents: int, given: Any, reason: str | None) -> None:
    options = recall_options(given, Settings(), datetime(2026, 1, 1, tzinfo=UTC), reranker=True)
    texts = ["a", "b", "c"][:documents]
    candidates = ListedCandidates(texts, similarities=LEADS[:documents])
    made = told(lambda query, given: [0.5] * len(given), candidates, options)
    assert made.report.ran is (reason is None)
    assert (made.report.reason or "").startswith(reason or "")
    assert made.report.breaker == "closed"
    assert made.notes == ()


def test_bank_without_a_reranker_says_so() -> None:
    made = reranked(None, "q", ListedCandidates(["a"]), options_of(), spent=0.0)
    assert (made.report.ran, made.report.name, made.report.breaker) == (False, None, None)
    assert made.report.reason == "the bank was opened without a reranker"


def test_gate_counts_what_lies_beyond_the_head_too() -> None:
    candidates = ListedCandidates(["a", "b"], tokens=[1, 1, 1])
    options = recall_options({}, Settings(), datetime(2026, 1, 1, tzinfo=UTC), reranker=True)
    assert told(lambda query, given: [0.5] * len(given), candidates, options).report.ran


class MadeForShortTexts:
    """Says of itself that it was made for texts of a hundred tokens."""

    name, scale, longest_text = "short", "probability", 100

    def score(self, query: str, texts: Sequence[str]) -> list[float]:
        return [0.5] * len(texts)


@pytest.mark.parametrize(
    ("tokens", "given", "ran"),
    [
        ([100, 100, 101], {}, True),
        ([100, 101, 101], {}, False),
        ([100, 101, 101], {"rerank": True}, True),
        ([100, 101, 101], {"rerank": {"gate": False}}, True),
        ([100, 101, 101], {"min_scores": {"reranker": 0.5}}, True),
        ([100, 101, 101], {"rerank": {"first": 1, "full": True}}, True),
    ],
)
def test_reranker_made_for_short_texts_is_left_out_where_most_are_long(
    tokens: list[int], given: Any, *, ran: bool
) -> None:
    options = recall_options(given, Settings(), datetime(2026, 1, 1, tzinfo=UTC), reranker=True)
    made = told(MadeForShortTexts(), ListedCandidates(["a", "b", "c"], tokens=tokens), options)
    reason = None if ran else "most candidates are longer than the 100 tokens that it was made for"
    assert (made.report.ran, made.report.reason) == (ran, reason)
    assert made.notes == (() if ran else (f"reranker 'short' was not asked: {reason}",))


@pytest.mark.parametrize("longest", [None, 0, -3, "100"])
def test_reranker_that_states_no_length_reads_texts_of_any(longest: Any) -> None:
    reranker = MadeForShortTexts()
    reranker.longest_text = longest
    options = recall_options({}, Settings(), datetime(2026, 1, 1, tzinfo=UTC), reranker=True)
    assert told(reranker, ListedCandidates(["a", "b", "c"], tokens=[900] * 3), options).report.ran

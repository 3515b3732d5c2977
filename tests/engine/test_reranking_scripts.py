"""A reranker that states its scripts is asked of nothing that is written in others, and that is told."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from recallcore.engine.judgement import Reranking
from recallcore.engine.reranking import reranked
from tests.engine.judging import judge_of, options_of
from tests.engine.listed import ListedCandidates


class Reader:
    """Scores texts by their lengths, and keeps them."""

    name, scale = "reader", "logit"

    def __init__(self, *scripts: str) -> None:
        self.scripts = scripts
        self.read: list[str] = []

    def score(self, query: str, texts: Sequence[str]) -> list[float]:
        self.read += texts
        return [float(len(text)) for text in texts]


def asked(reader: Reader, query: str, texts: Sequence[str]) -> Reranking:
    return reranked(judge_of(reader), query, ListedCandidates(texts), options_of(), spent=0.0)


def test_query_in_an_unknown_script_keeps_fused_order_and_says_so() -> None:
    reader = Reader("Latin", "Hangul")
    made = asked(reader, "Где ключи?", ["keys are in the hall", "ключи в коридоре"])
    reason = "the query is in a script that it does not know: Cyrillic"
    assert (made.scores, made.report.ran, made.report.reason) == (None, False, reason)
    assert made.notes == (f"reranker 'reader' was not asked: {reason}",)
    assert reader.read == []


def test_candidate_in_an_unknown_script_is_not_asked_about() -> None:
    reader = Reader("Latin")
    made = asked(reader, "where are the keys?", ["in the hall", "ключи в коридоре", "on the table"])
    assert reader.read == ["in the hall", "on the table"]
    assert made.asked is not None
    assert made.asked.tolist() == [True, False, True]
    assert (made.report.scored, made.report.unscored) == (2, 1)
    told = "does not know the script of 1 candidates; they keep their places in fused order"
    assert made.notes == (f"reranker 'reader' {told}",)


def test_candidates_all_in_unknown_scripts_keep_fused_order_and_say_so() -> None:
    made = asked(Reader("Latin"), "where?", ["ключи", "в коридоре"])
    assert (made.scores, made.report.ran) == (None, False)
    assert made.report.reason == "the candidates are in scripts that it does not know"
    assert made.notes == ("reranker 'reader' does not know the script of 2 candidates",)


@pytest.mark.parametrize("scripts", [None, "Latin", 7])
def test_reranker_that_states_no_list_of_scripts_reads_everything(scripts: object) -> None:
    reader = Reader()
    reader.scripts = scripts  # type: ignore[assignment]
    made = asked(reader, "Где ключи?", ["ключи в коридоре"])
    assert made.report.ran
    assert reader.read == ["ключи в коридоре"]

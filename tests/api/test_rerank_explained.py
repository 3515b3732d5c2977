"""Explaining recalls whose reranker read a part of the candidates, or none, or only had a share."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from recallcore import Bank, Breaker, Explanation
from recallcore.backend.embedded import EmbeddedCandidates
from recallcore.types import Reads
from tests.api.conftest import Hang
from tests.api.oaks import NOW, Forester, Slow, name_of, oaks


def explained(bank: Bank, place: int, **options: Any) -> Explanation:
    return bank.explain("oak", name_of(place), query_time=NOW, **options)


def fail() -> None:
    raise ConnectionError("gone")


def test_candidate_that_was_judged_tells_its_score(tmp_path: Path) -> None:
    with oaks(tmp_path, Forester(), 10) as bank:
        story = explained(bank, 3).story
    assert "reranker 'forester': 0.897, normalised 0.897" in story


def test_candidate_behind_what_settled_it_says_so(tmp_path: Path) -> None:
    with oaks(tmp_path, Forester(), 30) as bank:
        explanation = explained(bank, 20, rerank={"first": 10, "step": 5})
    assert explanation.returned
    [told] = [line for line in explanation.story if "reranker" in line]
    assert told == (
        "reranker 'forester' did not read it, for it could hardly have changed what counts or lies "
        "deeper than the reranker asks to read, so it stands below all that were scored"
    )
    assert not any("combined" in line or "beyond" in line for line in explanation.story)


def test_candidate_behind_rerank_depth_says_so(tmp_path: Path) -> None:
    with oaks(tmp_path, Forester(), 30) as bank:
        story = explained(bank, 20, rerank_depth=15).story
    assert "beyond rerank_depth 15, so it stands below all that were scored" in story


def test_candidate_that_a_failure_left_unjudged_says_so(tmp_path: Path) -> None:
    with oaks(tmp_path, Slow(2, then=fail), 5) as bank:
        explanation = explained(bank, 3)
    told = "reranker 'forester' failed before it got to it, so it stands below all that were scored"
    assert told in explanation.story
    assert any("failed: ConnectionError: gone" in note for note in explanation.notes)


def test_candidate_that_the_deadline_left_unjudged_says_so(tmp_path: Path, hang: Hang) -> None:
    with oaks(tmp_path, Slow(2, then=hang), 5) as bank:
        explanation = explained(bank, 3)
    told = (
        "reranker 'forester' did not get to it within the deadline, so it stands below all that were scored"
    )
    assert told in explanation.story


def test_candidate_that_was_gone_before_it_was_read_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    read = EmbeddedCandidates.documents

    def forgotten_first(candidates: EmbeddedCandidates, first: int, count: int, reads: Reads) -> Any:
        bank.retain("oak 003", id=name_of(3), now="2026-01-01")
        return read(candidates, first, count, reads)

    with oaks(tmp_path, Forester(), 5) as bank:
        monkeypatch.setattr(EmbeddedCandidates, "documents", forgotten_first)
        explanation = explained(bank, 3)
    assert explanation.outcome == "left out: it was replaced while the recall ran"
    assert any("or it was forgotten or replaced" in line for line in explanation.story)


@pytest.mark.parametrize("place", [12, 25], ids=["unread", "beyond the head"])
def test_floor_that_asks_for_a_score_says_that_there_is_none(tmp_path: Path, place: int) -> None:
    forester = Forester(lambda number: 0.9 if number < 3 else 0.1 - number / 1000)
    options: dict[str, Any] = {
        "rerank": {"first": 3, "step": 3},
        "rerank_depth": 20,
        "min_scores": {"reranker": 0.5},
    }
    with oaks(tmp_path, forester, 30) as bank:
        poor, unread = explained(bank, 4, **options), explained(bank, place, **options)
    assert poor.outcome == "left out: its rerank score lies below min_scores of reranker 0.5"
    assert unread.outcome == "left out: it has no rerank score, and min_scores of reranker is 0.5"


def test_share_of_fusion_is_told_beside_the_rerank_score(tmp_path: Path) -> None:
    with oaks(tmp_path, Forester(lambda place: 0.5), 5) as bank:
        explanation = explained(bank, 0, rerank={"blend": 0.25})
    # The first of fusion has all of its share: 0.75 * 0.5 + 0.25.
    told = "reranker 'forester': 0.5, normalised 0.5, 0.625 with fusion's share of 0.25"
    assert told in explanation.story
    assert any(line.startswith("combined ") and "= 0.625 ×" in line for line in explanation.story)


def test_reranker_that_did_not_run_says_why(tmp_path: Path) -> None:
    breaker = Breaker(failures=1)
    with oaks(tmp_path, Forester(), 5, breaker=breaker) as bank:
        gated = explained(bank, 3, ordered=False)
        breaker.failed()
        left_alone = explained(bank, 3)
    assert "no reranker ran: everything is returned, and the order does not matter" in gated.story
    assert "no reranker ran: it failed too often, and is left alone for a while" in left_alone.story
    assert any("was not asked" in note for note in left_alone.notes)

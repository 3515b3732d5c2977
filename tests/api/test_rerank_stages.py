"""How much of the head a reranker reads in a recall, and where what it did not read stands."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from tests.api.oaks import Forester, name_of, names_of, oaks, recalled, work_of

EVERYTHING = 10**6


def slices(*edges: int) -> list[list[int]]:
    """The places of consecutive slices."""
    return [list(range(start, end)) for start, end in zip((0, *edges), edges, strict=False)]


def test_it_reads_16_then_16_and_stops_when_those_cannot_count(tmp_path: Path) -> None:
    forester = Forester()
    with oaks(tmp_path, forester, 200) as bank:
        result = recalled(bank, limit=10)
    assert forester.asked == slices(16, 32)
    assert result.ids == tuple(names_of(*range(10)))
    report = result.rerank
    assert (report.ended, report.scored, report.unscored, report.reason) == ("settled", 32, 168, None)
    assert result.notes == ()


def test_it_reads_on_while_what_it_finds_counts(tmp_path: Path) -> None:
    forester = Forester(lambda place: place / 1000)
    with oaks(tmp_path, forester, 120) as bank:
        result = recalled(bank, limit=3)
    assert forester.asked == slices(*range(16, 113, 16), 120)
    assert result.ids == tuple(names_of(119, 118, 117))
    assert (result.rerank.ended, result.rerank.unscored) == ("complete", 0)


@pytest.mark.parametrize(
    ("options", "read"),
    [
        ({"rerank": {"full": True}}, [100]),
        ({"rerank": {"full": True}, "rerank_depth": 30}, [30]),
        ({"rerank": {"first": 20, "step": 5}}, [20, 25]),
        ({"rerank": {"first": 20, "step": 5}, "rerank_depth": 22}, [20, 22]),
        ({"rerank": {"first": 200}}, [100]),
        # A slice below the last that counts is not enough for a margin of everything.
        ({"rerank": {"first": 20, "step": 40, "margin": 1.0}}, [20, 60, 100]),
        # The last that counts must be scored: a limit beyond what has been read reads on.
        ({"rerank": {"first": 20, "step": 20}, "limit": 50}, [20, 40, 60, 80]),
        (
            {"rerank": {"first": 20, "step": 20}, "max_tokens": EVERYTHING, "limit": 100},
            [20, 40, 60, 80, 100],
        ),
        # A floor wants everything above it.
        ({"rerank": {"first": 20, "step": 20}, "min_scores": {"reranker": 0.855}}, [20, 40, 60, 80]),
    ],
    ids=str,
)
def test_what_is_read_is_what_may_count(tmp_path: Path, options: dict[str, Any], read: list[int]) -> None:
    forester = Forester()
    with oaks(tmp_path, forester) as bank:
        recalled(bank, **{"max_tokens": EVERYTHING, **options})
    assert forester.asked == slices(*read)


def test_middle_of_what_the_budget_lets_in_is_the_last_that_counts(tmp_path: Path) -> None:
    forester = Forester()
    with oaks(tmp_path, forester) as bank:
        tokens = recalled(bank, rerank=False, limit=1).tokens
        for fitting, read in ((4, slices(8, 12)), (9, slices(8, 12))):
            forester.asked.clear()
            result = recalled(bank, max_tokens=fitting * tokens, rerank={"first": 8, "step": 4})
            assert len(result) == fitting
            assert forester.asked == read


def test_what_was_not_read_stands_below_in_fused_order(tmp_path: Path) -> None:
    order = list(range(28))
    random.Random(4).shuffle(order)
    # Everything read is poor, and what was not read would be excellent.
    forester = Forester(lambda place: 0.01 + order[place] / 1000 if place < 24 else 0.001)
    with oaks(tmp_path, forester, 60) as bank:
        options: dict[str, Any] = {"max_tokens": EVERYTHING, "rerank": {"first": 24, "step": 4}}
        result = recalled(bank, rerank_depth=40, **options)
    assert forester.asked == slices(24, 28)
    read = sorted(range(28), key=lambda place: (-forester.worth(place), place))
    assert result.ids == tuple(names_of(*read, *range(28, 60)))
    judged = [each.scores.rerank is not None for each in result]
    assert judged == [True] * 28 + [False] * 32
    assert [each.basis == "rerank" for each in result] == judged
    # The tail beyond rerank_depth is not what it left unread.
    assert (result.rerank.scored, result.rerank.unscored) == (28, 12)


def test_stages_and_everything_agree_on_what_is_returned(tmp_path: Path) -> None:
    rough = random.Random(7)
    noise = [rough.uniform(-0.02, 0.02) for _ in range(150)]
    # A good fusion: what is behind the first slice is worse by more than the noise.
    forester = Forester(lambda place: max(0.0, 0.9 - place / 150 + noise[place]))
    with oaks(tmp_path, forester, 150) as bank:
        staged = recalled(bank, limit=10)
        full = recalled(bank, limit=10, rerank={"full": True})
    assert staged.ids == full.ids
    assert [each.score for each in staged] == [each.score for each in full]
    assert (staged.rerank.ended, full.rerank.ended) == ("settled", "complete")


def test_share_of_fusion_orders_and_the_score_stays_the_rerankers(tmp_path: Path) -> None:
    forester = Forester(lambda place: [0.5, 0.51, 0.9][place])
    with oaks(tmp_path, forester, 3) as bank:
        alone = recalled(bank)
        blended = recalled(bank, rerank={"blend": 0.9}, fusion="rrf")
        fusion = recalled(bank, rerank={"blend": 1.0}, fusion="rrf")
    assert alone.ids == tuple(names_of(2, 1, 0))
    assert fusion.ids == tuple(names_of(0, 1, 2))
    assert blended.ids == tuple(names_of(2, 0, 1))
    for result in (alone, blended, fusion):
        assert {each.id: (each.score, each.basis) for each in result} == {
            name_of(place): (forester.worth(place), "rerank") for place in range(3)
        }


def test_reranker_that_only_orders_leaves_the_scores_as_they_are_without_it(tmp_path: Path) -> None:
    with oaks(tmp_path, Forester(lambda place: place / 100), 5) as bank:
        bank.configure(arms=["keyword", "semantic"])
        plain = recalled(bank, rerank=False)
        ordered = recalled(bank, rerank={"order_only": True})
    assert ordered.ids == tuple(names_of(4, 3, 2, 1, 0))
    assert {each.id: (each.score, each.basis) for each in ordered} == {
        each.id: (each.score, each.basis) for each in plain
    }
    assert {each.basis for each in ordered} == {"similarity"}
    assert [each.scores.rerank for each in ordered] == [0.04, 0.03, 0.02, 0.01, 0.0]


@pytest.mark.parametrize(
    ("count", "options", "reason"),
    [
        (2, {}, "there were no more than 2 candidates"),
        (3, {}, None),
        (2, {"rerank": True}, None),
        (2, {"rerank": {"gate": False}}, None),
        (2, {"min_scores": {"reranker": 0.1}}, None),
        (9, {"ordered": False}, "everything is returned, and the order does not matter"),
        (9, {"ordered": False, "rerank": True}, None),
        (9, {"ordered": False, "limit": 9}, "everything is returned, and the order does not matter"),
        (9, {"ordered": False, "limit": 8}, None),
        (9, {"ordered": False, "max_tokens": 10}, None),
        (9, {"rerank_depth": 1}, None),
    ],
    ids=str,
)
def test_gate_leaves_the_reranker_out_where_it_cannot_help(
    tmp_path: Path, count: int, options: dict[str, Any], reason: str | None
) -> None:
    forester = Forester()
    with oaks(tmp_path, forester, count) as bank:
        result = recalled(bank, **options)
        assert result.rerank.reason == reason
        assert result.rerank.ran is bool(forester.asked) is (reason is None)
        # The gate changes what a recall costs, and never which memories come back.
        assert set(result.ids) == set(recalled(bank, **{**options, "rerank": True}).ids)
    assert result.notes == ()


def test_likeness_that_has_decided_leaves_the_reranker_out(tmp_path: Path) -> None:
    forester = Forester()
    with oaks(tmp_path, forester, 8) as bank:
        bank.retain("oak 555 stands alone beside the river", id="exact")
        query: dict[str, Any] = {"arms": ["semantic"], "query_time": "2026-01-02"}
        words = "oak 555 stands alone beside the river"
        gated = bank.recall(words, rerank={"score_gate": True}, **query)
        assert gated.rerank.reason == "the first candidate is far more like the query than the others"
        assert not forester.asked
        assert bank.recall(words, **query).rerank.ran
        assert bank.recall(words, rerank=True, **query).rerank.ran
        floor: dict[str, Any] = {"min_scores": {"reranker": 0.1}}
        assert bank.recall(words, rerank={"score_gate": True}, **floor, **query).rerank.ran


def test_text_of_many_memories_is_scored_once(tmp_path: Path) -> None:
    forester = Forester()
    with oaks(tmp_path, forester, 4) as bank:
        bank.retain([{"text": "oak 001", "id": f"twin {twin}"} for twin in range(3)], now="2026-01-01")
        result = recalled(bank, trace=True)
    assert [sorted(places) for places in forester.asked] == [[0, 1, 2, 3]]
    assert (work_of(result).repeated, result.rerank.scored) == (3, 7)
    assert len({each.score for each in result if each.text == "oak 001"}) == 1


def test_reranker_that_says_how_deep_it_helps_is_asked_no_deeper_unless_a_caller_wants(
    tmp_path: Path,
) -> None:
    forester: Any = Forester(lambda place: place / 1000)
    forester.deepest = 32
    with oaks(tmp_path, forester, 120) as bank:
        result = recalled(bank, limit=3)
        assert forester.asked == slices(16, 32)
        assert (result.rerank.ended, result.rerank.unscored) == ("settled", 88)
        assert result.ids == tuple(names_of(31, 30, 29))
        full = recalled(bank, limit=3, rerank={"full": True})
    assert full.ids == tuple(names_of(119, 118, 117))

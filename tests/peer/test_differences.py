"""What the reference and recallcore answer differently on purpose: both answers, side by side.

`docs/differences.md` gives the reasons. The reference's answers come from the committed sample.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import recallcore
from recallcore import ConfigError, Memory, TimeWindow
from tests.peer.comparing import unlike
from tests.peer.differences import DIFFERENCES
from tests.peer.ours import answer
from tests.peer.sample import answered_differences

SIGMOID_OF_0_2, SIGMOID_OF_0_9 = 0.549833997312478, 0.7109495026250039


def both(name: str) -> tuple[Any, Any]:
    """Their answer and ours to the case of that name; it is an error if they agree."""
    case, theirs = answered_differences()[name]
    ours = answer(case)
    assert unlike(theirs, ours) is not None, f"no difference: {name}"
    return theirs, ours


def test_every_difference_has_its_place_in_the_sample() -> None:
    assert list(answered_differences()) == list(DIFFERENCES)


# --- Fusion -----------------------------------------------------------------------------------


def test_rows_of_equal_score_stand_in_the_order_of_age_not_of_sight() -> None:
    theirs, ours = both("a tie")
    assert [row for row, _, _ in theirs] == [5, 2]
    assert [row for row, _, _ in ours] == [2, 5]


def test_row_twice_in_one_ranking_counts_at_its_first_place() -> None:
    theirs, ours = both("a row twice in one ranking")
    assert theirs == [[0, pytest.approx(1 / 61 + 1 / 63), [3]], [1, pytest.approx(1 / 62), [2]]]
    assert ours == [[0, pytest.approx(1 / 61), [1]], [1, pytest.approx(1 / 62), [2]]]
    theirs, ours = both("a row twice in one ranking, interleaved")
    assert theirs == [[0, 3.0, [3, 0]], [2, 2.0, [0, 1]], [1, 1.0, [2, 0]]]
    assert ours == [[0, 3.0, [1, 0]], [2, 2.0, [0, 1]], [1, 1.0, [2, 0]]]


@pytest.mark.parametrize("name", ["a cap of nothing", "a cap of nothing, interleaved"])
def test_cap_of_nothing_leaves_nothing(name: str) -> None:
    theirs, ours = both(name)
    assert len(theirs) == 2
    assert ours == []


def test_boost_of_what_there_is_not_is_refused() -> None:
    case, theirs = answered_differences()["boosts of an unknown arm and level"]
    assert theirs == {}
    for arm, level in case["boosts"].items():
        with pytest.raises(ValueError, match=arm if level == "high" else level):
            answer({"stage": "strategy_boost", "ranks": [[1, 1, 1, 1]], "boosts": {arm: level}})


def test_boost_orders_the_cut_and_not_what_nothing_judges() -> None:
    theirs, ours = both("a boosted tie that nothing judges")
    assert theirs["pool"] == ours["pool"] == [2, 0]
    assert theirs["order"] == [2, 0]
    assert ours["order"] == [0, 2]


# --- A reranker's scores ----------------------------------------------------------------------


def test_nan_in_first_place_turns_no_probability_into_a_logit() -> None:
    theirs, ours = both("NaN in first place")
    assert theirs == pytest.approx([0.0, SIGMOID_OF_0_2, SIGMOID_OF_0_9], rel=1e-12)
    assert ours == [0.0, 0.2, 0.9]


def test_scale_of_a_reranker_does_not_hang_on_the_scores_of_one_call() -> None:
    theirs, ours = both("a probability a hair below zero")
    assert theirs[2] == pytest.approx(SIGMOID_OF_0_9, rel=1e-12)
    assert ours == [0.0, 0.5, 0.9]
    theirs, ours = both("logits that all lie between zero and one")
    assert theirs == [0.1, 0.5, 0.9]
    assert ours[2] == pytest.approx(SIGMOID_OF_0_9, rel=1e-12)


# --- Recency ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "there", "here"),
    [
        ("year 1", 0.1, 0.5),
        ("year 9999", 1.0, 0.5),
        ("until year 9999", 1.0, 0.5),
        ("year 1, and mentioned half a year ago", 0.1, 1 - 182 / 365),
    ],
)
def test_placeholder_date_is_no_date(name: str, there: float, here: float) -> None:
    theirs, ours = both(name)
    assert theirs == [there]
    assert ours == [pytest.approx(here)]


def test_floor_of_the_linear_decay_is_a_setting() -> None:
    theirs, ours = both("a floor of its own")
    assert theirs == [0.1]
    assert ours == [0.3]


@pytest.mark.parametrize(
    ("name", "there", "refused"),
    [
        ("a window of no days", 1 - 182 / 365, "window_days"),
        ("a half-life of no days", 0.5, "half_life_days"),
    ],
)
def test_decay_over_no_time_is_refused(name: str, there: float, refused: str) -> None:
    case, theirs = answered_differences()[name]
    assert theirs == [pytest.approx(there)]
    with pytest.raises(ValueError, match=refused):
        answer(case)


# --- Nearness to the window -------------------------------------------------------------------


def test_nearness_to_the_window_counts_whichever_arm_found_the_memory_first(tmp_path: Path) -> None:
    _, theirs = answered_differences()["nearness of what another arm found first"]
    assert theirs["combined"] == [0.5, 0.5]  # that of the temporal arm is lost behind the other arm's row
    with recallcore.open(tmp_path, embedder=False, reranker=False) as bank:
        bank.retain(Memory(text="the kiln broke", occurred_start="2026-04-15"), now="2026-05-01")
        window = TimeWindow.during("2026-04")
        [found] = bank.recall("kiln", arms=["keyword"], time_window=window, query_time="2026-05-01")
    assert found.scores.temporal is None
    assert found.scores.proximity > 0.5


@pytest.mark.parametrize(
    ("name", "there", "here"),
    [("at the beginning of the window", 0.0, 0.5), ("a quarter into the window", 0.5, 0.75)],
)
def test_memory_inside_the_window_is_never_worse_off_than_one_outside(
    name: str, there: float, here: float
) -> None:
    theirs, ours = both(name)
    assert theirs["proximity"] == pytest.approx(there)
    assert ours["proximity"] == pytest.approx(here)


def test_end_of_the_window_lies_outside() -> None:
    theirs, ours = both("at the end of the window")
    assert theirs == {"proximity": 0.0, "end inside": True}
    assert ours == {"proximity": 0.5, "end inside": False}


def test_equally_relevant_entries_keep_the_order_of_the_pool() -> None:
    theirs, ours = both("equally relevant in one tier")
    assert theirs == [0, 1, 3]
    assert ours == [0, 1, 2]


# --- The reranker's text ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "there", "here"),
    [
        ("text mentioned on a day", "signed", "[Date: May 01, 2026 (2026-05-01)] signed"),
        ("text ended on a day", "signed", "[Date: May 01, 2026 (2026-05-01)] signed"),
        ("text of a month", "[Date: May 01, 2026 (2026-05-01)] signed", "[Date: May 2026 (2026-05)] signed"),
        ("text of a year", "[Date: January 01, 2026 (2026-01-01)] signed", "[Date: 2026] signed"),
        ("text since year 1", "[Date: January 01, 1 (1-01-01)] signed", "signed"),
    ],
)
def test_reranker_reads_the_date_that_is_known_and_no_more(name: str, there: str, here: str) -> None:
    assert both(name) == (there, here)


# --- Tags and packing -------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "admitted"), [("and of nothing", [0, 1]), ("or of nothing", [])])
def test_group_of_nothing_has_its_usual_meaning(name: str, admitted: list[int]) -> None:
    case, theirs = answered_differences()[name]
    assert theirs == "AND ()"  # which no database reads
    assert answer({**case, "stage": "tag_groups"}) == admitted


def test_vowel_signs_are_letters() -> None:
    theirs, ours = both("vowel signs")
    assert theirs == 1.0
    assert ours == pytest.approx(5 / 9)


def test_empty_namespace_is_a_namespace() -> None:
    theirs, ours = both("a colon in front")
    assert theirs == [{"tags": ["typescript"], "match": "any_strict"}]
    assert ours == [{"tags": [":typescropt"], "match": "any_strict"}]


def test_two_tags_for_the_same_two_are_one_set() -> None:
    case, theirs = answered_differences()["two tags for the same two"]
    both_orders = [["user-alice", "user-alike"], ["user-alike", "user-alice"]]
    assert theirs == [{"or": [{"tags": tags, "match": "exact"} for tags in both_orders]}]
    assert answer(case) == [{"tags": both_orders[0], "match": "exact"}]


def test_negative_budget_is_refused() -> None:
    case, theirs = answered_differences()["fewer tokens than none"]
    assert theirs == {"kept": [], "tokens": 0}
    with pytest.raises(ConfigError):
        answer(case)

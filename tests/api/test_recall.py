"""Recalling: what it refuses, what it reports, and what it does without."""

from __future__ import annotations

from datetime import UTC, datetime
from inspect import signature
from pathlib import Path
from typing import Any

import pytest

import recallcore
from recallcore import AllOf, Bank, ConfigError, DimensionError, InputError, Memory, Not, Tags, TimeWindow
from recallcore.config import RecallKeywords

NOW = datetime(2026, 1, 2, tzinfo=UTC)


@pytest.fixture
def filled(bank: Bank) -> Bank:
    bank.retain(
        [
            Memory(
                text="Minji works at a bakery in Busan",
                id="job",
                tags=["minji", "work"],
                occurred_start="2023-05",
            ),
            Memory(text="Jiho works at a bank in Seoul", id="jiho", tags=["jiho", "work"], kind="experience"),
            Memory(text="The key is under the mat", id="key"),
        ],
        now="2026-01-01",
    )
    return bank


@pytest.mark.parametrize(
    ("options", "error", "complaint"),
    [
        ({"max_token": 5}, InputError, 'did you mean "max_tokens"'),
        ({"top_k": 5}, InputError, 'unknown option of recall "top_k"'),
        ({"rerank": True}, InputError, 'unknown option of recall "rerank"'),
        ({"max_tokens": -1}, ConfigError, "max_tokens is -1"),
        ({"max_tokens": 1.5}, ConfigError, "max_tokens is of type float"),
        ({"limit": 0}, ConfigError, "limit is 0"),
        ({"budget": "midd"}, ConfigError, 'did you mean "mid"'),
        ({"arms": []}, ConfigError, "arms is empty"),
        ({"arms": ["keywords"]}, ConfigError, 'did you mean "keyword"'),
        ({"overflow": "last"}, ConfigError, "overflow"),
        ({"min_scores": {"semantics": 0.5}}, ConfigError, 'did you mean "semantic"'),
        ({"min_scores": {"semantic": float("nan")}}, ConfigError, "finite"),
        ({"trace": 1}, ConfigError, "trace"),
        ({"kinds": ["wrld"]}, InputError, 'did you mean "world"'),
        ({"tags_match": "some"}, InputError, "tags_match"),
        ({"time_window": ("2023-06", "2023-05")}, InputError, "time window"),
        ({"time_window": "2023"}, InputError, "time_window is of type str"),
        ({"query_time": "yesterday"}, InputError, "query_time is no date"),
        ({"vector": [1.0, 2.0]}, DimensionError, "query vector has 2 dimensions, expected 64"),
        ({"vector": [0.0] * 64}, InputError, "query vector is zero"),
        ({"vector": [float("nan")] * 64}, InputError, "NaN"),
    ],
    ids=str,
)
def test_unacceptable_option_is_refused(
    filled: Bank, options: dict[str, Any], error: type[Exception], complaint: str
) -> None:
    with pytest.raises(error, match=complaint):
        filled.recall("bakery", **options)


@pytest.mark.parametrize("query", ["", "  \n", 5, None], ids=repr)
def test_query_without_content_is_refused(filled: Bank, query: Any) -> None:
    with pytest.raises(InputError, match="query"):
        filled.recall(query)


@pytest.mark.parametrize(
    "query",
    ["bakery \x00", "bakery \ud83d", "bakery " * 15_000, "🙂 bakery", "bakery שלום", "???", "the"],
    ids=lambda query: ascii(query[:12]),
)
def test_any_text_is_a_query(filled: Bank, query: str) -> None:
    result = filled.recall(query)
    if "bakery" in query:
        assert result.ids[0] == "job"


def test_result_says_what_each_arm_found(filled: Bank) -> None:
    result = filled.recall("bakery", time_window=TimeWindow.during("2023"), query_time=NOW)
    best = result.memories[0]
    assert best.id == "job"
    assert (best.basis, best.rank) == ("rank", 1)
    assert 0.0 <= best.score <= 1.0
    assert {"semantic", "keyword", "temporal"} <= set(best.evidence)
    assert set(result.arms) == {"semantic", "keyword", "graph", "temporal"}
    assert result.arms["keyword"].found == 1
    assert result.tokens == sum(each.memory.tokens for each in result)
    assert result.window == TimeWindow.during("2023")


def test_without_a_window_the_temporal_arm_is_off(filled: Bank) -> None:
    assert filled.recall("bakery").arms["temporal"].state == "off"


@pytest.mark.parametrize(
    ("options", "ids"),
    [
        ({"kinds": ["experience"]}, {"jiho"}),
        ({"tags": ["minji"], "tags_match": "any_strict"}, {"job"}),
        ({"tags": ["minji"]}, {"job", "key"}),
        ({"tags": ["work", "minji"], "tags_match": "all_strict"}, {"job"}),
        ({"tags": ["work"], "tags_match": "exact"}, set()),
        ({"tags_match": "exact"}, {"key"}),
        ({"tag_groups": AllOf(Tags("work"), Not(Tags("jiho")))}, {"job"}),
        ({"tag_groups": [Tags("work"), Tags("jiho")]}, {"jiho"}),
        ({"updated_after": "2026-01-01"}, set()),
        ({"updated_before": "2026-01-02"}, {"job", "jiho", "key"}),
    ],
    ids=str,
)
def test_filters_hold_in_every_arm(filled: Bank, options: dict[str, Any], ids: set[str]) -> None:
    assert set(filled.recall("works bakery bank key", **options).ids) == ids


def test_budget_is_a_ceiling_and_what_is_dropped_is_told(filled: Bank) -> None:
    whole = filled.recall("works")
    tokens = whole.memories[0].memory.tokens
    result = filled.recall("works", max_tokens=tokens)
    assert result.tokens <= tokens
    assert {each.id for each in result.dropped} == set(whole.ids) - set(result.ids)
    assert {each.reason for each in result.dropped} == {"budget"}


def test_first_memory_that_does_not_fit_is_flagged_or_left_out(filled: Bank) -> None:
    first = filled.recall("bakery", max_tokens=1)
    assert (first.ids, first.overflowed) == (("job",), True)
    strict = filled.recall("bakery", max_tokens=1, overflow="strict")
    assert (strict.ids, strict.overflowed) == ((), False)


def test_limit_counts_memories(filled: Bank) -> None:
    result = filled.recall("works", limit=1)
    assert len(result) == 1
    assert "limit" in {each.reason for each in result.dropped}


def test_floor_of_an_arm_holds(filled: Bank) -> None:
    result = filled.recall("bakery", arms=["semantic"], min_scores={"semantic": 0.999})
    assert result.ids == ()


def test_trace_echoes_the_anchor_and_holds_no_text(filled: Bank) -> None:
    result = filled.recall("bakery", query_time="2020-02-03T04:05Z", trace=True)
    assert result.trace is not None
    assert result.trace.query_time == datetime(2020, 2, 3, 4, 5, tzinfo=UTC)
    assert [stage.stage for stage in result.trace.stages] == ["embed", "search", "finish"]
    assert "bakery" not in str(result.trace.to_dict())
    assert filled.recall("bakery").trace is None


def test_equal_recalls_answer_equally(filled: Bank) -> None:
    one, other = (filled.recall("works in Seoul", query_time=NOW).to_dict() for _ in range(2))
    assert one == other


def test_recall_many_answers_as_single_recalls_do(filled: Bank) -> None:
    queries = ["bakery", "Seoul", "key"]
    many = filled.recall_many(queries, query_time=NOW, limit=2)
    assert [each.to_dict() for each in many] == [
        filled.recall(query, query_time=NOW, limit=2).to_dict() for query in queries
    ]
    assert filled.recall_many([]) == []
    with pytest.raises(InputError, match="one text"):
        filled.recall_many("bakery")


def test_keywords_of_the_twins_are_those_of_recall() -> None:
    spelled = set(signature(Bank.recall).parameters) - {"self", "query", "vector", "unknown"}
    assert spelled == set(RecallKeywords.__annotations__)


def test_empty_bank_answers_empty(bank: Bank) -> None:
    result = bank.recall("anything")
    assert (result.ids, result.tokens, result.candidates) == ((), 0, 0)


def test_bank_without_an_embedder_answers_by_the_other_arms(tmp_path: Path) -> None:
    with recallcore.open(tmp_path, embedder=False) as bank:
        bank.retain("Minji works at a bakery", id="job")
        result = bank.recall("bakery")
        assert result.ids == ("job",)
        assert result.arms["semantic"].state == "off"
        assert any("semantic arm is off" in note for note in result.notes)


def test_embedder_that_fails_on_the_query_costs_its_arm_and_not_the_recall(tmp_path: Path) -> None:
    def fail_on_bakery(texts: list[str]) -> list[list[float]]:
        if "bakery?" in texts:
            raise TimeoutError("no answer")
        return [[1.0, len(text)] for text in texts]

    with recallcore.open(tmp_path, embedder=fail_on_bakery) as bank:
        bank.retain("Minji works at a bakery", id="job")
        result = bank.recall("bakery?")
        assert result.ids == ("job",)
        assert any("no answer" in note for note in result.notes)


def test_results_print_shortly(filled: Bank) -> None:
    filled.retain("s" * 100_000, id="long")
    result = filled.recall("bakery")
    for shown in (repr(result), repr(result.memories[0]), repr(filled.get("long")), repr(filled)):
        assert len(shown) < 300

"""Recalling: what it refuses, what it reports, and what it does without."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime
from inspect import signature
from pathlib import Path
from typing import Any

import pytest

import recallcore
from recallcore import (
    AllOf,
    Bank,
    ConfigError,
    DimensionError,
    Filter,
    InputError,
    Memory,
    Not,
    Precomputed,
    Tags,
    TimeWindow,
)
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
        ({"reranker": True}, InputError, 'did you mean "rerank"'),
        ({"boost": {}}, InputError, 'did you mean "boosts"'),
        ({"max_tokens": -1}, ConfigError, "max_tokens is -1"),
        ({"max_tokens": 1.5}, ConfigError, "max_tokens is of type float"),
        ({"limit": 0}, ConfigError, "limit is 0"),
        ({"budget": "midd"}, ConfigError, 'did you mean "mid"'),
        ({"arms": []}, ConfigError, "arms is empty"),
        ({"arms": ["keywords"]}, ConfigError, 'did you mean "keyword"'),
        ({"overflow": "last"}, ConfigError, "overflow"),
        ({"min_scores": {"semantics": 0.5}}, ConfigError, 'did you mean "semantic"'),
        ({"min_scores": {"semantic": float("nan")}}, ConfigError, "finite"),
        ({"min_scores": {"semantic": -1.5}}, ConfigError, "semantic is -1.5, expected a number from -1 to 1"),
        ({"min_scores": {"similarity": 30}}, ConfigError, "similarity is 30, expected a number from 0 to 1"),
        ({"min_scores": {"reranker": -0.1}}, ConfigError, "reranker is -0.1, expected a number from 0 to 1"),
        ({"min_scores": {"final": "0.5"}}, ConfigError, "min_scores of final is of type str"),
        ({"min_scores": 0.5}, ConfigError, "min_scores is of type float"),
        ({"min_scores": {"graph": 0.5}}, ConfigError, 'unknown score in min_scores "graph"'),
        ({"boosts": {"graf": "high"}}, ConfigError, 'did you mean "graph"'),
        ({"boosts": {"graph": 2}}, ConfigError, "level of the graph boost is of type int"),
        ({"boosts": "graph"}, ConfigError, "boosts is of type str"),
        ({"boosts": {"graph": "low"}, "fusion": "interleave"}, ConfigError, "boosts are given, but fusion"),
        ({"recency": "lin"}, ConfigError, "unknown decay"),
        ({"recency": True}, ConfigError, "recency is of type bool"),
        ({"alphas": {"recency": float("inf")}}, ConfigError, "finite"),
        ({"alphas": [0.1]}, ConfigError, "alphas is of type list"),
        ({"budgets": "fix"}, ConfigError, 'did you mean "fixed"'),
        ({"fusion": "sum"}, ConfigError, "unknown fusion"),
        ({"rrf_k": "60"}, ConfigError, "rrf_k is of type str"),
        ({"cap_per_arm": True}, ConfigError, "cap_per_arm is of type bool"),
        ({"prefer_observations": 1}, ConfigError, "prefer_observations is of type int"),
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
    assert (best.basis, best.rank) == ("similarity", 1)
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
    assert dict(result.left_out) == {"budget": len(whole) - len(result)}
    assert {each.reason for each in result.dropped} <= {"budget"}


def test_dropped_are_all_above_the_last_one_returned(bank: Bank) -> None:
    bank.retain(["tea " * 50, "tea " * 40, "tea", "tea " * 30])
    result = bank.recall("tea", arms=["keyword"], max_tokens=5)
    assert result.texts == ("tea",)
    last = result.memories[-1].rank
    assert [each.rank for each in result.dropped] == list(range(1, last))
    assert dict(result.left_out) == {"budget": 3}
    nothing = bank.recall("tea", arms=["keyword"], max_tokens=0, overflow="strict")
    assert [each.rank for each in nothing.dropped] == [1, 2, 3, 4]
    assert not nothing.abstained


def test_first_memory_that_does_not_fit_is_flagged_or_left_out(filled: Bank) -> None:
    first = filled.recall("bakery", max_tokens=1)
    assert (first.ids, first.overflowed) == (("job",), True)
    strict = filled.recall("bakery", max_tokens=1, overflow="strict")
    assert (strict.ids, strict.overflowed) == ((), False)


def test_limit_counts_memories(filled: Bank) -> None:
    result = filled.recall("works", limit=1)
    assert len(result) == 1
    assert result.dropped == ()
    assert dict(result.left_out) == {"limit": result.candidates - 1}


def test_floor_of_an_arm_holds(filled: Bank) -> None:
    result = filled.recall("bakery", arms=["semantic"], min_scores={"semantic": 0.999})
    assert (result.ids, result.abstained) == ((), True)


def own(path: Path) -> Bank:
    """A bank of two dimensions: a memory like [1, 0], one unlike it, and one without a vector."""
    bank = recallcore.open(path, embedder=Precomputed(name="own", dimension=2), reranker=False)
    bank.retain(
        [
            Memory(text="tea with milk", id="like", vector=[1.0, 0.1]),
            Memory(text="tea", id="unlike", vector=[0.0, 1.0]),
            Memory(text="tea at noon", id="bare"),
        ]
    )
    return bank


def test_floor_of_the_similarity_leaves_out_what_is_unlike_the_query_or_has_no_vector(tmp_path: Path) -> None:
    with own(tmp_path) as bank:
        assert sorted(bank.recall("tea", vector=[1.0, 0.0]).ids) == ["bare", "like", "unlike"]
        result = bank.recall("tea", vector=[1.0, 0.0], min_scores={"similarity": 0.3})
        assert result.ids == ("like",)
        assert dict(result.left_out) == {"similarity_floor": 2}
        nothing = bank.recall("tea", vector=[-1.0, 0.0], min_scores={"similarity": 0.3})
        assert nothing.abstained
        explanation = bank.explain("tea", "bare", vector=[1.0, 0.0], min_scores={"similarity": 0.3})
        assert explanation.outcome == "left out: its likeness lies below min_scores of similarity 0.3"


def test_floor_of_the_similarity_makes_the_query_a_vector_whatever_arms_run(filled: Bank) -> None:
    result = filled.recall("works", arms=["keyword"], min_scores={"similarity": 0.999})
    assert (result.ids, set(result.left_out)) == ((), {"similarity_floor"})
    assert not any("was not applied" in note for note in result.notes)


def test_floor_of_the_similarity_without_a_vector_is_not_applied_and_is_told(tmp_path: Path) -> None:
    with recallcore.open(tmp_path, embedder=False, reranker=False) as bank:
        bank.retain("tea", id="tea")
        result = bank.recall("tea", min_scores={"similarity": 0.9})
        assert result.ids == ("tea",)
        assert any("floor of the similarity was not applied" in note for note in result.notes)


def test_final_floor_leaves_only_what_reaches_it(filled: Bank) -> None:
    whole = filled.recall("works at a bakery", query_time=NOW)
    floor = whole.memories[0].scores.combined
    result = filled.recall("works at a bakery", query_time=NOW, min_scores={"final": floor}, limit=2)
    assert result.ids == whole.ids[:1]
    assert dict(result.left_out) == {"final_floor": len(whole) - 1}
    nothing = filled.recall("works at a bakery", min_scores={"final": 99})
    assert (nothing.ids, nothing.abstained, nothing.to_prompt()) == ((), True, "")


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
    with recallcore.open(tmp_path, embedder=False, reranker=False) as bank:
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

    with recallcore.open(tmp_path, embedder=fail_on_bakery, reranker=False) as bank:
        bank.retain("Minji works at a bakery", id="job")
        result = bank.recall("bakery?")
        assert result.ids == ("job",)
        assert any("no answer" in note for note in result.notes)


def test_result_is_read_by_place(filled: Bank) -> None:
    result = filled.recall("bakery")
    assert (result[0], result[-1], result[:2]) == (
        result.memories[0],
        result.memories[-1],
        result.memories[:2],
    )
    with pytest.raises(IndexError):
        result[len(result)]


def test_empty_query_among_several_is_named(filled: Bank) -> None:
    with pytest.raises(InputError, match=r"queries\[1\] is empty"):
        filled.recall_many(["bakery", " ", "key"])


def test_results_print_shortly(filled: Bank) -> None:
    filled.retain("s" * 100_000, id="long")
    result = filled.recall("bakery")
    for shown in (repr(result), repr(result.memories[0]), repr(filled.get("long")), repr(filled)):
        assert len(shown) < 300


def test_boost_of_an_arm_that_is_off_moves_nothing(filled: Bank) -> None:
    options: Any = {"query_time": NOW, "arms": ["semantic", "keyword"]}
    boosted = filled.recall("works at a bakery", boosts={"temporal": "high", "graph": "low"}, **options)
    assert boosted.ids == filled.recall("works at a bakery", **options).ids
    assert any("boosts" in note for note in boosted.notes)


def test_boost_adds_what_it_adds_to_rerank_scores_where_scores_are_weighed(bank: Bank) -> None:
    bank.retain([Memory(text=f"tea {number}", id=f"tea{number}") for number in range(3)])
    options: Any = {"arms": ["keyword"], "rerank_depth": 2, "query_time": NOW, "trace": True}
    plain = bank.recall("tea", **options).trace
    lifted = bank.recall("tea", boosts={"keyword": "low"}, **options).trace
    assert plain is not None
    assert lifted is not None
    for rank, found in enumerate(plain.rankings["keyword"], start=1):
        before, after = plain.candidate(found.id), lifted.candidate(found.id)
        assert before is not None
        assert after is not None
        assert before.fused == after.fused == before.boosted
        assert after.boosted == pytest.approx(before.fused + 0.05 * 2 / (2 + rank - 1), rel=1e-12)


def test_boost_protects_its_arm_deeper_and_leaves_fused_scores_alone(bank: Bank) -> None:
    bank.retain([Memory(text=f"tea {number}", id=f"tea{number}") for number in range(9)])
    bank.retain(
        [Memory(text="milk", id=f"day{day}", occurred_start=f"2026-04-{10 + day}") for day in range(9)]
    )
    options: Any = {
        "arms": ["keyword", "temporal"],
        "fusion": "rrf",
        "time_window": ("2026-04", "2026-05"),
        "rerank_depth": 8,
        "query_time": NOW,
        "trace": True,
    }
    plain = bank.recall("tea", **options).trace
    lifted = bank.recall("tea", boosts={"temporal": "high"}, **options).trace
    assert plain is not None
    assert lifted is not None
    fifth = plain.rankings["temporal"][4].id
    before, after = plain.candidate(fifth), lifted.candidate(fifth)
    assert before is not None
    assert after is not None
    # Without a boost the arms take turns, so that the fifth of an arm is the ninth of all.
    assert before.pool_rank is None
    assert after.pool_rank is not None
    assert before.fused == after.fused
    assert after.boosted == pytest.approx(1 / (60 + 5 / 8), rel=1e-12)
    first = lifted.candidate(lifted.rankings["keyword"][0].id)
    assert first is not None
    assert first.pool_rank is not None


def test_recency_is_steered_by_name_and_by_value(bank: Bank) -> None:
    bank.retain("tea", id="old", occurred_start="2025-01-02")
    choices: dict[str, Any] = {
        "linear": "linear",
        "none": "none",
        "exponential": recallcore.Recency(decay="exponential", half_life_days=365),
    }
    recency = {
        name: bank.recall("tea", query_time=NOW, recency=chosen).memories[0].scores.recency
        for name, chosen in choices.items()
    }
    assert recency == {"linear": 0.1, "none": 0.5, "exponential": 0.5}


def test_recency_without_a_reranker_moves_a_memory_by_about_two_places_unless_it_is_named(bank: Bank) -> None:
    old = [Memory(text="tea", id=str(number), occurred_start="2020") for number in range(40)]
    bank.retain([*old[:6], Memory(text="tea", id="new", occurred_start=NOW), *old[6:]])

    def places_risen(**options: Any) -> int:
        trace = bank.recall("tea", arms=["keyword"], query_time=NOW, trace=True, **options).trace
        assert trace is not None
        found = trace.candidate("new")
        assert found is not None
        return found.rank_change

    assert 1 <= places_risen() <= 3
    assert 1 <= places_risen(alphas={"proof": 0.3}) <= 3
    assert places_risen(alphas={"recency": 0.0}) == 0
    assert places_risen(alphas={"recency": 0.2}) > 3
    bank.configure(alphas={"recency": 0.2})
    assert places_risen() > 3


def test_alpha_of_nothing_makes_a_signal_neutral(bank: Bank) -> None:
    bank.retain(
        [Memory(text="tea", id="old", occurred_start="2001"), Memory(text="tea", id="proven", proof_count=9)]
    )
    alphas: Any = {"recency": 0, "proximity": 0, "proof": 0}
    trace = bank.recall("tea", query_time=NOW, alphas=alphas, trace=True).trace
    assert trace is not None
    for each in trace.pool:
        assert (each.recency_factor, each.proximity_factor, each.proof_factor) == (1.0, 1.0, 1.0)
        assert each.combined == each.base


def test_observation_replaces_its_sources_and_others_move_up(bank: Bank) -> None:
    bank.retain(
        [
            Memory(text="Minji likes green tea", id="one"),
            Memory(text="Minji likes black tea", id="two"),
            Memory(text="Minji likes tea", id="sum", kind="observation", source_ids=["one", "two"]),
            Memory(text="Jiho likes tea", id="other"),
        ]
    )
    plain = bank.recall("Minji likes tea", limit=2)
    chosen = bank.recall("Minji likes tea", limit=2, prefer_observations=True)
    assert plain.candidates == chosen.candidates == 4
    assert set(chosen.ids) == {"sum", "other"}
    assert chosen.left_out["observation"] == 2


def test_observation_that_does_not_fit_drops_nothing(bank: Bank) -> None:
    long = "Minji likes tea, and " * 40
    bank.retain(
        [Memory(text="Minji likes tea", id="one"), Memory(text=long, kind="observation", source_ids=["one"])]
    )
    assert bank.recall("Minji likes tea", max_tokens=20, prefer_observations=True).ids == ("one",)


def test_fuzzy_tags_forgive_spelling_and_only_there(bank: Bank) -> None:
    bank.retain(
        [Memory(text="tea", id="ts", tags=["TypeScript"]), Memory(text="tea", id="py", tags=["python"])]
    )
    for asked in ("typescript", "typescropt"):
        fuzzy = Tags(asked, resolve="fuzzy")
        assert bank.recall("tea", tag_groups=fuzzy).ids == ("ts",)
        assert bank.recall("tea", tag_groups=Tags(asked)).ids == ()
        assert bank.recall("tea", tag_groups=Not(fuzzy)).ids == ("py",)
    assert bank.recall("tea", tag_groups=Tags("haskell", resolve="fuzzy")).ids == ()


def test_fuzzy_tags_never_decide_what_is_forgotten(bank: Bank) -> None:
    bank.retain(Memory(text="tea", id="ts", tags=["TypeScript"]))
    fuzzy = Filter(tag_groups=Tags("typescript", resolve="fuzzy"))
    assert [memory.id for memory in bank.iterate(fuzzy)] == ["ts"]
    with pytest.raises(InputError, match="fuzzy"):
        bank.forget(fuzzy)
    assert bank.get("ts") is not None


def test_interleaving_takes_the_arms_in_turn(filled: Bank) -> None:
    result = filled.recall("works at a bakery", fusion="interleave", arms=["semantic", "keyword"])
    firsts = {arm: min(result, key=lambda each: said(each, arm)).id for arm in ("semantic", "keyword")}
    assert result.ids[0] == firsts["semantic"]
    assert set(firsts.values()) <= set(result.ids[:2])
    assert [each.scores.fused for each in result] == [float(left) for left in range(len(result), 0, -1)]


def test_boosts_of_the_bank_do_not_come_between_arms_that_take_turns(filled: Bank) -> None:
    options: Any = {"fusion": "interleave", "query_time": NOW, "trace": True}
    plain = filled.recall("works at a bakery", **options)
    filled.configure(boosts={"keyword": "high"})
    result = filled.recall("works at a bakery", **options)
    assert result.ids == plain.ids
    assert result.trace is not None
    assert result.trace.search["boosts"] == {}
    assert filled.recall("works at a bakery", boosts={}, **options).ids == plain.ids


def said(recalled: recallcore.Recalled, arm: Any) -> float:
    return recalled.evidence[arm].rank if arm in recalled.evidence else float("inf")


def test_cap_of_nothing_finds_nothing(filled: Bank) -> None:
    result = filled.recall("bakery", cap_per_arm=0)
    assert (result.ids, result.candidates, result.abstained) == ((), 0, True)


@pytest.mark.parametrize(
    ("dates", "recency"),
    [
        # Mentioned on 1 January, a day ago; the years 1 and 9999 mean no date, so that the mention counts.
        ({"occurred_start": "0001-01-01"}, 1 - 1 / 365),
        ({"occurred_start": "9999-12-31"}, 1 - 1 / 365),
        ({"occurred_end": "9999"}, 1 - 1 / 365),
        ({"occurred_start": None}, 1 - 1 / 365),
        # Nothing but such years: no date at all, which is neutral.
        ({"occurred_start": "0001", "occurred_end": "9999", "mentioned_at": "9999-06-01"}, 0.5),
        # To come: as new as can be, but for a whole month, which is neutral at most.
        ({"occurred_start": "2026-06-15"}, 1.0),
        ({"occurred_start": "9998-06-15"}, 1.0),
        ({"occurred_start": "9998-06"}, 0.5),
        ({"occurred_start": "2026-01-01"}, 1 - 1 / 365),
        ({"occurred_start": "1800-01-01"}, 0.1),
    ],
    ids=str,
)
def test_date_that_means_nothing_or_lies_ahead_is_defined(
    bank: Bank, dates: dict[str, Any], recency: float
) -> None:
    fields: Any = {"mentioned_at": "2026-01-01", **dates}
    bank.retain("tea", id="tea", now="2026-01-01", **fields)
    scores = bank.recall("tea", query_time=NOW).memories[0].scores
    assert scores.recency == pytest.approx(recency, rel=1e-12)
    assert scores.proximity == 0.5


@pytest.mark.parametrize(
    ("dates", "proximity"),
    [
        # The window is the first four days of the year: 1 and 9999 are no dates, the mention is the middle.
        ({"occurred_start": "0001-01-01"}, 1.0),
        ({"occurred_start": "9999-12-31"}, 1.0),
        ({"occurred_start": None}, 1.0),
        ({"occurred_start": "2026-01-01T00:00Z"}, 0.5),
        ({"occurred_start": "2026-01-02T00:00Z"}, 0.75),
        ({"occurred_start": "2026-06-15"}, 0.5),
        ({"occurred_start": "9998-06"}, 0.5),
        ({"occurred_start": "0001", "occurred_end": "9999", "mentioned_at": "9999-06-01"}, 0.5),
    ],
    ids=str,
)
def test_date_that_means_nothing_or_lies_ahead_has_its_place_in_a_window(
    bank: Bank, dates: dict[str, Any], proximity: float
) -> None:
    fields: Any = {"mentioned_at": "2026-01-03T00:00Z", **dates}
    bank.retain("tea", id="tea", now="2026-01-03", **fields)
    window: Any = ("2026-01-01", "2026-01-05")
    scores = bank.recall("tea", query_time="2026-01-05", time_window=window).memories[0].scores
    assert scores.proximity == pytest.approx(proximity, rel=1e-9)


class SpeechlessError(Exception):
    """An exception that cannot be told."""

    def __str__(self) -> str:
        raise RuntimeError("no words")


@pytest.mark.parametrize("error", [SpeechlessError(), asyncio.CancelledError()], ids=repr)
def test_embedder_whose_failure_cannot_be_told_costs_its_arm_and_not_the_recall(
    tmp_path: Path, error: BaseException
) -> None:
    failing = False

    def embed(texts: list[str]) -> list[list[float]]:
        if failing:
            raise error
        return [[1.0, float(len(text))] for text in texts]

    embedder = recallcore.CallableEmbedder(embed, name="speechless", dimension=2)
    with recallcore.open(tmp_path, embedder=embedder, reranker=False) as bank:
        bank.retain("tea", id="tea")
        failing = True
        result = bank.recall("tea")
        assert result.ids == ("tea",)
        assert any(type(error).__name__ in note for note in result.notes)
        assert any("without a vector" in note for note in bank.retain("milk").notes)

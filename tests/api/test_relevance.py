"""Relevance: an answer says how likely it bears on the question, and is empty where nothing does."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

import recallcore
from recallcore import Bank, ConfigError, Memory

TEXTS = [
    "Minji moved to Busan in May.",
    "The kiln was repaired on Friday.",
    "The spare key is under the mat.",
    "Sam learned to play the cello.",
]


@pytest.fixture
def bank(tmp_path: Path) -> Iterator[Bank]:
    with recallcore.open(tmp_path / "bank", reranker=False) as bank:
        bank.retain(TEXTS)
        yield bank


@pytest.mark.parametrize(
    "query",
    ["QQQQQQQQQQ", "zxcv qwer asdf", "!!!", "What is the capital of France?", "quantum chromodynamics"],
)
def test_nonsense_and_unknown_topics_get_an_empty_explained_answer(bank: Bank, query: str) -> None:
    result = bank.recall(query)
    assert (result.texts, result.abstained, result.tokens, result.to_prompt()) == ((), True, 0, "")
    assert result.relevance is not None
    assert result.relevance < result.min_relevance == 0.02
    assert result.abstention is not None
    assert "below min_relevance 0.02" in result.abstention
    assert dict(result.left_out) == {"relevance": result.candidates}
    assert {each.reason for each in result.dropped} == {"relevance"}


@pytest.mark.parametrize(
    ("query", "answer"),
    [
        ("where does Minji live?", TEXTS[0]),
        ("is the kiln working again?", TEXTS[1]),
        ("where is the key?", TEXTS[2]),
        ("which instrument does Sam play?", TEXTS[3]),
    ],
)
def test_question_that_can_be_answered_is(bank: Bank, query: str, answer: str) -> None:
    result = bank.recall(query)
    assert result.texts[0] == answer
    assert not result.abstained
    assert result.abstention is None
    assert result.relevance == pytest.approx(max(each.scores.relevance or 0 for each in result.memories))


def test_least_relevance_is_a_setting_and_an_option(bank: Bank) -> None:
    assert bank.recall("QQQQ", min_relevance=0).memories
    bank.configure(min_relevance=0.0)
    assert bank.recall("QQQQ").memories
    assert bank.recall("where is the key?", min_relevance=1).abstained
    bank.configure(min_relevance=None)
    assert bank.recall("QQQQ").abstained


@pytest.mark.parametrize("wrong", [-0.1, 1.1, float("nan"), "low", True])
def test_least_relevance_outside_its_range_is_refused(bank: Bank, wrong: object) -> None:
    with pytest.raises(ConfigError, match="min_relevance"):
        bank.recall("key", min_relevance=wrong)  # type: ignore[arg-type]  # that is the point


def test_question_about_a_time_is_answered_by_the_date_alone(tmp_path: Path) -> None:
    with recallcore.open(tmp_path, reranker=False) as bank:
        bank.retain(Memory(text="Lunch with Sam.", occurred_start="2026-05-06"))
        asked = "what happened on 6 May 2026?"
        assert bank.recall(asked, query_time="2026-06-01").texts == ("Lunch with Sam.",)
        assert bank.recall("what happened in the reactor?", query_time="2026-06-01").abstained


def test_question_in_another_script_is_answered_and_told(bank: Bank) -> None:
    result = bank.recall("민지는 어디에 살아?")
    assert result.memories
    assert not result.abstained
    assert result.relevance is not None
    assert result.relevance < 0.02
    assert any("another script" in note for note in result.notes)


def test_reranker_with_a_scale_judges_and_one_without_does_not(tmp_path: Path) -> None:
    class Certain:
        name = "certain"
        scale = "probability"

        def score(self, query: str, texts: list[str]) -> list[float]:
            return [0.9] * len(texts)

    class Doubtful(Certain):
        def score(self, query: str, texts: list[str]) -> list[float]:
            return [0.001] * len(texts)

    class Vague(Doubtful):
        scale = "auto"

    def ask(reranker: object, query: str) -> recallcore.RecallResult:
        with recallcore.open(tmp_path / "bank", reranker=reranker) as bank:  # type: ignore[arg-type]
            bank.retain(Memory(id=str(place), text=text) for place, text in enumerate(TEXTS))
            return bank.recall(query, rerank=None if reranker is False else True)

    alone = ask(False, "where is the key?").relevance
    assert alone is not None
    for reranker, above in ((Certain(), True), (Doubtful(), False)):
        together = ask(reranker, "where is the key?").relevance
        assert together is not None
        assert (together > alone) == above
    assert ask(Vague(), "where is the key?").relevance == pytest.approx(alone)
    assert ask(Certain(), "QQQQ").relevance != ask(Vague(), "QQQQ").relevance


def test_without_vectors_words_alone_decide(tmp_path: Path) -> None:
    with recallcore.open(tmp_path, embedder=False, reranker=False) as bank:
        bank.retain(TEXTS)
        assert bank.recall("where is the key?").texts == (TEXTS[2],)
        assert bank.recall("reactor").abstention == "no arm found anything"


def test_explanation_of_a_memory_says_that_nothing_was_relevant(bank: Bank) -> None:
    key = bank.retain("The stove is off.", id="stove").ids[0]
    told = bank.explain("QQQQQQQQQQ", key)
    assert not told.returned
    assert "min_relevance 0.02" in told.outcome


def test_find_similar_never_abstains_for_want_of_relevance(bank: Bank) -> None:
    assert bank.find_similar("QQQQQQQQQQ").memories


def test_relevance_is_part_of_what_is_printed(bank: Bank) -> None:
    printed = bank.recall("QQQQQQQQQQ").to_dict()
    assert printed["abstained"] is True
    assert printed["min_relevance"] == 0.02
    assert isinstance(printed["abstention"], str)


def test_floor_of_the_keyword_arm_takes_no_relevance_away(tmp_path: Path) -> None:
    with recallcore.open(tmp_path, reranker=False) as bank:
        bank.retain(["Minji lives in Busan", "The kiln broke on a rainy day", "Haeun ordered forty vases"])
        plain = bank.recall("where does Minji live?")
        floored = bank.recall("where does Minji live?", min_scores={"keyword": 100})
        assert not floored.abstained
        assert floored.relevance == pytest.approx(plain.relevance)

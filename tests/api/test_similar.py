"""Finding the twins of a text that is about to be retained."""

from __future__ import annotations

import asyncio
import inspect
from pathlib import Path
from typing import Any

import pytest

import recallcore
from recallcore import (
    AdaptiveBudgets,
    Bank,
    CallableEmbedder,
    ConfigError,
    FixedBudgets,
    InputError,
    Memory,
)
from recallcore.config import SIMILAR_OPTIONS


@pytest.fixture
def filled(bank: Bank) -> Bank:
    bank.retain(
        [
            Memory(text="Minji likes green tea", id="tea", tags=["minji"]),
            Memory(text="Minji likes green tea very much", id="more", kind="observation", source_ids=["tea"]),
            Memory(text="The key is under the mat", id="key"),
            Memory(text="Jiho plays the cello", id="cello"),
        ]
    )
    return bank


def test_twin_comes_first(filled: Bank) -> None:
    result = filled.find_similar("Minji likes green tea")
    assert result.ids[0] == "tea"
    assert result.ids[1] == "more"
    assert len(result) == len(result.ids)


def test_twin_of_one_arm_alone_is_among_the_first_of_all(bank: Bank) -> None:
    # Many memories share most words with the text; the one with its identifier only the keyword arm knows.
    bank.retain([f"the shipment left the harbour on day {day}" for day in range(60)])
    bank.retain("A-20391", id="code")
    assert "code" in bank.find_similar("the shipment A-20391 left the harbour", limit=3).ids


def test_own_id_is_left_out_and_costs_no_place(filled: Bank) -> None:
    everything = filled.find_similar("Minji likes green tea", limit=10)
    for exclude in ("tea", ["tea"], ["tea", "no such id"]):
        result = filled.find_similar("Minji likes green tea", limit=2, exclude=exclude)
        assert result.ids == tuple(each for each in everything.ids if each != "tea")[:2]
        assert result.candidates == everything.candidates - 1
        assert "tea" not in {each.id for each in result.dropped}


def test_excluded_memories_take_no_place_in_any_arm(bank: Bank) -> None:
    bank.retain([Memory(text=f"green tea {number}", id=f"tea{number}") for number in range(20)])
    bank.configure(budgets=FixedBudgets(low=3))
    first = bank.find_similar("green tea", limit=3).ids
    rest = bank.find_similar("green tea", limit=3, exclude=first).ids
    assert len(rest) == 3
    assert not set(first) & set(rest)


def test_arms_look_as_deep_as_the_limit(bank: Bank) -> None:
    bank.retain([Memory(text=f"green tea {number}", id=f"tea{number}") for number in range(20)])
    for budgets in (FixedBudgets(low=3), AdaptiveBudgets(low=1e-6, least=3)):
        bank.configure(budgets=budgets)
        assert len(bank.find_similar("green tea", limit=15)) == 15
        assert len(bank.find_similar("green tea", limit=2**40)) == 20


def test_limit_and_filters_hold(filled: Bank) -> None:
    assert len(filled.find_similar("green tea", limit=1)) == 1
    assert filled.find_similar("green tea", kinds=["observation"]).ids == ("more",)
    assert filled.find_similar("green tea", tags=["minji"], tags_match="any_strict").ids == ("tea",)


def test_long_texts_have_twins_too(bank: Bank) -> None:
    bank.retain("a very long story " * 5000, id="long")
    result = bank.find_similar("a very long story " * 5000)
    assert result.ids == ("long",)
    assert not result.overflowed


def test_text_is_embedded_as_a_memory(tmp_path: Path) -> None:
    asked: list[str] = []

    def as_query(texts: list[str]) -> list[list[float]]:
        asked.extend(texts)
        return [[0.0, 1.0] for _ in texts]

    embedder = CallableEmbedder(
        lambda texts: [[1.0, 0.1] for _ in texts], query_function=as_query, name="two roles", dimension=2
    )
    with recallcore.open(tmp_path, embedder=embedder, reranker=False) as bank:
        bank.retain("tea", id="tea")
        asked.clear()
        best = bank.find_similar("tea").memories[0]
        assert best.scores.semantic == pytest.approx(1.0)
        assert asked == []


def test_reranker_and_boosts_of_the_bank_do_not_matter(filled: Bank) -> None:
    def backwards(query: str, texts: list[str]) -> list[float]:
        raise AssertionError("asked")

    plain = filled.find_similar("Minji likes green tea").ids
    filled.configure(boosts={"semantic": "high"}, budget="high", prefer_observations=True, max_tokens=1)
    filled.close()
    with recallcore.open(filled.path, reranker=backwards) as bank:
        assert bank.find_similar("Minji likes green tea").ids == plain


def test_settings_that_say_what_a_question_wants_do_not_matter(filled: Bank) -> None:
    plain = filled.find_similar("Minji likes green tea").ids
    filled.configure(arms=["temporal"], cap_per_arm=0, fusion="rrf", rrf_k=1)
    assert filled.find_similar("Minji likes green tea").ids == plain


def test_empty_bank_abstains(bank: Bank) -> None:
    assert bank.find_similar("tea").abstained


@pytest.mark.parametrize("name", ["find_similar", "afind_similar"])
def test_unknown_option_is_refused_with_the_nearest(bank: Bank, name: str) -> None:
    wrong: Any = {"tag": ["minji"]}
    with pytest.raises(InputError, match='unknown option of find_similar "tag", did you mean "tags"'):
        asyncio.run(getattr(bank, name)("tea", **wrong))


def test_known_options_are_those_of_the_signature() -> None:
    names = [*inspect.signature(Bank.find_similar).parameters]
    assert names == ["self", "text", *SIMILAR_OPTIONS, "unknown"]


@pytest.mark.parametrize(
    ("options", "error", "complaint"),
    [
        ({"limit": 0}, ConfigError, "limit is 0"),
        ({"limit": "5"}, ConfigError, "limit is of type str"),
        ({"limit": True}, ConfigError, "limit is of type bool"),
        ({"exclude": 5}, InputError, "ids are of type int"),
        ({"exclude": [5]}, InputError, "an id is of type int"),
        ({"kinds": ["fact"]}, InputError, "kind"),
    ],
    ids=str,
)
def test_unacceptable_option_is_refused(
    bank: Bank, options: dict[str, Any], error: type[Exception], complaint: str
) -> None:
    with pytest.raises(error, match=complaint):
        bank.find_similar("tea", **options)


@pytest.mark.parametrize("text", ["", " \n", 5], ids=repr)
def test_text_without_content_is_refused(bank: Bank, text: Any) -> None:
    with pytest.raises(InputError):
        bank.find_similar(text)


def test_empty_bank_has_no_twins(bank: Bank) -> None:
    result = bank.find_similar("tea", exclude="tea")
    assert (result.ids, result.abstained, dict(result.left_out)) == ((), True, {})


def test_twin_method_does_what_find_similar_does(filled: Bank) -> None:
    awaited = asyncio.run(filled.afind_similar("green tea", limit=2, exclude="more"))
    assert awaited.ids == filled.find_similar("green tea", limit=2, exclude="more").ids


def test_twin_with_a_context_is_found_by_its_text(tmp_path: Path) -> None:
    turns = "Haeun: How was your week?\nMinji: Busy, as ever."
    with recallcore.open(tmp_path, reranker=False) as bank:
        bank.retain("Minji: The kiln broke last Monday", context=turns, id="twin")
        bank.retain("Minji: The kiln broke last Tuesday", id="other")
        found = bank.find_similar("Minji: The kiln broke last Monday")
        assert found.ids[0] == "twin"
        assert found[0].scores.semantic == pytest.approx(1.0, abs=1e-3)

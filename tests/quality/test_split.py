"""Halves of a data set: nothing in both, nothing lost."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benches.quality.datasets import Dataset, Judged, Question
from benches.quality.split import by_turns, first_and_last, split
from recallcore.types import Memory

ITEMS = st.lists(st.integers(), max_size=30)


def dataset(banks: int, questions: int) -> Dataset:
    made = tuple(
        Judged(
            name=f"talk {place}",
            memories=(Memory(id="m", text="one"),),
            questions=tuple(
                Question(text=f"question {number}", relevant=frozenset({"m"}), category="all")
                for number in range(questions)
            ),
        )
        for place in range(banks)
    )
    return Dataset(name="talks", banks=made)


@given(ITEMS)
def test_halves_have_everything_once(items: list[int]) -> None:
    first, last = first_and_last(items)
    assert [*first, *last] == items
    even, odd = by_turns(items)
    assert sorted([*even, *odd]) == sorted(items)
    for one, other in ((first, last), (even, odd)):
        assert len(one) - len(other) in (0, 1)


@pytest.mark.parametrize(
    ("part", "expected"), [("tune", ["talk 0", "talk 1", "talk 2"]), ("report", ["talk 3", "talk 4"])]
)
def test_several_banks_are_halved_by_bank(part: str, expected: list[str]) -> None:
    half = split(dataset(5, 3), part)  # type: ignore[arg-type]  # a name of a part, from the table
    assert [bank.name for bank in half.banks] == expected
    assert {len(bank.questions) for bank in half.banks} == {3}
    assert half.name == f"talks-{part}"
    assert half.notes == (f"the {part} half: {expected[0]} to {expected[-1]}",)


def test_one_bank_is_halved_by_turns_of_its_questions() -> None:
    whole = dataset(1, 5)
    texts = {
        part: [question.text for question in split(whole, part).banks[0].questions]
        for part in ("tune", "report")
    }
    assert texts == {
        "tune": ["question 0", "question 2", "question 4"],
        "report": ["question 1", "question 3"],
    }
    assert split(whole, "report").banks[0].memories == whole.banks[0].memories


def test_all_is_everything() -> None:
    whole = dataset(3, 2)
    assert split(whole, "all") is whole

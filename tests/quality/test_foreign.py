"""Questions that a bank cannot answer come from another one, once each."""

from __future__ import annotations

from benches.quality.datasets import Dataset, Judged, Question
from benches.quality.foreign import of_another_set, rotated
from recallcore.types import Memory


def dataset(name: str, asked: dict[str, list[str]]) -> Dataset:
    banks = tuple(
        Judged(
            name=bank,
            memories=(Memory(id="m", text="one"),),
            questions=tuple(Question(text=each, relevant=frozenset({"m"}), category="all") for each in texts),
        )
        for bank, texts in asked.items()
    )
    return Dataset(name=name, banks=banks)


def test_each_bank_is_asked_the_questions_of_the_next() -> None:
    made = rotated(dataset("talks", {"one": ["a", "b"], "two": ["c"], "three": ["d"]}))
    assert made is not None
    assert made.questions == {0: ("c",), 1: ("d",), 2: ("a", "b")}


def test_lone_bank_has_no_other_to_ask() -> None:
    assert rotated(dataset("talks", {"one": ["a"]})) is None


def test_another_set_gives_as_many_questions_as_a_bank_has() -> None:
    own = dataset("own", {"one": ["a", "b"], "two": ["c"]})
    other = dataset("other", {"three": ["x"], "four": ["y", "z"]})
    made = of_another_set(own, other)
    assert made.questions == {0: ("x", "y"), 1: ("x",)}
    assert made.what == "questions of other"

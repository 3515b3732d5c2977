"""Context: a memory is found by what it belongs to, in both arms, and nothing but its text is returned."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

import recallcore
from recallcore import Bank, Memory
from recallcore.embed import CallableEmbedder

QUESTION = "which camera did Minji buy?"
ANSWER = Memory(id="answer", text="Yes, last Tuesday!", context="Sam: Did Minji buy the camera?")
OTHERS = [Memory(id=f"other-{place}", text=f"The weather was grey on day {place}.") for place in range(9)]


@pytest.fixture
def talk(tmp_path: Path) -> Iterator[Bank]:
    with recallcore.open(tmp_path / "talk", embedder="hashing:256") as bank:
        bank.retain([*OTHERS, ANSWER])
        yield bank


def place_of(bank: Bank, arm: str, **options: object) -> int | None:
    result = bank.recall(QUESTION, arms=[arm], recency="none", rerank=False, min_relevance=0, **options)  # type: ignore[arg-type, list-item]
    return result.ids.index("answer") if "answer" in result.ids else None


@pytest.mark.parametrize("arm", ["semantic", "keyword"])
def test_memory_is_found_by_its_context_unless_the_recall_leaves_it_unread(talk: Bank, arm: str) -> None:
    assert place_of(talk, arm) == 0
    assert place_of(talk, arm, search_context=False) != 0


def test_only_the_text_is_returned_and_counted(talk: Bank) -> None:
    (best,) = talk.recall(QUESTION, limit=1).memories
    assert best.memory.text == ANSWER.text
    assert best.memory.tokens == recallcore.count_tokens(ANSWER.text)


def test_similarity_is_the_mean_of_both_vectors(tmp_path: Path) -> None:
    axes = {"text": [1.0, 0.0, 0.0], "context\ntext": [0.0, 1.0, 0.0]}

    def embed(texts: list[str]) -> list[list[float]]:
        return [axes.get(text, [0.0, 0.0, 1.0]) for text in texts]

    with recallcore.open(tmp_path, embedder=CallableEmbedder(embed, name="axes")) as bank:
        bank.retain("text", context="context")
        for reads, expected in ((True, 0.5), (False, 1.0)):
            (found,) = bank.recall("text", arms=["semantic"], search_context=reads, min_relevance=0).memories
            assert found.evidence["semantic"].arm_score == pytest.approx(expected)


def test_bank_that_leaves_contexts_alone_embeds_each_text_once(tmp_path: Path) -> None:
    seen: list[str] = []

    def embed(texts: list[str]) -> list[list[float]]:
        seen.extend(text for text in texts if ANSWER.text in text)
        return [[1.0, float(len(text))] for text in texts]

    with recallcore.open(tmp_path, embedder=CallableEmbedder(embed, name="lengths")) as bank:
        bank.configure(search_context=False)
        bank.retain(ANSWER)
        assert seen == [ANSWER.text]
        assert place_of(bank, "keyword") is None
        bank.configure(search_context=None)
        assert bank.stats().pending_vectors == 0
        assert bank.reembed() == 1
        assert seen == [ANSWER.text, f"{ANSWER.context}\n{ANSWER.text}"]
        assert bank.reembed() == 0


def test_replaced_memory_loses_the_context_it_had(talk: Bank) -> None:
    talk.retain(Memory(id="answer", text=ANSWER.text))
    assert place_of(talk, "keyword") is None
    similarity = (
        talk.recall(ANSWER.text, arms=["semantic"], limit=1).memories[0].evidence["semantic"].arm_score
    )
    assert similarity == pytest.approx(1.0)


def test_contexts_move_to_another_embedder_and_survive_a_reopening(talk: Bank) -> None:
    assert talk.reembed("hashing:128") == len(OTHERS) + 2
    assert place_of(talk, "semantic") == 0
    with recallcore.open(talk.path) as again:
        assert place_of(again, "semantic") == 0


def test_own_vector_stays_the_only_one(tmp_path: Path) -> None:
    with recallcore.open(tmp_path, embedder="hashing:64") as bank:
        vector = np.ones(64)
        bank.retain(Memory(text="tea", context="what Minji drinks", vector=vector))
        (found,) = bank.recall("x", vector=vector, arms=["semantic"]).memories
        assert found.evidence["semantic"].arm_score == pytest.approx(1.0)


def test_failing_embedder_counts_memories_and_not_their_vectors(tmp_path: Path) -> None:
    def broken(texts: list[str]) -> list[list[float]]:
        raise ConnectionError("gone")

    with recallcore.open(tmp_path, embedder=broken) as bank:
        (note,) = bank.retain(ANSWER).notes
        assert note.startswith("1 memory was stored without a vector")


def test_empty_context_counts_as_none(tmp_path: Path) -> None:
    with recallcore.open(tmp_path, embedder="hashing:64") as bank:
        bank.retain("tea", context="")
        assert bank.reembed() == 0
        (found,) = bank.recall("tea", arms=["semantic"]).memories
        assert found.evidence["semantic"].arm_score == pytest.approx(1.0)

"""Embedders: failures leave memories pending, mismatches are refused, and reembedding makes up for both."""

from __future__ import annotations

from pathlib import Path

import pytest

import recallcore
from recallcore import ConfigError, EmbedderMismatchError, Memory, ModelError


def lengths(texts: list[str]) -> list[list[float]]:
    return [[float(len(text)), 1.0] for text in texts]


def test_pending_memories_get_their_vectors(tmp_path: Path) -> None:
    with recallcore.open(tmp_path, embedder=False, reranker=False) as bank:
        bank.retain([f"memory {place}" for place in range(10)])
    with recallcore.open(tmp_path, embedder="hashing:64", reranker=False) as bank:
        seen: list[tuple[int, int]] = []
        assert bank.reembed(batch=4, progress=lambda done, total: seen.append((done, total))) == 10
        assert seen == [(4, 10), (8, 10), (10, 10)]
        assert bank.stats().pending_vectors == 0
        assert bank.recall("memory", arms=["semantic"]).candidates == 10
        assert bank.reembed() == 0


def test_bank_moves_to_another_embedder_whole(tmp_path: Path) -> None:
    with recallcore.open(tmp_path, embedder="hashing:64", reranker=False) as bank:
        bank.retain([Memory(text="one", id="1", vector=[1.0] * 64), Memory(text="two", id="2")])
    with recallcore.open(tmp_path, embedder="hashing:128", reranker=False) as bank:
        with pytest.raises(EmbedderMismatchError, match=r"64 dimensions.*128 dimensions"):
            bank.retain("three")
        mismatched = bank.recall("one")
        assert mismatched.arms["semantic"].state == "off"
        assert any("reembed" in note for note in mismatched.notes)
        assert bank.reembed("hashing:128") == 2
        assert bank.retain("three", id="3").notes == ()
        assert bank.recall("one", arms=["semantic"]).ids[0] == "1"
    with recallcore.open(tmp_path, reranker=False) as bank:
        assert bank.recall("one", arms=["semantic"]).ids[0] == "1"
        assert bank.stats().pending_vectors == 0


def test_failed_move_leaves_the_bank_as_it_was(tmp_path: Path) -> None:
    calls = []

    def dies_later(texts: list[str]) -> list[list[float]]:
        calls.append(len(texts))
        if "memory 5" in texts:
            raise ConnectionError("gone")
        return lengths(texts)

    with recallcore.open(tmp_path, embedder="hashing:64", reranker=False) as bank:
        bank.retain([f"memory {place}" for place in range(10)])
        before = bank.stats()
        with pytest.raises(ModelError, match="gone"):
            bank.reembed(dies_later, batch=2)
        assert calls
        after = bank.stats()
        assert (after.embedder, after.vectors) == (before.embedder, before.vectors)
        assert bank.recall("memory 3", arms=["semantic"]).candidates == 10


def test_memory_retained_during_a_move_is_not_left_behind(tmp_path: Path) -> None:
    with recallcore.open(tmp_path, embedder="hashing:64", reranker=False) as bank:
        bank.retain([f"memory {place}" for place in range(4)])

        def meanwhile(done: int, total: int) -> None:
            if done == 2:
                bank.retain("replaced", id=next(bank.iterate()).id)
                bank.retain("late")

        bank.reembed("hashing:128", batch=2, progress=meanwhile)
        stats = bank.stats()
        assert (stats.memories, stats.pending_vectors) == (5, 0)


def test_reembedding_without_an_embedder_is_refused(tmp_path: Path) -> None:
    with (
        recallcore.open(tmp_path, embedder=False, reranker=False) as bank,
        pytest.raises(ConfigError, match="no embedder"),
    ):
        bank.reembed()


def test_embedder_that_cannot_be_found_again_costs_its_arm_and_says_so(tmp_path: Path) -> None:
    with recallcore.open(tmp_path, embedder=lengths, reranker=False) as bank:
        bank.retain("Minji likes tea")
    with recallcore.open(tmp_path, reranker=False) as bank:
        result = bank.recall("tea")
        assert result.texts == ("Minji likes tea",)
        assert any("cannot be found again" in note for note in result.notes)
        retained = bank.retain("Minji likes coffee")
        assert any("without a vector" in note for note in retained.notes)


def test_first_embedder_that_makes_vectors_is_the_one_found_later(tmp_path: Path) -> None:
    recallcore.open(tmp_path, embedder=False, reranker=False).close()
    with recallcore.open(tmp_path, embedder="hashing:96", reranker=False) as bank:
        bank.retain("tea")
    with recallcore.open(tmp_path, reranker=False) as bank:
        assert bank.recall("tea").arms["semantic"].state == "ran"

"""Where the relevance of a result comes from."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace

import recallcore
from benches.quality.relevance import relevance_of


def test_stated_relevance_stands_before_the_score() -> None:
    best = SimpleNamespace(score=0.9)
    assert relevance_of(SimpleNamespace(relevance=0.2, memories=(best,))) == 0.2
    assert relevance_of(SimpleNamespace(relevance=0.0, memories=(best,))) == 0.0


def test_nothing_recalled_is_not_relevant(tmp_path: Path) -> None:
    with recallcore.open(tmp_path / "bank", embedder="hashing") as bank:
        bank.retain("The kiln broke in April")
        nothing = bank.recall("kiln", min_scores={"similarity": 1.0})
        assert not nothing.memories
        something = bank.recall("kiln broke")
        assert relevance_of(nothing) <= relevance_of(something)
        assert 0.0 < relevance_of(something) <= 1.0

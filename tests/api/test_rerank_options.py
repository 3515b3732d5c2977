"""How a reranker is used: what a call says, what a bank keeps, and what is refused."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest

import recallcore
from recallcore import Bank, ConfigError, RerankOptions
from tests.api.oaks import Forester, names_of, oaks, recalled

MISTAKES: list[tuple[Any, str]] = [
    ({"firs": 3}, 'unknown field of rerank "firs", did you mean "first"'),
    ({3: 3}, "unknown field of rerank"),
    ({"first": 0}, "first of rerank is 0"),
    ({"step": 0}, "step of rerank is 0"),
    ({"first": 2.5}, "first of rerank is of type float"),
    ({"first": None}, "first of rerank is of type NoneType"),
    ({"step": True}, "step of rerank is of type bool"),
    ({"margin": 1.01}, "margin of rerank is 1.01, expected a number from 0 to 1"),
    ({"blend": -0.01}, "blend of rerank is -0.01, expected a number from 0 to 1"),
    ({"blend": float("nan")}, "blend of rerank"),
    ({"deadline": 0}, "deadline of rerank is 0, expected seconds above 0 and up to a day, or None"),
    ({"deadline": -1}, "deadline of rerank is -1"),
    ({"deadline": 86_401}, "deadline of rerank is 86401"),
    ({"deadline": float("inf")}, "deadline of rerank"),
    ({"deadline": "5"}, "deadline of rerank is of type str"),
    ({"full": 1}, "full of rerank is of type int"),
    ({"gate": "yes"}, "gate of rerank is of type str"),
    ({"score_gate": None}, "score_gate of rerank is of type NoneType"),
    ({"order_only": 0}, "order_only of rerank is of type int"),
    ("yes", "rerank is of type str, expected True, False, RerankOptions or a mapping"),
    (5, "rerank is of type int"),
    (["full"], "rerank is of type list"),
]


@pytest.mark.parametrize(("rerank", "complaint"), MISTAKES, ids=str)
@pytest.mark.parametrize("kept", [None, RerankOptions(first=8)], ids=["nothing kept", "options kept"])
def test_mistakes_are_refused_in_a_call_and_in_the_settings(
    tmp_path: Path, rerank: Any, complaint: str, kept: Any
) -> None:
    forester = Forester()
    with oaks(tmp_path, forester, 5) as bank:
        bank.configure(rerank=kept)
        for refused in (lambda: recalled(bank, rerank=rerank), lambda: bank.configure(rerank=rerank)):
            with pytest.raises(ConfigError) as told:
                refused()
            assert complaint in str(told.value)
        assert bank.settings().rerank == kept
    assert not forester.asked


@pytest.mark.parametrize(
    ("fields", "complaint"), [each for each in MISTAKES if isinstance(each[0], dict)], ids=str
)
def test_mistakes_are_refused_by_the_options_themselves(fields: dict[Any, Any], complaint: str) -> None:
    with pytest.raises(ConfigError) as told:
        RerankOptions.read(fields)
    assert complaint in str(told.value)


def test_options_come_back_out_of_json() -> None:
    options = RerankOptions(full=True, first=3, margin=1, deadline=None, blend=0.25, order_only=True)
    assert RerankOptions.read(json.loads(json.dumps(options.to_dict()))) == options
    assert (options.margin, type(options.margin)) == (1.0, float)


@pytest.mark.parametrize(
    "rerank",
    [RerankOptions(first=8, step=2), {"first": 8, "step": 2}, {"first": 8, "step": 2, "deadline": None}],
    ids=["object", "mapping", "without a deadline"],
)
def test_bank_keeps_how_a_reranker_is_used(tmp_path: Path, rerank: Any) -> None:
    forester: Any = Forester()
    with oaks(tmp_path, forester, 20) as bank:
        assert bank.configure(rerank=rerank).rerank == RerankOptions.read(rerank)
    with recallcore.open(tmp_path, reranker=forester) as again:
        assert again.settings().rerank == RerankOptions.read(rerank)
        recalled(again, limit=2)
        assert [len(places) for places in forester.asked] == [8, 2]
        again.configure(rerank=None)
        recalled(again, limit=2)
        assert len(forester.asked[2]) == 16


def read_by(bank: Bank, forester: Forester, **options: Any) -> list[int]:
    forester.asked.clear()
    recalled(bank, limit=2, **options)
    return [len(places) for places in forester.asked]


def test_call_stands_before_the_setting(tmp_path: Path) -> None:
    forester = Forester()
    with oaks(tmp_path, forester, 20) as bank:
        bank.configure(rerank={"first": 8, "step": 2})
        assert read_by(bank, forester) == [8, 2]
        assert read_by(bank, forester, rerank=RerankOptions(first=4, step=3)) == [4, 3]
        # The object says everything anew, a mapping only what it names.
        assert read_by(bank, forester, rerank=RerankOptions(step=3)) == [16, 3]
        assert read_by(bank, forester, rerank={"step": 3}) == [8, 3]
        assert read_by(bank, forester, rerank={"first": 4}) == [4, 2]
        assert read_by(bank, forester, rerank={}) == [8, 2]
        assert read_by(bank, forester, rerank=False) == []
        # Who says that it must run says nothing about how.
        assert read_by(bank, forester, rerank=True) == [8, 2]
        assert bank.configure(rerank={"step": 3}).rerank == RerankOptions(step=3)
        bank.configure(rerank=False)
        assert read_by(bank, forester) == []
        assert read_by(bank, forester, rerank={}) == [16, 4]
        assert read_by(bank, forester, rerank=True) == [16, 4]
        assert read_by(bank, forester, rerank={"first": 6, "step": 1}) == [6, 1]


def test_true_runs_it_whether_it_helps_or_not(tmp_path: Path) -> None:
    forester = Forester()
    with oaks(tmp_path, forester, 2) as bank:
        bank.configure(rerank={"score_gate": True})
        assert read_by(bank, forester) == []
        assert read_by(bank, forester, rerank=True) == [2]
        assert read_by(bank, forester, rerank=True, ordered=False) == [2]
        bank.configure(rerank=True)
        # As a setting it says that a reranker runs where it can help.
        assert read_by(bank, forester) == []


@pytest.mark.parametrize("rerank", [True, {}, RerankOptions()], ids=repr)
def test_who_asks_for_a_reranker_that_is_not_there_gets_an_error(tmp_path: Path, rerank: Any) -> None:
    with oaks(tmp_path / "a", False, 5) as bank:
        with pytest.raises(ConfigError, match="opened without a reranker"):
            recalled(bank, rerank=rerank)
        bank.configure(rerank=rerank)
        assert len(recalled(bank)) == 5
    with oaks(tmp_path / "b", Forester(), 5) as bank:
        with pytest.raises(ConfigError, match="are never reranked"):
            recalled(bank, rerank=rerank, fusion="interleave")
        bank.configure(rerank=rerank, fusion="interleave")
        assert not recalled(bank).rerank.ran


@pytest.mark.parametrize("ordered", [1, None, "no"], ids=repr)
def test_ordered_is_yes_or_no(bank: Bank, ordered: Any) -> None:
    with pytest.raises(ConfigError, match="ordered is of type"):
        bank.recall("oak", ordered=ordered)


def test_floor_of_the_reranker_leaves_out_what_it_did_not_score(tmp_path: Path) -> None:
    forester = Forester(lambda place: 0.9 if place < 3 else 0.1 - place / 1000)
    with oaks(tmp_path, forester, 30) as bank:
        result = recalled(bank, min_scores={"reranker": 0.5}, rerank={"first": 4, "step": 4}, rerank_depth=20)
    assert result.ids == tuple(names_of(0, 1, 2))
    assert result.rerank.ended == "settled"
    assert dict(result.left_out) == {"reranker_floor": 27}
    assert result.notes == ()


def test_what_a_recall_was_asked_and_did_is_in_its_trace(tmp_path: Path) -> None:
    with oaks(tmp_path, Forester(), 30) as bank:
        rules = {"first": 10, "step": 5, "blend": 0.25, "order_only": True}
        trace = recalled(bank, trace=True, limit=3, rerank=rules).trace
    assert trace is not None
    assert (trace.finish["blend"], trace.finish["order_only"]) == (0.25, True)
    told = trace.rerank.to_dict()
    assert told["ended"] == "settled"
    assert told["work"] == {
        "slices": 2,
        "batches": 2,
        "tokens": 0,
        "padding": 0,
        "cached": 0,
        "repeated": 0,
        "waste": 0.0,
    }


def test_missing_default_reranker_is_named_to_who_asks_for_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # As where the package is not installed: importing it fails.
    monkeypatch.setitem(sys.modules, "recallcore_models", None)
    with recallcore.open(tmp_path, embedder="hashing") as bank:
        bank.retain("Minji likes tea")
        for options in ({"rerank": True}, {"min_scores": {"reranker": 0.5}}):
            asked: Any = options
            with pytest.raises(recallcore.ConfigError, match="recallcore-models"):
                bank.recall("tea", **asked)

"""Settings: kept in the bank, read anew by everybody, and never able to break an older or newer version."""

from __future__ import annotations

import asyncio
import json
import sqlite3
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

import recallcore
from recallcore import (
    AdaptiveBudgets,
    Bank,
    BankCorruptError,
    ConfigError,
    FixedBudgets,
    Precomputed,
    Recency,
    Settings,
    StorageError,
)
from recallcore.config import changes_of, recall_options

FULL: dict[str, Any] = {
    "budget": "low",
    "max_tokens": 500,
    "arms": ["semantic", "keyword"],
    "rerank": False,
    "rerank_depth": 20,
    "budgets": AdaptiveBudgets(most=500),
    "recency": Recency(decay="exponential", half_life_days=30),
    "alphas": {"recency": 0.0},
    "boosts": {"graph": "high"},
    "fusion": "interleave",
    "rrf_k": 10.0,
    "cap_per_arm": 50,
    "prefer_observations": True,
}


def test_settings_survive_json() -> None:
    settings = Settings(embedder="hashing", **FULL)
    assert Settings.read(json.loads(json.dumps(settings.to_dict()))) == settings


@pytest.mark.parametrize(
    "stored",
    [
        {},
        {"budget": None, "max_tokens": None, "embedder": None},
        {"budget": 7, "max_tokens": 5, "embedder": "hashing", "setting of a later version": [1]},
    ],
    ids=str,
)
def test_settings_of_other_versions_are_read(stored: dict[str, Any]) -> None:
    settings = Settings.read(stored)
    assert (settings.budget, settings.boosts) == (stored.get("budget"), None)


def test_what_was_given_stands_before_what_was_stored() -> None:
    stored = Settings(budget="low", rrf_k=10, alphas={"recency": 0.5, "proof": 0.5}, boosts={"graph": "low"})
    merged = Settings(budget="high", alphas={"proof": 0.0}, boosts={}).over(stored)
    assert (merged.budget, merged.rrf_k, merged.boosts) == ("high", 10.0, {})
    assert merged.alphas == {"recency": 0.5, "proof": 0.0}


def test_change_names_what_it_changes_and_nothing_else() -> None:
    assert changes_of({"rrf_k": 10, "recency": "none", "budget": None}) == {
        "rrf_k": 10.0,
        "recency": Recency(decay="none").to_dict(),
        "budget": None,
    }


@pytest.mark.parametrize(
    ("changes", "complaint"),
    [
        ({"bugdet": "low"}, 'unknown setting "bugdet", did you mean "budget"'),
        ({"embedder": "hashing:64"}, "embedder is read only"),
        ({"budget": "middle"}, 'did you mean "mid"'),
        ({"budget": 0}, "budget is 0"),
        ({"budget": 10**9}, "budget is 1000000000, expected an integer of at most 100000"),
        ({"budget": True}, "budget is of type bool"),
        ({"max_tokens": -1}, "max_tokens is -1, expected an integer from 0"),
        ({"max_tokens": 2**70}, f"expected an integer of at most {2**63 - 1}"),
        ({"arms": []}, "arms is empty"),
        ({"arms": "semantic"}, "arms is of type str"),
        ({"arms": ["graf"]}, 'did you mean "graph"'),
        ({"rerank": 1}, "rerank is of type int"),
        ({"rerank_depth": 0}, "rerank_depth is 0"),
        ({"budgets": 5}, "expected FixedBudgets, AdaptiveBudgets, fixed or adaptive"),
        ({"budgets": "adaptiv"}, 'did you mean "adaptive"'),
        ({"budgets": {"low": 1}}, 'unknown rule of budgets "low"'),
        ({"budgets": {"adaptiv": {"mid": 0.1}}}, 'did you mean "adaptive"'),
        ({"budgets": {"fixed": {}, "adaptive": {}}}, "budgets name 2 rules"),
        ({"budgets": {"fixed": 5}}, "fixed budgets are of type int"),
        ({"budgets": {"fixed": {"lo": 1}}}, 'did you mean "low"'),
        ({"budgets": {"fixed": {"low": 0}}}, "budget low is 0"),
        ({"budgets": {"adaptive": {"mid": -0.1}}}, "budget mid is -0.1"),
        ({"budgets": {"adaptive": {"most": 10**9}}}, "most of the budgets"),
        ({"recency": "linaer"}, 'did you mean "linear"'),
        ({"recency": 5}, "recency is of type int"),
        ({"recency": {"window": 5}}, 'did you mean "window_days"'),
        ({"recency": {"window_days": 0}}, "window_days of recency is 0"),
        ({"recency": {"half_life_days": float("nan")}}, "finite"),
        ({"recency": {"floor": 1.5}}, "floor of recency is 1.5"),
        ({"alphas": 0.2}, "alphas is of type float"),
        ({"alphas": {"recent": 0.2}}, 'did you mean "recency"'),
        ({"alphas": {"recency": 2.1}}, "alpha of recency is 2.1, expected a number from 0 to 2"),
        ({"alphas": {"proof": -0.1}}, "alpha of proof is -0.1"),
        ({"alphas": {"proof": "0.1"}}, "alpha of proof is of type str"),
        ({"boosts": ["graph"]}, "boosts is of type list"),
        ({"boosts": {"graf": "high"}}, 'did you mean "graph"'),
        ({"boosts": {"graph": "hihg"}}, 'did you mean "high"'),
        ({"boosts": {"graph": "mid"}}, "unknown level of the graph boost"),
        ({"boosts": {"graph": None}}, "level of the graph boost is of type NoneType"),
        ({"fusion": "rff"}, 'did you mean "rrf"'),
        ({"rrf_k": 0}, "rrf_k is 0"),
        ({"rrf_k": float("inf")}, "finite"),
        ({"cap_per_arm": -1}, "cap_per_arm is -1"),
        ({"cap_per_arm": 1.5}, "cap_per_arm is of type float"),
        ({"prefer_observations": "yes"}, "prefer_observations is of type str"),
    ],
    ids=str,
)
def test_unacceptable_setting_is_refused_and_nothing_is_stored(
    bank: Bank, changes: dict[str, Any], complaint: str
) -> None:
    before = bank.settings()
    with pytest.raises(ConfigError, match=complaint):
        bank.configure(rrf_k=5, **changes) if "rrf_k" not in changes else bank.configure(**changes)
    assert bank.settings() == before


def test_new_bank_keeps_what_open_was_given_and_reports_it(tmp_path: Path) -> None:
    with recallcore.open(tmp_path, embedder="hashing:64", budget=7, reranker=False) as bank:
        assert bank.settings() == Settings(budget=7, embedder="hashing:64")
    with recallcore.open(tmp_path, budget="high", reranker=False) as bank:
        assert bank.settings().budget == "high"
        assert bank.configure(max_tokens=9) == Settings(budget="high", max_tokens=9, embedder="hashing:64")
    with recallcore.open(tmp_path, reranker=False) as bank:
        assert bank.settings() == Settings(budget=7, max_tokens=9, embedder="hashing:64")


def test_bank_in_which_memories_were_stored_is_no_new_one(tmp_path: Path) -> None:
    with recallcore.open(tmp_path, embedder=Precomputed(name="own", dimension=2), reranker=False) as bank:
        bank.retain("tea")
    with recallcore.open(tmp_path, embedder=False, budget="low", reranker=False) as bank:
        assert bank.settings().budget == "low"
    with recallcore.open(tmp_path, embedder=False, reranker=False) as bank:
        assert bank.settings().budget is None


def test_every_setting_is_kept_for_later_callers(tmp_path: Path) -> None:
    with recallcore.open(tmp_path, embedder="hashing:64", reranker=False) as bank:
        assert bank.configure(**FULL) == Settings(embedder="hashing:64", **FULL)
    with recallcore.open(tmp_path, reranker=False) as bank:
        assert bank.settings() == Settings(embedder="hashing:64", **FULL)
        assert bank.configure(**dict.fromkeys(FULL)) == Settings(embedder="hashing:64")


def test_library_in_force_is_what_a_recall_does() -> None:
    now = datetime(2026, 1, 1, tzinfo=UTC)
    options = recall_options({}, Settings().in_force(), now)
    # Who names an alpha of recency wants it undamped, and the library names all of them.
    assert replace(options, passthrough_alphas=None) == recall_options({}, Settings(), now)
    kept = Settings(alphas={"proof": 0.5}, boosts={"graph": "low"}, cap_per_arm=3).in_force()
    assert kept.alphas == {"recency": 0.2, "proximity": 0.2, "proof": 0.5}
    assert (kept.boosts, kept.cap_per_arm, kept.embedder) == ({"graph": "low"}, 3, None)


def test_embedder_is_the_one_that_made_the_vectors_where_no_name_is_stored(tmp_path: Path) -> None:
    with recallcore.open(tmp_path, embedder=Precomputed(name="own", dimension=2), reranker=False) as bank:
        assert bank.settings().embedder is None
        bank.retain("tea", vector=[1.0, 0.0])
        assert bank.settings().embedder == "own"


def test_budgets_are_chosen_by_the_name_of_their_rule(bank: Bank) -> None:
    assert bank.configure(budgets="adaptive").budgets == AdaptiveBudgets()
    for budgets, depth in (("fixed", 300), ("adaptive", 307), (None, 307)):
        chosen: Any = budgets
        traced = bank.recall("tea", budgets=chosen, trace=True).trace
        assert traced is not None
        assert traced.search["depth"] == depth


def test_setting_steers_a_recall_until_the_call_says_otherwise(bank: Bank) -> None:
    bank.retain(["Minji likes tea", "Jiho likes tea"])
    bank.configure(
        budget="high",
        budgets=FixedBudgets(high=77),
        boosts={"graph": "low"},
        arms=["keyword"],
        rerank_depth=9,
        rrf_k=7,
        cap_per_arm=3,
    )
    traced = bank.recall("tea", trace=True).trace
    assert traced is not None
    chosen = {name: traced.search[name] for name in ("depth", "boosts", "arms", "rerank_depth", "rrf_k")}
    assert chosen == {
        "depth": 77,
        "boosts": {"graph": "low"},
        "arms": ["keyword"],
        "rerank_depth": 9,
        "rrf_k": 7.0,
    }
    traced = bank.recall("tea", trace=True, budget=5, boosts={}, arms=["semantic"]).trace
    assert traced is not None
    chosen = {name: traced.search[name] for name in ("depth", "boosts", "arms", "cap_per_arm")}
    assert chosen == {"depth": 5, "boosts": {}, "arms": ["semantic"], "cap_per_arm": 3}


def test_adaptive_budget_follows_the_tokens(bank: Bank) -> None:
    bank.configure(budgets=AdaptiveBudgets())
    for max_tokens, depth in ((100, 20), (4096, 307), (100_000, 2000)):
        traced = bank.recall("tea", max_tokens=max_tokens, trace=True).trace
        assert traced is not None
        assert traced.search["depth"] == depth


def test_change_is_seen_by_every_open_handle(tmp_path: Path) -> None:
    with (
        recallcore.open(tmp_path, embedder="hashing", reranker=False) as one,
        recallcore.open(tmp_path, reranker=False) as other,
    ):
        assert other.recall("x").max_tokens == 4096
        one.configure(max_tokens=9)
        assert other.recall("x").max_tokens == 9
        assert other.settings().max_tokens == 9
        other.configure(max_tokens=None)
        assert one.recall("x").max_tokens == 4096


def test_change_is_seen_by_another_process(bank: Bank) -> None:
    assert bank.recall("x").max_tokens == 4096
    other = (
        "import sys, recallcore\n"
        "with recallcore.open(sys.argv[1], embedder='hashing:64', reranker=False) as bank:\n"
        "    bank.configure(max_tokens=9)\n"
    )
    subprocess.run([sys.executable, "-P", "-c", other, str(bank.path)], check=True)
    assert bank.recall("x").max_tokens == 9


FREE = ("rrf_k", "cap_per_arm", "rerank_depth", "max_tokens")


def test_two_handles_that_change_settings_at_once_lose_nothing(tmp_path: Path) -> None:
    together = threading.Barrier(len(FREE))
    with (
        recallcore.open(tmp_path, embedder="hashing", reranker=False) as one,
        recallcore.open(tmp_path, reranker=False) as other,
    ):

        def count_up(name: str, bank: Bank) -> None:
            together.wait(60)
            for value in range(1, 26):
                change: Any = {name: value}
                bank.configure(**change)

        with ThreadPoolExecutor(len(FREE)) as pool:
            for done in [pool.submit(count_up, name, (one, other)[at % 2]) for at, name in enumerate(FREE)]:
                done.result()
        assert one.settings() == other.settings()
        assert [getattr(one.settings(), name) for name in FREE] == [25] * len(FREE)
        assert one.settings().embedder == "hashing"


def test_two_processes_that_change_settings_at_once_lose_nothing(bank: Bank) -> None:
    count_up = (
        "import sys, recallcore\n"
        "with recallcore.open(sys.argv[1], embedder='hashing:64', busy_timeout=60, reranker=False) as bank:\n"
        "    print('ready', flush=True)\n"
        "    sys.stdin.readline()\n"
        "    for value in range(1, 26):\n"
        "        bank.configure(**{sys.argv[2]: value})\n"
    )
    names = FREE[:2]
    workers = [
        subprocess.Popen(
            [sys.executable, "-P", "-c", count_up, str(bank.path), name],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        for name in names
    ]
    for worker in workers:
        assert worker.stdout is not None
        assert worker.stdout.readline() == "ready\n"
    for worker in workers:
        assert worker.stdin is not None
        worker.stdin.write("go\n")
        worker.stdin.flush()
    for worker in workers:
        worker.communicate(timeout=120)
    assert [worker.returncode for worker in workers] == [0, 0]
    assert [getattr(bank.settings(), name) for name in names] == [25, 25]


def test_settings_that_do_not_change_are_read_but_once(bank: Bank, monkeypatch: pytest.MonkeyPatch) -> None:
    bank.recall("x")
    monkeypatch.setattr(Settings, "read", None)  # whoever read them again would fail
    assert bank.recall("x").max_tokens == 4096


def test_twins_do_what_settings_and_configure_do(bank: Bank) -> None:
    async def main() -> tuple[Settings, Settings]:
        return await bank.aconfigure(max_tokens=9), await bank.asettings()

    assert asyncio.run(main()) == (bank.settings(), bank.settings())
    bank.close()
    for use in (bank.settings, lambda: bank.configure(max_tokens=5)):
        with pytest.raises(StorageError, match="bank is closed"):
            use()


def test_moving_to_another_embedder_keeps_the_other_settings(bank: Bank) -> None:
    bank.configure(rrf_k=7)
    bank.reembed("hashing:128")
    assert bank.settings() == Settings(rrf_k=7, embedder="hashing:128")


def store(bank: Path, value: str) -> None:
    """Writes into the bank's row of settings what no version would."""
    with sqlite3.connect(bank / "memories.sqlite") as connection:
        connection.execute("UPDATE settings SET value = ?", (value,))
    connection.close()


@pytest.mark.parametrize(
    "damage",
    [
        "",
        "{",
        "[]",
        "null",
        "5",
        '"x"',
        '{"rrf_k": NaN}',
        '{"rrf_k": 1e999}',
        '{"later": ' + "[" * 200 + "]" * 200 + "}",
        '{"later": ' + "[" * 100_000 + "]" * 100_000 + "}",
        '{"rrf_k": ' + "9" * 5000 + "}",
    ],
    ids=lambda damage: damage[:20],
)
def test_damaged_settings_are_told_whatever_is_asked_of_the_bank(tmp_path: Path, damage: str) -> None:
    with recallcore.open(tmp_path, embedder="hashing:64", reranker=False) as bank:
        bank.retain("tea")
        store(tmp_path, damage)
        for use in (bank.settings, lambda: bank.recall("tea"), lambda: bank.configure(budget="low")):
            with pytest.raises(BankCorruptError, match="settings"):
                use()
    with pytest.raises(BankCorruptError, match="settings"):
        recallcore.open(tmp_path, reranker=False)


@pytest.mark.parametrize(
    ("setting", "value"), [("boosts", {"graph": "extreme"}), ("arms", ["telepathy"]), ("budget", "endless")]
)
def test_setting_of_a_later_version_is_told_with_how_to_undo_it(
    tmp_path: Path, setting: str, value: object
) -> None:
    recallcore.open(tmp_path, embedder="hashing:64", reranker=False).close()
    store(tmp_path, json.dumps({setting: value}))
    with recallcore.open(tmp_path, embedder="hashing:64", reranker=False) as bank:
        undo = f"it is stored in the bank, and bank.configure\\({setting}=None\\) undoes that"
        for use in (bank.settings, lambda: bank.recall("tea")):
            with pytest.raises(ConfigError, match=undo):
                use()
        change: Any = {setting: None}
        bank.configure(**change)
        assert bank.recall("tea").ids == ()


def test_stored_embedder_that_is_no_name_is_none_until_one_is_given(tmp_path: Path) -> None:
    with recallcore.open(tmp_path, embedder="hashing:64", reranker=False) as bank:
        bank.retain("tea", id="tea")
    store(tmp_path, '{"embedder": 5}')
    with recallcore.open(tmp_path, reranker=False) as bank:
        result = bank.recall("tea")
        assert result.ids == ("tea",)
        assert any("give reembed() one" in note for note in result.notes)
        assert bank.settings().embedder == "hashing"  # what made the vectors
        bank.reembed("hashing:64")
    with recallcore.open(tmp_path, reranker=False) as bank:
        assert (bank.settings().embedder, bank.recall("tea").notes) == ("hashing:64", ())


def test_settings_that_are_handed_out_are_copies(bank: Bank) -> None:
    told: Any = bank.configure(alphas={"recency": 0.1}, boosts={"graph": "low"})
    asked: Any = bank.settings()
    for settings in (told, asked):
        settings.alphas["recency"] = 99.0
        settings.boosts["graph"] = "extreme"
    assert bank.settings() == Settings(
        embedder="hashing:64", alphas={"recency": 0.1}, boosts={"graph": "low"}
    )
    assert bank.recall("tea").ids == ()


def test_stored_setting_that_means_nothing_is_refused_by_name_and_can_be_put_right(tmp_path: Path) -> None:
    recallcore.open(tmp_path, embedder="hashing", reranker=False).close()
    with sqlite3.connect(tmp_path / "memories.sqlite") as connection:
        [(stored,)] = connection.execute("SELECT value FROM settings").fetchall()
        odd = json.dumps({**json.loads(stored), "fusion": "of a later version"})
        connection.execute("UPDATE settings SET value = ?", (odd,))
    connection.close()
    with recallcore.open(tmp_path, reranker=False) as bank:
        with pytest.raises(ConfigError, match="fusion"):
            bank.recall("x")
        bank.configure(fusion="rrf")
        assert bank.recall("x").ids == ()

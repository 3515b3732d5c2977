"""The harness end to end on a handful of memories, through the real package."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from benches.quality.__main__ import main
from benches.quality.metrics import METRICS
from benches.quality.run import RememberingEmbedder
from benches.quality.systems import SYSTEMS, choose
from recallcore.embed import Embeddings, HashingEmbedder, Role

CORPUS = {
    "m1": "The ferry to Jeju leaves at nine",
    "m2": "The kiln broke in April",
    "m3": "Minji works nights at the hospital",
    "m4": "The invoice A-20391 is paid",
}
ASKED = {"q1": ("when does the ferry leave", "m1"), "q2": ("A-20391", "m4"), "q3": ("broken kiln", "m2")}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "tiny"
    made.mkdir()
    lines = [json.dumps({"_id": name, "text": text}) for name, text in CORPUS.items()]
    (made / "corpus.jsonl").write_text("\n".join(lines))
    lines = [json.dumps({"_id": name, "text": text}) for name, (text, _) in ASKED.items()]
    (made / "queries.jsonl").write_text("\n".join(lines))
    (made / "qrels.tsv").write_text("".join(f"{name}\t{right}\t1\n" for name, (_, right) in ASKED.items()))
    return made


def test_every_system_is_measured_and_compared_with_both_baselines(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "out"
    words = ["--jsonl", str(folder), "--embedder", "hashing", "--out", str(out), "--resamples", "1000"]
    assert main(words) == 0
    printed = capsys.readouterr()
    figures = json.loads((out / "tiny.json").read_text())
    assert [system["name"] for system in figures["systems"]] == list(SYSTEMS)
    keyword = figures["systems"][0]
    assert keyword["categories"]["every question"]["metrics"]["recall@5"] == 1.0
    assert set(keyword["against"]) == {"semantic"}
    fused = next(system for system in figures["systems"] if system["name"] == "keyword+semantic")
    assert set(fused["against"]) == {"keyword", "semantic"}
    bounds = fused["against"]["keyword"]["ndcg@10"]
    assert bounds["low"] <= bounds["difference"] <= bounds["high"]
    assert figures["machine"]["cores"] >= 1
    assert printed.out == (out / "tiny.md").read_text()
    assert all(metric in printed.out for metric in METRICS)
    assert "4 memories, 3 questions" in printed.err


def test_without_an_embedder_keyword_recall_is_still_measured(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["--jsonl", str(folder), "--embedder", "none", "--systems", "all", "--json"]
    assert main([*words, "--limit-queries", "2"]) == 0
    figures = json.loads(capsys.readouterr().out)
    assert figures["questions"] == 2
    assert [system["name"] for system in figures["systems"]] == ["keyword", "semantic", "all"]
    assert figures["systems"][1]["empty_arms"] == ["semantic"]
    assert figures["embedder"] is None


def test_missing_data_is_one_clear_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--locomo", str(tmp_path / "none.json")]) == 3
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err == f"error: there is no file {tmp_path / 'none.json'}\n"


def test_unknown_system_is_a_usage_error(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stopped:
        main(["--jsonl", str(folder), "--systems", "bm25"])
    assert stopped.value.code == 2
    assert "no system is called bm25" in capsys.readouterr().err


def test_baselines_are_always_run_and_first() -> None:
    assert [system.name for system in choose("all,keyword")] == ["keyword", "semantic", "all"]


def test_each_ablation_leaves_one_arm_out() -> None:
    whole = set(SYSTEMS["all"].arms)
    for arm in whole:
        assert set(SYSTEMS[f"without-{arm}"].arms) == whole - {arm}


class CountingEmbedder(HashingEmbedder):
    """Counts the texts that reach it."""

    def __init__(self) -> None:
        super().__init__()
        self.seen: list[str] = []

    def embed(self, texts: Sequence[str], *, role: Role) -> Embeddings:
        self.seen.extend(texts)
        return super().embed(texts, role=role)


def test_remembering_embedder_asks_once_a_text_and_role_and_keeps_the_order() -> None:
    inner = CountingEmbedder()
    remembering = RememberingEmbedder(inner)
    remembering.embed(["a", "b"], role="passage")
    again = remembering.embed(["b", "c", "b"], role="passage")
    assert inner.seen == ["a", "b", "c"]
    np.testing.assert_array_equal(
        again.vectors, HashingEmbedder().embed(["b", "c", "b"], role="passage").vectors
    )
    remembering.embed(["a"], role="query")
    assert inner.seen == ["a", "b", "c", "a"]

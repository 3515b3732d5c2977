"""`--reranker`, `--rerank` and `--trace`: who names a reranker gets it, and sees what it did."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.cli.conftest import Command
from tests.local_models.tiny_models import ModelMaker

HASHING = ("--embedder", "hashing")


@pytest.fixture
def judge(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The directory of a cross-encoder that nobody has loaded."""
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    return ModelMaker(tmp_path / "models").cross_encoder()


def break_model(judge: Path) -> None:
    (judge / "model.onnx").write_bytes(b"damaged")


def rows_of(printed: str, first: str) -> list[list[str]]:
    """The words of the rows of a table that has a column of that name first, its heading included."""
    lines = printed.splitlines()
    [start] = [place for place, line in enumerate(lines) if line.split()[:1] == [first]]
    return [line.split() for line in lines[start:]]


@pytest.mark.parametrize("kept", ["false", "true", '{"deadline": 60}'])
def test_reranker_that_is_named_runs_whatever_the_bank_keeps(
    command: Command, bank: Path, judge: Path, kept: str
) -> None:
    assert command("settings", bank, f"rerank={kept}").code == 0
    words = ("recall", bank, "kiln", *HASHING, "--reranker", judge, "--json")
    assert command(*words).document["rerank"]["ran"]
    assert command(*words, "--rerank").document["rerank"]["ran"]
    assert not command(*words, "--no-rerank").document["rerank"]["ran"]


def test_reranker_that_is_named_reads_as_the_bank_keeps_it(command: Command, bank: Path, judge: Path) -> None:
    words = ("recall", bank, "kiln", *HASHING, "--reranker", judge, "--trace", "--json")
    assert command("settings", bank, 'rerank={"first": 1, "step": 1, "blend": 0.25}').code == 0
    assert command(*words).document["trace"]["finish"]["blend"] == 0.25
    # What it cannot help with is still kept from it.
    two = (*words, "--tag", "studio")
    assert command(*two).document["rerank"]["ran"] is False
    assert command(*two, "--rerank").document["rerank"]["ran"] is True


def test_none_is_no_reranker_and_nothing_is_missed(command: Command, bank: Path) -> None:
    for name in ("none", "passthrough"):
        assert command("recall", bank, "kiln", *HASHING, "--reranker", name).code == 0


def test_reranker_that_is_named_is_refused_where_the_bank_never_reranks(
    command: Command, bank: Path, judge: Path
) -> None:
    assert command("settings", bank, "fusion=interleave").code == 0
    refused = command("recall", bank, "kiln", *HASHING, "--reranker", judge)
    assert refused.code == 2
    assert "never reranked" in refused.err
    assert command("recall", bank, "kiln", *HASHING, "--reranker", judge, "--no-rerank").code == 0


@pytest.mark.parametrize("words", [(), ("--rerank",)], ids=["named", "asked for"])
def test_broken_reranker_is_the_exit_code_of_a_model(
    command: Command, bank: Path, judge: Path, words: Sequence[str]
) -> None:
    break_model(judge)
    for asked in (("recall", bank, "kiln"), ("explain", bank, "kiln", "kiln")):
        broken = command(*asked, *HASHING, "--reranker", judge, *words)
        assert (broken.code, broken.out) == (5, "")
        [line] = broken.err.splitlines()
        assert line.startswith("error: ")
        assert "model.onnx" in line


def test_broken_reranker_that_shall_not_run_harms_nobody(command: Command, bank: Path, judge: Path) -> None:
    break_model(judge)
    told = command("recall", bank, "kiln", *HASHING, "--reranker", judge, "--no-rerank", "--json")
    assert told.code == 0
    assert told.document["rerank"]["reason"] == "rerank is off"


def test_mistyped_bank_is_told_before_a_model_is_loaded(
    command: Command, judge: Path, tmp_path: Path
) -> None:
    break_model(judge)
    assert command("recall", tmp_path / "no bank", "kiln", "--reranker", judge).code == 3


def test_trace_says_what_the_reranker_did(command: Command, bank: Path, judge: Path) -> None:
    ran = command("recall", bank, "kiln", *HASHING, "--reranker", judge, "--rerank", "--trace")
    heading, row, *_ = rows_of(ran.err, "reranker")
    told = dict(zip(heading, row, strict=True))
    padding = told.pop("padding")
    assert told == {
        "reranker": judge.name,
        "scored": "4",
        "unscored": "0",
        "batches": "1",
        "remembered": "0",
        "breaker": "closed",
        "why": "complete",
    }
    assert padding.endswith("%")


def test_trace_says_why_no_reranker_ran(command: Command, bank: Path, judge: Path) -> None:
    without = command("recall", bank, "kiln", *HASHING, "--reranker", "none", "--trace").err
    assert " ".join(rows_of(without, "reranker")[1]) == "none 0 0 the bank was opened without a reranker"
    off = command("recall", bank, "kiln", *HASHING, "--reranker", judge, "--no-rerank", "--trace").err
    assert " ".join(rows_of(off, "reranker")[1]) == f"{judge.name} 0 0 closed rerank is off"


def test_trace_says_how_long_each_stage_took(command: Command, bank: Path) -> None:
    ran = command("recall", bank, "kiln", *HASHING, "--trace")
    heading, *rows = rows_of(ran.err, "stage")
    assert heading == ["stage", "ms"]
    times = {stage: float(milliseconds) for stage, milliseconds in rows}
    assert list(times)[:5] == ["time", "embed", "search", "rerank", "finish"]
    assert min(times.values()) >= 0.0


def test_trace_never_cuts_an_id(command: Command, bank: Path, tmp_path: Path) -> None:
    names = [f"conv-26/session-{number}/" + "turn-" * 60 + str(number) for number in range(2)]
    file = tmp_path / "long.jsonl"
    lines = (json.dumps({"id": name, "text": f"The kiln {name[-1]}"}) + "\n" for name in names)
    file.write_text("".join(lines), encoding="utf-8")
    assert command("import", bank, file, *HASHING).code == 0
    ran = command("recall", bank, "kiln", *HASHING, "--reranker", "none", "--trace")
    shown = [row[1] for row in rows_of(ran.err, "rank")]
    assert set(names) <= set(shown)

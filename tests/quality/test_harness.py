"""The harness end to end on a handful of memories, through the real package."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest

import benches.quality.__main__ as program
from benches.quality.__main__ import main
from benches.quality.charts import pictures
from benches.quality.datasets import Dataset, Judged, Question
from benches.quality.markdown import markdown
from benches.quality.metrics import METRICS
from benches.quality.run import counted_notes, run
from benches.quality.systems import ARMS, catalogue, choose
from recallcore.rerank import CallableReranker, register
from recallcore.types import Memory

CORPUS = {
    "m1": "The ferry to Jeju leaves at nine",
    "m2": "The kiln broke in April",
    "m3": "Minji works nights at the hospital",
    "m4": "The invoice A-20391 is paid",
}
ASKED = {"q1": ("when does the ferry leave", "m1"), "q2": ("A-20391", "m4"), "q3": ("broken kiln", "m2")}
PNG = b"\x89PNG\r\n\x1a\n"


def plain(folder: Path, corpus: dict[str, str], asked: dict[str, tuple[str, str]]) -> Path:
    folder.mkdir()
    lines = [json.dumps({"_id": name, "text": text}) for name, text in corpus.items()]
    (folder / "corpus.jsonl").write_text("\n".join(lines))
    lines = [json.dumps({"_id": name, "text": text}) for name, (text, _) in asked.items()]
    (folder / "queries.jsonl").write_text("\n".join(lines))
    (folder / "qrels.tsv").write_text("".join(f"{name}\t{right}\t1\n" for name, (_, right) in asked.items()))
    return folder


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return plain(tmp_path / "tiny", CORPUS, ASKED)


def talk(name: str, turns: Sequence[str], questions: Sequence[tuple[str, int, int]]) -> dict[str, Any]:
    """A LoCoMo conversation of one session; a question has its text, the place of its turn and a category."""
    said = [
        {"speaker": "Ann", "dia_id": f"D1:{place}", "text": text} for place, text in enumerate(turns, start=1)
    ]
    return {
        "sample_id": name,
        "conversation": {"session_1": said, "session_1_date_time": "1:56 pm on 8 May, 2023"},
        "qa": [
            {"question": text, "evidence": [f"D1:{place}"], "category": category}
            for text, place, category in questions
        ],
    }


POTTERY = [
    ("when did the kiln break", 1, 2),
    ("how many bowls were glazed", 2, 4),
    ("who broke the kiln", 1, 5),
]
FERRY = [("when does the ferry leave", 1, 4), ("which cabin is mine", 2, 4)]
QUESTIONS = [text for text, _, _ in [*POTTERY, *FERRY]]


@pytest.fixture
def talks(tmp_path: Path) -> Path:
    path = tmp_path / "talks.json"
    turns = ["the kiln broke in April", "I glazed nine bowls", "the clay comes from Icheon"]
    pottery = talk("pottery", turns, POTTERY)
    ferry = talk("ferry", ["the ferry to Jeju leaves at nine", "my cabin is number twelve"], FERRY)
    path.write_text(json.dumps([pottery, ferry]))
    return path


RERANKED: list[str] = []
"""The queries that the registered reranker was asked about."""


def shared_words(query: str, texts: list[str]) -> list[float]:
    RERANKED.append(query)
    wanted = set(query.lower().split())
    return [len(wanted & set(text.lower().split())) / len(wanted) for text in texts]


@pytest.fixture(scope="module")
def words() -> str:
    """The name of a registered reranker that counts shared words."""
    register("shared-words", lambda: CallableReranker(shared_words, scale="probability"))
    return "shared-words"


def measured(arguments: Sequence[str], capsys: pytest.CaptureFixture[str]) -> dict[str, Any]:
    assert main(["--embedder", "hashing", "--json", *arguments]) == 0
    figures: dict[str, Any] = json.loads(capsys.readouterr().out)
    return figures


def row(figures: dict[str, Any], name: str) -> dict[str, Any]:
    found: dict[str, Any] = next(system for system in figures["systems"] if system["name"] == name)
    return found


def test_every_system_is_measured_and_compared_with_the_baselines(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "out"
    assert (
        main(["--jsonl", str(folder), "--embedder", "hashing", "--reranker", "none", "--out", str(out)]) == 0
    )
    printed = capsys.readouterr()
    figures = json.loads((out / "tiny.json").read_text())
    # Nothing has a context here, so that texts alone are what every system knows.
    assert [system["name"] for system in figures["systems"]] == [
        system.name for system in catalogue(None).values() if system.context
    ]
    keyword = figures["systems"][0]
    assert keyword["categories"]["every question"]["metrics"]["recall@5"]["mean"] == 1.0
    assert figures["best_arm"] in ARMS
    assert set(row(figures, "all")["against"]) == {figures["best_arm"], "keyword", "semantic"}
    bounds = row(figures, "all")["against"]["keyword"]["ndcg@10"]
    assert bounds["low"] <= bounds["mean"] <= bounds["high"]
    for system in figures["systems"]:
        recall, whole = system["latency"]["recall"], system["latency"]["with_embedding"]
        assert 0 < recall["p50_ms"] <= recall["p95_ms"]
        assert recall["p50_ms"] <= whole["p50_ms"]
    assert keyword["latency"]["recall"] == keyword["latency"]["with_embedding"]
    assert (
        row(figures, "semantic")["latency"]["recall"] != row(figures, "semantic")["latency"]["with_embedding"]
    )
    assert figures["machine"]["cores"] >= 1
    assert printed.out == (out / "tiny.md").read_text()
    assert all(metric in printed.out for metric in METRICS)
    assert "4 memories, 3 questions" in printed.err


def test_reports_show_every_system_and_stand_alone(
    talks: Path, words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "out"
    arguments = ["--locomo", str(talks), "--embedder", "hashing", "--reranker", words, "--out", str(out)]
    assert main(arguments) == 0
    capsys.readouterr()
    figures = json.loads((out / "talks.json").read_text())
    html = (out / "talks.html").read_text()
    assert all(f"<td>{system['name']}</td>" in html for system in figures["systems"])
    assert "http" not in html
    assert (out / "talks.png").read_bytes().startswith(PNG)
    drawn = pictures(figures)
    assert list(drawn) == [
        "Right memories on top",
        "By kind of question",
        "How long a recall takes",
        "Knowing that it does not know",
    ]
    assert all(ET.fromstring(svg).tag.endswith("svg") for svg in drawn.values())
    assert drawn == pictures(figures)
    assert f"<h2>{next(iter(drawn))}</h2>" in html
    assert "AUC" in markdown(figures)


def test_reranked_system_reranks_and_the_others_do_not(
    talks: Path, words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    RERANKED.clear()
    asked = [
        "--locomo",
        str(talks),
        "--reranker",
        words,
        "--rerank-options",
        '{"gate": false, "blend": 0.25}',
    ]
    assert measured([*asked, "--systems", "all"], capsys)["reranker"] == "shared_words"
    assert RERANKED == []
    figures = measured([*asked, "--systems", "all,all/rerank"], capsys)
    # Each question once of its own conversation and once of the other, and again where a recall abstained.
    counts = Counter(RERANKED)
    assert counts.keys() == set(QUESTIONS)
    assert min(counts.values()) >= 2
    assert row(figures, "all")["rerank"] is None
    assert row(figures, "all/rerank")["rerank"]["blend"] == 0.25
    curves = {(curve["system"], curve["unanswerable"]) for curve in figures["abstention"]}
    kinds = ("questions of the next conversation", "adversarial questions")
    assert curves == {(name, kind) for name in ("all", "all/rerank") for kind in kinds}


def test_notes_that_differ_in_numbers_alone_are_counted_together() -> None:
    notes = ["scored 80 of 300 in 5 s", "cut", "scored 96 of 300 in 5 s", "scored 80 of 300 in 5.5 s"]
    assert counted_notes(notes) == {"scored 80 of 300 in 5 s": 3, "cut": 1}


def test_text_alone_knows_nothing_of_a_context() -> None:
    memories = (
        Memory(id="m1", text="yes, on Tuesday", context="will the kiln be repaired?"),
        Memory(id="m2", text="the ferry leaves at nine"),
    )
    question = Question(text="kiln repaired", relevant=frozenset({"m1"}), category="all")
    bank = Judged(name="talk", memories=memories, questions=(question,))
    systems = choose("keyword,keyword/text", reranking=None)
    made = run(
        Dataset(name="talk", banks=(bank,)),
        systems,
        embedder=None,
        foreign=None,
        tested=(),
        say=lambda _: None,
    )
    found = {outcome.system.name: float(outcome.scores[0, 0]) for outcome in made.outcomes}
    assert (found["keyword"], found["keyword/text"]) == (1.0, 0.0)


def test_questions_of_another_conversation_are_told_from_its_own(
    talks: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    asked = ["--locomo", str(talks), "--systems", "all", "--reranker", "none"]
    foreign, adversarial = measured(asked, capsys)["abstention"]
    assert foreign["questions"] == {"answerable": 5, "unanswerable": 5}
    assert foreign["auc"] > 0.8
    assert foreign["best"]["balanced_accuracy"] > 0.7
    assert foreign["answerable_abstained"][0] == foreign["unanswerable_abstained"][0] == 0.0
    assert adversarial["questions"] == {"answerable": 4, "unanswerable": 1}


def test_abstention_is_measured_for_whom_a_caller_names(
    talks: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    asked = ["--locomo", str(talks), "--systems", "all", "--reranker", "none", "--abstention"]
    assert measured([*asked, "none"], capsys)["abstention"] == []
    named = measured([*asked, "keyword"], capsys)["abstention"]
    assert {curve["system"] for curve in named} == {"keyword"}


def test_plain_set_is_asked_the_questions_of_another_folder(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    asked = {"q": ("how do glaciers move", "m")}
    other = plain(tmp_path / "ice", {"m": "Glaciers slide on their own meltwater"}, asked)
    figures = measured(["--jsonl", str(folder), "--systems", "all", "--foreign", str(other)], capsys)
    (curve,) = figures["abstention"]
    assert curve["unanswerable"] == "questions of ice"
    assert curve["questions"] == {"answerable": 3, "unanswerable": 1}


def test_turns_before_a_turn_are_its_context_and_texts_alone_are_measured_beside(
    talks: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    asked = ["--locomo", str(talks), "--systems", "keyword/text", "--context-turns"]
    names = [
        [system["name"] for system in measured([*asked, turns], capsys)["systems"]] for turns in ("1", "0")
    ]
    assert names == [["keyword", "semantic", "keyword/text"], ["keyword", "semantic"]]


def test_half_of_a_plain_set_is_every_second_question(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    asked = ["--jsonl", str(folder), "--systems", "keyword", "--split"]
    tune, report = (measured([*asked, part], capsys) for part in ("tune", "report"))
    assert (tune["questions"], report["questions"]) == (2, 1)
    assert (tune["dataset"], report["dataset"]) == ("tiny-tune", "tiny-report")


def test_half_of_the_conversations_keeps_whole_conversations(
    talks: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    figures = measured(["--locomo", str(talks), "--systems", "keyword", "--split", "report"], capsys)
    assert (figures["banks"], figures["questions"], figures["memories"]) == (1, 2, 2)


def test_without_an_embedder_keyword_recall_is_still_measured(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    asked = ["--jsonl", str(folder), "--embedder", "none", "--systems", "all"]
    figures = measured([*asked, "--limit-queries", "2"], capsys)
    assert figures["questions"] == 2
    assert [system["name"] for system in figures["systems"]] == ["keyword", "semantic", "all"]
    assert figures["systems"][1]["empty_arms"] == ["semantic"]
    assert figures["embedder"] is None


def test_missing_data_is_one_clear_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--locomo", str(tmp_path / "none.json")]) == 3
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err == f"error: there is no file {tmp_path / 'none.json'}\n"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--systems", "bm25"], "no system is called bm25"),
        (
            ["--systems", "all", "--abstention", "graph"],
            "no system is called graph; there are: keyword, semantic",
        ),
        (["--reranker", "nobody"], "nobody"),
        (["--rerank-options", '{"blnd": 1}'], "blnd"),
        (["--rerank-options", "{"], "--rerank-options"),
    ],
)
def test_wrong_choice_is_a_usage_error(
    folder: Path, arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as stopped:
        main(["--jsonl", str(folder), *arguments])
    assert stopped.value.code == 2
    assert message in capsys.readouterr().err


def test_charts_without_matplotlib_are_refused_before_anything_is_measured(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(program, "find_spec", lambda name: None)
    with pytest.raises(SystemExit):
        main(["--jsonl", str(folder), "--out", str(tmp_path / "out")])
    assert "pip install --group bench" in capsys.readouterr().err

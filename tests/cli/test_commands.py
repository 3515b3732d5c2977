"""The commands end to end: results on standard output, all else beside it, exit codes as documented."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import recallcore
from recallcore.types import Memory

if TYPE_CHECKING:
    from tests.cli.conftest import Command

IDS = ["kiln", "repair", "order", "plain"]


def test_version_names_the_package(command: Command) -> None:
    assert command("--version").out == f"recallcore {recallcore.__version__}\n"
    assert command("--version", "--json").document == {"version": recallcore.__version__}


def test_init_makes_an_empty_bank_and_leaves_one_that_is_there(command: Command, bank: Path) -> None:
    fresh = bank.with_name("fresh")
    assert command("init", fresh, "--embedder", "hashing", "--json").document["memories"] == 0
    assert command("init", bank, "--json").document["memories"] == len(IDS)


def test_recall_prints_memories_with_their_evidence(command: Command, bank: Path) -> None:
    ran = command("recall", bank, "A-20391", "--limit", "1")
    assert ran.code == 0
    assert ran.out.startswith("1. Order A-20391 was sent to Busan\n")
    assert "order · world · #orders" in ran.out
    assert "keyword 1" in ran.out
    assert "1 memory, " in ran.err


def test_recall_json_is_one_document_whatever_is_said_beside_it(command: Command, bank: Path) -> None:
    ran = command("recall", bank, "가마", "--json", "--trace", "--window", "2026-04")
    best = ran.document["memories"][0]
    assert best["memory"]["id"] == "repair"
    assert best["evidence"]["keyword"]["rank"] == 1
    assert ran.document["window"] == {
        "start": "2026-04-01T00:00:00+00:00",
        "end": "2026-05-01T00:00:00+00:00",
    }
    assert ran.document["trace"] is not None
    assert "window from 2026-04-01" in ran.err


def test_recall_prints_text_for_a_model_and_nothing_else(command: Command, bank: Path) -> None:
    ran = command("recall", bank, "what happened to the kiln?", "--limit", "1", "--prompt")
    lines = ran.out.splitlines()
    assert lines[0].startswith("<recalled-memories ")
    assert lines[2:] == ["1. [2026-04-15] The kiln broke on a rainy day", "</" + lines[0][1:]]
    assert "1 memory, " in ran.err
    nothing = command("recall", bank, "kiln", "--min-score", "final=99", "--prompt")
    assert (nothing.code, nothing.out) == (0, "")


def test_floor_makes_a_recall_abstain(command: Command, bank: Path) -> None:
    ran = command("recall", bank, "kiln", "--min-score", "final=99", "--json")
    assert ran.code == 0
    assert (ran.document["memories"], ran.document["abstained"]) == ([], True)
    assert "left out by final floor" in ran.err
    floors = ("--min-score", "keyword=99", "--min-score", "semantic=1")
    assert command("recall", bank, "kiln", *floors, "--json").document["candidates"] == 0


def test_boosts_reach_the_search(command: Command, bank: Path) -> None:
    ran = command(
        "recall", bank, "kiln", "--boost", "graph=high", "--boost", "keyword=low", "--trace", "--json"
    )
    assert ran.document["trace"]["search"]["boosts"] == {"keyword": "low", "graph": "high"}


def test_trace_lays_out_how_scores_came_about(command: Command, bank: Path) -> None:
    ran = command("recall", bank, "kiln", "--trace", "--limit", "1", "--now", "2026-05-01")
    assert "kiln" in ran.err
    for column in ("recency", "proximity", "proof", "boost", "combined"):
        assert column in ran.err


def test_observation_stands_for_its_sources_on_request(command: Command, bank: Path, tmp_path: Path) -> None:
    path = tmp_path / "sum.jsonl"
    line = {"id": "sum", "text": "The kiln costs a lot", "kind": "observation", "source_ids": ["kiln"]}
    path.write_text(json.dumps(line), encoding="utf-8")
    assert command("import", bank, path).code == 0

    def ids(*options: str) -> set[str]:
        found = command("recall", bank, "kiln", "--json", *options).document["memories"]
        return {each["memory"]["id"] for each in found}

    assert {"kiln", "sum"} <= ids("--keep-sources") == ids()
    assert ids("--prefer-observations") == ids() - {"kiln"}
    assert command("settings", bank, "prefer_observations=true").code == 0
    assert ids() == ids("--prefer-observations")


def test_explain_says_why_or_why_not(command: Command, bank: Path) -> None:
    ran = command("explain", bank, "kiln", "kiln")
    assert ran.code == 0
    assert ran.out.startswith("kiln: returned at rank ")
    assert "  keyword: rank 1, BM25 score " in ran.out
    document = command("explain", bank, "kiln", "order", "--kind", "experience", "--json").document
    assert (document["returned"], document["outcome"]) == (False, "left out by the filter: kinds")
    unknown = command("explain", bank, "kiln", "nobody")
    assert (unknown.code, unknown.out.splitlines()[0]) == (1, "nobody: the bank holds no memory with this id")


def test_settings_are_shown_changed_and_left_to_the_library_again(command: Command, bank: Path) -> None:
    shown = command("settings", bank).out
    assert re.search(r'^embedder +"hashing" +the bank\'s$', shown, re.MULTILINE)
    assert re.search(r'^budget +"mid" +the library\'s$', shown, re.MULTILINE)
    assert re.search(r"^max_tokens +4096 +the library's$", shown, re.MULTILINE)
    changes = ("budget=low", "max_tokens=50", 'boosts={"graph": "high"}', "recency=none", "fusion=rrf")
    told = command("settings", bank, *changes, "--json").document
    stored = ["budget", "max_tokens", "embedder", "recency", "boosts", "fusion"]
    assert told["stored"] == stored
    document = told["settings"]
    assert (document["budget"], document["max_tokens"]) == ("low", 50)
    assert (document["boosts"], document["recency"]["decay"]) == ({"graph": "high"}, "none")
    assert command("recall", bank, "kiln", "--json").document["max_tokens"] == 50
    told = command("settings", bank, "max_tokens=", "--json").document
    assert (told["settings"]["max_tokens"], "max_tokens" in told["stored"]) == (4096, False)
    assert command("recall", bank, "kiln", "--json").document["max_tokens"] == 4096


def test_rule_of_the_budgets_is_set_by_name(command: Command, bank: Path) -> None:
    document = command("settings", bank, "budgets=adaptive", "--json").document
    assert document["settings"]["budgets"]["adaptive"]["most"] == 2000


@pytest.mark.parametrize(
    ("change", "form"),
    [
        ("boosts=graph", """boosts='{"graph": "high"}'"""),
        ("arms=semantic", """arms='["semantic", "keyword"]'"""),
        ("alphas=0.1x", """alphas='{"recency": 0.1}'"""),
        ("recency=slow", "recency='{"),
    ],
)
def test_setting_that_wants_json_shows_how_it_looks(
    command: Command, bank: Path, change: str, form: str
) -> None:
    ran = command("settings", bank, change)
    assert ran.code == 2
    assert f"in JSON it looks like {form}" in ran.err


def test_recall_keeps_to_its_budget_and_says_what_was_left_out(command: Command, bank: Path) -> None:
    ran = command("recall", bank, "kiln order milk", "--max-tokens", "9")
    assert "left out by budget" in ran.err


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        (["--tag", "studio"], {"kiln", "repair"}),
        (["--tags", "orders"], {"order"}),
        (["--tag", "orders", "--tags-match", "any"], {"order", "plain"}),
        (["--kind", "experience"], {"repair"}),
        (["--kind", "experience", "--kind", "world", "--tag", "studio"], {"kiln", "repair"}),
    ],
)
def test_filters_of_recall_and_show_agree(
    command: Command, bank: Path, options: list[str], expected: set[str]
) -> None:
    recalled = command("recall", bank, "kiln 가마 order milk", "--json", *options).document["memories"]
    assert {each["memory"]["id"] for each in recalled} <= expected
    assert {each["id"] for each in command("show", bank, "--json", *options).lines} == expected


def test_empty_recall_is_an_answer_and_no_error(command: Command, tmp_path: Path) -> None:
    command("init", tmp_path / "empty", "--embedder", "hashing")
    ran = command("recall", tmp_path / "empty", "anything")
    assert (ran.code, ran.out) == (0, "")
    assert "0 memories" in ran.err


def test_show_lists_in_order_and_streams_json_lines(command: Command, bank: Path) -> None:
    assert [line["id"] for line in command("show", bank, "--json").lines] == IDS
    assert [line["id"] for line in command("show", bank, "--json", "--limit", "2").lines] == IDS[:2]
    assert [line["id"] for line in command("show", bank, "--json", "--document", "mail").lines] == ["order"]


def test_show_by_id_prints_every_field_and_misses_with_code_1(command: Command, bank: Path) -> None:
    ran = command("show", bank, "order", "nobody")
    assert ran.code == 1
    assert "document_id: mail" in ran.out
    assert "no memory has the id nobody" in ran.err
    assert command("show", bank, "order").code == 0


def test_export_of_a_bank_imports_into_another_unchanged(
    command: Command, bank: Path, tmp_path: Path
) -> None:
    export = tmp_path / "export.jsonl"
    export.write_text(command("show", bank, "--json").out, encoding="utf-8")
    copy = tmp_path / "copy"
    assert command("import", copy, export, "--embedder", "hashing").code == 0
    changing = {"created_at", "updated_at", "mentioned_at", "seq"}
    one, other = (
        [
            {key: value for key, value in line.items() if key not in changing}
            for line in command("show", path, "--json").lines
        ]
        for path in (bank, copy)
    )
    assert one == other


def test_forget_by_id_forgets_and_misses_with_code_1(command: Command, bank: Path) -> None:
    ran = command("forget", bank, "order", "nobody", "--yes", "--json")
    assert ran.code == 1
    assert ran.document == {"forgotten": ["order"], "missing": ["nobody"]}
    left = command("recall", bank, "A-20391", "--json").document["memories"]
    assert "order" not in [each["memory"]["id"] for each in left]


def test_forget_by_tag_never_takes_untagged_memories(command: Command, bank: Path) -> None:
    ran = command("forget", bank, "--tag", "studio", "--yes", "--json")
    assert (ran.code, set(ran.document["forgotten"])) == (0, {"kiln", "repair"})
    assert [line["id"] for line in command("show", bank, "--json").lines] == ["order", "plain"]


def test_forget_asks_and_takes_no_for_an_answer(
    command: Command, bank: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin.isatty", lambda: True, raising=False)
    questions: list[str] = []

    def refuse(question: str, **_: object) -> bool:
        questions.append(question)
        return False

    monkeypatch.setattr("typer.confirm", refuse)
    ran = command("forget", bank, "--tag", "studio")
    assert ran.code == 1
    assert questions == ["forget 2 memories for good?"]
    assert "가마를 고치는" in ran.err
    assert len(command("show", bank, "--json").lines) == len(IDS)


def test_forget_that_nobody_can_confirm_is_refused(
    command: Command, bank: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin.isatty", lambda: False, raising=False)
    ran = command("forget", bank, "order")
    assert ran.code == 3
    assert "--yes" in ran.err
    assert len(command("show", bank, "--json").lines) == len(IDS)


def test_forget_of_nothing_in_particular_is_refused(command: Command, bank: Path) -> None:
    assert command("forget", bank, "--yes").code == 3
    assert command("forget", bank, "order", "--tag", "studio", "--yes").code == 3
    assert len(command("show", bank, "--json").lines) == len(IDS)


def test_stats_count_what_is_held(command: Command, bank: Path) -> None:
    document = command("stats", bank, "--json").document
    assert (document["memories"], document["experience"], document["links"]) == (4, 1, 1)
    printed = command("stats", bank).out
    assert "memories         4\n" in printed
    assert "embedder         hashing, 512 dimensions\n" in printed


def test_import_says_what_was_replaced(command: Command, bank: Path, file: Path) -> None:
    document = command("import", bank, file, "--json").document
    assert (document["memories"], document["replaced"], document["skipped"]) == (4, 4, 0)
    assert document["files"] == [{"path": str(file), "format": "jsonl", "memories": 4, "skipped": []}]


def test_links_to_later_memories_are_kept_across_batches(
    command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("recallcore.cli.importing.BATCH", 1)
    lines = [
        {"text": "a cause without an id", "links": [{"target": "b", "relation": "causes", "weight": 0.5}]},
        {"id": "a", "text": "first", "links": [{"target": "b", "relation": "enables"}]},
        {"id": "b", "text": "second", "links": [{"target": "a", "relation": "caused_by"}]},
    ]
    path = tmp_path / "linked.jsonl"
    path.write_text("\n".join(map(json.dumps, lines)), encoding="utf-8")
    assert command("import", tmp_path / "bank", path, "--embedder", "hashing").code == 0
    with recallcore.open(tmp_path / "bank", reranker=False) as bank:
        links = [
            [(link.target, link.relation, link.weight) for link in memory.links] for memory in bank.iterate()
        ]
    assert links == [[("b", "causes", 0.5)], [("b", "enables", 1.0)], [("a", "caused_by", 1.0)]]


def test_link_that_leads_nowhere_stops_before_anything_is_written(
    command: Command, bank: Path, tmp_path: Path
) -> None:
    path = tmp_path / "linked.jsonl"
    fine = {"text": "x", "links": [{"target": "kiln", "relation": "causes"}]}
    lost = {"text": "y", "links": [{"target": "nobody", "relation": "causes"}]}
    path.write_text("\n".join(map(json.dumps, (fine, lost))), encoding="utf-8")
    ran = command("import", bank, path)
    assert ran.code == 3
    assert "nobody" in ran.err
    assert command("stats", bank, "--json").document["memories"] == len(IDS)


def test_bad_line_stops_before_anything_is_written(
    command: Command, bank: Path, file: Path, tmp_path: Path
) -> None:
    bad = tmp_path / "bad.jsonl"
    bad.write_text('{"text": "new"}\n{"text": ""}\n', encoding="utf-8")
    new = tmp_path / "new"
    ran = command("import", new, file, bad)
    assert ran.code == 3
    assert ran.err == "error: line 2 of bad.jsonl: text is empty\n"
    assert not new.exists()


def test_bad_lines_are_skipped_when_asked_and_counted(command: Command, bank: Path, tmp_path: Path) -> None:
    bad = tmp_path / "bad.jsonl"
    bad.write_text('{"text": "new"}\nnonsense\n{"text": ""}\n', encoding="utf-8")
    ran = command("import", bank, bad, "--skip-bad", "--json")
    assert ran.code == 0
    assert (ran.document["memories"], ran.document["skipped"]) == (1, 2)
    assert [each["line"] for each in ran.document["files"][0]["skipped"]] == [2, 3]
    assert "skipped line 2 of bad.jsonl" in ran.err


def test_interrupted_import_says_how_much_is_stored(
    command: Command, tmp_path: Path, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("recallcore.cli.importing.BATCH", 2)
    retain, calls = recallcore.Bank.retain, []

    def twice(bank: recallcore.Bank, memories: list[Memory]) -> object:
        calls.append(memories)
        if len(calls) == 2:
            raise KeyboardInterrupt
        return retain(bank, memories)

    monkeypatch.setattr(recallcore.Bank, "retain", twice)
    ran = command("import", tmp_path / "bank", file, "--embedder", "hashing")
    assert ran.code == 130
    assert "2 of 4 memories were stored" in ran.err
    assert ran.err.endswith("error: interrupted\n")


def test_markdown_and_text_are_imported_by_paragraph(command: Command, tmp_path: Path) -> None:
    (tmp_path / "notes.md").write_text("# Trip\n\nWe took the ferry.\n\nIt was late.\n", encoding="utf-8")
    (tmp_path / "notes.txt").write_text("배를 탔다.\n\n늦었다.\n", encoding="utf-8")
    bank = tmp_path / "bank"
    files = (tmp_path / "notes.md", tmp_path / "notes.txt")
    document = command("import", bank, *files, "--embedder", "hashing", "--json").document
    assert [(each["format"], each["memories"]) for each in document["files"]] == [
        ("markdown", 2),
        ("text", 2),
    ]
    assert command("show", bank, "--json").lines[0]["context"] == "Trip"
    assert command("recall", bank, "배를", "--json").document["memories"][0]["memory"]["text"] == "배를 탔다."


def test_conversation_file_is_imported_and_answers(command: Command, tmp_path: Path) -> None:
    turns = [
        {"speaker": "Ann", "dia_id": "D1:1", "text": "I bought a cello yesterday."},
        {
            "speaker": "Bob",
            "dia_id": "D1:2",
            "text": "Mine is a viola.",
            "blip_caption": "a photo of a viola",
        },
    ]
    body = {"session_1": turns, "session_1_date_time": "1:56 pm on 8 May, 2023"}
    path = tmp_path / "talks.json"
    talks = [{"sample_id": name, "conversation": body} for name in ("one", "two")]
    path.write_text(json.dumps(talks), encoding="utf-8")
    bank = tmp_path / "bank"
    assert command("import", bank, path, "--embedder", "hashing", "--json").document["memories"] == 4
    asked = ("recall", bank, "who bought a cello?", "--limit", "1", "--json", "--tag", "conversation:two")
    (best,) = command(*asked).document["memories"]
    assert best["memory"]["id"] == "two/D1:1"
    only = ("--conversation", "two", "--embedder", "hashing", "--json")
    assert command("import", tmp_path / "other", path, *only).document["memories"] == 2


@pytest.mark.parametrize(
    ("turns", "context"), [((), "Ann: Was it a cello?"), (("--context-turns", "0"), None)]
)
def test_turns_before_a_turn_are_imported_as_its_context(
    command: Command, tmp_path: Path, turns: tuple[str, ...], context: str | None
) -> None:
    said = [
        {"speaker": "Ann", "dia_id": "D1:1", "text": "Was it a cello?"},
        {"speaker": "Bob", "dia_id": "D1:2", "text": "It was."},
    ]
    path = tmp_path / "talk.json"
    path.write_text(json.dumps({"sample_id": "one", "session_1": said}), encoding="utf-8")
    command("import", tmp_path / "bank", path, "--embedder", "hashing", *turns)
    assert command("show", tmp_path / "bank", "one/D1:2", "--json").lines[0]["context"] == context

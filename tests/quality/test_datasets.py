"""Reading judged questions: LoCoMo with its malformed evidence, and the plain form."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from benches.quality.datasets import (
    DatasetError,
    evidence_ids,
    first_questions,
    load_locomo,
    load_plain,
    sample_questions,
)


@pytest.mark.parametrize(
    ("evidence", "expected"),
    [
        (["D1:3"], ("D1:3",)),
        (["D1:3", "D2:10"], ("D1:3", "D2:10")),
        (["D8:6; D9:17"], ("D8:6", "D9:17")),
        (["D9:1 D4:4 D4:6"], ("D9:1", "D4:4", "D4:6")),
        (["D:11:26"], ("D11:26",)),
        (["D30:05"], ("D30:5",)),
        (["D", "D1:2"], ("D1:2",)),
        (["D1:2", "D1:2"], ("D1:2",)),
        ([], ()),
        (["D"], ()),
    ],
)
def test_evidence_ids_are_found_in_every_form_the_file_has(
    evidence: list[str], expected: tuple[str, ...]
) -> None:
    assert evidence_ids(evidence) == expected


def conversation(name: str, questions: list[dict[str, Any]]) -> dict[str, Any]:
    turns = [{"speaker": "Ann", "dia_id": f"D1:{number}", "text": f"turn {number}"} for number in range(1, 6)]
    body = {"session_1": turns, "session_1_date_time": "1:56 pm on 8 May, 2023"}
    return {"sample_id": name, "conversation": body, "qa": questions}


def question(evidence: list[str], category: int = 4) -> dict[str, Any]:
    return {"question": f"what about {evidence}?", "evidence": evidence, "category": category}


def test_locomo_keeps_one_bank_a_conversation_and_its_own_evidence(tmp_path: Path) -> None:
    path = tmp_path / "talk.json"
    asked = [question(["D1:1", "D1:9"], 1), question([], 3), question(["D7:7"])]
    path.write_text(json.dumps([conversation("one", asked), conversation("two", [question(["D1:2"], 5)])]))
    dataset = load_locomo(path)
    assert [bank.name for bank in dataset.banks] == ["one", "two"]
    assert [len(bank.memories) for bank in dataset.banks] == [5, 5]
    (kept,) = dataset.banks[0].questions
    assert kept.relevant == {"one/D1:1"}
    assert kept.category == "1 multi-hop"
    assert dataset.banks[1].questions[0].relevant == {"two/D1:2"}
    assert "2 questions without an evidence turn are left out" in dataset.notes
    assert "2 evidence ids name no turn and are dropped" in dataset.notes


def test_turns_before_a_turn_are_its_context(tmp_path: Path) -> None:
    path = tmp_path / "talk.json"
    path.write_text(json.dumps([conversation("one", [question(["D1:1"])])]))
    for turns, expected in ((0, None), (2, "Ann: turn 2\nAnn: turn 3")):
        dataset = load_locomo(path, context_turns=turns)
        assert dataset.banks[0].memories[3].context == expected
        assert dataset.has_context == (turns > 0)


@pytest.fixture
def plain(tmp_path: Path) -> Path:
    corpus = [{"_id": "m1", "text": "one"}, {"_id": "m2", "text": "two"}, {"_id": "m3", "text": " "}]
    asked = [{"_id": f"q{number}", "text": f"question {number}"} for number in range(1, 6)]
    (tmp_path / "corpus.jsonl").write_text("".join(json.dumps(each) + "\n" for each in corpus))
    (tmp_path / "queries.jsonl").write_text("".join(json.dumps(each) + "\n" for each in asked))
    judged = "q1\tm1\t1\nq1\tm2\t2\nq2\tm1\t0\nq3\tm2\t1\nq4\tm3\t1\nq5\tm1\t1\n"
    (tmp_path / "qrels.tsv").write_text(judged)
    return tmp_path


def test_plain_form_takes_positive_grades_of_memories_with_text(plain: Path) -> None:
    dataset = load_plain(plain)
    (bank,) = dataset.banks
    assert [memory.id for memory in bank.memories] == ["m1", "m2"]
    assert [(each.text, each.relevant) for each in bank.questions] == [
        ("question 1", frozenset({"m1", "m2"})),
        ("question 3", frozenset({"m2"})),
        ("question 5", frozenset({"m1"})),
    ]
    assert "2 questions without a relevant memory are left out" in dataset.notes


def test_first_questions_are_the_first_in_the_file(plain: Path) -> None:
    dataset = first_questions(load_plain(plain), 2)
    assert [each.text for each in dataset.banks[0].questions] == ["question 1", "question 3"]
    assert len(dataset.banks[0].memories) == 2


def test_sample_is_seeded_and_keeps_the_order_of_the_file(plain: Path) -> None:
    dataset = load_plain(plain)
    one, same = (sample_questions(dataset, 2, seed=4).banks[0].questions for _ in range(2))
    assert one == same
    assert list(one) == [each for each in dataset.banks[0].questions if each in one]
    assert {sample_questions(dataset, 2, seed=seed).banks[0].questions for seed in range(20)} > {one}
    assert sample_questions(dataset, 99, seed=0).questions == 3


def test_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(DatasetError, match=r"there is no file .*corpus\.jsonl"):
        load_plain(tmp_path)
    with pytest.raises(DatasetError, match=r"there is no file .*none\.json"):
        load_locomo(tmp_path / "none.json")


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("corpus.jsonl", '{"_id": "m1"}\n'),
        ("queries.jsonl", "not json\n"),
        ("qrels.tsv", "q1\tm1\n"),
        ("qrels.tsv", "q1\tm1\thigh\n"),
    ],
)
def test_line_in_another_form_is_named(plain: Path, name: str, content: str) -> None:
    (plain / name).write_text(content)
    with pytest.raises(DatasetError, match="line 1 of"):
        load_plain(plain)


def test_data_without_any_question_are_refused(plain: Path, tmp_path: Path) -> None:
    (plain / "qrels.tsv").write_text("q1\tm1\t0\n")
    with pytest.raises(DatasetError, match="no question that can be scored"):
        load_plain(plain)
    other = tmp_path / "other.json"
    other.write_text('{"name": "no conversation"}')
    with pytest.raises(DatasetError, match="no LoCoMo conversation"):
        load_locomo(other)

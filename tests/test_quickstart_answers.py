"""The eight questions of the quickstart: the right memory on top, found best by the arm that should."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

import recallcore
from recallcore.cli import main
from recallcore.examples import QUERY_TIME, QUESTIONS, Question, quickstart_memories
from recallcore.types import read_moment

TOP = 3
# Memories that name Minji, as the question does, may stand before the one without her name.
TOP_OF_GRAPH = 7


@pytest.fixture(scope="module")
def bank(tmp_path_factory: pytest.TempPathFactory) -> Iterator[recallcore.Bank]:
    with recallcore.open(tmp_path_factory.mktemp("quickstart") / "bank") as opened:
        opened.retain(quickstart_memories(), now=QUERY_TIME)
        yield opened


@pytest.mark.parametrize("question", QUESTIONS, ids=lambda question: question.text)
def test_right_memory_is_on_top_by_the_arm_that_should_find_it(
    bank: recallcore.Bank, question: Question
) -> None:
    result = bank.recall(question.text, query_time=QUERY_TIME)
    assert question.answer in result.ids[: TOP_OF_GRAPH if question.arm == "graph" else TOP]
    (answer,) = (each for each in result.memories if each.id == question.answer)
    ranks = {arm: evidence.rank for arm, evidence in answer.evidence.items()}
    own = ranks.pop(question.arm)
    assert all(own <= rank for rank in ranks.values())


def test_graph_questions_are_answered_without_the_name_in_the_text() -> None:
    texts = {memory.id: memory.text for memory in quickstart_memories()}
    for question in QUESTIONS:
        if question.arm == "graph":
            assert "Minji" not in texts[question.answer]
            assert "민지" not in texts[question.answer]


def test_answer_to_the_job_question_does_not_say_job() -> None:
    texts = {memory.id: memory.text for memory in quickstart_memories()}
    for question in QUESTIONS:
        if question.arm == "semantic":
            assert "직업" not in texts[question.answer]
            assert "job" not in texts[question.answer].lower()


def test_quickstart_prints_the_ranked_answers(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "bank"
    assert main(["quickstart", "--path", str(folder)]) == 0
    printed = capsys.readouterr()
    for question in QUESTIONS:
        assert question.text in printed.out
    assert f"recallcore recall {folder}" in printed.out
    assert f"are in a bank at {folder}" in printed.err


def test_quickstart_as_json_is_one_document(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["quickstart", "--path", str(tmp_path / "bank"), "--embedder", "hashing", "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert [each["question"] for each in document["questions"]] == [each.text for each in QUESTIONS]
    assert len(document["next"]) == 2


def test_quickstart_leaves_a_folder_with_other_things_alone(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "mine.txt").write_text("mine")
    assert main(["quickstart", "--path", str(tmp_path)]) == 3
    assert "not empty" in capsys.readouterr().err
    assert [path.name for path in tmp_path.iterdir()] == ["mine.txt"]


def test_words_for_a_time_lift_what_happened_then(bank: recallcore.Bank) -> None:
    spring = {
        memory.id
        for memory in quickstart_memories()
        if memory.occurred_start is not None
        and read_moment(memory.occurred_start, name="occurred_start").isoformat()[:7]
        in {"2026-03", "2026-04", "2026-05"}
    }
    plain = bank.recall("결제 문제", query_time=QUERY_TIME).ids
    asked = bank.recall("지난봄 결제 문제", query_time=QUERY_TIME).ids

    def mean_place(ids: tuple[str, ...]) -> float:
        places = [place for place, memory in enumerate(ids) if memory in spring]
        return sum(places) / len(places)

    assert len(spring) >= 3
    assert mean_place(asked) < mean_place(plain)
    assert spring.intersection(asked[:3])
    assert plain[0] not in spring

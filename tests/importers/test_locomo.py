"""LoCoMo conversations become one dated memory a turn."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from recallcore.errors import InputError
from recallcore.importers import read_locomo


def turn(number: str, text: str, **more: str) -> dict[str, str]:
    return {"speaker": "Caroline", "dia_id": number, "text": text, **more}


def body() -> dict[str, Any]:
    return {
        "speaker_a": "Caroline",
        "session_10": [turn("D10:1", "tenth")],
        "session_10_date_time": "12:05 am on 1 January, 2024",
        "session_2": [turn("D2:1", "second")],
        "session_2_date_time": "12:30 pm on 25 May, 2023",
        "session_1": [
            turn("D1:1", "Hey Mel!"),
            turn("D1:2", "Look at this.", blip_caption="a photo of a dog", query="dog"),
        ],
        "session_1_date_time": "1:56 pm on 8 May, 2023",
        "session_3_date_time": "1:56 pm on 9 May, 2023",
    }


def write(path: Path, content: object) -> Path:
    path.write_text(json.dumps(content), encoding="utf-8")
    return path


def test_turns_become_memories_in_the_order_of_their_sessions(tmp_path: Path) -> None:
    path = write(tmp_path / "talk.json", [{"sample_id": "conv-1", "conversation": body(), "qa": []}])
    memories = list(read_locomo(path))
    assert [memory.id for memory in memories] == [
        "conv-1/D1:1",
        "conv-1/D1:2",
        "conv-1/D2:1",
        "conv-1/D10:1",
    ]
    assert [memory.document_id for memory in memories][::3] == ["conv-1/session_1", "conv-1/session_10"]
    assert memories[0].text == "Caroline: Hey Mel!"
    assert memories[0].tags == ("conversation:conv-1",)
    assert memories[0].entities is None
    assert memories[0].context is None


def test_caption_of_a_shared_picture_stands_in_brackets(tmp_path: Path) -> None:
    path = write(tmp_path / "talk.json", body())
    assert list(read_locomo(path))[1].text == "Caroline: Look at this. [shares a photo of a dog]"


@pytest.mark.parametrize(
    ("place", "moment"),
    [
        (0, datetime(2023, 5, 8, 13, 56, tzinfo=UTC)),
        (2, datetime(2023, 5, 25, 12, 30, tzinfo=UTC)),
        (3, datetime(2024, 1, 1, 0, 5, tzinfo=UTC)),
    ],
)
def test_session_date_is_the_date_of_its_turns(tmp_path: Path, place: int, moment: datetime) -> None:
    memory = list(read_locomo(write(tmp_path / "talk.json", body())))[place]
    assert memory.occurred_start == memory.mentioned_at == moment


def test_lone_conversation_is_named_after_its_file(tmp_path: Path) -> None:
    path = write(tmp_path / "talk.json", body())
    assert next(read_locomo(path)).id == "talk/D1:1"


def test_one_conversation_of_several_can_be_chosen(tmp_path: Path) -> None:
    path = write(tmp_path / "talk.json", [{"sample_id": name, "conversation": body()} for name in ("a", "b")])
    assert {memory.tags for memory in read_locomo(path)} == {("conversation:a",), ("conversation:b",)}
    assert {memory.tags for memory in read_locomo(path, conversation="b")} == {("conversation:b",)}
    with pytest.raises(InputError, match="conversations a, b, given c"):
        list(read_locomo(path, conversation="c"))


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        ({"messages": []}, "no LoCoMo conversation"),
        ([], "no conversation"),
        ([1], "no LoCoMo conversation"),
        ({"session_1": [{"speaker": "A", "text": "no id"}]}, "turn 1 of talk/session_1 needs"),
        ({"session_1": ["text"]}, "turn 1 of talk/session_1 needs"),
        ({"session_1": [turn("D1:1", "a")], "session_1_date_time": "yesterday"}, "given 'yesterday'"),
        ({"session_1": [turn("D1:1", "a")], "session_1_date_time": "1:00 pm on 31 June, 2023"}, "31 June"),
    ],
)
def test_what_is_no_conversation_is_refused_with_its_reason(
    tmp_path: Path, content: object, reason: str
) -> None:
    path = write(tmp_path / "talk.json", content)
    with pytest.raises(InputError) as caught:
        list(read_locomo(path))
    assert reason in str(caught.value)


def test_broken_json_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "talk.json"
    path.write_text("{", encoding="utf-8")
    with pytest.raises(InputError, match="not JSON"):
        list(read_locomo(path))


@pytest.mark.parametrize(
    ("turns", "contexts"),
    [
        (0, [None, None, None, None]),
        (1, [None, "Caroline: one", "Caroline: two", "Caroline: three"]),
        (2, [None, "Caroline: one", "Caroline: one\nCaroline: two", "Caroline: two\nCaroline: three"]),
    ],
)
def test_turns_before_a_turn_are_its_context(tmp_path: Path, turns: int, contexts: list[str | None]) -> None:
    said = [turn(f"D1:{place}", text) for place, text in enumerate(["one", "two", "three", "four"], start=1)]
    path = write(tmp_path / "talk.json", {"session_1": said, "session_2": [turn("D2:1", "next day")]})
    memories = list(read_locomo(path, context_turns=turns))
    assert [memory.context for memory in memories] == [*contexts, None]


def test_two_turns_are_the_context_by_default(tmp_path: Path) -> None:
    said = [turn(f"D1:{place}", str(place)) for place in range(1, 5)]
    path = write(tmp_path / "talk.json", {"session_1": said})
    assert list(read_locomo(path)) == list(read_locomo(path, context_turns=2))


def test_negative_number_of_context_turns_is_refused(tmp_path: Path) -> None:
    path = write(tmp_path / "talk.json", body())
    with pytest.raises(InputError, match="context_turns is -1, expected an integer from 0"):
        list(read_locomo(path, context_turns=-1))

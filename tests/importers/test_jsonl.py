"""JSON lines: every field, and a bad line that is named and never half read."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from recallcore.errors import InputError
from recallcore.importers import BadLine, read_jsonl


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "memories.jsonl"


def test_every_field_is_read(path: Path) -> None:
    line = {
        "id": "m1",
        "text": "민지는 병원에서 일한다",
        "context": "첫 만남",
        "kind": "observation",
        "occurred_start": "2025-04",
        "occurred_end": "2025-05",
        "mentioned_at": "2025-06-01T09:30+09:00",
        "tags": ["people"],
        "metadata": {"source": 3},
        "entities": ["민지"],
        "links": [{"target": "m2", "relation": "causes", "weight": 0.5}],
        "source_ids": ["m3"],
        "proof_count": 2,
        "document_id": "chat",
    }
    path.write_text(json.dumps(line, ensure_ascii=False) + "\n", encoding="utf-8")
    (memory,) = read_jsonl(path)
    assert (memory.id, memory.text, memory.context) == ("m1", "민지는 병원에서 일한다", "첫 만남")
    assert memory.precision == "month"
    assert str(memory.mentioned_at) == "2025-06-01 00:30:00+00:00"
    assert (memory.tags, memory.entities, memory.metadata) == (("people",), ("민지",), {"source": 3})
    assert [(link.target, link.relation, link.weight) for link in memory.links] == [  # type: ignore[union-attr]
        ("m2", "causes", 0.5)
    ]
    assert (memory.source_ids, memory.proof_count, memory.document_id) == (("m3",), 2, "chat")


def test_blank_lines_and_a_byte_order_mark_are_passed_over(path: Path) -> None:
    path.write_bytes(b'\xef\xbb\xbf{"text": "one"}\r\n\r\n   \n{"text": "two"}')
    assert [memory.text for memory in read_jsonl(path)] == ["one", "two"]


def test_line_separator_inside_a_string_does_not_end_the_line(path: Path) -> None:
    path.write_text('{"text": "one\u2028two"}\n', encoding="utf-8")
    assert [memory.text for memory in read_jsonl(path)] == ["one\u2028two"]


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        (b"{", "not JSON"),
        (b'"text"', "expected a JSON object"),
        (b'{"text": "  "}', "text is empty"),
        (b'{"tekst": "a"}', 'did you mean "text"'),
        (b'{"text": "a", "kind": "fact"}', "kind"),
        (b'{"text": "a", "occurred_start": "May"}', "occurred_start"),
        (b'{"text": "\xff"}', "not UTF-8"),
        (b"[" * 100_000, "not JSON"),
    ],
)
def test_bad_line_stops_with_its_number(path: Path, line: bytes, reason: str) -> None:
    path.write_bytes(b'{"text": "fine"}\n\n' + line + b'\n{"text": "also fine"}\n')
    reading = read_jsonl(path)
    assert next(reading).text == "fine"
    with pytest.raises(InputError, match=r"line 3 of memories\.jsonl") as caught:
        next(reading)
    assert reason in str(caught.value)


def test_bad_lines_can_be_collected_while_reading_goes_on(path: Path) -> None:
    path.write_text('{"text": "one"}\nnonsense\n{"text": ""}\n{"text": "two"}\n', encoding="utf-8")
    bad: list[BadLine] = []
    assert [memory.text for memory in read_jsonl(path, on_bad=bad.append)] == ["one", "two"]
    assert [each.number for each in bad] == [2, 3]


@pytest.mark.parametrize(("given", "entities"), [(True, ("Minji",)), (False, None)])
def test_export_reads_back_and_extracted_entities_are_left_to_the_extractor(
    path: Path, given: bool, entities: tuple[str, ...] | None
) -> None:
    line: dict[str, Any] = {
        "id": "m1",
        "text": "Minji",
        "entities": ["Minji"],
        "entities_given": given,
        "seq": 4,
        "version": 2,
        "created_at": "2025-01-01T00:00:00+00:00",
        "updated_at": "2025-01-01T00:00:00+00:00",
        "tokens": 2,
        "has_vector": True,
        "truncated": False,
    }
    path.write_text(json.dumps(line), encoding="utf-8")
    (memory,) = read_jsonl(path)
    assert memory.entities == entities

"""The extractor stays as good as it was measured to be, on texts that its rules were not tuned on."""

from __future__ import annotations

import json
import unicodedata
from pathlib import Path

import pytest

from recallcore.entities import HeuristicExtractor

RECORDS = [
    json.loads(line)
    for line in (Path(__file__).parent / "labelled.jsonl").read_text(encoding="utf-8").splitlines()
]


def same_form(entity: str) -> str:
    return unicodedata.normalize("NFKC", entity).casefold()


@pytest.mark.parametrize(
    ("language", "precision", "recall"),
    [("en", 0.95, 0.95), ("ko", 0.95, 0.92), ("code", 0.90, 0.90), ("ja", 0.80, 0.80), ("mixed", 0.85, 0.75)],
)
def test_quality_stays_where_it_was_measured(language: str, precision: float, recall: float) -> None:
    right = wrong = missed = 0
    for record in RECORDS:
        if (record["language"], record["split"]) != (language, "test"):
            continue
        wanted = {same_form(entity) for entity in record["entities"]}
        found = {same_form(entity) for entity in HeuristicExtractor().extract(record["text"])}
        right += len(wanted & found)
        wrong += len(found - wanted)
        missed += len(wanted - found)
    assert right / (right + wrong) >= precision
    assert right / (right + missed) >= recall


def test_labels_are_in_their_texts_and_halves_are_equal() -> None:
    assert all(entity in record["text"] for record in RECORDS for entity in record["entities"])
    assert len({record["id"] for record in RECORDS}) == len(RECORDS)
    halves = [sum(record["split"] == half for record in RECORDS) for half in ("dev", "test")]
    assert abs(halves[0] - halves[1]) <= 7

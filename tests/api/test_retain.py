"""Retaining, reading back, replacing, linking and forgetting."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import recallcore
from recallcore import (
    Bank,
    DimensionError,
    EmbedderMismatchError,
    Filter,
    InputError,
    Link,
    Memory,
    NotFoundError,
    Precomputed,
)

NOW = datetime(2026, 1, 2, 3, 4, 5, 678, tzinfo=UTC)


def test_every_field_comes_back_as_it_went_in(bank: Bank) -> None:
    bank.retain("the fire", id="fire")
    metadata = {"z": [1, 2.5, None, True, {"가": "나"}], "a": 2**63, "e": 1e-320, "t": "\x00"}
    memory = Memory(
        text="The alarm went off \U0001f514 \u202bשלום\u202c a\x00b",
        id="alarm",
        context="a call",
        kind="observation",
        occurred_start="2023-05",
        occurred_end="2023-06",
        mentioned_at="2023-07-01T09:00+09:00",
        tags=["b", "a"],
        metadata=metadata,
        entities=["Minji"],
        links=[Link(target="fire", relation="caused_by", weight=0.25)],
        source_ids=["fire", "gone"],
        proof_count=3,
        document_id="call 7",
    )
    assert bank.retain(memory, now=NOW).id == "alarm"
    stored = bank.get("alarm")
    assert stored is not None
    assert stored.to_memory() == memory
    assert stored.mentioned_at == datetime(2023, 7, 1, tzinfo=UTC)
    assert list(stored.metadata) == list(metadata)
    assert (stored.created_at, stored.updated_at, stored.version) == (NOW, NOW, 1)
    assert stored.entities_given
    assert stored.has_vector


def test_text_mapping_and_memory_are_all_taken(bank: Bank) -> None:
    retained = bank.retain(["one", {"text": "two", "id": "2"}, Memory(text="three", id="3")])
    assert retained.ids[1:] == ("2", "3")
    assert [memory.text for memory in bank.iterate()] == ["one", "two", "three"]


def test_generated_ids_ascend_with_time(bank: Bank) -> None:
    ids = [*bank.retain(["a", "b"]).ids, *bank.retain(["c"]).ids]
    assert ids == sorted(ids)
    assert len(set(ids)) == 3


def test_retained_id_replaces_everywhere_at_once(bank: Bank) -> None:
    bank.retain("Minji lives in Seoul", id="home", tags=["old"])
    assert bank.retain("Minji lives in Busan", id="home", tags=["new"]).replaced == ("home",)
    stored = bank.get("home")
    assert stored is not None
    assert (stored.text, stored.version, stored.seq) == ("Minji lives in Busan", 2, 1)
    assert bank.recall("Seoul", arms=["keyword"]).texts == ()
    assert bank.recall("Minji", tags=["old"], tags_match="all_strict").texts == ()
    assert bank.stats().memories == 1


def test_last_of_duplicate_ids_wins_and_a_note_says_so(bank: Bank) -> None:
    retained = bank.retain([Memory(text="first", id="x"), Memory(text="last", id="x")])
    assert retained.ids == ("x", "x")
    assert any("x" in note for note in retained.notes)
    assert [memory.text for memory in bank.iterate()] == ["last"]


def test_last_of_duplicate_ids_wins_across_batches_too(bank: Bank) -> None:
    retained = bank.retain(Memory(text=f"memory {place}", id=str(place % 300)) for place in range(301))
    assert any("'0'" in note for note in retained.notes)
    first = bank.get("0")
    assert first is not None
    assert first.text == "memory 300"


@pytest.mark.parametrize(
    "bad",
    [
        {"text": " "},
        {"text": "x", "occurred_start": "2024", "occurred_end": "2023"},
        {"text": "x", "vector": [1.0, float("nan")] + [0.0] * 62},
        {"text": "x", "vector": [float("inf")] * 64},
        {"text": "x", "vector": [0.0] * 64},
        {"text": "x", "vector": [1.0] * 63},
        {"text": "x", "vector": "text"},
        {"text": "x", "tagz": ["a"]},
        {"text": "x", "links": [{"target": "nobody", "relation": "causes"}]},
        5,
        None,
    ],
    ids=str,
)
def test_nothing_of_a_batch_with_a_bad_memory_is_stored(bank: Bank, bad: Any) -> None:
    with pytest.raises((InputError, NotFoundError)):
        bank.retain(["good", bad, "good too"])
    assert bank.stats().memories == 0
    assert bank.retain("still usable").ids


def test_vector_of_another_length_is_a_dimension_error(bank: Bank) -> None:
    with pytest.raises(DimensionError, match="63 dimensions, expected 64"):
        bank.retain("x", vector=[1.0] * 63)


@pytest.mark.parametrize(
    ("fields", "complaint"),
    [
        ({"tag": ["a"]}, 'did you mean "tags"'),
        ({"occured_start": "2023"}, 'did you mean "occurred_start"'),
        ({"meta": {}}, 'did you mean "metadata"'),
    ],
)
def test_unknown_field_is_refused_with_the_nearest_name(
    bank: Bank, fields: dict[str, Any], complaint: str
) -> None:
    with pytest.raises(InputError, match=complaint):
        bank.retain("x", **fields)
    assert bank.stats().memories == 0


def test_fields_beside_anything_but_one_text_are_refused(bank: Bank) -> None:
    with pytest.raises(InputError, match="single text"):
        bank.retain(["a", "b"], tags=["x"])


def test_stream_is_stored_batch_by_batch(bank: Bank) -> None:
    seen_while_reading: list[int] = []

    def stream() -> Iterator[str]:
        for place in range(600):
            if place % 300 == 299:
                seen_while_reading.append(bank.stats().memories)
            yield f"memory {place}"

    assert len(bank.retain(stream())) == 600
    assert seen_while_reading == [256, 512]


def test_ten_thousand_tags_are_kept(bank: Bank) -> None:
    tags = [f"tag {place}" for place in range(10_000)]
    bank.retain("x", id="x", tags=tags)
    stored = bank.get("x")
    assert stored is not None
    assert list(stored.tags) == tags
    assert bank.recall("x", tags=["tag 9999"], tags_match="all_strict").ids == ("x",)


@pytest.mark.parametrize("year", ["0001", "9999"])
def test_first_and_last_year_are_stored_and_found(bank: Bank, year: str) -> None:
    bank.retain("the edge of time", id="edge", occurred_start=year)
    stored = bank.get("edge")
    assert stored is not None
    assert stored.occurred_start is not None
    assert stored.occurred_start.year == int(year)
    assert bank.recall("edge", time_window=(None, "2020")).ids == ("edge",)


def test_entities_are_extracted_only_where_none_are_given(tmp_path: Path) -> None:
    class Shouting:
        name = "shouting"

        def extract(self, text: str) -> list[str]:
            return [word for word in text.split() if word.isupper()]

    with recallcore.open(tmp_path, embedder="hashing", entities=Shouting(), reranker=False) as bank:
        bank.retain([Memory(text="ask MINJI", id="a"), Memory(text="ask MINJI", id="b", entities=())])
        extracted, given = bank.get(["a", "b"])
    assert extracted is not None
    assert given is not None
    assert (extracted.entities, extracted.entities_given) == (("MINJI",), False)
    assert (given.entities, given.entities_given) == ((), True)


def test_failing_extractor_costs_entities_and_not_the_memory(tmp_path: Path) -> None:
    class Failing:
        @property
        def name(self) -> str:
            raise ConnectionError("no name")

        def extract(self, text: str) -> list[str]:
            raise ZeroDivisionError(text)

    failing: Any = Failing()
    with recallcore.open(tmp_path, embedder="hashing", entities=failing, reranker=False) as bank:
        retained = bank.retain("x")
        assert any("ZeroDivisionError" in note for note in retained.notes)
        assert bank.stats().memories == 1


def test_get_answers_none_for_what_is_not_there(bank: Bank) -> None:
    bank.retain("x", id="x")
    assert bank.get("y") is None
    found = bank.get(["y", "x", "x"])
    assert [memory and memory.id for memory in found] == [None, "x", "x"]


def test_links_to_nobody_are_refused_and_nothing_is_written(bank: Bank) -> None:
    bank.retain(["a", "b"], now=NOW)
    one, other = (memory.id for memory in bank.iterate())
    with pytest.raises(NotFoundError):
        bank.link_many(
            [
                Link(source=one, target=other, relation="causes"),
                Link(source=one, target="nobody", relation="causes"),
            ]
        )
    assert bank.stats().links == 0
    with pytest.raises(NotFoundError):
        bank.link("nobody", one, "causes")
    bank.link(one, other, "enables", 0.5)
    assert bank.stats().links == 1


@pytest.mark.parametrize(
    ("chosen", "left"),
    [
        ("a", ["b", "c"]),
        (["a", "c", "nobody"], ["b"]),
        (Filter(tags=["t"], tags_match="any_strict"), ["c"]),
        (Filter(tags=["t"], tags_match="any_strict", exclude=["a"]), ["a", "c"]),
    ],
    ids=str,
)
def test_forget_takes_an_id_ids_or_a_filter(bank: Bank, chosen: Any, left: list[str]) -> None:
    bank.retain(
        [Memory(text="a", id="a", tags=["t"]), Memory(text="b", id="b", tags=["t"]), Memory(text="c", id="c")]
    )
    forgotten = bank.forget(chosen)
    assert sorted({*forgotten, *left}) == ["a", "b", "c"]
    assert [memory.id for memory in bank.iterate()] == left


@pytest.mark.parametrize("chosen", [Filter(), Filter(exclude=["x"]), Filter(exclude=["nobody"])], ids=str)
def test_filter_that_restricts_nothing_forgets_nothing(bank: Bank, chosen: Filter) -> None:
    bank.retain(["x", "y"])
    with pytest.raises(InputError, match="restricts nothing"):
        bank.forget(chosen)
    assert bank.stats().memories == 2


@pytest.mark.parametrize(
    ("chosen", "left"),
    [
        (Filter(kinds=["world"], exclude=["b", "nobody"]), "acd"),
        (Filter(kinds=["world"], exclude=[]), "abcd"),
        (Filter(ids=["a", "b"], exclude=["a"]), "b"),
        (Filter(exclude=[]), "abcd"),
        (Filter(exclude=["b", "nobody"]), "acd"),
    ],
    ids=str,
)
def test_excluded_memories_are_not_read(bank: Bank, chosen: Filter, left: str) -> None:
    bank.retain([Memory(text=name, id=name) for name in "abcd"])
    assert [memory.id for memory in bank.iterate(chosen, batch=2)] == list(left)


def test_iterate_reads_in_order_while_others_write(bank: Bank) -> None:
    bank.retain([Memory(text=f"m{place}", id=str(place)) for place in range(10)])
    seen = []
    for memory in bank.iterate(batch=3):
        seen.append(memory.id)
        if memory.id == "1":
            bank.forget("5")
            bank.retain("late", id="late")
    assert seen == ["0", "1", "2", "3", "4", "6", "7", "8", "9", "late"]


def test_own_vectors_need_to_say_where_they_come_from(tmp_path: Path) -> None:
    with (
        recallcore.open(tmp_path / "none", embedder=False, reranker=False) as bank,
        pytest.raises(InputError, match="Precomputed"),
    ):
        bank.retain("x", vector=[1.0, 0.0])
    mine = Precomputed(name="mine", dimension=2)
    with recallcore.open(tmp_path / "mine", embedder=mine, reranker=False) as bank:
        bank.retain(
            [
                Memory(text="north", id="n", vector=np.array([0.0, 9.0])),
                Memory(text="east", id="e", vector=[2, 0]),
            ]
        )
        result = bank.recall("which way?", vector=[0.1, 3.0], arms=["semantic"])
        assert result.ids == ("n", "e")
        with pytest.raises(EmbedderMismatchError):
            recallcore.open(tmp_path / "mine", embedder="hashing", reranker=False).retain("x")
        assert bank.stats().memories == 2


def test_forgetting_by_tags_never_takes_untagged_memories(bank: Bank) -> None:
    bank.retain([Memory(text="tagged", id="t", tags=["work"]), Memory(text="untagged", id="u")])
    with pytest.raises(InputError, match="any_strict"):
        bank.forget(Filter(tags=["work"]))
    assert bank.forget(Filter(tags=["work"], tags_match="any_strict")) == ("t",)
    assert bank.get("u") is not None


def test_empty_tags_are_no_wish_for_everything(bank: Bank) -> None:
    with pytest.raises(InputError, match="tags is empty"):
        bank.recall("x", tags=[])


@pytest.mark.parametrize(
    ("start", "end"), [("2023-05-07T10:00", "2023-05-07"), ("2023-05-07", "2023-05"), ("2023", "2023-02")]
)
def test_an_end_known_to_its_period_is_not_before_a_start_inside(bank: Bank, start: str, end: str) -> None:
    bank.retain("a trip", id="trip", occurred_start=start, occurred_end=end)
    assert bank.recall("trip", time_window=("2023-05-07", "2023-05-08")).memories[0].id == "trip"


def test_an_embedder_that_cannot_be_fitted_costs_the_vector_not_the_memory(tmp_path: Path) -> None:
    def only_short_batches(texts: Sequence[str]) -> list[list[float]]:
        if len(texts) > 4:
            raise RuntimeError("quota")
        return [[1.0, float(len(text)), 0.5] for text in texts]

    with recallcore.open(tmp_path / "fit", embedder=only_short_batches, reranker=False) as bank:
        assert any("quota" in note for note in bank.retain("first", id="first").notes)
        assert bank.stats().pending_vectors == 1


@pytest.mark.parametrize("found", [5, "abc", [1], [["a"]], [("a",)]])
def test_an_extractor_that_answers_nonsense_costs_the_entities_not_the_memory(
    tmp_path: Path, found: object
) -> None:
    class Nonsense:
        def extract(self, text: str) -> object:
            return found if text else None

    odd: Any = Nonsense()
    with recallcore.open(tmp_path / "odd", embedder=False, entities=odd, reranker=False) as bank:
        assert any("Nonsense" in note for note in bank.retain("first", id="first").notes)
        assert bank.recall("first").ids == ("first",)

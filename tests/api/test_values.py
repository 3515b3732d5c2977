"""Memories, links and filters: checked when they are built, frozen, and never sharing what was passed in."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import Any

import pytest

from recallcore import AllOf, AnyOf, Filter, InputError, Link, Memory, Not, Tags, types

TOO_LONG = "가" * (1 << 20)


@pytest.mark.parametrize(
    ("fields", "complaint"),
    [
        ({"text": ""}, "text is empty"),
        ({"text": " \n\t\u3000"}, "text is empty"),
        ({"text": 5}, "text is of type int"),
        ({"text": TOO_LONG}, "text has 3145728 bytes"),
        ({"context": TOO_LONG}, "context has 3145728 bytes"),
        ({"id": ""}, "id is empty"),
        ({"kind": "worlds"}, 'did you mean "world"'),
        ({"tags": "work"}, "tags is of type str"),
        ({"tags": [1]}, "an entry of tags is of type int"),
        ({"tags": [""]}, "an entry of tags is empty"),
        ({"entities": "Minji"}, "entities is of type str"),
        ({"metadata": ["a"]}, "metadata is of type list"),
        ({"metadata": {"a": float("nan")}}, "nan"),
        ({"metadata": {"a": [float("inf")]}}, "inf"),
        ({"metadata": {1: "a"}}, "key of type int"),
        ({"metadata": {"a": {1, 2}}}, "type set"),
        ({"metadata": {"a": 1 << 64}}, "beyond 64 bits"),
        ({"proof_count": 0}, "proof_count is 0"),
        ({"proof_count": True}, "proof_count is of type bool"),
        ({"source_ids": ["a"]}, "source_ids are for observations"),
        ({"links": {"target": "a", "relation": "causes"}}, "links is of type dict"),
        ({"links": [("a", "causes")]}, "a link is of type tuple"),
        ({"links": [{"target": "a", "relation": "cause"}]}, 'did you mean "causes"'),
        ({"links": [{"target": "a", "relation": "causes", "wait": 1}]}, 'did you mean "weight"'),
        ({"id": "a", "links": [Link(source="b", target="c", relation="causes")]}, "starts at another"),
        ({"txt": "x"}, 'did you mean "text"'),
        ({"occured_start": "2023"}, 'did you mean "occurred_start"'),
    ],
)
def test_unacceptable_memory_is_refused_with_its_field(fields: dict[str, Any], complaint: str) -> None:
    with pytest.raises(InputError, match=complaint):
        Memory.from_mapping({"text": "x", **fields})


@pytest.mark.parametrize("weight", [0, -1, 1.5, float("nan"), float("inf"), "1", True])
def test_weight_outside_of_its_range_is_refused(weight: Any) -> None:
    with pytest.raises(InputError, match="weight"):
        Link(target="a", relation="causes", weight=weight)


def test_metadata_nested_deeper_than_the_seam_reads_is_refused() -> None:
    nested: dict[str, object] = {}
    for _ in range(200):
        nested = {"a": nested}
    with pytest.raises(InputError, match="100 levels"):
        Memory(text="x", metadata=nested)


def test_tags_are_kept_once_and_in_order() -> None:
    assert Memory(text="x", tags=["b", "a", "b"]).tags == ("b", "a")


def test_caller_and_memory_do_not_see_each_others_changes() -> None:
    metadata: dict[str, Any] = {"list": [1]}
    tags, entities = ["a"], ["Minji"]
    memory = Memory(text="x", metadata=metadata, tags=tags, entities=entities)
    metadata["list"].append(2)
    tags.append("b")
    entities.append("Jiho")
    assert (memory.metadata, memory.tags, memory.entities) == ({"list": [1]}, ("a",), ("Minji",))


def test_memory_is_frozen() -> None:
    memory = Memory(text="x")
    with pytest.raises(dataclasses.FrozenInstanceError):
        memory.text = "y"  # type: ignore[misc]  # what must fail


def test_long_text_and_metadata_stay_out_of_the_repr() -> None:
    shown = repr(Memory(text="s" * 10_000, metadata={"password": "hunter2"}))
    assert len(shown) < 200
    assert "hunter2" not in shown


@pytest.mark.parametrize(
    ("build", "complaint"),
    [
        (lambda: Filter(ids=[]), "ids is empty"),
        (lambda: Filter(kinds=[]), "kinds is empty"),
        (lambda: Filter(exclude="a"), "exclude is of type str"),
        (lambda: Filter(exclude=[""]), "an entry of exclude is empty"),
        (lambda: Filter(kinds=["wrld"]), 'did you mean "world"'),  # type: ignore[list-item]
        (lambda: Filter(tags="work"), "tags is of type str"),
        (lambda: Filter(tags_match="any_strict"), "no tags to match"),
        (lambda: Filter(tags=[], tags_match="all_strict"), "tags is empty"),
        (lambda: Filter(tags=["a"], tags_match="strict"), "tags_match"),  # type: ignore[arg-type]
        (lambda: Filter(tag_groups=[]), "tag_groups is empty"),
        (lambda: Filter(tag_groups=["a"]), "expected Tags"),  # type: ignore[list-item]
        (lambda: Filter(updated_after="2023", updated_before="2022"), "must lie after"),
        (Tags, "no tags"),
        (lambda: Tags("a", resolve="fuzy"), 'did you mean "fuzzy"'),  # type: ignore[arg-type]
        (AllOf, "AllOf is empty"),
        (lambda: AnyOf("a"), "expected Tags"),  # type: ignore[arg-type]
    ],
)
def test_filter_that_could_only_be_a_mistake_is_refused(build: Callable[[], object], complaint: str) -> None:
    with pytest.raises(InputError, match=complaint):
        build()


def test_tag_groups_nested_without_end_are_refused() -> None:
    group: types.TagGroup = Tags("a")
    for _ in range(31):
        group = Not(group)
    with pytest.raises(InputError, match="32 levels"):
        Not(group)


@pytest.mark.parametrize(
    ("chosen", "restricts"),
    [
        (Filter(), False),
        (Filter(tags=["a"]), True),
        (Filter(tags_match="exact"), True),
        (Filter(tag_groups=Tags("a")), True),
        (Filter(document_id="a"), True),
        (Filter(exclude=["a"]), False),
        (Filter(exclude=["a"], kinds=["world"]), True),
    ],
    ids=str,
)
def test_filter_knows_whether_it_restricts(chosen: Filter, restricts: bool) -> None:
    assert chosen.restricts is restricts

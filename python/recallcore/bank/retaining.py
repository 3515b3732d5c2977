"""Retaining: what callers give becomes checked memories, and these go to the backend batch by batch."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import islice

from recallcore._seam import Incoming
from recallcore.backend import Backend, Stored
from recallcore.config import MemoryKeywords, reject_unknown
from recallcore.engine import Semantics, entities_of
from recallcore.entities import EntityExtractor
from recallcore.errors import InputError
from recallcore.types import Memory, Retained

BATCH = 256
"""Memories in one transaction: enough to make it cheap, few enough to keep a stream's memory flat."""

_SHOWN_IDS = 5


def memories_of(given: object, fields: Mapping[str, object]) -> Iterator[Memory]:
    """Yields the memories that a caller of `Bank.retain` means.

    Args:
        given: A text, a `Memory`, a mapping of its fields, or an iterable of these.
        fields: Further fields, only beside one text.

    Raises:
        InputError: Something is none of these, or fields stand beside something that is no single text.
    """
    reject_unknown(fields, MemoryKeywords.__annotations__, "field of a memory")
    if isinstance(given, str):
        yield Memory.from_mapping({**fields, "text": given})
        return
    if fields:
        raise InputError(
            f"fields stand beside a single text only, given {', '.join(sorted(fields))} beside a "
            f"{type(given).__name__}"
        )
    if isinstance(given, Memory | Mapping):
        yield _memory_of(given)
    elif isinstance(given, Iterable) and not isinstance(given, bytes | bytearray):
        yield from _several(given)
    else:
        raise InputError(
            f"memories are of type {type(given).__name__}, expected a text, a Memory, a mapping or several "
            "of these"
        )


def retain(
    backend: Backend,
    semantics: Semantics,
    extractor: EntityExtractor | None,
    memories: Iterator[Memory],
    now: int,
    *,
    context: bool,
) -> Retained:
    """Stores memories in batches of 256, each one transaction.

    ``context`` says whether a memory with a context gets a second vector, for both together.

    Raises:
        RecallCoreError: As `Bank.retain` says; neither the batch with the cause nor any after it is stored.
    """
    ids: list[str] = []
    replaced: list[str] = []
    truncated: list[str] = []
    notes: dict[str, None] = {}
    seen: set[str] = set()
    again: dict[str, None] = {}
    while batch := list(islice(memories, BATCH)):
        prepared, stored, told = _retain_batch(backend, semantics, extractor, batch, now, context=context)
        ids.extend(stored.ids)
        replaced.extend(stored.replaced)
        truncated.extend(
            identity for identity, each in zip(stored.ids, prepared, strict=True) if each.truncated
        )
        notes.update(dict.fromkeys((*stored.notes, *told)))
        again.update((identity, None) for identity in stored.replaced if identity in seen)
        seen.update(stored.ids)
    if again:
        shown = ", ".join(map(repr, islice(again, _SHOWN_IDS)))
        more = ", …" if len(again) > _SHOWN_IDS else ""
        notes[
            f"{len(again)} ids came again later in the call, the last memory of each was kept: {shown}{more}"
        ] = None
    return Retained(
        ids=tuple(ids),
        replaced=tuple(replaced),
        truncated=tuple(dict.fromkeys(truncated)),
        notes=tuple(notes),
    )


def _retain_batch(
    backend: Backend,
    semantics: Semantics,
    extractor: EntityExtractor | None,
    batch: list[Memory],
    now: int,
    *,
    context: bool,
) -> tuple[list[Incoming], Stored, tuple[str, ...]]:
    vectors = semantics.memory_vectors(batch, context=context)
    notes = list(vectors.notes)
    prepared = []
    for place, memory in enumerate(batch):
        entities, failure = _entities_of(memory, extractor)
        if failure is not None and failure not in notes:
            notes.append(failure)
        prepared.append(Incoming(memory=memory, entities=entities, truncated=place in vectors.truncated))
    stored = backend.retain(prepared, vectors.values, vectors.vector_of, now, made_by=vectors.made_by)
    return prepared, stored, tuple(notes)


def _entities_of(memory: Memory, extractor: EntityExtractor | None) -> tuple[tuple[str, ...], str | None]:
    if memory.entities is not None:
        return tuple(memory.entities), None
    found, failure = entities_of(memory.text, extractor)
    return found or (), failure


def _several(given: Iterable[object]) -> Iterator[Memory]:
    for place, each in enumerate(given):
        try:
            memory = _memory_of(each)
        except InputError as error:
            raise InputError(f"memory {place}: {error}") from error
        yield memory


def _memory_of(given: object) -> Memory:
    if isinstance(given, Memory):
        return given
    if isinstance(given, str):
        return Memory(text=given)
    if isinstance(given, Mapping):
        return Memory.from_mapping(given)
    raise InputError(f"a memory is of type {type(given).__name__}, expected a text, a Memory or a mapping")

"""The only importer of `recallcore._core`: makes what crosses right, and reads what comes back.

JSON crosses as UTF-8 bytes, vectors as C-contiguous float32 rows, times as integer microseconds since 1970 in
UTC. Rust checks all of it again, for a user of the crate never passes through here.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from datetime import datetime
from typing import TYPE_CHECKING, Any, Literal, TypeVar

import numpy as np

from recallcore import _core
from recallcore.config import OpenOptions, RecallOptions
from recallcore.errors import BankCorruptError, DimensionError, InputError
from recallcore.types import (
    ARMS,
    AllOf,
    Arm,
    ArmReport,
    BankStats,
    CheckReport,
    Dropped,
    Evidence,
    Filter,
    JsonObject,
    JsonValue,
    Link,
    Memory,
    Not,
    Problem,
    Ranked,
    Recalled,
    RecallResult,
    RerankReport,
    Scores,
    StageTime,
    StoredMemory,
    TagGroup,
    Tags,
    TimeWindow,
    Trace,
    TracedCandidate,
    from_micros,
    to_micros,
    well_formed,
)
from recallcore.types.checks import json_object
from recallcore.types.failures import said_by

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

Value = TypeVar("Value")

TermClass = Literal["content", "stop"]

CoreBank = _core.Bank
CoreCandidates = _core.Candidates

EXACT_BELOW = 10_000
"""Fewer vectors than this are all compared, unless whoever opens the bank says otherwise."""

_THREADS = 2
_SALVAGED_AT_ONCE = 1000
_DATES = ("occurred_start", "occurred_end", "mentioned_at", "created_at", "updated_at")
_LISTS = ("tags", "entities", "source_ids")
_RECORD_FIELDS = tuple(each.name for each in fields(StoredMemory))


@dataclass(frozen=True, slots=True, kw_only=True)
class Incoming:
    """A memory ready to be stored.

    Attributes:
        memory: What the caller gave.
        entities: Who and what it is about, given or extracted.
        truncated: Whether the embedder did not see the end of its text.
    """

    memory: Memory
    entities: tuple[str, ...]
    truncated: bool = False


def to_bytes(value: object) -> bytes:
    r"""Returns ``value`` as JSON in UTF-8, lone surrogates replaced by U+FFFD wherever they stand.

    Raises:
        InputError: It holds NaN, infinity, or something that JSON cannot say.

    Example:
        >>> to_bytes({"tags": ["\ud83d"]}).decode()
        '{"tags":["�"]}'
    """
    try:
        text = json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    except (TypeError, ValueError) as error:
        raise InputError(f"a value cannot be written as JSON: {error}") from error
    return well_formed(text).encode()


def from_bytes(data: bytes) -> Any:  # JSON has no narrower type; every reader below states its own
    """Returns what the JSON in ``data`` says."""
    return json.loads(data)


def settings_of(stored: bytes) -> JsonObject:
    """Reads a bank's stored settings.

    Raises:
        BankCorruptError: They are anything but a JSON object that Rust could read too.
    """
    try:
        return json_object(from_bytes(stored), name="their JSON")
    except (ValueError, RecursionError) as error:
        raise BankCorruptError(f"the settings stored in the bank are damaged: {said_by(error)}") from None


def unit_vector(values: ArrayLike, *, dimension: int, name: str) -> NDArray[np.float32]:
    """Returns one vector as float32, shape (dimension,), of length 1.

    It is scaled in float64, so that no finite number overflows and no direction is lost on the way.

    Raises:
        InputError: It is no row of numbers, is not finite, or is zero.
        DimensionError: It has another length than ``dimension``.
    """
    try:
        row = np.asarray(values, dtype=np.float64)
    except (TypeError, ValueError, OverflowError) as error:
        raise InputError(f"{name} is no row of numbers: {error}") from error
    if row.ndim != 1:
        raise InputError(f"{name} has shape {row.shape}, expected ({dimension},)")
    if len(row) != dimension:
        raise DimensionError(f"{name} has {len(row)} dimensions, expected {dimension}")
    if not np.isfinite(row).all():
        raise InputError(f"{name} holds NaN or infinity, expected finite numbers")
    largest = float(np.abs(row).max())
    if largest == 0.0:
        raise InputError(f"{name} is zero, expected a direction")
    scaled = row / largest
    return np.ascontiguousarray(scaled / np.sqrt(scaled @ scaled), dtype=np.float32)


def rows_of(values: ArrayLike) -> NDArray[np.float32]:
    """Returns vectors as C-contiguous float32 rows."""
    return np.ascontiguousarray(values, dtype=np.float32)


def integers_of(values: Sequence[int]) -> NDArray[np.int64]:
    """Returns integers as a C-contiguous int64 array."""
    return np.ascontiguousarray(values, dtype=np.int64)


def open_core(path: str, options: OpenOptions) -> CoreBank:
    """Opens the bank in a directory."""
    return _core.Bank.open(
        path,
        to_bytes(
            {
                "create": options.create,
                "read_only": options.read_only,
                "exact": options.exact,
                "exact_below": EXACT_BELOW,
                "busy_timeout_ms": round(options.busy_timeout * 1000),
                "threads": _THREADS,
                "durability": options.durability,
                "optimize": options.optimize == "auto",
            }
        ),
    )


def incoming_mapping(incoming: Incoming) -> JsonObject:
    """Returns a memory as the engine takes it; ``truncated`` and every other key is always there."""
    memory = incoming.memory
    return {
        "id": memory.id,
        "text": memory.text,
        "context": memory.context,
        "kind": memory.kind,
        "occurred_start": _micros(memory.occurred_start),
        "occurred_end": _micros(memory.occurred_end),
        "precision": memory.precision,
        "mentioned_at": _micros(memory.mentioned_at),
        "tags": list(memory.tags),
        "metadata": dict(memory.metadata),  # type: ignore[arg-type]  # JSON values, copied by Memory
        "entities": list(incoming.entities),
        "entities_given": memory.entities is not None,
        "links": [link_mapping(Link.read(link)) for link in memory.links],
        "source_ids": list(memory.source_ids),
        "proof_count": memory.proof_count,
        "document_id": memory.document_id,
        "truncated": incoming.truncated,
    }


def link_mapping(link: Link) -> JsonObject:
    """Returns a link as the engine takes it inside of its memory."""
    return {"target": link.target, "relation": link.relation, "weight": link.weight}


def record_of(record: Mapping[str, Any]) -> StoredMemory:
    """Reads one memory that came out of the engine."""
    values = {name: record[name] for name in _RECORD_FIELDS}
    for name in _DATES:
        values[name] = None if values[name] is None else from_micros(values[name])
    for name in _LISTS:
        values[name] = tuple(values[name])
    values["links"] = tuple(Link(**link) for link in values["links"])
    return StoredMemory(**values)


def filter_mapping(chosen: Filter) -> JsonObject:
    """Returns a filter as the engine takes it: a key for each restriction and no others."""
    values: JsonObject = {}
    if chosen.ids is not None:
        values["ids"] = list(chosen.ids)
    if chosen.exclude:
        values["exclude"] = list(chosen.exclude)
    if chosen.kinds is not None:
        values["kinds"] = list(chosen.kinds)
    if chosen.tags or chosen.tags_match == "exact":
        values["tags"] = list(chosen.tags or ())
        values["tags_match"] = chosen.tags_match
    if chosen.tag_groups is not None:
        groups = chosen.tag_groups if isinstance(chosen.tag_groups, tuple) else (chosen.tag_groups,)
        values["tag_groups"] = [_group_mapping(group) for group in groups]
    if chosen.updated_after is not None:
        values["updated_after"] = _micros(chosen.updated_after)
    if chosen.updated_before is not None:
        values["updated_before"] = _micros(chosen.updated_before)
    if chosen.document_id is not None:
        values["document_id"] = chosen.document_id
    return values


def depth_of(options: RecallOptions) -> int:
    """Returns how many memories an arm may return, by the engine's own rule."""
    budget = options.budget
    if isinstance(budget, int):
        return budget
    return _core.budget_depth(budget, options.max_tokens, to_bytes(options.budgets.to_dict()))


def search_mapping(options: RecallOptions) -> JsonObject:
    """Returns a recall's options as the search takes them."""
    return {
        "filter": filter_mapping(options.filter),
        "arms": list(options.arms),
        "depth": depth_of(options),
        "fusion": options.fusion,
        "rrf_k": options.rrf_k,
        "cap_per_arm": options.cap_per_arm,
        "boosts": dict(options.boosts.items()),
        "rerank_depth": options.rerank_depth,
        "window": None if options.window is None else _window_mapping(options.window),
        "query_time": to_micros(options.query_time),
        "search_context": options.search_context,
        "min_semantic": options.min_semantic,
        "min_keyword": options.min_keyword,
        "trace": options.trace,
    }


def finish_mapping(
    options: RecallOptions, *, scale: str, reached: int | None = None, passed_over: Sequence[int] = ()
) -> JsonObject:
    """Returns a recall's options as scoring and packing take them.

    Args:
        options: The options.
        scale: The scale of the rerank scores.
        reached: How many candidates a reranker came to.
        passed_over: Places of those that it could not read.
    """
    return {
        "reached": reached,
        "passed_over": list(passed_over),
        "max_tokens": options.max_tokens,
        "limit": options.limit,
        "overflow": options.overflow,
        "recency": options.recency.to_dict(),
        "alphas": dict(options.alphas.items()),
        "passthrough_alphas": (
            None if options.passthrough_alphas is None else dict(options.passthrough_alphas.items())
        ),
        "scale": scale,
        "blend": options.reranking.blend or 0.0,
        "order_only": options.reranking.order_only,
        "min_similarity": options.min_similarity,
        "min_reranker": options.min_reranker,
        "min_final": options.min_final,
        "min_relevance": options.min_relevance,
        "prefer_observations": options.prefer_observations,
        "trace": options.trace,
    }


def reals_of(values: ArrayLike) -> NDArray[np.float64]:
    """Returns numbers as a C-contiguous float64 array."""
    return np.ascontiguousarray(values, dtype=np.float64)


def flags_of(values: ArrayLike) -> NDArray[np.bool_]:
    """Returns flags as a C-contiguous bool array."""
    return np.ascontiguousarray(values, dtype=np.bool_)


def result_of(selection: Mapping[str, Any], options: RecallOptions) -> RecallResult:
    """Reads a selection that came out of the engine, in a traced recall with its trace.

    Args:
        selection: What `Candidates.finish` said.
        options: The options of the recall.
    """
    traced = selection["trace"]
    return RecallResult(
        memories=tuple(_recalled_of(each) for each in selection["memories"]),
        tokens=selection["tokens_used"],
        max_tokens=selection["max_tokens"],
        overflowed=selection["overflowed"],
        candidates=selection["candidates"],
        relevance=selection["relevance"],
        min_relevance=options.min_relevance,
        dropped=tuple(Dropped(**each) for each in selection["dropped"]),
        left_out=selection["left_out"],
        arms=_by_arm(selection["arms"], lambda report: ArmReport(**report)),
        notes=tuple(selection["notes"]),
        window=options.window,
        trace=None if traced is None else _trace_of(traced, options),
    )


def stats_of(stats: Mapping[str, Any]) -> BankStats:
    """Reads a bank's numbers that came out of the engine."""
    return BankStats(**stats)


def check_report_of(report: Mapping[str, Any]) -> CheckReport:
    """Reads what a check found."""
    problems = tuple(Problem(**problem) for problem in report["problems"])
    return CheckReport(**{**report, "problems": problems, "repaired": tuple(report["repaired"])})


def salvaged(path: str) -> Iterator[tuple[list[StoredMemory], int]]:
    """Yields what can still be read of a damaged bank: memories, and how many beside them are lost.

    Raises:
        BankCorruptError: Not even the list of tables can be read.
    """
    after: int | None = 0
    while after is not None:
        part = from_bytes(_core.Bank.salvage(path, after, _SALVAGED_AT_ONCE))
        yield [record_of(record) for record in part["memories"]], len(part["lost"])
        after = part["next"]


def version() -> str:
    """Returns the version of the built engine, which is that of the package."""
    return _core.__version__


def count_tokens(text: str) -> int:
    """Returns the tokens of a text (o200k), as ``max_tokens`` counts them.

    Example:
        >>> count_tokens("hello world")
        2
    """
    return _core.count_tokens(well_formed(text))


def analyze(text: str) -> list[tuple[str, TermClass]]:
    """Returns the terms that the keyword arm makes of a text, the same for memories and queries, in order.

    Returns:
        Each term and its class: ``content``, or ``stop`` for words that never score beside content.

    Example:
        >>> ("a002", "content") in analyze("RULE-A002")
        True
    """
    return [(term, sort) for term, sort in from_bytes(_core.analyze(well_formed(text)))]


def _recalled_of(each: Mapping[str, Any]) -> Recalled:
    return Recalled(
        memory=record_of(each["record"]),
        rank=each["rank"],
        score=each["score"],
        basis=each["basis"],
        scores=Scores(**each["scores"]),
        evidence=_by_arm(
            each["evidence"],
            lambda said: Evidence(**{**said, "shared_entities": tuple(said.get("shared_entities") or ())}),
        ),
    )


def _by_arm(values: Mapping[str, Any], read: Callable[[Any], Value]) -> dict[Arm, Value]:
    """Reads what stands beside each arm, in the fixed order of the arms."""
    return {arm: read(values[arm]) for arm in ARMS if arm in values}


def _trace_of(traced: Mapping[str, Any], options: RecallOptions) -> Trace:
    return Trace(
        query_time=options.query_time,
        window=options.window,
        window_source=options.window_source,
        reading=options.reading,
        search=search_mapping(options),
        finish=_steering_mapping(options, traced["alphas"]),
        scales=traced["scales"],
        rankings=_by_arm(traced["rankings"], lambda ranking: tuple(Ranked(**each) for each in ranking)),
        pool=tuple(_traced_of(each) for each in traced["pool"]),
        rerank=RerankReport(),
        stages=tuple(StageTime(**each) for each in traced["stages"]),
    )


def _traced_of(each: Mapping[str, Any]) -> TracedCandidate:
    parts = each["fused_parts"]
    by_arm = {
        "arm_ranks": _by_arm(each["arm_ranks"], int),
        "fused_parts": None if parts is None else _by_arm(parts, float),
    }
    return TracedCandidate(**{**each, **by_arm})


def _steering_mapping(options: RecallOptions, alphas: JsonObject | None) -> JsonObject:
    """What steered scoring and packing, by the alphas that were used; null where nothing multiplied."""
    return {
        "alphas": alphas,
        "recency": options.recency.to_dict(),
        "boosts": dict(options.boosts.items()),
        "blend": options.reranking.blend or 0.0,
        "order_only": options.reranking.order_only,
        "min_similarity": options.min_similarity,
        "min_reranker": options.min_reranker,
        "min_final": options.min_final,
        "min_relevance": options.min_relevance,
        "prefer_observations": options.prefer_observations,
        "max_tokens": options.max_tokens,
        "limit": options.limit,
        "overflow": options.overflow,
    }


def _group_mapping(group: TagGroup) -> JsonObject:
    if isinstance(group, Tags):
        values: JsonObject = {"tags": list(group.tags), "match": group.match}
        return values if group.resolve == "exact" else {**values, "resolve": group.resolve}
    if isinstance(group, Not):
        return {"not": _group_mapping(group.group)}
    inner: list[JsonValue] = [_group_mapping(each) for each in group.groups]
    return {"and" if isinstance(group, AllOf) else "or": inner}


def _window_mapping(window: TimeWindow) -> JsonObject:
    return {"start": _micros(window.start), "end": _micros(window.end)}


def _micros(moment: object) -> int | None:
    """Returns the microseconds of a date that its own class has already brought to UTC."""
    return to_micros(moment) if isinstance(moment, datetime) else None

"""The values of recallcore: frozen, checked when they are built."""

from recallcore.types.checks import JsonObject, JsonValue, well_formed
from recallcore.types.dates import DateLike, Precision, from_micros, read_moment, to_micros
from recallcore.types.filters import AllOf, AnyOf, Filter, Not, TagGroup, Tags, TagsMatch, TimeWindow
from recallcore.types.memory import MAX_TEXT_BYTES, Kind, Link, Memory, Relation, StoredMemory, memory_text
from recallcore.types.results import (
    Arm,
    ArmReport,
    BankStats,
    Basis,
    Dropped,
    DropReason,
    Evidence,
    Recalled,
    RecallResult,
    Retained,
)
from recallcore.types.trace import StageTime, Trace

__all__ = [
    "MAX_TEXT_BYTES",
    "AllOf",
    "AnyOf",
    "Arm",
    "ArmReport",
    "BankStats",
    "Basis",
    "DateLike",
    "DropReason",
    "Dropped",
    "Evidence",
    "Filter",
    "JsonObject",
    "JsonValue",
    "Kind",
    "Link",
    "Memory",
    "Not",
    "Precision",
    "RecallResult",
    "Recalled",
    "Relation",
    "Retained",
    "StageTime",
    "StoredMemory",
    "TagGroup",
    "Tags",
    "TagsMatch",
    "TimeWindow",
    "Trace",
    "from_micros",
    "memory_text",
    "read_moment",
    "to_micros",
    "well_formed",
]

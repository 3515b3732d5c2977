"""recallcore: which of the things an agent knows belong in front of the model now, in this many tokens.

Everything here is imported when it is first used, so that `import recallcore` costs next to nothing.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from recallcore._seam import analyze, count_tokens
    from recallcore.bank import Bank, aopen, open  # noqa: A004  # read as recallcore.open
    from recallcore.config import Settings
    from recallcore.embed import (
        CallableEmbedder,
        Embedder,
        EmbedderIdentity,
        Embeddings,
        Precomputed,
        Thresholds,
    )
    from recallcore.entities import EntityExtractor
    from recallcore.errors import (
        BankCorruptError,
        BankFormatError,
        BankLockedError,
        ConfigError,
        DimensionError,
        EmbedderMismatchError,
        InputError,
        MissingDependencyError,
        ModelError,
        NotFoundError,
        RecallCoreError,
        StorageError,
    )
    from recallcore.rerank import (
        BatchedReranker,
        Breaker,
        CallableReranker,
        CrossEncoder,
        CrossEncoderOptions,
        RemoteReranker,
        Reranker,
        ScoredBatch,
    )
    from recallcore.store import Store
    from recallcore.temporal import ParsedWindow, TimeReading, parse_time_window, read_time
    from recallcore.types import (
        AdaptiveBudgets,
        AllOf,
        AnyOf,
        ArmReport,
        BankStats,
        CheckReport,
        Dropped,
        Evidence,
        Explanation,
        Filter,
        Finding,
        FixedBudgets,
        Link,
        Memory,
        Not,
        Problem,
        Ranked,
        Recalled,
        RecallResult,
        Recency,
        RerankOptions,
        RerankReport,
        RerankWork,
        Retained,
        Scores,
        StageTime,
        StoredMemory,
        Tags,
        TimeWindow,
        Trace,
        TracedCandidate,
        WindowReading,
    )

_HOMES = {
    "_seam": (
        "analyze",
        "count_tokens",
    ),
    "bank": (
        "Bank",
        "aopen",
        "open",
    ),
    "config": ("Settings",),
    "embed": (
        "CallableEmbedder",
        "Embedder",
        "EmbedderIdentity",
        "Embeddings",
        "Precomputed",
        "Thresholds",
    ),
    "entities": ("EntityExtractor",),
    "errors": (
        "BankCorruptError",
        "BankFormatError",
        "BankLockedError",
        "ConfigError",
        "DimensionError",
        "EmbedderMismatchError",
        "InputError",
        "MissingDependencyError",
        "ModelError",
        "NotFoundError",
        "RecallCoreError",
        "StorageError",
    ),
    "rerank": (
        "BatchedReranker",
        "Breaker",
        "CallableReranker",
        "CrossEncoder",
        "CrossEncoderOptions",
        "RemoteReranker",
        "Reranker",
        "ScoredBatch",
    ),
    "store": ("Store",),
    "temporal": (
        "ParsedWindow",
        "TimeReading",
        "parse_time_window",
        "read_time",
    ),
    "types": (
        "AdaptiveBudgets",
        "AllOf",
        "AnyOf",
        "ArmReport",
        "BankStats",
        "CheckReport",
        "Dropped",
        "Evidence",
        "Explanation",
        "Filter",
        "Finding",
        "FixedBudgets",
        "Link",
        "Memory",
        "Not",
        "Problem",
        "Ranked",
        "RecallResult",
        "Recalled",
        "Recency",
        "RerankOptions",
        "RerankReport",
        "RerankWork",
        "Retained",
        "Scores",
        "StageTime",
        "StoredMemory",
        "Tags",
        "TimeWindow",
        "Trace",
        "TracedCandidate",
        "WindowReading",
    ),
}
_HOME_OF = {name: home for home, names in _HOMES.items() for name in names}

__all__ = [
    "AdaptiveBudgets",
    "AllOf",
    "AnyOf",
    "ArmReport",
    "Bank",
    "BankCorruptError",
    "BankFormatError",
    "BankLockedError",
    "BankStats",
    "BatchedReranker",
    "Breaker",
    "CallableEmbedder",
    "CallableReranker",
    "CheckReport",
    "ConfigError",
    "CrossEncoder",
    "CrossEncoderOptions",
    "DimensionError",
    "Dropped",
    "Embedder",
    "EmbedderIdentity",
    "EmbedderMismatchError",
    "Embeddings",
    "EntityExtractor",
    "Evidence",
    "Explanation",
    "Filter",
    "Finding",
    "FixedBudgets",
    "InputError",
    "Link",
    "Memory",
    "MissingDependencyError",
    "ModelError",
    "Not",
    "NotFoundError",
    "ParsedWindow",
    "Precomputed",
    "Problem",
    "Ranked",
    "RecallCoreError",
    "RecallResult",
    "Recalled",
    "Recency",
    "RemoteReranker",
    "RerankOptions",
    "RerankReport",
    "RerankWork",
    "Reranker",
    "Retained",
    "ScoredBatch",
    "Scores",
    "Settings",
    "StageTime",
    "StorageError",
    "Store",
    "StoredMemory",
    "Tags",
    "Thresholds",
    "TimeReading",
    "TimeWindow",
    "Trace",
    "TracedCandidate",
    "WindowReading",
    "__version__",
    "analyze",
    "aopen",
    "count_tokens",
    "open",
    "parse_time_window",
    "read_time",
]


def __getattr__(name: str) -> object:
    """Imports a public name from its home when it is first used."""
    if name == "__version__":
        value: object = import_module("recallcore._seam").version()
    elif name in _HOME_OF:
        value = getattr(import_module(f"recallcore.{_HOME_OF[name]}"), name)
    else:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    """Lists the public names, imported or not."""
    return sorted({*globals(), *__all__})

"""Options, checked once: what `open` and `recall` accept, and the settings that a bank keeps."""

from recallcore.config.keywords import (
    SIMILAR_OPTIONS,
    MemoryKeywords,
    RecallKeywords,
    SettingsKeywords,
)
from recallcore.config.names import reject_unknown
from recallcore.config.opening import DEFAULT_SCORE_CACHE_BYTES, Durability, OpenOptions, Optimize
from recallcore.config.ranking import (
    DEFAULT_BUDGET,
    DEFAULT_MAX_TOKENS,
    DEFAULT_RERANK_DEPTH,
    FUSIONS,
    RRF_K,
    SCORE_FLOORS,
    Alpha,
    Alphas,
    Budget,
    Fusion,
    Overflow,
)
from recallcore.config.recalling import (
    NO_RERANKER,
    RecallOptions,
    recall_options,
    similar_options,
)
from recallcore.config.settings import LIBRARY, Settings, changes_of, kept_settings

__all__ = [
    "DEFAULT_BUDGET",
    "DEFAULT_MAX_TOKENS",
    "DEFAULT_RERANK_DEPTH",
    "DEFAULT_SCORE_CACHE_BYTES",
    "FUSIONS",
    "LIBRARY",
    "NO_RERANKER",
    "RRF_K",
    "SCORE_FLOORS",
    "SIMILAR_OPTIONS",
    "Alpha",
    "Alphas",
    "Budget",
    "Durability",
    "Fusion",
    "MemoryKeywords",
    "OpenOptions",
    "Optimize",
    "Overflow",
    "RecallKeywords",
    "RecallOptions",
    "Settings",
    "SettingsKeywords",
    "changes_of",
    "kept_settings",
    "recall_options",
    "reject_unknown",
    "similar_options",
]

"""The order of the stages: recalling, explaining, finding twins, embedding anew. Composition, no formula."""

from recallcore.engine.explaining import explain
from recallcore.engine.naming import entities_of
from recallcore.engine.recalling import Engine, recall
from recallcore.engine.reembedding import Progress, reembed
from recallcore.engine.semantics import Semantics, identity_of
from recallcore.engine.similar import find_similar
from recallcore.engine.warming import warm

__all__ = [
    "Engine",
    "Progress",
    "Semantics",
    "entities_of",
    "explain",
    "find_similar",
    "identity_of",
    "recall",
    "reembed",
    "warm",
]

"""Loads the models of a bank before the first recall needs them."""

from __future__ import annotations

from recallcore.embed import Precomputed
from recallcore.engine.recalling import Engine
from recallcore.engine.semantics import embed_checked

_PROBE = "a"


def warm(engine: Engine) -> None:
    """Lets the embedder answer once, and calls `warm` of a reranker that has it.

    A cross-encoder's directory has it: its model is loaded, and answers in the course of that. A service, a
    function or an object without it is not asked.

    Raises:
        ModelError: A model cannot be loaded, or does not answer.
        MissingDependencyError: A package that a model needs is not installed.
    """
    embedder = engine.semantics.embedder
    if embedder is not None and not isinstance(embedder, Precomputed):
        embed_checked(embedder, [_PROBE], role="query")
    if engine.judge is not None:
        engine.judge.reranker.warm()

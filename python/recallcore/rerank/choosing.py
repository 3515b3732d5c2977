"""Finds the reranker that a caller means: an object, a function, or none."""

from __future__ import annotations

from typing import Literal

from recallcore.errors import ConfigError
from recallcore.rerank.callable import CallableReranker, RerankFunction
from recallcore.rerank.protocol import SCALES, Reranker
from recallcore.types.checks import checked_option, name_of, one_of

RerankerSpec = Reranker | RerankFunction | Literal[False] | None
"""What `resolve` understands."""


def resolve(spec: RerankerSpec) -> Reranker | None:
    """Returns the reranker that ``spec`` means: itself, a function wrapped, or None for None and False.

    Raises:
        ConfigError: It is none of these, or its name or scale is not as the protocol says.

    Example:
        >>> def by_length(query: str, texts: list[str]) -> list[float]:
        ...     return [-len(text) for text in texts]
        >>> resolve(by_length).name, resolve(None)
        ('by_length', None)
    """
    if spec is None or spec is False:
        return None
    given: object = spec
    if isinstance(given, Reranker) and not isinstance(given, type):
        with checked_option():
            name_of(given.name, name="name of a reranker")
            one_of(given.scale, SCALES, name="scale of a reranker")
        return given
    if callable(given) and not isinstance(given, type):
        return CallableReranker(given)
    raise ConfigError(
        "reranker must be a Reranker, a function from a query and texts to scores, None or False, "
        f"got {given.__name__ if isinstance(given, type) else type(given).__name__}"
    )

"""The caller's own function as a reranker."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from inspect import iscoroutinefunction
from typing import TYPE_CHECKING

from recallcore.errors import ConfigError
from recallcore.rerank.protocol import SCALES, Scale
from recallcore.rerank.scoring import score_array
from recallcore.types.checks import checked_option, name_of, one_of

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import ArrayLike, NDArray

RerankFunction = Callable[[str, list[str]], "ArrayLike | Sequence[float | None]"]
"""Takes a query and texts, returns a number for each text; NaN or None where it has none."""


def refuse_unusable(given: object) -> None:
    """Refuses what looks like a reranker or a function and can only fail once it is called.

    Raises:
        ConfigError: It is a class, or its answer would have to be awaited.
    """
    if isinstance(given, type):
        raise ConfigError(f"reranker is the class {given.__name__}, expected an instance of it or a function")
    answers = getattr(given, "score", given)
    if iscoroutinefunction(answers) or (callable(answers) and iscoroutinefunction(answers.__call__)):
        raise ConfigError("reranker is async, expected one that returns its scores at once")


class CallableReranker:
    """Wraps a function from a query and a list of texts to one number for each text, higher for a better one.

    Several threads may call the function at once. It is never called with an empty list. Each text is
    ``[Date: June 05, 2022 (2022-06-05)] context: text``, without the parts that the memory lacks. NaN and
    None say that it has no number for a text.

    Args:
        function: Scores texts.
        name: What the reranker is called in notes and traces; None takes the function's name.
        scale: What the numbers are; say ``probability`` or ``logit`` if you know.

    Raises:
        ConfigError: It is no function, a class or an async function, the name is empty, or the scale is
            unknown.

    Example:
        >>> def shared_words(query: str, texts: list[str]) -> list[float]:
        ...     words = set(query.split())
        ...     return [len(words & set(text.split())) / len(words) for text in texts]
        >>> reranker = CallableReranker(shared_words, scale="probability")
        >>> reranker.score("green tea", ["green tea", "tea", "coffee"]).tolist()
        [1.0, 0.5, 0.0]
    """

    def __init__(self, function: RerankFunction, *, name: str | None = None, scale: Scale = "auto") -> None:
        if not callable(function):
            raise ConfigError(
                f"a reranker's function is of type {type(function).__name__}, expected a function"
            )
        refuse_unusable(function)
        self._function = function
        given = getattr(function, "__name__", type(function).__name__) if name is None else name
        with checked_option():
            self._name = name_of(given, name="name of a reranker")
            self._scale: Scale = one_of(scale, SCALES, name="scale of a reranker")

    @property
    def name(self) -> str:
        """What it is called in notes and traces."""
        return self._name

    @property
    def scale(self) -> Scale:
        """What its numbers are."""
        return self._scale

    def score(self, query: str, texts: Sequence[str]) -> NDArray[np.floating]:
        """Calls the function.

        Raises:
            ModelError: It returned something other than one number for each text.
        """
        return score_array(self._function(query, list(texts)) if texts else [], texts=len(texts))

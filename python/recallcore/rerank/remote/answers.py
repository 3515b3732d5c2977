"""From the bytes of an answer to one score for each text, or to what is wrong with it."""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from recallcore.errors import ModelError
from recallcore.rerank.protocol import Scale

if TYPE_CHECKING:
    from numpy.typing import NDArray

_LISTS: Final = ("results", "data")
_SCORES: Final = ("relevance_score", "score")


def read_scores(answer: bytes, *, texts: int) -> NDArray[np.float64]:
    """Returns the scores of an answer in the order of the texts that were sent.

    An answer is a list, or an object with one under ``results`` or ``data``; each entry has an ``index`` and
    a ``relevance_score`` or ``score``. Null and NaN are no number, and become NaN.

    Args:
        answer: JSON, as it came.
        texts: How many texts were sent.

    Returns:
        Shape (texts,).

    Raises:
        ModelError: It is something else, or does not hold every index exactly once. No message shows text
            of the answer.

    Example:
        >>> read_scores(b'{"results": [{"index": 1, "score": 0.5}, {"index": 0, "score": null}]}', texts=2)
        array([nan, 0.5])
    """
    entries = _entries(answer)
    if len(entries) != texts:
        raise ModelError(f"answer holds {len(entries)} results, expected {texts}")
    scores = np.zeros(texts, dtype=np.float64)
    seen: set[int] = set()
    for place, entry in enumerate(entries):
        if not isinstance(entry, dict):
            raise ModelError(f"result {place} is of type {type(entry).__name__}, expected an object")
        index = _index(entry, place=place, texts=texts)
        if index in seen:
            raise ModelError(f"index {index} comes twice, expected every index from 0 to {texts - 1} once")
        seen.add(index)
        scores[index] = _score(entry, place=place)
    return scores


def on_scale(scores: NDArray[np.float64], scale: Scale) -> NDArray[np.float64]:
    """Returns the scores as the scale says that they are, probabilities clamped to [0, 1].

    Services that answer cosines go a little below 0, which is clamped. What lies beyond 1 or -1 is a logit:
    clamped, all of them would become 0 or 1, and their order would be lost without a word.

    Raises:
        ModelError: Probabilities were expected and there is a logit.

    Example:
        >>> on_scale(np.array([-0.25, 0.5]), "probability").tolist()
        [0.0, 0.5]
    """
    if scale != "probability":
        return scores
    beyond = np.abs(scores) > 1.0
    if beyond.any():
        place = int(beyond.argmax())
        raise ModelError(
            f"score of text {place} is {scores[place]:.6g}, expected a probability from 0 to 1; "
            "scale='logit' reads the logits of a service that answers them"
        )
    return np.clip(scores, 0.0, 1.0)


def _entries(answer: bytes) -> Sequence[Any]:  # JSON of a stranger
    try:
        given = json.loads(answer)
    except (ValueError, RecursionError) as error:
        given = error
    # Raised out here, for the error holds the answer, and an answer may repeat the key.
    if isinstance(given, Exception):
        raise ModelError(f"answer of {len(answer)} bytes is no JSON: {type(given).__name__}")
    if isinstance(given, dict):
        for name in _LISTS:
            if isinstance(given.get(name), list):
                given = given[name]
                break
    if not isinstance(given, list):
        raise ModelError(
            f"answer is JSON of type {type(given).__name__}, expected a list, or one under {_either(_LISTS)}"
        )
    return given


def _index(entry: dict[str, Any], *, place: int, texts: int) -> int:
    index = entry.get("index")
    if isinstance(index, bool) or not isinstance(index, int):
        raise ModelError(f"index of result {place} is of type {type(index).__name__}, expected an integer")
    if not 0 <= index < texts:
        # A stranger's integer may have more digits than Python prints.
        shown = str(index) if abs(index) < 2**63 else "beyond 64 bits"
        raise ModelError(f"index of result {place} is {shown}, expected one from 0 to {texts - 1}")
    return index


def _score(entry: dict[str, Any], *, place: int) -> float:
    name = next((name for name in _SCORES if name in entry), None)
    if name is None:
        raise ModelError(f"result {place} has no score, expected {_either(_SCORES)}")
    score = entry[name]
    if score is None:
        return math.nan
    if isinstance(score, bool) or not isinstance(score, int | float):
        raise ModelError(f"{name} of result {place} is of type {type(score).__name__}, expected a number")
    try:
        return float(score)
    except OverflowError:
        raise ModelError(f"{name} of result {place} is beyond any float, expected a number") from None


def _either(names: Sequence[str]) -> str:
    return " or ".join(f'"{name}"' for name in names)

"""What one side of the benchmark gives back for one question: scores, and how much it read for them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """The scores of the texts in the order given, the tokens read for them, and the padding beside those."""

    scores: NDArray[np.float64]
    tokens: int
    padding: int


Score = Callable[[str, Sequence[str]], Reading]


@dataclass(frozen=True, slots=True, kw_only=True)
class Side:
    """One way to score texts; `precision` is the precision of its weights."""

    name: str
    precision: str
    score: Score

"""Times sides in turn: every round asks all of them one question, and another side begins each time."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from benches.rerank.pairs import Asked
from benches.rerank.reading import Reading, Side

WARMING = 64


@dataclass(frozen=True, slots=True, kw_only=True)
class Measured:
    """One side over all rounds: seconds of each, and what it said in each."""

    side: Side
    seconds: NDArray[np.float64]
    readings: tuple[Reading, ...]

    @property
    def tokens(self) -> int:
        """Tokens read over all rounds, padding not counted."""
        return sum(reading.tokens for reading in self.readings)

    @property
    def padding(self) -> int:
        """Padding read over all rounds."""
        return sum(reading.padding for reading in self.readings)


def take_turns(sides: Sequence[Side], asked: Sequence[Asked], *, rounds: int) -> list[Measured]:
    """Measures the sides; each round is of the next question, and the first round over when they run out."""
    for side in sides:
        # So that no first call is timed.
        side.score(asked[0].query, asked[0].texts[:WARMING])
    seconds = np.empty((len(sides), rounds))
    readings: list[list[Reading]] = [[] for _ in sides]
    for number in range(rounds):
        one = asked[number % len(asked)]
        for turn in range(len(sides)):
            place = (number + turn) % len(sides)
            began = time.perf_counter()
            reading = sides[place].score(one.query, one.texts)
            seconds[place, number] = time.perf_counter() - began
            readings[place].append(reading)
    return [
        Measured(side=side, seconds=taken, readings=tuple(said))
        for side, taken, said in zip(sides, seconds, readings, strict=True)
    ]

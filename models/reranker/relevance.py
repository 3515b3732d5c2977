"""Fits the slope and the intercept in `settings.py`, so that the sigmoid of a logit is a probability.

    python -m reranker.relevance --groups groups.jsonl

Run in `models/`, on a model that was built with slope 1 and intercept 0. Half of the pairs are held-out
questions with the text that answers them, the other half the same questions with a wrong text that looks
right (Platt scaling: Platt 1999, "Probabilistic outputs for support vector machines").
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from reranker.groups import read_groups
from reranker.scoring import Scorer
from reranker.settings import MODEL_FOLDER

_SEED = 20
_NEWTON_STEPS = 25


def platt(logits: NDArray[np.float64], right: NDArray[np.bool_]) -> tuple[float, float]:
    """Returns the slope and the intercept of greatest likelihood, found by Newton's method."""
    design = np.stack([logits, np.ones_like(logits)], axis=1)
    # Platt's targets, a little inside of 0 and 1, keep the slope finite where the classes do not mix.
    wanted = np.where(right, (right.sum() + 1) / (right.sum() + 2), 1 / ((~right).sum() + 2))
    fitted = np.zeros(2)
    for _ in range(_NEWTON_STEPS):
        probability = 1 / (1 + np.exp(-design @ fitted))
        curvature = design.T @ (design * (probability * (1 - probability))[:, None])
        fitted = fitted + np.linalg.solve(curvature, design.T @ (wanted - probability))
    return float(fitted[0]), float(fitted[1])


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    arguments.add_argument("--groups", type=Path, required=True, help="what groups.py wrote")
    arguments.add_argument("--model", type=Path, default=MODEL_FOLDER)
    options = arguments.parse_args()
    scorer = Scorer(options.model)
    random = np.random.default_rng(_SEED)
    held_out = [group for group in read_groups(options.groups) if group.held_out]
    right = scorer.logits([(group.question, group.texts[0]) for group in held_out])
    wrong = scorer.logits([(group.question, str(random.choice(group.texts[1:]))) for group in held_out])
    logits = np.concatenate([right, wrong]).astype(np.float64)
    slope, intercept = platt(logits, np.arange(len(logits)) < len(right))
    print(f"{len(held_out)} questions: SLOPE = {slope:.4f}, INTERCEPT = {intercept:.4f}")
    for name, values in (("right", right), ("wrong", wrong)):
        shares = np.quantile(1 / (1 + np.exp(-(slope * values + intercept))), (0.1, 0.25, 0.5, 0.75, 0.9))
        print(f"probability of a {name} text, 10 25 50 75 90 %: " + " ".join(f"{s:.3f}" for s in shares))


if __name__ == "__main__":
    main()

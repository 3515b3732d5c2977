"""Prints how this model's cosines are distributed, to set the thresholds in `settings.py` by.

    python models/fit_thresholds.py --data DIR

Random pairs are all pairs of a bank that are not question and evidence. Each bank counts the same
number of pairs.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from check_e5 import KORQUAD_QUESTIONS, Vectors
from embedding import Embedder
from numpy.typing import NDArray
from retrieval_sets import RetrievalSet, korquad, locomo
from settings import MODEL_FOLDER, THRESHOLDS

_QUANTILES = (0.01, 0.05, 0.1, 0.25, 0.5, 0.75, 0.9, 0.95, 0.99, 0.995, 0.999)
_PAIRS_PER_BANK = 20_000
_SEED = 11


def samples(embedder: Embedder, sets: Sequence[RetrievalSet]) -> dict[str, NDArray[np.float32]]:
    """Returns cosines of random and relevant question-passage pairs and of random passage pairs."""
    random = np.random.default_rng(_SEED)
    unrelated, related, passages, best = [], [], [], []
    for one in sets:
        vectors = Vectors(embedder, one)
        relevant = np.zeros(vectors.similarities.shape, bool)
        for row, rows in enumerate(one.relevant):
            relevant[row, list(rows)] = True
        related.append(vectors.similarities[relevant])
        best.append(np.where(relevant, -1, vectors.similarities).max(axis=1))
        unrelated.append(random.choice(vectors.similarities[~relevant], _PAIRS_PER_BANK))
        between = vectors.passages @ vectors.passages.T
        passages.append(random.choice(between[np.triu_indices(len(between), 1)], _PAIRS_PER_BANK))
    return {
        "question, random passage": np.concatenate(unrelated),
        "question, its passage": np.concatenate(related),
        "question, best wrong passage": np.concatenate(best),
        "passage, random passage": np.concatenate(passages),
    }


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    arguments.add_argument("--model", type=Path, default=MODEL_FOLDER)
    arguments.add_argument("--data", type=Path, required=True, help="folder of evaluation sets")
    options = arguments.parse_args()
    embedder = Embedder(options.model / "model.onnx", options.model / "tokenizer.json", threads=1)
    sets = {"LoCoMo": locomo(options.data), "KorQuAD": [korquad(options.data, questions=KORQUAD_QUESTIONS)]}
    print("| cosine of |" + "".join(f" {100 * q:g} % |" for q in _QUANTILES))
    print("|---|" + "---|" * len(_QUANTILES))
    for name, banks in sets.items():
        found = samples(embedder, banks)
        for kind, cosines in found.items():
            cells = "".join(f" {value:.3f} |" for value in np.quantile(cosines, _QUANTILES))
            print(f"| {name}: {kind} |{cells}")
        for threshold, cosine in THRESHOLDS.items():
            shares = ", ".join(f"{kind} {np.mean(c >= cosine):.2%}" for kind, c in found.items())
            print(f"{threshold} {cosine}: {shares}")


if __name__ == "__main__":
    main()

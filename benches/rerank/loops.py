"""How others batch: the usual loop, fastembed's and flashrank's, rebuilt over any model file.

They differ in one number. All tokenize a batch of pairs in the order given, pad it to its own longest pair
and run it: the usual loop 32 pairs at a time, fastembed (`TextCrossEncoder.rerank`) 64, flashrank
(`Ranker.rerank`) the whole list at once. None sorts by length. All leave onnxruntime's options alone but for
the number of threads, and flashrank leaves that alone too.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from tokenizers import Tokenizer

from benches.rerank.reading import Reading
from benches.rerank.sessions import open_session

USUAL_BATCH = 32
FASTEMBED_BATCH = 64
FLASHRANK_BATCH = None
MAX_TOKENS = 512


class Loop:
    """Scores pairs `batch` at a time, in the order given; None is all at once."""

    def __init__(self, model: Path, *, batch: int | None, threads: int) -> None:
        self._session = open_session(model, threads=threads)
        self._inputs = {node.name for node in self._session.get_inputs()}
        self._tokenizer = padding_tokenizer(model.parent)
        self._batch = batch

    def __call__(self, query: str, texts: Sequence[str]) -> Reading:
        scores: list[float] = []
        read = padding = 0
        size = self._batch or len(texts)
        for begin in range(0, len(texts), size):
            encodings = self._tokenizer.encode_batch([(query, text) for text in texts[begin : begin + size]])
            columns = {
                "input_ids": [encoding.ids for encoding in encodings],
                "attention_mask": [encoding.attention_mask for encoding in encodings],
                "token_type_ids": [encoding.type_ids for encoding in encodings],
            }
            feeds = {name: np.array(columns[name], dtype=np.int64) for name in self._inputs}
            scores.extend(logits(self._session.run(None, feeds)[0]))
            real = int(np.sum(columns["attention_mask"]))
            read += real
            padding += sum(len(ids) for ids in columns["input_ids"]) - real
        return Reading(scores=np.array(scores, dtype=np.float64), tokens=read, padding=padding)


def logits(output: Any) -> list[float]:
    """One number a pair: of two labels the second above the first, of one that."""
    rows = np.asarray(output, dtype=np.float64).reshape(len(output), -1)
    column = rows[:, 1] - rows[:, 0] if rows.shape[1] == 2 else rows[:, 0]
    return [float(score) for score in column]


def padding_tokenizer(directory: Path) -> Tokenizer:
    """The directory's tokenizer, cutting at the model's length and padding to the longest of a batch."""
    tokenizer = Tokenizer.from_file(str(directory / "tokenizer.json"))
    tokenizer.enable_truncation(max_length=most_tokens(directory))
    tokenizer.enable_padding(pad_id=config(directory).get("pad_token_id") or 0, length=None)
    return tokenizer


def most_tokens(directory: Path) -> int:
    """Where a pair is cut, special tokens included: what its files say, the tokenizer's own last."""
    stated = read_json(directory / "tokenizer_config.json").get("model_max_length")
    own = (read_json(directory / "tokenizer.json").get("truncation") or {}).get("max_length")
    return min(int(stated or own or MAX_TOKENS), MAX_TOKENS)


def config(directory: Path) -> dict[str, Any]:
    """`config.json`, whose values are of any kind; empty where there is none."""
    return read_json(directory / "config.json")


def read_json(path: Path) -> dict[str, Any]:
    loaded: dict[str, Any] = json.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}
    return loaded

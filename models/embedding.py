"""Embeds texts the way the product does: prefix, cut at 512 tokens, masked mean, unit length."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import onnxruntime
from numpy.typing import NDArray
from tokenizers import Tokenizer

QUERY, PASSAGE = "query: ", "passage: "
MAX_TOKENS = 512
_PAD = 1


def padded(ids: Sequence[Sequence[int]], *, width: int = 0) -> dict[str, NDArray[np.int64]]:
    """Returns what a model reads of token ids in one batch, padded to the longest of them or to `width`."""
    width = max(width, *map(len, ids))
    input_ids = np.full((len(ids), width), _PAD, np.int64)
    mask = np.zeros((len(ids), width), np.int64)
    for row, tokens in enumerate(ids):
        input_ids[row, : len(tokens)] = tokens
        mask[row, : len(tokens)] = 1
    return {"input_ids": input_ids, "attention_mask": mask}


class Embedder:
    """One model and its tokenizer."""

    def __init__(self, model: Path, tokenizer: Path, *, threads: int = 2) -> None:
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = threads
        self.session = onnxruntime.InferenceSession(model, options, providers=["CPUExecutionProvider"])
        self.tokenizer = Tokenizer.from_file(str(tokenizer))
        self.tokenizer.enable_truncation(MAX_TOKENS)

    def token_ids(self, texts: Sequence[str]) -> list[list[int]]:
        return [encoding.ids for encoding in self.tokenizer.encode_batch_fast(list(texts))]

    def embed(self, texts: Sequence[str], *, prefix: str, batch_size: int = 16) -> NDArray[np.float32]:
        """Returns one unit vector per text; batches hold texts of like length."""
        ids = self.token_ids([prefix + text for text in texts])
        order = sorted(range(len(ids)), key=lambda i: (len(ids[i]), i))
        vectors = np.empty((len(ids), 384), np.float32)
        for start in range(0, len(order), batch_size):
            rows = order[start : start + batch_size]
            vectors[rows] = self.embed_ids([ids[i] for i in rows])
        return vectors

    def embed_ids(self, ids: Sequence[Sequence[int]], *, width: int = 0) -> NDArray[np.float32]:
        """Embeds token ids in one batch, padded to the longest of them or to `width`."""
        feeds = padded(ids, width=width)
        mask = feeds["attention_mask"]
        (hidden,) = self.session.run(None, feeds)
        summed = (hidden * mask[:, :, None].astype(np.float32)).sum(axis=1)
        means = summed / mask.sum(axis=1, keepdims=True).astype(np.float32)
        return np.asarray(means / np.linalg.norm(means, axis=1, keepdims=True), np.float32)

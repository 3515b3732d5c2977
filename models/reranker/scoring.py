"""Scores pairs the way the product does: question and text in one sequence, cut at 512 tokens."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import onnxruntime
from embedding import padded
from numpy.typing import NDArray
from tokenizers import Tokenizer

from reranker.settings import MAX_TOKENS

_TOKENS_AT_ONCE = 2048


class Scorer:
    """One built model and its tokenizer."""

    def __init__(self, folder: Path, *, threads: int = 2) -> None:
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = threads
        options.add_session_config_entry("session.intra_op.allow_spinning", "0")
        model = folder / "model.onnx"
        self.session = onnxruntime.InferenceSession(model, options, providers=["CPUExecutionProvider"])
        self.tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
        self.tokenizer.enable_truncation(MAX_TOKENS)

    def logits(self, pairs: Sequence[tuple[str, str]]) -> NDArray[np.float32]:
        """Returns one logit per pair of a question and a text; batches hold pairs of like length."""
        ids = [encoding.ids for encoding in self.tokenizer.encode_batch_fast(list(pairs))]
        order = sorted(range(len(ids)), key=lambda i: (-len(ids[i]), i))
        result = np.empty(len(ids), np.float32)
        start = 0
        while start < len(order):
            rows = order[start : start + max(1, _TOKENS_AT_ONCE // len(ids[order[start]]))]
            result[rows] = self.logits_of_ids([ids[i] for i in rows])
            start += len(rows)
        return result

    def logits_of_ids(self, ids: Sequence[Sequence[int]], *, width: int = 0) -> NDArray[np.float32]:
        """Scores token ids in one batch, padded to the longest of them or to `width`."""
        (logits,) = self.session.run(None, padded(ids, width=width))
        return np.asarray(logits[:, 0], np.float32)

"""sentence-transformers' CrossEncoder on torch: as it sorts by itself, and as the pairs arrive."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

# Read when the packages are imported: nothing is fetched.
os.environ.setdefault("HF_HUB_OFFLINE", "1")

from benches.rerank.loops import USUAL_BATCH
from benches.rerank.reading import Reading
from benches.rerank.torch_cpu import import_torch


class TorchCrossEncoder:
    """Scores pairs with `CrossEncoder.predict`.

    One call sorts what it is given by characters. `arriving` calls it for each batch of the usual size in the
    order given, and so is the usual loop on torch.
    """

    def __init__(self, directory: Path, *, threads: int) -> None:
        torch = import_torch(threads=threads)
        from sentence_transformers import CrossEncoder

        self._model = CrossEncoder(str(directory), device="cpu", local_files_only=True)
        self._as_it_is = torch.nn.Identity()
        self._real = self._all = 0
        self._model.register_forward_pre_hook(self._count)

    def __call__(self, query: str, texts: Sequence[str]) -> Reading:
        """Sorted by the package itself."""
        return self._read(query, [texts])

    def arriving(self, query: str, texts: Sequence[str]) -> Reading:
        """Batch by batch as given."""
        return self._read(query, [texts[at : at + USUAL_BATCH] for at in range(0, len(texts), USUAL_BATCH)])

    def _read(self, query: str, parts: Sequence[Sequence[str]]) -> Reading:
        self._real = self._all = 0
        scores = [
            self._model.predict(
                [(query, text) for text in part],
                batch_size=USUAL_BATCH,
                activation_fn=self._as_it_is,
                show_progress_bar=False,
            )
            for part in parts
        ]
        joined = np.concatenate(scores).astype(np.float64)
        return Reading(scores=joined, tokens=self._real, padding=self._all - self._real)

    def _count(self, _: Any, given: tuple[Any, ...]) -> None:
        mask = given[0]["attention_mask"]
        self._real += int(mask.sum())
        self._all += mask.numel()

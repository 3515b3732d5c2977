"""A model that is loaded when it is first needed, once, whoever needs it."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

from recallcore.local_models import read_model_directory
from recallcore.rerank.cross_encoder import CrossEncoder, stated_reads, stated_scale
from recallcore.rerank.protocol import Scale, ScoredBatch

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


_LONGEST_LOAD_SECONDS: Final = 60.0


class LazyCrossEncoder:
    """A `CrossEncoder` that knows its name before it is loaded. Threads may share it.

    Args:
        name: What it is called in notes and traces.
        scale: What its numbers are.
        load: Loads it; called again at the next need if it fails.
        scripts: The scripts that it knows, by Unicode's names; None for any.
        reads: How much of a memory it reads; None for the whole document.
        blend: The share that it leaves to fusion in the order; None for none.
        deepest: The most candidates that it is worth asking about; None for all.
        longest_text: Tokens of the longest text that it was made for; None for any.
    """

    def __init__(
        self,
        name: str,
        scale: Scale,
        load: Callable[[], CrossEncoder],
        *,
        scripts: tuple[str, ...] | None = None,
        reads: str | None = None,
        blend: float | None = None,
        deepest: int | None = None,
        longest_text: int | None = None,
    ) -> None:
        self._name = name
        self._scale = scale
        self._scripts = scripts
        self._reads = reads
        self._blend = blend
        self._deepest = deepest
        self._longest_text = longest_text
        self._load = load
        self._loaded: CrossEncoder | None = None
        self._loading_since: float | None = None
        self._lock = threading.Lock()

    @property
    def loading(self) -> bool:
        """Whether it is being loaded at this moment, and not for so long that it must have failed."""
        began = self._loading_since
        return began is not None and time.monotonic() - began < _LONGEST_LOAD_SECONDS

    @property
    def name(self) -> str:
        """What it is called in notes and traces."""
        return self._name

    @property
    def scale(self) -> Scale:
        """What its numbers are."""
        return self._scale

    @property
    def scripts(self) -> tuple[str, ...] | None:
        """The scripts that it knows, by Unicode's names; None where its directory does not say."""
        return self._scripts

    @property
    def reads(self) -> str | None:
        """How much of a memory it reads; None where its directory does not say."""
        return self._reads

    @property
    def deepest(self) -> int | None:
        """The most candidates that it is worth asking about; None where its directory does not say."""
        return self._deepest

    @property
    def blend(self) -> float | None:
        """The share that it leaves to fusion in the order; None where its directory does not say."""
        return self._blend

    @property
    def longest_text(self) -> int | None:
        """Tokens of the longest text that it was made for; None where its directory does not say."""
        return self._longest_text

    @property
    def revision(self) -> str | None:
        """What its scores are remembered under; None before it is loaded, for nothing is remembered then."""
        return None if self._loaded is None else self._loaded.revision

    def score(self, query: str, texts: Sequence[str]) -> NDArray[np.floating]:
        """Loads the model if need be, and scores."""
        return self._model().score(query, texts)

    def score_batches(self, query: str, texts: Sequence[str]) -> Iterator[ScoredBatch]:
        """Loads the model if need be, and scores batch by batch."""
        yield from self._model().score_batches(query, texts)

    def warm(self) -> None:
        """Loads the model.

        Raises:
            ModelError: Its files are wrong.
            MissingDependencyError: onnxruntime or tokenizers is not installed.
        """
        self._model()

    def forget_load_of_parent(self) -> None:
        """Lets go of a load whose thread stayed in the parent process; called in a forked child only."""
        self._loading_since = None
        self._lock = threading.Lock()

    def _model(self) -> CrossEncoder:
        with self._lock:
            if self._loaded is None:
                self._loading_since = time.monotonic()
                try:
                    self._loaded = self._load()
                finally:
                    self._loading_since = None
            return self._loaded


def model_in(directory: Path) -> LazyCrossEncoder:
    """Returns the cross-encoder in a directory, the same for everybody in this process.

    Only what the directory says of itself is read here, in small files. What else may be wrong with it is
    found when it is loaded, by `Bank.warm` or the first recall that needs it.

    Raises:
        ModelError: The directory lacks a file, or says something that cannot be.
    """
    place = directory.resolve()
    with _lock:
        if place not in _shared:
            stated = read_model_directory(place)
            _shared[place] = LazyCrossEncoder(
                stated.name,
                stated_scale(stated),
                lambda: CrossEncoder(place),
                scripts=stated.own.texts("scripts"),
                reads=stated_reads(stated),
                blend=stated.own.share("blend"),
                deepest=stated.own.count("deepest"),
                longest_text=stated.own.count("longest_text"),
            )
        return _shared[place]


_shared: Final[dict[Path, LazyCrossEncoder]] = {}
_lock = threading.Lock()


def _after_fork_in_child() -> None:
    global _lock  # noqa: PLW0603  # a lock that another thread of the parent held is never released here
    _lock = threading.Lock()
    for model in _shared.values():
        model.forget_load_of_parent()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_after_fork_in_child)

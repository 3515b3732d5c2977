"""The embedder of a bank that names none: multilingual-e5-small, from the installed data package."""

from __future__ import annotations

import functools
import importlib
from pathlib import Path

from recallcore.embed.onnx import OnnxEmbedder
from recallcore.errors import MissingDependencyError

DEFAULT_MODEL = "multilingual-e5-small"


def default_embedder() -> OnnxEmbedder:
    """Returns the model that ``recallcore_models`` carries, loaded once a process; nothing is downloaded.

    Raises:
        MissingDependencyError: The package, or onnxruntime, is not installed.
        ModelError: The package's files are damaged.
    """
    try:
        models = importlib.import_module("recallcore_models")
    except ImportError as error:
        raise MissingDependencyError(
            f"the default embedder {DEFAULT_MODEL!r} needs the package recallcore-models: "
            "`pip install recallcore-models`; embedder='hashing' works without any model, and embedder=False "
            "without the semantic arm"
        ) from error
    return _loaded(Path(models.path(DEFAULT_MODEL)))


@functools.cache
def _loaded(directory: Path) -> OnnxEmbedder:
    # Some 100 MB: a process with a bank for each of its users must not hold it once a bank.
    return OnnxEmbedder(directory)

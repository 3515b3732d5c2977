"""The reranker of a bank that names none: multilingual-rerank-mini, from the installed data package."""

from __future__ import annotations

import importlib
from pathlib import Path

from recallcore.errors import MissingDependencyError
from recallcore.rerank.lazy import LazyCrossEncoder, model_in

DEFAULT_MODEL = "multilingual-rerank-mini"


def default_reranker() -> LazyCrossEncoder:
    """Returns the model that ``recallcore_models`` carries, loaded at first use and once a process.

    Nothing is downloaded.

    Raises:
        MissingDependencyError: The package is not installed, or is one from before it carried the model.
        ModelError: The package's files are damaged.
    """
    try:
        models = importlib.import_module("recallcore_models")
        directory = Path(models.path(DEFAULT_MODEL))
    except (ImportError, LookupError) as error:
        raise MissingDependencyError(
            f"the reranker {DEFAULT_MODEL!r} needs the package recallcore-models: "
            "`pip install --upgrade recallcore-models`"
        ) from error
    return model_in(directory)

"""Finds a reranker by its name: built in, registered, offered by a package, or added by a person."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from recallcore.errors import ConfigError
from recallcore.local_models import added_models, find_model
from recallcore.plugins import Factory, Plugins
from recallcore.rerank.default import DEFAULT_MODEL, default_reranker
from recallcore.rerank.lazy import model_in
from recallcore.rerank.protocol import Reranker

ENTRY_POINT_GROUP: Final = "recallcore.rerankers"
"""Packages offer rerankers here: the entry point's object is called without arguments."""

NONE_NAMES: Final = ("none", "passthrough")
"""Names for no reranker: memories stay in the order of fusion."""

_plugins: Final[Plugins[Reranker]] = Plugins(
    "reranker", group=ENTRY_POINT_GROUP, built_in={DEFAULT_MODEL: default_reranker}, reserved=NONE_NAMES
)


def register(name: str, factory: Factory[Reranker]) -> None:
    """Makes ``recallcore.open(path, reranker=name)`` call `factory`, in this process.

    Args:
        name: Letters, digits, dots, dashes and underscores; not ``none`` or ``passthrough``, nor a name of
            our own.
        factory: Called without arguments, once for each bank that is opened.

    Raises:
        ConfigError: The name has other characters, or is taken; or ``factory`` cannot be called.

    Example:
        >>> from recallcore.rerank import CallableReranker
        >>> def by_length(query: str, texts: list[str]) -> list[float]:
        ...     return [-len(text) for text in texts]
        >>> register("by-length", lambda: CallableReranker(by_length))
        >>> "by-length" in names()
        True
    """
    _plugins.register(name, factory)


def names() -> list[str]:
    """Returns every name that finds a reranker, sorted.

    Example:
        >>> "passthrough" in names()
        True
    """
    return sorted(_plugins.names().union(_added()))


def by_name(name: str) -> Reranker | None:
    """Returns the reranker of a name, or None for ``none`` and ``passthrough``.

    ``onnx:DIR`` is the cross-encoder in a directory.

    Raises:
        ConfigError: Nothing is known under that name; the nearest is named.
        ModelError: The model's directory is wrong.
        MissingDependencyError: A package that it needs is not installed.
    """
    if name in NONE_NAMES:
        return None
    prefix, _, directory = name.partition(":")
    if prefix == "onnx":
        if not directory:
            raise ConfigError("expected 'onnx:' and a model directory, got no directory")
        return model_in(Path(directory))
    made = _plugins.make(name)
    if made is not None:
        return made
    found = find_model(name, "reranker")
    if found is not None:
        return model_in(found)
    raise _plugins.unknown(name, more=_added())


def _added() -> list[str]:
    return [model.name for model in added_models() if model.sort == "reranker"]

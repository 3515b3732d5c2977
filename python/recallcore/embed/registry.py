"""Finds the embedder that a caller means: by name, directory, object, function, or none at all."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from recallcore.embed.callable import CallableEmbedder, EmbedFunction
from recallcore.embed.default import default_embedder
from recallcore.embed.hashing import HashingEmbedder
from recallcore.embed.onnx import OnnxEmbedder
from recallcore.embed.protocol import Embedder
from recallcore.errors import ConfigError
from recallcore.local_models import added_models, find_model
from recallcore.plugins import Factory, Plugins

ENTRY_POINT_GROUP: Final = "recallcore.embedders"
"""Packages offer embedders here: the entry point's object is called without arguments."""

EmbedderSpec = str | Path | Embedder | EmbedFunction | bool | None
"""What `resolve` understands; `True` is refused."""

NONE_NAMES: Final = ("none",)
"""Names for no embedder: the semantic arm is off."""

_plugins: Final[Plugins[Embedder]] = Plugins(
    "embedder",
    group=ENTRY_POINT_GROUP,
    built_in={"multilingual-e5-small": default_embedder, "hashing": HashingEmbedder},
    reserved=NONE_NAMES,
)


def register(name: str, factory: Factory[Embedder]) -> None:
    """Makes `resolve(name)` call `factory`, in this process.

    Args:
        name: Letters, digits, dots, dashes and underscores; not one of the built-in names.
        factory: Called without arguments, once for each `resolve`.

    Raises:
        ConfigError: The name has other characters, or is taken; or ``factory`` cannot be called.

    Example:
        >>> register("tiny", lambda: HashingEmbedder(dimension=128))
        >>> resolve("tiny").identity.dimension
        128
    """
    _plugins.register(name, factory)


def names() -> list[str]:
    """Returns every name that `resolve` knows, sorted.

    Example:
        >>> "hashing" in names()
        True
    """
    return sorted(_plugins.names().union(_added()))


def resolve(spec: EmbedderSpec) -> Embedder | None:
    """Returns the embedder that `spec` means, or None for "no embedder".

    ==========================  ==========================================================
    `spec`                      embedder
    ==========================  ==========================================================
    None                        the default, multilingual-e5-small from ``recallcore_models``
    ``"hashing"``, ``"hashing:256"``  hashed features, 512 or 256 dimensions
    ``"none"``, False           no embedder: the semantic arm is off
    another name                what `register`, an entry point or ``recallcore models add`` offers
    ``"onnx:/dir"``, a `Path`   the ONNX model in that directory
    an `Embedder`               itself
    a function                  `CallableEmbedder(function)`
    ==========================  ==========================================================

    Raises:
        ConfigError: Nothing is known under that name, or `spec` is nothing of the above.
        ModelError: The model's files are wrong.
        MissingDependencyError: A package that this embedder needs is not installed.

    Example:
        >>> resolve("hashing:256").identity.dimension
        256
        >>> resolve(False) is None
        True
    """
    if spec is None:
        return default_embedder()
    if isinstance(spec, str):
        return _by_name(spec)
    if isinstance(spec, Path):
        return OnnxEmbedder(spec)
    if spec is False:
        return None
    if isinstance(spec, Embedder) and not isinstance(spec, type):
        return spec
    if callable(spec) and not isinstance(spec, type):
        return CallableEmbedder(spec)
    raise ConfigError(
        "embedder must be a name, a Path to a model directory, an Embedder, a function, None or False, "
        f"got {spec.__name__ if isinstance(spec, type) else type(spec).__name__}"
    )


def _by_name(spec: str) -> Embedder | None:
    name, colon, argument = spec.partition(":")
    if spec in NONE_NAMES:
        return None
    if name == "onnx":
        if not argument:
            raise ConfigError("expected 'onnx:' and a model directory, got no directory")
        return OnnxEmbedder(Path(argument))
    if name == "hashing" and colon:
        if not (argument.isascii() and argument.isdigit()):
            raise ConfigError(f"expected 'hashing:' and a number of dimensions, got {spec!r}")
        return HashingEmbedder(dimension=int(argument))
    embedder = _plugins.make(spec)
    if embedder is None:
        added = find_model(spec, "embedder")
        if added is None:
            raise _plugins.unknown(spec, more=_added())
        embedder = OnnxEmbedder(added)
    if not isinstance(embedder, Embedder):
        raise ConfigError(f"embedder {spec!r}: its factory returned {type(embedder).__name__}, no Embedder")
    return embedder


def _added() -> list[str]:
    return [model.name for model in added_models() if model.sort == "embedder"]

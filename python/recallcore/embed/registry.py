"""Finds the embedder that a caller means: by name, directory, object, function, or none at all."""

from __future__ import annotations

import difflib
import threading
from collections.abc import Callable
from importlib.metadata import entry_points
from pathlib import Path
from typing import Final

from recallcore.embed.callable import CallableEmbedder, EmbedFunction
from recallcore.embed.default import default_embedder
from recallcore.embed.hashing import HashingEmbedder
from recallcore.embed.onnx import OnnxEmbedder
from recallcore.embed.protocol import Embedder
from recallcore.errors import ConfigError, MissingDependencyError, RecallCoreError

ENTRY_POINT_GROUP: Final = "recallcore.embedders"
"""Packages offer embedders here: the entry point's object is called without arguments."""

EmbedderSpec = str | Path | Embedder | EmbedFunction | bool | None
"""What `resolve` understands; `True` is refused."""

EmbedderFactory = Callable[[], Embedder]

_BUILT_IN: Final[dict[str, EmbedderFactory]] = {
    "multilingual-e5-small": default_embedder,
    "hashing": HashingEmbedder,
}
_registered: Final[dict[str, EmbedderFactory]] = {}
_registered_lock: Final = threading.Lock()


def register(name: str, factory: EmbedderFactory) -> None:
    """Makes `resolve(name)` call `factory`, in this process.

    Args:
        name: Letters, digits, dots, dashes and underscores; not one of the built-in names.
        factory: Called without arguments, once for each `resolve`.

    Raises:
        ConfigError: The name has other characters, or is taken.

    Example:
        >>> register("tiny", lambda: HashingEmbedder(dimension=128))
        >>> resolve("tiny").identity.dimension
        128
    """
    if not name or not all(character.isalnum() or character in ".-_" for character in name):
        raise ConfigError(f"embedder names consist of letters, digits, '.', '-' and '_', got {name!r}")
    with _registered_lock:
        if name in _BUILT_IN or name in _registered or name == "none":
            raise ConfigError(f"embedder name is taken: {name!r}")
        _registered[name] = factory


def names() -> list[str]:
    """Returns every name that `resolve` knows, sorted.

    Example:
        >>> "hashing" in names()
        True
    """
    with _registered_lock:
        known = {*_BUILT_IN, *_registered, "none"}
    return sorted(known | entry_points(group=ENTRY_POINT_GROUP).names)


def resolve(spec: EmbedderSpec) -> Embedder | None:
    """Returns the embedder that `spec` means, or None for "no embedder".

    ==========================  ==========================================================
    `spec`                      embedder
    ==========================  ==========================================================
    None                        the default, multilingual-e5-small from ``recallcore_models``
    ``"hashing"``, ``"hashing:256"``  hashed features, 512 or 256 dimensions
    ``"none"``, False           no embedder: the semantic arm is off
    another name                what `register` or an entry point offers under it
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
    if spec == "none":
        return None
    if name == "onnx":
        if not argument:
            raise ConfigError("expected 'onnx:' and a model directory, got no directory")
        return OnnxEmbedder(Path(argument))
    if name == "hashing" and colon:
        if not (argument.isascii() and argument.isdigit()):
            raise ConfigError(f"expected 'hashing:' and a number of dimensions, got {spec!r}")
        return HashingEmbedder(dimension=int(argument))
    with _registered_lock:
        factory = _BUILT_IN.get(spec) or _registered.get(spec)
    if factory is None:
        factory = _from_entry_point(spec)
    if factory is None:
        raise ConfigError(_unknown(spec))
    embedder = factory()
    if not isinstance(embedder, Embedder):
        raise ConfigError(f"embedder {spec!r}: its factory returned {type(embedder).__name__}, no Embedder")
    return embedder


def _from_entry_point(name: str) -> EmbedderFactory | None:
    found = entry_points(group=ENTRY_POINT_GROUP, name=name)
    for entry_point in found:
        try:
            factory = entry_point.load()
        except RecallCoreError:
            raise
        except ImportError as error:
            raise MissingDependencyError(
                f"embedder {name!r} ({entry_point.value}) cannot be imported: {error}"
            ) from error
        except AttributeError as error:
            raise ConfigError(f"embedder {name!r} names {entry_point.value}, which does not exist") from error
        if not callable(factory):
            raise ConfigError(f"embedder {name!r} names {entry_point.value}, which is not callable")
        loaded: EmbedderFactory = factory
        return loaded
    return None


def _unknown(spec: str) -> str:
    known = names()
    near = difflib.get_close_matches(spec.lower(), known, n=3, cutoff=0.5)
    if Path(spec).is_dir():
        hint = f"did you mean the directory, 'onnx:{spec}'?"
    elif near:
        hint = "did you mean " + " or ".join(repr(name) for name in near) + "?"
    else:
        hint = "known are " + ", ".join(known)
    return f"no embedder is named {spec!r}; {hint}"

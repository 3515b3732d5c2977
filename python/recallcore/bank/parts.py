"""What an open bank is made of: finds its embedder again, and keeps what a new bank was made with."""

from __future__ import annotations

import os
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal

from recallcore.backend import Backend, EmbeddedBackend
from recallcore.config import OpenOptions, Settings
from recallcore.embed import Embedder, EmbedderSpec, resolve
from recallcore.engine import Semantics, identity_of
from recallcore.entities import EntityExtractor, default_extractor
from recallcore.errors import ConfigError, InputError, MissingDependencyError, ModelError

ExtractorSpec = EntityExtractor | Literal[False] | None
"""None is the built-in extractor, False none, anything else the caller's own."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Parts:
    """What an open bank is made of.

    Attributes:
        path: The directory.
        backend: Keeps and searches the memories.
        semantics: Embeds, if it may.
        extractor: Finds entities where the caller names none, or None.
        settings: The settings of this bank and of whoever opened it.
    """

    path: Path
    backend: Backend
    semantics: Semantics
    extractor: EntityExtractor | None
    settings: Settings


def open_parts(
    path: str | os.PathLike[str],
    *,
    embedder: EmbedderSpec,
    entity_extractor: ExtractorSpec,
    options: OpenOptions,
    settings: Settings,
) -> Parts:
    """Opens the bank at ``path``; see `recallcore.open`."""
    directory = _directory_of(path)
    extractor = _extractor_of(entity_extractor)
    chosen = None if embedder is None else resolve(embedder)
    settings = replace(settings, embedder=_name_of(embedder))
    backend = EmbeddedBackend(str(directory), options)
    try:
        found = backend.settings()
        stored = Settings.from_mapping(found)
        if not found:
            backend.set_settings(settings.to_dict())
        elif chosen is not None and settings.embedder != stored.embedder and backend.embedder() is None:
            # No vector yet: whoever names an embedder first decides which one later callers get.
            backend.set_settings(replace(stored, embedder=settings.embedder).to_dict())
        reason = None
        if embedder is None:
            chosen, reason = _stored_embedder(backend, stored)
        semantics = Semantics(backend, chosen, reason=reason)
        settings = settings.over(stored)
    except BaseException:
        backend.close()
        raise
    return Parts(path=directory, backend=backend, semantics=semantics, extractor=extractor, settings=settings)


def name_of_embedder(embedder: EmbedderSpec) -> str | None:
    """Returns the text that `resolve` turns into this embedder again, or None if there is none."""
    return _name_of(embedder)


def _stored_embedder(backend: Backend, stored: Settings) -> tuple[Embedder | None, str | None]:
    """The embedder that a caller who names none means: the bank's own, the default in a bank without one."""
    declared = backend.embedder()
    if declared is None:
        return resolve(stored.embedder), None
    name = stored.embedder if stored.embedder not in (None, "none") else identity_of(declared).name
    try:
        return resolve(name), None
    except (ConfigError, MissingDependencyError, ModelError) as error:
        return None, f"the bank's embedder {name!r} cannot be found again, give it to open(): {error}"


def _name_of(embedder: EmbedderSpec) -> str | None:
    if isinstance(embedder, str):
        return embedder
    if isinstance(embedder, Path):
        return f"onnx:{embedder.resolve()}"
    return "none" if embedder is False else None


def _extractor_of(given: ExtractorSpec) -> EntityExtractor | None:
    if given is None:
        return default_extractor()
    if given is False:
        return None
    if not callable(getattr(given, "extract", None)):
        raise ConfigError(
            f"entities is of type {type(given).__name__}, expected an EntityExtractor, None or False"
        )
    return given


def _directory_of(path: str | os.PathLike[str]) -> Path:
    try:
        text: object = os.fspath(path)
    except TypeError:
        raise InputError(f"path is of type {type(path).__name__}, expected text or a Path") from None
    if not isinstance(text, str) or not text or "\0" in text:
        raise InputError(f"path must be text that names a directory, given {text!r}")
    return Path(text)

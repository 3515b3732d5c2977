"""What an open bank is made of: finds its embedder again, and keeps what a new bank was made with."""

from __future__ import annotations

import os
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal

from recallcore.backend import Backend, EmbeddedBackend
from recallcore.bank.configuring import BankSettings
from recallcore.config import NO_RERANKER, OpenOptions, Settings, kept_settings
from recallcore.embed import Embedder, EmbedderSpec, resolve
from recallcore.engine import Engine, Semantics, identity_of
from recallcore.entities import EntityExtractor, default_extractor
from recallcore.errors import ConfigError, InputError, MissingDependencyError, ModelError
from recallcore.rerank import Breaker, RerankerSpec, ScoreCache
from recallcore.rerank import resolve as resolve_reranker
from recallcore.rerank.reading import Judge

ExtractorSpec = EntityExtractor | Literal[False] | None
"""None is the built-in extractor, False none, anything else the caller's own."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Parts:
    """What an open bank is made of.

    Attributes:
        path: The directory.
        engine: What keeps and searches the memories, embeds, finds entities and reranks.
        settings: The settings of this bank and of whoever opened it.
    """

    path: Path
    engine: Engine
    settings: BankSettings


def open_parts(
    path: str | os.PathLike[str],
    *,
    embedder: EmbedderSpec,
    entity_extractor: ExtractorSpec,
    reranker: RerankerSpec,
    breaker: Breaker | None,
    options: OpenOptions,
    settings: Settings,
) -> Parts:
    """Opens the bank at ``path``; see `recallcore.open`."""
    directory = directory_of(path)
    extractor = _extractor_of(entity_extractor)
    chosen = None if embedder is None else resolve(embedder)
    judge, no_judge = _judge_of(reranker, breaker, options)
    kept = replace(settings, embedder=_name_of(embedder))
    backend = EmbeddedBackend(str(directory), options)
    try:
        # Only the embedder's name is read here: a bank whose other settings mean nothing to this version
        # opens, for `configure` to put them right.
        found = backend.settings()
        stored = kept_settings({"embedder": found.get("embedder")})
        if options.read_only:
            pass
        elif not found and not backend.stats().change:
            backend.change_settings(kept.to_dict())
        elif chosen is not None and kept.embedder != stored.embedder and backend.embedder() is None:
            # No vector yet: whoever names an embedder first decides which one later callers get.
            backend.change_settings({"embedder": kept.embedder})
        reason = None
        if embedder is None and not isinstance(found.get("embedder"), str | None):
            reason = "what the bank stores is no name of an embedder; give reembed() one"
        elif embedder is None:
            chosen, reason = _stored_embedder(backend, stored)
        engine = Engine(
            backend=backend,
            semantics=Semantics(backend, chosen, reason=reason),
            extractor=extractor,
            judge=judge,
            no_judge=no_judge,
        )
    except BaseException:
        backend.close()
        raise
    return Parts(path=directory, engine=engine, settings=BankSettings(backend, settings))


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


def _judge_of(
    reranker: RerankerSpec, breaker: Breaker | None, options: OpenOptions
) -> tuple[Judge | None, str]:
    """The reranker with what guards it, or None and why."""
    if breaker is not None and not isinstance(breaker, Breaker):
        raise ConfigError(f"breaker is of type {type(breaker).__name__}, expected a Breaker or None")
    try:
        chosen = resolve_reranker(reranker)
    except (MissingDependencyError, ModelError) as error:
        if reranker is not None:
            raise
        # Nobody asked for it by name: recalls go on in fused order and say what is missing.
        return None, f"nothing is reranked: {error}"
    if chosen is None:
        return None, NO_RERANKER
    cache = ScoreCache(options.score_cache_bytes)
    return Judge(reranker=chosen, breaker=breaker or Breaker(), cache=cache), NO_RERANKER


def directory_of(path: str | os.PathLike[str]) -> Path:
    """Returns the path of a bank.

    Raises:
        InputError: It is no text.
    """
    try:
        text: object = os.fspath(path)
    except TypeError:
        raise InputError(f"path is of type {type(path).__name__}, expected text or a Path") from None
    if not isinstance(text, str) or not text or "\0" in text:
        raise InputError(f"path must be text that names a directory, given {text!r}")
    return Path(text)

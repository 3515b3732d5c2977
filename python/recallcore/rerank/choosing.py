"""Finds the reranker that a caller means: a name, a directory, an object, a function, or none."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import numpy as np

from recallcore.errors import ConfigError, ModelError, RecallCoreError
from recallcore.rerank.callable import CallableReranker, RerankFunction, refuse_unusable
from recallcore.rerank.default import default_reranker
from recallcore.rerank.lazy import model_in
from recallcore.rerank.protocol import SCALES, Reranker, Scale, ScoredBatch
from recallcore.rerank.registry import by_name
from recallcore.rerank.scoring import score_array
from recallcore.types import READS, Reads
from recallcore.types.checks import checked_option, name_of, one_of
from recallcore.types.failures import in_words

_MEMBERS = ("name", "scale", "score")

RerankerSpec = str | Path | Reranker | RerankFunction | Literal[False] | None
"""What `resolve` understands."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ResolvedReranker:
    """A caller's reranker with the name and the scale that it had when it was chosen.

    They are read once, so that no recall fails over them and all recalls of an open bank are on one scale.

    Attributes:
        reranker: The caller's own.
        name: What it is called in notes and traces.
        scale: What its numbers are.
    """

    reranker: Reranker
    name: str
    scale: Scale

    @property
    def revision(self) -> str | None:
        """What its scores are remembered under, or None if they are not."""
        revision = self._member("revision")
        return revision if isinstance(revision, str) else None

    @property
    def least_slice(self) -> int:
        """How many candidates it wants at a time, 1 where it does not say."""
        least = self._member("least_slice")
        return max(1, least) if isinstance(least, int) else 1

    @property
    def scripts(self) -> frozenset[str] | None:
        """The scripts that it knows, or None where it does not say, and reads whatever it is given."""
        said = self._member("scripts")
        return frozenset(map(str, said)) if isinstance(said, list | tuple | set | frozenset) else None

    @property
    def reads(self) -> Reads:
        """How much of a memory it reads; the whole document, where it does not say."""
        said = self._member("reads")
        return next((known for known in READS if known == said), "document")

    @property
    def deepest(self) -> int | None:
        """The most candidates that it is worth asking about, or None where it does not say."""
        deepest = self._member("deepest")
        return deepest if isinstance(deepest, int) and deepest > 0 else None

    @property
    def blend(self) -> float:
        """The share that it leaves to fusion in the order; 0 where it does not say."""
        said = self._member("blend")
        if isinstance(said, bool) or not isinstance(said, float | int):
            return 0.0
        return float(said) if 0.0 <= said <= 1.0 else 0.0

    @property
    def longest_text(self) -> int | None:
        """Tokens of the longest text that it was made for, or None where it does not say."""
        longest = self._member("longest_text")
        return longest if isinstance(longest, int) and longest > 0 else None

    @property
    def loading(self) -> bool:
        """Whether its model is being loaded at this moment."""
        return self._member("loading") is True

    def score_batches(self, query: str, texts: Sequence[str]) -> Generator[ScoredBatch, None, None]:
        """Yields what the caller's reranker yields, or what it returns as one batch."""
        # A list of its own, for what is done to it must not change what the answer is held against.
        given = list(texts)
        batched = getattr(self.reranker, "score_batches", None)
        if callable(batched):
            yield from batched(query, given)
        else:
            made = score_array(self.reranker.score(query, given), texts=len(texts))
            yield ScoredBatch(places=np.arange(len(texts)), scores=made)

    def warm(self) -> None:
        """Loads what it loads at first use.

        Raises:
            ModelError: It cannot be loaded, whatever it says itself.
            MissingDependencyError: A package that it needs is not installed.
        """
        warm = self._member("warm")
        try:
            if callable(warm):
                warm()
        except RecallCoreError:
            raise
        except Exception as error:  # a plug-in may raise anything
            raise ModelError(f"reranker {self.name!r} cannot be loaded: {in_words(error)}") from error

    def _member(self, name: str) -> object:
        """What the caller's reranker says beyond the protocol, None if it says nothing."""
        try:
            said: object = getattr(self.reranker, name, None)
        except BaseException:  # noqa: BLE001  # a plug-in may raise anything
            return None
        return said


def resolve(spec: RerankerSpec) -> ResolvedReranker | None:
    """Returns the reranker that ``spec`` means, or None for "no reranker".

    ==========================  ==========================================================
    `spec`                      reranker
    ==========================  ==========================================================
    False                       none: memories stay in the order of fusion
    None                        the default, ``multilingual-rerank-mini`` from ``recallcore_models``
    ``"none"``, ``"passthrough"``  none
    another name                the model of that name in the package recallcore-models, or what
                                `register`, an entry point or ``recallcore models add`` offers
    ``"onnx:/dir"``, a `Path`   the cross-encoder in that directory, loaded at its first use
    a `Reranker`                itself
    a function                  `CallableReranker(function)`
    ==========================  ==========================================================

    Raises:
        ConfigError: It is none of these, a class, async, or lacks a member that is named; nothing is known
            under that name; or its own name or scale cannot be read or is not as the protocol says.
        ModelError: The model's directory is wrong.
        MissingDependencyError: A package that it needs is not installed.

    Example:
        >>> def by_length(query: str, texts: list[str]) -> list[float]:
        ...     return [-len(text) for text in texts]
        >>> resolve(by_length).name, resolve(None).name, resolve("passthrough")
        ('by_length', 'multilingual-rerank-mini', None)
    """
    if spec is False:
        return None
    if spec is None:
        return resolve(default_reranker())
    if isinstance(spec, str):
        named = by_name(spec)
        return None if named is None else resolve(named)
    if isinstance(spec, Path):
        return resolve(model_in(spec))
    given: object = spec
    members = _members_of(given)
    if members is not None:
        reranker, name, scale = members
        with checked_option():
            return ResolvedReranker(
                reranker=reranker,
                name=name_of(name, name="name of a reranker"),
                scale=one_of(scale, SCALES, name="scale of a reranker"),
            )
    if callable(given):
        function = CallableReranker(given)
        return ResolvedReranker(reranker=function, name=function.name, scale=function.scale)
    raise ConfigError(
        "reranker must be a name, the Path of a model's directory, a Reranker, a function from a query and "
        "texts to scores, None or False, "
        f"got {type(given).__name__}"
    )


def _members_of(given: object) -> tuple[Reranker, object, object] | None:
    """The reranker that something is, with its name and scale, or None; a property of it may fail."""
    try:
        refuse_unusable(given)
        if isinstance(given, Reranker):
            return given, given.name, given.scale
        missing = [member for member in _MEMBERS if getattr(given, member, None) is None]
    except ConfigError:
        raise
    except Exception as error:  # a plug-in may raise anything
        raise ConfigError(f"name and scale of a reranker cannot be read: {in_words(error)}") from error
    if "score" not in missing:
        raise ConfigError(
            f"reranker of type {type(given).__name__} has no {' and no '.join(missing)}, "
            f"expected {', '.join(_MEMBERS[:-1])} and {_MEMBERS[-1]}"
        )
    return None

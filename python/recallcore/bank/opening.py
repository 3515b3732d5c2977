"""`recallcore.open` and its twin."""

from __future__ import annotations

import asyncio
import os
from functools import partial
from typing import TYPE_CHECKING, Never, TypedDict

from recallcore.bank.bank import Bank
from recallcore.bank.parts import ExtractorSpec, open_parts
from recallcore.config import (
    DEFAULT_SCORE_CACHE_BYTES,
    Budget,
    Durability,
    OpenOptions,
    Optimize,
    Settings,
    reject_unknown,
)
from recallcore.embed import EmbedderSpec
from recallcore.rerank import Breaker, RerankerSpec

if TYPE_CHECKING:
    from typing import Unpack


class OpenKeywords(TypedDict, total=False):
    """The keyword arguments of `recallcore.open`."""

    embedder: EmbedderSpec
    entities: ExtractorSpec
    reranker: RerankerSpec
    breaker: Breaker | None
    create: bool
    read_only: bool
    exact: bool | None
    budget: Budget | int | None
    max_tokens: int | None
    busy_timeout: float
    score_cache_bytes: int
    durability: Durability
    optimize: Optimize


def open(  # noqa: A001  # read as recallcore.open
    path: str | os.PathLike[str],
    *,
    embedder: EmbedderSpec = None,
    entities: ExtractorSpec = None,
    reranker: RerankerSpec = None,
    breaker: Breaker | None = None,
    create: bool = True,
    read_only: bool = False,
    exact: bool | None = None,
    budget: Budget | int | None = None,
    max_tokens: int | None = None,
    busy_timeout: float = 5.0,
    score_cache_bytes: int = DEFAULT_SCORE_CACHE_BYTES,
    durability: Durability = "normal",
    optimize: Optimize = "auto",
    **unknown: Never,
) -> Bank:
    """Opens the bank in a directory, and makes it if it is not there.

    A new bank keeps ``embedder`` (by its name), ``budget`` and ``max_tokens`` for everybody who opens it
    later without naming them; given for a bank that exists, they hold for this `Bank` alone. `Bank.configure`
    changes what is kept. Several processes may have the same bank open.

    Args:
        path: The directory.
        embedder: What makes vectors: a name (``"hashing"``, ``"hashing:256"``, or one that a plug-in offers),
            the `Path` of an ONNX model's directory, an `Embedder`, a function from a list of texts to an
            array, or `Precomputed` for vectors that you bring along. None is the bank's own, and in a new
            bank the default model; False is none. An ONNX model is
            loaded here, the default one once a process.
        entities: What finds entities where a memory names none: an `EntityExtractor`, None for the built-in
            one, False for nothing.
        reranker: What judges query and memory together: the `Path` of a cross-encoder's directory, the name
            of a model that was added (``recallcore models``) or that a plug-in offers, a `Reranker`, or a
            function from a query and a list of texts to scores. None is the default,
            ``multilingual-rerank-mini`` from the package recallcore-models; False and ``"passthrough"`` are
            none. It is not kept: whoever opens the bank brings one. A model is loaded at the first recall
            that needs it, or by `Bank.warm`, once a process.
        breaker: What leaves a reranker alone that fails too often: None is a `Breaker` of this bank's own;
            one that is given may be shared between banks.
        create: Make the bank if it is not there.
        read_only: Write nothing, neither memories nor indexes nor settings; a bank on media that cannot be
            written opens so. It must be there.
        exact: Compare vectors exactly (True), approximately (False), or by the bank's size (None).
        budget: How deep a recall looks that names no budget: ``low``, ``mid``, ``high`` or a number of
            memories.
        max_tokens: Tokens that a recall returns at most if it names no number.
        busy_timeout: Seconds to wait for another writer before `BankLockedError`.
        score_cache_bytes: How much of what a reranker said is remembered, about; 0 is nothing.
        durability: What a write waits for. ``normal``: once it returns, no crash of a process loses it, and a
            power loss may take the last writes, whole ones only. ``full``: a power loss takes nothing either;
            each write waits for the disk.
        optimize: ``auto`` folds the indexes in the background when a quarter of the bank is new; ``manual``
            leaves it to `Bank.optimize`.
        **unknown: Refused, naming the nearest valid keyword.

    Returns:
        The open bank.

    Raises:
        InputError: The path is no text, or a keyword is unknown.
        ConfigError: An option is out of range, or no embedder has that name, or the reranker is none.
        NotFoundError: There is no bank, and ``create`` is False.
        StorageError: The path is a file, or cannot be written; the bank is locked, damaged or of a newer
            format.
        MissingDependencyError: The embedder needs a package that is not installed.

    Example:
        >>> import recallcore, tempfile
        >>> with tempfile.TemporaryDirectory() as home, recallcore.open(home, embedder="hashing") as bank:
        ...     bank.stats().memories
        0
    """
    reject_unknown(unknown, OpenKeywords.__annotations__, "option of open")
    parts = open_parts(
        path,
        embedder=embedder,
        entity_extractor=entities,
        reranker=reranker,
        breaker=breaker,
        options=OpenOptions(
            create=create,
            read_only=read_only,
            exact=exact,
            busy_timeout=busy_timeout,
            score_cache_bytes=score_cache_bytes,
            durability=durability,
            optimize=optimize,
        ),
        settings=Settings(budget=budget, max_tokens=max_tokens),
    )
    return Bank(parts)


async def aopen(path: str | os.PathLike[str], **options: Unpack[OpenKeywords]) -> Bank:
    """Does what `open` does, with the same options, without blocking the event loop.

    Example:
        >>> import asyncio, recallcore, tempfile
        >>> async def main(home: str) -> int:
        ...     async with await recallcore.aopen(home, embedder="hashing") as bank:
        ...         await bank.aretain("Minji likes tea")
        ...         return len(await bank.arecall("tea"))
        >>> with tempfile.TemporaryDirectory() as home:
        ...     asyncio.run(main(home))
        1
    """
    return await asyncio.to_thread(partial(open, path, **options))

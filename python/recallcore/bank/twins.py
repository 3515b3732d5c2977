"""The ``a`` twins, a parent class because each is a method of `Bank` and says nothing but how it is run."""

from __future__ import annotations

import os
from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Never, TypeVar, overload

from recallcore.bank.arguments import Memories, filter_to_read
from recallcore.bank.retaining import BATCH
from recallcore.config import MemoryKeywords, RecallKeywords, Settings, SettingsKeywords
from recallcore.embed import EmbedderSpec
from recallcore.engine import Progress
from recallcore.types import (
    BankStats,
    CheckReport,
    DateLike,
    Explanation,
    Filter,
    Kind,
    Link,
    RecallResult,
    Relation,
    Retained,
    StoredMemory,
    TagGroup,
    TagsMatch,
)
from recallcore.types.checks import integer_of

if TYPE_CHECKING:
    from typing import Unpack

    from numpy.typing import ArrayLike

    from recallcore.bank.bank import Bank

Answer = TypeVar("Answer")


class Twins(ABC):
    """Does what the methods of a bank do, on the bank's threads, without blocking an event loop."""

    @abstractmethod
    async def _run(self, work: Callable[[Bank], Answer]) -> Answer:
        """Returns what ``work`` makes of the bank on a thread of its own."""

    async def aretain(
        self, memories: Memories, *, now: DateLike | None = None, **fields: Unpack[MemoryKeywords]
    ) -> Retained:
        """Does what `retain` does; an iterable is read on the bank's thread."""
        return await self._run(lambda bank: bank.retain(memories, now=now, **fields))

    async def aforget(self, memories: str | Iterable[str] | Filter) -> tuple[str, ...]:
        """Does what `forget` does."""
        return await self._run(lambda bank: bank.forget(memories))

    async def alink(self, source: str, target: str, relation: Relation, weight: float = 1.0) -> None:
        """Does what `link` does."""
        await self._run(lambda bank: bank.link(source, target, relation, weight))

    async def alink_many(self, links: Iterable[Link]) -> None:
        """Does what `link_many` does."""
        await self._run(lambda bank: bank.link_many(links))

    async def areembed(
        self, embedder: EmbedderSpec = None, *, batch: int = BATCH, progress: Progress | None = None
    ) -> int:
        """Does what `reembed` does; ``progress`` is called on the bank's thread."""
        return await self._run(lambda bank: bank.reembed(embedder, batch=batch, progress=progress))

    @overload
    async def aget(self, ids: str) -> StoredMemory | None: ...  # type: ignore[overload-overlap]  # text is iterable
    @overload
    async def aget(self, ids: Iterable[str]) -> tuple[StoredMemory | None, ...]: ...
    async def aget(self, ids: str | Iterable[str]) -> StoredMemory | tuple[StoredMemory | None, ...] | None:
        """Does what `get` does."""
        return await self._run(lambda bank: bank.get(ids))

    async def arecall(
        self, query: str, *, vector: ArrayLike | None = None, **options: Unpack[RecallKeywords]
    ) -> RecallResult:
        """Does what `recall` does, with the same options."""
        return await self._run(lambda bank: bank.recall(query, vector=vector, **options))

    async def arecall_many(
        self, queries: Iterable[str], **options: Unpack[RecallKeywords]
    ) -> list[RecallResult]:
        """Does what `recall_many` does."""
        return await self._run(lambda bank: bank.recall_many(queries, **options))

    async def aexplain(
        self,
        query: str,
        id: str,  # noqa: A002  # what it is called everywhere
        *,
        vector: ArrayLike | None = None,
        **options: Unpack[RecallKeywords],
    ) -> Explanation:
        """Does what `explain` does."""
        return await self._run(lambda bank: bank.explain(query, id, vector=vector, **options))

    async def afind_similar(
        self,
        text: str,
        *,
        limit: int = 10,
        kinds: Sequence[Kind] | None = None,
        tags: Sequence[str] | None = None,
        tags_match: TagsMatch = "any",
        tag_groups: Sequence[TagGroup] | TagGroup | None = None,
        exclude: str | Iterable[str] = (),
        **unknown: Never,
    ) -> RecallResult:
        """Does what `find_similar` does."""
        return await self._run(
            lambda bank: bank.find_similar(
                text,
                limit=limit,
                kinds=kinds,
                tags=tags,
                tags_match=tags_match,
                tag_groups=tag_groups,
                exclude=exclude,
                **unknown,
            )
        )

    async def aiterate(
        self, memories: Filter | None = None, *, batch: int = BATCH
    ) -> AsyncIterator[StoredMemory]:
        """Does what `iterate` does."""
        chosen, limit = filter_to_read(memories), integer_of(batch, name="batch", least=1)

        def page(after: int) -> Callable[[Bank], tuple[StoredMemory, ...]]:
            return lambda bank: bank._page(chosen, after, limit)

        seq = 0
        while found := await self._run(page(seq)):
            for memory in found:
                yield memory
            seq = found[-1].seq

    async def asettings(self) -> Settings:
        """Does what `settings` does."""
        return await self._run(lambda bank: bank.settings())

    async def aconfigure(self, **changes: Unpack[SettingsKeywords]) -> Settings:
        """Does what `configure` does."""
        return await self._run(lambda bank: bank.configure(**changes))

    async def awarm(self) -> None:
        """Does what `warm` does."""
        await self._run(lambda bank: bank.warm())

    async def acheck(self, *, repair: bool = False) -> CheckReport:
        """Does what `check` does."""
        return await self._run(lambda bank: bank.check(repair=repair))

    async def abackup(self, path: str | os.PathLike[str]) -> Path:
        """Does what `backup` does."""
        return await self._run(lambda bank: bank.backup(path))

    async def aoptimize(self) -> bool:
        """Does what `optimize` does."""
        return await self._run(lambda bank: bank.optimize())

    async def astats(self) -> BankStats:
        """Does what `stats` does."""
        return await self._run(lambda bank: bank.stats())

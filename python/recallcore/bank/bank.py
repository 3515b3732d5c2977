"""`Bank`: retain, recall, forget and the rest; their twins for event loops are in `Twins`."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Never, Self, TypeVar, overload

from recallcore import engine
from recallcore.bank.arguments import Memories, filter_to_forget, filter_to_read, ids_of, micros_of
from recallcore.bank.handle import BankHandle
from recallcore.bank.parts import Parts, directory_of, name_of_embedder
from recallcore.bank.retaining import BATCH, memories_of, retain
from recallcore.bank.twins import Twins
from recallcore.config import (
    SIMILAR_OPTIONS,
    Alpha,
    Budget,
    Fusion,
    MemoryKeywords,
    Overflow,
    RecallKeywords,
    RecallOptions,
    Settings,
    SettingsKeywords,
    recall_options,
    reject_unknown,
    similar_options,
)
from recallcore.embed import EmbedderSpec, resolve
from recallcore.engine import Progress
from recallcore.errors import ConfigError, InputError
from recallcore.types import (
    Arm,
    BankStats,
    BudgetRule,
    Budgets,
    CheckReport,
    DateLike,
    Decay,
    Explanation,
    Filter,
    Kind,
    Level,
    Link,
    RecallResult,
    Recency,
    Relation,
    RerankOptions,
    Retained,
    StoredMemory,
    TagGroup,
    TagsMatch,
    TimeWindow,
)
from recallcore.types.checks import integer_of, text_of

if TYPE_CHECKING:
    from typing import Unpack

    from numpy.typing import ArrayLike

Answer = TypeVar("Answer")


class Bank(Twins):
    """An open bank. Safe to share between threads; made by `recallcore.open`.

    A bank is a context manager, for ``with`` and ``async with``. Every method has an ``a``-prefixed twin that
    runs on threads of the bank's own and never blocks the event loop; cancelling a twin stops the waiting,
    while work that has begun goes on to its end.

    Any method raises `StorageError` when the bank is closed, when it was opened before a fork, or when the
    disk fails, and `BankLockedError` when another process writes for longer than ``busy_timeout``.

    Example:
        >>> import recallcore, tempfile
        >>> with tempfile.TemporaryDirectory() as home, recallcore.open(home, embedder="hashing") as bank:
        ...     _ = bank.retain("Minji moved to Busan in May", tags=["minji"], occurred_start="2023-05")
        ...     bank.recall("where does Minji live?").texts
        ('Minji moved to Busan in May',)
    """

    def __init__(self, parts: Parts) -> None:
        self._handle = BankHandle(parts)

    @property
    def path(self) -> Path:
        """The bank's directory."""
        return self._handle.path

    # --- writing ------------------------------------------------------------------------------

    def retain(
        self, memories: Memories, *, now: DateLike | None = None, **fields: Unpack[MemoryKeywords]
    ) -> Retained:
        """Stores memories, and returns once they are on disk.

        An iterable is read in batches of 256 and may be endless for all we know: each batch is one
        transaction, stored whole or not at all. If a later batch fails, the earlier ones stay.

        Args:
            memories: A text, a `Memory`, a mapping of its fields, or an iterable of these.
            now: The time of retaining; None reads the clock.
            **fields: Beside one text: the other fields of a `Memory`, as in ``tags=["work"]``.

        Returns:
            The ids, and notes on what a careful reader should know. If the embedder fails, memories are
            stored without a vector, a note says so, and `reembed` makes up for it.

        Raises:
            InputError: A memory is not acceptable or a field is unknown; nothing of its batch is stored.
            DimensionError: A vector has another length than the bank's.
            NotFoundError: A link leads to no memory.
            EmbedderMismatchError: The bank's vectors come from another embedder.

        Example:
            >>> import recallcore, tempfile
            >>> with tempfile.TemporaryDirectory() as home, recallcore.open(home, embedder="hashing") as bank:
            ...     bank.retain(["The key is under the mat", {"text": "Minji likes tea", "id": "tea"}]).ids[1]
            'tea'
        """
        parts = self._handle.engine()
        given = memories_of(memories, fields)
        return retain(
            parts.backend,
            parts.semantics,
            parts.extractor,
            given,
            micros_of(now, name="now"),
            context=self._handle.settings().searches_context(),
        )

    def forget(self, memories: str | Iterable[str] | Filter) -> tuple[str, ...]:
        """Deletes memories from every arm at once, with the links to and from them.

        Args:
            memories: An id, ids, or a `Filter` that restricts something. Unknown ids are passed over.

        Returns:
            The ids of the memories that were there.

        Raises:
            InputError: The filter restricts nothing, or its tags are matched by ``any`` or ``all``, which
                would forget untagged memories too.

        Example:
            >>> import recallcore, tempfile
            >>> with tempfile.TemporaryDirectory() as home, recallcore.open(home, embedder="hashing") as bank:
            ...     _ = bank.retain("Minji likes tea", id="tea")
            ...     bank.forget(["tea", "coffee"])
            ('tea',)
        """
        backend = self._handle.backend()
        if isinstance(memories, Filter):
            return backend.forget_where(filter_to_forget(memories))
        return backend.forget(ids_of(memories))

    def link(self, source: str, target: str, relation: Relation, weight: float = 1.0) -> None:
        """Links two memories; an equal link takes the new weight.

        Args:
            source: Id of the memory that the link starts at.
            target: Id of the memory that it leads to.
            relation: ``causes``, ``caused_by``, ``enables`` or ``prevents``, read from source to target.
            weight: How strong it is, in (0, 1].

        Raises:
            InputError: The relation is unknown or the weight out of range.
            NotFoundError: One of the two memories does not exist.

        Example:
            >>> import recallcore, tempfile
            >>> with tempfile.TemporaryDirectory() as home, recallcore.open(home, embedder="hashing") as bank:
            ...     storm, outage = bank.retain(["A storm came", "The power went out"]).ids
            ...     bank.link(storm, outage, "causes")
            ...     bank.get(storm).links[0].relation
            'causes'
        """
        self.link_many([Link(source=source, target=target, relation=relation, weight=weight)])

    def link_many(self, links: Iterable[Link]) -> None:
        """Adds links, each with its ``source``, all or none.

        Raises:
            InputError: A link has no source.
            NotFoundError: A memory that is named does not exist.
        """
        backend = self._handle.backend()
        checked = [Link.read(link) for link in links]
        if any(link.source is None for link in checked):
            raise InputError("a link has no source, expected the id of the memory that it starts at")
        backend.link(checked)

    def reembed(
        self, embedder: EmbedderSpec = None, *, batch: int = BATCH, progress: Progress | None = None
    ) -> int:
        """Gives every memory a vector: fills what is pending, or moves the bank to another embedder.

        A move happens in one transaction at the end; until then recalls use the older vectors. It replaces
        every vector, those that memories brought along too.

        Args:
            embedder: The embedder to move to, as `recallcore.open` takes it; None is the bank's own.
            batch: Memories that are embedded at a time.
            progress: Called after each batch with how many are done and how many there are.

        Returns:
            How many vectors were stored.

        Raises:
            ConfigError: There is no embedder.
            ModelError: The embedder failed; the bank is as it was.

        Example:
            >>> import recallcore, tempfile
            >>> with tempfile.TemporaryDirectory() as home, recallcore.open(home, embedder=False) as bank:
            ...     _ = bank.retain(["Minji likes tea", "The key is under the mat"])
            ...     bank.stats().pending_vectors, bank.reembed("hashing"), bank.stats().pending_vectors
            (2, 2, 0)
        """
        parts = self._handle.engine()
        batch = integer_of(batch, name="batch", least=1)
        semantics = parts.semantics
        chosen = semantics.embedder if embedder is None else resolve(embedder)
        if chosen is None:
            raise ConfigError("there is no embedder to embed with; give reembed() one")
        stored = engine.reembed(
            parts.backend,
            chosen,
            batch=batch,
            context=self._handle.settings().searches_context(),
            progress=progress,
            adopted=lambda: semantics.use(chosen),
        )
        if embedder is not None:
            semantics.use(chosen)
            self._handle.settings().keep_embedder(name_of_embedder(embedder))
        return stored

    # --- reading ------------------------------------------------------------------------------

    @overload
    def get(self, ids: str) -> StoredMemory | None: ...  # type: ignore[overload-overlap]  # text is iterable
    @overload
    def get(self, ids: Iterable[str]) -> tuple[StoredMemory | None, ...]: ...
    def get(self, ids: str | Iterable[str]) -> StoredMemory | tuple[StoredMemory | None, ...] | None:
        """Returns the memory with an id, or one for each of several ids, in order; None where there is none.

        Example:
            >>> import recallcore, tempfile
            >>> with tempfile.TemporaryDirectory() as home, recallcore.open(home, embedder="hashing") as bank:
            ...     _ = bank.retain("Minji likes tea", id="tea")
            ...     bank.get("tea").text, bank.get(["coffee"])
            ('Minji likes tea', (None,))
        """
        found = self._handle.backend().get(ids_of(ids))
        return found[0] if isinstance(ids, str) else found

    def recall(
        self,
        query: str,
        *,
        max_tokens: int | None = None,
        limit: int | None = None,
        budget: Budget | int | None = None,
        query_time: DateLike | None = None,
        time_window: TimeWindow | tuple[DateLike | None, DateLike | None] | None = None,
        kinds: Sequence[Kind] | None = None,
        tags: Sequence[str] | None = None,
        tags_match: TagsMatch = "any",
        tag_groups: Sequence[TagGroup] | TagGroup | None = None,
        updated_after: DateLike | None = None,
        updated_before: DateLike | None = None,
        min_scores: Mapping[str, float] | None = None,
        arms: Sequence[Arm] | None = None,
        rerank: bool | RerankOptions | Mapping[str, object] | None = None,
        rerank_depth: int | None = None,
        ordered: bool = True,
        fusion: Fusion | None = None,
        rrf_k: float | None = None,
        cap_per_arm: int | None = None,
        boosts: Mapping[Arm, Level] | None = None,
        recency: Recency | Decay | None = None,
        alphas: Mapping[Alpha, float] | None = None,
        prefer_observations: bool | None = None,
        budgets: Budgets | BudgetRule | None = None,
        read_time: bool | None = None,
        search_context: bool | None = None,
        min_relevance: float | None = None,
        tz: str | None = None,
        vector: ArrayLike | None = None,
        overflow: Overflow = "first",
        trace: bool = False,
        **unknown: Never,
    ) -> RecallResult:
        """Returns the memories that belong in front of the model now, best first.

        Where nothing else is said, None leaves an option to the bank's settings (see `configure`), and what
        these leave open to the library.

        Args:
            query: Literal text of at most 1 MiB; nothing in it is syntax.
            max_tokens: Tokens of text to return at most; the library's is 4096.
            limit: Memories to return at most; None is no limit.
            budget: How deep each arm looks: ``low``, ``mid`` (the library's), ``high``, which are 100, 300
                and 1000 unless ``budgets`` says otherwise, or a number of memories.
            query_time: What "now" means; None reads the clock, here and nowhere below.
            time_window: Runs the temporal arm over a `TimeWindow`, or a pair (start, end) with None for an
                open edge. It ranks and never filters. None reads words for time in the query ("last week",
                지난봄), with `query_time` for now.
            kinds: Only these kinds.
            tags: Only memories with these tags, matched as ``tags_match`` says.
            tags_match: ``any``, ``all``, ``any_strict``, ``all_strict`` or ``exact``; see `Filter`.
            tag_groups: Only memories for which each of these groups holds.
            updated_after: Only memories last retained after this moment.
            updated_before: Only memories last retained before this moment.
            min_scores: Floors: the least ``semantic`` (cosine) and ``keyword`` (BM25) score inside their
                arms; of all that was found, the least likeness to the query (``similarity``, in [0, 1], which
                makes a recall abstain without a reranker: try 0.3), normalised rerank score (``reranker``)
                and combined score (``final``).
            arms: Only these arms, of ``semantic``, ``keyword``, ``graph`` and ``temporal``.
            rerank: Whether the bank's reranker runs, or how it is used: `RerankOptions`, which replace what
                the bank keeps, or a mapping of some of their fields, which changes only these. The library's
                is to run it where there is one and it can help; True runs it anyway.
            rerank_depth: How many candidates it may read, 300; the others keep their order below them.
            ordered: Whether the order of the result matters to you. If not, a reranker is left out where
                everything is returned anyway.
            fusion: ``auto`` weighs the arms' scores, so that a weak arm does not lower a strong one; ``rrf``
                adds reciprocal ranks; ``interleave`` takes the arms in turn and ranks by nothing else.
            rrf_k: The constant of reciprocal ranks, 60.
            cap_per_arm: The most memories of each arm that are fused; the library's is no cap.
            boosts: Arms to promote: ``low``, ``medium`` or ``high`` for each; ``{}`` is none. Not with
                ``interleave``, which leaves a bank's boosts aside.
            recency: How age weighs: a `Recency`, or ``linear``, ``exponential`` or ``none``.
            alphas: How much ``recency``, ``proximity`` and ``proof`` may move a score, each from 0 to 2;
                those that are not named stay 0.2, 0.2 and 0.1. Without a reranker recency may move a memory
                by about two places, unless it is named.
            prefer_observations: Whether a returned observation drops the memories it was made from.
            budgets: What the budgets mean: `FixedBudgets`, `AdaptiveBudgets`, or ``fixed`` or ``adaptive``.
            read_time: Whether words for time in the query make a time window; the library's is yes.
            search_context: Whether memories are found by their context too; the library's is yes.
            min_relevance: The least relevance of the best memory, in [0, 1], below which nothing is returned
                and ``abstention`` says why; the library's is 0.02, and 0 returns whatever was found.
            tz: The time zone in which their days begin; the library's is UTC.
            vector: The query's own vector, shape (dimension,), instead of the embedder's.
            overflow: If nothing fits, ``first`` returns the best memory whole and says so, ``strict``
                nothing.
            trace: Report what happened stage by stage.
            **unknown: Refused, naming the nearest valid keyword.

        Returns:
            The memories with their scores and the evidence of each arm. An empty result is an answer. What
            the recall had to do without (an embedder that failed or does not match) stands in its notes.

        Raises:
            InputError: The query, a filter, the window or the vector is not acceptable, or a keyword is
                unknown.
            ConfigError: An option is out of range.
            DimensionError: The vector has another length than the bank's.

        Example:
            >>> import recallcore, tempfile
            >>> with tempfile.TemporaryDirectory() as home, recallcore.open(home, embedder="hashing") as bank:
            ...     _ = bank.retain(["Order A-20391 is late", "The key is under the mat"])
            ...     best = bank.recall("what about A-20391?").memories[0]
            ...     best.text, best.evidence["keyword"].rank
            ('Order A-20391 is late', 1)
        """
        reject_unknown(unknown, (*RecallKeywords.__annotations__, "vector"), "option of recall")
        given = RecallKeywords(
            max_tokens=max_tokens,
            limit=limit,
            budget=budget,
            query_time=query_time,
            time_window=time_window,
            kinds=kinds,
            tags=tags,
            tags_match=tags_match,
            tag_groups=tag_groups,
            updated_after=updated_after,
            updated_before=updated_before,
            min_scores=min_scores,
            arms=arms,
            rerank=rerank,
            rerank_depth=rerank_depth,
            ordered=ordered,
            fusion=fusion,
            rrf_k=rrf_k,
            cap_per_arm=cap_per_arm,
            boosts=boosts,
            recency=recency,
            alphas=alphas,
            prefer_observations=prefer_observations,
            read_time=read_time,
            search_context=search_context,
            min_relevance=min_relevance,
            tz=tz,
            budgets=budgets,
            overflow=overflow,
            trace=trace,
        )
        return engine.recall(self._handle.engine(), [query], self._options(given), vector=vector)[0]

    def recall_many(self, queries: Iterable[str], **options: Unpack[RecallKeywords]) -> list[RecallResult]:
        """Answers several queries, which the embedder sees in one batch; takes the options of `recall`.

        Returns:
            One result for each query, in order.

        Example:
            >>> import recallcore, tempfile
            >>> with tempfile.TemporaryDirectory() as home, recallcore.open(home, embedder="hashing") as bank:
            ...     _ = bank.retain(["Minji likes tea", "The key is under the mat"])
            ...     [result.texts[0] for result in bank.recall_many(["tea", "key"], limit=1)]
            ['Minji likes tea', 'The key is under the mat']
        """
        if isinstance(queries, str):
            raise InputError("queries is one text, expected a list of texts; for one, call recall()")
        return engine.recall(self._handle.engine(), list(queries), self._options(options))

    def explain(
        self,
        query: str,
        id: str,  # noqa: A002  # what it is called everywhere
        *,
        vector: ArrayLike | None = None,
        **options: Unpack[RecallKeywords],  # what it is everywhere
    ) -> Explanation:
        """Says why a recall returns one memory, or why not and where it falls out.

        It recalls with the same options, and asks each arm that passed the memory over a question or two
        more, so that it takes a few times as long as a recall.

        Args:
            query: Literal text.
            id: The memory; an id that the bank does not hold is an answer too.
            vector: The query's own vector, instead of the embedder's.
            **options: The options of `recall`.

        Raises:
            RecallCoreError: As `recall`.

        Example:
            >>> import recallcore, tempfile
            >>> with tempfile.TemporaryDirectory() as home, recallcore.open(home, embedder="hashing") as bank:
            ...     _ = bank.retain(["Minji likes tea", "Minji likes coffee"])
            ...     missing = bank.explain("tea", "no such id")
            >>> print(missing.returned, missing.outcome)
            False the bank holds no memory with this id
        """
        chosen = text_of(id, name="id")
        return engine.explain(self._handle.engine(), query, chosen, self._options(options), vector=vector)

    def find_similar(
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
        """Returns the memories most like a text that is about to be retained: its twins, if it has any.

        The text is embedded as a memory, not as a question, and the arms take turns: each arm's best first,
        so that what one arm alone is sure of is not buried. Tokens do not count: who looks for a twin reads
        ids, and a long text can have one too. Nor do the bank's settings, but for what the budgets mean, and
        there is no floor: ``abstained`` says that no arm found anything at all. How like a memory is says its
        ``score``, where its ``basis`` is ``similarity``.

        Args:
            text: The text of a memory.
            limit: Memories to return at most.
            kinds: Only these kinds.
            tags: Only memories with these tags, matched as ``tags_match`` says.
            tags_match: ``any``, ``all``, ``any_strict``, ``all_strict`` or ``exact``; see `Filter`.
            tag_groups: Only memories for which each of these groups holds.
            exclude: An id or ids to leave out, such as the memory's own.
            **unknown: Refused, naming the nearest valid keyword.

        Raises:
            InputError: The text, an id or a filter is not acceptable, or a keyword is unknown.
            ConfigError: ``limit`` is no integer from 1.

        Example:
            >>> import recallcore, tempfile
            >>> with tempfile.TemporaryDirectory() as home, recallcore.open(home, embedder="hashing") as bank:
            ...     _ = bank.retain(["Minji likes green tea", "The key is under the mat"])
            ...     bank.find_similar("Minji likes green tea a lot", limit=1).texts
            ('Minji likes green tea',)
        """
        reject_unknown(unknown, SIMILAR_OPTIONS, "option of find_similar")
        options = similar_options(
            limit=limit,
            kinds=kinds,
            tags=tags,
            tags_match=tags_match,
            tag_groups=tag_groups,
            exclude=ids_of(exclude),
            settings=self._handle.settings().current(),
            now=datetime.now(UTC),
        )
        return engine.find_similar(self._handle.engine(), text, options)

    def iterate(self, memories: Filter | None = None, *, batch: int = BATCH) -> Iterator[StoredMemory]:
        """Yields the memories in the order of their numbers, reading ``batch`` at a time.

        Others may write meanwhile: each memory is yielded at most once, as it was when its batch was read.

        Args:
            memories: Which memories; None is all of them.
            batch: Memories that are read at a time.

        Example:
            >>> import recallcore, tempfile
            >>> with tempfile.TemporaryDirectory() as home, recallcore.open(home, embedder="hashing") as bank:
            ...     _ = bank.retain(["Minji likes tea", "The key is under the mat"])
            ...     [memory.text for memory in bank.iterate()]
            ['Minji likes tea', 'The key is under the mat']
        """
        chosen, limit = filter_to_read(memories), integer_of(batch, name="batch", least=1)
        seq = 0
        while found := self._page(chosen, seq, limit):
            yield from found
            seq = found[-1].seq

    def settings(self) -> Settings:
        """Returns the settings that hold for recalls: what is stored now, under what `open` was given.

        None stands for what is left to the library; `Settings.in_force` fills it in. The embedder is the one
        whose name is stored, else the one that made the bank's vectors.

        Example:
            >>> import recallcore, tempfile
            >>> with tempfile.TemporaryDirectory() as home, recallcore.open(home, embedder="hashing") as bank:
            ...     bank.settings().embedder, bank.settings().in_force().max_tokens
            ('hashing', 4096)
        """
        return self._handle.settings().told()

    def configure(self, **changes: Unpack[SettingsKeywords]) -> Settings:
        """Changes what the bank keeps, for everybody, for every recall that does not say otherwise.

        Other threads and processes that have the bank open see a change at their next recall.

        Args:
            **changes: Settings by name, see `Settings`; None leaves one to the library again.

        Returns:
            The settings that hold, as `settings` returns them.

        Raises:
            ConfigError: A setting is unknown (the nearest is named), read only, or not as described; nothing
                is stored.

        Example:
            >>> import recallcore, tempfile
            >>> with tempfile.TemporaryDirectory() as home, recallcore.open(home, embedder="hashing") as bank:
            ...     bank.configure(boosts={"graph": "high"}, recency="none").recency.decay
            'none'
        """
        return self._handle.settings().change(changes)

    def warm(self) -> None:
        """Loads what a recall would load at its first use: the embedder answers once, the reranker is loaded.

        A recall goes on without a model that cannot be loaded, and says so; this raises, which is what a
        program that starts wants to know. It may be called again at any time and costs little then.

        That holds for a cross-encoder's directory, whose model answers when it is loaded, and for a reranker
        with a method `warm` of its own, which is called. A service, a function or another object is not
        asked: what is wrong with it is noted by the first recall.

        Raises:
            ModelError: A model's files are wrong, or it does not answer.
            MissingDependencyError: A package that a model needs is not installed.

        Example:
            >>> import recallcore, tempfile
            >>> with tempfile.TemporaryDirectory() as home, recallcore.open(home, embedder="hashing") as bank:
            ...     bank.warm()
        """
        engine.warm(self._handle.engine())

    def stats(self) -> BankStats:
        """Returns the bank in numbers.

        Example:
            >>> import recallcore, tempfile
            >>> with tempfile.TemporaryDirectory() as home, recallcore.open(home, embedder="hashing") as bank:
            ...     _ = bank.retain("Minji likes tea")
            ...     bank.stats().memories
            1
        """
        return self._handle.backend().stats()

    def check(self, *, repair: bool = False) -> CheckReport:
        """Looks for damage: reads every memory, every vector and every file of the index.

        SQLite keeps no checksums, so that text which was changed inside the file is not noticed. A damaged
        index is, and never answers.

        Args:
            repair: Make a damaged index anew. The memories themselves are never touched: where they are
                damaged, ``recallcore doctor BANK --salvage FILE`` brings out what can be read.

        Returns:
            What is wrong, and what was looked at.

        Example:
            >>> import recallcore, tempfile
            >>> with tempfile.TemporaryDirectory() as home, recallcore.open(home, embedder="hashing") as bank:
            ...     _ = bank.retain("Minji likes tea")
            ...     report = bank.check()
            >>> report.ok, report.memories, report.vectors
            (True, 1, 1)
        """
        if not isinstance(repair, bool):
            raise InputError(f"repair is of type {type(repair).__name__}, expected a bool")
        return self._handle.backend().check(repair=repair)

    def backup(self, path: str | os.PathLike[str]) -> Path:
        """Copies the bank, as it is at one moment, while others go on reading and writing it.

        Args:
            path: A folder that is not there yet, or an empty one.

        Returns:
            The folder, which is a bank; its index is made when it is opened.

        Raises:
            InputError: There is something at the path.
            StorageError: The disk is full or fails; nothing is left at the path.

        Example:
            >>> import recallcore, tempfile
            >>> with tempfile.TemporaryDirectory() as home:
            ...     with recallcore.open(f"{home}/a", embedder="hashing") as bank:
            ...         _ = bank.retain("Minji likes tea")
            ...         copy = bank.backup(f"{home}/b")
            ...     with recallcore.open(copy) as bank:
            ...         bank.recall("tea").texts
            ('Minji likes tea',)
        """
        target = directory_of(path)
        self._handle.backend().backup(str(target))
        return target

    def optimize(self) -> bool:
        """Folds the bank's indexes into files that are mapped when it is opened, so that it opens in moments.

        A bank does so by itself in the background when a quarter of it is new, unless it was opened with
        ``optimize="manual"``. Reads and writes go on meanwhile, and no answer changes; in a bank large enough
        for approximate search the graph of vectors is built here.

        Returns:
            Whether there was anything to fold.

        Raises:
            StorageError: The disk is full or fails; the bank is as it was.

        Example:
            >>> import recallcore, tempfile
            >>> with tempfile.TemporaryDirectory() as home, recallcore.open(home, embedder="hashing") as bank:
            ...     _ = bank.retain("Minji likes tea")
            ...     bank.optimize(), bank.optimize(), bank.stats().tail
            (True, False, 0)
        """
        return self._handle.backend().optimize()

    def close(self) -> None:
        """Closes the bank once what runs on its threads has ended; closing twice is no error."""
        self._handle.close()

    async def aclose(self) -> None:
        """Does what `close` does."""
        # Not on the bank's own threads: closing waits for them to end.
        await asyncio.to_thread(self.close)

    # --- inside -------------------------------------------------------------------------------

    def _options(self, given: RecallKeywords) -> RecallOptions:
        parts = self._handle.engine()
        return recall_options(
            given,
            self._handle.settings().current(),
            datetime.now(UTC),
            reranker=parts.judge is not None,
            absence=parts.no_judge,
        )

    def _page(self, chosen: Filter, after: int, limit: int) -> tuple[StoredMemory, ...]:
        return self._handle.backend().records_after(after, limit, chosen)

    async def _run(self, work: Callable[[Bank], Answer]) -> Answer:
        return await self._handle.run(partial(work, self))

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.aclose()

    def __repr__(self) -> str:
        return f"<Bank {str(self.path)!r}{', closed' if self._handle.closed else ''}>"

"""Goes through the head of a pool by slices: what is remembered, what is said twice, what a model says."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

import numpy as np

from recallcore.rerank.breaker import Breaker
from recallcore.rerank.cache import MemoryVersion, ScoreCache
from recallcore.rerank.choosing import ResolvedReranker
from recallcore.rerank.running import Clock, ask
from recallcore.rerank.scripts import unknown_script
from recallcore.types import Reads, RerankWork

if TYPE_CHECKING:
    from numpy.typing import NDArray


@dataclass(frozen=True, slots=True, kw_only=True)
class Judge:
    """A reranker with what guards it and what it has said.

    Attributes:
        reranker: What scores.
        breaker: Leaves it alone when it fails too often.
        cache: Its scores of this bank's memories.
    """

    reranker: ResolvedReranker
    breaker: Breaker = field(default_factory=Breaker)
    cache: ScoreCache = field(default_factory=ScoreCache)


class Reading:
    """The scores of one recall, as far as they have come.

    Args:
        judge: Who scores.
        query: What was asked.
        memories: Each candidate of the head, in the order of the pool.
        reads: How much of a memory it is given.
        until: The moment after which nothing is waited for, or None.
        clock: What tells it.

    Attributes:
        judge: Who scores.
        reads: How much of a memory it is given.
        scores: Shape (head,), NaN where there is no number.
        asked: Shape (head,), which candidates have been judged.
        reached: How many candidates it has come to, judged or not.
        work: What that cost.
        called: Whether the reranker was asked about anything.
        answered: How many texts it has answered.
        error: How the reranker failed, or None.
        finished: Whether the last slice came to its end.
        passed_over: Places of the memories in a script that the reranker does not know; it is not asked of
            them.
    """

    def __init__(
        self,
        judge: Judge,
        query: str,
        memories: Sequence[MemoryVersion],
        *,
        reads: Reads,
        until: float | None,
        clock: Clock,
    ) -> None:
        self.judge = judge
        self.reads = reads
        self._query = query
        self._memories = memories
        self._until = until
        self._clock = clock
        self._same: dict[str, float] = {}
        self._asked_of: str | None = None
        self.scores: NDArray[np.float64] = np.full(len(memories), np.nan)
        self.asked: NDArray[np.bool_] = np.zeros(len(memories), dtype=np.bool_)
        self.reached = 0
        self.work = RerankWork()
        self.called = False
        self.answered = 0
        self.error: BaseException | None = None
        self.finished = True
        self.passed_over: list[int] = []
        self._scripts = judge.reranker.scripts

    @property
    def late(self) -> bool:
        """Whether the deadline has passed."""
        return self._until is not None and self._clock() >= self._until

    def remember(self, places: range) -> bool:
        """Takes over the scores that are remembered; returns whether that was all of the slice."""
        self._count(slices=1)
        self.reached = places.stop
        model = self._model()
        self._asked_of = model
        if model is None:
            return False
        known = self.judge.cache.get(model, self._query, [self._memories[place] for place in places])
        for place in places:
            score = known.get(self._memories[place])
            if score is not None:
                self.scores[place], self.asked[place] = score, True
        self._count(cached=len(known))
        return len(known) == len(places)

    def score(self, places: range, documents: Sequence[tuple[str, ...]]) -> None:
        """Scores what is not remembered. `error` says how that failed, `finished` whether it came to its end.

        Args:
            places: The slice.
            documents: For each place the texts of whose scores it gets the mean; none if the memory is gone.
        """
        wanted: dict[int, tuple[str, ...]] = {}
        for place, texts in zip(places, documents, strict=True):
            if not texts:
                continue
            if unknown_script(texts[0], self._scripts) is not None:
                self.passed_over.append(place)
                continue
            if not self.asked[place]:
                wanted[place] = texts
            elif len(texts) == 1:
                self._same.setdefault(texts[0], float(self.scores[place]))
        every = dict.fromkeys(text for texts in wanted.values() for text in texts)
        fresh = [text for text in every if text not in self._same]
        if fresh:
            self._ask(fresh)
        made: dict[MemoryVersion, float] = {}
        for place, texts in wanted.items():
            scores = [self._same[text] for text in texts if text in self._same]
            if len(scores) == len(texts):
                score = scores[0] if len(scores) == 1 else sum(scores) / len(scores)
                self.scores[place], self.asked[place] = score, True
                made[self._memories[place]] = score
        said = sum(len(texts) for texts in wanted.values())
        self._count(repeated=said - len(fresh))
        self._keep(made)
        self.finished = all(text in self._same for text in fresh)

    def _model(self) -> str | None:
        """What scores are remembered under: the weights, and how much of a memory they read."""
        revision = self.judge.reranker.revision
        return None if revision is None else f"{revision}, reads {self.reads}"

    def _ask(self, texts: list[str]) -> None:
        """Asks the reranker about texts."""
        batches = self.judge.reranker.score_batches(self._query, texts)
        self.called = True
        answer = ask(batches, len(texts), until=self._until, clock=self._clock)
        self.error = answer.error
        for text, score, answered in zip(texts, answer.scores.tolist(), answer.answered, strict=True):
            if answered:
                self._same[text] = score
        self._count(batches=answer.batches, tokens=answer.tokens, padding=answer.padding)
        self.answered += int(answer.answered.sum())

    def _keep(self, made: Mapping[MemoryVersion, float]) -> None:
        model = self._model()
        # One that loads at first use has no revision before; one whose revision changes meanwhile is two.
        if model is not None and self._asked_of in (None, model):
            # What has no number may have one the next time.
            numbers = {memory: score for memory, score in made.items() if not math.isnan(score)}
            self.judge.cache.put(model, self._query, numbers)

    def _count(self, **more: int) -> None:
        counts = {name: getattr(self.work, name) + count for name, count in more.items()}
        self.work = replace(self.work, **counts)

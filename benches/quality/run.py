"""Asks every question of every system, bank by bank, and keeps what each of them said."""

from __future__ import annotations

import re
import sys
import time
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from benches.quality.asking import Answer, ask, opened, retain
from benches.quality.datasets import Dataset, Judged
from benches.quality.foreign import Foreign
from benches.quality.metrics import METRICS, score
from benches.quality.remembering import RememberingEmbedder
from benches.quality.systems import Reranking, System
from recallcore.embed.protocol import Embedder
from recallcore.types import Memory

Say = Callable[[str], None]

_NUMBER: Final = re.compile(r"\d[\d.,]*")


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """How relevant recalls said that their best memory is, and which of them abstained; a row a question."""

    relevance: NDArray[np.float64]
    abstained: NDArray[np.bool_]


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """What one system did: a row a question, the same order for every system.

    Attributes:
        system: The system.
        scores: Shape (questions, metrics).
        said: About the questions that its banks answer.
        foreign: About those that they do not, or None if none were asked.
        ms: Shape (questions,), of whole recalls, the query's vector remembered.
        embedding_ms: Shape (questions,), of embedding the query alone, 0 where no vector was wanted.
        empty_arms: Its arms that found nothing in any recall.
        notes: What a careful reader should know, and how many recalls said so; notes that differ in numbers
            alone are one, told as the first of them.
    """

    system: System
    scores: NDArray[np.float64]
    said: Said
    foreign: Said | None
    ms: NDArray[np.float64]
    embedding_ms: NDArray[np.float64]
    empty_arms: tuple[str, ...]
    notes: Mapping[str, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """Every outcome over one data set, with the category of each question.

    Attributes:
        dataset: The judged questions.
        categories: Of each question, in the order of the outcomes' rows.
        outcomes: What each system did.
        foreign: Questions that the banks cannot answer, or None.
        tested: The names of the systems whose relevance is tested.
        retain_seconds: Seconds that all banks took to be made.
        banks: How many banks there are, each once.
        memories: How many memories they hold.
    """

    dataset: Dataset
    categories: tuple[str, ...]
    outcomes: tuple[Outcome, ...]
    foreign: Foreign | None
    tested: frozenset[str]
    retain_seconds: float
    banks: int
    memories: int


@dataclass(slots=True)
class _Tally:
    """The answers of one system so far."""

    system: System
    scores: list[tuple[float, ...]] = field(default_factory=list)
    answers: list[Answer] = field(default_factory=list)
    foreign: list[Answer] = field(default_factory=list)


def run(
    dataset: Dataset,
    systems: Sequence[System],
    *,
    embedder: Embedder | None,
    foreign: Foreign | None,
    tested: Collection[str],
    say: Say,
) -> Run:
    """Builds each bank once a form of its memories and asks it every question by every system.

    Args:
        dataset: The judged questions.
        systems: What to run.
        embedder: None runs without the semantic arm's vectors.
        foreign: Questions that the banks cannot answer, or None.
        tested: The names of the systems that are asked those too.
        say: Receives a line now and then for a person who waits.
    """
    remembering = None if embedder is None else RememberingEmbedder(embedder)
    tallies = {system.name: _Tally(system=system) for system in systems}
    retain_seconds = 0.0
    for place, judged in enumerate(dataset.banks):
        unanswerable = () if foreign is None else foreign.questions[place]
        counts = f"{len(judged.memories)} memories, {len(judged.questions)} questions"
        say(f"{place + 1}/{len(dataset.banks)} {judged.name}: {counts}")
        if remembering is not None:
            # Beforehand, so that no system's time is the model's.
            remembering.learn_questions([*(each.text for each in judged.questions), *unanswerable])
        for context, chosen in _by_context(systems):
            with TemporaryDirectory(prefix="recallcore-quality-") as folder:
                memories = judged.memories if context else _texts_alone(judged)
                began = time.perf_counter()
                retain(memories, Path(folder), embedder=remembering)
                retain_seconds += time.perf_counter() - began
                for reranking, group in _by_model(chosen):
                    with opened(Path(folder), embedder=remembering, reranking=reranking) as bank:
                        bank.warm()
                        for system in group:
                            began = time.perf_counter()
                            beside = unanswerable if system.name in tested else ()
                            _ask_all(bank, judged, beside, tallies[system.name], embedder=remembering)
                            say(f"    {system.name}: {time.perf_counter() - began:.1f} s")
    return Run(
        dataset=dataset,
        categories=tuple(question.category for judged in dataset.banks for question in judged.questions),
        outcomes=tuple(_outcome(tally) for tally in tallies.values()),
        foreign=foreign,
        tested=frozenset(tested),
        retain_seconds=retain_seconds,
        banks=len(dataset.banks),
        memories=sum(len(judged.memories) for judged in dataset.banks),
    )


def _ask_all(
    bank: Any,
    judged: Judged,
    unanswerable: Sequence[str],
    tally: _Tally,
    *,
    embedder: RememberingEmbedder | None,
) -> None:
    """Asks the bank its own questions and those that it cannot answer, and notes what it said."""
    for question in judged.questions:
        answer = ask(bank, question.text, system=tally.system, embedder=embedder)
        tally.answers.append(answer)
        tally.scores.append(score(answer.ids, question.relevant))
    for query in unanswerable:
        tally.foreign.append(ask(bank, query, system=tally.system, embedder=embedder))


def say_on_stderr(line: str) -> None:
    """Writes a progress line where it never mixes with results."""
    print(line, file=sys.stderr, flush=True)


def _by_context(systems: Sequence[System]) -> Iterator[tuple[bool, list[System]]]:
    for context in (True, False):
        chosen = [system for system in systems if system.context is context]
        if chosen:
            yield context, chosen


def _by_model(systems: Sequence[System]) -> Iterator[tuple[Reranking | None, list[System]]]:
    """The systems that one open bank serves, those without a reranker first."""
    models = dict.fromkeys(_model_of(system) for system in systems)
    for model in sorted(models, key=lambda each: each is not None):
        yield model, [system for system in systems if _model_of(system) == model]


def _model_of(system: System) -> Reranking | None:
    """The system's reranker without its options, which each recall has of its own."""
    return None if system.reranking is None else replace(system.reranking, options=None)


def _texts_alone(judged: Judged) -> tuple[Memory, ...]:
    return tuple(replace(memory, context=None) for memory in judged.memories)


def _outcome(tally: _Tally) -> Outcome:
    found = {arm: sum(answer.found[arm] for answer in tally.answers) for arm in tally.system.arms}
    return Outcome(
        system=tally.system,
        scores=np.array(tally.scores, dtype=np.float64).reshape(-1, len(METRICS)),
        said=_said(tally.answers),
        foreign=_said(tally.foreign) if tally.foreign else None,
        ms=np.array([answer.ms for answer in tally.answers]),
        embedding_ms=np.array([answer.embedding_ms for answer in tally.answers]),
        empty_arms=tuple(arm for arm, count in found.items() if not count),
        notes=counted_notes([note for answer in tally.answers for note in answer.notes]),
    )


def counted_notes(notes: Iterable[str]) -> dict[str, int]:
    """Returns how often each note occurs; those that differ in numbers alone count for the first of them."""
    first: dict[str, str] = {}
    counts: Counter[str] = Counter()
    for note in notes:
        counts[first.setdefault(_NUMBER.sub("0", note), note)] += 1
    return dict(counts)


def _said(answers: Sequence[Answer]) -> Said:
    return Said(
        relevance=np.array([answer.relevance for answer in answers]),
        abstained=np.array([answer.abstained for answer in answers], dtype=np.bool_),
    )

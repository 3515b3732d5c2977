"""Judged questions: LoCoMo conversations and the plain corpus/queries/judgements form, as one shape."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from typing import Any, Final

from recallcore.importers import CONTEXT_TURNS, conversation_name, load_conversations, read_conversation
from recallcore.types import Memory

ADVERSARIAL: Final = "5 adversarial"
LOCOMO_CATEGORIES: Final = {
    1: "1 multi-hop",
    2: "2 temporal",
    3: "3 open",
    4: "4 single-hop",
    5: ADVERSARIAL,
}
# "D1:3", and the malformed kinds that the file holds: "D8:6; D9:17", "D9:1 D4:4", "D:11:26", "D30:05".
_EVIDENCE: Final = re.compile(r"D:?(\d+):(\d+)")


class DatasetError(Exception):
    """The data are missing or do not have the form that the name promises."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """One judged question; `relevant` are ids of memories of the same bank, never empty."""

    text: str
    relevant: frozenset[str]
    category: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Judged:
    """The memories of one bank and the questions that are asked of it."""

    name: str
    memories: tuple[Memory, ...]
    questions: tuple[Question, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Dataset:
    """One or more banks, and what was left out when they were read."""

    name: str
    banks: tuple[Judged, ...]
    notes: tuple[str, ...] = ()

    @property
    def has_context(self) -> bool:
        """Whether any memory belongs to something that its text does not say."""
        return any(memory.context for bank in self.banks for memory in bank.memories)

    @property
    def questions(self) -> int:
        """How many questions there are over all banks."""
        return sum(len(bank.questions) for bank in self.banks)


def evidence_ids(evidence: Sequence[str]) -> tuple[str, ...]:
    """Returns the turn ids that a LoCoMo question's evidence names, in order and once each.

    A string may hold several ids, a stray colon or leading zeros; what holds no id is passed over.
    """
    found = (
        f"D{int(session)}:{int(turn)}" for entry in evidence for session, turn in _EVIDENCE.findall(entry)
    )
    return tuple(dict.fromkeys(found))


def load_locomo(path: Path, *, context_turns: int = CONTEXT_TURNS) -> Dataset:
    """Reads a LoCoMo file: one bank per conversation, one memory per turn, evidence turns are relevant.

    The turns before a turn are its context, as many as `context_turns`.

    A question without any evidence turn in its conversation cannot be scored and is left out; an evidence
    id of no turn is dropped from its question. The notes count both.

    Raises:
        DatasetError: The file is missing or is not a LoCoMo file.
    """
    _require(path)
    try:
        conversations = load_conversations(path)
        banks = []
        unusable = unknown = 0
        for position, conversation in enumerate(conversations):
            name = conversation_name(conversation, path=path, position=position, count=len(conversations))
            memories = tuple(read_conversation(conversation, name=name, context_turns=context_turns))
            turns = {str(memory.id) for memory in memories}
            questions = []
            for entry in conversation.get("qa", []):
                named = [f"{name}/{turn}" for turn in evidence_ids(entry.get("evidence") or [])]
                relevant = frozenset(turns.intersection(named))
                unknown += len(named) - len(relevant)
                if relevant:
                    questions.append(_question(entry, relevant))
                else:
                    unusable += 1
            banks.append(Judged(name=name, memories=memories, questions=tuple(questions)))
    except (ValueError, KeyError, AttributeError) as error:
        raise DatasetError(f"{path} is not a LoCoMo file: {error}") from error
    notes = (
        f"{unusable} questions without an evidence turn are left out",
        f"{unknown} evidence ids name no turn and are dropped",
    )
    return _checked(Dataset(name=path.stem, banks=tuple(banks), notes=notes))


def load_plain(folder: Path) -> Dataset:
    """Reads `corpus.jsonl` and `queries.jsonl` (`_id`, `text`) and `qrels.tsv` (query, memory, grade).

    A grade above 0 is relevant. Questions without a relevant memory and memories without text are left out.

    Raises:
        DatasetError: A file is missing or a line does not have that form.
    """
    corpus = dict(_texts(folder / "corpus.jsonl"))
    relevant: dict[str, set[str]] = {}
    unknown = 0
    for query, memory, grade in _judgements(folder / "qrels.tsv"):
        if grade <= 0:
            continue
        if corpus.get(memory, "").strip():
            relevant.setdefault(query, set()).add(memory)
        else:
            unknown += 1
    asked = list(_texts(folder / "queries.jsonl"))
    questions = tuple(
        Question(text=text, relevant=frozenset(relevant[query]), category="all")
        for query, text in asked
        if query in relevant
    )
    memories = tuple(Memory(id=name, text=text) for name, text in corpus.items() if text.strip())
    notes = (
        f"{len(asked) - len(questions)} questions without a relevant memory are left out",
        f"{len(corpus) - len(memories)} memories without text are left out",
        f"{unknown} judgements name a memory that is not there and are dropped",
    )
    bank = Judged(name=folder.name, memories=memories, questions=questions)
    return _checked(Dataset(name=folder.name, banks=(bank,), notes=notes))


def first_questions(dataset: Dataset, count: int) -> Dataset:
    """Keeps the first `count` questions, in file order, and every memory of the banks that they ask."""
    left = count
    banks = []
    for bank in dataset.banks:
        kept = bank.questions[:left]
        left -= len(kept)
        banks.append(replace(bank, questions=kept))
    note = f"the first {count} questions only"
    return _checked(replace(dataset, banks=tuple(banks), notes=(*dataset.notes, note)))


def sample_questions(dataset: Dataset, count: int, *, seed: int) -> Dataset:
    """Keeps `count` questions drawn without replacement, in file order, and the banks that they ask whole."""
    every = [
        (place, number) for place, bank in enumerate(dataset.banks) for number in range(len(bank.questions))
    ]
    drawn = set(every if count >= len(every) else Random(seed).sample(every, count))
    banks = tuple(
        replace(
            bank, questions=tuple(q for number, q in enumerate(bank.questions) if (place, number) in drawn)
        )
        for place, bank in enumerate(dataset.banks)
    )
    note = f"a sample of {len(drawn)} questions, seed {seed}"
    return _checked(replace(dataset, banks=banks, notes=(*dataset.notes, note)))


def _question(entry: Mapping[str, Any], relevant: frozenset[str]) -> Question:
    category = int(entry["category"])
    return Question(
        text=str(entry["question"]),
        relevant=relevant,
        category=LOCOMO_CATEGORIES.get(category, str(category)),
    )


def _require(path: Path) -> None:
    if not path.is_file():
        raise DatasetError(f"there is no file {path}")


def _texts(path: Path) -> Iterator[tuple[str, str]]:
    _require(path)
    with path.open(encoding="utf-8") as lines:
        for number, line in enumerate(lines, start=1):
            if not line.strip():
                continue
            try:
                entry = json.loads(line)
                yield str(entry["_id"]), str(entry["text"])
            except (ValueError, KeyError, TypeError) as error:
                raise DatasetError(f"line {number} of {path} needs `_id` and `text`") from error


def _judgements(path: Path) -> Iterator[tuple[str, str, int]]:
    _require(path)
    with path.open(encoding="utf-8") as lines:
        for number, line in enumerate(lines, start=1):
            fields = line.rstrip("\r\n").split("\t")
            # The files of BEIR have this one head line; ours have none.
            if not line.strip() or (number == 1 and fields[0] == "query-id"):
                continue
            try:
                query, memory, grade = fields
                yield query, memory, int(grade)
            except ValueError as error:
                raise DatasetError(
                    f"line {number} of {path} needs query, memory and a whole grade"
                ) from error


def _checked(dataset: Dataset) -> Dataset:
    """The data set without banks that nobody asks."""
    if not dataset.questions:
        raise DatasetError(f"{dataset.name} has no question that can be scored")
    return replace(dataset, banks=tuple(bank for bank in dataset.banks if bank.questions))

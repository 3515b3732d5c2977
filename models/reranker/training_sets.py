"""Reads the training sets as banks: passages in their order, and questions that know their right ones.

Dialogue turns are passages of the form "Speaker: text"; encyclopaedia paragraphs are passages whole,
and cut into sentences.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

XQUAD_LANGUAGES = ("en", "ar", "de", "es", "hi", "ru", "tr", "vi", "zh")

# A bank of scenes is about as large as a long conversation.
_SCENES_PER_BANK = 30
# A wider span of a meeting says little about which turn answers.
_WIDEST_SPAN = 12
_SHORTEST_TURN = 4
# Every so many documents, one is held out.
_HELD_OUT_EVERY = 16

_SENTENCE_END = re.compile(r"(?<=[.!?؟])\s+(?=[^\sa-z])|(?<=[。！？।])\s*")
_SHORTEST_SENTENCE = 25
_MARKUP = re.compile(r"\{\w+\}|<\w+>")
_LOOSE = re.compile(r" (?=(?:[.,!?;:)\]]|['’](?:s|re|m|ve|ll|d)\b|n['’]t\b))", re.IGNORECASE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """A question, and rows of its bank.

    Attributes:
        text: What is asked.
        right: The passages that answer it, the best one first.
        doubtful: Passages that may answer it as well, so they never serve as wrong ones.
        held_out: Whether it is kept for measuring.
    """

    text: str
    right: tuple[int, ...]
    doubtful: frozenset[int] = frozenset()
    held_out: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Bank:
    """Passages in their order, and questions over them.

    Attributes:
        name: The set, and which part of it.
        language: Two letters.
        passages: The texts.
        documents: For each passage, the scene, meeting or paragraph that it belongs to.
        questions: What is asked of it.
    """

    name: str
    language: str
    passages: tuple[str, ...]
    documents: tuple[int, ...]
    questions: tuple[Question, ...]

    def before(self, row: int, *, lines: int) -> tuple[str, ...]:
        """Returns up to `lines` passages before this one in the same document, in their order."""
        first = row
        while first > max(0, row - lines) and self.documents[first - 1] == self.documents[row]:
            first -= 1
        return self.passages[first:row]


def friends(folder: Path) -> list[Bank]:
    """Reads FriendsQA: scenes of a series, a passage per utterance, without those nobody speaks."""
    scenes = [
        scene
        for path in (folder / "friendsqa_dev.json", folder / "friendsqa_tst.json")
        for scene in json.loads(path.read_text(encoding="utf-8"))["data"]
    ]
    banks = []
    for start in range(0, len(scenes), _SCENES_PER_BANK):
        passages: list[str] = []
        documents: list[int] = []
        questions: list[Question] = []
        for place in range(start, min(start + _SCENES_PER_BANK, len(scenes))):
            for paragraph in scenes[place]["paragraphs"]:
                rows: dict[int, int] = {}
                for said in paragraph["utterances:"]:
                    rows[said["uid"]] = len(passages)
                    passages.append(_said(said["speakers"], said["utterance"]))
                    documents.append(place)
                for asked in paragraph["qas"]:
                    named = Counter(answer["utterance_id"] for answer in asked["answers"])
                    right = tuple(rows[uid] for uid, _ in named.most_common() if uid in rows)
                    if right:
                        questions.append(
                            Question(
                                text=_joined(asked["question"]),
                                right=right,
                                held_out=place % _HELD_OUT_EVERY == 0,
                            )
                        )
        banks.append(_bank(f"friendsqa.{start}", "en", passages, documents, questions))
    return banks


def _said(speakers: Sequence[str], text: str) -> str:
    text = _joined(text)
    if speakers == ["#NOTE#"] or not speakers:
        return text
    names = " and ".join(name.split()[0] for name in speakers)
    return f"{names}: {text}"


def _joined(text: str) -> str:
    """Undoes the spaces that a tokenizer put before punctuation."""
    return " ".join(_LOOSE.sub("", _MARKUP.sub("", text)).split())


def meetings(folder: Path) -> list[Bank]:
    """Reads QMSum's questions about few turns; the right turn is the one that shares most with the answer."""
    banks = []
    for place, path in enumerate(sorted(folder.glob("*.json"))):
        meeting = json.loads(path.read_text(encoding="utf-8"))
        passages = [
            f"{turn['speaker']}: {_joined(turn['content'])}" for turn in meeting["meeting_transcripts"]
        ]
        questions = []
        for asked in meeting["specific_query_list"]:
            span = [
                row
                for first, last in asked["relevant_text_span"]
                for row in range(int(first), min(int(last) + 1, len(passages)))
            ]
            said = [row for row in span if len(passages[row].split()) >= _SHORTEST_TURN]
            if said and len(span) <= _WIDEST_SPAN:
                wanted = _words(asked["answer"]) | _words(asked["query"])
                best = max(said, key=lambda row: (len(_words(passages[row]) & wanted), -row))
                questions.append(
                    Question(
                        text=_joined(asked["query"]),
                        right=(best,),
                        doubtful=frozenset(span),
                        held_out=place % _HELD_OUT_EVERY == 0,
                    )
                )
        if questions:
            banks.append(_bank(f"qmsum.{path.stem}", "en", passages, [place] * len(passages), questions))
    return banks


def _words(text: str) -> set[str]:
    return {word for word in re.findall(r"\w+", text.lower()) if len(word) > 3}


def squad(path: Path, *, language: str, name: str) -> tuple[Bank, Bank]:
    """Reads a set of SQuAD's form as a bank of sentences and one of whole paragraphs.

    Questions without an answer are left out. Both banks hold the same questions in the same order.
    """
    paragraphs: list[str] = []
    sentences: list[str] = []
    documents: list[int] = []
    of_paragraphs: list[Question] = []
    of_sentences: list[Question] = []
    articles = json.loads(path.read_text(encoding="utf-8"))["data"]
    for place, article in enumerate(articles):
        for paragraph in article["paragraphs"]:
            context = paragraph["context"]
            spans = list(_sentences(context))
            first = len(sentences)
            for asked in paragraph["qas"]:
                if not asked["answers"]:
                    continue
                starts = [answer["answer_start"] for answer in asked["answers"]]
                rows = Counter(first + sum(end <= start for _, end in spans) for start in starts)
                last = first + len(spans) - 1
                right = tuple(dict.fromkeys(min(row, last) for row, _ in rows.most_common()))
                text, held_out = asked["question"].strip(), place % _HELD_OUT_EVERY == 0
                of_sentences.append(Question(text=text, right=right, held_out=held_out))
                of_paragraphs.append(Question(text=text, right=(len(paragraphs),), held_out=held_out))
            sentences += [context[start:end].strip() for start, end in spans]
            documents += [len(paragraphs)] * len(spans)
            paragraphs.append(context.strip("\ufeff \n"))
    return (
        _bank(f"{name}.sentences", language, sentences, documents, of_sentences),
        _bank(f"{name}.paragraphs", language, paragraphs, range(len(paragraphs)), of_paragraphs),
    )


def _sentences(text: str) -> Iterator[tuple[int, int]]:
    """Yields the beginning and end of each sentence; what is too short for one joins the next."""
    start = 0
    for match in _SENTENCE_END.finditer(text):
        shortest = _SHORTEST_SENTENCE if text.isascii() else _SHORTEST_SENTENCE // 2
        if match.end() - start >= shortest and match.end() < len(text):
            yield start, match.end()
            start = match.end()
    yield start, len(text)


def _bank(
    name: str,
    language: str,
    passages: Iterable[str],
    documents: Iterable[int],
    questions: Iterable[Question],
) -> Bank:
    return Bank(
        name=name,
        language=language,
        passages=tuple(passages),
        documents=tuple(documents),
        questions=tuple(questions),
    )

"""Makes training groups: a question, a text that answers it, and wrong ones of the same form.

    python -m reranker.groups --data DIR --out groups.jsonl
    python -m reranker.groups --data DIR --out groups2.jsonl --reranker FOLDER

Run in `models/`. A text is a passage, or passages before it and the passage, a line each. In the second
form only the last line counts: what answers stands there in the right text, and one wrong text has it as
a line before. With a reranker, the second round, the wrong texts are those that it takes for right.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np
from embedding import Embedder
from settings import MODEL_FOLDER

from reranker.mining import heads
from reranker.scoring import Scorer
from reranker.training_sets import XQUAD_LANGUAGES, Bank, Question, friends, meetings, squad

SEED = 20
_WRONG, _WRONG_PARAGRAPHS = 7, 3
_NEARBY = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class Round:
    """What the groups of one round are made of.

    Attributes:
        depth: How many passages that look right are known for each question.
        hard: How many of them are among the wrong texts,
        near: and how many that stand next to the right one; the rest is random.
        lines: How many passages before it a text has at most, in the form with context.
        squad: The share of SQuAD's questions,
        xquad: and of XQuAD's, in each of
        languages: these languages.
        reranker: Chooses the hard ones: they are among the best `wrongest` of it; without, all are equal.
        wrongest: See there.
    """

    depth: int = 24
    hard: int = 4
    near: int = 2
    lines: int = 1
    squad: float = 1.0
    xquad: float = 0.42
    languages: tuple[str, ...] = XQUAD_LANGUAGES
    reranker: Scorer | None = None
    wrongest: int = 24


def second_round(reranker: Scorer) -> Round:
    """Returns the second round: as deep and with as much context as the product reads, and in its scripts."""
    return Round(
        depth=16,
        hard=5,
        near=1,
        lines=2,
        squad=0.5,
        xquad=0.25,
        languages=("en", "de", "es", "tr", "vi", "zh"),
        reranker=reranker,
        wrongest=8,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Group:
    """A question with texts, the right one first.

    Attributes:
        source: The bank that it comes from.
        language: Of the texts.
        question: What is asked, in the same language or another.
        texts: The right one, then the wrong ones.
        held_out: Whether it is kept for measuring.
    """

    source: str
    language: str
    question: str
    texts: tuple[str, ...]
    held_out: bool


def read_groups(path: Path) -> list[Group]:
    """Reads what `main` wrote."""
    lines = path.read_text(encoding="utf-8").splitlines()
    return [Group(**values | {"texts": tuple(values["texts"])}) for values in map(json.loads, lines)]


class _Maker:
    """Makes groups out of one bank, given what looks right for each of its questions."""

    def __init__(self, bank: Bank, found: Sequence[Sequence[int]], of: Round) -> None:
        self.questions = bank.questions
        self._bank = bank
        self._found = found
        self._round = of

    def group(
        self,
        place: int,
        random: np.random.Generator,
        *,
        context: bool = False,
        wrong: int = _WRONG,
        asked: str | None = None,
    ) -> Group:
        """Returns the group of a question, which `asked` says in other words or another language."""
        question = self._bank.questions[place]
        asked = asked or question.text
        lines = int(random.integers(1, self._round.lines, endpoint=True)) if context else 0
        hard = self._hardest(asked, place, lines=lines)
        rows = [question.right[0], *self._wrong(question, hard, random, context=context, count=wrong)]
        return Group(
            source=self._bank.name,
            language=self._bank.language,
            question=asked,
            texts=tuple(self._text(row, lines=lines) for row in rows),
            held_out=question.held_out,
        )

    def _hardest(self, asked: str, place: int, *, lines: int) -> list[int]:
        """Returns the wrong passages that look right, those first that the reranker of the round prefers."""
        question = self._bank.questions[place]
        taboo = question.doubtful | set(question.right)
        rows = [row for row in self._found[place] if row not in taboo]
        if self._round.reranker and rows:
            logits = self._round.reranker.logits([(asked, self._text(row, lines=lines)) for row in rows])
            rows = [rows[i] for i in np.argsort(-logits, kind="stable")]
        return rows[: self._round.wrongest]

    def _wrong(
        self,
        question: Question,
        looking_right: Sequence[int],
        random: np.random.Generator,
        *,
        context: bool,
        count: int,
    ) -> list[int]:
        """Chooses wrong passages: some next to the right one, some that look right, the rest at random."""
        documents = self._bank.documents
        taboo = question.doubtful | set(question.right)
        right = question.right[0]
        nearby = range(max(0, right - _NEARBY), min(len(documents), right + _NEARBY + 1))
        near = [row for row in nearby if documents[row] == documents[right] and row not in taboo]
        # Its line before is the right passage.
        chosen = [right + 1] if context and right + 1 in near else []
        near = [row for row in near if row not in chosen]
        chosen += _some(near, max(0, min(self._round.near, count // 3) - len(chosen)), random)
        chosen += _some([row for row in looking_right if row not in chosen], self._round.hard, random)
        everywhere = random.permutation(len(documents)).tolist()
        chosen += [row for row in everywhere if row not in taboo and row not in chosen][: count - len(chosen)]
        return chosen[:count]

    def _text(self, row: int, *, lines: int) -> str:
        return "\n".join([*self._bank.before(row, lines=lines), self._bank.passages[row]])


def _some(rows: Sequence[int], count: int, random: np.random.Generator) -> list[int]:
    return [rows[i] for i in sorted(random.permutation(len(rows))[:count])]


def dialogues(banks: Sequence[Bank], embedder: Embedder, of: Round, *, dense: bool) -> list[_Maker]:
    """Returns a maker for each bank of turns."""
    return [_Maker(bank, heads(bank, embedder, depth=of.depth, dense=dense), of) for bank in banks]


def articles(path: Path, embedder: Embedder, of: Round, *, language: str, name: str) -> tuple[_Maker, _Maker]:
    """Returns makers over sentences and over paragraphs; a paragraph looks as right as its best sentence."""
    sentences, paragraphs = squad(path, language=language, name=name)
    found = heads(sentences, embedder, depth=of.depth, dense=True)
    holding = [list(dict.fromkeys(sentences.documents[row] for row in rows)) for rows in found]
    return _Maker(sentences, found, of), _Maker(paragraphs, holding, of)


def dialogue_groups(makers: Sequence[_Maker], random: np.random.Generator) -> Iterator[Group]:
    """Yields each question twice: with turns alone, and with the turn before."""
    for maker in makers:
        for place in range(len(maker.questions)):
            yield maker.group(place, random)
            yield maker.group(place, random, context=True)


def squad_groups(
    makers: tuple[_Maker, _Maker], random: np.random.Generator, *, share: float
) -> Iterator[Group]:
    """Yields a share of SQuAD's questions once; one in ten with paragraphs, three in ten with context."""
    sentences, paragraphs = makers
    # A generator of its own, so that the whole share is what it was before there were shares.
    taken = np.random.default_rng(SEED + 1).random(len(sentences.questions)) < share
    for place, luck in enumerate(random.random(len(sentences.questions))):
        if not taken[place]:
            continue
        if luck < 0.1:
            yield paragraphs.group(place, random, wrong=_WRONG_PARAGRAPHS)
        else:
            yield sentences.group(place, random, context=luck < 0.4)


def xquad_groups(
    makers: Mapping[str, tuple[_Maker, _Maker]], random: np.random.Generator, *, share: float
) -> Iterator[Group]:
    """Yields a share of each language's questions, one in eight asked in another language."""
    for language, (sentences, paragraphs) in makers.items():
        others = [other for other in makers if other != language]
        for place in range(len(sentences.questions)):
            taken, form, translated = random.random(3)
            if taken >= share:
                continue
            other, _ = makers[others[int(random.integers(len(others)))]]
            asked = other.questions[place].text if translated < 0.125 else None
            if form < 0.3:
                yield paragraphs.group(place, random, wrong=_WRONG_PARAGRAPHS, asked=asked)
            else:
                yield sentences.group(place, random, context=form < 0.5, asked=asked)


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    arguments.add_argument("--data", type=Path, required=True, help="folder with train/")
    arguments.add_argument("--out", type=Path, required=True, help="file to write, a group a line")
    arguments.add_argument("--reranker", type=Path, help="for the second round: a model as build.py makes it")
    options = arguments.parse_args()
    of = second_round(Scorer(options.reranker)) if options.reranker else Round()
    train = options.data / "train"
    embedder = Embedder(MODEL_FOLDER / "model.onnx", MODEL_FOLDER / "tokenizer.json")
    scenes = dialogues(friends(train / "friendsqa"), embedder, of, dense=True)
    # Embedding tens of thousands of turns would take longer than the training.
    spoken = dialogues(meetings(train / "qmsum" / "train"), embedder, of, dense=False)
    squad2 = articles(
        train / "squad2-cs224n-dev" / "dev-v2.0.json", embedder, of, language="en", name="squad2"
    )
    xquad = {
        language: articles(
            train / "xquad" / f"xquad.{language}.json",
            embedder,
            of,
            language=language,
            name=f"xquad.{language}",
        )
        for language in of.languages
    }
    # A generator of its own for each, so that none depends on what came before it.
    sources = (
        dialogue_groups(scenes, np.random.default_rng(SEED)),
        dialogue_groups(spoken, np.random.default_rng(SEED)),
        squad_groups(squad2, np.random.default_rng(SEED), share=of.squad),
        xquad_groups(xquad, np.random.default_rng(SEED), share=of.xquad),
    )
    with options.out.open("w", encoding="utf-8") as file:
        for source in sources:
            groups = [json.dumps(asdict(group), ensure_ascii=False) for group in source]
            file.writelines(f"{group}\n" for group in groups)
            print(f"{len(groups):>6} groups", flush=True)


if __name__ == "__main__":
    main()

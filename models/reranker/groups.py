"""Makes training groups: a question, a text that answers it, and wrong ones of the same form.

    python -m reranker.groups --data DIR --out groups.jsonl

Run in `models/`. A text is a passage, or the passage before it, a line break and the passage. In the
second form only the last line counts: what answers stands there in the right text, and one wrong text
has it as the line before.
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
from reranker.training_sets import XQUAD_LANGUAGES, Bank, friends, meetings, squad

SEED = 20
_DEPTH = 24
_WRONG, _WRONG_PARAGRAPHS = 7, 3
_HARD, _NEAR = 4, 2
_NEARBY = 3
_XQUAD_SHARE = 0.42


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

    def __init__(self, bank: Bank, found: Sequence[Sequence[int]]) -> None:
        self.questions = bank.questions
        self._bank = bank
        self._found = found

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
        rows = [question.right[0], *self._wrong(place, random, context=context, count=wrong)]
        return Group(
            source=self._bank.name,
            language=self._bank.language,
            question=asked or question.text,
            texts=tuple(self._text(row, context=context) for row in rows),
            held_out=question.held_out,
        )

    def _wrong(self, place: int, random: np.random.Generator, *, context: bool, count: int) -> list[int]:
        """Chooses wrong passages: some next to the right one, some that look right, the rest at random."""
        question, documents = self._bank.questions[place], self._bank.documents
        taboo = question.doubtful | set(question.right)
        right = question.right[0]
        nearby = range(max(0, right - _NEARBY), min(len(documents), right + _NEARBY + 1))
        near = [row for row in nearby if documents[row] == documents[right] and row not in taboo]
        # Its line before is the right passage.
        chosen = [right + 1] if context and right + 1 in near else []
        near = [row for row in near if row not in chosen]
        chosen += _some(near, max(0, min(_NEAR, count // 3) - len(chosen)), random)
        hard = [row for row in self._found[place] if row not in taboo and row not in chosen]
        chosen += _some(hard, _HARD, random)
        everywhere = random.permutation(len(documents)).tolist()
        chosen += [row for row in everywhere if row not in taboo and row not in chosen][: count - len(chosen)]
        return chosen[:count]

    def _text(self, row: int, *, context: bool) -> str:
        before = self._bank.before(row) if context else None
        return self._bank.passages[row] if before is None else f"{before}\n{self._bank.passages[row]}"


def _some(rows: Sequence[int], count: int, random: np.random.Generator) -> list[int]:
    return [rows[i] for i in sorted(random.permutation(len(rows))[:count])]


def dialogues(banks: Sequence[Bank], embedder: Embedder, *, dense: bool) -> list[_Maker]:
    """Returns a maker for each bank of turns."""
    return [_Maker(bank, heads(bank, embedder, depth=_DEPTH, dense=dense)) for bank in banks]


def articles(path: Path, embedder: Embedder, *, language: str, name: str) -> tuple[_Maker, _Maker]:
    """Returns makers over sentences and over paragraphs; a paragraph looks as right as its best sentence."""
    sentences, paragraphs = squad(path, language=language, name=name)
    found = heads(sentences, embedder, depth=_DEPTH, dense=True)
    holding = [list(dict.fromkeys(sentences.documents[row] for row in rows)) for rows in found]
    return _Maker(sentences, found), _Maker(paragraphs, holding)


def dialogue_groups(makers: Sequence[_Maker], random: np.random.Generator) -> Iterator[Group]:
    """Yields each question twice: with turns alone, and with the turn before."""
    for maker in makers:
        for place in range(len(maker.questions)):
            yield maker.group(place, random)
            yield maker.group(place, random, context=True)


def squad_groups(makers: tuple[_Maker, _Maker], random: np.random.Generator) -> Iterator[Group]:
    """Yields each question of SQuAD once; one in ten with paragraphs, three in ten with context."""
    sentences, paragraphs = makers
    for place, luck in enumerate(random.random(len(sentences.questions))):
        if luck < 0.1:
            yield paragraphs.group(place, random, wrong=_WRONG_PARAGRAPHS)
        else:
            yield sentences.group(place, random, context=luck < 0.4)


def xquad_groups(makers: Mapping[str, tuple[_Maker, _Maker]], random: np.random.Generator) -> Iterator[Group]:
    """Yields a part of each language's questions, one in eight asked in another language."""
    for language, (sentences, paragraphs) in makers.items():
        others = [other for other in makers if other != language]
        for place in range(len(sentences.questions)):
            taken, form, translated = random.random(3)
            if taken >= _XQUAD_SHARE:
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
    options = arguments.parse_args()
    train = options.data / "train"
    embedder = Embedder(MODEL_FOLDER / "model.onnx", MODEL_FOLDER / "tokenizer.json")
    scenes = dialogues(friends(train / "friendsqa"), embedder, dense=True)
    # Embedding tens of thousands of turns would take longer than the training.
    spoken = dialogues(meetings(train / "qmsum" / "train"), embedder, dense=False)
    squad2 = articles(train / "squad2-cs224n-dev" / "dev-v2.0.json", embedder, language="en", name="squad2")
    xquad = {
        language: articles(
            train / "xquad" / f"xquad.{language}.json", embedder, language=language, name=f"xquad.{language}"
        )
        for language in XQUAD_LANGUAGES
    }
    # A generator of its own for each, so that none depends on what came before it.
    sources = (
        dialogue_groups(scenes, np.random.default_rng(SEED)),
        dialogue_groups(spoken, np.random.default_rng(SEED)),
        squad_groups(squad2, np.random.default_rng(SEED)),
        xquad_groups(xquad, np.random.default_rng(SEED)),
    )
    with options.out.open("w", encoding="utf-8") as file:
        for source in sources:
            groups = [json.dumps(asdict(group), ensure_ascii=False) for group in source]
            file.writelines(f"{group}\n" for group in groups)
            print(f"{len(groups):>6} groups", flush=True)


if __name__ == "__main__":
    main()

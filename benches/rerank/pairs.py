"""Real questions and the texts that a recall hands to its reranker for each of them, in fused order."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import recallcore
from benches.quality.asking import NOW
from benches.quality.datasets import Judged, load_locomo
from recallcore.rerank import CallableReranker

CANDIDATES = 300
# All of them in one go, whatever a recall would save itself.
EVERY_ONE = recallcore.RerankOptions(full=True, gate=False, deadline=None)


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """One question beside its candidates, as a reranker sees both."""

    query: str
    texts: tuple[str, ...]


def draw_pairs(path: Path, *, questions: int, conversations: int, seed: int) -> list[Asked]:
    """Recalls `questions` questions of some conversations of a LoCoMo file, each with `CANDIDATES` texts.

    Conversations and questions are drawn with `seed`. A question that finds fewer candidates is passed over.
    """
    chance = Random(seed)
    banks = load_locomo(path).banks
    drawn = chance.sample(banks, min(conversations, len(banks)))
    asked: list[Asked] = []
    for left, judged in zip(range(len(drawn), 0, -1), drawn, strict=True):
        wanted = -(-(questions - len(asked)) // left)
        asked.extend(_of_conversation(judged, wanted=wanted, chance=chance))
    if len(asked) < questions:
        raise ValueError(f"{path}: only {len(asked)} of {questions} questions have {CANDIDATES} candidates")
    # Mixed, so that the rounds do not go through one conversation after the other.
    chance.shuffle(asked)
    return asked


def _of_conversation(judged: Judged, *, wanted: int, chance: Random) -> list[Asked]:
    seen: list[Asked] = []

    def record(query: str, texts: Sequence[str]) -> list[float]:
        seen.append(Asked(query=query, texts=tuple(texts)))
        return [0.0] * len(texts)

    reranker = CallableReranker(record, name="recorder", scale="logit")
    questions = chance.sample(judged.questions, len(judged.questions))
    with (
        TemporaryDirectory(prefix="recallcore-rerank-") as folder,
        recallcore.open(Path(folder) / "bank", reranker=reranker) as bank,
    ):
        bank.retain(judged.memories, now=NOW)
        for question in questions:
            bank.recall(question.text, query_time=NOW, rerank=EVERY_ONE, rerank_depth=CANDIDATES)
            full = [one for one in seen if len(one.texts) == CANDIDATES]
            if len(full) == wanted:
                return full
    return full

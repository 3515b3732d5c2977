"""Measures the built reranker: nearness to floats, company, speed and what it does to a fused list.

    python -m reranker.build e5-small-q4.bin --weights weights.npz --reference --out /tmp/reference
    python -m reranker.check --reference /tmp/reference --data DIR --json figures.json

Run in `models/`. DIR holds `locomo/` and `retrieval/korquad1-dev/`; without it only what needs no data is
measured. Exits with 1 if a figure misses its bound.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
from embedding import Embedder
from numpy.typing import NDArray
from retrieval_sets import RetrievalSet, figures, korquad, locomo
from settings import MODEL_FOLDER as EMBEDDER_FOLDER

from reranker.mining import fused_scores
from reranker.scoring import Scorer
from reranker.settings import MODEL_FOLDER

KORQUAD_QUESTIONS = 1000
DEPTH = 30
_LIST = 300
_LISTS = 4
_SEED = 7

# What must hold, by the name of the figure.
BOUNDS: dict[str, Callable[[float], bool]] = {
    "company.largest_difference": lambda difference: difference <= 1e-6,
    "bytes.model": lambda size: size <= 30_000_000,
    "locomo.ndcg@10.gain": lambda gain: gain > 0,
}


def company(scorer: Scorer) -> dict[str, float]:
    """Returns how far logits move when pairs share a batch, change places, or get more padding."""
    random = np.random.default_rng(_SEED)
    lengths = (5, 6, 7, 16, 16, 31, 33, 64, 100, 257)
    size = scorer.tokenizer.get_vocab_size()
    pairs = [[0, *random.integers(4, size, length - 2).tolist(), 2] for length in lengths]
    alone = np.concatenate([scorer.logits_of_ids([pair]) for pair in pairs])
    others = {
        "batch": scorer.logits_of_ids(pairs),
        "reversed": scorer.logits_of_ids(pairs[::-1])[::-1],
        "padding": np.concatenate([scorer.logits_of_ids([pair], width=len(pair) + 61) for pair in pairs]),
    }
    result = {f"company.{name}": float(np.abs(alone - there).max()) for name, there in others.items()}
    return result | {"company.largest_difference": max(result.values())}


def speed(scorer: Scorer) -> dict[str, float]:
    """Returns the fastest of several runs in milliseconds per pair, by the clock."""
    random = np.random.default_rng(_SEED)
    result = {}
    for batch, length in ((32, 64), (16, 128), (1, 64)):
        ids = random.integers(4, scorer.tokenizer.get_vocab_size(), (batch, length)).tolist()
        clock = []
        for _ in range(100 // batch + 5):
            started = time.perf_counter()
            scorer.logits_of_ids(ids)
            clock.append(time.perf_counter() - started)
        result[f"ms.{batch}x{length}"] = 1000 * min(clock) / batch
    return result


def kendall(one: NDArray[np.float32], other: NDArray[np.float32]) -> float:
    """Returns Kendall's tau of two score lists of the same texts."""
    upper = np.triu_indices(len(one), 1)
    same = np.sign(one[:, None] - one[None]) * np.sign(other[:, None] - other[None])
    return float(same[upper].mean())


def nearness(scorer: Scorer, reference: Scorer, one: RetrievalSet, fused: NDArray[np.float32]) -> float:
    """Returns the mean of Kendall's tau between two models over long lists of candidates."""
    taus = []
    for place in np.random.default_rng(_SEED).permutation(len(one.questions))[:_LISTS]:
        rows = np.argsort(-fused[place], kind="stable")[:_LIST]
        pairs = [(one.questions[place], one.passages[row]) for row in rows]
        taus.append(kendall(scorer.logits(pairs), reference.logits(pairs)))
    return float(np.mean(taus))


def reranked(
    scorer: Scorer, one: RetrievalSet, fused: NDArray[np.float32], *, blend: float
) -> NDArray[np.float32]:
    """Returns scores whose order has the head of each fused list by relevance, the rest below as it was."""
    scores = fused - 2
    for place, question in enumerate(one.questions):
        rows = np.argsort(-fused[place], kind="stable")[:DEPTH]
        logits = scorer.logits([(question, one.passages[row]) for row in rows])
        share = fused[place, rows] / fused[place].max()
        scores[place, rows] = (1 - blend) / (1 + np.exp(-logits)) + blend * share
    return scores


def gain(
    name: str,
    scorer: Scorer,
    sets: Sequence[RetrievalSet],
    lists: Sequence[NDArray[np.float32]],
    *,
    blend: float,
) -> dict[str, float]:
    """Returns recall@10 and nDCG@10 of the fused lists and of the reranked ones, over all questions."""
    before: list[tuple[float, float]] = []
    after: list[tuple[float, float]] = []
    for one, fused in zip(sets, lists, strict=True):
        before += figures(fused, one.relevant)
        after += figures(reranked(scorer, one, fused, blend=blend), one.relevant)
    (recall, ndcg), (new_recall, new_ndcg) = np.mean(before, axis=0), np.mean(after, axis=0)
    return {
        f"{name}.fused.recall@10": float(recall),
        f"{name}.fused.ndcg@10": float(ndcg),
        f"{name}.recall@10": float(new_recall),
        f"{name}.ndcg@10": float(new_ndcg),
        f"{name}.ndcg@10.gain": float(new_ndcg - ndcg),
    }


def measure(
    folder: Path, *, reference: Path | None, data: Path | None, threads: int, blend: float
) -> dict[str, float]:
    """Returns all figures that can be had with what is there."""
    scorer = Scorer(folder, threads=threads)
    result = {
        "bytes.model": float((folder / "model.onnx").stat().st_size),
        "bytes.tokenizer": float((folder / "tokenizer.json").stat().st_size),
    }
    result |= company(scorer) | speed(scorer)
    if data is None or not data.is_dir():
        print("no --data: nothing is measured on texts")
        return result
    embedder = Embedder(EMBEDDER_FOLDER / "model.onnx", EMBEDDER_FOLDER / "tokenizer.json", threads=threads)
    conversations, paragraphs = locomo(data), korquad(data, questions=KORQUAD_QUESTIONS)
    talks, articles = (
        [fused_scores(one.questions, one.passages, embedder, dense=True) for one in sets]
        for sets in (conversations, [paragraphs])
    )
    if reference is None:
        print("no --reference: not compared with floats")
    else:
        whole = Scorer(reference, threads=threads)
        result["locomo.tau"] = nearness(scorer, whole, conversations[0], talks[0])
        result["korquad.tau"] = nearness(scorer, whole, paragraphs, articles[0])
    result |= gain("locomo", scorer, conversations, talks, blend=blend)
    return result | gain("korquad", scorer, [paragraphs], articles, blend=blend)


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    arguments.add_argument("--model", type=Path, default=MODEL_FOLDER)
    arguments.add_argument("--reference", type=Path, help="folder of `build.py --reference`")
    arguments.add_argument("--data", type=Path, help="folder of evaluation sets")
    arguments.add_argument("--threads", type=int, default=2)
    arguments.add_argument("--blend", type=float, default=0.2, help="the share of the fused score")
    arguments.add_argument("--json", type=Path, help="file to write the figures to")
    options = arguments.parse_args()
    result = measure(
        options.model,
        reference=options.reference,
        data=options.data,
        threads=options.threads,
        blend=options.blend,
    )
    for name, value in result.items():
        print(f"{name:32} {value:.4f}")
    if options.json:
        options.json.write_text(json.dumps(result, indent=1) + "\n", encoding="utf-8")
    missed = [name for name, holds in BOUNDS.items() if name in result and not holds(result[name])]
    for name in missed:
        print(f"out of bounds: {name} {result[name]:.4f}")
    raise SystemExit(1 if missed else 0)


if __name__ == "__main__":
    main()

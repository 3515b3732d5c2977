"""Measures the built model: pieces, company, speed and retrieval, beside the uncut one in floats.

    python models/build_e5.py e5-small-q4.bin --reference --out /tmp/reference
    python models/check_e5.py --reference /tmp/reference --data DIR --json figures.json

DIR holds `locomo/` and `retrieval/korquad1-dev/`; without it only what needs no data is measured.
Exits with 1 if a figure misses its bound.
"""

from __future__ import annotations

import argparse
import json
import time
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
from embedding import PASSAGE, QUERY, Embedder
from retrieval_sets import RetrievalSet, figures, korquad, locomo
from settings import MODEL_FOLDER
from vocabulary import SPECIAL_PIECES

KORQUAD_QUESTIONS = 600
_SEED = 7

# What must hold, by the name of the figure.
BOUNDS: dict[str, Callable[[float], bool]] = {
    "pieces.locomo.words": lambda share: share >= 0.999,
    "pieces.korquad.words": lambda share: share >= 0.999,
    "company.largest_difference": lambda difference: difference <= 1e-6,
    "locomo.recall@10.loss": lambda loss: loss <= 0.005,
    "korquad.ndcg@10.loss": lambda loss: loss <= 0.01,
}

ODD_TEXTS = (
    "",
    "   ",
    "ＡＢＣ　１２３ ｶﾞｷﾞ",
    "½ ㎏ ㈜ ﬁ ﬂ ① ™ ㋿ ～ 〜",
    "zero\u200bwidth no\u00a0break soft\u00adhyphen \ufeffmark joined👨\u200d👩\u200d👧",
    "line\none\r\ntwo\ttab\u2028three  end ",
    "각 하\u1161나 e\u0301te\u0301 \u1112\u1161\u11ab\u1100\u1173\u11af",
    "<s>markup</s> <pad> <unk> <mask> ▁mark",
    "def f(x): return x ** 2 != 0x1F  # TODO",
    "日本語の文章、そして中文简体與繁體。",
    "Привет мир, γειά σου Κόσμε, مرحبا",
    "\x00\x01nul and \ud7ff edge \U0010fffd",
)


def pieces(cut: Embedder, whole: Embedder, sets: dict[str, list[str]]) -> dict[str, float]:
    """Returns the shares of words and of texts that both tokenizers cut the same way."""
    result = {}
    for name, texts in sets.items():
        words = Counter(word for text in texts for word in text.split())
        same = dict(zip(words, _same(cut, whole, list(words)), strict=True))
        result[f"pieces.{name}.distinct_words"] = float(np.mean(list(same.values())))
        result[f"pieces.{name}.words"] = sum(n for word, n in words.items() if same[word]) / words.total()
        result[f"pieces.{name}.texts"] = float(np.mean(_same(cut, whole, texts)))
        unknown = SPECIAL_PIECES.index("<unk>")
        result[f"pieces.{name}.unknown"] = float(sum(ids.count(unknown) for ids in cut.token_ids(texts)))
    return result


def _same(cut: Embedder, whole: Embedder, texts: Sequence[str]) -> list[bool]:
    ours = cut.tokenizer.encode_batch(list(texts))
    theirs = whole.tokenizer.encode_batch(list(texts))
    return [bool(a.tokens == b.tokens) for a, b in zip(ours, theirs, strict=True)]


def company(embedder: Embedder) -> dict[str, float]:
    """Returns how far vectors move when texts share a batch, change places, or get more padding."""
    random = np.random.default_rng(_SEED)
    lengths = (3, 4, 7, 16, 16, 31, 33, 64, 100, 257)
    size = embedder.tokenizer.get_vocab_size()
    texts = [[0, *random.integers(4, size, length - 2).tolist(), 2] for length in lengths]
    alone = np.concatenate([embedder.embed_ids([text]) for text in texts])
    others = {
        "batch": embedder.embed_ids(texts),
        "reversed": embedder.embed_ids(texts[::-1])[::-1],
        "padding": np.concatenate([embedder.embed_ids([text], width=len(text) + 61) for text in texts]),
        "pairs": np.concatenate([embedder.embed_ids(texts[i : i + 2]) for i in range(0, len(texts), 2)]),
    }
    result = {f"company.{name}": float(np.abs(alone - there).max()) for name, there in others.items()}
    return result | {"company.largest_difference": max(result.values())}


def speed(embedder: Embedder) -> dict[str, float]:
    """Returns the fastest of several runs in milliseconds per text, by the clock and of processors."""
    random = np.random.default_rng(_SEED)
    result = {}
    for batch, length in ((32, 64), (32, 128), (1, 16)):
        ids = random.integers(4, embedder.tokenizer.get_vocab_size(), (batch, length))
        feeds = {"input_ids": ids, "attention_mask": np.ones_like(ids)}
        clock, processors = [], []
        for _ in range(100 // batch + 5):
            started = time.perf_counter(), time.process_time()
            embedder.session.run(None, feeds)
            clock.append(time.perf_counter() - started[0])
            processors.append(time.process_time() - started[1])
        result[f"ms.{batch}x{length}"] = 1000 * min(clock) / batch
        result[f"processor_ms.{batch}x{length}"] = 1000 * min(processors) / batch
    return result


class Vectors:
    """One model's vectors of one retrieval set, and every question's cosine with every passage."""

    def __init__(self, embedder: Embedder, one: RetrievalSet) -> None:
        self.passages = embedder.embed(one.passages, prefix=PASSAGE)
        self.questions = embedder.embed(one.questions, prefix=QUERY)
        self.similarities = self.questions @ self.passages.T


def retrieval(name: str, embedder: Embedder, sets: Sequence[RetrievalSet]) -> dict[str, float]:
    """Returns recall@10 and nDCG@10, each the mean over all questions of all sets."""
    results: list[tuple[float, float]] = []
    for one in sets:
        results += figures(Vectors(embedder, one).similarities, one.relevant)
    recall, ndcg = np.mean(results, axis=0)
    return {f"{name}.recall@10": float(recall), f"{name}.ndcg@10": float(ndcg)}


def likeness(cut: Embedder, whole: Embedder, sets: dict[str, list[str]]) -> dict[str, float]:
    """Returns cosines between the two models' vectors of the same texts."""
    result = {}
    for name, texts in sets.items():
        random = np.random.default_rng(_SEED)
        sample = [texts[i] for i in random.permutation(len(texts))[:200]]
        ours, theirs = (model.embed(sample, prefix=PASSAGE) for model in (cut, whole))
        cosines = np.asarray((ours * theirs).sum(axis=1))
        result[f"likeness.{name}.mean"] = float(cosines.mean())
        result[f"likeness.{name}.least"] = float(cosines.min())
    return result


def _embedder(folder: Path, threads: int) -> Embedder:
    return Embedder(folder / "model.onnx", folder / "tokenizer.json", threads=threads)


def measure(model: Path, *, reference: Path | None, data: Path | None, threads: int) -> dict[str, float]:
    """Returns all figures that can be had with what is there."""
    cut = _embedder(model, threads)
    result = company(cut) | speed(cut)
    whole = _embedder(reference, threads) if reference else None
    if whole is None:
        print("no --reference: not compared with the uncut model")
    else:
        odd = _same(cut, whole, ODD_TEXTS)
        result["pieces.odd.texts"] = float(np.mean(odd))
        result |= {f"reference.{name}": value for name, value in speed(whole).items()}
    if data is None or not data.is_dir():
        print("no --data: retrieval not measured")
        return result

    conversations, paragraphs = locomo(data), korquad(data, questions=KORQUAD_QUESTIONS)
    if whole is not None:
        texts = {
            "locomo": [text for one in conversations for text in (*one.passages, *one.questions)],
            "korquad": [*paragraphs.passages, *paragraphs.questions],
        }
        result |= pieces(cut, whole, texts) | likeness(cut, whole, texts)
    result |= retrieval("locomo", cut, conversations) | retrieval("korquad", cut, [paragraphs])
    if whole is not None:
        result |= retrieval("reference.locomo", whole, conversations)
        result |= retrieval("reference.korquad", whole, [paragraphs])
        for name in ("locomo.recall@10", "korquad.ndcg@10"):
            result[f"{name}.loss"] = result[f"reference.{name}"] - result[name]
    return result


def main() -> int:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    arguments.add_argument("--model", type=Path, default=MODEL_FOLDER)
    arguments.add_argument("--reference", type=Path, help="folder of build_e5.py --reference")
    arguments.add_argument("--data", type=Path, help="folder of evaluation sets")
    arguments.add_argument("--threads", type=int, default=2, help="threads of onnxruntime")
    arguments.add_argument("--json", type=Path, help="file to write the figures to")
    options = arguments.parse_args()

    result = measure(options.model, reference=options.reference, data=options.data, threads=options.threads)
    missed = [name for name, holds in BOUNDS.items() if name in result and not holds(result[name])]
    for name, value in result.items():
        print(f"{name:32} {value:.6g}" + ("   MISSED" if name in missed else ""))
    if options.json:
        options.json.write_text(json.dumps(result, indent=2) + "\n", encoding="utf-8")
    return 1 if missed else 0


if __name__ == "__main__":
    raise SystemExit(main())

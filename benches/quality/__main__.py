"""`python -m benches.quality`: measure recall quality on judged questions.

Exit codes: 0 measured, 2 wrong usage, 3 the data are missing or not in the form expected.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

from benches.quality.bootstrap import RESAMPLES
from benches.quality.datasets import (
    Dataset,
    DatasetError,
    first_questions,
    load_locomo,
    load_plain,
    sample_questions,
)
from benches.quality.report import markdown, summary, write
from benches.quality.run import run, say_on_stderr
from benches.quality.systems import SYSTEMS, choose
from recallcore.embed import resolve

LEAST_RESAMPLES = 1_000


def main(arguments: Sequence[str] | None = None) -> int:
    """Measures, prints the Markdown page on standard output and, with `--out`, writes both forms."""
    parser = _parser()
    options = parser.parse_args(arguments)
    if options.resamples < LEAST_RESAMPLES:
        parser.error(f"--resamples must be at least {LEAST_RESAMPLES}, given {options.resamples}")
    try:
        systems = choose(options.systems)
    except ValueError as error:
        parser.error(str(error))
    try:
        dataset = _dataset(options)
    except DatasetError as error:
        say_on_stderr(f"error: {error}")
        return 3
    embedder = resolve(_embedder_spec(options.embedder))
    began = time.perf_counter()
    say_on_stderr(
        f"{dataset.name}: {dataset.questions} questions in {len(dataset.banks)} banks, {len(systems)} systems"
    )
    measured = run(dataset, systems, embedder=embedder, say=say_on_stderr)
    identity = None if embedder is None else asdict(embedder.identity)
    figures = summary(measured, embedder=identity, resamples=options.resamples)
    figures["wall_seconds"] = round(time.perf_counter() - began, 3)
    sys.stdout.write(json.dumps(figures, ensure_ascii=False) + "\n" if options.json else markdown(figures))
    if options.out is not None:
        for path in write(figures, options.out):
            say_on_stderr(f"wrote {path}")
    say_on_stderr(f"measured in {figures['wall_seconds']:.1f} s")
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m benches.quality", description=__doc__)
    source = parser.add_mutually_exclusive_group(required=True)
    source.add_argument("--locomo", type=Path, metavar="FILE", help="a LoCoMo conversation file")
    source.add_argument(
        "--jsonl", type=Path, metavar="DIR", help="a folder with corpus.jsonl, queries.jsonl and qrels.tsv"
    )
    parser.add_argument("--systems", metavar="NAME,…", help=f"some of {', '.join(SYSTEMS)}; default: all")
    parser.add_argument("--embedder", metavar="NAME|DIR|none", help="default: the one that came along")
    part = parser.add_mutually_exclusive_group()
    part.add_argument("--limit-queries", type=_positive, metavar="N", help="only the first N questions")
    part.add_argument("--sample", type=_positive, metavar="N", help="only N questions, drawn with --seed")
    parser.add_argument("--seed", type=int, default=0, help="of --sample (default 0)")
    parser.add_argument(
        "--resamples", type=int, default=RESAMPLES, help=f"of the intervals (default {RESAMPLES})"
    )
    parser.add_argument("--out", type=Path, metavar="DIR", help="write <dataset>.json and <dataset>.md there")
    parser.add_argument("--json", action="store_true", help="print JSON instead of Markdown")
    return parser


def _positive(text: str) -> int:
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError(f"expected a number from 1, given {text}")
    return number


def _dataset(options: argparse.Namespace) -> Dataset:
    dataset = load_plain(options.jsonl) if options.locomo is None else load_locomo(options.locomo)
    if options.limit_queries is not None:
        return first_questions(dataset, options.limit_queries)
    if options.sample is not None:
        return sample_questions(dataset, options.sample, seed=options.seed)
    return dataset


def _embedder_spec(name: str | None) -> str | Path | None:
    return Path(name) if name is not None and Path(name).is_dir() else name


if __name__ == "__main__":
    sys.exit(main())

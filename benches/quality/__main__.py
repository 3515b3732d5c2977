"""`python -m benches.quality`: measure recall quality on judged questions.

Exit codes: 0 measured, 2 wrong usage, 3 the data are missing or not in the form expected.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from benches.quality.bootstrap import RESAMPLES
from benches.quality.datasets import (
    Dataset,
    DatasetError,
    first_questions,
    load_locomo,
    load_plain,
    sample_questions,
)
from benches.quality.foreign import Foreign, of_another_set, rotated
from benches.quality.markdown import markdown
from benches.quality.run import run, say_on_stderr
from benches.quality.split import PARTS, split
from benches.quality.summary import summary
from benches.quality.systems import (
    RELEVANCE_SYSTEMS,
    Reranking,
    System,
    catalogue,
    choose,
    require_known,
    split_names,
)
from benches.quality.writing import write
from recallcore import RecallCoreError
from recallcore.embed import resolve
from recallcore.importers import CONTEXT_TURNS
from recallcore.rerank import resolve as resolve_reranker
from recallcore.types import RerankOptions

LEAST_RESAMPLES = 1_000


def main(arguments: Sequence[str] | None = None) -> int:
    """Measures, prints the Markdown page on standard output and, with `--out`, writes every report."""
    parser = _parser()
    options = parser.parse_args(arguments)
    if options.resamples < LEAST_RESAMPLES:
        parser.error(f"--resamples must be at least {LEAST_RESAMPLES}, given {options.resamples}")
    if options.out is not None and find_spec("matplotlib") is None:
        parser.error("--out draws charts with matplotlib, which is not installed: pip install --group bench")
    try:
        reranking, reranker = _reranking(options)
        systems = choose(options.systems, reranking=reranking)
        tested = _tested(options.abstention, systems)
    except (ValueError, RecallCoreError) as error:
        parser.error(str(error))
    try:
        dataset = _dataset(options)
        foreign = rotated(dataset) if options.foreign is None else _foreign(dataset, options.foreign)
    except DatasetError as error:
        say_on_stderr(f"error: {error}")
        return 3
    if not dataset.has_context:
        # Without a context in the data those systems are others over again.
        systems = tuple(system for system in systems if system.context)
    embedder = resolve(_name_or_directory(options.embedder))
    began = time.perf_counter()
    say_on_stderr(
        f"{dataset.name}: {dataset.questions} questions in {len(dataset.banks)} banks, {len(systems)} systems"
    )
    measured = run(dataset, systems, embedder=embedder, foreign=foreign, tested=tested, say=say_on_stderr)
    identity = None if embedder is None else asdict(embedder.identity)
    figures = summary(measured, embedder=identity, reranker=reranker, resamples=options.resamples)
    figures["wall_seconds"] = round(time.perf_counter() - began, 3)
    _print(figures, as_json=options.json)
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
    names = ", ".join(catalogue(Reranking()))
    parser.add_argument("--systems", metavar="NAME,…", help=f"some of {names}; default: all")
    parser.add_argument(
        "--context-turns",
        type=_count,
        default=CONTEXT_TURNS,
        metavar="N",
        help=f"turns before a turn that are its context in --locomo (default {CONTEXT_TURNS})",
    )
    parser.add_argument("--embedder", metavar="NAME|DIR|none", help="default: the one that came along")
    parser.add_argument(
        "--reranker", metavar="NAME|DIR|none", help="default: the one that came along, if any"
    )
    parser.add_argument(
        "--rerank-options", type=_rerank_options, metavar="JSON", help='how it is used, as in {"blend": 0.3}'
    )
    parser.add_argument(
        "--split", choices=PARTS, default="all", help="half of the conversations or questions (default all)"
    )
    part = parser.add_mutually_exclusive_group()
    part.add_argument("--limit-queries", type=_positive, metavar="N", help="only the first N questions")
    part.add_argument("--sample", type=_positive, metavar="N", help="only N questions, drawn with --seed")
    parser.add_argument("--seed", type=int, default=0, help="of --sample (default 0)")
    parser.add_argument(
        "--abstention",
        metavar="NAME,…|none",
        help="systems that are asked unanswerable questions too; default: "
        f"{' and '.join(RELEVANCE_SYSTEMS)}, where they run",
    )
    parser.add_argument(
        "--foreign",
        type=Path,
        metavar="DIR",
        help="unanswerable are the questions of this folder, in the form of --jsonl; default: those of the "
        "next conversation, if there are several",
    )
    parser.add_argument(
        "--resamples", type=int, default=RESAMPLES, help=f"of the intervals (default {RESAMPLES})"
    )
    parser.add_argument(
        "--out", type=Path, metavar="DIR", help="write <dataset>.json, .md, .html and .png there"
    )
    parser.add_argument("--json", action="store_true", help="print JSON instead of Markdown")
    return parser


def _positive(text: str) -> int:
    return _whole(text, least=1)


def _count(text: str) -> int:
    return _whole(text, least=0)


def _whole(text: str, *, least: int) -> int:
    number = int(text)
    if number < least:
        raise argparse.ArgumentTypeError(f"expected a number from {least}, given {text}")
    return number


def _rerank_options(text: str) -> RerankOptions:
    try:
        return RerankOptions.read(json.loads(text))
    except (ValueError, RecallCoreError) as error:
        raise argparse.ArgumentTypeError(str(error)) from error


def _dataset(options: argparse.Namespace) -> Dataset:
    if options.locomo is None:
        whole = load_plain(options.jsonl)
    else:
        whole = load_locomo(options.locomo, context_turns=options.context_turns)
    dataset = split(whole, options.split)
    if options.limit_queries is not None:
        return first_questions(dataset, options.limit_queries)
    if options.sample is not None:
        return sample_questions(dataset, options.sample, seed=options.seed)
    return dataset


def _foreign(dataset: Dataset, folder: Path) -> Foreign:
    return of_another_set(dataset, load_plain(folder))


def _tested(names: str | None, systems: Sequence[System]) -> frozenset[str]:
    """The systems whose relevance is tested."""
    known = {system.name: system for system in systems}
    if names is None:
        return frozenset(known).intersection(RELEVANCE_SYSTEMS)
    wanted = [] if names == "none" else split_names(names)
    require_known(wanted, known)
    return frozenset(wanted)


def _reranking(options: argparse.Namespace) -> tuple[Reranking | None, str | None]:
    """The reranker that was chosen, and its name; it is read once here, so that a wrong one fails at once."""
    model = _name_or_directory(options.reranker)
    found = resolve_reranker(model)
    if found is None:
        return None, None
    return Reranking(model=model, options=options.rerank_options), found.name


def _name_or_directory(name: str | None) -> str | Path | None:
    return Path(name) if name is not None and Path(name).is_dir() else name


def _print(figures: Mapping[str, Any], *, as_json: bool) -> None:
    sys.stdout.write(json.dumps(figures, ensure_ascii=False) + "\n" if as_json else markdown(figures))


if __name__ == "__main__":
    sys.exit(main())

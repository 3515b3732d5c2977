"""Times the reranking of real candidates beside the usual ways of doing it, over the very same weights.

    make bench-rerank ARGS="--model DIR --locomo FILE"
    make bench-rerank ARGS="--model DIR --locomo FILE --rounds 40"      with more patience
    make bench-rerank ARGS="--model DIR --locomo FILE --least 2.7"      fails below 2.7 times the usual loop
    make bench-rerank ARGS="--model DIR --locomo FILE --recalls 1000"   with more whole recalls

The model is an ONNX cross-encoder with its tokenizer.json and config.json. From a quantised file one of
32-bit floats is made, and from that the same model in torch, so that all sides have one set of weights. A
question's 300 candidates are what a recall of a LoCoMo conversation hands to its reranker. Sides take turns,
another one first in every round; nothing is printed unless all fp32 sides agree. Measure on a machine that
does nothing else: onnxruntime's threads wait by spinning unless told not to, so other work slows some more.
"""

from __future__ import annotations

import argparse
import os
import platform
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import onnxruntime

from benches.quality.datasets import load_locomo
from benches.rerank.alone import alone
from benches.rerank.endurance import heartbeat, memory
from benches.rerank.ours import open_ours
from benches.rerank.pairs import CANDIDATES
from benches.rerank.prepared import prepare
from benches.rerank.recalls import recalls
from benches.rerank.speed import speed

HEARD = 100
STAGED = 2.0
GROWN_MEGABYTES = 10.0
LATE_MILLISECONDS = 20.0


def main() -> None:
    arguments = parse()
    with TemporaryDirectory(prefix="recallcore-rerank-") as folder:
        prepared = prepare(
            arguments.model,
            file=arguments.file,
            locomo=arguments.locomo,
            questions=arguments.questions,
            conversations=arguments.conversations,
            seed=arguments.seed,
            threads=arguments.threads,
            folder=Path(folder),
        )
        print(
            f"Python {platform.python_version()}, onnxruntime {onnxruntime.__version__}, {platform.machine()}"
        )
        print(f"{os.cpu_count()} cores, {arguments.threads} threads, load {os.getloadavg()[0]:.1f}")
        print(f"{arguments.rounds} rounds over {len(prepared.asked)} questions of {CANDIDATES} pairs each")
        best = speed(prepared, rounds=arguments.rounds, with_torch=not arguments.without_torch)
        alone(prepared)
        ours = open_ours(prepared.models[list(prepared.models)[-1]], threads=arguments.threads)
        staged = recalls(ours, arguments.locomo, count=arguments.recalls, seed=arguments.seed)
        grown = memory(ours, prepared.asked, count=arguments.reranks)
        late = heartbeat(ours, load_locomo(arguments.locomo).banks[0], count=HEARD)
        print(f"load at the end {os.getloadavg()[0]:.1f}")
    if arguments.least is not None and best < arguments.least:
        sys.exit(f"ours is {best:.2f} times as fast as the usual loop in fp32, expected {arguments.least:g}")
    if arguments.gate and (staged < STAGED or grown > GROWN_MEGABYTES or late > LATE_MILLISECONDS):
        sys.exit(
            f"stages {staged:.2f} times as fast, {grown:.1f} MB more, {late:.1f} ms late; expected at least "
            f"{STAGED:g}, at most {GROWN_MEGABYTES:g} and {LATE_MILLISECONDS:g}"
        )


def parse() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "--model", type=Path, required=True, metavar="DIR", help="a cross-encoder's directory"
    )
    parser.add_argument("--file", metavar="NAME", help="its model file, where it holds several")
    parser.add_argument(
        "--locomo", type=Path, required=True, metavar="FILE", help="a LoCoMo conversation file"
    )
    parser.add_argument("--rounds", type=int, default=12, help="of all sides (default 12)")
    parser.add_argument("--questions", type=int, default=12, help="different ones (default 12)")
    parser.add_argument("--conversations", type=int, default=3, help="that they are drawn from (default 3)")
    parser.add_argument("--recalls", type=int, default=200, help="whole ones, by each way (default 200)")
    parser.add_argument("--reranks", type=int, default=2000, help="to watch memory over (default 2000)")
    parser.add_argument("--seed", type=int, default=1, help="of the draw (default 1)")
    parser.add_argument("--threads", type=int, default=2, help="of every side (default 2)")
    parser.add_argument(
        "--gate",
        action="store_true",
        help=f"fail if stages are not {STAGED:g} times as fast as reading everything, if memory grows by "
        f"more than {GROWN_MEGABYTES:g} MB, or an event loop is late by over {LATE_MILLISECONDS:g} ms (p99)",
    )
    parser.add_argument("--without-torch", action="store_true", help="leave the sides on torch out")
    parser.add_argument(
        "--least",
        type=float,
        metavar="RATIO",
        help="fail if ours is not at least so many times as fast as the usual loop in fp32",
    )
    return parser.parse_args()


if __name__ == "__main__":
    main()

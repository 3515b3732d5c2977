"""The committed sample: cases with the reference's answers, for machines without the reference.

python -m tests.peer.sample PYTHON    writes it anew, asking the reference in PYTHON's environment
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

from tests.peer.asking import ask
from tests.peer.cases import Case, draw_cases
from tests.peer.differences import DIFFERENCES

FOLDER = Path(__file__).with_name("sample")
SEED = 1
# How many cases of each stage; more where the rules have more corners, fewer where a case is long.
COUNTS = {
    "budget": 100,
    "fuse": 220,
    "interleave": 120,
    "boosted": 100,
    "cut": 140,
    "strategy_boost": 80,
    "normalise": 120,
    "passthrough": 12,
    "decay": 80,
    "recency": 160,
    "proof": 30,
    "combined": 90,
    "pack": 150,
    "tokens": 50,
    "tags": 150,
    "tag_groups": 150,
    "resolve_tags": 120,
    "tag_similarity": 80,
    "coverage": 110,
    "document": 80,
    "chain": 50,
}
Answered = tuple[Case, Any]


def read(stage: str) -> list[Answered]:
    """The cases of one stage, or the `differences`, each with the reference's answer."""
    lines = (FOLDER / f"{stage}.jsonl").read_text(encoding="utf-8").splitlines()
    return [(entry["case"], entry["answer"]) for entry in map(json.loads, lines)]


def write(stage: str, answered: list[Answered]) -> None:
    lines = [
        json.dumps({"case": case, "answer": answer}, ensure_ascii=False, separators=(",", ":"))
        for case, answer in answered
    ]
    (FOLDER / f"{stage}.jsonl").write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")


def answered_differences() -> dict[str, Answered]:
    """The cases that both sides answer differently on purpose, by name."""
    return {case.pop("name"): (case, answer) for case, answer in read("differences")}


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("python", type=Path, help="the interpreter beside the reference package")
    peer = parser.parse_args().python
    FOLDER.mkdir(exist_ok=True)
    named = [{"name": name, **case} for name, case in DIFFERENCES.items()]
    asked = {stage: draw_cases(stage, count, SEED) for stage, count in COUNTS.items()}
    for stage, cases in [*asked.items(), ("differences", named)]:
        write(stage, list(zip(cases, ask(peer, cases), strict=True)))


if __name__ == "__main__":
    main()

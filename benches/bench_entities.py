"""Prints how well and how fast the built-in extractor finds the entities of the labelled texts.

    python benches/bench_entities.py            both halves, by language
    python benches/bench_entities.py --errors   and every text it gets wrong in the half for tuning

The half `dev` is for tuning, the half `test` for reporting; what was labelled is in
`tests/entities/README.md`.
"""

from __future__ import annotations

import argparse
import json
import time
import unicodedata
from collections import defaultdict
from pathlib import Path

from recallcore.entities import HeuristicExtractor

LABELLED = Path(__file__).resolve().parent.parent / "tests" / "entities" / "labelled.jsonl"
WORDS = 25
ROUNDS = 50


def same_form(entity: str) -> str:
    return unicodedata.normalize("NFKC", entity).casefold()


def print_quality(records: list[dict[str, object]], *, errors: bool) -> None:
    extractor = HeuristicExtractor()
    counts: defaultdict[tuple[str, str], list[int]] = defaultdict(lambda: [0, 0, 0])
    for record in records:
        wanted = {same_form(entity) for entity in record["entities"]}  # type: ignore[attr-defined]
        found = {same_form(entity) for entity in extractor.extract(str(record["text"]))}
        for language in (str(record["language"]), "all"):
            tally = counts[str(record["split"]), language]
            tally[0] += len(wanted & found)
            tally[1] += len(found - wanted)
            tally[2] += len(wanted - found)
        if errors and record["split"] == "dev" and wanted != found:
            print(f"{record['text']}\n    wrong {sorted(found - wanted)}  missed {sorted(wanted - found)}")
    print("half  language  precision  recall  labels")
    for (split, language), (right, wrong, missed) in sorted(counts.items()):
        precision, recall = right / max(1, right + wrong), right / max(1, right + missed)
        print(f"{split:5} {language:9} {precision:9.3f} {recall:7.3f} {right + missed:7}")


def print_speed(records: list[dict[str, object]]) -> None:
    extractor = HeuristicExtractor()
    for language in ("en", "ko", "code"):
        words = " ".join(str(record["text"]) for record in records if record["language"] == language).split()
        texts = [" ".join(words[at : at + WORDS]) for at in range(0, len(words) - WORDS + 1, WORDS)]
        best = float("inf")
        for _ in range(ROUNDS):
            began = time.perf_counter()
            for text in texts:
                extractor.extract(text)
            best = min(best, time.perf_counter() - began)
        print(f"{language:5} {best / len(texts) * 1e6:6.0f} µs per text of {WORDS} words, best of {ROUNDS}")


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--errors", action="store_true", help="print what is wrong in the half for tuning")
    arguments = parser.parse_args()
    records = [json.loads(line) for line in LABELLED.read_text(encoding="utf-8").splitlines()]
    print_quality(records, errors=arguments.errors)
    print_speed(records)


if __name__ == "__main__":
    main()

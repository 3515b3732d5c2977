"""Times the parser of time beside the reference package's analyser, on the same questions in one process.

    make bench-time-peer

Runs in the reference package's environment with the wheel of recallcore put into it. Both read the questions
of `tests/temporal/tables`; nothing is remembered between two reads of one question. Whether each gives a
window is printed too, against what the tables expect.
"""

from __future__ import annotations

import os
import statistics
import time
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

os.environ.setdefault("HINDSIGHT_API_LLM_PROVIDER", "mock")
os.environ.setdefault("HINDSIGHT_API_RERANKER_PROVIDER", "rrf")
os.environ.setdefault("HINDSIGHT_API_EMBEDDINGS_PROVIDER", "openai")

from hindsight_api.engine.query_analyzer import DateparserQueryAnalyzer

from recallcore.temporal import parse_time_window
from recallcore.temporal.scan import scan

TABLES = Path(__file__).resolve().parent.parent / "tests" / "temporal" / "tables"
NOW = datetime(2025, 11, 12, 10, 30, tzinfo=UTC)
LANGUAGES = ("en", "ko", "ja", "zh", "de", "fr", "es", "pt", "it", "nl")
ROUNDS = 3

Reader = Callable[[str], bool]


def ours(text: str) -> bool:
    scan.cache_clear()
    return parse_time_window(text, now=NOW) is not None


def theirs(analyser: DateparserQueryAnalyzer) -> Reader:
    def read(text: str) -> bool:
        return analyser.analyze(text, NOW.replace(tzinfo=None)).temporal_constraint is not None

    return read


def questions(language: str) -> list[tuple[str, bool]]:
    lines = (TABLES / f"{language}.tsv").read_text(encoding="utf-8").splitlines()
    split = (line.partition("\t") for line in lines)
    return [(text, expected != "-") for text, _, expected in split]


def measure(read: Reader, asked: list[tuple[str, bool]]) -> tuple[list[float], int]:
    """The best of the rounds for each question, in microseconds, ascending; and how many were right."""
    best = [float("inf")] * len(asked)
    right = 0
    for turn in range(ROUNDS):
        for place, (text, expected) in enumerate(asked):
            began = time.perf_counter()
            found = read(text)
            best[place] = min(best[place], (time.perf_counter() - began) * 1e6)
            right += turn == 0 and found == expected
    return sorted(best), right


def main() -> None:
    other = theirs(DateparserQueryAnalyzer())
    print(f"{'':6}{'mean µs':>20}{'p50 µs':>18}{'p99 µs':>20}{'window or none as expected':>30}")
    for language in LANGUAGES:
        asked = questions(language)
        (mine, mine_right), (slow, slow_right) = measure(ours, asked), measure(other, asked)
        assert mine_right == len(asked), language
        columns = [
            (statistics.mean(mine), statistics.mean(slow)),
            (mine[len(mine) // 2], slow[len(slow) // 2]),
            (mine[int(len(mine) * 0.99)], slow[int(len(slow) * 0.99)]),
        ]
        told = "".join(f"{a:9.0f}{b:9.0f}{b / a:5.0f}x" for a, b in columns)
        print(f"{language:6}{told}{mine_right:10}/{len(asked)} {slow_right:8}/{len(asked)}")


if __name__ == "__main__":
    main()

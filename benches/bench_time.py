"""Prints how fast expressions of time are read, beside dateparser's search of the same texts in the same run.

    python benches/bench_time.py

dateparser is told the language, which is the fastest way to call it. The queries are those of
`tests/temporal/tables`; we remember nothing between two reads of one query. The windows are checked, too.
"""

from __future__ import annotations

import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

from dateparser.search import search_dates

from recallcore.temporal import parse_time_window
from recallcore.temporal.scan import scan

TABLES = Path(__file__).resolve().parent.parent / "tests" / "temporal" / "tables"
NOW = datetime(2025, 11, 12, 10, 30, tzinfo=UTC)
LANGUAGES = ("en", "ko", "ja", "zh", "de", "fr", "es", "pt", "it", "nl")
ROUNDS = 3
PROSE = "We met in the old mill, talked about bread and rivers, and went home before the rain came down. "
LIMITS = {"p50": 100.0, "p99": 1000.0, "prose": 1000.0, "hard": 5000.0, "first": 5000.0}
"""In microseconds, what docs/time.md promises."""
FIRST_CALL = """
import time
from datetime import datetime, UTC
{imports}
now = datetime(2025, 11, 12, 10, 30, tzinfo=UTC)
began = time.perf_counter()
{call}
print((time.perf_counter() - began) * 1e6)
"""


def ours(text: str, language: str | None) -> object:
    scan.cache_clear()
    return parse_time_window(text, now=NOW, languages=[language] if language else None, long="edges")


def theirs(text: str, language: str | None) -> object:
    settings = {"RELATIVE_BASE": NOW.replace(tzinfo=None)}
    return search_dates(text, languages=[language or "en"], settings=settings)


def times(
    read: Callable[[str, str | None], object], texts: list[tuple[str, str | None]], rounds: int
) -> list[float]:
    """The best of the rounds for each text, in microseconds, ascending."""
    best = [float("inf")] * len(texts)
    for _ in range(rounds):
        for place, (text, language) in enumerate(texts):
            began = time.perf_counter()
            read(text, language)
            best[place] = min(best[place], (time.perf_counter() - began) * 1e6)
    return sorted(best)


def quantile(ordered: list[float], share: float) -> float:
    return ordered[min(len(ordered) - 1, int(len(ordered) * share))]


def first_call(imports: str, call: str) -> float:
    program = FIRST_CALL.format(imports=imports, call=call)
    runs = [
        subprocess.run([sys.executable, "-P", "-c", program], capture_output=True, text=True, check=True)
        for _ in range(4)
    ]
    return min(float(run.stdout) for run in runs[1:])  # the first one may have had to compile


def print_row(name: str, mine: float, other: float, limit: str | None = None) -> None:
    verdict = "" if limit is None else "  ok" if mine <= LIMITS[limit] else f"  OVER {LIMITS[limit]:.0f}"
    print(f"{name:34}{mine:12.0f}{other:14.0f}{other / mine:9.0f}x{verdict}")


def print_queries() -> None:
    for language in (*LANGUAGES, None):
        texts: list[tuple[str, str | None]] = []
        for path in sorted(TABLES.glob(f"{language or '*'}.tsv")):
            for line in path.read_text(encoding="utf-8").splitlines():
                text, _, expected = line.partition("\t")
                assert (ours(text, language) is None) == (expected == "-"), text
                texts.append((text, language))
        mine = times(ours, texts, ROUNDS)
        other = times(theirs, texts if language else texts[::10], ROUNDS)
        name = language or "all, language not given"
        print_row(f"queries, {name}: mean", statistics.mean(mine), statistics.mean(other))
        print_row(f"queries, {name}: p50", quantile(mine, 0.5), quantile(other, 0.5), "p50")
        print_row(f"queries, {name}: p99", quantile(mine, 0.99), quantile(other, 0.99), "p99")


def print_hard_texts() -> None:
    prose = PROSE * (10_000 // len(PROSE))
    for name, text, limit in (
        ("10 kB of prose", prose, "prose"),
        ("10 kB of prose, without edges", prose, "prose"),
        ('"ticket-1 port 2" x 200', "ticket-1 port 2 " * 200, "hard"),
        ('"yesterday " x 10,000', "yesterday " * 10_000, "hard"),
        ("100,000 digits", "7" * 100_000, "hard"),
        ('"monday " x 73 (no document yet)', "monday " * 73, "hard"),
    ):
        read = (lambda text, _: parse_time_window(text, now=NOW)) if "without" in name else ours
        mine = times(read, [(text, "en")], ROUNDS)[0]
        # dateparser takes minutes for these; a tenth of the text is measured, and its time is not scaled up.
        other = times(theirs, [(text[: max(500, len(text) // 10)], "en")], ROUNDS)[0]
        print_row(name, mine, other, limit)


def print_first_calls() -> None:
    for language, query in (
        ("en", "what did Ana promise last week"),
        ("ko", "지난주에 뭐 했지"),
        ("fr", "lundi dernier"),
    ):
        mine = first_call(
            "from recallcore.temporal import parse_time_window",
            f"assert parse_time_window({query!r}, now=now)",
        )
        other = first_call(
            "from dateparser.search import search_dates",
            f"search_dates({query!r}, languages=[{language!r}], settings={{'RELATIVE_BASE': now}})",
        )
        print_row(f"first call after import, {language}", mine, other, "first")


def main() -> None:
    print(f"{'microseconds':34}{'recallcore':>12}{'dateparser':>14}{'faster':>10}")
    print_queries()
    print_hard_texts()
    print_first_calls()


if __name__ == "__main__":
    main()

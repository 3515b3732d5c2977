"""Looks for a text that makes the parser of time raise, or answer what it must not.

    python benches/fuzz_time.py            one minute
    python benches/fuzz_time.py 3600       an hour
    python benches/fuzz_time.py 60 --seed 7

Texts are built from the words of all lexicons, numbers, signs, odd characters and the project's own tables;
the clock, the zone and the options are drawn too. Every answer is checked; the first failure is printed with
what leads to it again. A text that takes more than 100 ms is a failure too.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path
from typing import Any

from recallcore.temporal import parse_time_window, read_time
from recallcore.temporal.foreign_words import FOREIGN
from recallcore.temporal.lexicons import LANGUAGES, lexicon
from recallcore.temporal.scan import scan

TABLES = Path(__file__).resolve().parent.parent / "tests" / "temporal" / "tables"
SIGNS = [
    " ",
    " ",
    " ",
    "",
    "-",
    "/",
    ".",
    ",",
    ":",
    "'",
    "~",
    "–",
    " - ",
    "(",
    ")",
    "#",
    "$",
    "%",
    "\u3000",
    "\n",
    "\u00ad",
]
ODD = [
    "\x00",
    "\ud800",
    "\u202e",
    "ﬁ",
    "İ",
    "ß",
    "㈱",
    "㋿",
    "½",
    "٣",
    "๓",
    "𝟚",
    "e\u0301",
    "ᄌ",
    "ᅵ",
    "ᆫ",
    "\u200d",
    "🗓",
    "a" * 300,
]
SLOWEST_S = 0.1
"""What no text may take; the best of three attempts counts, for the machine has other things to do."""
REPEATED = 512
"""How long a text of one phrase over and over is."""
ZONES = [None, UTC, "Asia/Seoul", "America/New_York", "Pacific/Kiritimati", "Africa/Casablanca"]


def vocabulary() -> list[str]:
    words: list[str] = []
    for code in LANGUAGES:
        for table in lexicon(code).language.words.values():
            for entry in table.values() if isinstance(table, Mapping) else (table,):
                words += [word.strip() for word in entry.split(",") if word.strip()]
    for foreign in FOREIGN.values():
        words += f"{foreign.months} {foreign.units} {foreign.ago}".split()
    return words


def number(dice: random.Random) -> str:
    return str(
        dice.choice(
            [dice.randint(0, 31), dice.randint(1900, 2100), dice.randint(0, 9999), dice.randint(0, 10**9)]
        )
    )


def text(dice: random.Random, words: list[str], lines: list[str]) -> str:
    kind = dice.random()
    if kind < 0.25:
        line = list(dice.choice(lines))
        for _ in range(dice.randint(1, 4)):
            at = dice.randrange(len(line) + 1)
            line[at : at + dice.randint(0, 2)] = dice.choice(
                [number(dice), dice.choice(SIGNS), dice.choice(ODD), dice.choice(words)]
            )
        return "".join(line)
    if kind < 0.3:
        phrase = "".join([dice.choice(words) + dice.choice(["", " "]) for _ in range(dice.randint(1, 3))])
        return (phrase * REPEATED)[:REPEATED]
    pieces = []
    for _ in range(dice.randint(1, 14)):
        roll = dice.random()
        pieces.append(
            dice.choice(words) if roll < 0.68 else number(dice) if roll < 0.92 else dice.choice(ODD)
        )
        pieces.append(dice.choice(SIGNS))
    return "".join(pieces)


def options(dice: random.Random) -> dict[str, Any]:
    year = dice.choice([1, 2, 1900, 2024, 2025, 2025, 2025, 9998, 9999])
    now = datetime(
        year, dice.randint(1, 12), dice.randint(1, 28), dice.randint(0, 23), dice.randint(0, 59), tzinfo=UTC
    )
    return {
        "now": now if dice.random() < 0.8 else now.replace(tzinfo=None),
        "tz": dice.choice([*ZONES, timezone(timedelta(hours=dice.randint(-14, 14)))]),
        "languages": dice.choice(
            [None, None, [dice.choice(LANGUAGES)], list(LANGUAGES), ["ru"], ["no", "pt_BR"]]
        ),
        "week_start": dice.randint(0, 6),
        "hemisphere": dice.choice(["north", "south"]),
        "fiscal_year_start": dice.randint(1, 12),
        "long": dice.choice(["none", "edges"]),
    }


def check(question: str, chosen: dict[str, Any]) -> None:
    reading = read_time(question, **chosen)
    scan.cache_clear()
    assert parse_time_window(question, **chosen) == reading.window, "the same question read twice differs"
    if reading.window is None:
        return
    assert not reading.recent, "a window and a wish for what is recent"
    for window in (reading.window, *reading.window.alternatives):
        start, end = window.start, window.end
        assert start is not None or end is not None, "no edge"
        if isinstance(start, datetime) and isinstance(end, datetime):
            assert start < end, "it ends before it starts"
        for edge in (start, end):
            assert edge is None or (isinstance(edge, datetime) and edge.tzinfo is UTC), (
                "an edge is not in UTC"
            )
        assert 0 < window.confidence <= 1, "confidence"
        assert question[slice(*window.span)] == window.matched, "the match is not in the text"


def seconds_of(question: str, chosen: dict[str, Any]) -> float:
    best = float("inf")
    for _ in range(3):
        scan.cache_clear()
        began = time.perf_counter()
        read_time(question, **chosen)
        best = min(best, time.perf_counter() - began)
        if best < SLOWEST_S / 10:
            break
    return best


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("seconds", type=float, nargs="?", default=60)
    parser.add_argument("--seed", type=int, default=None, help="default: another one every time")
    arguments = parser.parse_args()
    seed = random.SystemRandom().randrange(2**32) if arguments.seed is None else arguments.seed
    dice = random.Random(seed)
    words = vocabulary()
    lines = [
        line.partition("\t")[0]
        for path in sorted(TABLES.glob("*.tsv"))
        for line in path.read_text("utf-8").splitlines()
    ]
    until = time.monotonic() + arguments.seconds
    tried = windows = 0
    slowest = (0.0, "")
    while time.monotonic() < until:
        question, chosen = text(dice, words, lines), options(dice)
        try:
            check(question, chosen)
            took = seconds_of(question, chosen)
            assert took < SLOWEST_S, f"it takes {took * 1e3:.0f} ms"
        except Exception as failure:
            print(f"seed {seed}, text {tried}: {failure!r}\n{question!r}\n{chosen!r}", file=sys.stderr)
            raise
        slowest = max(slowest, (took, question))
        tried += 1
        windows += parse_time_window(question, **chosen) is not None
    print(f"seed {seed}: {tried} texts, {windows} windows, no failure")
    print(f"slowest {slowest[0] * 1e3:.1f} ms: {slowest[1]!r}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())

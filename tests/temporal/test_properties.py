"""What holds for every text, clock and zone."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path
from typing import get_args

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from recallcore.temporal import ParsedWindow, parse_time_window
from recallcore.temporal.actions.amounts import _SIZES
from recallcore.temporal.chart import MOST_EDGES, MOST_EDGES_OF_START, fill
from recallcore.temporal.frequent import FREQUENT
from recallcore.temporal.holidays import holiday, is_holiday
from recallcore.temporal.language import Entry
from recallcore.temporal.lexicons import LANGUAGES, lexicon
from recallcore.temporal.mark import mark
from recallcore.temporal.meaning import Unit
from recallcore.temporal.parse import LONGEST_QUESTION
from recallcore.temporal.scan import scan
from recallcore.temporal.spoken import WORD
from recallcore.temporal.text import cut, fold

TABLES = Path(__file__).parent / "tables"
TEXTS = [
    line.partition("\t")[0]
    for path in sorted(TABLES.glob("*.tsv"))
    for line in path.read_text("utf-8").splitlines()
]
MOMENTS = st.datetimes(timezones=st.just(UTC))
SECONDS = st.integers(min_value=0, max_value=4 * 10**9)
ORDINARY = SECONDS.map(lambda seconds: datetime.fromtimestamp(seconds, UTC))
ZONES = st.integers(min_value=-14 * 60, max_value=14 * 60).map(
    lambda minutes: timezone(timedelta(minutes=minutes))
)
WORDS = st.sampled_from(
    sorted(
        {word for code in LANGUAGES for word in lexicon(code).entries}
        | {"1", "2024", "31", "7", "/", "-", ".", "~"}
    )
)


def edges(window: ParsedWindow) -> tuple[datetime | None, datetime | None]:
    start, end = window.start, window.end
    assert start is None or isinstance(start, datetime)
    assert end is None or isinstance(end, datetime)
    return start, end


@given(text=st.sampled_from(TEXTS), now=MOMENTS, zone=ZONES)
@settings(max_examples=400)
def test_window_starts_before_it_ends_in_years_that_exist(text: str, now: datetime, zone: timezone) -> None:
    window = parse_time_window(text, now=now, tz=zone)
    if window is None:
        return
    for each in (window, *window.alternatives):
        start, end = edges(each)
        assert start is not None or end is not None
        assert start is None or end is None or start < end
        assert all(edge is None or 1 <= edge.year <= 9999 for edge in (start, end))


@given(text=st.text(max_size=80), now=MOMENTS)
@example("\ud800", datetime(2025, 1, 1, tzinfo=UTC))
@example("İ 3 मई 2024", datetime(2025, 1, 1, tzinfo=UTC))
@settings(max_examples=300)
def test_no_text_raises(text: str, now: datetime) -> None:
    parse_time_window(text, now=now, long="edges")


@given(words=st.lists(WORDS, max_size=12), gap=st.sampled_from(["", " "]), now=MOMENTS, zone=ZONES)
@settings(max_examples=400)
def test_no_heap_of_words_raises(words: list[str], gap: str, now: datetime, zone: timezone) -> None:
    text = gap.join(words)
    window = parse_time_window(text, now=now, tz=zone)
    assert window is None or text[slice(*window.span)] == window.matched


@given(weeks=st.integers(min_value=-500, max_value=500), now=ORDINARY)
@pytest.mark.parametrize(
    "text",
    ["last week", "지지난주", "来週の金曜日", "上周三", "letzten Dienstag", "this weekend", "3 days ago"],
)
@settings(max_examples=40)
def test_shifting_now_by_weeks_shifts_the_window(text: str, weeks: int, now: datetime) -> None:
    shift = timedelta(weeks=weeks)
    one = parse_time_window(text, now=now)
    other = parse_time_window(text, now=now + shift)
    assert one is not None
    assert other is not None
    assert edges(other) == tuple(edge and edge + shift for edge in edges(one))


@given(now=ORDINARY, zone=ZONES)
@settings(max_examples=100)
def test_today_holds_now(now: datetime, zone: timezone) -> None:
    window = parse_time_window("today", now=now, tz=zone)
    assert window is not None
    start, end = edges(window)
    assert start is not None
    assert end is not None
    assert start <= now < end
    assert end - start == timedelta(days=1)


def test_scan_knows_no_clock() -> None:
    scan.cache_clear()
    first = parse_time_window("last week", now=datetime(2025, 11, 12, tzinfo=UTC))
    before = scan.cache_info().hits
    second = parse_time_window("last week", now=datetime(2001, 1, 1, tzinfo=UTC))
    assert scan.cache_info().hits == before + 1
    assert first is not None
    assert second is not None
    assert edges(first) != edges(second)


def test_every_process_reads_the_same() -> None:
    program = (
        "import json, sys\n"
        "from datetime import datetime, UTC\n"
        "from recallcore.temporal import parse_time_window\n"
        "now = datetime(2025, 11, 12, 10, 30, tzinfo=UTC)\n"
        "print(json.dumps([str(parse_time_window(text, now=now)) for text in json.load(sys.stdin)]))\n"
    )
    answers = []
    for seed in ("0", "4242"):
        run = subprocess.run(
            [sys.executable, "-P", "-c", program],
            input=json.dumps(TEXTS),
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        )
        answers.append(json.loads(run.stdout))
    assert answers[0] == answers[1]
    assert sum(answer != "None" for answer in answers[0]) > len(TEXTS) // 2


@pytest.mark.parametrize("code", LANGUAGES)
def test_lexicon_names_only_what_exists(code: str) -> None:
    words = lexicon(code).language.words
    known = {
        part
        for following in lexicon(code).rules.values()
        for rules in following.longer.values()
        for rule in rules
        for part in rule.parts
    }
    known |= set(lexicon(code).rules) | {"recent", "refuse_before", "refuse_after", "label"}
    assert set(words) <= known
    holidays = words["HOLIDAY"]
    assert not isinstance(holidays, str)
    assert all(is_holiday(str(name)) for name in holidays)
    for name in holidays:
        first, end = holiday(str(name), 2024)
        assert first < end


@pytest.mark.parametrize("code", LANGUAGES)
def test_word_has_one_value_under_one_symbol(code: str) -> None:
    doubled = [
        (first, rest, symbol)
        for first, entries in lexicon(code).entries.items()
        for (rest, symbol), values in _values(entries).items()
        if len(values) > 1
    ]
    assert doubled == []


def _values(entries: list[Entry]) -> dict[tuple[tuple[str, ...], str], set[object]]:
    found: dict[tuple[tuple[str, ...], str], set[object]] = {}
    for rest, symbol, value in entries:
        found.setdefault((rest, symbol), set()).add(value)
    return found


@pytest.mark.parametrize("code", sorted(FREQUENT))
def test_frequent_word_can_match(code: str) -> None:
    # Languages are counted by whole words of letters, so what holds an apostrophe is never among them.
    assert [word for word in FREQUENT[code].split() if not WORD.fullmatch(word) or fold(word) != word] == []
    assert len(set(FREQUENT[code].split())) == len(FREQUENT[code].split())


@pytest.mark.parametrize(("phrase", "code"), [("a oggi ", "it"), ("三天前", "zh"), ("前一天", "zh")])
def test_text_of_nothing_but_times_builds_no_more_than_it_may(phrase: str, code: str) -> None:
    units = cut((phrase * LONGEST_QUESTION)[:LONGEST_QUESTION])
    words = lexicon(code)
    built = [sum(map(len, cell.values())) for cell in fill(mark(units, words), words.rules)]
    assert max(built) <= MOST_EDGES_OF_START
    assert sum(built) <= MOST_EDGES


@pytest.mark.parametrize("text", TEXTS)
def test_question_builds_less_than_it_may(text: str) -> None:
    units = cut(text)
    for code in LANGUAGES:
        words = lexicon(code)
        built = [sum(map(len, cell.values())) for cell in fill(mark(units, words), words.rules)]
        assert max(built) < MOST_EDGES_OF_START
        assert sum(built) < MOST_EDGES / 10


def test_every_unit_has_a_size() -> None:
    assert set(_SIZES) == set(get_args(Unit))

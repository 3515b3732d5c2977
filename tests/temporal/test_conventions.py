"""What the conventions of docs/time.md say: weeks, seasons, fiscal years, zones, edges of the calendar."""

from __future__ import annotations

import unicodedata
from datetime import UTC, datetime, timedelta, timezone, tzinfo
from zoneinfo import ZoneInfo

import pytest

from recallcore import Settings
from recallcore.config import conventions
from recallcore.errors import ConfigError, InputError
from recallcore.temporal import ParsedWindow, lexicons, parse_time_window, read_time
from recallcore.temporal.foreign_words import FOREIGN

NOW = datetime(2025, 11, 12, 10, 30, tzinfo=UTC)  # a Wednesday


def edges(window: ParsedWindow | None) -> list[object]:
    assert window is not None
    return list(window.to_dict().values())


def days(text: str, now: datetime = NOW, tz: str | tzinfo | None = None, **options: int | str) -> list[str]:
    window = parse_time_window(text, now=now, tz=tz, languages=["en"], **options)  # type: ignore[arg-type]
    return [str(edge)[:16].removesuffix("T00:00") for edge in edges(window)]


# --- Weeks, seasons, fiscal years -----------------------------------------------------------------


def test_week_starts_on_monday_unless_told() -> None:
    assert days("last week") == ["2025-11-03", "2025-11-10"]
    assert days("last week", week_start=6) == ["2025-11-02", "2025-11-09"]


@pytest.mark.parametrize("week_start", range(7))
def test_every_day_can_start_a_week(week_start: int) -> None:
    window = parse_time_window("this week", now=NOW, week_start=week_start)
    assert window is not None
    assert isinstance(window.start, datetime)
    assert isinstance(window.end, datetime)
    assert window.start.weekday() == week_start
    assert window.end - window.start == timedelta(days=7)
    assert window.start <= NOW < window.end


def test_weekend_on_saturday_is_the_one_before() -> None:
    saturday = datetime(2025, 11, 15, 9, tzinfo=UTC)
    assert days("last weekend", saturday) == ["2025-11-08", "2025-11-10"]
    assert days("this weekend", saturday) == ["2025-11-15", "2025-11-17"]
    assert days("over the weekend", saturday) == ["2025-11-15", "2025-11-17"]


def test_weekday_that_is_today() -> None:
    assert days("Wednesday's notes") == ["2025-11-05", "2025-11-06"]
    assert days("what was said on Wednesday") == ["2025-11-12", "2025-11-13"]
    assert days("last Wednesday") == ["2025-11-05", "2025-11-06"]


def test_coming_weekday_is_the_first_after_today() -> None:
    for text in ("the coming Friday", "오는 금요일", "次の金曜日", "kommenden Freitag", "vendredi prochain"):
        window = parse_time_window(text, now=NOW)
        assert edges(window)[0] == "2025-11-14T00:00:00+00:00"
        assert window is not None
        assert [edges(other)[0] for other in window.alternatives] == ["2025-11-21T00:00:00+00:00"]
    assert days("the coming Friday", datetime(2025, 11, 14, 9, tzinfo=UTC)) == ["2025-11-21", "2025-11-22"]
    assert days("next Friday") == ["2025-11-21", "2025-11-22"]


def test_seasons_ago_are_counted_from_the_latest_that_is_over() -> None:
    january = datetime(2026, 1, 20, tzinfo=UTC)
    assert days("two summers ago", january) == ["2024-06-01", "2024-09-01"]
    assert days("two winters ago", january) == ["2023-12-01", "2024-03-01"]
    assert days("two summers ago", january, hemisphere="south") == ["2023-12-01", "2024-03-01"]


def test_digits_have_the_year_first_where_the_language_has() -> None:
    for language, start in (
        ("ko", "2025-10-02"),
        ("ja", "2025-10-02"),
        ("zh", "2025-10-02"),
        ("de", "2002-10-25"),
    ):
        window = parse_time_window("25.10.02", now=NOW, languages=[language])
        assert str(edges(window)[0])[:10] == start


def test_last_monday_has_the_one_of_last_week_as_alternative() -> None:
    window = parse_time_window("last Monday", now=NOW)
    assert window is not None
    assert edges(window)[0] == "2025-11-10T00:00:00+00:00"
    assert [edges(other)[0] for other in window.alternatives] == ["2025-11-03T00:00:00+00:00"]


def test_seasons_follow_the_hemisphere() -> None:
    assert days("last summer") == ["2025-06-01", "2025-09-01"]
    assert days("last summer", hemisphere="south") == ["2024-12-01", "2025-03-01"]


def test_running_season_is_not_the_last_one() -> None:
    july = datetime(2025, 7, 1, tzinfo=UTC)
    assert days("last summer", july) == ["2024-06-01", "2024-09-01"]
    assert days("this summer", july) == ["2025-06-01", "2025-09-01"]


def test_quarter_and_half_without_year_have_begun() -> None:
    assert days("in Q4") == ["2025-10-01", "2026-01-01"]
    assert days("Q4 numbers", datetime(2025, 2, 1, tzinfo=UTC)) == ["2024-10-01", "2025-01-01"]


def test_fiscal_year_is_named_after_most_of_its_months() -> None:
    assert days("this fiscal year", fiscal_year_start=4) == ["2025-04-01", "2026-04-01"]
    assert days("Q1 2025", fiscal_year_start=4) == ["2025-04-01", "2025-07-01"]
    assert days("Q1 2025", fiscal_year_start=10) == ["2024-10-01", "2025-01-01"]
    assert days("last quarter", fiscal_year_start=2) == ["2025-08-01", "2025-11-01"]


def test_rolling_lengths_end_with_today() -> None:
    assert days("the last 7 days") == ["2025-11-05", "2025-11-13"]
    assert days("the last 2 months") == ["2025-09-12", "2025-11-13"]
    assert days("the last two quarters") == ["2025-04-01", "2025-10-01"]
    assert days("the last 3 hours") == ["2025-11-12T07:30", "2025-11-12T10:30"]


def test_distance_is_a_day_and_its_calendar_unit_an_alternative() -> None:
    window = parse_time_window("two months ago", now=NOW)
    assert window is not None
    assert edges(window) == ["2025-09-12T00:00:00+00:00", "2025-09-13T00:00:00+00:00"]
    assert window.grain == "month"
    assert edges(window.alternatives[0]) == ["2025-09-01T00:00:00+00:00", "2025-10-01T00:00:00+00:00"]


def test_order_of_numbers_follows_the_language() -> None:
    assert (
        edges(parse_time_window("on 2/3/2025", now=NOW, languages=["en"]))[0] == "2025-02-03T00:00:00+00:00"
    )
    assert (
        edges(parse_time_window("el 2/3/2025", now=NOW, languages=["es"]))[0] == "2025-03-02T00:00:00+00:00"
    )


def test_longest_match_wins_whatever_rule_made_it() -> None:
    window = parse_time_window("from last week to yesterday in March notes", now=NOW)
    assert window is not None
    assert window.matched == "from last week to yesterday"
    assert window.kind == "range"


def test_other_expressions_are_alternatives() -> None:
    window = parse_time_window("what changed between last week and what we said on 3 May 2024?", now=NOW)
    assert window is not None
    assert {other.matched for other in window.alternatives} >= {"last week"}


def test_confidence_says_how_much_was_assumed() -> None:
    sure = ["on 2025-03-04", "last week", "the last 3 weeks", "a few weeks ago", "on the 4th"]
    windows = [parse_time_window(text, now=NOW) for text in sure]
    confidence = [window.confidence for window in windows if window is not None]
    assert confidence == sorted(confidence, reverse=True)
    assert len(set(confidence)) == len(sure)


# --- The edges of the calendar --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "now", "expected"),
    [
        ("yesterday", "2024-03-01T08:00", ["2024-02-29", "2024-03-01"]),
        ("last month", "2025-01-15T08:00", ["2024-12-01", "2025-01-01"]),
        ("last week", "2026-01-01T00:00", ["2025-12-22", "2025-12-29"]),
        ("this week", "2026-01-01T00:00", ["2025-12-29", "2026-01-05"]),
        ("a month ago", "2025-03-31T08:00", ["2025-02-28", "2025-03-01"]),
        ("a year ago", "2024-02-29T08:00", ["2023-02-28", "2023-03-01"]),
        ("on 29 February", "2025-11-12T08:00", ["2024-02-29", "2024-03-01"]),
        ("week 53 of 2020", "2025-11-12T08:00", ["2020-12-28", "2021-01-04"]),
        ("week 1 of 2025", "2025-11-12T08:00", ["2024-12-30", "2025-01-06"]),
        ("new year's eve", "2025-12-31T08:00", ["2025-12-31", "2026-01-01"]),
        ("last night", "2025-01-01T08:00", ["2024-12-31T18:00", "2025-01-01T05:00"]),
        ("in December", "2025-12-01T00:00", ["2025-12-01", "2026-01-01"]),
    ],
)
def test_turns_of_month_and_year(text: str, now: str, expected: list[str]) -> None:
    assert days(text, datetime.fromisoformat(now).replace(tzinfo=UTC)) == expected


@pytest.mark.parametrize(
    "text",
    [
        "on 31 April 2024",
        "on 29 February 2023",
        "on 2023-02-29",
        "on 30 February",
        "week 53 of 2021",
        "week 54 of 2020",
        "the fifth Monday of February 2025",
        "100000 years ago",
        "9999 years ago",
        "in 9999 years",
        "between 2024 and 2020",
    ],
)
def test_impossible_dates_are_no_window(text: str) -> None:
    assert parse_time_window(text, now=NOW) is None


@pytest.mark.parametrize("now", [datetime(1, 1, 1, tzinfo=UTC), datetime(9999, 12, 31, 23, 59, tzinfo=UTC)])
@pytest.mark.parametrize(
    "text", ["yesterday", "last week", "tomorrow", "next year", "last decade", "in March", "the last 3 days"]
)
def test_ends_of_time_do_not_raise(now: datetime, text: str) -> None:
    for tz in (None, timezone(timedelta(hours=14)), timezone(-timedelta(hours=12))):
        window = parse_time_window(text, now=now, tz=tz)
        assert window is None or window.span == (0, len(text))


# --- Zones ----------------------------------------------------------------------------------------


def test_day_begins_in_the_zone_of_the_question() -> None:
    late = datetime(2025, 11, 12, 23, 30, tzinfo=UTC)
    assert edges(parse_time_window("yesterday", now=late, tz="Asia/Seoul")) == [
        "2025-11-11T15:00:00+00:00",
        "2025-11-12T15:00:00+00:00",
    ]
    assert edges(parse_time_window("yesterday", now=late.astimezone(ZoneInfo("Asia/Seoul")))) == [
        "2025-11-11T15:00:00+00:00",
        "2025-11-12T15:00:00+00:00",
    ]
    assert edges(parse_time_window("yesterday", now=late))[0] == "2025-11-11T00:00:00+00:00"


def test_naive_now_is_local_time_of_the_zone() -> None:
    naive = datetime(2025, 11, 12, 10, 30)  # noqa: DTZ001  # a caller's mistake, or habit
    assert edges(parse_time_window("today", now=naive, tz="Asia/Tokyo"))[0] == "2025-11-11T15:00:00+00:00"
    assert edges(parse_time_window("today", now=naive))[0] == "2025-11-12T00:00:00+00:00"


@pytest.mark.parametrize("zone", ["Pacific/Kiritimati", "Etc/GMT-14", "Etc/GMT+12", "Pacific/Pago_Pago"])
def test_zones_at_the_date_line(zone: str) -> None:
    local = NOW.astimezone(ZoneInfo(zone))
    midnight = local.replace(hour=0, minute=0)
    assert edges(parse_time_window("today", now=NOW, tz=zone))[0] == midnight.astimezone(UTC).isoformat()


def test_day_of_the_spring_change_has_23_hours() -> None:
    berlin = ZoneInfo("Europe/Berlin")
    window = parse_time_window("yesterday", now=datetime(2025, 3, 31, 9, tzinfo=berlin))
    assert edges(window) == ["2025-03-29T23:00:00+00:00", "2025-03-30T22:00:00+00:00"]


def test_day_of_the_autumn_change_has_25_hours() -> None:
    new_york = ZoneInfo("America/New_York")
    window = parse_time_window("yesterday", now=datetime(2025, 11, 3, 9, tzinfo=new_york))
    assert edges(window) == ["2025-11-02T04:00:00+00:00", "2025-11-03T05:00:00+00:00"]


def test_midnight_that_does_not_exist() -> None:
    # Clocks in Havana went from 00:00 to 01:00 on 9 March 2025.
    window = parse_time_window("today", now=datetime(2025, 3, 9, 12, tzinfo=ZoneInfo("America/Havana")))
    assert edges(window) == ["2025-03-09T05:00:00+00:00", "2025-03-10T04:00:00+00:00"]


@pytest.mark.parametrize(
    "now", ["2025-11-02T05:30", "2025-11-02T06:30", "2025-03-09T07:30", "2025-03-09T06:30"]
)
@pytest.mark.parametrize("naive", [False, True])
@pytest.mark.parametrize(
    ("text", "start_minutes", "end_minutes"),
    [
        ("in the last hour", -60, 0),
        ("in the last 3 hours", -180, 0),
        ("30 minutes ago", -37, -23),
        ("two hours ago", -150, -90),
        ("an hour ago", -90, -30),
        ("a few hours ago", -300, -180),
        ("in the last 90 minutes", -90, 0),
        ("in two hours", 90, 150),
    ],
)
def test_hours_are_hours_where_clocks_change(
    now: str, naive: bool, text: str, start_minutes: int, end_minutes: int
) -> None:
    moment = datetime.fromisoformat(now).replace(tzinfo=UTC)
    local = moment.astimezone(ZoneInfo("America/New_York"))
    given = local.replace(tzinfo=None) if naive else moment
    window = parse_time_window(text, now=given, tz="America/New_York")
    assert edges(window) == [
        (moment + timedelta(minutes=minutes)).isoformat() for minutes in (start_minutes, end_minutes)
    ]


def test_days_and_hours_are_counted_by_calendar_and_clock() -> None:
    now = datetime(2025, 3, 9, 12, tzinfo=ZoneInfo("America/New_York"))  # 16:00 in UTC; the day before 17:00
    window = parse_time_window("1 day and 2 hours ago", now=now)
    assert edges(window) == ["2025-03-08T14:30:00+00:00", "2025-03-08T15:30:00+00:00"]


# --- Options and texts ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    "options",
    [
        {"week_start": 7},
        {"week_start": -1},
        {"fiscal_year_start": 0},
        {"fiscal_year_start": 13},
        {"hemisphere": "east"},
        {"long": "all"},
        {"tz": "Mars/Olympus"},
        {"tz": "../etc/passwd"},
        {"tz": ""},
        {"tz": "Asia"},
        {"tz": "\ud800\x00"},
        {"tz": 5},
        {"tz": 0},
        {"tz": b"UTC"},
        {"tz": []},
        {"tz": False},
        {"week_start": True},
        {"week_start": 1.0},
        {"week_start": "1"},
        {"week_start": None},
        {"fiscal_year_start": True},
        {"fiscal_year_start": 6.0},
        {"hemisphere": None},
        {"long": None},
    ],
)
def test_unknown_options_are_refused(options: dict[str, object]) -> None:
    with pytest.raises(ConfigError, match=next(iter(options))):
        parse_time_window("last week", now=NOW, **options)  # type: ignore[arg-type]


def test_long_text_is_a_document() -> None:
    text = "Last week we met. " + "Nothing of note happened here. " * 30
    assert parse_time_window(text, now=NOW) is None
    window = parse_time_window(text, now=NOW, long="edges")
    assert window is not None
    assert window.matched == "Last week"


def test_edges_of_a_document_keep_their_place() -> None:
    text = "Nothing of note happened here. " * 30 + "We met yesterday."
    window = parse_time_window(text, now=NOW, long="edges")
    assert window is not None
    assert text[slice(*window.span)] == "yesterday"


@pytest.mark.parametrize("shift", range(13))
@pytest.mark.parametrize("said", ["2024-11-23", "12/11/2024"])
def test_edge_of_a_document_cuts_no_number(said: str, shift: int) -> None:
    filler = "word " * 200
    for text in (
        "x" * shift + " " + filler[:245] + said + " " + filler,
        filler + said + " " + filler[:245] + "x" * shift,
    ):
        window = parse_time_window(text, now=NOW, long="edges")
        assert window is None or window.matched == said


@pytest.mark.parametrize("shift", range(5))
def test_edge_of_a_document_without_spaces_cuts_no_number(shift: int) -> None:
    text = "字" * 600 + "12月23日の話" + "字" * (245 + shift)
    window = parse_time_window(text, now=NOW, long="edges")
    assert window is None or window.matched == "12月23日"


@pytest.mark.parametrize(
    "text",
    [
        "what did we say recently",
        "최근에 뭐 했지",
        "最近どう",
        "最近聊了什么",
        "neulich erwähnt",
        "ces derniers temps",
    ],
)
def test_recently_is_a_wish_and_no_window(text: str) -> None:
    reading = read_time(text, now=NOW)
    assert reading.window is None
    assert reading.recent


def test_recently_beside_a_window_is_the_window() -> None:
    reading = read_time("최근 3일간 뭐 했지", now=NOW)
    assert reading.window is not None
    assert not reading.recent


def test_match_points_into_the_given_text() -> None:
    for text in ("ｌａｓｔ　ｗｅｅｋ의 회의", "회의록 지난주 것", "le résumé d’hier soir", "지난주 회의"):
        window = parse_time_window(text, now=NOW)
        assert window is not None
        assert text[slice(*window.span)] == window.matched


@pytest.mark.parametrize(
    ("text", "matched"),
    [
        (unicodedata.normalize("NFD", "회의 지난주 기록"), unicodedata.normalize("NFD", "지난주")),
        (
            unicodedata.normalize("NFD", "über März 2024 reden"),
            unicodedata.normalize("NFD", "über März 2024"),
        ),
        (unicodedata.normalize("NFD", "où, en août 2024"), unicodedata.normalize("NFD", "en août 2024")),
        ("ﾊﾞ last week ﬁ", "last week"),  # one character shrinks and another grows
        ("ﬁ e\u0301 last week", "last week"),
        ("½ İ last week", "last week"),
        ("ﾃﾞｰﾀは３日前の話", "３日前"),
        ("前のｸﾘｽﾏｽとﾊﾞﾚﾝﾀｲﾝﾃﾞｰ", "ﾊﾞﾚﾝﾀｲﾝﾃﾞｰ"),
    ],
)
def test_match_is_the_words_whatever_folding_does(text: str, matched: str) -> None:
    window = parse_time_window(text, now=NOW)
    assert window is not None
    assert window.matched == matched
    assert text[slice(*window.span)] == matched


def test_window_is_a_time_window() -> None:
    from recallcore import TimeWindow

    window = parse_time_window("last week", now=NOW)
    assert isinstance(window, TimeWindow)
    assert TimeWindow.read(window) is window


@pytest.mark.parametrize("code", ["ko-KR", "ko_KR", " KO ", "ko-Kore-KR"])
def test_language_may_name_a_country(code: str) -> None:
    window = parse_time_window("상위 항목, 지난주", now=NOW, languages=[code])
    assert window is not None
    assert window.language == "ko"


def test_norwegian_has_two_codes() -> None:
    window = parse_time_window("hva sa vi 3. mai 2024", now=NOW, languages=["no"])
    assert window is not None
    assert window.language == "nb"


def test_known_languages_are_those_that_are_read() -> None:
    assert (*lexicons.LANGUAGES, *sorted(FOREIGN)) == conventions.LANGUAGES


@pytest.mark.parametrize("languages", ["ko", b"ko", [], [""], [5], [None], ["xx"], ["ko", "xx-KO"], 5])
def test_languages_that_cannot_be_read_are_refused(languages: object) -> None:
    with pytest.raises(ConfigError, match="languages"):
        parse_time_window("last week", now=NOW, languages=languages)  # type: ignore[arg-type]
    with pytest.raises(ConfigError, match="languages"):
        Settings(languages=languages)  # type: ignore[arg-type]


class _Broken(tzinfo):
    def utcoffset(self, moment: datetime | None) -> timedelta | None:
        del moment
        raise RuntimeError("out of order")

    def dst(self, moment: datetime | None) -> timedelta | None:
        return self.utcoffset(moment)

    def tzname(self, moment: datetime | None) -> str:
        del moment
        return "broken"


class _Aimless(_Broken):
    def utcoffset(self, moment: datetime | None) -> timedelta | None:
        del moment
        return None


@pytest.mark.parametrize("zone", [_Broken(), _Aimless()])
@pytest.mark.parametrize("now", [NOW, NOW.replace(tzinfo=None)])
def test_zone_that_cannot_tell_the_time_is_refused(zone: tzinfo, now: datetime) -> None:
    with pytest.raises(ConfigError, match="tz"):
        parse_time_window("last week", now=now, tz=zone)
    with pytest.raises(ConfigError, match="tz"):
        parse_time_window("last week", now=now.replace(tzinfo=zone))


class _Worn(_Broken):
    def utcoffset(self, moment: datetime | None) -> timedelta | None:
        if moment is None or moment.year < 2025:
            raise RuntimeError("no records")
        return timedelta(0)


@pytest.mark.parametrize(
    "text", ["last year", "300 days and 2 hours ago, last winter", "in the last 9000 hours"]
)
def test_zone_that_cannot_tell_another_time_is_refused(text: str) -> None:
    with pytest.raises(ConfigError, match="tz"):
        parse_time_window(text, now=NOW.replace(tzinfo=None), tz=_Worn())


@pytest.mark.parametrize("now", [None, NOW.date(), "2025-11-12", 0])
def test_now_must_be_a_datetime(now: object) -> None:
    with pytest.raises(ConfigError, match="now"):
        parse_time_window("last week", now=now)  # type: ignore[arg-type]


@pytest.mark.parametrize("text", [None, b"last week", 5])
def test_text_must_be_text(text: object) -> None:
    with pytest.raises(InputError, match="text"):
        parse_time_window(text, now=NOW)  # type: ignore[arg-type]


def test_long_name_of_a_zone_is_cut_in_the_message() -> None:
    with pytest.raises(ConfigError, match="tz") as refused:
        parse_time_window("last week", now=NOW, tz="Asia/" + "x" * 5000)
    assert len(str(refused.value)) < 200

"""Languages without a lexicon: a new release of dateparser must go on answering for the spans we cut out."""

from __future__ import annotations

import json
import subprocess
import sys
from datetime import UTC, datetime

import pytest

from recallcore.temporal import fallback, parse_time_window
from recallcore.temporal.fallback import LONGEST_SPAN
from recallcore.temporal.foreign_words import FOREIGN

NOW = datetime(2025, 11, 12, 10, 30, tzinfo=UTC)
DATED = {
    "ar": "ما الذي اتفقنا عليه في 3 مايو 2024 مع الفريق",
    "bg": "какво решихме на 3 май 2024 с екипа",
    "ca": "què vam dir el 3 de maig de 2024 a la cuina",
    "cs": "co jsme řekli 3. května 2024 v kuchyni",
    "da": "hvad sagde vi den 3. maj 2024 i køkkenet",
    "el": "τι είπαμε στις 3 Μαΐου 2024 στην κουζίνα",
    "fi": "mitä sovimme 3. toukokuuta 2024 keittiössä",
    "he": "מה אמרנו ב 3 במאי 2024 במטבח",
    "hi": "हमने 3 मई 2024 को क्या कहा",
    "hr": "što smo rekli 3. svibnja 2024 u kuhinji",
    "hu": "mit mondtunk 2024. május 3. a konyhában",
    "id": "apa yang kita bahas 3 Mei 2024 di dapur",
    "nb": "hva sa vi 3. mai 2024 på kjøkkenet",
    "pl": "co ustaliliśmy 3 maja 2024 w kuchni",
    "ro": "ce am spus pe 3 mai 2024 în bucătărie",
    "ru": "что мы решили 3 мая 2024 на кухне",
    "sk": "čo sme povedali 3. mája 2024 v kuchyni",
    "sv": "vad sa vi den 3 maj 2024 i köket",
    "tr": "mutfakta 3 Mayıs 2024 ne dedik",
    "uk": "що ми вирішили 3 травня 2024 на кухні",
    "vi": "chúng ta nói gì ngày 3 tháng 5 năm 2024 ở bếp",
}
AGO = {
    "ar": "ماذا قلنا قبل 3 أيام",
    "bg": "какво казахме преди 3 дни",
    "ca": "què vam dir fa 3 dies",
    "cs": "co jsme řekli před 3 dny",
    "da": "hvad sagde vi for 3 dage siden",
    "el": "τι είπαμε πριν από 3 ημέρες",
    "fi": "mitä sovimme 3 päivää sitten",
    "he": "מה אמרנו לפני 3 ימים",
    "hi": "हमने 3 दिन पहले क्या कहा",
    "hr": "što smo rekli prije 3 dana",
    "hu": "mit mondtunk 3 nappal ezelőtt",
    "id": "apa yang kita bahas 3 hari yang lalu",
    "nb": "hva sa vi for 3 dager siden",
    "pl": "co mówiliśmy 3 dni temu",
    "ro": "ce am spus acum 3 zile",
    "ru": "что мы решили 3 дня назад",
    "sv": "vad sa vi för 3 dagar sedan",
    "tr": "3 gün önce ne dedik",
    "uk": "що ми казали 3 дні тому",
    "vi": "chúng ta nói gì 3 ngày trước",
}


OURS = [
    "last week",
    "지난주",
    "room 312 in building 9",
    "2024-05-03",
    "nothing",
    "what did the Mars 2020 rover find?",
    "did I order 12 mars bars for the party?",
    "we drank 5 mai tais at the bar",
    "how old is April, 34?",
    "april 5000 users",
    "45 april",
    "ticket 3 august",
    "every 3 november",
    "gate 3 juni",
    "may 32 2024",
]
"""Texts that dateparser must not see."""


@pytest.mark.parametrize("code", sorted(FOREIGN))
def test_date_is_read(code: str) -> None:
    window = parse_time_window(DATED[code], now=NOW, languages=[code])
    assert window is not None
    assert window.to_dict() == {"start": "2024-05-03T00:00:00+00:00", "end": "2024-05-04T00:00:00+00:00"}
    assert window.kind == "date"
    assert len(window.matched) <= LONGEST_SPAN


@pytest.mark.parametrize("code", sorted(AGO))
def test_distance_is_read(code: str) -> None:
    window = parse_time_window(AGO[code], now=NOW, languages=[code])
    assert window is not None
    assert window.to_dict() == {"start": "2025-11-09T00:00:00+00:00", "end": "2025-11-10T00:00:00+00:00"}
    assert window.kind == "distance"


@pytest.mark.parametrize("code", ["ru", "pl", "fi", "tr", "cs", "uk", "vi"])
def test_language_need_not_be_given(code: str) -> None:
    window = parse_time_window(DATED[code], now=NOW)
    assert window is not None
    assert window.to_dict()["start"] == "2024-05-03T00:00:00+00:00"


@pytest.mark.parametrize(
    "text", ["встреча в мае", "3 дня отпуска", "комната 312", "тел. 8 495 123 45 67", "v 3 krocích"]
)
def test_without_number_and_month_nothing_is_asked(text: str) -> None:
    assert parse_time_window(text, now=NOW) is None


def test_caller_s_languages_are_the_only_ones() -> None:
    assert parse_time_window(DATED["ru"], now=NOW, languages=["en", "ko"]) is None


def test_month_of_a_year_is_the_whole_month() -> None:
    window = parse_time_window("отчёт за май 2024", now=NOW, languages=["ru"])
    assert window is not None
    assert window.to_dict() == {"start": "2024-05-01T00:00:00+00:00", "end": "2024-06-01T00:00:00+00:00"}


@pytest.mark.parametrize("text", ["٣ مايو ٢٠٢٤", "३ मई २०२४", "3 मई २०२४", "on ٣ May 2024", "২০২৪-০৫-০৩"])
def test_digits_of_every_script_are_digits(text: str) -> None:
    window = parse_time_window(text, now=NOW)
    assert window is not None
    assert window.to_dict()["start"] == "2024-05-03T00:00:00+00:00"
    assert text.endswith(window.matched)


def test_languages_of_ours_never_load_it() -> None:
    program = (
        "import sys, datetime\n"
        "from recallcore import parse_time_window\n"
        "now = datetime.datetime(2025, 11, 12, tzinfo=datetime.UTC)\n"
        "import json\n"
        "for text in json.load(sys.stdin):\n"
        "    parse_time_window(text, now=now)\n"
        "print('dateparser' in sys.modules)\n"
    )
    run = subprocess.run(
        [sys.executable, "-P", "-c", program],
        input=json.dumps(OURS),
        capture_output=True,
        text=True,
        check=True,
    )
    assert run.stdout.strip() == "False"


def test_missing_dateparser_costs_no_recall(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "dateparser", None)
    monkeypatch.delitem(sys.modules, "dateparser.date", raising=False)
    assert parse_time_window(DATED["ru"], now=NOW) is None


def test_at_most_three_stretches_are_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    monkeypatch.setattr(fallback, "_read", lambda span, code, clock: asked.append(span))
    assert parse_time_window(" и ".join(["3 мая 2024"] * 9), now=NOW) is None
    assert asked == ["3 мая 2024"] * 3


def test_long_distance_is_read() -> None:
    window = parse_time_window("hvad sagde vi for 45 dage siden", now=NOW, languages=["da"])
    assert window is not None
    assert window.to_dict()["start"] == "2025-09-28T00:00:00+00:00"

"""Holidays whose day follows from the year: a date, the n-th weekday of a month, days counted from Easter.

Lunar calendars are left out: their days cannot be computed in a line, and a guess would be a wrong window.
"""

from __future__ import annotations

from datetime import date, timedelta
from typing import Final

FIXED: Final = {
    "new_year": (1, 1),
    "new_years_eve": (12, 31),
    "epiphany": (1, 6),
    "groundhog_day": (2, 2),
    "valentine": (2, 14),
    "pi_day": (3, 14),
    "st_patrick": (3, 17),
    "womens_day": (3, 8),
    "girls_day_zh": (3, 7),
    "arbor_day_zh": (3, 12),
    "march_first": (3, 1),
    "white_day": (3, 14),
    "april_fools": (4, 1),
    "earth_day": (4, 22),
    "labour_day": (5, 1),
    "childrens_day_may": (5, 5),
    "childrens_day_june": (6, 1),
    "youth_day_zh": (5, 4),
    "teachers_day_kr": (5, 15),
    "parents_day_kr": (5, 8),
    "teachers_day_zh": (9, 10),
    "memorial_day_kr": (6, 6),
    "constitution_day_kr": (7, 17),
    "juneteenth": (6, 19),
    "us_independence": (7, 4),
    "bastille_day": (7, 14),
    "liberation_day_kr": (8, 15),
    "assumption": (8, 15),
    "augsburg_peace": (8, 8),
    "st_john": (6, 24),
    "st_john_pt": (6, 24),
    "national_day_zh": (10, 1),
    "foundation_day_kr": (10, 3),
    "hangul_day": (10, 9),
    "german_unity": (10, 3),
    "reformation_day": (10, 31),
    "halloween": (10, 31),
    "all_saints": (11, 1),
    "all_souls": (11, 2),
    "guy_fawkes": (11, 5),
    "armistice": (11, 11),
    "singles_day": (11, 11),
    "st_martin": (11, 11),
    "immaculate": (12, 8),
    "constitution_day_es": (12, 6),
    "hispanic_day": (10, 12),
    "brazil_independence": (9, 7),
    "brazil_republic": (11, 15),
    "tiradentes": (4, 21),
    "portugal_freedom": (4, 25),
    "portugal_day": (6, 10),
    "italy_republic": (6, 2),
    "italy_liberation": (4, 25),
    "kings_day": (4, 27),
    "liberation_day_nl": (5, 5),
    "st_nicholas_eve": (12, 5),
    "st_nicholas": (12, 6),
    "victory_europe": (5, 8),
    "mexico_independence": (9, 16),
    "christmas_eve": (12, 24),
    "christmas": (12, 25),
    "boxing_day": (12, 26),
    "tanabata": (7, 7),
    "showa_day": (4, 29),
    "constitution_day_jp": (5, 3),
    "greenery_day": (5, 4),
    "mountain_day": (8, 11),
    "culture_day_jp": (11, 3),
    "labour_thanks_jp": (11, 23),
    "foundation_day_jp": (2, 11),
    "autumn_begins": (9, 22),
    "pepero_day": (11, 11),
}
"""Month and day."""

NTH: Final = {
    "mlk_day": (1, 0, 3),
    "presidents_day": (2, 0, 3),
    "mothers_day": (5, 6, 2),
    "mothers_day_fr": (5, 6, -1),
    "mothers_day_es": (5, 6, 1),
    "memorial_day_us": (5, 0, -1),
    "fathers_day": (6, 6, 3),
    "us_labour_day": (9, 0, 1),
    "columbus_day": (10, 0, 2),
    "harvest_thanks_de": (10, 6, 1),
    "thanksgiving": (11, 3, 4),
    "coming_of_age_jp": (1, 0, 2),
    "marine_day": (7, 0, 3),
    "elders_day_jp": (9, 0, 3),
    "sports_day_jp": (10, 0, 2),
    "swiss_prayer_day": (9, 6, 3),
}
"""Month, weekday (Monday is 0) and which one of them, from the end where negative."""

FROM_EASTER: Final = {
    "easter": 0,
    "easter_monday": 1,
    "carnival_saturday": -50,
    "carnival_sunday": -49,
    "rose_monday": -48,
    "carnival": -47,
    "ash_wednesday": -46,
    "palm_sunday": -7,
    "maundy_thursday": -3,
    "good_friday": -2,
    "holy_saturday": -1,
    "ascension": 39,
    "pentecost": 49,
    "whit_monday": 50,
    "corpus_christi": 60,
}
"""Days after Easter Sunday."""

BEFORE_CHRISTMAS: Final = {
    "advent_1": 22,
    "advent_2": 15,
    "advent_3": 8,
    "advent_4": 1,
    "mourning_de": 36,
    "prayer_day_de": 33,
    "dead_sunday": 29,
}
"""Days before 25 December, counted from the last Sunday that lies before it plus one."""

SPANS: Final = {
    "christmas_holidays": ((12, 24), (12, 27)),
    "turn_of_year": ((12, 28), (1, 4)),
    "obon": ((8, 13), (8, 17)),
    "golden_week_jp": ((4, 29), (5, 6)),
    "golden_week_zh": ((10, 1), (10, 8)),
}
"""Month and day of the first day, and of the day after the last."""


def holiday(name: str, year: int) -> tuple[date, date]:
    """Returns the first day of a holiday and the day after its last.

    Raises:
        KeyError: There is no holiday of that name.
        ValueError: The year lies outside of 1 to 9999.

    Example:
        >>> holiday("easter", 2026)[0].isoformat(), holiday("thanksgiving", 2026)[0].isoformat()
        ('2026-04-05', '2026-11-26')
    """
    if name in SPANS:
        (month, day), (end_month, end_day) = SPANS[name]
        end_year = year + 1 if end_month < month else year
        return date(year, month, day), date(end_year, end_month, end_day)
    first = _day(name, year)
    return first, first + timedelta(days=1)


def is_holiday(name: str) -> bool:
    """Whether `holiday` knows the name."""
    return (
        any(name in table for table in (FIXED, NTH, FROM_EASTER, BEFORE_CHRISTMAS, SPANS)) or name in _NAMED
    )


def easter(year: int) -> date:
    """Returns Easter Sunday of the Gregorian calendar, by the anonymous algorithm of 1876.

    Example:
        >>> easter(2024).isoformat()
        '2024-03-31'
    """
    golden = year % 19
    century, rest = divmod(year, 100)
    epact = (19 * golden + century - century // 4 - (century - (century + 8) // 25 + 1) // 3 + 15) % 30
    shift = (32 + 2 * (century % 4) + 2 * (rest // 4) - epact - rest % 4) % 7
    late = (golden + 11 * epact + 22 * shift) // 451
    month, day = divmod(epact + shift - 7 * late + 114, 31)
    return date(year, month, day + 1)


def nth_weekday(year: int, month: int, weekday: int, n: int) -> date:
    """Returns the ``n``-th weekday of a month, counted from its end where ``n`` is negative.

    Raises:
        ValueError: The month has fewer of them.
    """
    if n > 0:
        first = date(year, month, 1)
        found = first + timedelta(days=(weekday - first.weekday()) % 7 + 7 * (n - 1))
    else:
        following = date(year + month // 12, month % 12 + 1, 1)
        last = following - timedelta(days=1)
        found = last - timedelta(days=(last.weekday() - weekday) % 7 + 7 * (-n - 1))
    if found.month != month:
        raise ValueError(f"month {month} of {year} has no weekday {weekday} number {n}")
    return found


def _day(name: str, year: int) -> date:
    if name in FIXED:
        return date(year, *FIXED[name])
    if name in NTH:
        month, weekday, n = NTH[name]
        return nth_weekday(year, month, weekday, n)
    if name in FROM_EASTER:
        return easter(year) + timedelta(days=FROM_EASTER[name])
    if name in BEFORE_CHRISTMAS:
        christmas = date(year, 12, 25)
        fourth_advent = christmas - timedelta(days=christmas.weekday() + 1)
        return fourth_advent - timedelta(days=BEFORE_CHRISTMAS[name] - 1)
    return _NAMED[name](year)


_NAMED: Final = {
    "black_friday": lambda year: nth_weekday(year, 11, 3, 4) + timedelta(days=1),
    "cyber_monday": lambda year: nth_weekday(year, 11, 3, 4) + timedelta(days=4),
}

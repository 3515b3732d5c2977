"""Units of the calendar as naive local datetimes: where one begins, and how to step from one to the next."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from recallcore.temporal.meaning import Unit

DAY: Final = timedelta(days=1)
MONTHS: Final[dict[str, int]] = {
    "month": 1,
    "quarter": 3,
    "season": 3,
    "half": 6,
    "year": 12,
    "fiscal_year": 12,
    "decade": 120,
    "century": 1200,
}
"""Units that are so many months long."""
DAYS: Final[dict[str, int]] = {
    "day": 1,
    "business_day": 1,
    "week": 7,
    "work_week": 7,
    "weekend": 7,
    "fortnight": 14,
}
"""Units that follow each other after so many days."""


def midnight(moment: datetime) -> datetime:
    """Returns the beginning of the day."""
    return moment.replace(hour=0, minute=0, second=0, microsecond=0)


def add_months(moment: datetime, months: int) -> datetime:
    """Returns the same day so many months later, or the last day of a month that is too short.

    Raises:
        ValueError: The year would lie outside of 1 to 9999.

    Example:
        >>> add_months(datetime(2024, 1, 31), 1).isoformat()
        '2024-02-29T00:00:00'
    """
    total = moment.year * 12 + moment.month - 1 + months
    year, month = divmod(total, 12)
    day = min(moment.day, days_in_month(year, month + 1))
    return moment.replace(year=year, month=month + 1, day=day)


def days_in_month(year: int, month: int) -> int:
    """Returns how many days a month has.

    Example:
        >>> days_in_month(2023, 2), days_in_month(2024, 2)
        (28, 29)
    """
    if month == 2:
        return 29 if year % 4 == 0 and (year % 100 != 0 or year % 400 == 0) else 28
    return 30 if month in (4, 6, 9, 11) else 31


def add_units(moment: datetime, unit: Unit, number: float) -> datetime:
    """Returns the moment so many units later, or earlier where negative. Halves count for what they can.

    Raises:
        ValueError: The year would lie outside of 1 to 9999.
        OverflowError: As above.
    """
    if unit in MONTHS:
        whole = int(number * MONTHS[unit])
        rest = number * MONTHS[unit] - whole
        return add_months(moment, whole) + timedelta(days=round(rest * 30))
    if unit == "business_day":
        return _add_business_days(moment, int(number))
    if unit == "hour":
        return moment + timedelta(hours=number)
    if unit == "minute":
        return moment + timedelta(minutes=number)
    return moment + timedelta(days=int(number * DAYS[unit]))


def unit_start(moment: datetime, unit: Unit, *, week_start: int, fiscal_year_start: int) -> datetime:
    """Returns the beginning of the unit of the calendar in which a moment lies.

    Weeks begin on ``week_start``, weekends on Saturday; quarters and halves are those of the fiscal year.
    """
    day = midnight(moment)
    if unit in ("week", "fortnight"):
        return day - timedelta(days=(day.weekday() - week_start) % 7)
    if unit == "work_week":
        return day - timedelta(days=day.weekday())
    if unit == "weekend":
        return day + timedelta(days=5 - day.weekday())
    if unit in ("quarter", "half", "fiscal_year"):
        return add_months(day.replace(day=1), -((day.month - fiscal_year_start) % MONTHS[unit]))
    if unit == "month":
        return day.replace(day=1)
    if unit in MONTHS:
        years = MONTHS[unit] // 12
        year = day.year - day.year % years
        return day.replace(year=max(year, 1), month=1, day=1)
    if unit == "hour":
        return moment.replace(minute=0, second=0, microsecond=0)
    if unit == "minute":
        return moment.replace(second=0, microsecond=0)
    return day


def unit_end(start: datetime, unit: Unit) -> datetime:
    """Returns the end of the unit that begins at ``start``."""
    if unit == "weekend":
        return start + 2 * DAY
    if unit == "work_week":
        return start + 5 * DAY
    return add_units(start, "day" if unit == "business_day" else unit, 1)


def _add_business_days(moment: datetime, number: int) -> datetime:
    step = DAY if number > 0 else -DAY
    for _ in range(min(abs(number), 4000)):
        moment += step
        while moment.weekday() > 4:
            moment += step
    return moment

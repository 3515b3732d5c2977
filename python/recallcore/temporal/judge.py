"""How an expression was said, how sure its reading is, and what else it may mean."""

from __future__ import annotations

from typing import Final

from recallcore.temporal.meaning import (
    Annual,
    Between,
    Elapsed,
    Enclosing,
    Lasting,
    Latest,
    Moment,
    MonthDay,
    Now,
    Nth,
    Open,
    PartOfDay,
    Phased,
    Relative,
    Rolling,
    Run,
    Shifted,
    Weekday,
    Year,
    Years,
)
from recallcore.temporal.window import Kind

_KINDS: Final[dict[type, Kind]] = {
    Now: "relative",
    Relative: "relative",
    Latest: "relative",
    Year: "period",
    Years: "period",
    MonthDay: "date",
    Weekday: "relative",
    Nth: "part",
    Run: "part",
    Phased: "part",
    PartOfDay: "part",
    Enclosing: "part",
    Shifted: "distance",
    Rolling: "rolling",
    Lasting: "rolling",
    Elapsed: "part",
    Between: "range",
    Open: "open",
}
_WEAK: Final = 0.4
_ROUGH: Final = 0.5
_ROLLING: Final = 0.7
_NAMED: Final = 0.9


def kind_of(moment: Moment) -> Kind:
    """Returns how an expression was said.

    Example:
        >>> kind_of(Relative("week", -1)), kind_of(Annual("date", a=5, b=3))
        ('relative', 'date')
    """
    if isinstance(moment, Annual):
        return "date" if moment.what == "date" else "period"
    return _KINDS[type(moment)]


def confidence_of(moment: Moment, *, weak: bool) -> float:
    """Returns how sure a reading is, from 0 to 1; ``weak`` says that a word needed a licence.

    Example:
        >>> confidence_of(Annual("date", a=5, b=3, year=Year(2026)), weak=False)
        1.0
    """
    if isinstance(moment, (Between, Open, PartOfDay, Phased, Nth, Run, Enclosing, Elapsed, Lasting)):
        inner = moment.b if isinstance(moment, Between) else moment.of
        return min(_NAMED, confidence_of(inner, weak=weak))
    if isinstance(moment, (Rolling, Shifted)):
        return _ROUGH if moment.length.rough else _ROLLING if isinstance(moment, Rolling) else _NAMED
    if isinstance(moment, Annual) and isinstance(moment.year, Year):
        return 1.0 if moment.what == "date" else _NAMED
    if isinstance(moment, Annual) and moment.year is None and moment.pick == "near" and weak:
        return 0.8 if moment.what in ("month", "season") else _WEAK
    if isinstance(moment, MonthDay) and moment.month is None:
        return _WEAK
    return _NAMED if not weak or isinstance(moment, Year) else 0.6


def alternatives_of(moment: Moment) -> tuple[Moment, ...]:
    """Returns what else an expression may mean: "last Monday" may be the one of last week.

    Example:
        >>> alternatives_of(Weekday(0, pick="last"))
        (Weekday(day=0, week=Relative(unit='week', step=-1), pick='past'),)
    """
    if isinstance(moment, Weekday) and moment.week is None and moment.pick == "last":
        return (Weekday(moment.day, week=Relative("week", -1)),)
    if isinstance(moment, Weekday) and moment.pick == "coming":
        return (Weekday(moment.day, pick="next"),)
    if isinstance(moment, Annual) and moment.pick == "last" and moment.year is None and not moment.back:
        return (Annual(moment.what, moment.a, moment.b, moment.name, year=Relative("year", -1)),)
    if isinstance(moment, Shifted) and isinstance(moment.of, Now) and not moment.length.rough:
        unit, number = moment.length.parts[0]
        if len(moment.length.parts) == 1 and unit in ("week", "month", "year") and number == int(number):
            return (Relative(unit, int(number) * moment.sign),)
    if isinstance(moment, Rolling) and moment.length.parts[0][0] in ("week", "month", "year"):
        unit, number = moment.length.parts[0]
        return (Relative(unit, moment.sign),) if number == 1 else ()
    return ()

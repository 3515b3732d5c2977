"""The rules that languages share, as sequences of symbols; a lexicon adds the orders of its own language.

Symbols with a value begin with a capital, function words with a small letter (`recallcore.temporal.chart`).

==========  =======================================================================================
``T``       a complete time expression; ``TW`` is one that rests on a weak word and its licence
``P``       a span that may stand alone: "last week", "3 May", "summer of 2021"
``W``       a span that needs a preposition or another licence: a bare month, season or number
``E``       either of them: what "since", "from … to …" and "early …" accept
``Y``       a year that says so: "last year", 2023年; ``YN`` is a bare number that may be one
``YY``      either of them, beside a month or a season; ``Far`` is a number that may be one only there
``Mon``     a month's number by its name; ``Mo`` the month; ``Md`` a month and a day; ``Day`` a day's number
``Wd``      a weekday's number; ``N`` a number; ``Ord`` an ordinal; ``Dur`` a length
``Of``      "of …" with what follows it, ``Ofin`` also "in …"
``D``       a day by its number alone: "the 18th"
``Frame``   a year, month or week that may have an ``Inner`` in it: "last year in May"
``clash``   what must not follow: the 32nd month behind a year
==========  =======================================================================================

``Impossible`` is a date that does not exist, or the name of a street, a person or an age; what overlaps it is
dropped, in every language: "30 February" is not February.
"""

from __future__ import annotations

from typing import Final

SHARED: Final = """
# numbers and lengths
N: NUM -> take
N: WORDNUM -> take
Ord: ORDINAL -> take
Dur: N UNIT -> duration
Dur: ROUGH UNIT -> rough
Dur: DUR -> one_unit
Dur: Dur (and|comma)? Dur -> joined

# years
YN: YEARNUM -> year
W: YN -> take
Y: P -> if_year
YY: Y -> take
YY: YN -> take

# months and dates
P: DATE -> take
P: YEARMONTH -> take
P: NUMRANGE -> take
P: SUREMD -> take
W: MD -> take
P: Md -> take
W: Mo -> take
Month: Mo -> take
Month: P -> if_month

# what has a name
P: SUREWEEKDAY -> weekday
E: WEEKDAY -> weekday
Wd: SUREWEEKDAY -> take
W: SEASON -> season
Season: SEASON -> season
Hol: HOLIDAY -> holiday
P: Hol -> take
P: Qu -> take
Hf: HALF -> half
P: Hf -> take

# relative to now
P: RELATIVE -> relative
P: SAME UNIT -> same_unit
P: RELATIVEPART -> relative_part
Week: P -> if_week
DayP: P -> if_day

# years of what returns every year
P: Mo YY -> in_year
P: YY Mo -> of_year
P: Md YY -> in_year
P: YY Md -> of_year
P: MD YY -> in_year
P: Season YY -> in_year
P: YY Season -> of_year
P: Hol YY -> in_year
P: YY Hol -> of_year
P: Qu YY -> in_year
P: YY Qu -> of_year
P: Hf YY -> in_year
P: YY Hf -> of_year
P: DIR Season -> picked
P: DIR Hol -> picked
P: DIR Mo -> picked
P: DIR Md -> picked
P: DIR MD -> picked

# either kind, and what is complete
E: P -> take
E: W -> take
T: P -> take
T: TW -> take
"""
"""Rules of every language."""

LATIN: Final = """
# numbers in words
Word: WORDNUM -> take
Word: WORDNUM (dash|and)? WORDNUM -> tens
N: Word -> take
Ord: NUM th -> take
Ord: WORDNUM (dash|and)? ORDINAL -> tens
Day: DAYNUM -> take
Day: Ord -> take
Day: Word -> take
Big: N FACTOR -> product
Big: FACTOR -> take
Big: Big and? N -> total
Big: Big and? Big -> total
YN: Big -> big_year
UNIT: UNITS -> take
DIR: DIRS -> take
YN: apos YEAR2 -> short_year
YN: fyword YEAR2 -> short_year
P: yearword YN -> take
P: yearword N -> old_year
P: yearword Big -> year
Dur: N and half UNIT -> half_more
Dur: A UNIT -> duration
Dur: ROUGH of UNIT -> rough
Dur: half A? UNIT -> half_unit

# months and dates
Mon: MONTH dot? -> take
Mon: SUREMONTH dot? -> take
P: SUREMONTH -> month
Mo: Mon -> month
Md: Mon (dash|slash|comma|the)? Day -> date
Md: Day (dash|slash|of|dot)? Mon -> date_of
Md: Day dot of Mon -> date_of
Md: Ord dayword? of Mon -> date_of
Impossible: Mon (dash|slash|comma|the)? Day -> no_month_day
Impossible: Day (dash|slash|of|dot)? Mon -> no_day_of_month
Impossible: Mon comma? NUM comma? YN -> no_month_day_in_year
Impossible: NUM Mon comma? YN -> no_day_of_month_in_year
P: the Md -> take
P: Mo (of|comma|dash) YY -> in_year
P: YY (of|comma|dash) Mo -> of_year
P: Md (of|comma|in) YY -> in_year
P: Md comma of YY -> in_year
P: YY comma Md -> of_year
P: MD comma YY -> in_year
Far: FARYEAR -> year
P: Mo Far -> in_year
P: Md Far -> in_year
P: MD Far -> in_year
P: Season Far -> in_year
P: Hol Far -> in_year
P: Mo (of|comma) Far -> in_year
P: Md (of|comma|in) Far -> in_year
P: MD comma Far -> in_year
P: Season of the? Far -> in_year
P: Hol (of|in) the? Far -> in_year
P: Md SHORTYEAR -> in_short_year
P: Md (of|comma) SHORTYEAR -> in_short_year
P: Mo of? SHORTYEAR -> in_short_year
P: YN (slash|dash) Mon (slash|dash) Day -> year_month_day
P: Day (slash|dash) Mon (slash|dash) YN -> day_month_year
P: Day (slash|dash) Mon (slash|dash) YEAR2 -> day_month_short_year
P: Mon (slash|dash) Day (slash|dash) YN -> month_day_year
P: Mon (slash|dash) YN (slash|dash) Day -> month_year_day
P: YN (slash|dash) Day (slash|dash) Mon -> year_day_month
P: Day (slash|dash) YN (slash|dash) Mon -> day_year_month
P: the? Season of YY -> in_year
P: the? Hol (of|in) YY -> in_year
P: the? Season of the YY -> in_year
P: the? Hol (of|in) the YY -> in_year

# days by their number or name
Wd: WEEKDAY dot? -> take
D: the? NUM thday -> month_day
D: the? Ord dayword -> month_day
D: the? WORDNUM (dash|and)? ORDINAL -> month_day_in_words
D: dayword DAYNUM -> month_day
E: D -> take
TW: on D -> take
TW: for D -> take
TW: since D -> since
TW: before D -> before_moment
TW: until D -> until
TW: after D -> after_moment
P: Wd comma? the? Day -> weekday_and_day
P: Wd comma? dayword Day -> weekday_and_day
P: Wd comma? the? Md -> weekday_by_date
P: Wd comma? the? P -> weekday_by_date
P: Wd comma? MD -> weekday_by_date
P: DIR Wd comma? MD -> picked_weekday_by_date
P: DIR Wd comma? Md -> picked_weekday_by_date
P: the? Day Of -> day_in_month
P: the? Ord dayword Of -> day_in_month
P: Wd comma? on? the? Week -> weekday_of
P: Wd Of -> weekday_of
P: Week (comma|dash)? on? the? Wd -> of_weekday

# parts, with "of"
Of: of the? E -> take
Of: of the? UNIT -> this_unit
Ofin: Of -> take
Ofin: in the? E -> take
Ofin: in the? UNIT -> this_unit
P: the? Ord UNIT Ofin -> nth_unit
P: the? Ord UNIT P -> nth_unit
P: the? Ord HALFWORD Ofin -> nth_unit
P: the? Ord HALFWORD P -> nth_unit
P: the? Ord HALFWORD YY -> nth_unit
P: the? Ord Wd Ofin -> nth_weekday
P: the? Ord Wd P -> nth_weekday
P: the? Ord Dur Ofin -> first_of
P: the? N Ord UNIT Ofin -> n_first_of
P: the SAME UNIT -> same_unit
P: the? Ord UNIT -> annual_unit
P: YY the? Ord UNIT -> of_nth_annual
P: the? Ord UNIT YY -> nth_annual_of
P: the? UNIT Of -> enclosing
P: the? UNIT weekof the? E -> enclosing
Impossible: week NUM -> no_week
Impossible: week NUM Of -> no_week_of
P: the? week QNUM -> week_number
P: the? week NUM -> week_number
P: the? week NUM Of -> week_of_year
P: the? week NUM YY -> week_of_year
P: Qu (of|comma|dash|in) the? YY -> in_year
P: YY dash Qu -> of_year
P: Hf (of|comma|dash|in) the? YY -> in_year
P: YY dash Hf -> of_year
Qu: q QNUM -> quarter
Qu: q dash QNUM -> quarter
Qu: QNUM q -> quarter
Hw: h QNUM -> half
Hw: QNUM h -> half
P: Hw (of|comma|dash|in)? the? YY -> in_year
P: YY dash? Hw -> of_year
W: Hw -> take
P: the? PHASE Of -> phased
P: the? PHASE dash? the? E -> phased
P: the? PHASE the UNIT -> phase_of_this
P: the? rest Of -> left
P: rest the? UNIT -> left_of_this
P: rest P -> left
P: sofarin P -> elapsed
P: sofarin the UNIT -> elapsed_of_this
P: sofarin Of -> elapsed
P: P sofar -> elapsed
P: lateron P -> left
P: lateron Of -> left
P: lateron the UNIT -> left_of_this
P: ytd -> year_to_date

# decades and centuries
P: the? DECADE -> decade
P: the? Ord century -> century
P: century ROMAN -> century
P: century NUM -> century
P: ROMAN century -> century

# distances
P: Dur ago -> ago
P: DAYRANGE UNIT ago -> ago_range
P: agobefore DAYRANGE UNIT -> ago_range
P: agobefore Dur ago? -> ago
P: (Mo|Season|Hol) Dur ago -> annual_years_ago
P: (Mo|Season|Hol) agobefore Dur -> annual_years_ago
P: Dur later -> later
P: soon Dur -> soon_later
P: within Dur -> coming
P: Dur after the? E -> after
P: Dur before the? E -> before
P: Dur sincedist the? E -> after
P: Dur comma? starting the? E -> lasting
P: the? lastrolling Dur -> recent
P: the? lastrolling UNIT -> past_unit
P: recently UNIT -> recent_units

# parts of days
P: thispart PART -> today_part
P: DayP partlink? PART -> part_of_day
P: the? PART Of -> day_of_part
P: the? PART DayP -> day_of_part

# inside of a named unit, beside a named day, the same in another year
Frame: P -> if_frame
Inner: P -> take
Inner: in E -> take
Inner: on E -> take
Inner: the D -> take
Inner: in Mo and Mo -> neighbours
Inner: from Mo to Mo -> between
P: Y comma? thistime -> time_then
P: thistime Y -> time_then
P: Frame comma? Inner -> inside
P: Wd comma? Frame -> weekday_of
P: the? Wd after the? (Hol|Md) -> weekday_after
P: the? Wd before the? (Hol|Md) -> weekday_before
P: the? DIR LETTERSPAN -> rolling
P: the? lastrolling LETTERSPAN -> recent
P: fyword YEAR2 -> short_year
Impossible: honorific dot? (MONTH|SUREMONTH|SUREWEEKDAY|SEASON) -> take
Impossible: street streetof? Md -> take
Inner: athol Hol -> take
P: YN comma? in the? (Season|Hol) -> of_year
P: Mo slash Mo -> neighbours
P: Frame comma? onlone Day -> inside_day
P: P Y -> then_same
P: the? UNIT after the? E -> unit_after
P: the? UNIT before the? E -> unit_before
P: the? DAYSTEP of? the? E -> beside_day
P: less Dur ago -> nearer
P: more Dur ago -> farther
P: agoless Dur ago? -> nearer
P: agomore Dur ago? -> farther
T: sinceless Dur -> nearer
P: N SEASONS ago -> seasons_ago
P: N Season ago -> seasons_ago
P: agobefore N (SEASONS|Season) -> seasons_ago
SEASONS: SEASONWORDS -> season
Impossible: own PHASE? DECADE -> no_decade
Impossible: own PHASE? DECADENUM s -> no_decade
P: the? soondir Wd -> coming_weekday
P: the? Wd soonafter -> coming_weekday
P: lateword RELATIVEPART -> late_part
P: RELATIVEPART lateword -> part_late
P: lateword on? DayP partlink? PART -> late_part_of_day
P: DayP partlink? PART lateword -> part_of_day_late

# licences of weak words, and what is open or goes from one to another
TW: in the? W -> take
TW: on the? W -> take
TW: ofmonth Mo -> take
TW: for YN -> take
TW: yearof YN -> take
TW: since Far -> since
TW: before Far -> before_moment
TW: from Far to Far -> between
TW: from Far to YN -> between
T: on the? P -> take
T: in the? P -> take
E: now -> right_now
W: UNIT -> if_weekend
P: comingword Wd -> coming_weekday
P: on the? SUREWEEKDAY -> weekday_on
TW: onday WEEKDAY dot? -> weekday_on
E: the E -> take
E: on E -> take
E: in E -> take
T: since E -> since
T: after E -> after_moment
T: before E -> before_moment
T: until E -> until
T: E orlater -> since
T: E orearlier -> until
T: in E orlater -> since
T: from E to E -> between
T: P strictto E -> between
T: P strictto the E -> between
T: E dash E -> between
T: W strictto P -> between
T: Mo strictto Mo -> between
T: YN strictto YN -> between
T: from Day to the? Md -> day_until_date
T: from? the? Day (to|dash) the? Md -> day_until_date
T: from? the? Day (to|dash) the? Day Of -> days_between
T: from? the? Day (to|dash) the? Day P -> days_between
T: from the? Day (to|dash) the? Day Of -> days_between
T: P from the? Day (to|dash) the? Day -> between_days
T: from? Md (to|dash) the? Day -> date_until_day
T: from? DAYRANGE Of -> range_in
T: from? DAYRANGE P -> range_in
T: from? DAYRANGE Mo -> range_in
T: (Mo|P) from? DAYRANGE -> in_range
T: Mo DAYRANGE YY -> in_range_of_year
T: from? DAYRANGE of? Mo of? YY -> range_in_of_year
T: agosince Dur -> since_ago
"""
"""Rules of languages that are written in the Latin alphabet."""

DIRECTION_FIRST: Final = """
P: the? DIR UNITS -> few_units
P: the? DIRS UNIT -> few_units
P: the? DIR UNIT -> relative_unit
P: the? DIR Wd -> weekday_picked
P: the? DIR Dur -> rolling
P: the? N DIR UNIT -> n_rolling
P: the? DIR Season -> picked
P: the? DIR Hol -> picked
P: the? DIR Mo -> picked
"""
"""Orders like "last week"."""

DIRECTION_LAST: Final = """
P: the? UNITS DIRAFTER -> units_few
P: the? UNIT DIRAFTER -> unit_relative
P: the? Wd DIRAFTER -> picked_weekday
P: the? Dur DIRAFTER -> rolling_after
P: the? N DIR UNIT -> n_rolling
P: the? Season DIRAFTER -> picked_after
P: the? Hol DIRAFTER -> picked_after
P: the? Mo DIRAFTER -> picked_after
"""
"""Orders like "la semaine dernière"."""

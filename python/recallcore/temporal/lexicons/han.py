"""The rules that Chinese and Japanese share."""

from typing import Final

HAN: Final = """
Y: YEARNUM year -> year
P: YEARNUM year -> year
P: BIGYEAR year -> year
W: NUM year -> old_year
YY: NUM year -> old_year
YY: YEAR2 year -> short_year
Y: ERA NUM year -> year_of_era
P: Y -> take
clash: NUM month -> no_month
Mo: DAYNUM month -> month
P: Mo -> take
Md: Mo of? DAYNUM day -> month_and_day
D: DAYNUM day -> month_day
E: D -> take
P: Month of? D -> month_then_date
P: Y of Mo -> of_year
P: Y of Md -> of_year
P: Y of Season -> of_year
P: Y of Hol -> of_year
P: Y of Qu -> of_year
P: Y of Hf -> of_year
P: P of? comma? Wd -> date_by_weekday
P: D of? comma? Wd -> date_by_weekday
P: Wd of? comma? Md -> weekday_by_date
P: Y of? HALFPART -> of_half
Qu: ordinal? QNUM quarter -> quarter
Qu: q QNUM -> quarter
P: DIR of? DIRUNIT -> relative_unit
P: DIR Dur -> rolling_if_many
P: lastrolling of? Dur -> recent
P: nextrolling of? Dur -> rolling_next
P: DIR of? Season -> picked
Dur: N UNIT half -> half_more
P: Dur agoword -> ago
P: Dur laterword -> later
P: Dur within -> coming
P: DayP of? Dur agoword -> before_of
P: DayP of? Dur laterword -> after_of
P: Week of? Wd -> of_weekday
P: Week of? weekendword -> week_weekend
Ord: ordinal NUM -> take
P: E of? Ord of? UNIT -> of_nth_unit
P: E of? Ord of? Wd -> of_nth_weekday
P: E of? Ord of? Dur -> of_first
P: E of? FIRSTLAST Dur -> of_first
P: ordinal QNUM week -> week_number
P: Y of? ordinal QNUM week -> year_week
P: DayP of UNIT -> of_enclosing
P: D of UNIT -> of_enclosing
P: E of? PHASE -> of_phase
P: YY of? YEARPHASE -> of_phase
P: YEARPHASE -> phase_of_year
P: YY of? YEAREND -> of_year_end
P: YEAREND -> month
P: DayP of? PART -> part_of_day
P: DECADENUM decade -> decade
P: NUM century -> century
P: NUM century DECADENUM decade -> century_decade
P: P of? DECADENUM decade -> decade_of
W: now -> right_now
W: UNIT -> if_weekend
"""
"""Rules of the languages that are written without spaces and count months and days by number."""

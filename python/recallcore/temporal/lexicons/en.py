"""English."""

from recallcore.temporal.grammar import DIRECTION_FIRST, LATIN
from recallcore.temporal.language import Language

LANGUAGE = Language(
    code="en",
    alphabet="latin",
    date_order="month",
    words={
        "WORDNUM": {
            1: "one",
            2: "two",
            3: "three",
            4: "four",
            5: "five",
            6: "six",
            7: "seven",
            8: "eight",
            9: "nine",
            10: "ten",
            11: "eleven",
            12: "twelve",
            13: "thirteen",
            14: "fourteen",
            15: "fifteen",
            16: "sixteen",
            17: "seventeen",
            18: "eighteen",
            19: "nineteen",
            20: "twenty",
            30: "thirty",
            40: "forty",
            50: "fifty",
            60: "sixty",
            70: "seventy",
            80: "eighty",
            90: "ninety",
        },
        "A": {1: "a, an"},
        "FACTOR": {100: "hundred", 1000: "thousand"},
        "ORDINAL": {
            -1: "last, final",
            1: "first",
            2: "second",
            3: "third",
            4: "fourth",
            5: "fifth",
            6: "sixth",
            7: "seventh",
            8: "eighth",
            9: "ninth",
            10: "tenth",
            11: "eleventh",
            12: "twelfth",
            13: "thirteenth",
            14: "fourteenth",
            15: "fifteenth",
            16: "sixteenth",
            17: "seventeenth",
            18: "eighteenth",
            19: "nineteenth",
            20: "twentieth",
            30: "thirtieth",
        },
        "ROUGH": {
            "couple": "a couple, couple",
            "few": "a few, few, several, some",
        },
        "UNITS": {
            "day": "days",
            "week": "weeks, wks",
            "month": "months, mos",
            "year": "years, yrs",
            "hour": "hours, hrs",
            "minute": "minutes, mins",
        },
        "HALFWORD": {"half": "half, halves"},
        "UNIT": {
            "minute": "minute, min",
            "hour": "hour, hr",
            "day": "day",
            "business_day": (
                "business day, business days, working day, working days, workday, workdays, weekday, weekdays"
            ),
            "week": "week, wk",
            "work_week": "work week, workweek, working week",
            "weekend": "weekend, weekends, week - end",
            "fortnight": "fortnight, fortnights",
            "month": "month, mo",
            "quarter": "quarter, quarters",
            "year": "year, yr, calendar year",
            "fiscal_year": "fiscal year, financial year, fy",
            "decade": "decade, decades",
            "century": "century, centuries",
        },
        "MONTH": {
            1: "jan",
            2: "feb",
            3: "march, mar",
            4: "april, apr",
            5: "may",
            6: "june, jun",
            7: "jul",
            8: "august, aug",
            9: "sep",
            11: "nov",
            12: "dec",
        },
        "SUREMONTH": {
            1: "january",
            2: "february",
            7: "july",
            9: "september, sept",
            10: "october, oct",
            11: "november",
            12: "december",
        },
        "WEEKDAY": {0: "mon", 1: "tue", 2: "wed", 3: "thu, thur", 4: "fri", 5: "sat", 6: "sun"},
        "SUREWEEKDAY": {
            0: "monday",
            1: "tuesday, tues",
            2: "wednesday",
            3: "thursday, thurs",
            4: "friday",
            5: "saturday",
            6: "sunday",
        },
        "WEEKDAYS": {
            0: "mondays",
            1: "tuesdays",
            2: "wednesdays",
            3: "thursdays",
            4: "fridays",
            5: "saturdays",
            6: "sundays",
        },
        "SEASONWORDS": {
            "spring": "springs",
            "summer": "summers",
            "autumn": "autumns, falls",
            "winter": "winters",
        },
        "SEASON": {
            "spring": "spring, springtime",
            "summer": "summer, summertime",
            "autumn": "autumn, fall",
            "winter": "winter, wintertime",
        },
        "RELATIVE": {
            ("day", 0): "today, 2day",
            ("day", -1): "yesterday, yday, the day before today",
            ("day", 1): "tomorrow, tmrw, tomorow, tmr",
            ("day", -2): "day before yesterday",
            ("day", 2): "day after tomorrow, day after tmrw",
        },
        "RELATIVEPART": {
            ("day", -1, "night"): "last night, yesterday night",
            ("day", -2, "night"): "night before last, the night before last",
            ("day", 0, "night"): "tonight, this night",
            ("day", -1, "evening"): "last evening",
        },
        "SAME": {0: "same"},
        "comingword": "this coming, this upcoming, the coming, the upcoming, upcoming, coming",
        "DIR": {
            -1: "last, this past, previous, prior, preceding",
            0: "this, current, the current",
            1: "next, coming, upcoming, following",
        },
        "DECADE": {
            20: "twenties",
            30: "thirties",
            40: "forties",
            50: "fifties",
            60: "sixties",
            70: "seventies",
            80: "eighties",
            90: "nineties",
            2000: "noughties, two thousands",
        },
        "PART": {
            "morning": "morning",
            "noon": "noon, lunchtime, midday",
            "afternoon": "afternoon",
            "evening": "evening",
            "night": "night",
        },
        "PHASE": {
            "early": (
                "first days, first few days, early, beginning, the beginning of, beginning of, "
                "the start of, start of, early in, the early"
            ),
            "middle": "mid, middle, the middle of, middle of, mid -, the mid, midway through",
            "late": "late, late in, the late, later part of, latter part of",
            "end": "last days, last few days, end, the end of, end of, the close of, close of",
        },
        "HOLIDAY": {
            "christmas": "christmas day, christmas, xmas, x - mas",
            "christmas_eve": "christmas eve, xmas eve",
            "boxing_day": "boxing day",
            "new_year": "new year's day, new years day, new year day, new year's, new years, new year",
            "new_years_eve": "new year's eve, new years eve, new year eve, nye",
            "valentine": "valentine's day, valentines day, valentine's",
            "st_patrick": "st patrick's day, st . patrick's day, saint patrick's day, st paddy's day",
            "april_fools": "april fool's day, april fools day, april fools",
            "earth_day": "earth day",
            "easter": "easter sunday, easter day, easter",
            "easter_monday": "easter monday",
            "good_friday": "good friday",
            "palm_sunday": "palm sunday",
            "ash_wednesday": "ash wednesday",
            "pentecost": "pentecost, whit sunday",
            "mothers_day": "mother's day, mothers day, mothers' day",
            "fathers_day": "father's day, fathers day, fathers' day",
            "memorial_day_us": "memorial day",
            "us_labour_day": "labor day",
            "labour_day": (
                "labour day, may day, international workers' day, international workers day, workers' day"
            ),
            "us_independence": "independence day, fourth of july, the fourth of july",
            "juneteenth": "juneteenth",
            "mlk_day": (
                "martin luther king day, mlk day, martin luther king jr day, martin luther king jr . day"
            ),
            "presidents_day": "presidents' day, presidents day, president's day",
            "columbus_day": "columbus day",
            "halloween": "halloween",
            "thanksgiving": "thanksgiving day, thanksgiving, thanks giving day",
            "black_friday": "black friday",
            "cyber_monday": "cyber monday",
            "guy_fawkes": "guy fawkes night, bonfire night",
            "groundhog_day": "groundhog day",
            "womens_day": "international women's day, women's day",
            "all_saints": "all saints' day, all saints day",
        },
        "q": "q, quarter",
        "h": "h",
        "less": "less than, under, not even, no more than",
        "more": "more than, over, well over, upwards of",
        "own": "my, his, her, your, our, their",
        "the": "the",
        "of": "of, of the",
        "and": "and, &",
        "comma": ",",
        "dash": "-, –, —, ~",
        "slash": "/",
        "onday": "on",
        "fyword": "fy, cy",
        "apos": "'",
        "dot": ".",
        "th": "st, nd, rd, th",
        "thday": "st, nd, rd, th",
        "half": "a half, half",
        "dayword": "day",
        "week": "week, wk, week number, week no, cw",
        "weekof": "starting, commencing, beginning, from, that starts, containing, around",
        "yearword": "year, the year, calendar year, cy, fy",
        "century": "century",
        "s": "s, ' s",
        "ago": "ago, back, earlier",
        "later": "from now, from today, hence, from this moment, in the future",
        "soon": "in, sometime in",
        "soontail": "time, ' s time, s ' time, from now, from today",
        "within": "within, within the next, within next",
        "starting": "starting, starting from, starting on, beginning, commencing, beginning on",
        "lastrolling": "past, trailing",
        "recently": "recent",
        "rest": (
            "rest of, rest, remainder of, remaining, the rest of, the remainder of, rest of my, "
            "the rest of my"
        ),
        "sofar": "so far, to date, until now, up to now, thus far, till date",
        "sofarin": "so far, earlier, earlier in, so far in",
        "lateron": "later, later in",
        "ytd": "ytd, year to date, year - to - date",
        "beforelast": "before last, before the last, before the previous, before last one",
        "afternext": "after next, after the next",
        "thispart": "this, earlier this, late this, early this",
        "rollprep": "over, in, within, throughout, across",
        "lastword": "last",
        "partlink": "in the, at, on, during the, ' s",
        "now": "now, the present, this moment",
        "sincedist": "since, from, past",
        "in": (
            "in, from, during, over, throughout, around, circa, back in, sometime in, all through, "
            "in about, at, through"
        ),
        "on": "on, from, back on, sometime on, around, for the, about, at, on or about",
        "for": "for, about, from, of",
        "yearof": "of, year",
        "since": (
            "since, starting, starting on, starting from, beginning, beginning on, ever since, as of, "
            "starting in, effective"
        ),
        "before": "before, prior to, earlier than, ahead of, preceding, until before",
        "after": "after, later than, following",
        "until": (
            "until, till, til, up to, up until, by, no later than, as late as, on or before, "
            "before or on, ending, ending on, ending with, not later than"
        ),
        "from": "from, between, starting, in between, during, in",
        "to": "to, until, till, til, through, thru, up to, and, ending, to the, until the",
        "strictto": "to, until, till, through, thru",
        "orlater": (
            "or later, or after, and later, and after, and onwards, onwards, onward, and onward, "
            "or newer, and up"
        ),
        "orearlier": "or earlier, or before, and earlier, and before, or older",
        "recent": (
            "recently, lately, as of late, these days, of late, the other day, not long ago, a while ago, "
            "a while back"
        ),
        "honorific": "mr, mrs, ms, mister, dr",
        "thistime": "this time, around this time, about this time, at this time",
        "refuse_before": (
            "every, each, per, any, by age, at age, aged, age, many, which, what, whose, no, happy, "
            "merry, great, nice, once, twice"
        ),
        "label": (
            "page, room, port, version, ticket, chapter, line, error, http, status, code, step, level, "
            "section, article, number, issue, pull request, id, build, release, bus, flight, gate, floor, "
            "unit, apartment, apt, suite, channel, iso, rfc, model, size, phone, pin, zip, invoice, order"
        ),
        "refuse_after": "' s, percent, %, dollars, euros, pieces, people, users, times, x, degrees, points",
    },
    blocked="""
        came by; come by; comes by; coming by; dropped by; drop by; drops by; stopped by; stop by;
        stops by; went by; goes by; go by; swung by; swing by; passed by; pass by; lunar new year;
        chinese new year; fourth quarter of the game; quarter of the game; at the end of the day ,;
        in this day and age; at the end of the day who; at the end of the day what;
        at the end of the day it; at the end of the day we; at the end of the day is;
        at the end of the day how; at the end of the day why;
        this may; may be; may have; may not; may i; may or may; may well; may take; may result; may need;
        may cause; may you; may we; may require; may contain; may differ; may at; may , at; 24 / 7;
        on weekends; on the weekends; at weekends; at the weekends; christmas tree; christmas trees;
        christmas lights; christmas card; christmas cards; christmas carol; christmas carols; easter egg;
        easter eggs; easter bunny; new year's resolution; new year's resolutions; valentine's card;
        halloween costume; halloween costumes; black friday movie; 9 / 11; 50 / 50; 9 to 5; nine to five;
        day to day; day by day; day after day; week after week; week by week; year after year;
        month after month; year by year; step by step; from now on; by now; up to date; out of date;
        to date; end of the line; end of life; spring boot; spring framework; spring security; spring roll;
        spring rolls; spring cleaning; spring mattress; offspring; fall back; fall asleep; fall in love;
        fall over; fall out; fall apart; fall off; fall for; march of; march on; march for; march madness;
        monday . com; black friday deals app; sunday school; sunday times; friday night lights;
        saturday night live; saturday night fever; good morning; good evening; good afternoon; good night;
        every other; next . js; next js; last . fm; last name; first name; next door; next to; next of kin;
        the last of us; the day after tomorrow movie; groundhog day movie; "may day"; mid - range;
        mid - level; mid - size; early bird; early access; early adopter; late fee; late payment;
        in a day or; in the last analysis; second hand; split second; a second; per second;
        yesterday once more; man of the year; today show; usa today
    """,
    rules=(
        LATIN,
        DIRECTION_FIRST,
        """
YN: Word Word -> year_by_halves
P: N WEEKDAYS ago -> weekday_back
P: A WEEKDAY ago -> weekday_back
P: lastrolling Wd -> past_weekday
P: rollprep the lastword UNITS -> recent_units
P: rollprep the lastword UNIT -> past_unit
P: UNIT beforelast -> before_last
P: UNIT afternext -> after_next
P: Season beforelast -> season_before_last
P: soon Dur soontail -> later
P: the? comingword UNIT -> coming_weekend
TW: in Mo and Mo -> neighbours
P: SureMo and Mo -> neighbours
P: Mo and SureMo -> neighbours
SureMo: SUREMONTH dot? -> month
P: the? DECADENUM s -> decade
""",
    ),
)

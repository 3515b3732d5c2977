"""German."""

from recallcore.temporal.grammar import DIRECTION_FIRST, LATIN
from recallcore.temporal.language import Language

LANGUAGE = Language(
    code="de",
    alphabet="latin",
    words={
        "WORDNUM": {
            1: "ein, eins, eine, einen, einem, einer",
            2: "zwei, zwo, beiden, beide",
            3: "drei",
            4: "vier",
            5: "fünf",
            6: "sechs",
            7: "sieben",
            8: "acht",
            9: "neun",
            10: "zehn",
            11: "elf",
            12: "zwölf",
            13: "dreizehn",
            14: "vierzehn",
            15: "fünfzehn",
            16: "sechzehn",
            17: "siebzehn",
            18: "achtzehn",
            19: "neunzehn",
            20: "zwanzig",
            21: "einundzwanzig",
            22: "zweiundzwanzig",
            23: "dreiundzwanzig",
            24: "vierundzwanzig",
            25: "fünfundzwanzig",
            26: "sechsundzwanzig",
            27: "siebenundzwanzig",
            28: "achtundzwanzig",
            29: "neunundzwanzig",
            30: "dreißig",
            31: "einunddreißig",
            100: "hundert",
        },
        "FACTOR": {1000: "tausend"},
        "ORDINAL": {
            -1: "letzte, letzten, letzter, letztes, letztem",
            1: "erste, ersten, erster, erstes, erstem",
            2: "zweite, zweiten, zweiter, zweites, zweitem",
            3: "dritte, dritten, dritter, drittes, drittem",
            4: "vierte, vierten, vierter, viertes, viertem",
            5: "fünfte, fünften, fünfter, fünftes",
            6: "sechste, sechsten, sechster",
            7: "siebte, siebten, siebter, siebente",
            8: "achte, achten, achter",
            9: "neunte, neunten, neunter",
            10: "zehnte, zehnten, zehnter",
            11: "elfte, elften",
            12: "zwölfte, zwölften",
            13: "dreizehnte, dreizehnten",
            14: "vierzehnte, vierzehnten",
            15: "fünfzehnte, fünfzehnten",
            16: "sechzehnte, sechzehnten",
            17: "siebzehnte, siebzehnten",
            18: "achtzehnte, achtzehnten",
            19: "neunzehnte, neunzehnten",
            20: "zwanzigste, zwanzigsten",
            21: "einundzwanzigste, einundzwanzigsten",
            22: "zweiundzwanzigste, zweiundzwanzigsten",
            23: "dreiundzwanzigste, dreiundzwanzigsten",
            24: "vierundzwanzigste, vierundzwanzigsten",
            25: "fünfundzwanzigste, fünfundzwanzigsten",
            26: "sechsundzwanzigste, sechsundzwanzigsten",
            27: "siebenundzwanzigste, siebenundzwanzigsten",
            28: "achtundzwanzigste, achtundzwanzigsten",
            29: "neunundzwanzigste, neunundzwanzigsten",
            30: "dreißigste, dreißigsten",
            31: "einunddreißigste, einunddreißigsten",
        },
        "ROUGH": {"few": "ein paar, paar, einigen, einige, mehreren, mehrere, wenigen, wenige"},
        "UNITS": {
            "day": "tage, tagen",
            "week": "wochen",
            "month": "monate, monaten",
            "year": "jahre, jahren",
            "hour": "stunden",
            "minute": "minuten",
        },
        "HALFWORD": {"half": "hälfte"},
        "UNIT": {
            "minute": "minute",
            "hour": "stunde, std",
            "day": "tag, tages, tg, tags",
            "business_day": "werktag, werktage, werktagen, arbeitstag, arbeitstage, arbeitstagen",
            "week": "woche, kw, kalenderwoche",
            "work_week": "arbeitswoche",
            "weekend": "wochenende, wochenenden, wochenendes, we",
            "month": "monat, monats, monates",
            "quarter": "quartal, quartale, quartalen, quartals, vierteljahr",
            "half": "halbjahr, halbjahre, halbjahres, jahreshälfte",
            "year": "jahr, jahres, jahrs, kalenderjahr",
            "fiscal_year": "geschäftsjahr, geschäftsjahres",
            "decade": "jahrzehnt, jahrzehnte, jahrzehnten, dekade, dekaden",
            "century": "jahrhundert, jahrhunderte, jahrhunderts",
        },
        "DUR": {
            ("month", 6): "halbes jahr, halben jahr, einem halben jahr",
            ("month", 3): "vierteljahr",
            ("day", 14): "vierzehn tage",
            ("month", 18): "anderthalb jahre, anderthalb jahren",
        },
        "MONTH": {
            1: "jan",
            3: "märz, märzes, mär, mrz",
            4: "april, aprils, apr",
            5: "mai",
            6: "juni, junis, juno, jun",
            7: "juli, julis, jul",
            8: "august, augusts, aug",
            9: "sep",
            10: "okt",
            11: "nov",
            12: "dez",
        },
        "SUREMONTH": {
            1: "januar, jänner, januars",
            2: "februar, feber, feb, februars",
            9: "september, sept, septembers",
            10: "oktober, oktobers",
            11: "november, novembers",
            12: "dezember, dezembers",
        },
        "MONTHWEEK": {
            1: "januarwoche",
            2: "februarwoche",
            3: "märzwoche",
            4: "aprilwoche",
            5: "maiwoche",
            6: "juniwoche",
            7: "juliwoche",
            8: "augustwoche",
            9: "septemberwoche",
            10: "oktoberwoche",
            11: "novemberwoche",
            12: "dezemberwoche",
        },
        "WEEKDAY": {0: "mo", 1: "di", 2: "mi", 3: "do", 4: "fr", 5: "sa", 6: "so, sonntag"},
        "SUREWEEKDAY": {
            0: "montag, montags-",
            1: "dienstag",
            2: "mittwoch",
            3: "donnerstag",
            4: "freitag",
            5: "samstag, sonnabend",
            6: "sonntag",
        },
        "WEEKDAYPART": {
            (0, "evening"): "montagabend",
            (1, "evening"): "dienstagabend",
            (2, "evening"): "mittwochabend",
            (3, "evening"): "donnerstagabend",
            (4, "evening"): "freitagabend",
            (5, "evening"): "samstagabend",
            (6, "evening"): "sonntagabend",
            (0, "morning"): "montagmorgen, montagvormittag, montag früh",
            (1, "morning"): "dienstagmorgen, dienstagvormittag, dienstag früh",
            (2, "morning"): "mittwochmorgen, mittwochvormittag, mittwoch früh",
            (3, "morning"): "donnerstagmorgen, donnerstagvormittag, donnerstag früh",
            (4, "morning"): "freitagmorgen, freitagvormittag, freitag früh",
            (5, "morning"): "samstagmorgen, samstagvormittag, samstag früh",
            (6, "morning"): "sonntagmorgen, sonntagvormittag, sonntag früh",
            (0, "afternoon"): "montagnachmittag",
            (1, "afternoon"): "dienstagnachmittag",
            (2, "afternoon"): "mittwochnachmittag",
            (3, "afternoon"): "donnerstagnachmittag",
            (4, "afternoon"): "freitagnachmittag",
            (5, "afternoon"): "samstagnachmittag",
            (6, "afternoon"): "sonntagnachmittag",
            (4, "night"): "freitagnacht",
            (5, "night"): "samstagnacht",
            (6, "night"): "sonntagnacht",
        },
        "SEASONWORDS": {
            "spring": "frühlingen",
            "summer": "sommern",
            "autumn": "herbsten",
            "winter": "wintern",
        },
        "SEASON": {
            "spring": "frühling, frühlings, frühjahr, frühjahrs, lenz",
            "summer": "sommer, sommers",
            "autumn": "herbst, herbstes, herbsts",
            "winter": "winter, winters",
        },
        "RELATIVE": {
            ("day", 0): "heute, heutigen tag",
            ("day", -1): "gestern, gestrigen tag",
            ("day", -2): "vorgestern",
            ("day", -3): "vorvorgestern",
            ("day", 1): "morgen, morgigen tag",
            ("day", 2): "übermorgen",
            ("year", 0): "heuer",
        },
        "RELATIVEPART": {
            (
                "day",
                -1,
                "night",
            ): "gestern nacht, gestern abend spät, letzte nacht, vergangene nacht, heute nacht",
            ("day", -1, "evening"): "gestern abend, gesternabend",
            ("day", -1, "morning"): "gestern früh, gestern morgen, gestern vormittag",
            ("day", 0, "morning"): "heute früh, heute morgen, heute vormittag, heut früh",
            ("day", 1, "morning"): "morgen früh, morgen vormittag",
        },
        "SAME": {0: "selbe, selben, gleichen"},
        "soondir": "kommenden, kommender, kommende, kommendem",
        "DIR": {
            -2: (
                "vorletzte, vorletzten, vorletzter, vorletztes, vorletztem, vorvorige, vorvorigen, "
                "vorvergangene, vorvergangenen"
            ),
            -1: (
                "letzte, letzten, letzter, letztes, letztem, vorige, vorigen, voriger, voriges, vorigem, "
                "vergangene, vergangenen, vergangener, vergangenes, vergangenem, vorangegangenen, "
                "vorherige, vorherigen"
            ),
            0: (
                "diese, diesen, dieser, dieses, diesem, aktuelle, aktuellen, aktuelles, laufende, "
                "laufenden, laufendes, dies, heutigen"
            ),
            1: (
                "nächste, nächsten, nächster, nächstes, nächstem, kommende, kommenden, kommender, "
                "kommendes, kommendem, folgende, folgenden, folgendes, darauffolgende, darauffolgenden"
            ),
            2: "übernächste, übernächsten, übernächster, übernächstes, übernächstem",
        },
        "DECADE": {
            20: "zwanziger, zwanzigern, 20er, 20ern",
            30: "dreißiger, dreißigern, 30er, 30ern",
            40: "vierziger, vierzigern, 40er, 40ern",
            50: "fünfziger, fünfzigern, 50er, 50ern",
            60: "sechziger, sechzigern, 60er, 60ern",
            70: "siebziger, siebzigern, 70er, 70ern",
            80: "achtziger, achtzigern, 80er, 80ern",
            90: "neunziger, neunzigern, 90er, 90ern",
            2000: "zweitausender, nuller, nullerjahre",
        },
        "PART": {
            "morning": "morgen, vormittag, früh, morgens, vormittags, morgengrauen",
            "noon": "mittag, mittags",
            "afternoon": "nachmittag, nachmittags",
            "evening": "abend, abends",
            "night": "nacht, nachts",
        },
        "PHASE": {
            "early": "ersten tage, ersten tagen, anfang, beginn, früh im, frühe, frühen, zu beginn, anfangs",
            "middle": "mitte, in der mitte",
            "late": "spät im, späten, späte, ausgang",
            "end": "letzten tage, letzten tagen, ende, zum ende, am ende",
        },
        "HOLIDAY": {
            "christmas": "weihnachten, weihnachtstag, erster weihnachtstag, weihnachtsfeiertag",
            "christmas_eve": "heiligabend, heiliger abend, heiligen abend, weihnachtsabend",
            "boxing_day": "zweiter weihnachtstag, zweiten weihnachtstag",
            "new_year": "neujahr, neujahrstag",
            "new_years_eve": "silvester, sylvester, silvesterabend",
            "epiphany": "heilige drei könige, dreikönigstag, heiligen drei könige",
            "valentine": "valentinstag",
            "womens_day": "weltfrauentag, frauentag",
            "april_fools": "aprilscherz, erster april",
            "labour_day": "tag der arbeit, maifeiertag",
            "mothers_day": "muttertag",
            "ascension": "christi himmelfahrt, vatertag",
            "maundy_thursday": "gründonnerstag",
            "good_friday": "karfreitag",
            "holy_saturday": "karsamstag",
            "palm_sunday": "palmsonntag",
            "easter": "ostern, ostersonntag",
            "easter_monday": "ostermontag",
            "pentecost": "pfingsten, pfingstsonntag",
            "whit_monday": "pfingstmontag",
            "corpus_christi": "fronleichnam",
            "carnival": (
                "fastnacht, fasching, karneval, faschingsdienstag, fastnachtsdienstag, veilchendienstag"
            ),
            "rose_monday": "rosenmontag",
            "ash_wednesday": "aschermittwoch",
            "carnival_saturday": "fastnachtssamstag, faschingssamstag, karnevalssamstag",
            "carnival_sunday": "fastnachtssonntag, faschingssonntag, tulpensonntag",
            "assumption": "mariä himmelfahrt",
            "augsburg_peace": "augsburger friedensfest, friedensfest",
            "st_john": "johannistag",
            "german_unity": "tag der deutschen einheit, tag der einheit",
            "reformation_day": "reformationstag",
            "halloween": "halloween",
            "all_saints": "allerheiligen",
            "all_souls": "allerseelen",
            "st_martin": "martinstag, sankt martin, st . martin",
            "mourning_de": "volkstrauertag",
            "prayer_day_de": "buß - und bettag, buß- und bettag",
            "swiss_prayer_day": "schweizer buß - und bettag",
            "dead_sunday": "totensonntag, ewigkeitssonntag",
            "advent_1": "1 . advent, erster advent, ersten advent, 1 . adventssonntag",
            "advent_2": "2 . advent, zweiter advent, zweiten advent",
            "advent_3": "3 . advent, dritter advent, dritten advent",
            "advent_4": "4 . advent, vierter advent, vierten advent",
            "harvest_thanks_de": "erntedankfest, erntedank",
            "st_nicholas": "nikolaus, nikolaustag",
            "childrens_day_june": "weltkindertag, kindertag",
            "autumn_begins": "herbstanfang, herbstbeginn",
            "thanksgiving": "thanksgiving",
            "black_friday": "black friday",
        },
        "q": "q, quartal",
        "h": "h",
        "agoless": "vor weniger als, vor nicht einmal",
        "agomore": "vor mehr als, vor über, vor gut über, vor länger als",
        "sinceless": "seit weniger als",
        "own": "meinen, seinen, ihren, deinen, unseren",
        "lateword": "spät, spätabends, spät in der",
        "the": "der, die, das, den, dem, des",
        "of": "der, des, von, vom, im, dieses, in der, in dem, in, des jahres",
        "and": "und",
        "comma": ",",
        "dash": "-, –, —, ~",
        "slash": "/",
        "onday": "am, vom",
        "apos": "'",
        "dot": ".",
        "th": ".",
        "half": "halb",
        "dayword": "tag, tags",
        "week": "kw, woche, kalenderwoche",
        "weekof": "vom, von, ab, um den, mit dem",
        "yearword": "jahr, im jahr, im jahre, des jahres, jahre, dem jahr, das jahr, jahres",
        "century": "jahrhundert, jahrhunderts",
        "ago": "her, zuvor, früher",
        "agobefore": (
            "vor, vor etwa, vor rund, vor ungefähr, vor ca ., vor circa, vor gut, vor knapp, vor den"
        ),
        "agosince": "seit, seit mehr als, seit gut, seit etwa, seit rund, seit über",
        "later": "ab heute, von heute an, ab jetzt",
        "soon": "in, in etwa, in ca .",
        "within": "innerhalb von, binnen, innerhalb, innerhalb der, innerhalb der nächsten",
        "starting": "ab, beginnend, beginnend am",
        "recently": "jüngsten",
        "rest": "rest, den rest, restliche, restlichen, restlicher",
        "sofar": "bisher, bislang, bis jetzt, bis heute",
        "sofarin": "bisher, bislang, früher",
        "lateron": "später",
        "thispart": "diesen, heute, dieser, am heutigen",
        "partlink": "am, in der, gegen, zum, zu",
        "now": "jetzt, nun",
        "in": (
            "im, in, während, in dem, während des, über, seit im, durch den, um, übers, im laufe des, "
            "aus dem, im ganzen"
        ),
        "on": "am, an, vom, zum, am letzten, für den, über, den, gegen, um den, ab dem",
        "for": "für, über, aus, von",
        "yearof": "von, aus, anno",
        "since": "seit, ab, seit dem, ab dem, seit der, seit dem jahr, ab dem jahr, seit letztem, beginnend",
        "sincedist": "nach, ab, von, seit",
        "before": "vor, vor dem, vor der, bis vor, früher als",
        "after": "nach, nach dem, nach der, später als",
        "until": (
            "bis, bis zum, bis zur, bis ende, bis im, bis einschließlich, spätestens, bis spätestens, "
            "bis in den"
        ),
        "from": "von, vom, zwischen, zwischen dem, zwischen der, ab, von der, im",
        "to": "bis, bis zum, bis zur, und, bis in den, und dem, und der",
        "strictto": "bis, bis zum, bis zur, bis in den, bis zu",
        "orlater": "oder später, oder danach, und später, aufwärts",
        "orearlier": "oder früher, oder davor, und früher",
        "recent": "neulich, kürzlich, in letzter zeit, letztens, unlängst, jüngst, zuletzt, vor kurzem",
        "honorific": "frau, herr, herrn, dr, prof",
        "thistime": "um diese zeit, zu dieser zeit, um die gleiche zeit",
        "athol": "zu, an",
        "refuse_before": (
            "jede, jeden, jeder, jedes, jedem, alle, pro, je, wie viele, welcher, welches, welche, kein, "
            "keine, frohe, schöne, schönen, schönes, guten, gute, frohes"
        ),
        "label": (
            "port, version, seite, raum, zimmer, ticket, kapitel, nummer, nr ., fehler, bus, linie, "
            "gleis, iso, din, modell, größe"
        ),
        "refuse_after": "euro, €, prozent, %, uhr, grad, personen, leute, stück, mal",
    },
    blocked="""
        von heute auf morgen; chinesisches neujahr; chinesischen neujahr; chinesische neujahr;
        chinesischer neujahrstag; chinesischen neujahrstag;
        mai thi; am anfang war; in der regel; guten morgen; der morgen; am morgen; den morgen; jeden morgen;
        guten abend; gute nacht; guten tag; 24 / 7; an wochenenden; an den wochenenden; sommerzeit;
        winterzeit; sommerreifen; winterreifen; herbstlaub; wintergarten; sommerfest; august der starke;
        tag für tag; woche für woche; jahr für jahr; monat für monat; von tag zu tag; eines tages;
        tag der offenen tür; das letzte mal; zum letzten mal; ende gut; am ende des tages;
        ende der geschichte; robinson crusoe freitag; rest in peace; so weit; so viel; so wie; so dass;
        so ein; mo salah; fr .; di caprio; do it; mi casa; sa .; we are; we have; we will; we can; we did;
        vor ort; vor allem; vor dem haus; nach hause; nach dem motto; bis auf; erste hilfe; zweite wahl;
        dritte welt; der letzte schrei; letzter wille; nächster schritt; nächste schritte; nächstes mal;
        letztes mal; dieses mal; diesmal; heute show; heute - show; tagesschau; morgenland; abendland;
        abendessen; mittagessen; frühstück
    """,
    rules=(
        LATIN,
        DIRECTION_FIRST,
        """
P: the? soondir UNIT -> coming_weekend
P: the? Ord MONTHWEEK -> nth_month_week
P: WEEKDAYPART -> weekday_part
P: DIR WEEKDAYPART -> picked_weekday_part
P: on WEEKDAYPART -> weekday_part
P: agobefore DIR Dur -> ago_rolled
P: the? Ord UNIT the? DIR UNIT -> nth_of_relative
P: Qu the? DIR UNIT -> quarter_of_relative
P: Hol the? DIR UNIT -> quarter_of_relative
P: Season the? DIR UNIT -> quarter_of_relative
P: Mo the? DIR UNIT -> quarter_of_relative
P: Md the? DIR UNIT -> quarter_of_relative
P: the? NUM dot UNIT Of -> nth_unit
P: the? NUM dot UNIT YY -> nth_annual_of
P: the? NUM dot UNIT -> annual_unit
P: NUM dot century -> century
P: the? PHASE the? DIR UNIT -> phase_of_relative
P: Ord Ord -> day_ordinal_month
P: DAYNUM dot Ord -> day_ordinal_month
P: DECADE yearword -> decade
T: from? Day dot (to|dash) the? Day dot? the? Mon -> days_of_month
T: from? Day dot (to|dash) the? Md -> day_until_date
T: from? Day dot (to|dash) the? Day dot Of -> days_between
T: P from? Day dot (to|dash) the? Day dot -> between_days
T: Mo from? the? Day dot (to|dash) the? Day dot -> between_days
T: in Mo from? the? Day dot (to|dash) the? Day dot -> between_days
T: from Day dot (to|dash) the? Day dot -> bare_days_between
D: the? Day dot -> month_day

TW: on MD dot? -> take
TW: since MD dot? -> since
P: Wd comma? the? MD dot? -> weekday_by_date
T: from MD dot? (to|dash) the? MD dot? -> between
P: MD dot YY -> in_year
""",
    ),
)

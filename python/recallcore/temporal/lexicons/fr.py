"""French."""

from recallcore.temporal.grammar import DIRECTION_FIRST, DIRECTION_LAST, LATIN
from recallcore.temporal.language import Language

LANGUAGE = Language(
    code="fr",
    alphabet="latin",
    glued="th",
    words={
        "WORDNUM": {
            1: "un, une",
            2: "deux",
            3: "trois",
            4: "quatre",
            5: "cinq",
            6: "six",
            7: "sept",
            8: "huit",
            9: "neuf",
            10: "dix",
            11: "onze",
            12: "douze",
            13: "treize",
            14: "quatorze",
            15: "quinze",
            16: "seize",
            17: "dix - sept, dix sept",
            18: "dix - huit, dix huit",
            19: "dix - neuf, dix neuf",
            20: "vingt",
            21: "vingt et un, vingt - et - un",
            30: "trente",
            31: "trente et un, trente - et - un",
            40: "quarante",
            50: "cinquante",
            60: "soixante",
            100: "cent",
        },
        "FACTOR": {1000: "mille, mil"},
        "ORDINAL": {
            -1: "dernier, dernière, derniers, dernières",
            1: "premier, première, premiers, premières, 1er, 1ère",
            2: "deuxième, second, seconde",
            3: "troisième",
            4: "quatrième",
            5: "cinquième",
            6: "sixième",
            7: "septième",
            8: "huitième",
            9: "neuvième",
            10: "dixième",
            11: "onzième",
            12: "douzième",
            20: "vingtième",
            21: "vingt et unième",
        },
        "ROMAN": {15: "xv", 16: "xvi", 17: "xvii", 18: "xviii", 19: "xix", 20: "xx", 21: "xxi"},
        "ROUGH": {
            "couple": "une paire de, une couple de, deux - trois, deux ou trois",
            "few": "quelques, plusieurs",
        },
        "UNITS": {
            "day": "jours",
            "week": "semaines",
            "year": "ans, années",
            "hour": "heures",
            "minute": "minutes",
        },
        "HALFWORD": {"half": "moitié"},
        "UNIT": {
            "minute": "minute, min",
            "hour": "heure",
            "day": "jour, journée, journées",
            "business_day": "jour ouvrable, jours ouvrables, jour ouvré, jours ouvrés",
            "week": "semaine",
            "weekend": "week - end, week - ends, weekend, weekends, fin de semaine",
            "month": "mois",
            "quarter": "trimestre, trimestres",
            "half": "semestre, semestres",
            "year": "an, année, année civile",
            "fiscal_year": "exercice, année fiscale",
            "decade": "décennie, décennies",
            "century": "siècle, siècles",
        },
        "DUR": {
            ("day", 8): "huitaine, une huitaine",
            ("day", 14): "quinzaine, une quinzaine, une quinzaine de jours, quinze jours",
            ("day", 10): "une dizaine de jours",
            ("month", 6): "une demi - année, une demi année",
            ("hour", 0.5): "une demi - heure, une demi heure",
            ("month", 18): "un an et demi",
        },
        "MONTH": {
            1: "jan",
            2: "fév",
            3: "mars",
            4: "avril, avr",
            5: "mai",
            6: "jun",
            7: "jui",
            8: "août, aout",
            9: "sep, sept",
            10: "oct",
            11: "nov",
            12: "déc",
        },
        "SUREMONTH": {
            1: "janvier, janv",
            2: "février, févr, fevr",
            6: "juin",
            7: "juillet, juil",
            9: "septembre",
            10: "octobre",
            11: "novembre",
            12: "décembre",
        },
        "WEEKDAY": {0: "lun", 1: "mar", 2: "mer", 3: "jeu", 4: "ven", 5: "sam", 6: "dim"},
        "SUREWEEKDAY": {
            0: "lundi",
            1: "mardi",
            2: "mercredi",
            3: "jeudi",
            4: "vendredi",
            5: "samedi",
            6: "dimanche",
        },
        "SEASONWORDS": {
            "spring": "printemps",
            "summer": "étés",
            "autumn": "automnes",
            "winter": "hivers",
        },
        "SEASON": {
            "spring": "printemps",
            "summer": "été",
            "autumn": "automne",
            "winter": "hiver",
        },
        "RELATIVE": {
            ("day", 0): "aujourd'hui, aujourdhui, auj, ce jour",
            ("day", -1): "hier",
            ("day", -2): "avant - hier, avant hier, avanthier",
            ("day", 1): "demain",
            ("day", 2): "après - demain, après demain",
        },
        "DAYSTEP": {-1: "veille", 1: "lendemain, jour d'après"},
        "RELATIVEPART": {
            ("day", -1, "night"): "hier soir, hier au soir, la nuit dernière, cette nuit, la nuit passée",
            ("day", -1, "morning"): "hier matin",
            ("day", 0, "night"): "ce soir",
            ("day", 0, "morning"): "ce matin",
        },
        "SAME": {0: "même"},
        "soonafter": "prochain, qui vient, à venir",
        "soondir": "prochain",
        "DIR": {
            -2: "avant - dernier, avant - dernière, avant dernier, avant dernière, antépénultième",
            -1: "dernier, dernière, précédent, précédente",
            0: "ce, cet, cette, ces",
            1: "prochain, prochaine",
        },
        "DIRS": {-1: "derniers, dernières", 1: "prochains, prochaines"},
        "DIRAFTER": {
            -2: "avant - dernier, avant - dernière",
            -1: (
                "dernier, dernière, derniers, dernières, passé, passée, passés, passées, précédent, "
                "précédente, précédents, précédentes, écoulé, écoulée, écoulés, d'avant"
            ),
            0: "en cours, actuel, actuelle, courant, - ci",
            1: (
                "prochain, prochaine, prochains, prochaines, suivant, suivante, suivants, suivantes, "
                "à venir, qui vient, d'après"
            ),
            2: "d'après la prochaine, en huit",
        },
        "DECADE": {
            20: "années vingt, années 20",
            30: "années trente, années 30",
            40: "années quarante, années 40",
            50: "années cinquante, années 50",
            60: "années soixante, années 60",
            70: "années soixante - dix, années 70, années soixante dix, années septante",
            80: "années quatre - vingt, années quatre - vingts, années 80, années quatre vingt",
            90: "années quatre - vingt - dix, années 90, années quatre vingt dix, années nonante",
            1970: "années 1970",
            1980: "années 1980",
            1990: "années 1990",
            1960: "années 1960",
            1950: "années 1950",
            2000: "années 2000, années deux mille",
            2010: "années 2010, années 10, années dix",
        },
        "PART": {
            "morning": "matin, matinée",
            "noon": "midi",
            "afternoon": "après - midi, après midi, aprem",
            "evening": "soir, soirée",
            "night": "nuit",
        },
        "PHASE": {
            "early": "premiers jours, début, le début, au début, tout début, commencement, debut",
            "middle": "mi -, mi, milieu, au milieu, courant",
            "end": "derniers jours, fin, la fin, à la fin, toute fin",
        },
        "HOLIDAY": {
            "christmas": "noël, jour de noël",
            "christmas_eve": "réveillon de noël, veille de noël, la veille de noël",
            "new_year": "jour de l'an, nouvel an, le jour de l'an, yuandan",
            "new_years_eve": (
                "saint - sylvestre, réveillon de nouvel an, réveillon du nouvel an, "
                "réveillon du jour de l'an, saint sylvestre, réveillon de la saint - sylvestre"
            ),
            "epiphany": "épiphanie, jour des rois",
            "valentine": "saint - valentin, saint valentin",
            "womens_day": "journée de la femme, journée des femmes",
            "april_fools": "poisson d'avril, premier avril",
            "labour_day": "fête du travail",
            "victory_europe": "fête de la victoire",
            "mothers_day": "fête des mères",
            "fathers_day": "fête des pères",
            "bastille_day": "fête nationale, 14 juillet, quatorze juillet",
            "assumption": "assomption",
            "all_saints": "toussaint",
            "armistice": "armistice",
            "halloween": "halloween",
            "easter": "pâques, dimanche de pâques",
            "easter_monday": "lundi de pâques",
            "good_friday": "vendredi saint",
            "ascension": "ascension, jeudi de l'ascension",
            "pentecost": "pentecôte",
            "whit_monday": "lundi de pentecôte",
            "carnival": "mardi gras",
            "thanksgiving": (
                "thanksgiving, jour de thanks giving, action de grâce, action de grâces, "
                "jour de thanksgiving, thanks giving, jour de l'action de grâce"
            ),
            "us_independence": "jour de l'indépendance, fête de l'indépendance",
            "black_friday": "black friday, vendredi noir",
        },
        "q": "t, q, trimestre",
        "h": "s",
        "agoless": "il y a moins de, il y a moins d', y a moins de, ça fait moins de",
        "agomore": "il y a plus de, il y a plus d', y a plus de, ça fait plus de",
        "sinceless": "depuis moins de, depuis moins d'",
        "onlone": "le",
        "lateword": "tard, tard dans la",
        "the": "le, la, les, l', l'",
        "of": "de, du, de la, de l', d', des, de cette, en, au, cette, le, la",
        "and": "et",
        "comma": ",",
        "dash": "-, –, —, ~",
        "slash": "/",
        "ofmonth": "de, d'",
        "apos": "'",
        "dot": ".",
        "th": "er, ère, e, ème, eme, nd, nde, ième, º, °, re",
        "thday": "er, ère, e, ème, eme, nd, nde, ième, º, °, re",
        "half": "demi, demie, demi -, une demi",
        "dayword": "jour, le jour",
        "week": "semaine, semaine numéro, semaine n°, sem",
        "weekof": "du, commençant le, à partir du, qui commence le",
        "yearword": "année, l'année, an, en l'an, l'an, en l'année",
        "century": "siècle",
        "ago": "plus tôt, auparavant, avant cela",
        "agobefore": (
            "il y a, y a, ya, il y a environ, il y a à peu près, il y a près de, ça fait, "
            "voilà, voici, il y a quasiment, il y a presque"
        ),
        "agosince": "depuis, depuis plus de, depuis près de, depuis environ",
        "later": "à partir de maintenant, à partir d'aujourd'hui",
        "soon": "dans, dans environ, d'ici",
        "within": "dans les, en moins de, sous",
        "starting": "à partir de, à partir du, à compter de, à compter du, dès",
        "lastrolling": "au cours des, ces, durant ces, ces dernières",
        "recently": "récentes",
        "rest": "reste, le reste, restant",
        "sofar": "jusqu'à présent, jusqu'ici, à ce jour",
        "sofarin": (
            "plus tôt, jusqu'ici, depuis le début de, depuis le début du, depuis le début de la, "
            "depuis le début de l'"
        ),
        "lateron": "plus tard",
        "thispart": "ce, cet, cette",
        "partlink": "au, dans la, dans l', en, le, l', en fin de, en début de, pendant la, dans le",
        "now": "maintenant, à présent",
        "in": (
            "en, au, à l', l', pendant, pendant l', pendant le, au cours de, au cours de l', durant, "
            "durant l', cet, courant, dans, vers, autour de, au mois de, le mois de, du mois de, mois de, "
            "tout l', à, de l'"
        ),
        "on": "le, du, au, ce, pour le, pendant le, vers le, à, celui du, celle du, sur, sur le",
        "for": "pour, pour l'année, de, sur",
        "yearof": "de, l'an, en l'an",
        "since": (
            "depuis, depuis le, à partir de, à partir du, dès, dès le, à compter de, depuis la, "
            "depuis l', depuis les, à partir d', depuis que"
        ),
        "sincedist": "à partir de, à partir du, à partir d', depuis, de",
        "before": "avant, avant le, avant la, avant l', d'avant, plus tôt que, antérieur à, antérieurs à",
        "after": "après, après le, après la, après l', postérieur à, passé",
        "until": (
            "jusque, jusqu'à, jusqu'au, jusqu'en, jusqu'a, au plus tard, jusqu'à la, jusqu'à l', d'ici, "
            "avant fin"
        ),
        "from": "de, du, entre, entre le, depuis, depuis le, à partir de, à partir du, entre la, de la",
        "to": "à, au, jusqu'à, jusqu'au, jusqu'en, jusqu'a, et, et le, a, et la, à la, jusque, au le",
        "strictto": "à, au, jusqu'à, jusqu'au, jusqu'en, jusqu'a, a, jusqu'à la",
        "orlater": "ou plus tard, ou après, et après, et plus tard",
        "orearlier": "ou plus tôt, ou avant, et avant",
        "recent": (
            "récemment, dernièrement, de nos jours, ces jours - ci, ces derniers temps, ces temps - ci, "
            "l'autre jour, naguère"
        ),
        "honorific": "mme, mlle, m, madame, mademoiselle, monsieur, dr",
        "street": "rue, place, avenue, boulevard, quai, square",
        "streetof": "du, de",
        "thistime": "à la même époque, à cette époque, à la même période, à pareille époque",
        "refuse_before": (
            "chaque, tous les, toutes les, par, tous, toutes, combien de, quel, quelle, quels, quelles, "
            "bonne, bon, aucun, aucune, joyeux, bonnes, belle"
        ),
        "label": (
            "port, version, page, chambre, salle, ticket, chapitre, numéro, erreur, bus, ligne, quai, "
            "iso, modèle, taille"
        ),
        "refuse_after": "euros, euro, €, %, personnes, fois, h, étoiles, étudiants, attaque",
    },
    blocked="""
        nouvel an chinois; nouvel an lunaire; ce jour - là; ces jours; jour au lendemain;
        mars attacks; planète mars; barre mars; sur mars; avril lavigne; l'été indien;
        en avril ne te découvre pas; jour après jour; semaine après semaine; année après année;
        mois après mois; de jour en jour; un jour; toujours; bonne journée; bonne soirée; bonne nuit;
        bonjour; à jour; mise à jour; mises à jour; ordre du jour; au jour le jour; le jour où; 24 / 7;
        les week - ends; les weekends; fin de semaine; demi - finale; le monde d'hier; fin de partie;
        fin du monde; la fin justifie; fin de ligne; fin de vie; fin de série; afin; en fin de compte;
        en fait; mal de mer; fruits de mer; bord de mer; la mer; en mer; saint - domingue; un second;
        une seconde; seconde main; seconde option; second plan; premier plan; dernier mot; dernier cri;
        prochaine étape; premier ministre; première fois; dernière fois; fois; le temps; passé composé;
        passé simple; au passage; passer; j'ai été; a été; ont été; avons été; ai été; avait été; avez été;
        as été; être; quatre saisons; hiver nucléaire; le printemps arabe; printemps arabe;
        magasin du printemps; les ans; bon an mal an
    """,
    rules=(
        LATIN,
        DIRECTION_FIRST,
        DIRECTION_LAST,
        """
P: the? RELATIVE -> relative
P: Wd the? UNIT DIRAFTER -> weekday_of_unit
P: the? Wd DIR -> picked_weekday
P: DayP PART -> part_of_day
P: the? Ord UNIT the? UNIT DIRAFTER -> nth_of_unit
P: Day (to|dash) Day (of|the)? UNIT DIRAFTER -> days_of_unit
P: agobefore DIR Dur -> ago_rolled
T: from Day to Day DIR UNIT -> days_of_relative
T: Day strictto Day DIR UNIT -> days_of_relative
T: Day strictto Day UNIT DIRAFTER -> days_of_unit
T: from Day to Day UNIT DIRAFTER -> days_of_unit
""",
    ),
)

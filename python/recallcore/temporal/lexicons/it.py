"""Italian."""

from recallcore.temporal.grammar import DIRECTION_FIRST, DIRECTION_LAST, LATIN
from recallcore.temporal.language import Language

LANGUAGE = Language(
    code="it",
    alphabet="latin",
    glued="th",
    words={
        "WORDNUM": {
            1: "un, uno, una, un'",
            2: "due",
            3: "tre",
            4: "quattro",
            5: "cinque",
            6: "sei",
            7: "sette",
            8: "otto",
            9: "nove",
            10: "dieci",
            11: "undici",
            12: "dodici",
            13: "tredici",
            14: "quattordici",
            15: "quindici",
            16: "sedici",
            17: "diciassette",
            18: "diciotto",
            19: "diciannove",
            20: "venti",
            21: "ventuno, ventun",
            22: "ventidue",
            23: "ventitré, ventitre",
            24: "ventiquattro",
            25: "venticinque",
            26: "ventisei",
            27: "ventisette",
            28: "ventotto",
            29: "ventinove",
            30: "trenta",
            31: "trentuno, trentun",
            100: "cento",
        },
        "FACTOR": {1000: "mille, mila"},
        "ORDINAL": {
            -1: "ultimo, ultima, ultimi, ultime",
            1: "primo, prima, primi, prime",
            2: "secondo, seconda",
            3: "terzo, terza",
            4: "quarto, quarta",
            5: "quinto, quinta",
            6: "sesto, sesta",
            7: "settimo, settima",
            8: "ottavo, ottava",
            9: "nono, nona",
            10: "decimo, decima",
        },
        "ROMAN": {15: "xv", 16: "xvi", 17: "xvii", 18: "xviii", 19: "xix", 20: "xx", 21: "xxi"},
        "ROUGH": {
            "couple": "un paio di, paio di, un paio",
            "few": "alcuni, alcune, qualche, diversi, diverse, pochi, poche, vari, varie",
        },
        "UNITS": {
            "day": "giorni",
            "week": "settimane",
            "month": "mesi",
            "year": "anni",
            "hour": "ore",
            "minute": "minuti",
        },
        "HALFWORD": {"half": "metà"},
        "UNIT": {
            "minute": "minuto, min",
            "hour": "ora",
            "day": "giorno, giornata, giornate, dì",
            "business_day": "giorno lavorativo, giorni lavorativi, giorno feriale, giorni feriali",
            "week": "settimana",
            "work_week": "settimana lavorativa",
            "weekend": "fine settimana, weekend, week - end, week end",
            "month": "mese",
            "quarter": "trimestre, trimestri",
            "half": "semestre, semestri",
            "year": "anno, anno solare",
            "fiscal_year": "anno fiscale, esercizio",
            "decade": "decennio, decenni, decade",
            "century": "secolo, secoli",
            "fortnight": "quindicina",
        },
        "DUR": {
            ("month", 6): "mezzo anno, mezz'anno",
            ("hour", 0.5): "mezz'ora, mezzora, mezza ora",
            ("month", 18): "anno e mezzo, un anno e mezzo",
        },
        "MONTH": {
            1: "gen, genn",
            2: "feb, febb",
            3: "marzo, mar",
            4: "apr",
            5: "maggio, mag",
            6: "giu",
            7: "lug",
            8: "agosto, ago",
            9: "set, sett",
            10: "ott",
            11: "nov",
            12: "dic",
        },
        "SUREMONTH": {
            1: "gennaio",
            2: "febbraio",
            4: "aprile",
            6: "giugno",
            7: "luglio",
            9: "settembre",
            10: "ottobre",
            11: "novembre",
            12: "dicembre",
        },
        "WEEKDAY": {0: "lun", 1: "mar", 2: "mer", 3: "gio", 4: "ven", 5: "sab", 6: "dom"},
        "SUREWEEKDAY": {
            0: "lunedì",
            1: "martedì",
            2: "mercoledì",
            3: "giovedì",
            4: "venerdì",
            5: "sabato",
            6: "domenica",
        },
        "SEASONWORDS": {
            "spring": "primavere",
            "summer": "estati",
            "autumn": "autunni",
            "winter": "inverni",
        },
        "SEASON": {
            "spring": "primavera",
            "summer": "estate",
            "autumn": "autunno",
            "winter": "inverno",
        },
        "RELATIVE": {
            ("day", 0): "oggi, giornata di oggi, quest'oggi",
            ("day", -1): "ieri, giornata di ieri",
            ("day", -2): "l'altro ieri, altro ieri, ieri l'altro, avantieri, altroieri, l'altroieri",
            ("day", 1): "domani",
            ("day", 2): "dopodomani, dopo domani",
        },
        "DAYSTEP": {-1: "vigilia", 1: "indomani"},
        "RELATIVEPART": {
            ("day", -1, "evening"): "ieri sera",
            ("day", -1, "night"): "ieri notte, stanotte, la notte scorsa, la scorsa notte, questa notte",
            ("day", -1, "morning"): "ieri mattina",
            ("day", -1, "afternoon"): "ieri pomeriggio",
            ("day", 0, "morning"): "stamattina, stamani, stamane, questa mattina, oggi mattina",
            ("day", 0, "afternoon"): "oggi pomeriggio, questo pomeriggio",
            ("day", 0, "evening"): "stasera, questa sera",
            ("day", 1, "morning"): "domani mattina, domattina",
            ("day", 1, "evening"): "domani sera",
        },
        "SAME": {0: "stesso, stessa"},
        "soonafter": "prossimo, prossima, che viene, entrante",
        "soondir": "prossimo, prossima",
        "DIR": {
            -2: "penultimo, penultima",
            -1: (
                "scorso, scorsa, scorsi, scorse, ultimo, ultima, ultimi, ultime, passato, passata, "
                "passati, passate, precedente, precedenti"
            ),
            0: "questo, questa, questi, queste, quest', corrente, attuale",
            1: (
                "prossimo, prossima, prossimi, prossime, seguente, seguenti, successivo, successiva, "
                "successivi, successive"
            ),
        },
        "DIRAFTER": {
            -2: (
                "prima dell'ultimo, prima dell'ultima, precedente a quella scorsa, ancora prima, "
                "prima della scorsa, prima dello scorso"
            ),
            -1: (
                "scorso, scorsa, scorsi, scorse, passato, passata, passati, passate, precedente, "
                "precedenti, ultimo, ultima, appena passato, appena passata"
            ),
            0: "corrente, attuale, in corso",
            1: (
                "prossimo, prossima, prossimi, prossime, seguente, seguenti, successivo, successiva, "
                "successivi, successive, che viene, entrante"
            ),
            2: "dopo la prossima, dopo il prossimo",
        },
        "DECADE": {
            20: "anni venti, anni '20, anni 20",
            30: "anni trenta, anni '30, anni 30",
            40: "anni quaranta, anni '40, anni 40",
            50: "anni cinquanta, anni '50, anni 50",
            60: "anni sessanta, anni '60, anni 60",
            70: "anni settanta, anni '70, anni 70",
            80: "anni ottanta, anni '80, anni 80",
            90: "anni novanta, anni '90, anni 90",
            1970: "anni 1970",
            1980: "anni 1980",
            1990: "anni 1990",
            2000: "anni 2000, anni duemila",
            2010: "anni 2010",
        },
        "PART": {
            "dawn": "alba",
            "morning": "mattina, mattino, mattinata",
            "noon": "mezzogiorno",
            "afternoon": "pomeriggio",
            "evening": "sera, serata",
            "night": "notte",
        },
        "PHASE": {
            "early": "primi giorni, inizio, inizi, primi, l'inizio, all'inizio, principio, agli inizi",
            "middle": "metà, a metà, alla metà, meta",
            "end": "ultimi giorni, fine, alla fine, la fine, finire, termine, verso la fine",
        },
        "HOLIDAY": {
            "christmas": "natale, giorno di natale, il giorno di natale",
            "christmas_eve": "vigilia di natale, la vigilia di natale",
            "boxing_day": "santo stefano",
            "new_year": "capodanno, giorno di capodanno, primo dell'anno",
            "new_years_eve": "san silvestro, vigilia di capodanno, notte di san silvestro, ultimo dell'anno",
            "epiphany": "epifania, befana",
            "valentine": "san valentino",
            "womens_day": "festa della donna, giornata della donna",
            "april_fools": "pesce d'aprile",
            "italy_liberation": "festa della liberazione",
            "labour_day": "festa dei lavoratori, festa del lavoro, primo maggio",
            "italy_republic": "festa della repubblica",
            "mothers_day": "festa della mamma",
            "assumption": "ferragosto",
            "halloween": "halloween",
            "all_saints": "ognissanti, tutti i santi",
            "immaculate": "immacolata",
            "easter": "pasqua, domenica di pasqua",
            "easter_monday": "pasquetta, lunedì dell'angelo",
            "good_friday": "venerdì santo",
            "palm_sunday": "domenica delle palme",
            "carnival": "martedì grasso",
            "pentecost": "pentecoste",
            "thanksgiving": "giorno del ringraziamento, ringraziamento",
            "us_independence": "giorno dell'indipendenza, festa dell'indipendenza",
            "black_friday": "black friday, venerdì nero",
        },
        "q": "t, q, trimestre",
        "h": "s",
        "less": "meno di, meno d'",
        "more": "più di, oltre, più d'",
        "sinceless": "da meno di",
        "onlone": "il, il giorno",
        "the": "il, lo, la, l', i, gli, le",
        "of": "di, del, della, dello, dell', dei, delle, d', in, nel, di questo, di questa, di quest'",
        "and": "e, ed",
        "comma": ",",
        "dash": "-, –, —, ~",
        "slash": "/",
        "ofmonth": "di, del",
        "apos": "'",
        "dot": ".",
        "th": "º, °, o, a, ª, ° .",
        "half": "mezzo, mezza",
        "dayword": "giorno, il giorno",
        "week": "settimana, settimana numero",
        "weekof": "del, che inizia il, a partire dal, dal",
        "yearword": "anno, l'anno, nell'anno, dell'anno",
        "century": "secolo",
        "ago": "fa, prima, addietro, or sono",
        "agosince": "da, da più di, da circa, da oltre",
        "later": "da adesso, da oggi, da ora",
        "soon": "tra, fra, in",
        "within": "entro, nel giro di, nell'arco di, entro i prossimi",
        "starting": "a partire da, a partire dal, cominciando da",
        "recently": "recenti",
        "rest": "resto, il resto, restante",
        "sofar": "finora, fino ad ora, fino ad oggi, a oggi, fino a ora",
        "sofarin": "all'inizio di, prima in, finora, in precedenza",
        "lateron": "più tardi, più avanti, verso la fine di",
        "thispart": "questa, questo, oggi",
        "partlink": "di, alla, nel, in, al, nella",
        "now": "adesso, ora",
        "in": (
            "in, nel, nell', nella, a, ad, durante, durante il, durante la, durante l', nel corso di, "
            "nel mese di, intorno al, verso, mese di, al mese di, il mese di, tutta l', per"
        ),
        "on": (
            "il, lo, la, l', nel, di, del, per il, durante il, nella, al, quella del, quello di, "
            "verso il, sul, questo"
        ),
        "for": "per, per il, di, su, nel",
        "yearof": "del, nel, anno",
        "since": (
            "da, dal, dalla, dall', a partire da, a partire dal, a partire dalla, fin da, fin dal, "
            "sin da, da quando, dallo"
        ),
        "sincedist": "da, dal, dopo, a partire da, a partire dal",
        "before": "prima di, prima del, prima della, prima dell', precedente al, anteriore al",
        "after": "dopo, dopo il, dopo la, dopo l', successivo al, a seguito del",
        "until": (
            "fino a, fino al, fino alla, sino a, sino al, fino ad, entro, entro il, entro la, "
            "entro la fine di, non oltre, entro fine"
        ),
        "from": "da, dal, dalla, tra, fra, tra il, fra il, dall', tra la, nel",
        "to": "a, al, alla, fino a, fino al, fino alla, e, e il, ed il, e la, ad, all', sino al, fino ad",
        "strictto": "a, al, alla, fino a, fino al, fino alla, ad, all', sino al",
        "orlater": "o più tardi, o dopo, e dopo, in poi, o successivi, e oltre",
        "orearlier": "o prima, e prima, o precedente",
        "recent": (
            "recentemente, ultimamente, al giorno d'oggi, oggigiorno, "
            "di recente, poco fa, l'altro giorno, negli ultimi tempi, da poco"
        ),
        "honorific": "signor, signora, signore, signorina, sig, dott, dottoressa",
        "street": "via, viale, piazza, piazzale, largo",
        "streetof": "del",
        "thistime": "di questi tempi, in questo periodo, nello stesso periodo",
        "refuse_before": (
            "ogni, tutti i, tutte le, quanti, quante, che, quale, nessun, nessuna, buon, buona, buone, felice"
        ),
        "label": (
            "porta, versione, pagina, camera, sala, stanza, ticket, capitolo, numero, errore, autobus, "
            "linea, piano, iso, modello"
        ),
        "refuse_after": "euro, €, %, persone, volte, dollari, pezzi",
    },
    blocked="""
        capodanno cinese; capodanno lunare; giorno d'oggi; dall'oggi al domani;
        fine settimana; fine del mondo; alla fine dei conti; in fin dei conti; buon giorno; buongiorno;
        buona sera; buonasera; buona notte; buon natale; giorno dopo giorno; giorno per giorno; 24 / 7;
        di giorno in giorno; anno dopo anno; mese dopo mese; settimana dopo settimana; prima volta;
        ultima volta; prossima volta; questa volta; seconda guerra; prima guerra; seconda opzione;
        secondo me; secondo te; secondo lui; di seconda mano; quarto d'ora; quattro stagioni;
        primavera araba; mar mediterraneo; mar rosso; mar nero; mar adriatico; santa domenica;
        prima di tutto; prima classe; seconda classe; terza età; fa caldo; fa freddo; ora legale;
        ora solare; set di; set da; dom perignon; sei tu; sei un; sei una; sei in; sei stato; sei andato;
        le sei; ultima parola; prima pagina; prossimo passo; un tempo
    """,
    rules=(
        LATIN,
        DIRECTION_FIRST,
        DIRECTION_LAST,
        """
P: Wd of? the? UNIT DIRAFTER -> weekday_of_unit
P: DayP PART -> part_of_day
T: from Day to Day DIR UNIT -> days_of_relative
T: from Day (to|dash) Day Of -> days_between
T: DAYRANGE of? Mon -> range_of_month
""",
    ),
)

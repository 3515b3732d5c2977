"""Spanish."""

from recallcore.temporal.grammar import DIRECTION_FIRST, DIRECTION_LAST, LATIN
from recallcore.temporal.language import Language

LANGUAGE = Language(
    code="es",
    alphabet="latin",
    glued="th",
    words={
        "WORDNUM": {
            1: "un, una, uno",
            2: "dos",
            3: "tres",
            4: "cuatro",
            5: "cinco",
            6: "seis",
            7: "siete",
            8: "ocho",
            9: "nueve",
            10: "diez",
            11: "once",
            12: "doce",
            13: "trece",
            14: "catorce",
            15: "quince",
            16: "dieciséis",
            17: "diecisiete",
            18: "dieciocho",
            19: "diecinueve",
            20: "veinte",
            21: "veintiuno, veintiún, veintiuna",
            22: "veintidós",
            23: "veintitrés",
            24: "veinticuatro",
            25: "veinticinco",
            26: "veintiséis",
            27: "veintisiete",
            28: "veintiocho",
            29: "veintinueve",
            30: "treinta",
            31: "treinta y uno, treinta y un",
            40: "cuarenta",
            50: "cincuenta",
            60: "sesenta",
            70: "setenta",
            80: "ochenta",
            90: "noventa",
            100: "cien, ciento",
            200: "doscientos",
            500: "quinientos",
            900: "novecientos",
        },
        "FACTOR": {1000: "mil"},
        "ORDINAL": {
            -1: "último, última, últimos, últimas",
            1: "primer, primero, primera, primeros, primeras",
            2: "segundo, segunda",
            3: "tercer, tercero, tercera",
            4: "cuarto, cuarta",
            5: "quinto, quinta",
            6: "sexto, sexta",
            7: "séptimo, séptima",
            8: "octavo, octava",
            9: "noveno, novena",
            10: "décimo, décima",
            11: "undécimo",
            12: "duodécimo",
        },
        "ROMAN": {15: "xv", 16: "xvi", 17: "xvii", 18: "xviii", 19: "xix", 20: "xx", 21: "xxi"},
        "ROUGH": {
            "couple": "un par de, par de, un par",
            "few": (
                "unos, unas, algunos, algunas, unos pocos, unas pocas, varios, varias, unos cuantos, "
                "unas cuantas, pocos, pocas"
            ),
        },
        "UNITS": {
            "day": "días",
            "week": "semanas",
            "month": "meses",
            "year": "años, anos",
            "hour": "horas",
            "minute": "minutos",
        },
        "HALFWORD": {"half": "mitad"},
        "UNIT": {
            "minute": "minuto, min",
            "hour": "hora",
            "day": "día",
            "business_day": (
                "día hábil, días hábiles, día laborable, días laborables, día laboral, días laborales"
            ),
            "week": "semana",
            "work_week": "semana laboral",
            "weekend": "fin de semana, fines de semana, finde, findes",
            "month": "mes",
            "quarter": "trimestre, trimestres, cuarto, cuatrimestre, cuatrimestres",
            "half": "semestre, semestres",
            "year": "año, ano, año calendario, calendario año",
            "fiscal_year": "año fiscal, ejercicio",
            "decade": "década, décadas, decenio, decenios",
            "century": "siglo, siglos",
            "fortnight": "quincena, quincenas",
        },
        "DUR": {
            ("month", 6): "medio año, seis meses",
            ("hour", 0.5): "media hora",
            ("month", 18): "año y medio, un año y medio",
        },
        "MONTH": {
            1: "ene",
            2: "feb",
            3: "marzo, mar",
            4: "abril, abr",
            5: "mayo, may",
            6: "jun",
            7: "julio, jul",
            8: "agosto, ago",
            9: "sep, set",
            10: "oct",
            11: "nov",
            12: "dic",
        },
        "SUREMONTH": {
            1: "enero",
            2: "febrero",
            6: "junio",
            9: "septiembre, setiembre, sept",
            10: "octubre",
            11: "noviembre",
            12: "diciembre",
        },
        "WEEKDAY": {
            0: "lun",
            1: "mar",
            2: "mi, mie, mié",
            3: "jue",
            4: "vie",
            5: "sab, sáb",
            6: "dom, domingo",
        },
        "SUREWEEKDAY": {0: "lunes", 1: "martes", 2: "miércoles", 3: "jueves", 4: "viernes", 5: "sábado"},
        "SEASONWORDS": {
            "spring": "primaveras",
            "summer": "veranos",
            "autumn": "otoños",
            "winter": "inviernos",
        },
        "SEASON": {
            "spring": "primavera",
            "summer": "verano",
            "autumn": "otoño",
            "winter": "invierno",
        },
        "RELATIVE": {
            ("day", 0): "hoy, el día de hoy",
            ("day", -1): "ayer, el día de ayer",
            (
                "day",
                -2,
            ): "anteayer, antes de ayer, antier, antes de anoche, el día antes de ayer, día antes de ayer",
            ("day", -3): "trasanteayer",
            ("day", 1): "mañana",
            ("day", 2): "pasado mañana, el día después de mañana",
        },
        "DAYSTEP": {-1: "víspera", 1: "día siguiente"},
        "RELATIVEPART": {
            ("day", -1, "night"): "anoche, ayer noche, ayer por la noche, la noche pasada",
            ("day", -2, "night"): "anteanoche, antes de anoche",
            ("day", 0, "morning"): "esta mañana, hoy por la mañana",
            ("day", 0, "night"): "esta noche, hoy por la noche",
            ("day", 0, "afternoon"): "esta tarde, hoy por la tarde",
            ("day", -1, "morning"): "ayer por la mañana, ayer en la mañana, ayer de mañana",
            ("day", -1, "afternoon"): "ayer por la tarde, ayer en la tarde",
            ("day", 1, "morning"): "mañana por la mañana, mañana en la mañana",
        },
        "SAME": {0: "mismo, misma"},
        "soonafter": "próximo, que viene, venidero",
        "soondir": "próximo",
        "DIR": {
            -2: "antepenúltimo",
            -1: "último, última, últimos, últimas, pasado, pasada, pasados, pasadas, anterior, anteriores",
            0: "este, esta, estos, estas, presente, actual",
            1: "próximo, próxima, próximos, próximas, siguiente, siguientes",
        },
        "DIRAFTER": {
            -2: (
                "antepasado, antepasada, trasanterior, anterior a la pasada, anterior al pasado, "
                "antes de la pasada, antes del pasado"
            ),
            -1: (
                "pasado, pasada, pasados, pasadas, anterior, anteriores, previo, previa, previos, "
                "previas, último, última, que pasó"
            ),
            0: "actual, en curso, corriente, presente",
            1: (
                "próximo, próxima, próximos, próximas, siguiente, siguientes, que viene, entrante, "
                "venidero, venidera, que vienen, que sigue"
            ),
            2: "después de la próxima, después del próximo",
        },
        "DECADE": {
            20: "años veinte, años 20, veinte",
            30: "años treinta, años 30",
            40: "años cuarenta, años 40",
            50: "años cincuenta, años 50",
            60: "años sesenta, años 60",
            70: "años setenta, años 70",
            80: "años ochenta, años 80",
            90: "años noventa, años 90",
            1970: "años 1970, los 1970",
            1980: "años 1980, los 1980",
            1990: "años 1990, los 1990",
            2000: "años 2000, los 2000, años dos mil",
            2010: "años dos mil diez, años 2010",
        },
        "PART": {
            "dawn": "madrugada",
            "morning": "mañana",
            "noon": "mediodía, a mediodía, al mediodía",
            "afternoon": "tarde",
            "night": "noche",
        },
        "PHASE": {
            "early": (
                "primeros días, principios, comienzos, inicios, inicio, principio, a principios, "
                "a comienzos, al principio, al inicio, primeros"
            ),
            "middle": "mediados, a mediados, mitad, medio",
            "end": "últimos días, a fin, finales, fines, fin, final, a finales, a fines, al final, al fin",
        },
        "HOLIDAY": {
            "christmas": "navidad, día de navidad",
            "christmas_eve": "nochebuena, noche buena",
            "new_year": "año nuevo, día de año nuevo, yuandan",
            "new_years_eve": "nochevieja, noche vieja, fin de año, víspera de año nuevo",
            "epiphany": "día de reyes, reyes magos, día de los reyes magos",
            "st_patrick": "día de san patricio, san patricio",
            "valentine": "san valentín, día de san valentín, día de los enamorados",
            "womens_day": "día de la mujer",
            "labour_day": "día del trabajo, día del trabajador, día de los trabajadores",
            "mothers_day": "día de la madre, día de las madres",
            "fathers_day": "día del padre",
            "us_independence": "día de independencia, día de la independencia",
            "halloween": "halloween, noche de brujas",
            "all_saints": "todos los santos, día de todos los santos",
            "all_souls": "día de muertos, día de los muertos",
            "constitution_day_es": "día de la constitución",
            "hispanic_day": "día de la hispanidad",
            "immaculate": "inmaculada",
            "easter": "pascua, domingo de resurrección, domingo de pascua, pascuas",
            "good_friday": "viernes santo",
            "maundy_thursday": "jueves santo",
            "palm_sunday": "domingo de ramos",
            "ash_wednesday": "miércoles de ceniza",
            "thanksgiving": "acción de gracias, día de acción de gracias",
            "black_friday": "black friday, viernes negro",
            "mlk_day": "día de martin luther king",
            "april_fools": "día de los inocentes de abril",
        },
        "q": "t, q, trimestre",
        "h": "s",
        "agoless": "hace menos de",
        "agomore": "hace más de, hace ya más de",
        "sinceless": "desde hace menos de",
        "onlone": "el, el día",
        "lateword": "tarde en",
        "the": "el, la, los, las, lo",
        "of": "de, del, de la, de este, de esta, de los, de las, en, al, del día, va del",
        "and": "y, e",
        "comma": ",",
        "dash": "-, –, —, ~",
        "slash": "/",
        "ofmonth": "de, del",
        "apos": "'",
        "dot": ".",
        "th": "º, ª, ro, er, ra, do, da, to, ta, mo, o, a, °, . º, . ª",
        "half": "medio, media",
        "dayword": "día",
        "week": "semana, semana número",
        "weekof": "del, que empieza el, que va del, que comienza el, a partir del",
        "yearword": "año, el año, ano",
        "century": "siglo",
        "ago": "atrás, antes, previos",
        "agobefore": ("hace, hace unos, hace como, hace aproximadamente, hace casi, hará, hacía, hace ya"),
        "agosince": "desde hace, desde hace más de",
        "later": "a partir de ahora, a partir de hoy",
        "soon": "en, de aquí a",
        "within": "en menos de, en un plazo de, dentro de",
        "starting": "a partir de, a partir del, comenzando, comenzando el, empezando, desde",
        "recently": "recientes",
        "rest": "resto, el resto, lo que queda",
        "sofar": "hasta ahora, hasta la fecha, hasta hoy",
        "sofarin": "más temprano, en lo que va, en lo que va de, lo que va de, antes en, anteriormente",
        "lateron": "más tarde, más adelante",
        "thispart": "esta, este",
        "inthe": "en los",
        "ofthe": "de los",
        "partlink": "por la, en la, a la, de la, al",
        "now": "ahora, ahora mismo",
        "in": (
            "en, durante, a lo largo por, hacia, a, durante el, en el mes de, en mes de, del mes de, "
            "el mes de, mes de, en el transcurso de, alrededor de"
        ),
        "on": "el, en, para el, del, al, sobre el, durante el, en el, hacia el, este, por el",
        "for": "para, para el año, de, sobre",
        "yearof": "de, del, año",
        "since": "desde, desde el, desde la, a partir de, a partir del, desde que, desde los, a contar de",
        "sincedist": "desde, a partir de, a partir del, después de, después del",
        "before": (
            "antes de, antes del, antes de la, antes de los, previo a, anterior a, anteriores a, antes de que"
        ),
        "after": "después de, después del, después de la, tras, tras el, tras la, posterior a, luego de",
        "until": (
            "hasta, hasta el, hasta la, a más tardar, hasta finales de, como muy tarde, antes o el, "
            "hasta el día"
        ),
        "from": "de, del, desde, desde el, entre, entre el, desde la, entre la, durante, durante desde",
        "to": "a, al, hasta, hasta el, y, y el, hasta la, y la, a la, hasta el día, e",
        "strictto": "a, al, hasta, hasta el, hasta la",
        "orlater": "o más tarde, o después, y más tarde, y después, en adelante, o posterior",
        "orearlier": "o antes, o más temprano, y antes, o anterior",
        "ytd": "año hasta la fecha, lo que va de año, en lo que va de año",
        "recent": "recientemente, últimamente, hoy en día, hace poco, el otro día, estos días, hace un rato",
        "honorific": "señor, señora, señorita, sr, sra, srta, don, doña, dr, dra",
        "street": "calle, avenida, avda, plaza, parque, colonia, ponte, rua",
        "streetof": "de, del",
        "thistime": "por estas fechas, en estas fechas, a estas alturas, por esta época, por esas fechas",
        "own": "mis, sus, tus, nuestros",
        "refuse_before": (
            "cada, todos los, todas las, por, cuántos, cuántas, qué, cuál, ningún, ninguna, feliz, buen, "
            "buena, buenas, buenos"
        ),
        "label": (
            "puerto, versión, página, habitación, sala, ticket, capítulo, número, tengo, error, autobús, "
            "línea, piso, iso, modelo, talla"
        ),
        "refuse_after": (
            "euros, euro, €, %, personas, veces, dólares, piezas, de espera, días, minutos, años, meses, "
            "segundos, primeros, mejores, últimos"
        ),
    },
    blocked="""
        año nuevo chino; año nuevo lunar; hoy en día; mañana siguiente;
        mar y; el mar; la mar; del mar; al mar; mi pasado; el pasado y; buenas noches; buenos días;
        buenas tardes; día a día; día tras día; semana tras semana; año tras año; mes tras mes;
        de un día para otro; 24 / 7; de mar; los fines de semana; los lunes; los martes; los miércoles;
        los jueves; los viernes; los sábados; los domingos; fin de semana; fin de año; hoy no circula;
        mañanitas; las mañanitas; fin del mundo; fin de la línea; a fin de que; en fin; al fin y al cabo;
        por fin; a partir un piñón; segunda opción; segunda mano; segunda guerra; primera guerra;
        tercera edad; cuarto de baño; cuarto oscuro; primera vez; última vez; próxima vez; esta vez;
        santo domingo; plácido domingo; domingo de guzmán; san martes; plaza de mayo; cinco de mayo;
        primavera árabe; más tarde o más temprano; tarde o temprano; llegar tarde; es tarde; muy tarde;
        demasiado tarde; cien años de soledad; a mi; mi casa; mi nombre; mi lista; mi cuenta; mi hermana;
        mi hermano; mi madre; mi padre; por mi; de mi; para mi; en mi; con mi; mar de; costa del mar
    """,
    rules=(
        LATIN,
        DIRECTION_FIRST,
        DIRECTION_LAST,
        """
P: on WEEKDAY -> weekday_on
TW: inthe DECADENUM -> decade
P: PHASE ofthe DECADENUM -> phase_of_decade
P: Wd of? the? UNIT DIRAFTER -> weekday_of_unit
P: DayP partlink PART -> part_of_day
T: from Day to Day DIR UNIT -> days_of_relative
T: from Day (to|dash) Day Of -> days_between
T: DAYRANGE of Mon -> range_of_month
T: on Day of NUM -> day_month_numbers
P: on? Day of NUM of YN -> day_month_numbers_year
""",
    ),
)

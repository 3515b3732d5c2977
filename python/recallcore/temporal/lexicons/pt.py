"""Portuguese, of Brazil and of Portugal."""

from recallcore.temporal.grammar import DIRECTION_FIRST, DIRECTION_LAST, LATIN
from recallcore.temporal.language import Language

LANGUAGE = Language(
    code="pt",
    alphabet="latin",
    glued="th",
    words={
        "WORDNUM": {
            1: "um, uma",
            2: "dois, duas",
            3: "três",
            4: "quatro",
            5: "cinco",
            6: "seis",
            7: "sete",
            8: "oito",
            9: "nove",
            10: "dez",
            11: "onze",
            12: "doze",
            13: "treze",
            14: "quatorze, catorze",
            15: "quinze",
            16: "dezesseis, dezasseis",
            17: "dezessete, dezassete",
            18: "dezoito",
            19: "dezenove, dezanove",
            20: "vinte",
            30: "trinta",
            40: "quarenta",
            50: "cinquenta",
            60: "sessenta",
            70: "setenta",
            80: "oitenta",
            90: "noventa",
            100: "cem, cento",
            900: "novecentos",
        },
        "FACTOR": {1000: "mil"},
        "ORDINAL": {
            -1: "último, última, últimos, últimas",
            1: "primeiro, primeira, primeiros, primeiras",
            2: "segundo, segunda",
            3: "terceiro, terceira",
            4: "quarto, quarta",
            5: "quinto, quinta",
            6: "sexto, sexta",
            7: "sétimo, sétima",
            8: "oitavo, oitava",
            9: "nono, nona",
            10: "décimo, décima",
        },
        "ROMAN": {15: "xv", 16: "xvi", 17: "xvii", 18: "xviii", 19: "xix", 20: "xx", 21: "xxi"},
        "ROUGH": {
            "couple": "um par de, par de",
            "few": "alguns, algumas, uns, umas, uns poucos, umas poucas, vários, várias, poucos, poucas",
        },
        "UNITS": {
            "day": "dias",
            "week": "semanas",
            "month": "meses",
            "year": "anos",
            "hour": "horas",
            "minute": "minutos",
        },
        "HALFWORD": {"half": "metade"},
        "UNIT": {
            "minute": "minuto, min",
            "hour": "hora",
            "day": "dia",
            "business_day": "dia útil, dias úteis",
            "week": "semana",
            "weekend": (
                "fim de semana, final de semana, fins de semana, finais de semana, fim - de - semana, fds"
            ),
            "month": "mês",
            "quarter": "trimestre, trimestres",
            "half": "semestre, semestres",
            "year": "ano",
            "fiscal_year": "ano fiscal, exercício",
            "decade": "década, décadas",
            "century": "século, séculos",
            "fortnight": "quinzena, quinzenas",
        },
        "DUR": {
            ("month", 6): "meio ano",
            ("hour", 0.5): "meia hora",
            ("month", 18): "ano e meio, um ano e meio",
        },
        "MONTH": {
            1: "jan",
            2: "fev",
            3: "março, mar",
            4: "abril, abr",
            5: "maio, mai",
            6: "jun",
            7: "jul",
            8: "agosto, ago",
            9: "set",
            10: "out",
            11: "nov",
            12: "dez",
        },
        "SUREMONTH": {
            1: "janeiro",
            2: "fevereiro",
            6: "junho",
            7: "julho",
            9: "setembro",
            10: "outubro",
            11: "novembro",
            12: "dezembro",
        },
        "WEEKDAY": {
            0: "segunda, seg, 2a",
            1: "terça, ter, 3a",
            2: "quarta, qua, 4a",
            3: "quinta, qui, 5a",
            4: "sexta, sex, 6a",
            5: "sáb",
            6: "dom, domingo",
        },
        "SUREWEEKDAY": {
            0: "segunda - feira, segunda feira",
            1: "terça - feira, terça feira",
            2: "quarta - feira, quarta feira",
            3: "quinta - feira, quinta feira",
            4: "sexta - feira, sexta feira",
            5: "sábado",
        },
        "SEASONWORDS": {
            "spring": "primaveras",
            "summer": "verões",
            "autumn": "outonos",
            "winter": "invernos",
        },
        "SEASON": {
            "spring": "primavera",
            "summer": "verão",
            "autumn": "outono",
            "winter": "inverno",
        },
        "RELATIVE": {
            ("day", 0): "hoje, o dia de hoje",
            ("day", -1): "ontem, o dia de ontem",
            ("day", -2): "anteontem, antes de ontem, antes - de - ontem",
            ("day", -3): "trasanteontem",
            ("day", 1): "amanhã",
            ("day", 2): "depois de amanhã",
        },
        "DAYSTEP": {-1: "véspera", 1: "dia seguinte"},
        "RELATIVEPART": {
            (
                "day",
                -1,
                "night",
            ): "ontem à noite, ontem de noite, noite passada, na noite passada, ontem a noite",
            ("day", -1, "morning"): "ontem de manhã, ontem pela manhã",
            ("day", -1, "afternoon"): "ontem à tarde, ontem de tarde, ontem a tarde",
            ("day", 0, "morning"): "hoje de manhã, hoje cedo, esta manhã, hoje pela manhã, nesta manhã",
            ("day", 0, "afternoon"): "hoje à tarde, esta tarde",
            ("day", 0, "night"): "hoje à noite, esta noite, nesta noite",
            ("day", -2, "night"): "anteontem à noite",
        },
        "SAME": {0: "mesmo, mesma"},
        "soonafter": "próximo, próxima, que vem, vindouro",
        "soondir": "próximo, próxima",
        "DIR": {
            -2: "penúltimo, penúltima, antepenúltimo",
            -1: "último, última, últimos, últimas, passado, passada, passados, passadas, anterior",
            0: (
                "este, esta, estes, estas, esse, essa, neste, nesta, nesse, nessa, deste, desta, atual, "
                "presente"
            ),
            1: "próximo, próxima, próximos, próximas, seguinte, seguintes",
        },
        "DIRAFTER": {
            -2: (
                "retrasado, retrasada, antepassado, antepassada, antes do passado, antes da passada, "
                "anterior ao passado, anterior à passada"
            ),
            -1: "passado, passada, passados, passadas, anterior, anteriores, último, última, que passou",
            0: "atual, em curso, corrente, presente",
            1: (
                "próximo, próxima, próximos, próximas, seguinte, seguintes, que vem, vindouro, que vêm, "
                "que entra"
            ),
            2: "depois do próximo, depois da próxima",
        },
        "DECADE": {
            20: "anos 20, anos vinte",
            30: "anos 30, anos trinta",
            40: "anos 40, anos quarenta",
            50: "anos 50, anos cinquenta",
            60: "anos 60, anos sessenta",
            70: "anos 70, anos setenta",
            80: "anos 80, anos oitenta",
            90: "anos 90, anos noventa",
            1970: "anos 1970",
            1980: "anos 1980",
            1990: "anos 1990",
            2000: "anos 2000, anos dois mil",
            2010: "anos 2010",
        },
        "PART": {
            "dawn": "madrugada",
            "morning": "manhã",
            "noon": "meio - dia, meio dia",
            "afternoon": "tarde",
            "night": "noite",
        },
        "PHASE": {
            "early": (
                "primeiros dias, início, começo, princípio, no início, no começo, começos, inícios, "
                "princípios"
            ),
            "middle": "meados, meio, em meados, no meio",
            "end": "últimos dias, fim, final, finais, fins, no fim, no final",
        },
        "HOLIDAY": {
            "christmas": "natal, dia de natal",
            "christmas_eve": "véspera de natal, noite de natal, consoada",
            "new_year": "ano novo, ano - novo, dia de ano novo",
            "new_years_eve": "réveillon, véspera de ano novo, passagem de ano, fim de ano",
            "epiphany": "dia de reis",
            "valentine": "dia de são valentim",
            "womens_day": "dia da mulher, dia das mulheres",
            "april_fools": "dia da mentira",
            "tiradentes": "tiradentes, dia de tiradentes",
            "portugal_freedom": "dia da liberdade",
            "labour_day": "dia do trabalho, dia do trabalhador",
            "mothers_day": "dia das mães, dia da mãe",
            "fathers_day": "dia dos pais, dia do pai",
            "st_john_pt": "são joão, festa de são joão",
            "brazil_independence": "independência do brasil, sete de setembro",
            "brazil_republic": "proclamação da república",
            "halloween": "halloween, dia das bruxas",
            "all_saints": "todos os santos, dia de todos os santos",
            "all_souls": "finados, dia de finados",
            "easter": "páscoa, domingo de páscoa",
            "good_friday": "sexta - feira santa, sexta santa, sexta feira santa",
            "palm_sunday": "domingo de ramos",
            "carnival": "carnaval, terça - feira de carnaval, terça de carnaval",
            "ash_wednesday": "quarta - feira de cinzas",
            "corpus_christi": "corpus christi, corpo de deus",
            "thanksgiving": "dia de ação de graças, ação de graças",
            "us_independence": "dia da independência",
            "black_friday": "black friday, sexta - feira negra",
        },
        "q": "t, q, trimestre",
        "h": "s",
        "agoless": "há menos de, faz menos de",
        "agomore": "há mais de, faz mais de",
        "sinceless": "desde há menos de",
        "onlone": "no dia",
        "the": "o, a, os, as",
        "of": "de, do, da, dos, das, em, no, na, deste, desta, neste, nesta, desse, dessa, do dia, d'",
        "and": "e",
        "comma": ",",
        "dash": "-, –, —, ~",
        "slash": "/",
        "ofmonth": "de, do",
        "apos": "'",
        "dot": ".",
        "th": "º, ª, o, a, °, . º, . ª",
        "half": "meio, meia",
        "dayword": "dia, o dia, no dia, do dia",
        "week": "semana, semana número",
        "weekof": "do, que começa em, a partir de, que começa no",
        "yearword": "ano, o ano, ano de, do ano de, no ano de",
        "century": "século",
        "ago": "atrás, antes",
        "agobefore": (
            "há, faz, há cerca de, há quase, há uns, fazem, faz uns, há aproximadamente, ha, tem uns"
        ),
        "agosince": "desde há, há",
        "later": "a partir de agora, a partir de hoje",
        "soon": "em, daqui a, daqui",
        "within": "dentro de, em até, no prazo de",
        "starting": "a partir de, a partir do, começando, começando em, desde",
        "recently": "recentes",
        "rest": "resto, o resto, restante",
        "sofar": "até agora, até o momento, até hoje",
        "sofarin": "mais cedo, até agora, mais cedo neste, mais cedo nesta",
        "lateron": "mais tarde, mais adiante",
        "thispart": "esta, nesta, hoje de, hoje à",
        "partlink": "de, à, pela, na, da, ao, por",
        "now": "agora",
        "in": (
            "em, no, na, durante, durante o, durante a, ao longo por volta de, no mês de, mês de, "
            "do mês de, o mês de, pelo, em torno de, por, lá por"
        ),
        "on": "no, na, em, para o, do, da, sobre o, nesta, ao, neste, em torno de, na última",
        "for": "para, para o ano de, de, sobre",
        "yearof": "de, do, ano",
        "since": "desde, desde o, desde a, a partir de, a partir do, a partir da, desde que, a contar de",
        "sincedist": "desde, a partir de, a partir do, depois de, depois do",
        "before": "antes de, antes do, antes da, antes dos, anterior a, anteriores a, anterior ao",
        "after": "depois de, depois do, depois da, após, após o, após a, posterior a",
        "until": "até, até o, até a, até ao, até à, ate, ate o, o mais tardar, no máximo até",
        "from": "de, do, da, desde, desde o, entre, entre o, desde a, entre a, a partir de",
        "to": "a, ao, até, até o, até ao, e, e o, até a, à, e a, ate, ate o, até à",
        "strictto": "a, ao, até, até o, até ao, até a, à, ate, ate o, até à",
        "orlater": "ou mais tarde, ou depois, e depois, em diante, ou posterior, e mais tarde",
        "orearlier": "ou antes, ou mais cedo, e antes, ou anterior",
        "recent": (
            "recentemente, ultimamente, hoje em dia, há pouco, "
            "outro dia, estes dias, nos últimos tempos, há pouco tempo"
        ),
        "honorific": "senhor, senhora, sr, sra, dona, dr, dra",
        "street": "rua, avenida, praça, ponte, largo, travessa",
        "streetof": "de, do",
        "thistime": "por esta altura, nesta altura, nesta época, por esta época",
        "own": "meus, seus, teus, nossos",
        "refuse_before": (
            "cada, todos os, todas as, por, quantos, quantas, que, qual, nenhum, nenhuma, feliz, bom, "
            "boa, todo, toda"
        ),
        "label": (
            "porta, versão, página, quarto, sala, ticket, capítulo, número, erro, ônibus, linha, andar, "
            "iso, modelo"
        ),
        "refuse_after": "euros, reais, €, %, pessoas, vezes, dólares, peças",
    },
    blocked="""
        ano novo chinês; ano novo lunar; nesse dia; naquele dia; esse dia; hoje em dia;
        o mar; mar e; do mar; ao mar; a sexta posição; quinta da; quinta do; quinta das; segunda opção;
        segunda mão; segunda guerra; primeira guerra; terceira idade; terceira tentativa; quarta parte;
        primeira vez; última vez; próxima vez; desta vez; segunda via; segunda chance; segunda fase;
        terceira fase; quarta geração; quinta geração; sexto sentido; quarto de hotel; quarto de banho;
        quarto escuro; bom dia; boa noite; boa tarde; dia a dia; dia após dia; semana após semana;
        ano após ano; mês após mês; 24 / 7; nos fins de semana; aos fins de semana; nos finais de semana;
        fim de semana; final de semana; fins de semana; finais de semana; fim de ano; fim do mundo;
        fim da linha; a fim de; em fim; no fim das contas; afinal; são domingos; mais cedo ou mais tarde;
        é tarde; muito tarde; cem anos de solidão; primavera árabe; dia de folga; mar de; beira - mar;
        out of; o set; set de; set list; ter de; ter que; ter uma; ter um; sem ter; para ter; vai ter;
        dom casmurro; dom pedro; pode ter; deve ter; quero ter; dom de; dia a; o dia todo; todo dia
    """,
    rules=(
        LATIN,
        DIRECTION_FIRST,
        DIRECTION_LAST,
        """
P: on WEEKDAY -> weekday_on
P: Wd partlink PART -> part_of_weekday
P: on? Wd DAYNUM -> weekday_and_day
P: Wd of? the? UNIT DIRAFTER -> weekday_of_unit
P: DayP partlink PART -> part_of_day
P: Day of? NUM of YN -> day_month_numbers_year
P: dayword Md -> take
T: from Day to Day DIR UNIT -> days_of_relative
T: from Day (to|dash) Day Of -> days_between
T: Day strictto Day Of -> days_between
T: from the? Day to the? Day DIR UNIT -> days_of_relative
T: DAYRANGE of Mon -> range_of_month
""",
    ),
)

"""Korean."""

from recallcore.temporal.language import Language

LANGUAGE = Language(
    code="ko",
    alphabet="hangul",
    date_order="year",
    words={
        "WORDNUM": {
            1: "한",
            2: "두",
            3: "세, 석, 삼",
            4: "네, 넉, 사",
            5: "다섯, 오",
            6: "여섯, 육",
            7: "일곱, 칠",
            8: "여덟, 팔",
            9: "아홉, 구",
            10: "열, 십",
            11: "열한, 십일",
            12: "열두, 십이",
            15: "열다섯, 십오",
            20: "스무, 이십",
            30: "삼십",
            100: "백",
        },
        "ORDINAL": {
            -1: "마지막, 마지막째",
            1: "첫, 첫째, 첫번째",
            2: "둘째",
            3: "셋째",
            4: "넷째",
            5: "다섯째",
        },
        "ROUGH": {"couple": "한두, 한 두, 두어", "few": "몇, 수, 두세, 서너, 너댓, 여러"},
        "UNIT": {
            "minute": "분",
            "hour": "시간",
            "day": "일, 날",
            "business_day": "영업일",
            "week": "주, 주일, 주간",
            "month": "달, 개월",
            "quarter": "분기",
            "half": "반기",
            "weekend": "주말",
            "year": "년, 해",
            "decade": "십년",
            "century": "세기",
        },
        "DIRUNIT": {
            "week": "주, 주간, 한주, 한 주",
            "month": "달, 월, 한달, 한 달",
            "quarter": "분기",
            "half": "반기",
            "weekend": "주말",
            "year": "해, 년, 연도, 년도, 한해, 한 해",
            "century": "세기",
        },
        "DUR": {
            ("day", 1): "하루",
            ("day", 2): "이틀",
            ("day", 3): "사흘",
            ("day", 4): "나흘",
            ("day", 5): "닷새",
            ("day", 6): "엿새",
            ("day", 7): "이레",
            ("day", 8): "여드레",
            ("day", 9): "아흐레",
            ("day", 10): "열흘",
            ("day", 15): "보름",
            ("week", 1): "일주일, 일주",
            ("week", 2): "이주일",
            ("week", 3): "삼주일",
            ("month", 6): "반년",
            ("year", 1): "일년, 일 년",
            ("year", 2): "이년",
        },
        "ROUGHDAYS": {"couple": "하루이틀, 하루 이틀, 이삼일", "few": "며칠, 몇일, 사나흘, 수일"},
        "SUREWEEKDAY": {
            0: "월요일, 월욜",
            1: "화요일, 화욜",
            2: "수요일, 수욜",
            3: "목요일, 목욜",
            4: "금요일, 금욜",
            5: "토요일, 토욜",
            6: "일요일, 일욜",
        },
        "MONTH": {
            1: "일월",
            2: "이월",
            3: "삼월",
            4: "사월",
            5: "오월",
            6: "유월, 육월",
            7: "칠월",
            8: "팔월",
            9: "구월",
            10: "시월, 십월",
            11: "십일월",
            12: "십이월",
        },
        "WEEKDAYLETTER": {0: "월", 1: "화", 2: "수", 3: "목", 4: "금", 5: "토", 6: "일"},
        "SEASON": {
            "spring": "봄, 봄철",
            "summer": "여름, 여름철, 여름 휴가, 여름방학",
            "autumn": "가을, 가을철",
            "winter": "겨울, 겨울철, 겨울방학",
        },
        "RELATIVE": {
            ("day", 0): "오늘, 금일",
            ("day", -1): "어제, 어저께, 작일",
            ("day", -2): "그제, 그저께, 엊그제, 엊그저께, 어제그제",
            ("day", -3): "그끄제, 그끄저께, 그그저께",
            ("day", 1): "내일, 명일, 낼 뭐",
            ("day", 2): "모레, 내일모레, 낼모레",
            ("day", 3): "글피",
            ("week", 0): "금주",
            ("week", 1): "차주, 내주",
            ("month", 0): "금월, 당월, 이달",
            ("month", -1): "전월",
            ("month", 1): "익월, 내달",
            ("year", 0): "올해, 금년, 당해년도, 올 한해",
            ("year", -1): "작년, 전년, 전년도, 거년",
            ("year", -2): "재작년, 그러께, 지지난해, 전전년도",
            ("year", -3): "재재작년",
            ("year", 1): "내년, 명년, 내년도",
            ("year", 2): "내후년, 후년",
        },
        "DAYSTEP": {-1: "전날, 전일", 1: "다음날, 다음 날, 이튿날, 익일, 담날"},
        "RELATIVEPART": {
            ("day", -1, "night"): "어젯밤, 어제밤, 간밤, 간밤에, 지난밤, 엊저녁밤",
            ("day", -1, "evening"): "엊저녁",
            ("day", 0, "night"): "오늘밤",
            ("day", 1, "morning"): "낼 아침, 낼 오전",
            ("day", 1, "afternoon"): "낼 오후",
            ("day", 1, "evening"): "낼 저녁",
            ("day", 0, "dawn"): "오늘새벽",
        },
        "soondir": "오는",
        "DIR": {
            -2: "지지난, 지지난번, 저저번, 전전",
            -1: "지난, 저번, 지난번, 직전",
            0: "이번, 요번, 금번, 올",
            1: "다음, 다음번, 담, 담번, 오는",
            2: "다다음, 다다음번, 담담",
        },
        "HALF": {1: "상반기, 전반기", 2: "하반기, 후반기"},
        "HALFPART": {1: "전반, 전반부, 상반", 2: "후반부, 하반"},
        "PHASE": {
            "early": "초, 초순, 초반, 초기, 초엽, 초쯤, 상순",
            "middle": "중순, 중반, 중기, 중엽",
            "late": "하순, 후반, 후기",
            "end": "말, 말쯤, 끝, 막바지, 막판",
        },
        "PART": {
            "dawn": "새벽",
            "morning": "아침, 오전",
            "noon": "점심, 정오, 점심때",
            "daytime": "낮, 대낮, 한낮",
            "afternoon": "오후",
            "evening": "저녁, 저녁때",
            "night": "밤, 한밤, 한밤중, 심야",
        },
        "MONTHPHASE": {"early": "월초", "end": "월말"},
        "YEAREND": {12: "연말, 년말"},
        "YEARPHASE": {"early": "연초, 년초, 올 초, 올초", "middle": "연중"},
        "HOLIDAY": {
            "christmas": "크리스마스, 성탄절",
            "christmas_eve": "크리스마스이브, 크리스마스 이브, 성탄전야",
            "new_year": "신정, 새해 첫날, 새해첫날",
            "valentine": "밸런타인데이, 발렌타인데이",
            "white_day": "화이트데이",
            "march_first": "삼일절, 3 . 1 절, 3 · 1 절",
            "april_fools": "만우절",
            "childrens_day_may": "어린이날",
            "parents_day_kr": "어버이날",
            "teachers_day_kr": "스승의날, 스승의 날",
            "memorial_day_kr": "현충일",
            "constitution_day_kr": "제헌절",
            "liberation_day_kr": "광복절",
            "foundation_day_kr": "개천절",
            "hangul_day": "한글날",
            "halloween": "할로윈, 핼러윈, 할로윈데이, 핼러윈데이",
            "thanksgiving": "추수감사절",
            "black_friday": "블랙프라이데이, 블랙 프라이데이",
            "pepero_day": "빼빼로데이",
            "easter": "부활절",
            "us_independence": "독립기념일, 독립 기념일",
            "labour_day": "노동절, 근로자의날, 근로자의 날",
        },
        "year": "년, 년도, 연도",
        "rough": "쯤, 정도, 가량, 남짓, 여",
        "less": "채 안 된, 도 안 된, 도 안 되는, 도 채 안 된",
        "atleast": "이상, 넘게, 도 더, 더 넘게",
        "lateword": "늦게, 늦은",
        "month": "월, 월달",
        "day": "일, 일날",
        "quarter": "분기, 사분기, / 4 분기",
        "half": "반",
        "and": "그리고, 와, 과, 하고",
        "comma": ",",
        "dash": "-, ~, –, —",
        "ago": "전, 이전, 전에, 전의, 전엔, 전에는, 이전에, 전쯤, 전쯤에, 전에도",
        "later": "후, 뒤, 이후, 있다가",
        "tail": "간, 동안, 사이, 사이에, 내내, 정도, 여",
        "lastrolling": "최근, 근래, 요근래, 지난, 과거, 요즘",
        "nextrolling": "앞으로, 향후, 다가오는, 돌아오는",
        "within": "이내, 안에, 내에, 이내에, 안으로",
        "nth": "번째, 째, 번 째",
        "ordinal": "제",
        "of": "의",
        "framein": "에, 의, 에는, 엔",
        "week": "주, 주차",
        "weeknth": "주차",
        "with": "이 있는, 가 있는, 이 있던, 이 속한, 이 들어있는, 이 포함된",
        "in": "에, 엔, 에는, 에도, 에만, 의, 동안, 중에, 때, 무렵, 쯤, 쯤에, 경, 경에, 께, 달에",
        "since": "이후, 이후로, 이후에, 이후부터, 이래, 이래로, 이후의",
        "infree": "때, 동안, 내내, 무렵",
        "sincejosa": "부터, 부터는, 부터의",
        "fromnow": "로부터, 으로부터, 기준, 부터, 에서",
        "afterwards": "지나고, 지나서, 넘어서",
        "orlater": "그리고 그 이후, 또는 그 이후, 혹은 그 이후, 및 그 이후, 그리고 이후, 또는 이후",
        "before": "이전, 이전에, 전에, 전까지, 이전의, 이전까지",
        "until": "까지, 까지의, 까지는",
        "from": "부터, 에서, 에서부터",
        "withand": "과, 와, 이랑, 랑, 하고",
        "to": "사이, 사이에, 사이의, 간, 동안, 기간",
        "tojosa": "까지, 까지의, 까지는",
        "sofar": "들어, 들어서, 지금까지, 현재까지",
        "decade": "년대",
        "century": "세기",
        "now": "지금, 현재, 오늘날",
        "recent": "얼마 전, 조금 전, 좀 전, 방금, 아까, 요 며칠, 최근, 요즘, 요새, 근래, 요사이, 최근에",
        "honorific": "씨, 님",
        "lparen": "(",
        "rparen": ")",
        "thistime": "이맘때, 이맘때쯤, 이때쯤, 이 시기",
        "refuse_before": "매, 매주, 매월, 매달, 매년, 매일, 음력, 평균, 만, 격주",
        "label": "버전, 포트, 번호, 에러, 호선, 층",
        "refuse_after": "마다",
    },
    glued="of in framein less sincejosa from withand tojosa until",
    tails="""
        에 엔 에는 에도 에만 의 은 는 이 가 을 를 도 만 로 으로 에서 에서의 까지 부터 쯤 쯤에 쯤엔 경 경에
        께 무렵 무렵에 동안 동안에 내내 중 중에 간 내 안 안에 이내 이나 나 이랑 랑 하고 과 와 인데 이야 야
        인 이면 면 라도 이라도 보다 처럼 밖에 같은 달 당시 당시에 자 자로 부로 이후 이후로 이전 이전에 이래
        까지의 부터의 까지는 부터는 엔가 에요 예요 요 였지 였나 이었지 이었나 이지 지 이던가 던가 였는데
        이었는데 입니다 이에요 때 때는 때의 날 날에 날의 내에 내의 에다 에게 이라고 라고 이죠 죠 에서부터
        로부터 으로부터 사이 사이에 사이의 들어 들어서 까지만 부터만 까지도 에나 중의 중엔 안의 분 치 여
        쯤의 경의 말에 초에 전 전에 전의 전쯤 전쯤에 전까지 전부터 후 후에 후의 뒤 뒤에 뒤의 전엔 후엔 뒤엔
        전에는 후에는 전에도 하루
    """,
    blocked="""
        낼게; 낼까; 낼 수; 낼 거; 낼거; 낼래; 낼 때; 낼 돈; 설날; 구정;
        오늘의집; 오늘의 집; 내일배움카드; 내일로; 내일은 없다; 어제의 용사; 지난날; 이번 일; 이번일;
        다음 일; 지난 일; 이 일; 주말농장; 연말정산; 연말 정산; 월말정산; 월말 정산; 월말 부부; 연초 담배;
        주말 농장; 주말부부; 주말드라마; 오월동주; 오월의 신부; 이월상품; 이월금; 이월 상품; 봄이라는; 봄동;
        봄나물; 봄비; 여름방학 숙제; 가을방학; 겨울왕국; 겨울연가; 일요일의 남자; 금요일밤의 열기;
        금요일 밤의 열기; 월요병; 불금; 수요예측; 수요 예측; 다음 카페; 다음카페; 다음메일; 다음 메일;
        다음 지도; 카카오 다음; 포털 다음; 이 주제; 이 주소; 이 주문; 이 주말농장; 이 해결; 이 해당;
        이 해외; 이 해석; 이 달성; 이 달라; 이 달러; 이 월급; 이 월세; 이 년놈; 올 해결; 오는 길; 오는 사람;
        담당; 담배; 올라; 다음 주제; 다음 주소; 다음 주문; 이번 주제; 이번 주문; 이번 주소; 지난 주제;
        지난 주문; 지난 주소; 저번 주제; 저번 주문; 다음 해결; 다음 달러; 다음 달성; 이번 달성; 이번 해결;
        이번 해외; 지난 해외; 다음 해외; 다음 달리기; 주식; 전주; 세 분; 두 분; 한 분; 네 분; 몇 분;
        다섯 분; 여러 분; 여러분; 몇 일; 몇 년도; 오전 회의록; 일기장; 칠해; 구해; 오해; 사해; 이해; 피해;
        손해; 전날밤
    """,
    rules=(
        """
N: WORDNUM WORDNUM -> tens
Ord: NUM nth -> take
Ord: WORDNUM nth -> take
Ord: ORDINAL nth -> take
Ord: ordinal NUM -> take
Dur: N UNIT half -> half_more
Dur: N UNIT tail -> duration
Dur: ROUGH UNIT tail -> rough
Dur: DUR tail -> one_unit
Dur: ROUGHDAYS tail? -> rough_days
Y: YEARNUM year -> year
P: YEARNUM year -> year
Y: FARYEAR year -> year
P: FARYEAR year -> year
P: SHORTYEAR year -> sure_short_year
YW: YEAR2 year -> short_year
YY: YW -> take
TW: YW in -> take
W: NUM year -> old_year
clash: NUM month -> no_month
clash: NUM day -> no_day
Impossible: Mo DAYNUM day -> no_date
Mon: DAYNUM month -> take
Mo: Mon -> month
P: DAYNUM month -> month
Mo: MONTH -> month
NameMo: MONTH -> month
Md: Mo of? dash? DAYNUM day -> month_and_day
Md: Mo DAYNUM day -> month_and_day
MdRaw: Md -> take
P: Md comma YY -> in_year
P: Mo of YY -> in_year
P: Y of Mo -> of_year
P: Y of Md -> of_year
P: Y of Season -> of_year
P: Y of Hol -> of_year
P: Y of Qu -> of_year
P: Y of Hf -> of_year
P: Y of? HALFPART -> of_half
D: DAYNUM day -> month_day
E: D -> take
P: D comma? Wd -> date_by_weekday
P: Month of? D -> month_then_date
P: P comma? Wd -> date_by_weekday
P: Md Wd -> date_by_weekday
Qu: QNUM quarter -> quarter
P: DIR DIRUNIT -> relative_unit
P: DIR Wd -> weekday_picked
P: DIR Dur -> rolling
P: MD lparen (WEEKDAYLETTER|Wd) rparen -> date_by_weekday
P: P lparen (WEEKDAYLETTER|Wd) rparen -> date_by_weekday
Impossible: NameMo honorific -> take
P: lastrolling LETTERSPAN -> recent
P: nextrolling Wd -> coming_weekday
P: soondir Wd -> coming_weekday
P: (soondir|nextrolling) DIRUNIT -> coming_weekend
P: Y of? thistime -> time_then
Frame: P -> if_frame
Inner: (P|Season|Mo|Hol) -> take
P: Frame framein Inner -> inside
P: Frame framein D in -> inside
P: Frame of? P -> same_then
P: Frame of? Wd -> of_weekday
P: (DayP|Hol) of? DAYSTEP -> day_beside
P: RELATIVEPART lateword -> part_late
P: DayP of? PART lateword -> part_of_day_late
P: Dur rough ago -> ago
P: Dur less ago -> nearer
P: Dur atleast ago -> farther
P: Mo of? DAYRANGE day -> same_month_days
P: Month of? QNUM weeknth -> of_nth_week
P: nextrolling DIRUNIT -> next_unit
P: lastrolling Dur -> recent
P: nextrolling Dur -> rolling_next
P: Dur within -> coming
P: Dur ago -> ago
P: DAYRANGE UNIT ago -> ago_range
P: NUMRANGE year -> take
P: Dur ago of? (Season|Mo|Hol) -> years_ago_annual
P: Dur later -> later
P: now fromnow Dur later -> later
P: DayP fromnow? Dur later -> after_of
P: DayP fromnow? Dur ago -> before_of
P: DayP fromnow Dur within -> lasting_of
P: Week of? Wd -> of_weekday
P: E of? Ord UNIT -> of_nth_unit
P: E of? Ord Wd -> of_nth_weekday
P: E of? Ord UNIT Wd -> of_nth_week_weekday
P: E of? Ord Dur -> of_first
P: Y of? QNUM week -> year_week
P: DayP with UNIT -> of_enclosing
P: E of? PHASE -> of_phase
P: YY of? YEARPHASE -> of_phase
P: YEARPHASE -> phase_of_year
P: MONTHPHASE -> phase_of_month
P: YY of? YEAREND -> of_year_end
P: YEAREND -> month
P: DayP of? PART -> part_of_day
P: E sofar -> elapsed
P: DECADENUM decade -> decade
P: NUM century -> century
E: now -> right_now
W: UNIT -> if_weekend
TW: W in -> take
TW: W infree -> take
P: DAYRANGE month -> months_between
TW: D in -> take
TW: NameMo in -> take
T: E (since|sincejosa) -> since
TW: D (since|sincejosa) -> since
TW: D until -> until
T: E orlater -> since
T: E comma? orlater -> since
T: E before -> before_moment
T: E until -> until
T: E afterwards -> after_moment
T: E from E -> between
T: E from E (to|tojosa) -> between
T: E from E tojosa to -> between
T: E withand E to -> between
T: E dash E (to|tojosa)? -> between
""",
    ),
)

"""Chinese, in simplified and traditional characters."""

from recallcore.temporal.language import Language
from recallcore.temporal.lexicons.han import HAN, HAN_BLOCKED

LANGUAGE = Language(
    code="zh",
    alphabet="han",
    date_order="year",
    variants="""
        週周 這这 個个 後后 禮礼 號号 間间 從从 來来 時时 鐘钟 鍾钟 點点 兩两 幾几 過过 聖圣 誕诞 節节 國国
        慶庆 開开 紀纪 歲岁 間间 當当 凌凌 傍傍 夜夜 裡里 裏里 內内 麼么 為为 與与 總总 頭头 應应 農农 陰阴
        曆历 歷历 舊旧 對对 現现 曉晓 勞劳 動动 兒儿 師师 婦妇 親亲 萬万 復复 愛爱 電电 標标 雙双 續续 題题
        線线 樓楼 遊游 課课 禮礼 樂乐 臺台 麵面 於于 還还 該该 屆届 隨随 張张 華华 葉叶 東东 亞亚 員员 業业
        風风 會会 說说 們们 劃划 圖图 買买 賣卖 鬧闹 鈴铃 邊边 學学 報报 記记 輕轻 傑杰 倫伦
    """,
    words={
        "ROUGH": {"couple": "一两, 一二", "few": "几, 好几, 数, 两三, 三四, 四五, 若干, 些"},
        "UNIT": {
            "minute": "分钟",
            "hour": "小时, 个小时, 钟头, 个钟头",
            "day": "天",
            "business_day": "工作日, 个工作日",
            "week": "周, 星期, 礼拜, 个星期, 个礼拜, 个周",
            "month": "个月, 月份",
            "quarter": "季度, 个季度",
            "weekend": "周末, 个周末",
            "year": "年",
            "century": "世纪, 个世纪",
            ("month", 6): "个半年",
        },
        "DIRUNIT": {
            "week": "周, 星期, 礼拜, 一周",
            "month": "月, 月份, 一月份, 个月, 一个月",
            "quarter": "季度, 季, 一季度, 一季",
            "half": "半年",
            "weekend": "周末",
            "year": "年, 年度, 一年, 一年度",
            "decade": "十年, 年代",
            "century": "世纪",
        },
        "DUR": {("month", 6): "半年", ("day", 15): "半个月", ("hour", 0.5): "半小时, 半个小时, 半个钟头"},
        "SUREWEEKDAY": {
            0: "周一, 星期一, 礼拜一",
            1: "周二, 星期二, 礼拜二",
            2: "周三, 星期三, 礼拜三",
            3: "周四, 星期四, 礼拜四",
            4: "周五, 星期五, 礼拜五",
            5: "周六, 星期六, 礼拜六",
            6: "周日, 周天, 星期日, 星期天, 礼拜日, 礼拜天",
        },
        "WEEKDAYLETTER": {0: "一", 1: "二", 2: "三", 3: "四", 4: "五", 5: "六", 6: "日"},
        "MONTHNAME": {
            1: "一月",
            2: "二月",
            3: "三月",
            4: "四月",
            5: "五月",
            6: "六月",
            7: "七月",
            8: "八月",
            9: "九月",
            10: "十月",
            11: "十一月",
            12: "十二月",
        },
        "SEASON": {
            "spring": "春天, 春季, 春",
            "summer": "夏天, 夏季, 夏, 暑假",
            "autumn": "秋天, 秋季, 秋",
            "winter": "冬天, 冬季, 冬, 寒假",
        },
        "LONGSEASON": {
            "spring": "春天, 春季",
            "summer": "夏天, 夏季, 暑假",
            "autumn": "秋天, 秋季",
            "winter": "冬天, 冬季",
        },
        "RELATIVE": {
            ("day", 0): "今天, 今日, 今儿, 本日",
            ("day", -1): "昨天, 昨日, 昨儿",
            ("day", -2): "前天, 前日, 前儿",
            ("day", -3): "大前天",
            ("day", 1): "明天, 明日, 明儿",
            ("day", 2): "后天, 后日",
            ("day", 3): "大后天",
            ("year", 0): "今年, 本年度, 本年, 当年",
            ("year", -1): "去年, 去年度, 上年度, 上年",
            ("year", -2): "前年",
            ("year", -3): "大前年",
            ("year", 1): "明年, 来年, 下年度",
            ("year", 2): "后年",
            ("month", 0): "本月, 当月",
            ("month", -1): "上月",
            ("month", 1): "下月, 次月",
        },
        "DAYSTEP": {-1: "前一天, 前一日", 1: "第二天, 次日, 翌日, 后一天"},
        "RELATIVEPART": {
            ("day", -1, "night"): "昨晚, 昨夜",
            ("day", -1, "morning"): "昨早, 昨晨",
            ("day", 0, "morning"): "今早, 今晨",
            ("day", 0, "night"): "今晚, 今夜",
            ("day", -2, "night"): "前晚",
            ("day", 1, "morning"): "明早, 明晨",
            ("day", 1, "night"): "明晚",
        },
        "DIR": {
            -2: "上上, 上上个, 上上一个",
            -1: "上, 上个, 上一个, 上一, 前一个, 过去的这个",
            0: "这, 这个, 这一, 这一个, 本, 今, 此, 当前, 当前这个",
            1: "下, 下个, 下一个, 下一, 后一个",
            2: "下下, 下下个",
        },
        "HALF": {1: "上半年, 前半年", 2: "下半年, 后半年"},
        "PHASE": {
            "early": "初, 早期, 上旬, 初期, 伊始",
            "middle": "中, 中旬, 中期",
            "late": "下旬, 晚期",
            "end": "底, 末, 末期",
        },
        "YEARPHASE": {"early": "年初, 岁初", "middle": "年中"},
        "MONTHPHASE": {"early": "月初", "end": "月底, 月末"},
        "YEAREND": {12: "年底, 年末, 岁末, 年终"},
        "PART": {
            "dawn": "凌晨",
            "morning": "早上, 上午, 早晨, 清晨, 清早, 早",
            "noon": "中午, 正午",
            "daytime": "白天",
            "afternoon": "下午, 午后",
            "evening": "傍晚, 黄昏",
            "night": "晚上, 夜里, 夜晚, 深夜, 夜间, 晚间, 晚, 半夜",
        },
        "FIRSTLAST": {1: "前, 头, 最初, 最初的, 开头, 开头的", -1: "最后, 最后的, 末尾, 后"},
        "ORDINAL": {-1: "最后一个, 最后一, 最后", 1: "第一个, 首个, 首"},
        "HOLIDAY": {
            "new_year": "元旦节, 元旦, 新年, 新年第一天",
            "valentine": "情人节",
            "womens_day": "妇女节, 三八节",
            "girls_day_zh": "女生节",
            "arbor_day_zh": "植树节",
            "april_fools": "愚人节",
            "labour_day": "劳动节, 五一节, 五一劳动节, 五一",
            "youth_day_zh": "青年节, 五四青年节",
            "childrens_day_june": "儿童节, 六一儿童节",
            "teachers_day_zh": "教师节",
            "national_day_zh": "国庆节, 国庆",
            "halloween": "万圣节, 万圣夜",
            "thanksgiving": "感恩节",
            "christmas": "圣诞节, 圣诞",
            "christmas_eve": "平安夜, 圣诞夜",
            "mothers_day": "母亲节",
            "fathers_day": "父亲节",
            "singles_day": "光棍节, 双十一, 双11",
            "easter": "复活节",
            "black_friday": "黑色星期五, 黑五",
            "new_years_eve": "跨年夜",
        },
        "ERA": {1911: "民国", 1661: "康熙", 1722: "雍正", 1735: "乾隆", 1874: "光绪"},
        "year": "年, 年份, 年度",
        "givenname": (
            "鸣, 丰, 凡, 帆, 轩, 豪, 峰, 磊, 涛, 鹏, 伟, 彬, 斌, 昊, 泽, 涵, 琪, 瑶, 瑾, 婷, 雯, 倩, 莹, 颖, "
            "媛, 岚"
        ),
        "lateword": "很晚, 深夜",
        "morethan": "超过, 不止",
        "lessthan": "不到, 不足",
        "moreago": "多前, 多以前, 多之前, 以上前",
        "month": "月, 月份",
        "day": "日, 号",
        "sureday": "日",
        "quarter": "季度, 个季度",
        "q": "q",
        "week": "周, 星期, 礼拜",
        "ordinal": "第",
        "ge": "个",
        "half": "半",
        "of": "的",
        "and": "零, 又, 和, 加",
        "comma": ",, 、",
        "dash": "-, ~, –, —",
        "agoword": "前, 以前, 之前, 前的",
        "laterword": "后, 以后, 之后, 过后",
        "lastrolling": "过去, 过去的, 过去这, 近, 最近, 最近的, 前, 这, 之前的, 近来, 头, 刚过去的",
        "nextrolling": "未来, 未来的, 接下来, 接下来的, 今后, 往后, 后, 下",
        "within": "内, 以内, 之内",
        "since": "自, 自从, 从, 打从, 打, 始于",
        "sincesuffix": "以来, 至今, 到现在, 到今天, 往后, 以降, 开始至今",
        "begun": "开始, 起, 开始的, 起的",
        "orlater": "或之后, 或以后, 及之后, 及以后, 和之后, 或更晚",
        "orearlier": "或之前, 或以前, 及之前, 及以前, 和之前, 或更早",
        "after": "后, 以后, 之后",
        "before": "前, 以前, 之前",
        "until": "截至, 截止, 直到, 截止到, 到",
        "untilsuffix": "为止, 止",
        "from": "从, 自, 在, 由",
        "to": "到, 至, 直到, 直至",
        "and2": "和, 与, 跟, 及",
        "betweenend": "之间, 间, 期间, 中间, 这段时间, 这期间",
        "in": "在, 于, 到了",
        "decade": "年代",
        "century": "世纪",
        "now": "现在, 目前, 今, 如今",
        "recent": "刚才, 刚刚, 上次, 前不久, 不久前, 最近, 近来, 近期, 这阵子, 这段时间, 近日, 前阵子",
        "honorific": "姐, 女士, 先生, 小姐, 阿姨",
        "lparen": "(",
        "rparen": ")",
        "thistime": "这个时候, 这时候, 这会儿, 此时, 同期, 这个时间",
        "refuse_before": "每, 每个, 每逢, 农历, 阴历, 旧历, 平均",
        "label": "版本, 端口, 编号, 错误, 房间, 号码",
        "refuse_after": "间, 内, 以内, 游, 线, 楼, 路, 店, 房",
    },
    blocked=HAN_BLOCKED,
    rules=(
        HAN,
        """
P: SHORTYEAR year -> sure_short_year
Impossible: SUREWEEKDAY givenname -> weekday
P: RELATIVEPART lateword -> part_late
P: DayP of? PART lateword -> part_of_day_late
P: DIR Wd -> weekday_in_week
P: morethan Dur agoword -> farther
P: lessthan Dur agoword -> nearer
P: Dur moreago -> farther
P: DIR UNIT -> relative_unit
TW: DAYNUM sureday -> month_day
P: NUMRANGE year -> take
T: since? E sincesuffix -> since
T: since? E begun -> since_begun
T: since E after? -> since
T: since? E orlater -> since
T: E orearlier -> until
T: in E orlater -> since
T: in E orearlier -> until
T: E after -> after_moment
T: in E after -> after_moment
T: E before -> before_moment
T: in E before -> before_moment
T: until E untilsuffix? -> until
T: E untilsuffix -> until
T: from? E to E betweenend? -> between
T: from? E and2 E betweenend -> between
T: E dash E betweenend? -> between
W: LONGSEASON -> season
TW: in D -> take
TW: in W -> take
""",
    ),
)

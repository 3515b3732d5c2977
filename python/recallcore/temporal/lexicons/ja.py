"""Japanese."""

from recallcore.temporal.language import Language
from recallcore.temporal.lexicons.han import HAN, HAN_BLOCKED

LANGUAGE = Language(
    code="ja",
    alphabet="han",
    date_order="year",
    words={
        "ROUGH": {"few": "数"},
        "UNIT": {
            "minute": "分, 分間",
            "hour": "時間",
            "day": "日, 日間",
            "business_day": "営業日",
            "week": "週, 週間",
            "month": (
                "か月, カ月, ヶ月, ヵ月, ケ月, 箇月, 個月, か月間, カ月間, ヶ月間, ヵ月間, ケ月間, 箇月間"
            ),
            "quarter": "四半期",
            "weekend": "週末, 土日",
            "year": "年, 年間, か年, カ年, ヶ年",
            "century": "世紀",
        },
        "DIRUNIT": {
            "week": "週",
            "month": "月, ひと月",
            "quarter": "四半期",
            "half": "半期, 半年",
            "weekend": "週末, 土日",
            "year": "年, 一年",
            "day": "日",
        },
        "DUR": {
            ("month", 6): "半年, 半年間",
            ("day", 15): "半月, 半月間",
            ("month", 1): "ひと月, 一月間, 1月間",
            ("month", 2): "ふた月",
            ("hour", 0.5): "半時間",
            ("day", 2): "ふつか",
            ("day", 3): "みっか",
            ("day", 10): "とおか",
        },
        "SUREWEEKDAY": {
            0: "月曜日, 月曜",
            1: "火曜日, 火曜",
            2: "水曜日, 水曜",
            3: "木曜日, 木曜",
            4: "金曜日, 金曜",
            5: "土曜日, 土曜",
            6: "日曜日, 日曜",
        },
        "WEEKDAYLETTER": {0: "月", 1: "火", 2: "水", 3: "木", 4: "金", 5: "土", 6: "日"},
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
        "SEASON": {"spring": "春, 春先", "summer": "夏, 夏場", "autumn": "秋", "winter": "冬, 冬場"},
        "RELATIVE": {
            ("day", 0): "今日, 本日, きょう, この日",
            ("day", -1): "昨日, きのう",
            ("day", -2): "一昨日, おととい, おとつい, 一昨昨日の翌日",
            ("day", -3): "一昨々日, 一昨昨日, さきおととい",
            ("day", 1): "明日, あした, あす",
            ("day", 2): "明後日, あさって",
            ("day", 3): "明々後日, しあさって",
            ("week", 0): "今週, 今週中",
            ("week", -1): "先週, 前週",
            ("week", -2): "先々週, 先先週",
            ("week", 1): "来週, 翌週",
            ("week", 2): "再来週, さ来週",
            ("weekend", 0): "今週末",
            ("weekend", -1): "先週末",
            ("weekend", -2): "先々週末",
            ("weekend", 1): "来週末",
            ("month", 0): "今月, 当月, 今月中",
            ("month", -1): "先月, 前月",
            ("month", -2): "先々月, 先先月",
            ("month", 1): "来月, 翌月",
            ("month", 2): "再来月",
            ("year", 0): "今年, 本年, ことし, 当年",
            ("year", -1): "去年, 昨年, 前年",
            ("year", -2): "一昨年, おととし",
            ("year", -3): "一昨々年, さきおととし",
            ("year", 1): "来年, 翌年",
            ("year", 2): "再来年",
            ("fiscal_year", 0): "今年度, 本年度, 当年度",
            ("fiscal_year", -1): "昨年度, 前年度",
            ("fiscal_year", 1): "来年度",
            ("century", 0): "今世紀",
            ("century", -1): "前世紀",
        },
        "DAYSTEP": {-1: "前日", 1: "翌日, 次の日"},
        "RELATIVEPART": {
            ("day", -1, "night"): "昨夜, 昨晩, ゆうべ, 昨夜中",
            ("day", 0, "morning"): "今朝, けさ",
            ("day", 0, "night"): "今晩, 今夜, 今宵",
            ("day", 0, "evening"): "今夕",
            ("day", -2, "night"): "一昨夜, 一昨晩",
            ("day", 1, "morning"): "明朝",
            ("day", 1, "night"): "明晩",
        },
        "RELATIVESEASON": {
            (-1, "summer"): "昨夏",
            (-1, "winter"): "昨冬",
            (-1, "spring"): "昨春",
            (-1, "autumn"): "昨秋",
            (0, "summer"): "今夏",
            (0, "winter"): "今冬",
            (0, "spring"): "今春",
            (0, "autumn"): "今秋",
        },
        "SAME": {0: "同じ"},
        "soondir": "次の, 今度の, 今度, こんどの, 来たる, 来る",
        "DIR": {
            -2: "先々, 前々",
            -1: "前の, 先の, この前の, 前回の, 先日の, 前, 去る",
            0: "この, 今, 今の, 今回の, その",
            1: "次の, 翌, 来る, 来たる",
            2: "次の次の",
        },
        "HALF": {1: "上半期, 上期, 前期", 2: "下半期, 下期, 後期"},
        "HALFPART": {1: "前半, 前半期, 上半", 2: "後半, 後半期, 下半"},
        "PHASE": {
            "early": "初め, はじめ, 初頭, 頭, あたま, 上旬, 初旬, 前半, 序盤",
            "middle": "半ば, なかば, 中旬, 中頃, 中ごろ, 中盤",
            "late": "下旬, 後半, 終盤",
            "end": "末, 終わり, 終り, おわり, 暮れ, 最後, 末ごろ, 末頃",
        },
        "YEARPHASE": {"early": "年初, 年頭, 年明け"},
        "MONTHPHASE": {"early": "月初, 月初め, 月はじめ", "end": "月末"},
        "YEAREND": {12: "年末, 年の瀬, 年の暮れ, 暮れ"},
        "PART": {
            "dawn": "未明, 明け方, 早朝",
            "morning": "朝, 午前, 午前中",
            "noon": "昼, お昼, 正午, 昼間",
            "afternoon": "午後",
            "evening": "夕方, 夕, 夕刻",
            "night": "夜, 晩, 深夜, 夜中, 夜間",
        },
        "FIRSTLAST": {1: "最初の, 初めの, はじめの", -1: "最後の, 終わりの, ラスト"},
        "ORDINAL": {1: "最初の, 最初, 初めの", -1: "最後の, 最後, 最終"},
        "HOLIDAY": {
            "christmas": "クリスマスの日, クリスマス",
            "christmas_eve": "クリスマスイブ, クリスマス・イブ, クリスマスイヴ, イブの日",
            "new_year": "元日, 元旦, お正月, 正月",
            "new_years_eve": "大晦日, 大みそか",
            "turn_of_year": "年末年始",
            "obon": "お盆, お盆休み",
            "golden_week_jp": "ゴールデンウィーク, gw",
            "valentine": "バレンタインデー, バレンタイン",
            "white_day": "ホワイトデー",
            "april_fools": "エイプリルフール",
            "childrens_day_may": "こどもの日, 子供の日, 子どもの日",
            "mothers_day": "母の日",
            "fathers_day": "父の日",
            "tanabata": "七夕",
            "halloween": "ハロウィン, ハロウィーン",
            "thanksgiving": "感謝祭の日, 感謝祭",
            "culture_day_jp": "文化の日",
            "labour_thanks_jp": "勤労感謝の日",
            "showa_day": "昭和の日",
            "constitution_day_jp": "憲法記念日",
            "greenery_day": "みどりの日",
            "mountain_day": "山の日",
            "marine_day": "海の日",
            "elders_day_jp": "敬老の日",
            "sports_day_jp": "スポーツの日, 体育の日",
            "coming_of_age_jp": "成人の日, 成人式",
            "foundation_day_jp": "建国記念の日, 建国記念日",
            "mlk_day": "キング牧師記念日",
            "us_independence": "独立記念日",
            "womens_day": "国際婦人デー, 国際女性デー",
            "labour_day": "メーデー",
            "black_friday": "ブラックフライデー",
            "easter": "イースター, 復活祭",
        },
        "ERA": {2018: "令和", 1988: "平成", 1925: "昭和", 1911: "大正", 1867: "明治"},
        "first": "元",
        "year": "年, 年度",
        "moreago": "以上前, 以上前に, 以上前の, より前, より前に",
        "lessago": "未満前, 足らず前, 弱前, もたたない前",
        "lateword": "遅く, おそく, 遅くに",
        "month": "月, 月中",
        "day": "日, 日目",
        "quarter": "四半期",
        "q": "q",
        "week": "週, 週目",
        "weekendword": "週末, 土日",
        "ordinal": "第",
        "nth": "番目の, 回目の, つ目の",
        "half": "半",
        "of": "の",
        "and": "と, 、",
        "comma": "、, ,",
        "dash": "-, ~, –, —, ー, 〜",
        "agoword": "前, まえ, 前に, まえに, も前, ほど前, くらい前, ぐらい前, 間前",
        "laterword": "後, 後に, あと, のち, 先, 先の",
        "lastrolling": "過去, 直近, ここ, この, 最近, 前の, 最近の, 直近の, 過ぎた",
        "nextrolling": "今後, これから, これからの, 向こう, 次の, 今後の, 以後, この先, 後",
        "within": "以内, 以内に, 以内の",
        "since": "から, からの, からずっと, 以来, 以降, 以後, より, からこっち",
        "after": "後, の後, より後, のあと, 過ぎ",
        "before": "以前, 以前に, より前, の前, 前, までに",
        "until": "まで, までの",
        "orlater": "またはその後, またはそれ以降, もしくはその後, かそれ以降",
        "orearlier": "またはその前, またはそれ以前, もしくはその前",
        "from": "から",
        "to": "まで, までの, までの間, の間, までに, にかけて, にわたって, の間に, までの間に, で",
        "and2": "と",
        "betweenend": "の間, の間に, 間",
        "in": "に, には, の, は, にも, 中, 中に, 頃, ごろ, の間, も, って, における, から",
        "ni": "に, には, にも, 頃, ごろ, 頃に, ごろに, の間, を通して, 中に",
        "sofar": "に入って, に入ってから, これまで, 初来",
        "rest": "の残り, の残りの日, いっぱい, の残りの期間",
        "decade": "年代",
        "century": "世紀",
        "now": "今, 現在, いま",
        "recent": (
            "最近, 今日では, 近頃, このごろ, この頃, さっき, 先ほど, この前, ちょっと前, 少し前, 先日, "
            "ここのところ, この間, 近ごろ, 最近の"
        ),
        "honorific": "さん, ちゃん, くん, 君",
        "lparen": "(",
        "rparen": ")",
        "thistime": "今頃, 今ごろ, いまごろ, この時期, 今の時期",
        "refuse_before": (
            "毎, 毎週, 毎月, 毎年, 毎日, 隔週, 毎週の, 毎月の, 毎年の, 旧暦, 旧暦の, 农历, 農曆, 阴历, "
            "陰曆, 旧历, 平均"
        ),
        "label": "バージョン, ポート, 番号, エラー, 部屋",
        "refuse_after": (
            "号, 円, 人, 個, 間, 目, 分, かか, で, ぶり, おき, ほど, くらい, ぐらい, 程度, 連続, 半, 以, "
            "後, 前"
        ),
    },
    blocked=HAN_BLOCKED
    + """;
        旧正月; 日曜劇場; 今日では; その日; 当日券; 土日祝日; 明日葉; さんま;
        夕飯; 夕ご飯; 初めて; はじめて; 始めて; 初めまして; はじめまして; 土曜ワイド; 春樹; 春日; 春巻;
        春菊; 青春; 春香; 春奈; 春子; 春夫; 春雄; 春菜; 春画; 売春; 新春; 千春; 小春;
        立春; 夏目; 夏子; 夏樹; 夏美; 夏期講習; 夏海; 夏帆; 初夏; 立夏; 秋元; 秋田; 秋葉; 秋山; 秋子; 秋本;
        千秋; 秋吉; 秋篠宮; 秋刀魚; 立秋; 秋桜; 冬美; 冬子; 冬馬; 冬瓜; 冬至; 真冬のソナタ; 冬のソナタ;
        金子; 金曜ロードショー; 日曜大工; 日曜日よりの使者; 今日子; 今日香; 今日头条; 明日香; 明日菜;
        明日之后; 今日から俺は; 明日への扉; 昨日の敵は今日の友; 今日は何の日; 前年比; 前月比; 前日比;
        植樹祭り; 前週比; 月末処理; 年末調整; 正月飾り; 土日祝; 五月病; 五月蝿; 五月雨; 六月の花嫁; 三日月;
        二十日大根; 百年の孤独; 一日中; 一年生; 二年生; 三年生; 四年生; 五年生; 六年生; 1年生; 2年生; 3年生;
        4年生; 5年生; 6年生; 一日三食; 三日坊主; 年前半; 前半戦; 後半戦; 頭痛; 頭金; 頭取; 後輩; 後悔; 前提;
        前回; 前職; 前任; 前菜; 午前; 午後; 以前; 以後; 前後; 何年; 何月; 何日; 何曜日; 何週間; 何か月;
        何ヶ月; 何時間; 人前; 名前; 一人前; 二人前; 三人前; この間取り; 最近接; クリスマスツリー;
        クリスマスケーキ; クリスマスプレゼント; 朝日; 朝食; 昼食; 夕食; 夜食; 夜景; 晩ご飯; 朝ご飯; 昼ご飯;
        夕焼け; 夜行バス
    """,
    rules=(
        HAN,
        """
Y: ERA first year -> first_of_era
P: E rest -> left
P: NUMRANGE year -> take
P: E of? Ord of? nth? UNIT -> of_nth_unit
Ord: NUM nth -> take
P: SAME DIRUNIT -> same_unit
P: RELATIVESEASON -> relative_season
P: soondir Wd -> coming_weekday
P: DIR Wd -> weekday_picked
P: Dur moreago -> farther
P: Dur lessago -> nearer
P: RELATIVEPART of? lateword -> part_late
P: DayP of? PART lateword -> part_of_day_late
P: now since Dur laterword -> later
P: P since Dur laterword -> after_of
P: P since Dur agoword -> before_of
TW: D ni -> take
TW: DAYNUM day -> late_day
TW: Weekend in -> take
Weekend: UNIT -> if_weekend
TW: Mo ni -> take
TW: W ni -> take
TW: D until -> until
T: E since -> since
T: E orlater -> since
T: E orearlier -> until
T: E after -> after_moment
T: E before -> before_moment
T: E until -> until
T: E sofar -> elapsed
T: E from E to -> between
T: E from E -> between
T: E and2 E betweenend -> between
T: E dash E to? -> between
""",
    ),
)

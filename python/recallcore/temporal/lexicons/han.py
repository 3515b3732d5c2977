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
clash: NUM day -> no_day
Impossible: Mo of? DAYNUM day -> no_date
P: DAYRANGE month -> months_between
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
P: MD lparen (WEEKDAYLETTER|Wd) rparen -> date_by_weekday
P: P lparen (WEEKDAYLETTER|Wd) rparen -> date_by_weekday
Impossible: MONTHNAME honorific -> take
P: lastrolling LETTERSPAN -> recent
P: Dur agoword -> ago
Frame: P -> if_frame
Inner: (P|Season|Mo|Hol|D) -> take
P: Frame (in|comma) Inner -> inside
P: Frame ni Inner -> inside
P: Y of? thistime -> time_then
P: Frame of? P -> same_then
P: Frame of? Wd -> of_weekday
P: DayP of? DAYSTEP -> day_beside
P: Mo DAYRANGE day -> same_month_days
P: DAYRANGE UNIT agoword -> ago_range
P: Dur laterword -> later
P: Dur agoword of? (Season|Mo|Hol) -> years_ago_annual
P: Dur within -> coming
P: DayP of? Dur agoword -> before_of
P: DayP of? Dur laterword -> after_of
P: Week of? Wd -> of_weekday
P: Week of? weekendword -> week_weekend
Ord: ordinal NUM ge? -> take
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
P: MONTHPHASE -> phase_of_month
P: Month of? MONTHPHASE -> of_phase
P: YY of? YEAREND -> of_year_end
P: YEAREND -> month
P: DayP of? PART -> part_of_day
P: DECADENUM decade -> decade
P: NUM century -> century
P: NUM century DECADENUM decade -> century_decade
P: P of? DECADENUM decade -> decade_of
E: now -> right_now
W: UNIT -> if_weekend
"""
"""Rules of the languages that are written without spaces and count months and days by number."""

HAN_BLOCKED: Final = """
    春节; 春节前; 春节后; 春節; 春晚; 春招; 秋招; 冬奥; 冬奧; 夏奥; 春运; 春運; 春游; 秋游; 春遊; 秋遊; 春笋;
    春耕; 秋收; 今日份; 前日比;
    五月雨; 五月病; 五月蝿; 三日月; 年中無休; 一日三回; 一日中; 三日坊主; 千年; 万年; 百年; 5月天; 五月花;
    三月兔; 来週号; 最后; 然后; 一周一; 一周二; 一周三; 一周四; 一周五; 一周六; 一周日; 年终奖; 周先生;
    周女士; 周小姐; 周杰伦; 周围; 周边; 周到; 周全; 周年; 周期; 周岁; 周刊; 周报; 周恩来; 一周年; 周星驰;
    周润发; 周迅; 周总; 周老师; 周氏; 周六福; 五月天; 天天; 天气; 天空; 天津; 天下; 天才; 今天头条;
    今日头条; 前端; 后端; 前台; 后台; 前面; 后面; 前任; 前往; 前进; 前景; 前途; 前辈; 后来; 后悔; 后果;
    后续; 后门; 前门; 前女友; 前男友; 前妻; 前夫; 前言; 前锋; 前列; 提前; 前提条件; 前提是; 目前为止;
    年轻; 年龄; 年级; 年纪; 年代感; 日本; 日语; 日元; 日志; 日记; 日常; 月亮; 月球; 月饼; 月薪; 月经;
    月租; 中国; 中文; 中心; 中学; 中间件; 中东; 中秋; 中午饭; 中介; 中信; 中央; 中华; 中年; 中级; 中等;
    中医; 中药; 初中; 初级; 初步; 初恋; 初始; 初学; 底层; 底部; 底线; 底片; 末尾; 末日; 春节联欢; 春联;
    春卷; 秋千; 冬瓜; 夏令营; 上午饭; 上下; 上海; 下载; 下面; 上面; 这样; 这里; 这些; 这么; 本来; 本人;
    本地; 本科; 今后; 此外; 此前; 万年历; 千年虫; 明天会更好; 明日之后; 后天教育; 后天性; 后天的努力;
    百年孤独; 昨日重现; 晚上好; 早上好; 下午好; 中午好; 星期天餐厅; 双十一月; 二十四节气; 三天两头;
    一天到晚; 过年; 早就; 早已; 晚点; 晚安; 晚餐; 晚饭; 早餐; 早饭; 前天线; 半天; 圣诞树; 圣诞老人;
    圣诞帽; 新年快乐; 圣诞快乐; 生日快乐; 节日快乐
"""
"""Words and names of Chinese, and of Japanese where they look the same, that are no time."""

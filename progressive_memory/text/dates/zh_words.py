"""The pieces Chinese date phrases are made of, as patterns and tables."""

from __future__ import annotations

NUMBER = r"(?:\d{1,2}|[一二三四五六七八九]?十[一二三四五六七八九]?|[一二两兩三四五六七八九])"
NOT_INSIDE = r"(?<![\d.\-/第一二两兩三四五六七八九十百千几幾数數零A-Za-z#])"
"""A number starts here: no digit, numeral or 第 stands before it."""

WEEK = r"(?:周|週|星期|礼拜|禮拜)"
DAY = r"(?:日|号|號)"

# 上, 下 and 本 may belong to the word before: 马上, 晚上, 一下, 以下, 版本.
STEP = (
    r"(?P<step>上上|下下|(?<![马馬早晚网網路线線以加楼身手午])上"
    r"|(?<![以如当剩余餘楼地私线線一])下|(?<![基版成根日文])本|[这這])(?:一?个|一?個|一)?"
)
STEPS = {"上上": -2, "上": -1, "本": 0, "这": 0, "這": 0, "下": 1, "下下": 2}

# 一 and 日 may belong to the word after: 下周一起去, 周一定要, 周日均.
WEEKDAY = (
    r"(?:[二三四五六天](?![二三四五六])|(?<=[从從自]下周)一|(?<=[从從自]周)一"
    r"|一(?![二三四五六起定直般样樣些致个個次共旦边邊半同])|日(?![均志誌报報活常程期]))"
)
WEEKDAYS = {"一": 0, "二": 1, "三": 2, "四": 3, "五": 4, "六": 5, "日": 6, "天": 6}

PART = r"(?P<part>初|上旬|中旬|下旬|底|末(?!期)|中(?![外国國文心午间間介下]))?"
TO = r"\s?[-~～—–到至]\s?"

# 15号楼 is a building: a day of the month alone needs a sign of time behind it.
TIME_BEHIND = (
    r"(?=\s?(?:之?前|以前|之?[后後]|以[后後]|上午|下午|早上|晚上|中午|凌晨|开始|開始|截止|左右|上线|上線"
    r"|发布|發布|提测|提測|交付|开会|開會|到期|就|要|会|會|能|可以|出|给|給|再"
    r"|[，。；、,;!！?？\s）)]|$))"
)
# 3天前端, 两周后台: the direction belongs to another word.
BACK = r"(?:之|以)?前(?![端台面后後提言缀置序任景辈往三两兩])"
AHEAD = r"(?:之|以)?[后後](?![端台面续續门門果悔勤备備缀盾半])"

NEAR_DAYS = {
    "今天": 0,
    "今日": 0,
    "今晚": 0,
    "今早": 0,
    "今晨": 0,
    "今夜": 0,
    "今儿": 0,
    "今兒": 0,
    "明天": 1,
    "明日": 1,
    "明晚": 1,
    "明早": 1,
    "明晨": 1,
    "明夜": 1,
    "明儿": 1,
    "明兒": 1,
    "昨天": -1,
    "昨日": -1,
    "昨晚": -1,
    "昨早": -1,
    "昨晨": -1,
    "昨夜": -1,
    "昨儿": -1,
    "昨兒": -1,
    "后天": 2,
    "後天": 2,
    "前天": -2,
    "大后天": 3,
    "大後天": 3,
    "大前天": -3,
}
NEAR_YEARS = {"今": 0, "明": 1, "去": -1, "前": -2, "后": 2, "後": 2}

_DIGITS = "〇一二三四五六七八九"


def number(text: str) -> int:
    """The number that digits, or Chinese numerals up to 99, write."""
    if text.isdecimal():
        return int(text)
    tens, ten, ones = text.replace("两", "二").replace("兩", "二").rpartition("十")
    if not ten:
        return _DIGITS.index(ones)
    return 10 * (_DIGITS.index(tens) if tens else 1) + (_DIGITS.index(ones) if ones else 0)

"""Chinese words about time (simplified and traditional), and words that only look so."""

from __future__ import annotations

import re

from progressive_memory.text.dates.times import Part

Entry = tuple[str, object]

_UNITS = {
    "second": "秒 秒钟 秒鐘",
    "minute": "分 分钟 分鐘",
    "hour": "小时 小時 钟头 鐘頭 钟",
    "day": "天 日",
    "week": "周 週 星期 礼拜 禮拜",
    "quarter": "季度 季",
    "year": "年",
}
_NEAR = {
    "今天": 0,
    "今日": 0,
    "今儿": 0,
    "今兒": 0,
    "当天": 0,
    "當天": 0,
    "当日": 0,
    "明天": 1,
    "明日": 1,
    "明儿": 1,
    "明兒": 1,
    "聽日": 1,
    "听日": 1,
    "听朝": 1,
    "昨天": -1,
    "昨日": -1,
    "昨儿": -1,
    "昨兒": -1,
    "尋日": -1,
    "寻日": -1,
    "琴日": -1,
    "噚日": -1,
    "后天": 2,
    "後天": 2,
    "後日": 2,
    "后日": 2,
    "大后日": 3,
    "大后天": 3,
    "大後天": 3,
    "大後日": 3,
    "前天": -2,
    "前日": -2,
    "大前日": -3,
    "大前天": -3,
}
_NEAR_PARTS = {"今": 0, "明": 1, "昨": -1}
_YEARS = {
    "今年": 0,
    "本年": 0,
    "明年": 1,
    "去年": -1,
    "前年": -2,
    "后年": 2,
    "後年": 2,
    "大前年": -3,
    "上年": -1,
    "出年": 1,
    "下年": 1,
    "舊年": -1,
    "旧年": -1,
}
_STEPS = {
    "上": -1,
    "上上": -2,
    "下": 1,
    "下下": 2,
    "这": 0,
    "這": 0,
    "本": 0,
    "今个": 0,
    "今個": 0,
    "上个": -1,
    "上個": -1,
    "下个": 1,
    "下個": 1,
    "这个": 0,
    "這個": 0,
    "上一": -1,
    "下一": 1,
    "上上个": -2,
    "下下个": 2,
    "这一": 0,
    "這一": 0,
    "当": 0,
    "當": 0,
    "今": 0,
    "上一个": -1,
    "下一个": 1,
    "上一個": -1,
    "下一個": 1,
    "上上個": -2,
    "下下個": 2,
}
_PARTS = {
    **dict.fromkeys(
        ("早上", "早晨", "清晨", "朝早", "早间", "朝頭早", "朝头早", "黎明"), Part(4, 12, "am")
    ),
    **dict.fromkeys(("上午", "上晝", "上昼"), Part(8, 12, "am")),
    "凌晨": Part(0, 5, "am"),
    **dict.fromkeys(("半夜", "午夜", "深夜"), Part(22, 29, "night")),
    **dict.fromkeys(("中午", "晌午", "正午"), Part(11, 14, "noon")),
    **dict.fromkeys(("下午", "午后", "午後", "晏晝", "晏昼", "下晝"), Part(12, 19, "pm")),
    **dict.fromkeys(("傍晚",), Part(17, 20, "pm")),
    **dict.fromkeys(
        ("晚上", "晚间", "晚間", "夜晚", "夜里", "夜間", "夜间", "晚黑"), Part(18, 24, "night")
    ),
}
_SHORT_PARTS = {
    "早": Part(4, 12, "am"),
    "晨": Part(4, 12, "am"),
    "晚": Part(18, 24, "night"),
    "夜": Part(18, 24, "night"),
}
_SEASONS = {"春": 0, "夏": 1, "秋": 2, "冬": 3}
_THIRDS = {"上旬": "early", "中旬": "mid", "下旬": "late", "初": "early", "中": "mid"}
_ENDS = {"底": "end", "末": "end", "末期": "end"}
_BEFORE = "前 以前 之前"
_AFTER = "后 後 以后 以後 之后 之後"
_NOW = "现在 現在 此时 此時 此刻 目前 依家 宜家 而家"


def _lexicon() -> dict[str, tuple[Entry, ...]]:
    rows: list[tuple[str, str, object]] = []
    for unit, words in _UNITS.items():
        rows += [(words, "zunit", unit)]
    rows += [("周 週 星期 礼拜 禮拜", "zweek", 0), ("月 月份", "yue", 0), ("年", "nian", 0)]
    rows += [
        ("日 号 號", "hao", 0),
        ("天", "tian", 6),
        ("日", "ri", 6),
        ("周末 週末 双休日", "zweekend", 0),
    ]
    rows += [
        ("点 點 时 時 点钟 點鐘 點鍾 时整 点整", "dian", 0),
        ("分 分钟 分鐘", "fen", 0),
        ("刻", "ke", 0),
    ]
    rows += [("半", "ban", 0.5), ("个 個", "ge", 0), ("整", "zheng", 0), ("零", "ling", 0)]
    rows += [("旬", "xun", 0), ("第", "di", 0), ("几 幾 数 數", "zfew", 3)]
    tables: tuple[tuple[str, dict[str, object]], ...] = (
        ("znear", dict(_NEAR)),
        ("nearpart", dict(_NEAR_PARTS)),
        ("znearyear", dict(_YEARS)),
        ("zstep", dict(_STEPS)),
        ("zpart", dict(_PARTS)),
        ("zshort", dict(_SHORT_PARTS)),
        ("zseason", dict(_SEASONS)),
        ("third", dict(_THIRDS)),
        ("third", dict(_ENDS)),
    )
    for kind, table in tables:
        rows += [(word, kind, value) for word, value in table.items()]
    rows += [(_BEFORE, "qian", "before"), (_AFTER, "hou", "after"), (_NOW, "now", 0)]
    rows += [("到 至 - ~ — –", "zto", 0), ("从 從 自 由", "zfrom", 0)]
    found: dict[str, list[Entry]] = {}
    for words, kind, value in rows:
        for word in words.split():
            found.setdefault(word, []).append((kind, value))
    return {word: tuple(entries) for word, entries in found.items()}


CHINESE = _lexicon()
"""A word, and each kind it may be of, with its value."""
LONGEST = max(len(word) for word in CHINESE)

NO_DATE = re.compile(
    # 上, 下, 本, 前, 后, 日, 天, 一 and 周 as parts of other words
    r"马上|馬上|网上|線上|线上|路上|以上|加上|楼上|身上|手上|早上好|晚上好|上线|上線|上面|上次|上班|上海"
    r"|一下|以下|如下|当下|剩下|余下|楼下|地下|私下|线下|線下|下线|下次|下面|下班|下载|下載"
    r"|版本|基本|根本|成本|日本|文本|本来|本地|然后|然後|今后|最[后後](?!一)|之后天|后来|後來|后端|後端"
    r"|后台|後台|后面|後面|后续|後續|后果|后悔|后勤|后备|后缀|后门|提前|从前|午前|面前|眼前|跟前"
    r"|前端|前台|前面|前后|前後|前提|前言|前缀|前置|前任|前景|前辈|前往"
    r"|后天性|后天生|今天天|今日头条|明日方舟|明日之星|昨日重现|黑色星期五"
    r"|周到|周期|週期|周年|週年|周边|周邊|周转|周围|周刊|周全|周折"
    r"|(?<![从從自]下周)(?<![从從自]周)一(?:起|定|直|般|样|樣|些|致|共|旦|边|邊|半天|同|次|律|块|塊)"
    r"|日(?:均|志|誌|报|報|活|常|程|期|本)|(?<![一二三四五六七八九十\d])日后|月(?:薪|球|饼|餅|亮|经|報|报|均|活|供|票|租|子)"
    r"|年(?:龄|齡|级|級|薪|报|報|轻|輕|度)|季节|季節|季军|时候|時候|时间|時間|时代|同时|及时|小时候"
    r"|中(?:国|國|文|心|间|間|介)|点(?:击|擊|赞|开|開|评|名|数|了|子|儿|滴)|一点(?!半|钟|鐘|整|[一二三四五六七八九十零\d])(?<!午一点)(?<!上一点)(?<!晨一点)"
    r"|分(?:支|析|享|配|类|類|布|别|別|之|成|为|開|开|工|数|數|钱|組|组|段|页)"
    r"|号(?:楼|樓|线|線|机|機|码|碼)|第一时间|这两天|這兩天|前两天|前兩天|前几天|过两天|過兩天|那两天"
)
"""Words that hold a word about time and are none."""

DIGITS = {char: number for number, char in enumerate("〇一二三四五六七八九")}
DIGITS |= {"零": 0, "两": 2, "兩": 2}
_TENS = {"十": 10, "百": 100, "千": 1000, "万": 10_000}


def numeral(said: str) -> int | None:
    """The number that one Chinese digit, or numerals with 十, 百 …, write; None when none."""
    if len(said) == 2 and said[0] in "零〇":
        said = said[1]
    said = said.replace("廿", "二十").replace("卅", "三十")
    if not set(said) & set(_TENS):
        return DIGITS[said] if len(said) == 1 else None
    total = section = digit = 0
    for char in said:
        if char == "万":
            total, section, digit = (total + section + digit) * 10_000, 0, 0
        elif char in _TENS:
            section, digit = section + (digit or 1) * _TENS[char], 0
        else:
            digit = DIGITS[char]
    return total + section + digit

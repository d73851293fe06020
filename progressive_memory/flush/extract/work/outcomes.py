"""Outcomes: what shows that work is done though nobody says of it, in its words, that it is. Pure.

What was to come tonight took effect; what was to be measured has a figure; the thing works as it
was meant to; somebody speaks of a detail inside it. Each asks for a name in common, never for
likeness alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from progressive_memory.flush.extract.work.deliverable import Rarity, named, tells_of, told_apart
from progressive_memory.text.similarity import negated, stem, terms

_EFFECT = re.compile(
    r"^(?P<what>[^，,。；;：:！!？?]{2,20}?)(?:已经?|都|也|今天|昨晚|正式|全部|顺利)*(?:生效|上线|已上|上了(?=$|[，,。])|切换完成|切过去了)|"
    r"^(?P<what_en>[\w /+'-]{3,50}?) (?:now |already |just |finally |fully )*"
    r"(?:(?:takes?|took|taken|taking) effect|(?:is|are|was|were|went|has gone|have gone) (?:now |already )?(?:in effect|live|online)|"
    r"(?:has|have|was|were|is|are) (?:now |already )?(?:been )?(?:launched|deployed|released|rolled out|applied))\b",
    re.IGNORECASE,
)
_MEASURES = re.compile(
    r"评估|评测|测试|压测|回归|实验|基准|\b(?:evaluat\w+|benchmark\w*|measur\w+|experiments?|tests?|testing|trial)\b",
    re.IGNORECASE,
)
_FIGURE = re.compile(
    r"(?:[=≥≤:：]|到|为|是|\bis|\bat|\bof|\bto)\s*[\d.]+(?:\s?(?:%|ms|s\b))?|\d(?:\.\d+)?\s?%"
)
_WORKS = re.compile(
    r"还行|还可以|没问题|可用|够用|正常|挺好|不错|符合预期|有效|"
    r"\b(?:works?|working|worked) (?:\w+ )?(?:ok(?:ay)?|fine|well|great|nicely|as expected)\b|"
    r"\b(?:is|are|looks?) (?:ok(?:ay)?|fine|good|solid|enough)\b",
    re.IGNORECASE,
)
_SENDS = re.compile(
    r"^(?:先|去|再)?(?:问|发|征求|收集|调研|询问|通知|联系|催)|"
    r"^(?:post|send|e?-?mail|write|ask|announce|publish|poll|survey|ping|reach out|contact|check with)\b",
    re.IGNORECASE,
)
_CAME_BACK = re.compile(
    r"(?P<zh>[\u4e00-\u9fffA-Za-z]{2,10}?)(?:那边|方面)?(?:的)?(?:反馈|回复|答复|回信)(?:是|说|：|:|了|过来|来了|都|，)|"
    r"\b(?:feedback|responses?|repl(?:y|ies)|answers?) (?:\w+ )?from (?:the )?(?P<en>[\w -]{3,40})",
    re.IGNORECASE,
)
_LABELLED = re.compile(
    r"^(?:(?:ok|okay|so|and|hi all|all|fyi|here is|here's|here are|this is|i put|i posted)[,:. ]+)*(?P<what>[^:：\n]{4,80}?)"
    r"(?: (?:is|are) (?:now )?(?:here|at|up at)|在这里?|放这里?|已发|发在)?\s*(?:[:：–-]|\bat\b)?\s*(?:https?://\S+|\[link\])",
    re.IGNORECASE,
)
_WRITES = re.compile(
    r"^(?:draft|write|create|make|open|post|publish|prepare|send|share|put (?:up|together)|set up|file|start)\b|"
    r"^(?:写|起草|整理|出|建|做|发|准备|画|提|补)",
    re.IGNORECASE,
)
_NOT_WHOLE = re.compile(
    r"初稿|草稿|一半|\b(?:first draft|rough draft|wip|not yet|instead|see|cf|looking at|e\.g)\b",
    re.IGNORECASE,
)
_BY_NAME = 2  # terms in common
_LINE = 160  # characters of a message that may name what it links
_SHOWN = re.compile(
    r"生效|上|切|反馈|回复|答复|回信|from|effect|live|online|launched|deployed|released|rolled|applied",
    re.IGNORECASE,
)
"""What stands in all that `_CAME_BACK` and `_EFFECT` find; they are dear."""
_GOES_LIVE = re.compile(
    r"上线|发布|上(?=$|[，,。])|\b(?:launch(?:ed|es)?|go(?:es|ing)? live|releas(?:e|ed|es)|roll(?:ed|s)? out|ship(?:ped|s)?)\b",
    re.IGNORECASE,
)
_DIGIT = re.compile(r"\d")
_DAY = re.compile(r"\d{4}-\d{2}-\d{2}")
_INSIDE = re.compile(
    r"(?P<zh>[\u4e00-\u9fffA-Za-z0-9]{3,14})(?:里面?|之?中)(?=[的“\"「有可能会没是，,]|[\u4e00-\u9fff])|"
    r"\b(?:in|on|inside|within) (?:the|this|our) (?P<en>[A-Za-z][\w-]{0,30}(?: [A-Za-z][\w-]{0,30}){1,3})\b",
)
_TROUBLED_BY = re.compile(
    r"问题|报警|告警|异常|故障|错|误判|抖动|"
    r"\b(?:issues?|problems?|bugs?|alerts?|alarms?|errors?|incidents?|broken|fails?|wrong)\b",
    re.IGNORECASE,
)
_RAISES = re.compile(
    r"^(?:(?:发现|遇到|碰到|有|另)*(?:一个|个)?(?:小|新)?问题|监控报警|(?:演示|试用|用户|灰度)*反馈|"
    r"(?:i |we )?(?:just )?(?:found|noticed|have|hit) (?:an?|another) (?:issue|problem|bug)|"
    r"monitoring alert|(?:demo|user|trial)? ?feedback)\s*[：:]\s*(?:1[）).、]\s*)?",
    re.IGNORECASE,
)
_PARENTHESES = re.compile(r"[（(][^（）()]*[）)]")
_FEW = 40  # characters
_CHANGED = re.compile(
    r"(?<![A-Za-z0-9])(?P<what>[A-Za-z][A-Za-z0-9_@-]{0,30}(?:(?: (?!from\b|was\b)[A-Za-z]{2,20}){1,2}|"
    r"[\u4e00-\u9fff]{1,6}?)?|[\u4e00-\u9fff]{2,6}?)\s*(?:(?:我|我们|已|已经|再|直接|都| goes| went| moves)\s*)?"
    r"(?:(?:从|由|是|\bwas |\bfrom |:|：|=)\s*)?(?P<old>\d+(?:\.\d+)?)\s*(?:(?:%|ms|s|min|分钟|秒|天|次)\s*)?"
    r"(?:→|->|=>|(?:改|调|提|降|升|加|减|增)?(?:到|成|至|为)|\bto\b)\s*(?P<new>\d+(?:\.\d+)?)",
    re.IGNORECASE,
)
_LEADS = re.compile(
    r"^(?:(?:the|a|an|our|s|i|we|please|just)\s+|(?:reduc|increas|rais|lower|chang|bump|mov|sett?|adjust|cut|tun|switch|updat|dropp?)(?:e|es|ed|ing|s)?\s+|"
    r"[我你他们]*(?:把|将|给)?(?:降低|提高|调整)?(?=[\u4e00-\u9fffA-Za-z]))*",
    re.IGNORECASE,
)
_NO_SETTING = re.compile(
    r"\b(?:versions?|releases?|from|to|in|at|on|for|of|and|pages?|lines?|v)$|^(?:from|to|in|on)\b|^(?:版本|从|第|页)",
    re.IGNORECASE,
)
_ANEW = re.compile(r"→|->|=>|\bfrom\b|从|由|[改调提降升]", re.IGNORECASE)
_WILL_BE = re.compile(r"(?:the )?(?P<name>[\w -]{5,40}?) will be \w+(?P<zh>)", re.IGNORECASE)
_NEW_THING = re.compile(
    r"(?:set up|create|build|make|add|open|start) (?:an? |the |our )?(?:new |first |initial )*"
    r"(?P<name>[A-Za-z][\w-]{1,30}(?: [A-Za-z][\w-]{1,30}){1,2}?)"
    r"(?=$|[,.;:(]| (?:for|with|to|in|on|of|from|about|that|which|where|and|so|by)\b)|"
    r"(?:先|来)?(?:建|做|搭|写|加|接)(?:个|一个|一版)?(?P<zh>[\u4e00-\u9fffA-Za-z]{4,10}?)(?=$|[，,。；（(])",
    re.IGNORECASE,
)
_QUOTED = re.compile(r"[“\"「『'](?P<name>[^”\"」』']{3,30}?)[,.，。]?[”\"」』']")
_CJK = re.compile(r"[\u4e00-\u9fff]")
_SHORTEST = 4  # characters of a Chinese name that may be said shorter


_MAKES = re.compile(
    r"^(?:先|来)?(?:接|做|建|加|搭|写|实现|开发|搞|上|出)|"
    r"^(?:build|create|add|implement|make|set up|handle|develop|introduce|put in|provide)\b",
    re.IGNORECASE,
)


def may_show(told: str) -> bool:
    """Whether a clause can show anything done at all."""
    if _FIGURE.search(told) or _WORKS.search(told):
        return True
    return bool(_SHOWN.search(told) and (_CAME_BACK.search(told) or _EFFECT.match(told)))


def makes(title: str) -> bool:
    """Whether the work is to make a thing that was not there."""
    return bool(_MAKES.match(title))


def took_effect(title: str, told: str) -> bool:
    """Whether what is told to be live, or in effect, is the thing the work was to bring: they end
    in the same noun, and no word beside it tells them apart.
    """
    hit = _EFFECT.match(told)
    what = (hit["what"] or hit["what_en"] or "").strip() if hit else ""
    head = _head(what)
    if not head or negated(told) or told_apart(title, what):
        return False
    return head in terms(title)


def _head(what: str) -> str:
    """The term a Chinese or English noun phrase ends in; "" for none."""
    last = what[-2:] if _CJK.search(what[-1:]) else (what.split() or [""])[-1]
    found = terms(last) & named(what)
    return next(iter(found)) if len(found) == 1 else ""


def gives_figure(title: str, told: str, rarity: Rarity) -> bool:
    """Whether a figure is told of what was to be measured, by a word for it beside the measuring."""
    if not _MEASURES.search(title) or not _FIGURE.search(told) or negated(told):
        return False
    shared = (named(title) & named(told)) - terms(" ".join(_MEASURES.findall(title)))
    return rarity.weight(shared) >= 1


def works(title: str, told: str, rarity: Rarity) -> bool:
    """Whether words on the thing, called by its name, say that it works."""
    return bool(_WORKS.search(told)) and not negated(told) and tells_of(title, told, rarity)


def answered(title: str, told: str) -> bool:
    """Whether words tell what came back from those the work was to ask, or to write to."""
    hit = _CAME_BACK.search(told) if _SENDS.match(title) else None
    if hit is None:
        return False
    return bool(named(hit["zh"] or hit["en"]) & named(title))


def hands_over(title: str, text: str) -> bool:
    """Whether a message gives the link of what the work was to write or make, by its name."""
    hit = _LABELLED.match(text[:_LINE]) if _WRITES.match(title) else None
    if hit is None or _NOT_WHOLE.search(hit["what"]):
        return False
    mine, theirs = named(title), named(hit["what"])
    shared = len(mine & theirs)
    return shared >= _BY_NAME and 2 * shared >= len(theirs) and not told_apart(title, hit["what"])


def live_on(told: str) -> str:
    """The ISO day on which a clause says a thing goes live; "" when it says none."""
    day = _DAY.search(told)
    return day.group() if day and _GOES_LIVE.search(told) else ""


def insides(text: str) -> Iterator[str]:
    """What a line may speak of details in: `the button in the action card` → `action card`, and
    longer readings of the same words.
    """
    for hit in _INSIDE.finditer(text):
        if hit["zh"]:
            yield hit["zh"]
            continue
        words = hit["en"].split()
        yield from (" ".join(words[:count]) for count in range(2, len(words) + 1))


def is_called(name: str, title: str) -> bool:
    """Whether a name is that of the thing a title quotes or puts live, or is short for it: it has
    its first and its last word, and no other.
    """
    return any(_short_for(name, full) for full in _things(title))


def _things(title: str) -> Iterator[str]:
    for hit in _QUOTED.finditer(title):
        yield hit["name"]
    for shape in (_WILL_BE, _NEW_THING):
        if found := shape.match(title):
            yield found["name"] or found["zh"]


def _short_for(name: str, full: str) -> bool:
    if _CJK.search(full):
        mine = name[-len(full) :] if full in name else name
        if len(full) < _SHORTEST or full in name:
            return full in name
        tail = mine[-2:] == full[-2:]
        at = mine.find(full[:2])
        return tail and at >= 0 and len(mine) - at >= _SHORTEST and _in_order(mine[at:], full)
    short, long = [stem(word) for word in _words(name)], [stem(word) for word in _words(full)]
    if len(short) < 2 or len(long) < 2:
        return False
    ends = (short[0], short[-1]) == (long[0], long[-1])
    return ends and set(short) <= set(long)


def _words(text: str) -> list[str]:
    return [
        word for word in re.findall(r"[A-Za-z][\w-]*", text.lower()) if word not in ("the", "a")
    ]


def _in_order(short: str, full: str) -> bool:
    letters = iter(full)
    return all(letter in letters for letter in short)


def changes(told: str) -> Iterator[tuple[str, str, str]]:
    """What a clause says was set anew: the name of it, the old value and the new one (`topK from
    8 to 6`).
    """
    for hit in _CHANGED.finditer(told) if _DIGIT.search(told) else ():
        what = _LEADS.sub("", hit["what"].strip()).rstrip("我们已再都从由是")
        said = _ANEW.search(hit.group()) and not _NO_SETTING.search(what)
        if what and said and hit["old"] != hit["new"]:
            yield what, hit["old"], hit["new"]


def has_value(text: str, what: str, value: str) -> bool:
    """Whether a text sets the thing of that name to that value: `topK=8`."""
    name, number = re.escape(what), re.escape(value)
    return bool(
        re.search(
            rf"(?<![\w]){name}\s*(?:[=:：≥≤>]|为|是|取|设为|\bis\b|\bof\b)?\s*{number}(?![\d.]*\d)",
            text,
            re.IGNORECASE,
        )
    )


def trouble_in(text: str) -> str:
    """The trouble a message raises, in a few words; "" when it raises none."""
    if not _TROUBLED_BY.search(text):
        return ""
    bare = _PARENTHESES.sub("", _RAISES.sub("", " ".join(text.split())))
    quoted = bare.replace("「", "“").replace("」", "”")
    first = re.split(r"[，,。；;（(]|\. ", quoted)[0].strip(" .:：")
    return first if len(first) <= _FEW else first[:_FEW].rsplit(" ", 1)[0].rstrip() + "…"

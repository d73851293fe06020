"""Phrase: what a person would write down for what was said.

Titles are self-contained: no first person, no fillers, absolute dates, hedges kept. What cannot
stand alone (`clear` says so) is not written by the grammar.
"""

from __future__ import annotations

import re

from progressive_memory.domain.group import Language
from progressive_memory.flush.extract.lexicon.en import LEXICON as EN
from progressive_memory.flush.extract.lexicon.lexicon import Lexicon
from progressive_memory.flush.extract.lexicon.zh import LEXICON as ZH
from progressive_memory.flush.extract.wording.day_words import (
    without_day_words,
    without_preposition,
)
from progressive_memory.flush.extract.wording.imperative import imperative
from progressive_memory.flush.extract.wording.quotes import in_quotes
from progressive_memory.text.similarity import terms

_LONGEST_TITLE = {"zh": 64, "en": 140}  # characters
_SPACE = re.compile(r"\s*\n\s*|\s{2,}")
# A call at the end (`… by Friday @ann`), not a word of the sentence (`drop support for @vocab`).
_MENTION = re.compile(
    r"(?:^|\s)@(?:all|here|channel|everyone|所有人)\b|"
    r"(?<! to)(?<! the)(?<! and)(?<! in)(?<! for)(?<! of)(?<! with)(?<! by)(?<! as)(?<! or)(?<! a)(?<! an)(?<! on)"
    r"(?<! from)(?<! use)\s+@\S+(?=[\s。.!?]*$)",
    re.IGNORECASE,
)
_EMOJI = re.compile(
    r"[\U0001f300-\U0001faff\u2600-\u26ff\u2705\u270a-\u270d]\ufe0f?|(?:^|\s)[:;]-?[)(DPp]\)?(?=\s|$|[.,])|(?:^|\s):[a-z_]{2,20}:?(?=\s|$)"
)
_BULLET = re.compile(r"([：:；;]\s?)[-•*]\s+")
_JOINED_TWICE = re.compile(r"([：:；;，,])\s*[；;]\s*")
_LISTS = re.compile(r"[：:；;]")
TRIM = " \t,，.。;；:：!！?？、~～-–—*_`"
# Only words that mean a day as counted from now; "Thursday (2026-05-14)" may be every Thursday.
_ABSOLUTE = re.compile(
    r"(?:[今明昨后前]天|\b(?:today|tomorrow|yesterday))\s*[（(](?P<date>\d{4}-\d{2}-\d{2})[）)]",
    re.IGNORECASE,
)
_TONIGHT = re.compile(r"(?:今晚|\btonight)\s*[（(](?P<date>\d{4}-\d{2}-\d{2})[）)]", re.IGNORECASE)
_LEAD_EN = re.compile(
    r"^(?:(?:yeah?|yes|yep|hmm+|ah+|oh|re:|sure enough|and|so|but|then|that|also|just|please|pls|first|now|well|ok|okay|basically|actually|to|"
    r"we(?:'ll|'re| will| are| should| can| could)?(?: going to)?|i(?:'ll|'m|'ve|'d| will| am| have)?(?: going to)?|let'?s|"
    r"like|maybe|perhaps|really|definitely|you know|sounds like (?=we\b)|do agree to|(?:would|do) like to|take (?:full |the )?responsibility for|the idea is (?:to|that)|it is|it's|there is|there's)\b[ ,]*)+",
    re.IGNORECASE,
)
_CLOSER_EN = re.compile(
    r"[,.] (?:thanks|see you|fwiw|btw|cheers|sorry|apolog\w+|just for|one moment|if that helps|i think|i guess)\b.*$",
    re.IGNORECASE,
)
TAIL_EN = re.compile(
    r"(?<![ ,])[ ,]+(?:at|then on|via|see|under|here|right now|then|too|though|tho|please|pls|now|as well|at least|i think|i guess|for now|again|right)$",
    re.I,
)
LEAD_ZH = re.compile(
    r"^(?:(?:那么?|然后|所以|但是?|不过|而且|另外|首先|其实|就是|还有|请|麻烦|我们?|咱们?|大家|这边|一下|问下|问一下|"
    r"我问一句|对了|哦对|同时|顺便|顺手)[，,：:、\s]*)+"
)
_TAIL_ZH = re.compile(r"(?:了吧|吧|哈|呀|啊|哦|嘛|呢|喽|啦|一下)$")
_TAKEN_UP = re.compile(
    r"^(?:把|将)(?P<what>[^，。]{2,24}?)(?P<verb>补|更新|整理|修|写|发|删|补充|完善|重构)(?:一下|下|好|完|上)$"
)
_FIRST_PERSON = re.compile(r"\b(?:I|I'm|I'll|I've|I'd|[Mm]y|mine|me|myself)\b|我(?!们)")


def words_of(text: str) -> Lexicon:
    """The lexicon of the language `text` is mostly written in."""
    return ZH if ZH.script.search(text) else EN


def absolute(text: str) -> str:
    """`text` with each annotated day counted from now (`今天`, "tomorrow") replaced by its date."""
    text = _TONIGHT.sub(
        lambda hit: hit["date"] + ("晚" if "晚" in hit.group() else " evening"), text
    )
    return _ABSOLUTE.sub(lambda hit: hit["date"], text)


# Brackets a link was taken out of.
_HOLLOW = re.compile(
    r"\s*[(（]\s*(?:(?:under|at|see|via|in|from|e\.g\.|i\.e\.)[:,.]?\s*)?[)）]", re.IGNORECASE
)


_STRESSED = re.compile(r"(?<![\w*/])\*(?P<word>[^\s*](?:[^*\n]{0,60}[^\s*])?)\*(?![\w*/])")


def plain(text: str) -> str:
    """`text` on one line, without mentions, emoji and outer punctuation."""
    joint = "；" if ZH.script.search(text) else "; "
    line = _SPACE.sub(lambda hit: joint if "\n" in hit.group() else " ", text.strip())
    bracketed = "(" in line or "（" in line
    if "*" in line:
        line = _STRESSED.sub(r"\g<word>", line)
    if bracketed:
        line = absolute(line)
    if "@" in line:
        line = _MENTION.sub("", line)
    line = _EMOJI.sub("", line)
    if bracketed:
        line = _HOLLOW.sub("", line)
    if line.count(")") == line.count("(") + 1 and line.endswith(")"):
        line = line[:-1]
    if _LISTS.search(line):
        line = _BULLET.sub(r"\1", _JOINED_TWICE.sub(r"\1 ", line))
    return line.strip(TRIM).replace("“", "“").strip()


def title(text: str) -> str:
    """A title for a statement: first person and fillers cut, first letter large, not too long."""
    line = plain(text)
    if ZH.script.search(line):
        line = _TAKEN_UP.sub(r"\g<verb>\g<what>", LEAD_ZH.sub("", line))
        line = _TAIL_ZH.sub("", line)
        return shorten(line.strip(TRIM), "zh")
    line = _CLOSER_EN.sub("", line)
    line = imperative(TAIL_EN.sub("", _LEAD_EN.sub("", line) or line))
    return capital(shorten(line.strip(TRIM), "en"))


_ME = (
    (re.compile(r"\b[Ii] am\b|\b[Ii]'m\b"), "{} is"),
    (re.compile(r"\b[Ii]'ll\b"), "{} will"),
    (re.compile(r"\b[Ii]'ve\b|\bI have\b"), "{} has"),
    (re.compile(r"\b[Ii]'d\b"), "{} would"),
    (re.compile(r"\bI\b|(?<=\s)i(?=\s)|^i(?=\s)"), "{}"),
    (re.compile(r"\b(?:me|myself)\b"), "{}"),
    (re.compile(r"\b(?:my|mine)\b"), "{}'s"),
)


def literal(words: str) -> str:
    """The template of a substitution that puts in `words` as they are, backslashes too."""
    return words.replace("\\", r"\\")


def third_person(text: str, name: str) -> str:
    """English words of `name` as another tells them: "slot me in" → "slot Ann in"."""
    for first, third in _ME:
        text = first.sub(third.format(literal(name)), text)
    return text


def capital(text: str) -> str:
    """`text` with a large first letter, unless its first word is a name written otherwise."""
    first = text.split(" ", 1)[0]
    if first[1:] != first[1:].lower() or any(char in first for char in "_./@#0123456789`"):
        return text
    return text[:1].upper() + text[1:]


def shorten(text: str, language: Language, limit: int = 0) -> str:
    """`text` cut at the last clause border before the limit; with `…` when there is none."""
    most = limit or _LONGEST_TITLE[language]
    if len(text) <= most:
        return text
    borders = [hit.start() for hit in re.finditer(r"[；;。，,、]|\. | — ", text[:most])]
    if borders and borders[-1] >= most // 3:
        return text[: borders[-1]].rstrip(TRIM) + "…"
    if language == "zh":
        return text[: most - 1] + "…"
    return text[: most - 1].rsplit(" ", 1)[0].rstrip(TRIM) + "…"


_PART_OF_SENTENCE = re.compile(
    r"['’]$|\b(?:to be|is|are|was|be|the|our|this|last|today|yesterday|of|as|than|for the|for)$",
    re.IGNORECASE,
)
_GOES_ON_WITHOUT = re.compile(
    r"['’]|&|(?:and|or|but|is|was|are|will|meeting|call|deadline)\b", re.IGNORECASE
)


def due(text: str, language: Language) -> tuple[str, str]:
    """The date a task is for (`2026-06-01 前`, "by 2026-05-14"; "" without one), and what is left
    of `text` when it is taken out.
    """
    dates = words_of(text).due.finditer(text)
    hit = next((one for one in dates if not in_quotes(text[: one.start()])), None)
    if hit is None:
        return "", text
    before, after = text[: hit.start()].rstrip(), text[hit.end() :].lstrip()
    if _PART_OF_SENTENCE.search(before) or (after and _GOES_ON_WITHOUT.match(after)):
        return "", text
    rest = (
        f"{without_preposition(before)} {after}" if before.isascii() and after else before + after
    )
    rest = without_day_words(rest.strip(TRIM)).strip(TRIM)
    return _due_words(hit["date"], hit["prep"] or "", language), rest


def _due_words(date: str, prep: str, language: Language) -> str:
    low = prep.lower()
    date = date.replace(" ", "")
    if "–" in date:
        first, last = date.split("–")
        date = (
            last
            if low in ("by", "before", "until", "due") or low.endswith(("前", "内"))
            else f"{first} – {last}"
        )
    if low in ("by", "before", "until", "due") or low.endswith(("前", "内", "截止", "完成")):
        return f"{date} 前" if language == "zh" else f"by {date}"
    if low in ("starting", "from") or low in ("开始", "起"):
        return f"{date} 开始" if language == "zh" else f"from {date}"
    if low in ("之后", "后"):
        return f"{date} 之后" if language == "zh" else f"after {date}"
    return date


_TORN = re.compile(r"[()]")  # half of a pair of brackets


def clear(text: str, least: int = 2) -> bool:
    """True when `text` stands alone: enough of its words carry meaning, none points elsewhere."""
    words = words_of(text)
    return (
        len(terms(text)) >= least
        and not words.pronoun.search(text)
        and not _FIRST_PERSON.search(text)
        and not _TORN.search(re.sub(r"\([^()]*\)", "", text))
    )


_OPENING = "\"'“‘「《“`#@-–"
_BARE = re.compile(
    r"(?:put in|as|in|on|of|for|by|with|at|from|than|or|and|but|do(?! not| an?\b)|does|be|been|is|are|was|were|would|could|can|have|has)\b",
    re.IGNORECASE,
)
_WINKS = re.compile(
    r"(?<!\w)[:;=]-?[)DPp](?!\w)|\b(?:lol|haha+|jk|kidding|hehe+|rofl|what could (?:possibly )?go wrong)\b|能出什么事|[😂🤣😜😉😆]|哈哈|嘿嘿|开玩笑|狗头",
    re.IGNORECASE,
)
_MOVING = re.compile(r"^(?P<what>.+?)(?:改用|换成|换到|切到|切换到|迁到|迁移到)\s*(?P<to>.+)$")


def starts_bare(line: str) -> bool:
    """True when a title begins with what should stand after something: "in as an example", "), …"."""
    return (
        bool(_BARE.match(line))
        or bool(re.match(r"['’]\w", line))
        or not (line[:1].isalnum() or line[:1] in _OPENING)
    )


def jokes(text: str) -> bool:
    """True when a message winks or laughs: what it proposes may be meant or not."""
    return bool(_WINKS.search(text))


def action(owner: str, text: str, language: Language) -> str:
    """What someone will do, in a line: `李四 2026-06-01 前迁完`."""
    when, rest = due(text, language)
    what = re.sub(r"^(?:我来?|我们|i(?:'ll| will)?)\s*", "", plain(rest), flags=re.IGNORECASE)
    if words_of(text).language == "zh":
        return f"{owner} {when}{what}" if when else f"{owner}：{what}"
    return f"{owner}: {what}" + (f" ({when})" if when else "")


def carried_out(statement: str, verb: str) -> str:
    """A task that does what was decided: `订单库改用 X` and `迁完` → `订单库迁移到 X`."""
    moving = _MOVING.match(statement)
    if moving and re.search(r"[迁换切改]", verb):
        return f"{moving['what']}迁移到 {moving['to']}"
    return f"{statement}：{verb}" if ZH.script.search(statement) else f"{statement}: {verb}"


_REASON = re.compile(
    r"(?:, (?=(?:the|it|this|that|we|since|because|as|so|which|there|otherwise)\b)| (?:because|since|cause) |; cause "
    r"[，,](?=因为|由于|毕竟|否则|不然|这样)).*$",
    re.IGNORECASE,
)


_NEXT = re.compile(
    r"[，,；;]\s*(?:接下来|下一步|随后|(?:\d{4}-\d{2}-\d{2}|明天|今晚|后天|下周)[^，,；;]{0,4}"
    r"(?:构建|上线|开始|发布|跑|做|再|继续|会|要|出)|(?:next|then) (?:i|we)'?(?:ll| will)\b|will be )[^，,；;]*$",
    re.IGNORECASE,
)

_UNDER = re.compile(
    r"(?:if|once|when|unless|until|since|because|as|after|before|while)\b", re.IGNORECASE
)


def without_reason(statement: str) -> str:
    """The statement without the reason given after it, when enough is left."""
    head = _REASON.sub("", statement)
    whole = head.count('"') % 2 == 0 and not _UNDER.match(head)
    return head if whole and len(terms(head)) >= 2 else statement


def without_next(report: str) -> str:
    """A report of what was done, without the plan told after it (`，今晚构建样品`)."""
    head = _NEXT.sub("", report)
    return head if len(terms(head)) >= 2 else report


def headline(text: str) -> str:
    """A short title for a trouble: its first clause."""
    line = title(text)
    head = re.split(r"[，；;]\s*|,\s|（|\s*\(", line, maxsplit=1)[0]
    return head if len(terms(head)) >= 3 else line


_DUTY_ZH = re.compile(r"^(?P<duty>[^，,。；;]+)(?P<rest>[，,；;].*)?$")
_PROXY_ZH = re.compile(r"找(?:他|她|它|TA)")


def duty(body: str) -> str:
    """What a role is, in a phrase: `缆绳，出航前找她签字` → `缆绳负责人，出航前签字`."""
    line = plain(body)
    if not ZH.script.search(line):
        return re.sub(r"^(?:the|our|a|an|for|to) ", "", line, flags=re.IGNORECASE)
    hit = _DUTY_ZH.match(line)
    head, rest = (hit["duty"], hit["rest"] or "") if hit else (line, "")
    named = (
        head
        if head.endswith(("人", "经理", "组长", "主管", "员", "总监", "长", "师"))
        else f"{head}负责人"
    )
    return named + _PROXY_ZH.sub("", rest)


def duty_subject(body: str) -> str:
    """The duty alone, for the judge: two people who hold it one after the other meet here."""
    head = re.split(r"[，,。；;.]", plain(body), maxsplit=1)[0]
    return re.sub(r"^(?:the|our|a|an|for|to) |负责人$", "", head, flags=re.IGNORECASE).strip()

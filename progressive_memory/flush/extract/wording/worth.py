"""Worth: whether a title says enough to be kept. Unsure means no (DESIGN §5)."""

from __future__ import annotations

import re

from progressive_memory.flush.extract.grammar.acts import Move
from progressive_memory.flush.extract.wording import phrase
from progressive_memory.flush.extract.wording.specific import is_talk_deed, stands_alone
from progressive_memory.text.similarity import terms

_CJK = re.compile(r"[\u4e00-\u9fff]")
_LATIN = re.compile(r"[A-Za-z][A-Za-z0-9_-]+")
_LEAST_CHARACTERS = 4  # Chinese ones; a Latin word counts as two
_LEAST_WORDS = 4  # English ones, articles too: "Adjust the weights" tells little


def substantial(title: str, move: Move, *, crowd: bool = False, dated: bool = False) -> bool:
    """True when a title stands alone and tells what the work is about, not only that there is
    some: `迁移完成`, "sent you the link" do not. In a `crowd` it must name more. What is promised for
    a day (`dated`) may be short: "update the runbook".
    """
    words = phrase.words_of(title)
    if (
        phrase.starts_bare(title)
        or points_out(title)
        or words.vague.search(title)
        or words.pronoun.search(move.body.split("，")[0])
    ):
        return False
    particular = words.general.sub("", title)
    if words.language == "zh":
        latin = _LATIN.findall(particular)
        # `写上线公告`: the general word is part of a name, the rest still tells.
        least = _LEAST_CHARACTERS - (len(_CJK.findall(title)) > _LEAST_CHARACTERS)
        enough = len(_CJK.findall(particular)) + 2 * len(latin) >= least
    else:
        numbered = bool(re.search(r"\w \d+$", title)) and len(title.split()) == _LEAST_WORDS - 1
        least = _LEAST_WORDS - dated
        told = len(terms(particular)) >= 2 - dated
        enough = (len(title.split()) >= least and told) or numbered
        sure = not crowd or bool(words.due.search(move.text))
        alone = (dated and not crowd) or stands_alone(title, sure=sure)
        enough = enough and alone and not _BROKEN.match(title) and not is_talk_deed(title)
    return phrase.clear(title) and enough


_BROKEN = re.compile(
    r"\w+,|(?:suspect|think|guess|believe|notice|hope)\w*\b|.*(?<!\w)[+-]1\b|.{0,40}\b(?:looks|seems|sounds|appears) (?:like|to)\b",
    re.IGNORECASE,
)
_POINTS_OUT = re.compile(
    r"^(?:the |a |an )?(?:first |next |new |final |initial |more )?(?:version|draft|details?|rest|results?|links?|changes?) will be\b|"
    r"^(?:write|add|do|fix|finish) (?:the |a )?(?:last|first|next|final|second|remaining) (?:sentence|line|part|paragraph|section|bit|one)s?\b|"
    r"(?:做|加|进行)了?(?:[一些个点下轮次]{1,2})?(?:相应|对应|同样|类似|兼容|特殊|额外)?的?(?:处理|调整|改动|修改|优化|适配)$|"
    r"^[^，,；;]{0,6}跟[上进]了?(?:[，,].*)?$|(?:再|又|另外)(?:做|来|跑|抽|测)?了?一?[轮遍次版][^，,；;A-Za-z]{0,6}$|"
    r"^(?:写|做|补|发|给|出|write|do|add|draft|send|make)\s?[：:]|"
    r"^(?:also )?(?:implement|do|did|add|perform|make|made|conduct)\w* (?:some |the )?(?:\w+ )?"
    r"(?:handling|processing|adjustments?|tweaks?)(?: on the \w+(?: side| end)?)?(?: too| as well)?$|"
    r"\b(?:another|one more) (?:round|pass|batch)(?: of \w+(?: \w+)?)?$",
    re.IGNORECASE,
)
_LISTS = re.compile(
    r"^(?:(?:再|来|先|重新)*(?:明确|澄清|说明|总结|补充|回顾)(?:一?下|清楚)?|clarify|summari[sz]e|recap|spell out|sum up)"
    r"[^：:]{0,40}[：:]\s*\S",
    re.IGNORECASE,
)
_STATUS = re.compile(
    r"^[^，,；;]{2,16}(?:仍|还|正)?在(?:生效|运行|工作|起作用|跑)|"
    r"(?:跑|做|测)了?(?:个|一?[轮次遍])\s?(?:回归|benchmark|压测|评测|基准测试|测试)|"
    r"^(?:\w+ )?(?:ran|did|finished) (?:a|another|the) (?:\w+ )?(?:regression|benchmark|load test|stress test)\b|"
    r"^[\w ]{3,40} (?:is|are) (?:effective|in effect|working|running)\b",
    re.IGNORECASE,
)


def points_out(title: str) -> bool:
    """True when a title has no object but what was spoken of before: `也加了额外处理`,
    "another round of measurements"; or no object beside a list (`写：…`).
    """
    return bool(_POINTS_OUT.search(title))


def lists_itself(title: str) -> bool:
    """True when the message does what it announces: "clarify the kinds again: a, b, c"."""
    return bool(_LISTS.match(title))


def tells_status(title: str) -> bool:
    """True when a report is of how things stand, or of a measurement, and of nothing made."""
    return bool(_STATUS.search(title))


_TAILS = re.compile(
    r"[，,；;]\s*(?:(?:体感|看起来|看上去|感觉|效果|体验|错误率)[^，,；;]{0,8}(?:好|不错|低|稳|顺|可以)[^，,；;]{0,3}|"
    r"[^，,；;]{0,10}(?:P\d\d\s?[=≤:]\s?[\d.]+|(?:降低|提升|提高|下降|降了?|涨了?)\s?[\d.]+)\s?(?:%|ms|s|秒|毫秒)?|"
    r"(?:the )?(?:experience|it|this|looks?|feels?|seems?)\b[\w ]{0,20} (?:better|good|fine|great|well)|"
    r"resulting in [^,;]*\d[^,;]*)$",
    re.IGNORECASE,
)


def without_praise(title: str) -> str:
    """A report or announcement without the opinion or the figure told after it."""
    head = _TAILS.sub("", title)
    return head if len(terms(head)) >= 2 else title


# Who is to try it, and not what.
_NAMES_NO_THING = re.compile(
    r"(?:先|就|那就)*(?:给|让|由|请)[^，,；;A-Za-z]{1,10}(?:试用|试试|体验|内测|试点|用起来|先用)(?:一下|一轮|[一两\d]+[周天])?[吧。]*$|"
    r"(?:first )?(?:have|let|give (?:it )?to) (?:the |our )?[\w ]{2,30} (?:try(?: (?:it|this))?(?: out)?|trial)(?: first)?\.?$",
    re.IGNORECASE,
)


def names_no_thing(words: str) -> bool:
    """True when a choice tells who is to try, and not what: `先给两位同事试用`."""
    return bool(_NAMES_NO_THING.match(words.strip()))

"""Questions: what a question is about, what it puts forward, and whether it only asks for a yes."""

from __future__ import annotations

import re

from progressive_memory.flush.extract.lexicon.zh import LEXICON as ZH
from progressive_memory.flush.extract.wording.phrase import (
    LEAD_ZH,
    TAIL_EN,
    TRIM,
    capital,
    plain,
    title,
)
from progressive_memory.text.similarity import terms

_WHETHER_ZH = re.compile(
    r"要不要|是不是要|是否(?:要|需要)?|该不该|需不需要|用不用|能不能|能否|可不可以|有没有必要|还要不要|值不值得"
)
_MOVED_ZH = re.compile(
    r"^(?:把|将)(?P<what>[^，。]{1,24}?)(?:也|都|再)?(?P<verb>换|改|迁|切|升|搬|拆|合|放|挪|移|转|做|用)(?P<rest>.+)$"
)


# `把接口文档补一下` → `补接口文档`
def whether(text: str) -> str:
    """A choice to be made, as a noun phrase: `网关是否换成 Rust`, "Whether to move to Zustand"."""
    line = LEAD_ZH.sub("", plain(text))
    if not ZH.script.search(line):
        line = TAIL_EN.sub("", line)
        return (
            line
            if line.lower().startswith("whether")
            else f"Whether to {line[:1].lower()}{line[1:]}"
        )
    hit = _WHETHER_ZH.search(line)
    if hit is None:
        return line + "（是否）" if "是否" not in line else line
    rest = (line[: hit.start()] + "\0" + line[hit.end() :]).strip()
    moved = _MOVED_ZH.match(rest.removeprefix("\0"))
    if rest.startswith("\0") and moved:
        return f"{moved['what']}是否{moved['verb']}{moved['rest']}"
    return rest.replace("\0", "是否")


# A day that a sentence cannot do without: "today's meeting", "our freeze to be January 8 and …".


_FEW_TERMS = 4
_OFFER = re.compile(
    r"[，,。；;:.]?\s*(?:可以吗|行吗|好吗|好不好|行不行|怎么样|如何|大家觉得呢|同意吗|有异议吗|没问题吧|OK吗|对吗|对吧|吧|"
    r"is that (?:ok(?:ay)?|right)|ok(?:ay)?|right|agreed|thoughts)\s*[？?]?\s*$",
    re.IGNORECASE,
)
_CONSENT = re.compile(
    r"(?:可以吗|行吗|好吗|好不好|行不行|怎么样|如何|大家觉得呢|同意吗|有异议吗|OK吗|大家(?:看|觉得)?(?:行|可以|怎么样)(?:吗)?|"
    r"(?:is|does|would) (?:that|this) (?:ok(?:ay)?|work|be ok(?:ay)?|sound good|fine)(?: (?:for|with|to) \w+)?|sounds? good|"
    r"ok(?:ay)?|agreed|thoughts|objections|any objections?)\s*[？?]+",
    re.IGNORECASE,
)
_CHECK = re.compile(
    r"(?:对吗|对吧|是吧|(?<!\w)(?:right|eh|huh|isn'?t it|don'?t you think))\s*[？?]?\s*$",
    re.IGNORECASE,
)
_ROOM = re.compile(
    r"\b(?:is|are|does|do|has|have) (?:everyone|everybody|anyone|anybody|all of (?:us|you)|people|folks|you all|we all)\b[^?]*\?|大家(?:都|还)?[^？?]*[吗么][？?]",
    re.IGNORECASE,
)
_CONFIRMING = re.compile(r"^(?:确认(?:一下|下)?|confirm(?:ing)?)[：:，, ]\s*", re.IGNORECASE)
_ASKING_WORDS = re.compile(
    r"^(?:(?:so|ok|okay|and|but|quick question|问下|问一下|我问一句)[，,：: ]*)*"
    r"(?:should|shall|can|could|do|does|did|is|are|will|would|may|what|which|when|where|who|why|how)"
    r"(?: about)?(?: (?:we|you|it|there|i|the|a|an|to|be|is|are|do|does|should|can))*\s+",
    re.IGNORECASE,
)


def offers(question: str) -> bool:
    """True when a question puts forward what to do and asks for consent: `…，可以吗？`."""
    return bool(_OFFER.search(question) or _CONFIRMING.match(question))


_DEED = re.compile(
    r"^(?:(?:so|ok(?:ay)?|and|but|or|then|hmm+|well)[,. ]+)*(?:should|shall|can|could|may) (?:i|we)(?: just| also| then| now| go ahead and| perhaps| maybe)* "
    r"(?!(?:discuss|talk|move|vote|start|begin|wait|skip|be|have|need|worry|assume|expect|say|do|get|go|look|see|think|close|wrap|end|call|"
    r"quick|review|take|try|ask|keep|continue|consider|come|give|help|really|not|all|still|even|actually|at least)\b)"
    r"(?P<body>[a-z]\w+ \S[^?]+)\?",
    re.IGNORECASE,
)
_PROCEDURAL = re.compile(
    r"\b(?:objections?|next|vote|votes?|anything else|other|wrap up|(?:any )?(?:comments?|concerns?|opinions?|thoughts|updates?|volunteers?|"
    r"questions?)|agree(?:d|ment)?|everyone|anyone|opposed|good with|sound|ready|right|ok(?:ay)?)\b",
    re.IGNORECASE,
)


def puts_deed(question: str) -> bool:
    """True when an English question asks for leave to do one thing: "should I rename the file?"."""
    return bool(_DEED.match(question))


def is_procedural(question: str) -> bool:
    """True when a question leads a talk and names nothing: "any objections?", "next one?"."""
    return bool(_PROCEDURAL.search(question)) and len(terms(question)) <= _FEW_TERMS


def asks_consent(question: str) -> bool:
    """True when a clause only asks for a yes to what was said before it: `可以吗？`."""
    return bool(_CONSENT.fullmatch(question.strip()))


def checks_fact(question: str) -> bool:
    """True when a question may only check how things are: `…，对吗？`, "…, right?"."""
    return bool(_CHECK.search(question))


def asks_room(question: str) -> bool:
    """True when a question asks everybody for a yes or a no: "is everyone happy with that?"."""
    return bool(_ROOM.search(question))


def offered(question: str) -> str:
    """What such a question puts forward, as a statement."""
    return title(_OFFER.sub("", _CONFIRMING.sub("", plain(question))))


def topic(question: str) -> str:
    """What a question is about: `是否接外部CRM？` → `接外部CRM`."""
    line = _OFFER.sub("", plain(question))
    if ZH.script.search(line):
        line = _WHETHER_ZH.sub("", LEAD_ZH.sub("", line), count=1)
        return re.sub(r"(?:是什么|怎么办|呢|吗|有哪些|多少|什么时候|何时)$", "", line).strip(TRIM)
    return capital(_ASKING_WORDS.sub("", line).strip(TRIM))


_TO_YOU = re.compile(r"\b(?:you|your|it|that|this|they)\b|你|它", re.IGNORECASE)


def points_back(question: str) -> bool:
    """True when a question is about something said before it: "which colour should it have?"."""
    return bool(_TO_YOU.search(topic(question)))


def with_topic(statement: str, question: str) -> str:
    """The statement, with the question's topic before it when it does not name that itself."""
    about = topic(question)
    if (
        not about
        or _TO_YOU.search(about)
        or terms(about) & terms(statement)
        or len(terms(statement)) > 8
    ):
        return statement
    joint = "：" if ZH.script.search(about) else ": "
    return f"{about}{joint}{statement}"

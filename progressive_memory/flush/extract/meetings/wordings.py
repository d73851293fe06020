"""Wordings: how a motion is worded, and how much a statement has of its form."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from progressive_memory.flush.extract.grammar.acts import Turn
from progressive_memory.flush.extract.wording.ticket_lines import is_verdict
from progressive_memory.text.similarity import quantities, terms

# A voice, one's own or somebody's who is not there: "+1 disable", "0 fine", "Ann: +1".
_VOICE = re.compile(
    r"^(?:@?[\w|.-]{1,24}(?: votes?)?\s?[:,]\s?)?(?:[+±−–-]\s?\d(?:\.\d+)?|0)(?=\W|$)(?!\s?[%:/])"
)
_VOICED = re.compile(r"\s+[+-]\s?1\W*$")
_CALLS_UP = re.compile(
    r"^(?:(?:ok(?:ay)?|so|and|alright)[,. ]+)*(?:next(?: up| one)?|first(?: up)?|last(?:ly| one)?)\s*[:,–-]\s*",
    re.IGNORECASE,
)
_NUMBERED = re.compile(
    r"^\([a-z][a-z -]{2,20}\)\s+(?=\S)|^\(?(?:\d{1,2}|[a-d])(?:/[\d*]+)?[).:]\s*(?=\S)|^\(\d+/?\*?\s+(?=\S)"
)
_FRAME = re.compile(
    r"^(?:(?:so|ok(?:ay)?|and|then|alright)[,: ]+)*(?:(?:i |i'd like to |we |let'?s |i would )?(?:propos(?:e|al|ed|ing)|mov(?:e|ing)(?= that)|suggest(?:ion)?|strawman|draft proposal)(?: (?:that|to|is|we|would be))*|"
    r"resolved|resolution|proposed resolution|提议|提案|决议)\s*[:：,-]*\s*",
    re.IGNORECASE,
)
_ACTS = (
    r"accept|add|adjust|adopt|advance|agree to|align|allow|amend|apply|approve|archive|ask|assign|begin|bless|bring|build|cancel|change|clarify|close|combine|consider|consolidate|continue|"
    r"convert|create|cut|cclose|decline|decouple|defer|define|delay|delegate|delete|deploy|detach|deprecate|disallow|discontinue|discuss|document|don'?t|do not|draft|drop|edit|elect|eliminate|enable|endorse|enforce|ensure|exclude|expose|explore|explain|extend|file|fix|focus|"
    r"forbid|forward|freeze|hold|identify|implement|improve|include|introduce|keep|label|land|leave|limit|list|lower|make|mandate|mark|merge|migrate|mint|modify|move|name|nominate|open|"
    r"pause|perform|permit|pick|plan|post|postpone|prefer|process|produce|prohibit|promote|publish|punt|push|put|provide|raise|recommend|record|redirect|reduce|refactor|reject|relax|release|remove|rename|"
    r"reopen|reorgani[sz]e|replace|republish|request|require|rescind|resolve|restore|restrict|retain|rely|retire|return|revert|revise|reword|rewrite|schedule|scope|select|send|separate|set|ship|"
    r"simplify|specify|split|standardi[sz]e|start|stop|submit|support|suspend|switch|table|take|tag|transfer|transition|treat|turn|unify|update|upgrade|use|wait|weaken|withdraw|work|write"
)
VERBS = (
    rf"{_ACTS}|alert|arrange|chase|check|circulate|collate|collect|compile|complete|contact|coordinate|craft|e-?mail|figure|fill|find|finish|follow|get|help|invite|investigate|"
    r"liaise|look|mail|message|notify|organi[sz]e|ping|poke|prepare|propose|reach|remind|reply|report|research|respond|review|run|setup|share|solicit|summari[sz]e|talk|tell|test|try|verify"
)
"""Verbs, as a pattern, that work or a motion begins with."""
_DOES = re.compile(rf"^(?:editorially |formally |officially |please )?(?:{_ACTS})\b", re.IGNORECASE)
_DEMANDS = re.compile(
    r"(?i:\b(?:will|shall|should|must|cannot|won'?t|needs? to|(?:is|are) (?:to|not|now|in|out of|no longer|required|allowed|valid|legal|optional)|remains?|stays?)\b)|"
    r"\b(?:MAY|CAN|OPTIONAL)\b"
)
_HANDS_OUT = re.compile(rf"^@?[\w|-]+(?: [A-Z]\w+)? to (?:{_ACTS})\b", re.IGNORECASE)
_AS_IT_IS = re.compile(
    r"\b(?:no changes?|won'?t ?fix|as[- ]is|out of scope|at[- ]risk|status quo)\b|^(?:yes|no) to |^no (?:more|further|longer)\b",
    re.IGNORECASE,
)
_PROCEDURE = re.compile(
    r"\b(?:proposals?|resolutions?|vote|voting|wording|motions?|consensus|decision)\b",
    re.IGNORECASE,
)
_ON = re.compile(
    r"^(?:(?:in|for|on|within|under|given|when|where|if|until|unless|as|after|before)\b[^,]{3,90}, |(?:in|for|on) (?:the )?[\w./-]+,? )",
    re.IGNORECASE,
)
_ASIDE = re.compile(
    r"^(?:\(|\*|seems?|regardless|other than|as (?:we|i|you)\b|and|but|or|so|because|since|otherwise|even|i\.e|e\.g|also|then|well|yes|yeah|no,|nope|ok|okay|hmm|ah|oh|thanks|thank you|great|cool|good|nice|right|sure|sorry|"
    r"does(?:n'?t)?|isn'?t|didn'?t|i|i'm|i'd|i've|i'll|it|its|it's|they|that'?s|this is|this was|that is|that was|there(?:'s| is| are)|you|your|he|she|they|we can|we could|we might|we had|we have|we were|we've|we'd|"
    r"this|these|those|see|agree|what|why|how|who|which|does|do|is|are|was|were|can|could|would|did|anyone|any|maybe|perhaps|just|not really|still|even|like|looks?|sounds?|please vote|let me|my|q)\b",
    re.IGNORECASE,
)
_SCRIBED = re.compile(r"^(?:\.\.\.|…|\w[\w-]{0,20}: )")
_LINK = re.compile(r"https?://\S+")
_STRAW = re.compile(
    r"\bstraw[ -]?(?:poll|man|vote)|\b(?:not|isn'?t) (?:yet )?(?:a (?:proposal|resolution|decision|vote)|binding)\b|"
    r"\btemperature (?:check|of the room)|\b(?:get|just) (?:some |a )?(?:feelings?|sense)\b|\bshow of hands\b|先?摸个底|非正式(?:投票|表决)",
    re.IGNORECASE,
)
_CALLS = re.compile(
    r"^(?:ok(?:ay)?,? |so,? |now,? )?(?:please )?(?:vote|\+1 if|who)\b|\b(?:please vote|vote (?:please|now)|all in favou?r|in favou?r\?)(?!\w)|[+-]1 (?:please|if|or|to (?:agree|approve|accept))\b|\bany (?:objections?|comments?|opposition|discussion)\b[^,]{0,30}\?|^any\b|\b(?:calling|call) for (?:a |the )?(?:re-?)?votes?\b|\bother votes\b|"
    r"请(?:投票|表决)|(?:同意|赞成)的(?:请|扣)",
    re.IGNORECASE,
)
_REWORDS = re.compile(
    r"\b(?:wording|worded|re-?word\w*|re-?phras\w*|amend\w*|combine|instead|typo|clarif\w+|restate|rather than|negative|positive|counter[- ]proposal)\b|换个?(?:说法|措辞)|改一?下?(?:措辞|表述)",
    re.IGNORECASE,
)
_KEYED = re.compile(r"#\d+|(?<=PR )\d+|(?<=issue )\d+", re.IGNORECASE)
_LEAST = 2  # words of a motion
_LEAST_ASKED = 4  # terms of a question that is about something
_FILLERS = re.compile(
    r"\b(?:any(?:one|body)?|every(?:one|body)|folks|people|comments?|concerns?|objections?|opposed|against|questions?|thoughts|sounds?|good|ok(?:ay)?|agree|vote|votes|send|please|think|like|want|ask|just|does|this|that)\b",
    re.IGNORECASE,
)
_LEAST_FORM = 3  # words of an order without a number
_CHECKED = re.compile(r",? (?:right|eh|huh|correct)\?|(?:对吗|对吧|是吧)[？?]", re.IGNORECASE)
_STRAW_REACH = 4
_PLAIN = 2.5  # form of what is plainly a motion
_SAME = 0.55
_HOLDS = 0.85
_READ_OUT = 0.85
_NEVER = -9.0


@dataclass(frozen=True)
class Wording:
    """A statement as a motion: its words without the frame, and how much form it has: 3 and more
    for what is plainly put to others, below 0 for an aside.
    """

    text: str
    form: float


def wording(turn: Turn) -> Wording | None:
    """The words of a turn that could be put to the vote; None when it has none of its own: a voice,
    or what is to become of a ticket, which its own line says.
    """
    return None if is_verdict(turn.message.text) else worded(turn.message.text)


@lru_cache(maxsize=4096)
def worded(text: str) -> Wording | None:
    """The same of a text."""
    text = _CALLS_UP.sub("", " ".join(text.split()))
    if _VOICE.match(text):
        return None
    text = _VOICED.sub("", text)
    scribed = bool(_SCRIBED.match(text)) and not _FRAME.match(text)
    numbered = _NUMBERED.match(text)
    bare = text[numbered.end() :] if numbered else text
    framed = _FRAME.match(bare)
    bare = bare[framed.end() :] if framed and framed.end() < len(bare) else bare
    words = _LINK.sub(" ", bare).split()
    if len(words) < _LEAST or _CALLS.search(bare):
        return None
    return Wording(bare.rstrip(" ."), _form(bare, scribed, bool(framed), bool(numbered)))


def _form(text: str, scribed: bool, framed: bool, numbered: bool) -> float:
    form = 0.0
    start = _ON.sub("", text, count=1)
    if len(text.split()) < _LEAST_FORM and not any(char.isdigit() for char in text):
        form += 0.5  # "advance notice" only begins like an order
    elif _DOES.match(text) or _HANDS_OUT.match(text) or _DOES.match(start):
        form += 3.0
    elif _AS_IT_IS.search(text):
        form += 2.5
    elif _DEMANDS.search(text):
        form += 1.5
    if _PROCEDURE.search(text) and not re.match(r"(?:accept|adopt|approve|reject)", text, re.I):
        form -= 2.0
    if form < _PLAIN and _ASIDE.match(text):
        form -= 2.5
    if text.endswith("?"):
        form -= 2.0
    if _CHECKED.search(text):
        form -= 3.0
    form += 2.0 if framed else 0.0
    form += 1.0 if numbered else 0.0
    form -= 1.5 if scribed else 0.0
    return form


def calls(text: str) -> bool:
    """True when words only call to vote."""
    return bool(_CALLS.search(text))


def asks_other(text: str, words: str) -> bool:
    """True when a question is about something else than `words`: hardly a word of it is theirs."""
    if not text.rstrip(" .)").endswith(("?", "？")) and not calls(text):
        return False
    own = terms(_FILLERS.sub(" ", text))
    return len(own) >= _LEAST_ASKED and len(own & terms(words)) < _LEAST


def says_more(one: str, other: str) -> bool:
    """True when a wording puts the same as another, in more words: most of them, or its number."""
    first, second = terms(one), terms(other)
    if len(first) <= len(second):
        return False
    numbers, others = quantities(one), quantities(other)
    if numbers and others:
        return bool(numbers & others)
    return 2 * len(first & second) >= _SAME * (len(first) + len(second))


def repeats_motion(one: str, again: str) -> bool:
    """True when words read a motion out once more: nearly all of its words, hardly any others."""
    first, second = terms(one), terms(again)
    if quantities(one) ^ quantities(again) and first != second:
        return False
    shared = len(first & second)
    return bool(shared) and 2 * shared >= _READ_OUT * (len(first) + len(second))


def restates(one: str, later: str) -> bool:
    """True when a later wording puts the same and no less: it holds nearly all words of the first."""
    first, second = terms(one), terms(later)
    numbers = quantities(one)
    if not first or (numbers and not numbers & quantities(later)):
        return False
    return len(first & second) >= _HOLDS * len(first) and 2 * len(first) >= len(second)


def other_numbers(one: str, other: str) -> bool:
    """True when both name numbered things, and none that both name."""
    first, second = (set(_KEYED.findall(text)) for text in (one, other))
    return bool(first) and bool(second) and not first & second


def rewords(text: str) -> bool:
    """True when a remark asks for a motion in other words."""
    return bool(_REWORDS.search(text))


def is_straw(turns: Sequence[Turn], at: int) -> bool:
    """True when the one who put it, or the words just before, say that it decides nothing."""
    near = turns[max(0, at - _STRAW_REACH) : at + 1]
    return any(
        _STRAW.search(turn.message.text) and turn.person == turns[at].person for turn in near
    )

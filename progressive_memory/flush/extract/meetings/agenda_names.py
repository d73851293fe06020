"""Agenda names: what an item is about, in the words of whoever announced or presented it.

A number alone tells nobody anything: an item nobody named is not written about (DESIGN §5).
"""

from __future__ import annotations

import re

from progressive_memory.flush.extract.grammar.acts import Turn
from progressive_memory.flush.extract.meetings.agenda_keys import KEY, LINK, OPENS, digits
from progressive_memory.flush.extract.wording import phrase
from progressive_memory.text.similarity import terms

_URL = re.compile(r"https?://\S+")
_LONGEST_NAME = 16  # words
_LEAST_TERMS = 2
_LEADS_TO = re.compile(
    r"^.*?\b(?:move|jump|skip|go|moving|starting|start|talk)\b(?: on| ahead| back| then)*(?: (?:to|with|about)\b|\s*$)\s*",
    re.IGNORECASE,
)
_ASIDE = re.compile(
    r",? (?:which (?!is\b|would\b)|while |since |is up next).*$|^while [^,]*,", re.IGNORECASE
)
_PIECES = re.compile(r"\s+[-–—]+\s+|[:;]\s+|\s*\0\s*|\s{2,}|,\s+(?=the one\b)")
_STAMP = re.compile(
    r"\b(?:today|tomorrow|tonight|yesterday)?\s*\(\d{4}-\d{2}-\d{2}[^)]*\)", re.IGNORECASE
)
_LEAD = re.compile(
    r"^(?:(?:the|our|next|first|last|one|that|is|are|for|so|and|then|ok(?:ay)?|to|with|about|up|prs?|today|item|on the agenda|"
    r"agenda|it|we have|have|awesome|which|would be|more|only|there'?s|from \w+|review|shall we spend .* on|talk about)\b[\s,:!-]*)+",
    re.IGNORECASE,
)
_DULL = re.compile(
    r"^(?:on our agenda|pull request to|fyi|has|assigned|should|could|would|shall we|look at|makes? me|me|my|our|plus|a (?:\w+ )*(?:change|pr|issue|rfc) (?:about|for)?\b|was|were|be|we|i|you|he|she|they|if|when|this|that|not|just|really|also|mostly|basically|"
    r"here|there|it'?s|in|been|good|fine|great|ready|done|probably|still|from|these|those|maybe|another|welcome|hello|hi|thanks)\b|"
    r"\b(?:really only here|not sure|someone|anyone|please|eyes|awesome|still should|new pull request|highly requested|good (?:one|time|idea|point|thing)|reason|oversight|fine with|issue but|uncontroversial|etc|just added|on hold|our agenda|good to go|last (?:week|meeting|time)|is that|what you|i|i'm|me)\b|"
    r"\b(?:is|are|was|the|to|of|for|at|and|or|a|an|with|on|in|by|from|that|which)$",
    re.IGNORECASE,
)
_SAYS_WHAT = re.compile(
    r"^(?:(?:so|yeah|ok|and|basically)[, ]+)*(?:this(?: one| pr| rfc| proposal)?|#?\d{1,6})"
    r"(?:(?:'s| is)(?: just| basically| essentially)? (?:(?:about |to )|an? (?:rfc|pr|proposal) (?:about |to |for )?)?(?=\w+ing\b|an?\b|the\b|to\b|about\b|for\b)|"
    r"(?: just| basically)* (?=(?:add|remove|move|change|allow|rename|replace|deprecate|introduce|define|describe|clarif|drop|"
    r"update|make|let|give|provide|require|extend|demote|promote|split|merge|enable|disable)\w* ))"
    r"(?P<what>\S.{8,})$",
    re.IGNORECASE,
)
_WHICH = re.compile(
    r"^which (?P<what>(?:is (?=\w+ing\b))?(?:(?<=is )\w+ing|[a-z]+s) \S.{6,})$", re.IGNORECASE
)
_DOING = re.compile(r"^[a-z]{3,}ing \S+ \S.*$", re.IGNORECASE)
_QUOTED = re.compile(r"^[\"“](?P<what>[^\"”]{8,})[\"”]\.?$")
_NOT_A_TITLE = re.compile(
    r"[?!]|[,:] |\b(?:is|are|was|has|have|had|this|that|it|we|you|i|i'm|let'?s|so|also|ok|please|thanks?|go|take|need|needs|next|move|"
    r"talking|looking|working|waiting|going|being|hi|hello|hey|sorry|here|there|yes|no|yeah|seconds?|minutes?)\b",
    re.IGNORECASE,
)
_REASON = re.compile(r"(?:,| -) ?(?:as|since|so) .*$|,? (?:because|so that|which|but) .*$", re.I)


def announced(sentence: str) -> str:
    """What the announcement of an item calls it; "" when it gives only the number or link."""
    text = KEY.sub("\0", _URL.sub("\0", LINK.sub("\0", sentence)))
    best = ""
    for piece in _PIECES.split(_ASIDE.sub("", _STAMP.sub("", text))):
        bare = _LEADS_TO.sub("", piece) if OPENS.match(piece) else piece
        bare = _LEAD.sub("", bare.strip(" -–—.,:;()<>?!"))
        if len(bare.split()) > len(best.split()) and _is_name(bare):
            best = bare
    return phrase.title(best) if best else ""


def described(turn: Turn, opened: Turn, after: int) -> str:
    """What the item is by a turn `after` turns behind its opening: "this is …", "which adds …";
    of the one who opened it, the words right behind the bare link.
    """
    text = turn.message.text.strip()
    if "?" in text or not turn.moves:
        return ""
    mine = turn.person == opened.person and after <= 2
    for pattern in (_SAYS_WHAT, *((_WHICH, _QUOTED) if mine else ())):
        hit = pattern.match(text)
        if hit:
            return _fit(hit["what"])
    if mine and (_DOING.match(text) or (after == 1 and len(text.split()) > 2)):
        return "" if _NOT_A_TITLE.search(text) else _fit(text)
    return ""


def described_after(text: str) -> str:
    """What the words behind the number say the item is: `129. This is moving X to tier 2`."""
    hit = _SAYS_WHAT.match(text.strip(" .,:;-–—?"))
    return _fit(hit["what"]) if hit and "?" not in text else ""


def mentioned(key: str, text: str) -> str:
    """The name that stands behind the item's number in a message: `#128, Add a dark theme`."""
    number = digits(key)
    if number not in text:
        return ""
    for hit in re.finditer(
        rf"(?<![\w/#.])(?:[A-Z]{{2,10}}[- ])?#?{re.escape(number)}(?:,|:| [-–—]) (?P<what>[A-Z][^.;!?]+)",
        text,
    ):
        name = _fit(LINK.sub("", hit["what"].split(" - ")[0]).strip(" -–—,"))
        if name:
            return name
    return ""


def _fit(text: str) -> str:
    bare = re.sub(r"^about ", "", text.strip(), flags=re.I)
    bare = _REASON.sub("", re.split(r"[.;]\s|\s[-–—]\s", bare)[0]).strip(" .,:;!")
    return phrase.title(bare) if _is_name(bare) else ""


def _is_name(text: str) -> bool:
    words = len(text.split())
    return (
        2 <= words <= _LONGEST_NAME
        and not phrase.starts_bare(text)
        and len(terms(text)) >= _LEAST_TERMS
        and not _DULL.search(text)
        and text.count("(") == text.count(")")
    )

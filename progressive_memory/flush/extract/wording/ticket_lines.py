"""Ticket lines: what a line says is to become of a ticket: "ABC-12: +4, assign to Ann, for 2.0"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from progressive_memory.flush.extract.grammar.acts import Turn
from progressive_memory.flush.extract.wording import phrase
from progressive_memory.flush.extract.wording.ticket_opening import keyed

_VERDICT = re.compile(
    r"\b(?:assign(?:ed)? (?:to )?(?!me\b|it\b)\w+|needs? (?:a |more |some |further )*(?:volunteers?|info\w*|patch|code|work|testing|tests?|review|"
    r"fix|docs?|documentation|discussion|analysis|investigation|verification)|\w+ (?:to|will) (?:check ?in|commit|merge|apply|review|test|document|progress)\b|have \w+ (?:look|check|test|review)\b|close(?:d)?\b|duplicate|won'?t ?fix|"
    r"(?:re-?|un-?|de-?)?scheduled?\b|leave (?:(?:it|this|that)(?: one)? )?as[- ]is|updated to \d|not (?:likely )?for v?\d|wait till|post[- ]?\d|(?:for|to) v?\d+\.\d|fixed in v?\d|duplicate of|accept(?:ed)?\b|approved?\b|commit(?:ted)?\b|merge(?:d)?\b|"
    r"reject(?:ed)?\b|defer(?:red)?\b|on hold|re-?open|mark(?:ed)? (?:as|for|post)|(?:switch|move)(?:e?d)? (?:(?:it|this|that)(?: one)? )?to|(?:change|turn) (?:it|this|that)(?: one)? (?:to|into)\b|follow[- ]?up|"
    r"ask for|request more|verified\b|superced\w+|superseded|revisit|tabl(?:e|ing|ed)\b|wait(?:ing)? (?:for|on))|"
    r"(?:指派|分配|交)给|(?:排|推迟|延|改|挪)到|推迟|暂缓|搁置|关闭|关掉|不修|驳回|合并(?:了|进|到)|已?修复|需要(?:有?人|补丁|测试|文档|评审|讨论|更多)",
    re.IGNORECASE,
)
_OF_MANY = re.compile(
    r"\b(?:some for|always|tickets|issues|prs|bugs|meeting|everyone|anyone|you|your)\b",
    re.IGNORECASE,
)
_LISTED = re.compile(r"[,:;]\s*[A-Z][A-Z0-9]{1,9}-\d")  # a list of tickets is none's verdict
_RELEASE_ALONE = re.compile(
    r"^(?:updated|changed|bumped|set) (?=to v?\d+\.\d[\w.]*$)", re.IGNORECASE
)
_BARE = re.compile(r"(?:is|was|are|were|has|have|had)\b", re.IGNORECASE)
_SENTENCES = re.compile(
    r"(?<=[.!;])\s+|\.{2,}\s*(?!(?:for|of|with|in|on|to|and|or|but|because|as|until)\b)|\s+--\s+"
)
_LONGEST_VERDICT = 110  # characters
_ONE_VOTE = re.compile(r"^[+-]\s?[01]\b")
_NEXT_KEY = re.compile(r"[.;,]?\s+[A-Z]{2,10}-\d{1,6}\s*:.*$")
_NO_COUNT = re.compile(r"^(?:\(think\)\s*|\(?\d{1,2}\)?(?:\s*[,:–-]+\s*|\s+(?=[A-Za-z])))")
_TIMES = re.compile(r"^\(?(?P<count>\d{1,2}) ?x ?(?P<sign>[+-]) ?1\b\)?", re.IGNORECASE)
_TALLY = re.compile(
    r"^(?:(?:ok(?:ay)?|so|excellent|great|thanks|thank you|alright|and|done|(?:\d+|one|two) (?:min|sec)\w*)\W+)*"
    r"(?:(?P<word>summary|result|outcome|total|tally|小结|总结|结果|统计)\s*[:：=-]*\s*)?"
    r"(?P<said>(?:(?P<times>\d{1,2} ?x ?)[+-] ?1|[+-] ?(?:[2-9]|1\d))\b.*)$",
    re.IGNORECASE,
)
_VOTES = re.compile(
    r"^(?P<votes>[+-]\s?\d+)(?: votes?)?\s*(?:\([^)]*\))?\s*(?:[,;.–-]+|(?:to|for|on) (?:the )?(?:idea|concept|principle)\b[,;. ]*|to\b)?\s*",
    re.IGNORECASE,
)
_OBJECT = re.compile(
    r"\b(schedule|reschedule|unschedule|deschedule|close|commit|assign|fix|merge|mark|defer|switch|move|leave|keep|accept|reject|drop|apply|get|review|test|"
    r"release|postpone|punt|link) (?:it|this|that)(?: one)?\b(?!['’])",
    re.IGNORECASE,
)
_LEAD = re.compile(
    r"^(?:(?:sounds good|looks good|excellent|well|a(?= needs)|again|still|but|one|just|done|agreed|yep|yea|yeah|yes|it|this|also|i'm gonna|i'm going to|so|and|then|ok|okay|we(?:'ll| will| should| can)?|i(?:'d say|'ll| will)|let'?s|just|please|sounds like|looks like|i think)[,:. ]+)+",
    re.IGNORECASE,
)
_SUMMARY = re.compile(r"^.{0,60}?\bsummary\b[^:–-]{0,20}[:–-]+\s*", re.IGNORECASE)
_ASIDE = re.compile(
    r"[.,]?\s+(?:thanks|next)\W*$|,?\s+\d+ (?:sec|min)\w* more\W*$|\s*\((?:thanks|thx)[^)]*\)|[,.!-]+\s*thanks\b.*$|,? (?:though|then|for now)$|\s*[:;]-?[)DPp]",
    re.IGNORECASE,
)
_ASKED = re.compile(r"\s*\([^()?]*\?\s*\)")  # a question by the way: "(Ann?)"
_NUMBER = re.compile(r"\d")
_FEW = 4  # words before what is to become of it
_NO_SUMMARY = re.compile(
    r"(?:if|any\w*|please|thanks|see|maybe|i|we|they|he|she|some)\b", re.IGNORECASE
)
_LEAST_WORDS = 3  # of a summary
_TELLS = re.compile(
    r"\b(?:sounds?|seems?|looks?|important|have|has|had|puts?|they|he|she|already|gets?|got|same|other|if|when|because|who|which|more|and|there|see|re)\b|[A-Za-z]{2,10}-\d",
    re.IGNORECASE,
)
_MOVES_ON = re.compile(
    r"\bmov(?:e|ing) (?:on|along)\b|\bclos(?:e|ing) (?:things|to|up|out|the meeting|statement)|\bstatement\b",
    re.IGNORECASE,
)
_UNSURE = re.compile(
    r"\b(?:hopefully|maybe|perhaps|not sure|unclear|i guess|might|may (?:want|need) to|lean(?:ing|s)? towards?|i wonder|could|should be (?:really|about)|should we|do we|can we)\b",
    re.IGNORECASE,
)


def verdict(turn: Turn) -> tuple[str, str] | None:
    """The key and what is to become of it; None when the line says no such thing."""
    text = _ASKED.sub("", turn.message.text)
    if not turn.moves or turn.links or turn.moves[0].reported or "?" in text:
        return None
    if not _NUMBER.search(text):
        return None  # cheap, and sure: a line without a number has no key
    hit = keyed(phrase.plain(text))
    if hit is None or _ONE_VOTE.match(hit["said"]) or not _sums_up(hit, hit["said"]):
        return None
    if not hit["named"] and _UNSURE.search(hit["said"]):
        return None
    key = key_written(hit["key"])
    whole = _without(key, _NEXT_KEY.sub("", hit["said"]))
    for part in _parts(whole):
        said = _worded(part)
        if said and phrase.clear(said, 1) and _sums_up(hit, part):
            return key, said
    return None


def _parts(whole: str) -> Iterator[str]:
    """What may stand for a verdict, best first: all of it, its first sentences, one that says what
    is to become of the ticket, and what stands before a comma.
    """
    yield whole
    ends = [hit.start() for hit in _SENTENCES.finditer(whole)]
    yield from (whole[:end] for end in reversed(ends))
    for one in _SENTENCES.split(whole):
        if _VERDICT.search(one):
            yield one
            yield one.split(",")[0]
    yield whole.split(",", maxsplit=1)[0]


def _sums_up(hit: re.Match[str], said: str) -> bool:
    """True for words that say what is to become of the ticket, or that are named its summary."""
    enough = len(said.split()) >= _LEAST_WORDS
    told = hit["named"] and enough and not _NO_SUMMARY.match(said)
    return bool(_VERDICT.search(said)) or bool(told)


def _without(key: str, said: str) -> str:
    """What is said of a ticket without its key: "assign ABC-12 to Ann"."""
    number = key.rpartition("-")[2]
    bare = re.sub(
        rf"\s*\b{re.escape(key)}\b(?: ticket)?|^#?{number}\s+(?=[a-z])",
        "",
        said,
        flags=re.IGNORECASE,
    )
    return _SUMMARY.sub("", bare)


def key_written(written: str) -> str:
    """A key as the tracker writes it: `abc-12` → `ABC-12`; of a bare number a pull request's, as
    of a key that names one (`XPR#12`).
    """
    kind, number = re.split(r"[-# ]+(?=\d)|(?<=#)(?=\d)", written, maxsplit=1)
    kind = kind.strip(" #").upper()
    return f"{'PR' if kind.endswith('PR') else kind or 'PR'}-{number}"


def _worded(said: str) -> str:
    """The verdict as a person writes it down, its votes last: "schedule for 1.7 (+6)"."""
    said = _NO_COUNT.sub("", _TIMES.sub(r"\g<sign>\g<count>", said))
    votes = _VOTES.match(said)
    rest = said[votes.end() :] if votes else said
    rest = _ASIDE.sub("", _OBJECT.sub(r"\1", _LEAD.sub("", rest))).strip(" .,;:-!")
    rest = _RELEASE_ALONE.sub("planned release set ", rest)
    return f"{rest} ({votes['votes'].replace(' ', '')})" if votes and rest else rest


def later_word(turn: Turn, key: str, said: str) -> bool:
    """True when a turn says something else of the ticket than `said`, though not in the form of a
    verdict: "then I'd say commit ABC-12".
    """
    text = turn.message.text
    number = key.rpartition("-")[2]
    if (
        "?" in text
        or verdict(turn) is not None
        or not re.search(rf"(?<![\d.]){number}(?![\d.])", text)
    ):
        return False
    told = (hit.group().lower() for hit in _VERDICT.finditer(_without(key, text)))
    return any(one not in said.lower() for one in told)


def is_voice(text: str) -> bool:
    """True for one vote, whatever is said with it."""
    return bool(_ONE_VOTE.match(text)) or text[:1] == "0"


def disposal(turn: Turn, key: str) -> str:
    """The sentences of a turn that say what is to become of the ticket; "" for none."""
    if (
        not turn.moves
        or turn.links
        or "?" in turn.message.text
        or _UNSURE.search(turn.message.text)
    ):
        return ""
    sentences = _SENTENCES.split(phrase.plain(turn.message.text))
    told = [one for one in sentences if _VERDICT.search(one) and not _OF_MANY.search(one)]
    said = _worded(_without(key, "; ".join(_worded(one) for one in told)))
    whole = (
        not _BARE.match(said)
        and not _LISTED.search(said)
        and said[:1].isalnum()
        and len(said) <= _LONGEST_VERDICT
        and phrase.clear(said, 1)
    )
    return said if whole and _disposes(said) else ""


def _disposes(said: str) -> bool:
    """True when words begin with what is to become of the thing, and do not only tell of it."""
    hit = _VERDICT.search(said)
    if hit is None or _MOVES_ON.search(said):
        return False
    before = said[: hit.start()]
    return len(before.split()) <= _FEW and not _TELLS.search(before)


def tally(text: str, key: str, *, by_caller: bool) -> str:
    """What a line that counts the voices says is to become of the ticket on the floor: "result: +3,
    needs a patch"; "" for anything else. Without a word for it, or the key, only the one who called
    the ticket up counts so (`by_caller`).
    """
    hit = _TALLY.match(text)
    if hit is None or "?" in _ASKED.sub("", text):
        return ""
    sure = by_caller or hit["word"] or hit["times"] or key.lower() in text.lower()
    rest = _without(key, _ASKED.sub("", hit["said"]))
    return _worded(rest) if sure and _VERDICT.search(rest) else ""


def is_verdict(text: str) -> bool:
    """True when a line has the form of one, though it asks or is not sure: no motion."""
    hit = keyed(phrase.plain(text)) if _NUMBER.search(text) else None
    return hit is not None and (bool(hit["named"]) or bool(_VERDICT.search(hit["said"])))

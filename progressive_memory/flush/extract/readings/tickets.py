"""Tickets: what a chair says became of one by its key: "ABC-12: +4, assign to Ann, schedule for 2.0".

A team that goes through its tracker in a channel decides in such lines. The line itself declares;
it stands alone because the key does.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from progressive_memory.domain.candidate import Candidate, Slot, TaskState
from progressive_memory.domain.entry import Kind
from progressive_memory.flush.extract.grammar import draft
from progressive_memory.flush.extract.grammar.acts import Turn
from progressive_memory.flush.extract.grammar.dialogue import Talk, response_to
from progressive_memory.flush.extract.grammar.draft import Setting
from progressive_memory.flush.extract.wording import phrase
from progressive_memory.flush.extract.wording.issue_names import called
from progressive_memory.flush.extract.wording.slots import work_slot

_LONGEST = 180  # characters of a title that names the issue too
_LINE = re.compile(
    r"^(?:(?:ok(?:ay)?|so|alright|right|and|well|yep|yea|yes|great|cool|thanks|hearing[^.]*|we'll[^.]*|an[^.]*)[,.! -]+)*"
    r"(?P<key>(?:[A-Za-z]{2,10}-|(?:PR|DSPR|issue|ticket) ?#?|#)\d{1,6})\s*(?P<named>summary|recap|verdict|resolution|decision|outcome)?"
    r"\s*(?::|--|–|—| - )\s*(?P<said>\S.*)$",
    re.IGNORECASE,
)
_VERDICT = re.compile(
    r"\b(?:assign(?:ed)? (?:to )?(?!me\b|it\b)\w+|needs? (?:a |more |some |further )*(?:volunteers?|info\w*|patch|code|work|testing|tests?|review|"
    r"fix|docs?|documentation|discussion|analysis|investigation|verification)|close(?:d)?\b|duplicate|won'?t ?fix|"
    r"(?:re-?|un-?|de-?)?scheduled?\b|leave (?:it |this |that )?as[- ]is|updated to \d|not (?:likely )?for v?\d|wait till|post[- ]?\d|(?:for|to) v?\d+\.\d|fixed in v?\d|duplicate of|accept(?:ed)?\b|approved?\b|commit(?:ted)?\b|merge(?:d)?\b|"
    r"reject(?:ed)?\b|defer(?:red)?\b|on hold|re-?open|mark(?:ed)? (?:as|for|post)|switch(?:ed)? to|move(?:d)? to|follow[- ]?up|"
    r"ask for|request more|verified\b|superced\w+|superseded|revisit|tabl(?:e|ing|ed)\b|wait(?:ing)? (?:for|on))",
    re.IGNORECASE,
)
_CALL = re.compile(
    r"^(?:(?:ok(?:ay)?|so|and|done|great|thanks[^.,]*|alright|cool|yes|yep|now|moving on|comment added)[,.! -]+)*"
    r"(?:(?:next|first|last|finally|up|on|another|one more|starting|beginning|start|moving on|then)\w*"
    r"(?: (?:one|up|on|list|the|to|in|is|our|with|off|ticket|issue|item|comes?|today|again))*\s*[,:–-]*\s*"
    r"|(?:(?:the|our|other|another|last|next) )+[\w. ]{0,50}\b(?:is|are|up|:) )?"
    r"(?P<key>(?:[A-Za-z]{2,10}-|#)\d{1,6})\b(?: (?:first|next|now|then))?\W*$",
    re.IGNORECASE,
)
_TAKES = re.compile(
    r"^(?:(?:ok(?:ay)?|so|and|well|sure|yes|yep|alright|hmm|fine|nobody else[^.,]*)[,.! -]+)*(?:i(?:'ll| can| will|'d be happy to| volunteer to) "
    r"(?P<verb>take|claim|grab|fix|review|test|handle|tackle|own|work on|volunteer for|investigate|look into)(?: on)? (?:it|this|that)(?: one)?(?: (?:on|up))?"
    r"|(?P<assign>(?:please |you can |feel free to )?assign (?:it |this |that )?(?:one )?to me|assigning (?:it |this )?to (?:me|myself)))"
    r"(?=[.,;!)]|$| (?:and|as|if|for|then|though|since|myself)\b)",
    re.IGNORECASE,
)
_WORK = {
    "fix": "Fix",
    "review": "Review",
    "test": "Test",
    "investigate": "Investigate",
    "look into": "Investigate",
}
_KEYS = re.compile(r"(?<![\w/-])(?P<key>(?:[A-Za-z]{2,10}-|#)\d{1,6})\b")
_CALLS = re.compile(r"\b(?:next|last|first|finally|moving (?:on|along)|move on)\b", re.IGNORECASE)
_NUMBER = re.compile(r"\d")
_OF_MANY = re.compile(
    r"\b(?:tickets|issues|prs|bugs|meeting|everyone|anyone|you|your)\b", re.IGNORECASE
)
_BARE = re.compile(r"(?:is|was|are|were|has|have|had)\b", re.IGNORECASE)
_SENTENCES = re.compile(r"(?<=[.!;])\s+|\.{2,}\s*|\s+--\s+")
_FLOOR = 24  # turns for which what was called up is on the floor
_LONGEST_VERDICT = 110  # characters
_ONE_VOTE = re.compile(r"^[+-]\s?[01]\b")
_VOTES = re.compile(
    r"^(?P<votes>[+-]\s?\d+)(?: votes?)?\s*(?:\([^)]*\))?\s*(?:[,;.–-]+|to\b)?\s*", re.IGNORECASE
)
_OBJECT = re.compile(
    r"\b(schedule|reschedule|unschedule|deschedule|close|commit|assign|fix|merge|mark|defer|switch|move|leave|keep|accept|reject|drop|apply|get|review|test|"
    r"release|postpone|punt|link) (?:it|this|that)(?: one)?\b(?!['’])",
    re.IGNORECASE,
)
_LEAD = re.compile(
    r"^(?:(?:again|still|but|one|just|done|agreed|yep|yea|yeah|yes|it|this|i'm gonna|i'm going to|should be|so|and|then|ok|okay|we(?:'ll| will| should| can)?|i(?:'d say|'ll| will)|let'?s|just|please|sounds like|looks like|i think)[,. ]+)+",
    re.IGNORECASE,
)
_SUMMARY = re.compile(r"^.{0,60}?\bsummary\b[^:–-]{0,20}[:–-]+\s*", re.IGNORECASE)
_ASIDE = re.compile(
    r"\s*\((?:thanks|thx)[^)]*\)|[,.!-]+\s*thanks\b.*$|,? (?:though|then|for now)$|\s*[:;]-?[)DPp]",
    re.IGNORECASE,
)
_UNSURE = re.compile(
    r"\b(?:maybe|perhaps|not sure|unclear|i guess|might|i wonder|someone|could|should be (?:really|about)|should we|do we|can we)\b",
    re.IGNORECASE,
)


def tickets(talk: Talk, setting: Setting) -> Iterator[Candidate]:
    """The verdicts on tickets in a segment."""
    for at, turn in enumerate(talk.turns):
        found = verdict(turn)
        if found is not None:
            yield from _decided(talk, setting, found, (turn,))
            continue
        call = _called_up(turn)
        if call is not None:
            yield from _talked_through(talk, setting, at, call)


def _called_up(turn: Turn) -> str | None:
    """The key of the ticket a turn calls up, and says no more of: "done. next, ABC-12"."""
    hit = _CALL.match(turn.message.text) if turn.moves else None
    return _key(hit["key"]) if hit else None


def _talked_through(talk: Talk, setting: Setting, at: int, key: str) -> Iterator[Candidate]:
    """What the one who called a ticket up says in the end of it, before the next is called up; and
    who takes it on.
    """
    call, last = talk.turns[at], None
    for turn in talk.turns[at + 1 : at + 1 + _FLOOR]:
        if turn.moves and _moves_on(turn.message.text, key):
            break
        if verdict(turn) is not None:
            last = None  # it says so itself
            break
        said = _sentence(turn, key) if turn.person == call.person else ""
        last = (turn, said) if said else last
        takes = _TAKES.match(turn.message.text) if turn.moves else None
        if takes and "?" not in turn.message.text:
            verb = _WORK.get((takes["verb"] or "").lower(), "Take on")
            yield _taken_on(called(f"{verb} {key}", setting.names), call, turn)
    if last is not None:
        hedged = any(move.hedged for move in last[0].moves)
        yield from _decided(talk, setting, (key, last[1]), (call, last[0]), hedged=hedged)


def _taken_on(title: str, call: Turn, turn: Turn) -> Candidate:
    """The task of who says "I'll take it" of a ticket that was called up."""
    return Candidate(
        kind=Kind.TASK,
        title=title,
        evidence=draft.evidence((call.message, turn.message)),
        slot=work_slot(title, TaskState.OPEN),
        tail=(turn.person.name,),
        state=TaskState.OPEN,
        confirmed=True,
    )


def _moves_on(text: str, key: str) -> bool:
    """True when a line names another ticket first, or calls one up."""
    others = [_key(hit["key"]) != key for hit in _KEYS.finditer(text)]
    return any(others) and (others[0] or bool(_CALLS.search(text)))


def _sentence(turn: Turn, key: str) -> str:
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
        and said[:1].isalnum()
        and len(said) <= _LONGEST_VERDICT
        and phrase.clear(said, 1)
    )
    return said if whole else ""


def _decided(
    talk: Talk,
    setting: Setting,
    found: tuple[str, str],
    turns: tuple[Turn, ...],
    *,
    hedged: bool = False,
) -> Iterator[Candidate]:
    key, said = found
    last = turns[-1]
    response = response_to(talk, last.moves[0].at)
    if response.withdrawn or response.open_objections():
        return
    agreeing = response.plainly_agreed(talk)
    sure = setting.may_declare(last.person) and not hedged
    yield Candidate(
        kind=Kind.DECISION,
        title=phrase.shorten(called(f"{key}: {said}", setting.names), "en", _LONGEST),
        evidence=draft.evidence([*(one.message for one in turns), *(one for _, one in agreeing)]),
        slot=Slot(key, "verdict", said),
        decided_by=(last.person,),
        confirmed_by=draft.voices((one for one, _ in agreeing), but=(last.person,)),
        confirmed=sure,
        reason="" if sure else draft.HEDGED if hedged else draft.ONE_PERSON,
    )


def verdict(turn: Turn) -> tuple[str, str] | None:
    """The key and what is to become of it; None when the line says no such thing."""
    if not turn.moves or turn.links or turn.moves[0].reported or "?" in turn.message.text:
        return None
    if not _NUMBER.search(turn.message.text):
        return None  # cheap, and sure: a line without a number has no key
    hit = _LINE.match(phrase.plain(turn.message.text))
    if hit is None or _ONE_VOTE.match(hit["said"]) or not _VERDICT.search(hit["said"]):
        return None
    if not hit["named"] and _UNSURE.search(hit["said"]):
        return None
    key = _key(hit["key"])
    said = _worded(_without(key, hit["said"]))
    return (key, said) if said and phrase.clear(said, 1) else None


def _without(key: str, said: str) -> str:
    """What is said of a ticket without its key: "assign ABC-12 to Ann"."""
    bare = re.sub(rf"\s*\b{re.escape(key)}\b(?: ticket)?", "", said, flags=re.IGNORECASE)
    return _SUMMARY.sub("", bare)


def _key(written: str) -> str:
    kind, number = re.split(r"[-# ]+(?=\d)|(?<=#)(?=\d)", written, maxsplit=1)
    return f"{kind.strip(' #').upper() or 'PR'}-{number}"


def _worded(said: str) -> str:
    """The verdict as a person writes it down, its votes last: "schedule for 1.7 (+6)"."""
    votes = _VOTES.match(said)
    rest = said[votes.end() :] if votes else said
    rest = _ASIDE.sub("", _OBJECT.sub(r"\1", _LEAD.sub("", rest))).strip(" .,;:-!")
    return f"{rest} ({votes['votes'].replace(' ', '')})" if votes and rest else rest

"""Directions: what someone in a small team said shall be, and nobody spoke to.

Where a few people build one thing, such words steer the work whether or not anyone nods; in a
large channel they are advice. They wait to be confirmed: by a person, or by deeds (`later`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from progressive_memory.domain.candidate import Candidate
from progressive_memory.domain.entry import Field, Kind
from progressive_memory.flush.extract.grammar import draft
from progressive_memory.flush.extract.grammar.acts import Move, Turn
from progressive_memory.flush.extract.grammar.dialogue import Talk, response_to
from progressive_memory.flush.extract.grammar.draft import Setting
from progressive_memory.flush.extract.lexicon.lexicon import Act
from progressive_memory.flush.extract.readings.claims import asked_before
from progressive_memory.flush.extract.wording import phrase
from progressive_memory.flush.extract.wording.empty_words import (
    bare_number,
    is_cut_off,
    is_talk,
    only_talks,
)
from progressive_memory.flush.extract.wording.slots import slot_of
from progressive_memory.flush.extract.wording.worth import names_no_thing, points_out
from progressive_memory.flush.extract.work.reports import is_result
from progressive_memory.text.similarity import terms

MOST_MEMBERS = 8
"""A team of at most so many people works on one thing."""
_LEAST_TERMS = 3
_LEAST_PARTICULAR = 2  # terms that not every report has
_PUTS = (Act.DIRECT, Act.PROPOSE, Act.DECIDE, Act.DEFER)
# How a thing is made to be, told as if it were so.
_SETTLES = re.compile(
    r"\b(?:by default|the default|initially|for now|in (?:the )?(?:first|this) phase|pops? up|(?:is|are|will be) (?:shown|hidden|displayed|collapsed)|"
    r"^first,? (?:the|an?|we)\b|takes? an? \w+ approach|(?:first|always|only) (?:combines?|uses?|shows?|follows?|displays?)|the ui (?:supports|displays|shows))\b|默认|先用|只在|仅在",
    re.IGNORECASE,
)
_PREFACE = re.compile(
    r"^(?:a )?(?:small |quick |gentle )?reminder:\s*|^\d{1,2}\s?[)）.、]\s*", re.IGNORECASE
)
_CHOICE = re.compile(r"\b(?:which|what)\b|选|用什么|用啥|哪", re.IGNORECASE)
_USES = re.compile(r"\b(?:uses?|using|is|with|chose|take)\b|用|选|走", re.IGNORECASE)
# Tells what was done, or how things stand.
_TOLD = re.compile(
    r"(?<![要好为除])了(?=[，,。！!；;一-鿿A-Za-z“])|达成|较怪|^(?:暂时)?没有|\d\s*→\s*\d[\d.]*$|上线。?$|^只在|别火上浇油|"
    r"add fuel to|\bkeep (?:pushing|going|it up)\b|\bwill not be affected\b|\b(?:is|are) working\b|\b(?:passes|passed|reached|went|was|were|has been|have been|successfully)\b",
    re.IGNORECASE,
)
# Of the day's course, not of the work.
_OF_THE_DAY = re.compile(
    r"别的(?:事)?$|先这样|休息|下班|\b(?:other things|something else|a break|for a moment|call it a day)\b",
    re.IGNORECASE,
)
_LABEL = re.compile(r"^(?P<label>[^：:，,。]{2,40}?)\s*[：:]")
# "Source data: the manual, the price list": a label, and what it stands for.
_LISTS = re.compile(
    r"^(?P<label>[^：:，,。]{2,40}?)\s*[：:]\s*[^：:]*[^\s：:][、/+→；;，,]\s*[^：:]*\S", re.DOTALL
)
_REPORTS = re.compile(
    r"反馈|风险|问题|评估|结果|更新|提交|情况|进展|小结|说明|目标|计划|UAT|技术侧|"
    r"\b(?:feedback|risks?|issues?|problems?|assessment|results?|update|submission|status|summary|note|goals?|plan|day|technical side)\b",
    re.IGNORECASE,
)
# Said to one person, or of what somebody else shall do.
_TO_ONE = re.compile(
    r"\b(?:you|your|i|i'm|i'll|me|my|us|thank\w*|sorry|someone|somebody)\b|你|我(?!们)|您|有人|[吗呢？?]$|谢|辛苦",
    re.IGNORECASE,
)


def directions(talk: Talk, setting: Setting, found: Iterable[Candidate]) -> Iterator[Candidate]:
    """What was put so in a small team, in messages that nothing in `found` rests on."""
    if setting.members.count > MOST_MEMBERS:
        return
    told = {
        (message.event_id, name) for one in found for name in _by(one) for message in one.evidence
    }
    for turn in talk.turns:
        said = (turn.message.event_id, turn.person.name)
        if said not in told and not talk.topic(_place(turn)):
            candidate = _put(talk, turn)
            if candidate is not None:
                yield candidate


def _by(one: Candidate) -> tuple[str, ...]:
    """Who said, in an entry's messages, what it is about; all of them where it names nobody."""
    if one.kind is Kind.TASK:
        return one.tail[:1]
    return tuple(person.name for person in one.decided_by) or tuple(
        message.sender_name for message in one.evidence
    )


def _title(move: Move) -> str:
    return phrase.title(phrase.without_reason(_PREFACE.sub("", move.body)))


def _place(turn: Turn) -> int:
    return turn.moves[0].at if turn.moves else 0


def _put(talk: Talk, turn: Turn) -> Candidate | None:
    steering = (one for one in turn.moves if _steers(talk, one))
    kept = ((one, _title(one)) for one in steering)
    move, title = next((one for one in kept if _keepable(*one)), (None, ""))
    if move is None or phrase.jokes(turn.message.text):
        return None
    response = response_to(talk, move.at)
    if response.withdrawn:
        return None
    asked = asked_before(talk, move.at)
    return Candidate(
        kind=Kind.DECISION,
        title=title,
        evidence=draft.evidence([asked.message if asked else None, turn.message]),
        slot=slot_of(title),
        fields=((Field.DECISION, phrase.title(move.body)),),
        decided_by=(turn.person,),
        confirmed=False,
        reason=draft.OBJECTED if response.open_objections() else draft.NOBODY_AGREED,
    )


def _steers(talk: Talk, move: Move) -> bool:
    if move.question or move.reported or move.conditional or move.hedged:
        return False
    label = _LABEL.match(move.text)
    if (
        is_result(move.text)
        or _TOLD.search(move.text)
        or (label and _REPORTS.search(label["label"]))
    ):
        return False
    if move.act in _PUTS:
        return True
    if move.act is not Act.STATE:
        return False
    settles = _SETTLES.search(move.text) or _LISTS.match(move.text)
    return bool(settles) or _answers_choice(talk, move)


def _answers_choice(talk: Talk, move: Move) -> bool:
    """Whether it says what is used, where someone has just asked which."""
    asked = asked_before(talk, move.at)
    return asked is not None and bool(_CHOICE.search(asked.text)) and bool(_USES.search(move.text))


def _own(move: Move, title: str) -> str:
    """What is put, without "I propose"."""
    return title if move.act in (Act.PROPOSE, Act.DECIDE) else move.text


def _keepable(move: Move, title: str) -> bool:
    words = phrase.words_of(title)
    if (
        words.vague.search(title)
        or _TO_ONE.search(_own(move, title))
        or words.leisure.search(move.text)
    ):
        return False
    if only_talks(title) or is_talk(title) or is_cut_off(title) or bare_number(title):
        return False
    if _OF_THE_DAY.search(title) or len(terms(words.general.sub("", title))) < _LEAST_PARTICULAR:
        return False
    if phrase.starts_bare(title) or points_out(title) or names_no_thing(move.body):
        return False
    return phrase.clear(title, _LEAST_TERMS) and len(terms(title)) >= _LEAST_TERMS

"""Facts: the environment, conventions, rules. One person's word alone changes none (DESIGN §8)."""

from __future__ import annotations

import re
from collections.abc import Iterator

from progressive_memory.domain.candidate import Candidate, Confirmation
from progressive_memory.domain.entry import Kind
from progressive_memory.flush.extract.grammar import draft
from progressive_memory.flush.extract.grammar.acts import Move
from progressive_memory.flush.extract.grammar.dialogue import Agreement, Talk, response_to
from progressive_memory.flush.extract.grammar.draft import Setting
from progressive_memory.flush.extract.lexicon.lexicon import Act
from progressive_memory.flush.extract.wording import phrase
from progressive_memory.flush.extract.wording.slots import slot_of
from progressive_memory.text.similarity import likeness, negated, quantities, terms

_KINDS = {
    Act.ENVIRONMENT: Kind.ENVIRONMENT,
    Act.CONVENTION: Kind.CONVENTION,
    Act.RULE: Kind.RULE,
}
_ECHO = 0.5
_LEAST_TERMS = 3
# "never on a Friday (2026-05-15)": what holds every week has no date.
_EVERY_WEEK = re.compile(
    r"(?P<day>周[一二三四五六日天末]|星期[一二三四五六日天]|礼拜[一二三四五六日天]|工作日|月[初底末]|"
    r"\b(?:mon|tues|wednes|thurs|fri|satur|sun)days?|\bweekends?)"
    r"(?P<part>[上下]午|早上|晚上?|中午|之?[前后]| (?:morning|afternoon|evening|night)s?)?\s?"
    r"[（(]\d{4}-\d{2}-\d{2}[^）)]*[）)]",
    re.IGNORECASE,
)
_SAID_SO = re.compile(
    r"^(?:from now on|going forward)\b|^(?:以后|今后|往后|从.{1,8}[起始])", re.IGNORECASE
)
_NAMED = re.compile(r"^(?:new )?(?:convention|约定|规范)\s*[：:]\s*", re.IGNORECASE)
_PLACE_NOW = re.compile(r"了$")


def facts(talk: Talk, setting: Setting) -> Iterator[Candidate]:
    """The environment values, conventions and rules stated in a segment."""
    for move in talk.moves(*_KINDS):
        if not move.reported and not move.question:
            candidate = _stated(talk, move, setting)
            if candidate is not None:
                yield candidate


def _stated(talk: Talk, move: Move, setting: Setting) -> Candidate | None:
    title = _lasting(move)
    response = response_to(talk, move.at)
    if response.withdrawn or not _keepable(move, title):
        return None
    objected = bool(response.open_objections())
    agreeing = [*response.agreed, *_echoes(talk, move)]
    if move.act is not Act.RULE:
        agreeing += [*response.said_yes, *response.okayed]
    if move.act is Act.ENVIRONMENT:  # who tried it confirms it
        agreeing += [
            (Confirmation(one.person), one.message)
            for one in response.discussed
            if one.act is Act.WORKED
        ]
    decides = setting.is_decider(move.person)
    sure = bool(agreeing) or decides
    return Candidate(
        kind=_KINDS[move.act],
        title=title,
        evidence=draft.evidence([move.message, *(message for _, message in agreeing)]),
        slot=slot_of(title),
        decided_by=(move.person,),
        confirmed_by=draft.voices((said for said, _ in agreeing), but=(move.person,)),
        confirmed=sure and not objected,
        reason=draft.OBJECTED if objected else "" if sure else draft.ONE_PERSON,
    )


def _lasting(move: Move) -> str:
    """What was stated, as it holds from now on; a place without the `了` of its having moved."""
    title = phrase.title(move.body)
    if move.act is Act.ENVIRONMENT:
        return _PLACE_NOW.sub("", title)
    return phrase.title(_EVERY_WEEK.sub(r"\g<day>\g<part>", _NAMED.sub("", move.body)))


def _keepable(move: Move, title: str) -> bool:
    """Rules are asked for in so many words; the rest must be plain, particular and certain."""
    words = phrase.words_of(title)
    if move.act is Act.RULE:
        return phrase.clear(title)
    if words.vague.search(title) or not phrase.clear(title):
        return False
    if phrase.jokes(move.message.text) or move.hedged or move.conditional:
        return False
    return len(terms(title)) >= _LEAST_TERMS - bool(_SAID_SO.match(title))


def _echoes(talk: Talk, move: Move) -> list[Agreement]:
    """Others who later said the same in their own words."""
    mine = terms(move.body)
    found: list[Agreement] = []
    for other in talk.moves(move.act, Act.DIRECT, Act.STATE):
        said = other.body
        if (
            other.at > move.at
            and other.person != move.person
            and likeness(mine, terms(said)) >= _ECHO
            and negated(said) == negated(move.body)
            and quantities(said) <= quantities(move.body)
        ):
            found.append((Confirmation(other.person), other.message))
    return found

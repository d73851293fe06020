"""Decisions: a proposal agreed to, a choice answered, a declaration nobody objected to, a vote."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from progressive_memory.domain.candidate import Candidate, Confirmation, Person
from progressive_memory.domain.entry import Field, Kind
from progressive_memory.domain.message import Message
from progressive_memory.flush.extract.grammar import draft
from progressive_memory.flush.extract.grammar.acts import Move, Turn
from progressive_memory.flush.extract.grammar.dialogue import (
    Agreement,
    Talk,
    refused,
)
from progressive_memory.flush.extract.grammar.draft import Setting
from progressive_memory.flush.extract.lexicon.lexicon import Act
from progressive_memory.flush.extract.readings.claims import (
    BALLOT,
    GOES_ON,
    MYSELF,
    Claim,
    claim_of,
)
from progressive_memory.flush.extract.wording import phrase, questions
from progressive_memory.flush.extract.wording.called_up import called_up
from progressive_memory.flush.extract.wording.empty_words import (
    bare_number,
    is_cut_off,
    is_talk,
    judges,
    only_talks,
)
from progressive_memory.flush.extract.wording.issue_names import called, keys_in
from progressive_memory.flush.extract.wording.slots import slot_of
from progressive_memory.flush.extract.wording.specific import impersonal, leaves_unnamed, specific
from progressive_memory.flush.extract.wording.ticket_lines import verdict
from progressive_memory.flush.extract.wording.topical import naming
from progressive_memory.flush.extract.wording.worth import names_no_thing
from progressive_memory.text.similarity import terms

_VOTES = 2  # agreements that make a plain statement a decision
_CONTEXT_TURNS = 3
_LEAST_TERMS = 2  # of a proposal worth asking people about
_FEELING = re.compile(
    r"I(?:'m|'ve|'d| (?:am|was|would|have|had|do|did|don't|think|prefer|like|love|agree|hope|guess|"
    r"want|see|know|mean))\b",
    re.IGNORECASE,
)
# A sentence that lost its subject says nothing: "would see …", "have to".
_HANGING = re.compile(
    r"(?:would|do(?! not)|does|did|have|has|had|can|could|am|is|are|was|were|should|might|may|be|been|too|also|not|as|in|on|of)\b",
    re.IGNORECASE,
)
_VOTE_ON = re.compile(r"[A-Za-z]{2,10}-\d+\b[^:]{0,90}:? *[+-] ?\d")
_TO_YOU = re.compile(r"\b(?:you|your|yours|yourself)\b", re.IGNORECASE)
_NEAR = 40  # turns
_KEY_ALONE = re.compile(r"[A-Z][A-Z0-9]{1,9}-\d+(?: \(.*\))?\W*")
# Tells what was decided at another time, or elsewhere.
_TELLS_OF = re.compile(
    r"\b(?:we|they|i)(?:'ve| have|'d| had)? (?:already |recently |just )?(?:decided|agreed|settled)\b|\b(?:everyone|everybody|people) agreed\b|\bwas (?:decided|agreed)\b",
    re.IGNORECASE,
)
_WILL = re.compile(r"(?P<name>[A-Z][\w.-]+) (?:will|is going to|to) [a-z]")
_OWN_WAY = re.compile(
    r"(?:ok(?:ay)?|alright|fine)[,. -]+(?:(?:well|so|then)[,. ]+)?i(?:'ll| will| can|'m going to|'m gonna) (?P<deed>[^.]+)",
    re.IGNORECASE,
)
_LEAST_WORDS = 3  # of an English proposal worth asking people about


def decisions(talk: Talk, setting: Setting) -> Iterator[Candidate]:
    """The decisions of a segment, confirmed or pending."""
    for at in range(len(talk.turns)):
        turn = talk.turns[at]
        if verdict(turn) or _VOTE_ON.match(turn.message.text):
            continue  # a ticket's, which is read by its form
        if turn.links and called_up(turn.message.text):
            continue  # only what comes next
        claim = claim_of(talk, at)
        if claim is not None and not claim.response.withdrawn:
            candidate = _candidate(talk, claim, setting)
            if candidate is not None:
                yield candidate


def _candidate(talk: Talk, claim: Claim, setting: Setting) -> Candidate | None:
    confirmed, reason, agreeing = _standing(claim, setting)
    near = keys_in(turn.message.text for turn in _around(talk, claim.move.at))
    title = called(impersonal(_title(claim)), setting.names, near)
    if (not confirmed and not reason) or not _keepable(claim, title, setting.members.crowd):
        return None
    context, told_in = _context(talk, claim, setting)
    asked_in = claim.question.message if claim.question else None
    said_in = [claim.turn.message, claim.move.message]
    answered_in = [message for _, message in agreeing]
    decider = _decider(claim, agreeing)
    return Candidate(
        kind=Kind.DECISION,
        title=title,
        evidence=draft.evidence([told_in, asked_in, *said_in, *answered_in]),
        slot=slot_of(phrase.without_reason(phrase.title(claim.words))),
        fields=tuple(_fields(talk, claim, context, setting)),
        decided_by=(decider,),
        confirmed_by=draft.voices((said for said, _ in agreeing), but=(claim.move.person, decider)),
        confirmed=confirmed,
        reason=reason,
    )


def _decider(claim: Claim, agreeing: list[Agreement]) -> Person:
    """Whose decision it is: the one who puts it; of what somebody is asked by name to bear out
    ("…, right?"), the one who does.
    """
    asker, turn = claim.move.person, claim.turn
    if not any(questions.checks_fact(move.text) for move in turn.moves):
        return asker
    for said, message in agreeing:
        one = said.person
        called = turn.addressee == one or f"@{one.name}" in turn.message.text
        if message is not None and one != asker and called:
            return one
    return asker


def _around(talk: Talk, at: int) -> Sequence[Turn]:
    """The turns in which what a number stands for may have been said."""
    return talk.turns[max(0, at - _NEAR) : at + 1]


def _keepable(claim: Claim, title: str, crowd: bool) -> bool:
    """What cannot stand alone is not written, nor asked about."""
    move = claim.move
    words = phrase.words_of(title)
    if (
        phrase.starts_bare(title)
        or _KEY_ALONE.fullmatch(title)
        or words.vague.search(title)
        or words.pronoun.match(phrase.plain(claim.words))
    ):
        return False
    if (
        only_talks(title)
        or is_cut_off(title)
        or _FEELING.match(claim.words)
        or (not claim.explicit and is_talk(title))
    ):
        return False
    asked = claim.question
    if asked is not None and len(terms(title)) < BALLOT and questions.points_back(asked.text):
        return False
    number = bare_number(title)
    if number and not (": " in claim.topic and number in claim.topic):
        return False
    if claim.ballot:
        if words.language == "en" and not claim.put_forward and _only_names(claim, title):
            return False
        return len(terms(title)) >= _LEAST_TERMS and not MYSELF.match(move.text)
    if (not claim.explicit and phrase.jokes(move.message.text)) or _HANGING.match(title):
        return False
    told = words.language != "en" or _tells_what(claim, title, crowd=crowd)
    return told and phrase.clear(title) and (claim.put_forward or not GOES_ON.match(move.text))


def _only_names(claim: Claim, title: str) -> bool:
    """True when what was voted on is only called up: a ticket with its link, a bare name."""
    called_up = any("/browse/" in link for link in claim.turn.links) or _VOTE_ON.match(title)
    return bool(called_up) or len(title.split()) <= _LEAST_WORDS or title.lower().startswith("if ")


def _tells_what(claim: Claim, title: str, *, crowd: bool) -> bool:
    """True when an English choice names what it is about and does not only judge or foretell."""
    if judges(claim.words) and not claim.explicit:
        return False
    if crowd and len(title.split()) < _LEAST_WORDS:
        return False
    enough = specific(title, sure=claim.put_forward or not crowd)
    if claim.explicit and not crowd:
        enough = True  # a team knows what it decides
    return enough and not leaves_unnamed(title) and not _TO_YOU.search(title)


def _standing(claim: Claim, setting: Setting) -> tuple[bool, str, list[Agreement]]:
    """Whether the claim is confirmed, else why not ("" = not worth asking), and who agreed."""
    move, response = claim.move, claim.response
    agreeing = _agreeing(claim)
    if setting.members.crowd:
        agreeing = [one for one in agreeing if not _goes_own_way(one[1], claim)]
    if claim.disputed and len(agreeing) < BALLOT and not claim.explicit:
        return False, "", agreeing
    if response.open_objections() or refused(move.message):
        return False, draft.OBJECTED if claim.put_forward else "", agreeing
    if names_no_thing(claim.words):
        return False, draft.UNCLEAR, agreeing
    if claim.explicit and setting.may_declare(move.person):
        doubt = _doubt(claim, agreeing, setting)
        return not doubt, doubt, agreeing
    if setting.members.crowd and not claim.weighs:
        plans = bool(agreeing) and claim.plans
        return False, draft.UNCLEAR if plans else "", agreeing
    if agreeing and setting.members.crowd and claim.muses:
        return False, draft.HEDGED, agreeing
    if agreeing:
        return *_agreed(claim, len(agreeing)), agreeing
    return False, _unanswered(claim), agreeing


def _goes_own_way(message: Message | None, claim: Claim) -> bool:
    """True for an "OK, I'll do so and so" of something else: it ends the talk, and agrees to nothing."""
    own = _OWN_WAY.match(message.text) if message is not None else None
    return own is not None and not terms(own["deed"]) & terms(claim.words)


def _doubt(claim: Claim, agreeing: list[Agreement], setting: Setting) -> str:
    """Why a declaration waits: it hedges; or tells many what somebody somewhere decided once, or what
    another person will do, as one who takes notes does.
    """
    if claim.move.hedged:
        return draft.HEDGED
    alone = setting.members.crowd and not agreeing
    noted = _WILL.match(claim.words)
    other = noted is not None and setting.members.find(noted["name"]) != claim.move.person
    tells = other or _TELLS_OF.search(claim.move.text)
    return draft.ONE_PERSON if alone and tells else ""


def _agreed(claim: Claim, count: int) -> tuple[bool, str]:
    """What agreement makes of a claim; a condition and a single nod to a guess make little."""
    move = claim.move
    if claim.ballot:
        return True, ""
    if claim.put_forward and move.conditional and not claim.response.settled:
        return False, draft.CONDITIONAL
    weak = move.act in (Act.DIRECT, Act.STATE) and (move.hedged or claim.on_agenda)
    return not weak or count >= _VOTES, ""


def _unanswered(claim: Claim) -> str:
    """Why a claim nobody agreed to waits; "" when it is let go."""
    if not claim.put_forward:
        return ""
    if claim.response.qualified:
        return draft.CONDITIONAL
    return draft.NOBODY_AGREED if not claim.move.question and _open(claim) else ""


def _agreeing(claim: Claim) -> list[Agreement]:
    """Those who agreed, by words first, by reactions last. A bare yes or OK counts when it was
    asked for, when a proposal waits for it, or when the one who asked takes the answer.
    """
    response = claim.response
    consent: list[Agreement] = [*response.said_yes, *response.okayed]
    asker = claim.question.person if claim.question else None
    proposed = claim.move.act in (Act.PROPOSE, Act.ASK_WHETHER) or claim.asks_consent
    found = [one for one in response.agreed if one[1] is not None]
    if not claim.on_agenda:  # there, "approved" is said of the item
        found += [(Confirmation(one.person), one.message) for one in response.settled]
    found += [one for one in consent if proposed or one[0].person == asker]
    return found + [one for one in response.agreed if one[1] is None]


def _open(claim: Claim) -> bool:
    """True when nobody took it up though it says enough to be put to people. Where others went
    into it, its fate is in what they said.
    """
    if claim.explicit:
        return True
    if phrase.words_of(claim.words).language == "en" and len(_title(claim).split()) < _LEAST_WORDS:
        return False
    mine = terms(claim.words)
    return len(mine) >= _LEAST_TERMS and not any(
        terms(move.text) & mine for move in claim.response.discussed if not move.reports
    )


def _title(claim: Claim) -> str:
    if claim.move.act is Act.ASK_WHETHER:
        return questions.offered(claim.words)
    words = _statement(claim)
    if phrase.words_of(words).language == "en" and specific(phrase.title(claim.words)):
        words = claim.words
    statement = phrase.title(_own_words(claim, naming(words, claim.topic)))
    if statement.endswith("…"):
        statement = phrase.title(_own_words(claim, claim.words))
    short = phrase.without_reason(statement)
    statement = statement if bare_number(short) else short
    if claim.question is not None and not questions.is_procedural(claim.question.text):
        if claim.put_forward and questions.asks_room(claim.question.text):
            return statement  # a yes would answer that
        return questions.with_topic(statement, claim.question.text)
    return statement


def _own_words(claim: Claim, body: str) -> str:
    """`I update the RFC`, said by Ann: `Ann to update the RFC`."""
    return MYSELF.sub(f"{phrase.literal(claim.move.person.name)} to ", body)


def _context(talk: Talk, claim: Claim, setting: Setting) -> tuple[str, Message | None]:
    """What led to it: the question it answers, else the trouble told just before."""
    if claim.question is not None and not questions.is_procedural(claim.question.text):
        asker = claim.question.person.name
        asked = phrase.plain(claim.question.text)
        return setting.says(f"{asker} 问：{asked}？", f"{asker} asked: {asked}?"), None
    at = claim.move.at
    for before in reversed(talk.turns[max(0, at - _CONTEXT_TURNS) : at]):
        for move in before.moves:
            told = phrase.title(move.body) if move.act is Act.PROBLEM and not move.reported else ""
            if told[:1].isalnum() and not phrase.starts_bare(told):
                return told, before.message
    topic = talk.topic(at)
    named = ": " in topic or not any(char.isdigit() for char in topic)
    return (setting.says(f"议题：{topic}", f"On {topic}") if topic and named else ""), None


def _fields(
    talk: Talk, claim: Claim, context: str, setting: Setting
) -> Iterator[tuple[Field, str]]:
    if context:
        yield Field.CONTEXT, context
    yield Field.DECISION, _statement(claim)
    actions = [
        phrase.action(move.person.name, move.text, setting.language)
        for turn in talk.answers(claim.move.at)
        for move in turn.moves
        if move.act is Act.TAKE and move.body and _carries(turn, move, claim)
    ]
    if actions:
        yield Field.ACTION, setting.says("；", "; ").join(actions)


def _carries(turn: Turn, move: Move, claim: Claim) -> bool:
    """Whether work taken on is of the decision: said in the message that agrees, in a reply to
    it, or in its words.
    """
    replies = turn.message.reply_to == claim.move.message.event_id
    shared = terms(move.text) & terms(_statement(claim))
    return replies or bool(shared) or turn.has(Act.AGREE, Act.YES, Act.OKAY, Act.ACK)


def _statement(claim: Claim) -> str:
    """The decision in full: the clause, and the ones after it in the same message."""
    if claim.move.act is Act.ASK_WHETHER:
        return questions.offered(claim.words)
    clauses = [claim.words]
    start = claim.turn.moves.index(claim.move)
    clauses.extend(
        move.body
        for move in claim.turn.moves[start + 1 :]
        if move.act in (Act.STATE, Act.DIRECT, Act.CONVENTION) and not move.question
    )
    joint = "；" if phrase.words_of(claim.words).language == "zh" else "; "
    return phrase.capital(joint.join(phrase.plain(clause) for clause in clauses[:4]))

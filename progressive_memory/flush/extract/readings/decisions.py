"""Decisions: a proposal agreed to, a choice answered, a declaration nobody objected to, a vote."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import timedelta

from progressive_memory.domain.candidate import Candidate, Confirmation
from progressive_memory.domain.entry import Field, Kind
from progressive_memory.domain.message import Message
from progressive_memory.flush.extract.grammar import draft
from progressive_memory.flush.extract.grammar.acts import Move, Turn
from progressive_memory.flush.extract.grammar.dialogue import (
    ANSWERS,
    Agreement,
    Response,
    Talk,
    refused,
    response_to,
)
from progressive_memory.flush.extract.grammar.draft import Setting
from progressive_memory.flush.extract.lexicon.lexicon import Act
from progressive_memory.flush.extract.wording import phrase
from progressive_memory.flush.extract.wording.empty_words import (
    bare_number,
    is_cut_off,
    is_talk,
    only_talks,
    only_tells,
)
from progressive_memory.flush.extract.wording.slots import slot_of
from progressive_memory.flush.extract.wording.worth import names_no_thing
from progressive_memory.text.similarity import terms

_SAYS_NOTHING = frozenset({Act.CHATTER, Act.ASK, Act.TOPIC}) | (ANSWERS - {Act.DEFER})
_PUT = (Act.DIRECT, Act.STATE, Act.TAKE)
_CONTEXT_TURNS = 3
_ANSWER_TURNS = 3
_LEAST_TERMS = 2  # of a proposal worth asking people about
_BALLOT = 3  # votes that carry whatever was put, in whatever form
_VOTES = 2  # agreements that make a plain statement a decision
_BREATH = timedelta(minutes=4)  # lines of one person this close are one speech
_GOES_ON = re.compile(
    r"(?:and|or|but|which|that|where|because|since|if|when|then|than|as|with|for|so that|also|"
    r"unless|until|to|not until|plus|otherwise|even then|maybe|iirc|afaik|well|whose|who)\b|[(+]|"
    r"而且|并且|但是?|不过|然后|所以|因为|如果|或者|还有",
    re.IGNORECASE,
)
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
_LEAST_WORDS = 3  # of an English proposal worth asking people about
_JOINS = re.compile(r"(?:and|or|but|which|plus)\b|而且|并且|然后", re.IGNORECASE)
_MYSELF = re.compile(r"^[Ii](?:'m|'ve|'d|'ll)? (?:will |can |should |shall )?(?=[a-z])")


@dataclass(frozen=True)
class _Claim:
    """A statement that may be a decision: the move that makes it, the question it answers."""

    move: Move
    turn: Turn
    question: Move | None
    response: Response
    topic: str = ""  # what was on a meeting's floor
    disputed: bool = False  # someone voted against the item later
    ballot: bool = False  # three or more voted on it, so it is put with care

    @property
    def on_agenda(self) -> bool:
        """True when it was said on something a meeting took up."""
        return bool(self.topic)

    @property
    def explicit(self) -> bool:
        """True when it says itself that it decides."""
        return self.move.act is Act.DECIDE

    @property
    def words(self) -> str:
        """What is claimed; of a ballot the clause as it was put."""
        return self.move.text.strip(" .;") if self.ballot else self.move.body

    @property
    def put_forward(self) -> bool:
        """True when it says that it proposes or decides."""
        return self.move.act in (Act.PROPOSE, Act.DECIDE)

    @property
    def asks_consent(self) -> bool:
        """True when its last words ask for a yes to it."""
        last = self.turn.moves[-1]
        return phrase.asks_consent(last.text) or (
            last.question
            and (
                (last.act is Act.ASK_WHETHER and phrase.offers(last.text))
                or last.act is Act.PROPOSE
            )
        )


def decisions(talk: Talk, setting: Setting) -> Iterator[Candidate]:
    """The decisions of a segment, confirmed or pending."""
    for at in range(len(talk.turns)):
        claim = _claim(talk, at)
        if claim is not None and not claim.response.withdrawn:
            candidate = _candidate(talk, claim, setting)
            if candidate is not None:
                yield candidate


def _claim(talk: Talk, at: int) -> _Claim | None:
    response = response_to(talk, at)
    turn = talk.turns[at]
    voters = {said.person.sender for said, _ in response.plainly_agreed(talk)}
    move = _voted(turn) if len(voters) >= _BALLOT else None
    ballot = move is not None
    move = move or _stated(turn, response, len(voters))
    if move is None:
        return None
    if response.agreed and (_JOINS if ballot else _GOES_ON).match(move.text):
        turn, move = _speech_start(talk, turn, move)
    if move.reported and move.act is not Act.DECIDE:
        return None
    asked, topic = asked_before(talk, at), talk.topic(at)
    return _Claim(move, turn, asked, response, topic, talk.disputed(at), ballot)


def _voted(turn: Turn) -> Move | None:
    """What three people voted on: the first thing the turn says, whatever its form."""
    said = (move for move in turn.moves if move.act not in _SAYS_NOTHING and not move.question)
    first = next((move for move in said if terms(move.text)), None)
    return (
        None if first is not None and first.act is Act.STATE and only_tells(first.text) else first
    )


def _stated(turn: Turn, response: Response, voters: int) -> Move | None:
    """The clause of a turn that would be the decision."""
    for act in (Act.DECIDE, Act.PROPOSE):
        for move in turn.moves:
            if move.act is act and move.body:
                return move
    if phrase.asks_consent(turn.moves[-1].text if turn.moves else "") and len(turn.moves) > 1:
        return next((move for move in turn.moves if move.act in _PUT and move.body), None)
    asked = next((move for move in turn.moves if move.act is Act.ASK_WHETHER), None)
    if asked is not None and phrase.offers(asked.text) and (response.said_yes or response.agreed):
        return asked if asked.directs or not phrase.checks_fact(asked.text) else None
    directing = [
        move for move in turn.moves if move.act is Act.DIRECT and not _MYSELF.match(move.text)
    ]
    if directing:
        return directing[0]
    return next((move for move in turn.moves if _states(move)), None) if voters >= _VOTES else None


def _states(move: Move) -> bool:
    return move.act is Act.STATE and not _MYSELF.match(move.text) and not only_tells(move.text)


def _speech_start(talk: Talk, turn: Turn, move: Move) -> tuple[Turn, Move]:
    """Where a speech said in several lines puts its point, when the last line only goes on."""
    for at in range(move.at - 1, max(-1, move.at - 6), -1):
        before = talk.turns[at]
        if move.message.at - before.message.at > _BREATH:
            break
        if before.person != turn.person:
            continue
        for earlier in before.moves:
            point = earlier.act in (Act.PROPOSE, Act.DECIDE, Act.DIRECT, Act.STATE)
            if point and not _GOES_ON.match(earlier.text) and phrase.clear(earlier.body, 3):
                return before, earlier
    return turn, move


def asked_before(talk: Talk, at: int) -> Move | None:
    """The question of someone else that turn `at` answers: replied to, or asked just before."""
    target = talk.target(at)
    if target is None:
        return None
    asked, turn = talk.turns[target], talk.turns[at]
    bound = turn.message.reply_to or turn.message.thread
    if asked.person == turn.person or (not bound and _answered(talk, target, at)):
        return None
    for move in reversed(asked.moves):
        if move.question and move.act in (Act.ASK, Act.ASK_WHETHER, Act.PROPOSE):
            return move
    return None


def _answered(talk: Talk, asked: int, at: int) -> bool:
    """True when another person spoke to the question first, or it is too long ago."""
    between = talk.turns[asked + 1 : at]
    person = talk.turns[at].person
    others = [one for one in between if one.moves and not one.listens and one.person != person]
    return bool(others) or at - asked > _ANSWER_TURNS


def _candidate(talk: Talk, claim: _Claim, setting: Setting) -> Candidate | None:
    confirmed, reason, agreeing = _standing(claim, setting)
    title = _title(claim)
    if (not confirmed and not reason) or not _keepable(claim, title):
        return None
    context, told_in = _context(talk, claim, setting)
    asked_in = claim.question.message if claim.question else None
    said_in = [claim.turn.message, claim.move.message]
    answered_in = [message for _, message in agreeing]
    return Candidate(
        kind=Kind.DECISION,
        title=title,
        evidence=draft.evidence([told_in, asked_in, *said_in, *answered_in]),
        slot=slot_of(phrase.without_reason(phrase.title(claim.words))),
        fields=tuple(_fields(talk, claim, context, setting)),
        decided_by=(claim.move.person,),
        confirmed_by=draft.voices((said for said, _ in agreeing), but=(claim.move.person,)),
        confirmed=confirmed,
        reason=reason,
    )


def _keepable(claim: _Claim, title: str) -> bool:
    """What cannot stand alone is not written, nor asked about."""
    move = claim.move
    words = phrase.words_of(title)
    if (
        phrase.starts_bare(title)
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
    if asked is not None and len(terms(title)) < _BALLOT and phrase.points_back(asked.text):
        return False
    number = bare_number(title)
    if number and not (": " in claim.topic and number in claim.topic):
        return False
    if claim.ballot:
        return len(terms(title)) >= _LEAST_TERMS and not _MYSELF.match(move.text)
    if (not claim.explicit and phrase.jokes(move.message.text)) or _HANGING.match(title):
        return False
    return phrase.clear(title) and (claim.put_forward or not _GOES_ON.match(move.text))


def _standing(claim: _Claim, setting: Setting) -> tuple[bool, str, list[Agreement]]:
    """Whether the claim is confirmed, else why not ("" = not worth asking), and who agreed."""
    move, response = claim.move, claim.response
    agreeing = _agreeing(claim)
    if claim.disputed and len(agreeing) < _BALLOT and not claim.explicit:
        return False, "", agreeing
    if response.open_objections() or refused(move.message):
        return False, draft.OBJECTED if claim.put_forward else "", agreeing
    if names_no_thing(claim.words):
        return False, draft.UNCLEAR, agreeing
    if claim.explicit and setting.may_declare(move.person):
        return not move.hedged, draft.HEDGED if move.hedged else "", agreeing
    if agreeing:
        return *_agreed(claim, len(agreeing)), agreeing
    return False, _unanswered(claim), agreeing


def _agreed(claim: _Claim, count: int) -> tuple[bool, str]:
    """What agreement makes of a claim; a condition and a single nod to a guess make little."""
    move = claim.move
    if claim.ballot:
        return True, ""
    if claim.put_forward and move.conditional and not claim.response.settled:
        return False, draft.CONDITIONAL
    weak = move.act in (Act.DIRECT, Act.STATE) and (move.hedged or claim.on_agenda)
    return not weak or count >= _VOTES, ""


def _unanswered(claim: _Claim) -> str:
    """Why a claim nobody agreed to waits; "" when it is let go."""
    if not claim.put_forward:
        return ""
    if claim.response.qualified:
        return draft.CONDITIONAL
    return draft.NOBODY_AGREED if not claim.move.question and _open(claim) else ""


def _agreeing(claim: _Claim) -> list[Agreement]:
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


def _open(claim: _Claim) -> bool:
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


def _title(claim: _Claim) -> str:
    if claim.move.act is Act.ASK_WHETHER:
        return phrase.offered(claim.words)
    statement = phrase.title(_own_words(claim, _statement(claim)))
    if statement.endswith("…"):
        statement = phrase.title(_own_words(claim, claim.words))
    short = phrase.without_reason(statement)
    statement = statement if bare_number(short) else short
    if claim.question is not None:
        return phrase.with_topic(statement, claim.question.text)
    return statement


def _own_words(claim: _Claim, body: str) -> str:
    """`I update the RFC`, said by Ann: `Ann to update the RFC`."""
    return _MYSELF.sub(f"{claim.move.person.name} to ", body)


def _context(talk: Talk, claim: _Claim, setting: Setting) -> tuple[str, Message | None]:
    """What led to it: the question it answers, else the trouble told just before."""
    if claim.question is not None:
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
    talk: Talk, claim: _Claim, context: str, setting: Setting
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


def _carries(turn: Turn, move: Move, claim: _Claim) -> bool:
    """Whether work taken on is of the decision: said in the message that agrees, in a reply to
    it, or in its words.
    """
    replies = turn.message.reply_to == claim.move.message.event_id
    shared = terms(move.text) & terms(_statement(claim))
    return replies or bool(shared) or turn.has(Act.AGREE, Act.YES, Act.OKAY, Act.ACK)


def _statement(claim: _Claim) -> str:
    """The decision in full: the clause, and the ones after it in the same message."""
    if claim.move.act is Act.ASK_WHETHER:
        return phrase.offered(claim.words)
    clauses = [claim.words]
    start = claim.turn.moves.index(claim.move)
    clauses.extend(
        move.body
        for move in claim.turn.moves[start + 1 :]
        if move.act in (Act.STATE, Act.DIRECT, Act.CONVENTION) and not move.question
    )
    joint = "；" if phrase.words_of(claim.words).language == "zh" else "; "
    return phrase.capital(joint.join(phrase.plain(clause) for clause in clauses[:4]))

"""Claims: what a turn puts to others, in whatever form, and what became of it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import timedelta

from progressive_memory.flush.extract.grammar.acts import Move, Turn
from progressive_memory.flush.extract.grammar.dialogue import ANSWERS, Response, Talk, response_to
from progressive_memory.flush.extract.lexicon.lexicon import Act
from progressive_memory.flush.extract.wording import phrase, questions
from progressive_memory.flush.extract.wording.empty_words import only_tells
from progressive_memory.text.similarity import terms

_SHOULD = re.compile(
    r"\b(?:should(?:n'?t)?|must|need(?:s)? to|ha(?:s|ve) to|shall|won'?t)\b|应该|必须|需要|得", re.I
)
BALLOT = 3  # votes that carry whatever was put, in whatever form
_SAYS_NOTHING = frozenset({Act.CHATTER, Act.ASK, Act.TOPIC}) | (ANSWERS - {Act.DEFER})
_PUT = (Act.DIRECT, Act.STATE, Act.TAKE)
_ANSWER_TURNS = 3
_VOTES = 2  # agreements that make a plain statement a decision
_BREATH = timedelta(minutes=4)  # lines of one person this close are one speech
GOES_ON = re.compile(
    r"(?:and|or|but|which|that|where|because|since|if|when|then|than|as|with|for|so that|also|"
    r"unless|until|to|not until|plus|otherwise|even then|maybe|iirc|afaik|well|whose|who)\b|[(+]|"
    r"而且|并且|但是?|不过|然后|所以|因为|如果|或者|还有",
    re.IGNORECASE,
)
_JOINS = re.compile(r"(?:and|or|but|which|plus)\b|而且|并且|然后", re.IGNORECASE)
MYSELF = re.compile(r"^[Ii](?:'m|'ve|'d|'ll)? (?:will |can |should |shall )?(?=[a-z])")


@dataclass(frozen=True)
class Claim:
    """A statement that may be a decision: the move that makes it, the question it answers."""

    move: Move
    turn: Turn
    question: Move | None
    response: Response
    topic: str = ""  # what was on a meeting's floor
    disputed: bool = False  # someone voted against the item later
    ballot: bool = False  # three or more voted on it, so it is put with care
    votes: int = 0  # people who agreed and said nothing else

    @property
    def weighs(self) -> bool:
        """True when it was put to the others, or taken up by them as what shall be. In a channel of
        many people share opinions all day, and thank for answers.
        """
        move = self.move
        if self.ballot or self.put_forward or move.act is Act.ASK_WHETHER or self.asks_consent:
            return True
        commands = move.act is Act.DIRECT and bool(move.lexicon.imperative.match(move.text))
        if self.question is not None and self.question.act is Act.ASK and not commands:
            return False  # it only informs
        return self.votes >= (1 if commands else _VOTES)

    @property
    def plans(self) -> bool:
        """True when it says what should be, and not in answer to a question for facts."""
        informs = self.question is not None and self.question.act is Act.ASK
        return self.move.act is Act.DIRECT and not informs and bool(_SHOULD.search(self.move.text))

    @property
    def muses(self) -> bool:
        """True when it is put as a mere idea ("why not …?", "…, eh?") and got no more than a "sure"."""
        idle = self.move.act is Act.PROPOSE and self.move.question
        idea = self.move.wavers or idle
        return idea and not self.response.agreed and not self.explicit

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
        return questions.asks_consent(last.text) or (
            last.question
            and (
                (last.act is Act.ASK_WHETHER and questions.offers(last.text))
                or last.act is Act.PROPOSE
            )
        )


def claim_of(talk: Talk, at: int) -> Claim | None:
    """What turn `at` claims; None when it claims nothing."""
    response = response_to(talk, at)
    turn = talk.turns[at]
    voters = {said.person.sender for said, _ in response.plainly_agreed(talk)}
    move = _voted(turn) if len(voters) >= BALLOT else None
    ballot = move is not None
    move = move or _stated(turn, response, len(voters))
    if move is None:
        return None
    if response.agreed and (_JOINS if ballot else GOES_ON).match(move.text):
        turn, move = _speech_start(talk, turn, move)
    if move.reported and move.act is not Act.DECIDE:
        return None
    asked, topic = asked_before(talk, at), talk.topic(at)
    return Claim(move, turn, asked, response, topic, talk.disputed(at), ballot, len(voters))


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
    if questions.asks_consent(turn.moves[-1].text if turn.moves else "") and len(turn.moves) > 1:
        return next((move for move in turn.moves if move.act in _PUT and move.body), None)
    asked = next((move for move in turn.moves if move.act is Act.ASK_WHETHER), None)
    consents = response.said_yes or response.agreed
    if (
        asked is not None
        and consents
        and (questions.offers(asked.text) or questions.puts_deed(asked.text))
    ):
        return asked if asked.directs or not questions.checks_fact(asked.text) else None
    directing = [
        move for move in turn.moves if move.act is Act.DIRECT and not MYSELF.match(move.text)
    ]
    if directing:
        return directing[0]
    return next((move for move in turn.moves if _states(move)), None) if voters >= _VOTES else None


def _states(move: Move) -> bool:
    return move.act is Act.STATE and not MYSELF.match(move.text) and not only_tells(move.text)


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
            if point and not GOES_ON.match(earlier.text) and phrase.clear(earlier.body, 3):
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

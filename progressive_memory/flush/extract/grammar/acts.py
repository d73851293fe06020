"""Acts: each message becomes the things its sender does by saying it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from progressive_memory.domain.candidate import Person
from progressive_memory.domain.message import Message
from progressive_memory.flush.extract.grammar.clauses import cut, is_bot
from progressive_memory.flush.extract.grammar.members import Members, person_of
from progressive_memory.flush.extract.lexicon.en import LEXICON as EN
from progressive_memory.flush.extract.lexicon.lexicon import Act, Family, Lexicon
from progressive_memory.flush.extract.lexicon.zh import LEXICON as ZH
from progressive_memory.text.recalled import is_recalled
from progressive_memory.text.to_agent import speaks_to_agent

_MOST_STANCES = 3
_CALLED = re.compile(r"@|[^\s，,]{1,15}[，,]")  # "Bob, please …", "小林，麻烦 …"
CUT = " ,，.。;；:：!！-—–、~～"
# What a question may still be; everything else in it is asked, not said.
_ASKING = frozenset({Act.ASK_WHETHER, Act.PROPOSE, Act.ASSIGN, Act.REQUEST, Act.TOPIC, Act.OPEN})
_PUT_FORWARD = frozenset({Act.PROPOSE, Act.DECIDE, Act.RULE, Act.CONVENTION})
_TO_WHOM = re.compile(r"(?:to |with |for )?@?(?P<name>[\w.\-\[\]|^`\u4e00-\u9fff]{2,24})(?:'s)?\b")
_MEASURED = re.compile(
    r"(?:[=≥≤<>]|[:：](?!\s*\d+\s?[)）、]))\s*[\d.]+|\d+(?:\.\d+)?\s?(?:%|ms|s\b)|→\s*[\d.]+"
)
_CONSENTS = frozenset({Act.AGREE, Act.YES, Act.OKAY})
_BUT = re.compile(
    r"(?:but|however|although|though|except|unless|only if)\b|但|不过|只是|前提是|除非", re.I
)
_LISTENS = frozenset(
    {
        Act.QUALIFY,
        Act.AGREE,
        Act.YES,
        Act.OKAY,
        Act.ACK,
        Act.DISAGREE,
        Act.SETTLE,
        Act.WITHDRAW,
        Act.WORKED,
    }
)


@dataclass(frozen=True, slots=True)
class Move:
    """One act in one clause of one message.

    `at` is the message's place in its segment. `body` is what the act is about, its cue cut off;
    `who` are the people it names (owners, holders of a role), `cause` what blocks.
    """

    act: Act
    message: Message
    at: int
    text: str
    body: str
    lexicon: Lexicon
    who: tuple[Person, ...] = ()
    cause: str = ""
    question: bool = False
    reported: bool = False

    @property
    def person(self) -> Person:
        """The sender."""
        return person_of(self.message)

    @property
    def hedged(self) -> bool:
        """True when the clause says "probably", `可能` and the like."""
        return bool(self.lexicon.hedge.search(self.text))

    @property
    def reports(self) -> bool:
        """True when it tells what was done, or what came out of it in figures."""
        told = self.act is Act.STATE and bool(_MEASURED.search(self.text))
        return (self.act is Act.DONE or told) and not self.question

    @property
    def wavers(self) -> bool:
        """True when it promises with a "maybe"; `打算` and `计划` promise."""
        return bool(self.lexicon.wavering.search(self.text))

    @property
    def directs(self) -> bool:
        """True when the clause, asked or said, tells what shall be."""
        return self._reads_as(Act.DIRECT)

    @property
    def puts_off(self) -> bool:
        """True when it would leave something for later."""
        return self._reads_as(Act.DEFER)

    def _reads_as(self, act: Act) -> bool:
        return any(cue.act is act and cue.find(self.body) for cue in self.lexicon.talk)

    def placed(self, at: int) -> Move:
        """The move at another place."""
        if at == self.at:
            return self
        # Written out: `replace` takes three times as long, and every move is placed.
        return Move(
            self.act, self.message, at, self.text, self.body, self.lexicon,
            self.who, self.cause, self.question, self.reported,
        )  # fmt: skip

    @property
    def conditional(self) -> bool:
        """True when it holds only under a condition."""
        return bool(self.lexicon.condition.search(self.text))


@dataclass(frozen=True, slots=True)
class Turn:
    """A message with its moves, and whom it speaks to. `to_agent`: it speaks to the machine, so it
    makes no moves in the room; `overheard` reads it alone. `aside` are the moves an assistant would
    make: no reading takes them for a person's.
    """

    message: Message
    moves: tuple[Move, ...]
    addressee: Person | None = None
    links: tuple[str, ...] = ()
    to_agent: bool = False
    aside: tuple[Move, ...] = ()

    @property
    def person(self) -> Person:
        """The sender."""
        return person_of(self.message)

    def placed(self, at: int) -> Turn:
        """The turn with its moves at another place."""
        if all(move.at == at for move in self.moves):
            return self
        moves = tuple([move.placed(at) for move in self.moves])
        return Turn(self.message, moves, self.addressee, self.links, self.to_agent, self.aside)

    def has(self, *acts: Act) -> bool:
        """True when one of its moves is one of `acts`."""
        return any(move.act in acts for move in self.moves)

    @property
    def listens(self) -> bool:
        """True when it only answers something said before."""
        return bool(self.moves) and all(move.act in _LISTENS for move in self.moves)


def lexicon_of(text: str) -> Lexicon:
    """The lexicon of the script most of `text` is written in."""
    return ZH if ZH.script.search(text) else EN


def read(messages: Iterable[Message], members: Members) -> tuple[Turn, ...]:
    """The turns of a segment in order; what no person said themself has no moves (DESIGN §5)."""
    return tuple(_turn(message, at, members) for at, message in enumerate(messages))


def overheard(message: Message, members: Members) -> Turn:
    """What a message that speaks to the machine would do in the room, read alone."""
    return _heard(message, 0, members)


def placed(turns: Iterable[Turn]) -> tuple[Turn, ...]:
    """The turns as a sequence of their own: each move's `at` counts from the first of them."""
    return tuple(turn.placed(at) for at, turn in enumerate(turns))


def _said_here(message: Message) -> bool:
    """True when a person said it themself, here and now: no tool, no forward, no recalled memory."""
    borrowed = message.forwarded or is_bot(message) or is_recalled(message.text)
    return message.role == "user" and not message.deleted and not borrowed


def _turn(message: Message, at: int, members: Members) -> Turn:
    if message.role == "assistant" and not message.deleted:
        return Turn(message, (), aside=_heard(message, at, members).moves)
    if not _said_here(message):
        return Turn(message, ())
    if speaks_to_agent(message.text):
        return Turn(message, (), to_agent=True)
    return _heard(message, at, members)


def _heard(message: Message, at: int, members: Members) -> Turn:
    said = cut(message, members)
    if any(_is_leisure(clause.text, said.words) for clause in said.clauses):
        return Turn(message, (_chatter(message, at),), said.addressee)
    moves = [
        move
        for clause in said.clauses
        for move in _moves(
            clause.text,
            _Said(message, at, lexicon_of(clause.text), clause.reported, said.words, members),
        )
    ]
    addressee = said.addressee
    if addressee is None and said.clauses:
        first = said.clauses[0].text
        addressee = _named_in_stance(first, lexicon_of(first), members, said.words)
    return Turn(message, tuple(moves), addressee, said.links)


def _is_leisure(text: str, words: frozenset[str]) -> bool:
    lexicon = lexicon_of(text)
    if lexicon.leisure_words and lexicon.leisure_words.isdisjoint(words):
        return False
    return lexicon.leisure.search(text) is not None


@dataclass(frozen=True, eq=False, slots=True)
class _Said:
    """A clause where it stands: what its moves have in common, and what they are found by."""

    message: Message
    at: int
    lexicon: Lexicon
    reported: bool
    words: frozenset[str]
    members: Members

    def move(self, act: Act, text: str, body: str = "", *, question: bool = False) -> Move:
        """What the clause does."""
        return Move(act, self.message, self.at, text, body, self.lexicon,
                    question=question, reported=self.reported)  # fmt: skip


def _chatter(message: Message, at: int) -> Move:
    return Move(Act.CHATTER, message, at, message.text, "", EN)


def _named_in_stance(
    text: str, lexicon: Lexicon, members: Members, words: frozenset[str]
) -> Person | None:
    """Whom a stance is taken to: `+1 Ann`, `agree with Ann`; None when it names nobody."""
    found = _stance(lexicon, text, words)
    if found is None or found[0] not in _CONSENTS:
        return None
    hit = _TO_WHOM.match(found[1])
    return members.find(hit["name"]) if hit else None


def _moves(text: str, said: _Said) -> Iterator[Move]:
    """The moves of one clause: stances first, then what it puts forward, does, or suffers."""
    lexicon = said.lexicon
    if lexicon.quoted.match(text) or lexicon.doubtful.search(text):
        return
    if lexicon.chatter.search(text):
        yield said.move(Act.CHATTER, text, text)
        return
    stances, rest = _stances(text, lexicon, said.words)
    yield from (said.move(act, text) for act in stances)
    if rest:
        yield from _statements(rest, said)


def left_to_state(clause: str, lexicon: Lexicon, words: frozenset[str]) -> str:
    """What is left of a clause behind the stances it begins with."""
    return _stances(clause, lexicon, words)[1]


def _stances(text: str, lexicon: Lexicon, words: frozenset[str]) -> tuple[list[Act], str]:
    """The stances `text` begins with, and what is left to state; "" behind a withdrawal: why."""
    stances: list[Act] = []
    for _ in range(_MOST_STANCES):
        found = _stance(lexicon, text, words)
        if found is None:
            break
        act, text = found
        if act in _CONSENTS and _BUT.match(text):
            act = Act.QUALIFY
        stances.append(act)
        if act is Act.WITHDRAW:
            return stances, ""
    return stances, text


def _stance(lexicon: Lexicon, text: str, seen: frozenset[str]) -> tuple[Act, str] | None:
    """The stance `text` begins with and what is left; English is tried too, for `+1` and `LGTM`."""
    for words in (EN,) if lexicon is EN else (lexicon, EN):
        for cue in words.answering.likely(seen):
            hit = cue.pattern.match(text)
            if hit and hit.end():
                return cue.act, text[hit.end() :].lstrip(CUT)
    return None


def _statements(text: str, said: _Said) -> Iterator[Move]:
    """At most one move of each family; a plain statement (or question) when none is marked."""
    question = bool(said.lexicon.question.search(text))
    plain = said.move(Act.ASK if question else Act.STATE, text, text.strip(CUT), question=question)
    families = said.lexicon.stating
    moves = [move for family in families if (move := _first(family, plain, said))]
    if len(moves) > 1:
        moves = _compatible(moves)
    yield from moves or (plain,)
    if moves and moves[-1].act is Act.GUESS:
        # "I thought the cable was loose, a new one changed nothing": an attempt follows.
        rest = text[text.find(moves[-1].body) + len(moves[-1].body) :].strip(CUT)
        if rest:
            yield from _statements(rest, said)


def _compatible(moves: list[Move]) -> list[Move]:
    """The moves of one clause that can be meant together.

    Who proposes to do a thing has not taken it yet; who does it tells no trouble; only a clause
    that does nothing else directs.
    """
    acts = {move.act for move in moves}
    if acts == {Act.DIRECT, Act.PROBLEM} and moves[0].lexicon.imperative.match(moves[0].text):
        return moves[:1]  # "close the ticket about the crash" tells no crash
    out = {Act.DIRECT}
    if Act.REQUEST in acts:
        out |= {Act.PROPOSE, Act.ASK_WHETHER, Act.ASK, Act.PROBLEM}
    if acts & (_PUT_FORWARD | {Act.DEFER}):
        out |= {Act.TAKE, Act.DONE, Act.ASSIGN, Act.PROBLEM}
    if acts & {Act.TAKE, Act.DONE, Act.ASSIGN, Act.ROLE, Act.DROP}:
        out.add(Act.PROBLEM)
    if Act.ENVIRONMENT in acts and acts & {Act.TAKE, Act.DONE, Act.ASSIGN}:
        # "I changed the weights" is work; "I moved staging to :8081" is where staging is now.
        infra = bool(moves[0].lexicon.infrastructure.search(moves[0].text))
        out |= {Act.TAKE, Act.DONE, Act.ASSIGN} if infra and Act.DONE in acts else {Act.ENVIRONMENT}
    return [move for move in moves if move.act not in out]


def _first(family: Family, plain: Move, said: _Said) -> Move | None:
    for cue in family.likely(said.words):
        if plain.question and cue.act not in _ASKING:
            continue
        hit = cue.find(plain.text)
        if hit and _quotes(hit):
            continue
        move = _with(hit, cue.act, plain, said.members) if hit else None
        if move is not None:
            return move
    return None


def _quotes(hit: re.Match[str]) -> bool:
    """True when what the cue found begins inside quotation marks: told, or named as an example."""
    start = hit.start("body") if "body" in hit.re.groupindex else hit.start()
    return start > 0 and hit.string.count('"', 0, start) % 2 == 1


def _with(hit: re.Match[str], act: Act, plain: Move, members: Members) -> Move | None:
    """`plain` with what the cue found in it; None when the cue names people and they are nobody."""
    groups = {key: value for key, value in hit.groupdict().items() if value}
    who: tuple[Person, ...] = ()
    if "who" in groups:
        who = members.find_all(groups["who"])
        strange = act in (Act.ROLE, Act.ROLE_END) or (
            act is Act.ASSIGN and _CALLED.match(plain.text)
        )
        newcomer = members.newcomer(groups["who"]) if strange else None
        who = who or ((newcomer,) if newcomer else ())
        if not who:
            return None
    # "X 我来收敛": the verb stands after what it works on, a person writes it before.
    named = ("body", "object", "verb", "rest")
    body = _joined(groups.get(name, "") for name in named).strip(CUT)
    if "body" not in hit.re.groupindex:
        body = plain.body
    if act is Act.DONE and "rest" in groups:
        body = plain.body
    return replace(
        plain,
        act=act,
        body=body,
        who=who,
        cause=groups.get("cause", "").strip(CUT),
    )


def _joined(pieces: Iterable[str]) -> str:
    """Pieces of a clause put together, a space where two Latin words would meet."""
    body = ""
    for piece in pieces:
        body += " " * (body[-1:].isalnum() and body[-1:].isascii() and piece[:1].isascii()) + piece
    return body

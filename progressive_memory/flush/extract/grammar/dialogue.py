"""Dialogue: which turn answers which, and what is on the floor (the grammar's sentence level).

A matter is opened by a question or a proposal and lives through answers, agreement, objection,
withdrawal and settlement. `decisions`, `tasks`, `troubles`, … read their own shapes off it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from operator import attrgetter

from progressive_memory.domain.candidate import Confirmation, Person
from progressive_memory.domain.message import Message
from progressive_memory.flush.extract.grammar.acts import Move, Turn
from progressive_memory.flush.extract.lexicon.lexicon import Act

_REACH_TURNS = 12
_AGREEING_KEYS = frozenset(
    (
        "👍 👍🏻 👍🏼 👍🏽 👍🏾 👍🏿 ✅ ✔ ✔️ ☑ 💯 🙌 +1 thumbsup :+1: :thumbsup: white_check_mark "
        ":white_check_mark: 赞 同意"
    ).split()
)
_REFUSING_KEYS = frozenset(("👎 ❌ -1 thumbsdown :-1: :thumbsdown: 🚫").split())
OPENERS = frozenset(
    {Act.PROPOSE, Act.DECIDE, Act.ASK_WHETHER, Act.ASK, Act.DIRECT, Act.CONVENTION, Act.RULE,
     Act.ENVIRONMENT, Act.ASSIGN, Act.REQUEST, Act.ROLE, Act.ROLE_END, Act.TAKE, Act.PROBLEM, Act.REMEDY}
)  # fmt: skip
ANSWERS = frozenset(
    {Act.QUALIFY, Act.AGREE, Act.YES, Act.OKAY, Act.ACK, Act.DISAGREE, Act.SETTLE, Act.WITHDRAW, Act.DEFER,
     Act.WORKED}
)  # fmt: skip


class Talk:
    """The turns of one segment and their links."""

    def __init__(self, turns: tuple[Turn, ...], topics: Mapping[str, str] | None = None) -> None:
        self.turns = turns
        self._topics = topics or {}
        self.plain = frozenset(turn.message.event_id for turn in turns if turn.listens)
        """Event ids of the turns that only answer."""
        self._place = {turn.message.block_id: at for at, turn in enumerate(turns)}
        self._targets = [self._target(at) for at in range(len(turns))]
        self._by_act: dict[Act, list[Move]] = {}
        for turn in turns:
            for move in turn.moves:
                self._by_act.setdefault(move.act, []).append(move)
        self._answers: dict[int, list[int]] = {}
        for at, target in enumerate(self._targets):
            if target is not None:
                self._answers.setdefault(target, []).append(at)

    def place(self, message: Message) -> int | None:
        """Where in the talk a message is said; None of one that is not in it."""
        return self._place.get(message.block_id)

    def target(self, at: int) -> int | None:
        """The place of the turn that turn `at` answers, None when it opens something."""
        return self._targets[at]

    def answers(self, at: int) -> Iterator[Turn]:
        """The later turns that answer turn `at`, in order."""
        for later in self._answers.get(at, ()):
            yield self.turns[later]

    def topic(self, at: int) -> str:
        """What was on a meeting's floor at turn `at`; "" when nobody said."""
        return self._topics.get(self.turns[at].message.event_id, "")

    @property
    def topics(self) -> frozenset[str]:
        """Everything that was on the floor of the meetings in this talk."""
        ids = {turn.message.event_id for turn in self.turns}
        return frozenset(topic for at, topic in self._topics.items() if at in ids)

    def disputed(self, at: int) -> bool:
        """True when someone voted against the thing with a number that was on the floor then."""
        topic = self.topic(at)
        return ": " in topic and any(
            later.has(Act.DISAGREE) and later.listens and self.topic(place) == topic
            for place, later in enumerate(self.turns[at + 1 :], start=at + 1)
        )

    def moves(self, *acts: Act) -> Iterator[Move]:
        """Every move of one of `acts`, in order."""
        if len(acts) == 1:
            yield from self._by_act.get(acts[0], ())
        else:
            found = [move for act in acts for move in self._by_act.get(act, ())]
            yield from sorted(found, key=attrgetter("at"))

    def _target(self, at: int) -> int | None:
        turn = self.turns[at]
        replied = self._place.get(turn.message.reply_to)
        if replied is not None and replied < at:
            return replied
        if turn.message.thread:
            return self._in_thread(at)
        if not turn.moves:
            return None
        if turn.addressee is not None:
            return self._last(at, turn.addressee)
        return self._last_opener(at)

    def _in_thread(self, at: int) -> int | None:
        thread = self.turns[at].message.thread
        for earlier in range(at - 1, -1, -1):
            before = self.turns[earlier]
            mine = thread in (before.message.thread, before.message.block_id)
            if mine and before.person != self.turns[at].person and before.has(*OPENERS, Act.STATE):
                return earlier
        return self._place.get(thread)

    def _last(self, at: int, person: Person) -> int | None:
        for earlier in range(at - 1, max(-1, at - 2 * _REACH_TURNS), -1):
            if self.turns[earlier].person == person and self.turns[earlier].moves:
                return earlier
        return None

    def _last_opener(self, at: int) -> int | None:
        """The nearest turn of someone else that wants an answer, an assistant's too; the one just
        before also when it only states.
        """
        me = self.turns[at].person
        seen = 0
        for earlier in range(at - 1, -1, -1):
            before = self.turns[earlier]
            if any(move.act in OPENERS for move in before.aside):
                return earlier
            if before.person == me or not before.moves or before.message.event_id in self.plain:
                continue
            seen += 1
            if (seen == 1 and before.has(Act.STATE)) or before.has(*OPENERS):
                return earlier
            if seen >= _REACH_TURNS:
                break
        return None


Agreement = tuple[Confirmation, Message | None]
"""Who agreed, and the message it was said in; None for a reaction."""


@dataclass
class Response:
    """What others (and its author) said to one turn."""

    agreed: list[Agreement] = field(default_factory=list)
    said_yes: list[Agreement] = field(default_factory=list)
    okayed: list[Agreement] = field(default_factory=list)
    heard: list[Agreement] = field(default_factory=list)
    objected: list[Move] = field(default_factory=list)
    settled: list[Move] = field(default_factory=list)
    deferred: list[Move] = field(default_factory=list)
    qualified: list[Move] = field(default_factory=list)
    discussed: list[Move] = field(default_factory=list)
    withdrawn: bool = False

    def plainly_agreed(self, talk: Talk) -> list[Agreement]:
        """Agreement that says nothing else: a vote, not a remark on the way to another point."""
        return [one for one in self.agreed if one[1] is None or one[1].event_id in talk.plain]

    def open_objections(self) -> list[Move]:
        """Objections of people who did not agree later."""
        return [
            move
            for move in self.objected
            if not any(
                said.person == move.person and message is not None and message.at > move.message.at
                for said, message in (*self.agreed, *self.said_yes, *self.okayed)
            )
        ]


def reactions(message: Message, key_set: frozenset[str] = _AGREEING_KEYS) -> list[Confirmation]:
    """Others than the sender who pressed an agreeing key, in order."""
    return [
        Confirmation(Person(one.sender, one.sender_name or one.sender), one.key)
        for one in message.reactions
        if one.key in key_set and one.sender != message.sender
    ]


# "OK. So, the final topic …" closes the talk; it agrees to nothing.
_LEADS_ON = re.compile(
    r"\b(?:(?:final|next|last|another|other) (?:topic|item|thing|point|question)|mov(?:e|ing) (?:on|along)|"
    r"(?:essence|interest|out) of time)\b|\bnext(?: (?:one|up|issue|ticket|pr))?[ .:!]*$|^(?:ok(?:ay)?|so|alright|great|cool)\b[^?]{0,24}\bnext\b|下一个(?:议题|话题|事项)|先到这",
    re.IGNORECASE,
)


def response_to(talk: Talk, at: int) -> Response:
    """Everything said in answer to turn `at`."""
    opener = talk.turns[at]
    found = Response(agreed=[(one, None) for one in reactions(opener.message)])
    for turn in talk.answers(at):
        leads_on = _LEADS_ON.search(turn.message.text) is not None
        for move in turn.moves:
            if leads_on and move.act in (Act.OKAY, Act.YES):
                continue
            _file(found, move, Confirmation(turn.person), own=turn.person == opener.person)
    for move in talk.moves(Act.WITHDRAW):
        if move.person == opener.person and at < move.at <= at + _REACH_TURNS:
            found.withdrawn = True
    return found


def refused(message: Message) -> bool:
    """True when someone pressed a refusing key."""
    return bool(reactions(message, _REFUSING_KEYS))


def _file(found: Response, move: Move, said: Confirmation, *, own: bool) -> None:
    """Put one move of an answer where it belongs; its author's own words answer nothing."""
    if own or move.act is Act.CHATTER:
        return
    voices = {
        Act.AGREE: found.agreed,
        Act.YES: found.said_yes,
        Act.OKAY: found.okayed,
        Act.ACK: found.heard,
    }
    moves = {
        Act.DISAGREE: found.objected,
        Act.QUALIFY: found.qualified,
        Act.SETTLE: found.settled,
        Act.DEFER: found.deferred,
    }
    if move.act in voices:
        voices[move.act].append((said, move.message))
    else:
        moves.get(move.act, found.discussed).append(move)

"""The sheet a model is shown: numbered messages, numbered people, numbered entries that stand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from progressive_memory.domain.candidate import Person, Slot
from progressive_memory.domain.entry import Kind
from progressive_memory.domain.message import Message
from progressive_memory.flush.extract.grammar.clauses import is_bot
from progressive_memory.flush.extract.grammar.members import person_of
from progressive_memory.text.recalled import inert, is_recalled
from progressive_memory.text.similarity import overlap, terms

_MOST_STANDING = 20
_LIKE = 0.3
_MOST_SHOWN = 1_500  # characters of one message; what is longer was pasted
_MOST_ASSISTANT = 300


@dataclass(frozen=True)
class Standing:
    """An entry that is known: `evidence` are block ids, the earliest first; `owners` the names of
    those a task belongs to.
    """

    kind: Kind
    title: str
    slot: Slot
    evidence: tuple[str, ...] = ()
    owners: frozenset[str] = frozenset()


@dataclass(frozen=True)
class Sheet:
    """What is shown: `m1` is the first of `messages` (those people said themselves), `p1` the first
    of `people`, `0` the first of `standing`. `lines` are the talk as shown.
    """

    messages: tuple[Message, ...]
    people: tuple[Person, ...]
    standing: tuple[Standing, ...]
    lines: tuple[str, ...]

    def data(self, nonce: str) -> str:
        """The sheet as text. `nonce` is unknown to whoever wrote in the chat, so that nothing in
        it can end the frame.
        """
        people = [f"p{at} {inline(one.name)}" for at, one in enumerate(self.people, start=1)]
        known = [
            f"{at} {one.kind.name.lower()}: {inline(one.title)}"
            for at, one in enumerate(self.standing)
        ]
        return "\n".join(
            [
                *_framed("people", people, nonce),
                *_framed("standing", known, nonce),
                *_framed("messages", self.lines, nonce),
                "Answer now with the JSON object.",
            ]
        )


def sheet(
    messages: Sequence[Message], known: Sequence[Standing], others: Sequence[Person] = ()
) -> Sheet:
    """The sheet of a window. Of `known` it shows those that may be spoken of; `others` are members
    beside the senders.

    What a tool, a bot or a forward said is left out; of an assistant the beginning is shown,
    without a number, so that it is never evidence.
    """
    said: list[Message] = []
    lines: list[str] = []
    numbers: dict[str, int] = {}
    for message in messages:
        if by_a_person(message):
            said.append(message)
            numbers[message.block_id] = len(said)
            lines.append(_line(message, numbers))
        elif message.role == "assistant" and not message.deleted and message.text:
            shown = inline(message.text[:_MOST_ASSISTANT])
            lines.append(f"[assistant {message.at:%H:%M}] {shown}")
    people = dict.fromkeys([*(person_of(message) for message in said), *others])
    return Sheet(tuple(said), tuple(people), _near(said, known), tuple(lines))


def by_a_person(message: Message) -> bool:
    """Whether a member said it, here and now: the only kind of message that is evidence."""
    borrowed = message.forwarded or is_bot(message) or is_recalled(message.text)
    return message.role == "user" and not message.deleted and not borrowed and bool(message.text)


def shown_text(message: Message) -> str:
    """A message's words as they are shown: on one line, with nothing in them that acts."""
    text = inline(message.text[:_MOST_SHOWN])
    return text if len(message.text) <= _MOST_SHOWN else text + " …"


def _line(message: Message, numbers: dict[str, int]) -> str:
    answered = numbers.get(message.reply_to) or numbers.get(message.thread)
    to = f" answers m{answered}" if answered else ""
    keys = ", ".join(
        f"{inline(one.key)} {inline(one.sender_name or one.sender)}" for one in message.reactions
    )
    reactions = f" (reactions: {keys})" if keys else ""
    who = inline(person_of(message).name)
    head = f"[m{numbers[message.block_id]} {message.at:%Y-%m-%d %H:%M} {who}{to}]"
    return f"{head} {shown_text(message)}{reactions}"


def inline(text: str) -> str:
    """Text that cannot begin a line of its own, nor look like the head of one."""
    return " ".join(inert(text).split()).replace("[m", "⟦m").replace("[assistant", "⟦assistant")


def _near(messages: Sequence[Message], known: Sequence[Standing]) -> tuple[Standing, ...]:
    """The entries that rest on these messages or share words with them, in the order known."""
    here = {message.block_id for message in messages}
    words = frozenset().union(*(terms(message.text) for message in messages))
    marked = [
        (2.0 if here.intersection(one.evidence) else overlap(terms(one.title), words), at)
        for at, one in enumerate(known)
    ]
    best = sorted((mark for mark in marked if mark[0] >= _LIKE), key=lambda mark: -mark[0])
    return tuple(known[at] for at in sorted(at for _, at in best[:_MOST_STANDING]))


def _framed(name: str, lines: Sequence[str], nonce: str) -> list[str]:
    return [f'<{name} nonce="{nonce}">', *lines, f'</{name} nonce="{nonce}">'] if lines else []

"""A trial: a talk of two messages with one decision in it, to see whether a model can do its part."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from progressive_memory.domain.entry import Kind
from progressive_memory.domain.message import Message
from progressive_memory.domain.model_talk import Question
from progressive_memory.flush.extract.grammar.acts import read as read_turns
from progressive_memory.flush.extract.grammar.draft import Setting
from progressive_memory.flush.extract.grammar.members import Members
from progressive_memory.flush.extract.model.floor import Floor
from progressive_memory.flush.extract.model.prompt import question
from progressive_memory.flush.extract.model.proposed import proposed
from progressive_memory.flush.extract.model.reply import read
from progressive_memory.flush.extract.model.sheet import sheet
from progressive_memory.vault.ids import message_block_id

_AT = datetime(2026, 3, 2, 9, 30, tzinfo=UTC)
_SAID = (
    ("Ana", "I propose we keep the spare key in the harbour office."),
    ("Bo", "Agreed."),
)
_MESSAGES = tuple(
    Message(
        f"trial-{at}", message_block_id(f"trial-{at}"), _AT + timedelta(minutes=at), who, who, text
    )
    for at, (who, text) in enumerate(_SAID)
)


def trial(nonce: str, most_tokens: int) -> Question:
    """What to ask."""
    return question(sheet(_MESSAGES, ()), nonce, most_tokens)


def is_readable(answer: str) -> bool:
    """Whether an answer holds a list of items at all."""
    return read(answer).readable


def is_passed(answer: str) -> bool:
    """Whether the decision is among the items, and passes every guard."""
    setting = Setting("en", Members.of(_MESSAGES))
    fresh = {message.block_id for message in _MESSAGES}
    made = proposed(
        read(answer).items,
        sheet(_MESSAGES, ()),
        Floor(read_turns(_MESSAGES, setting.members), setting),
        (),
        fresh,
    )
    return any(one.kind is Kind.DECISION and one.confirmed for one in made.candidates)

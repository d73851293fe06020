"""A talk that a scripted answer is held against."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

from progressive_memory.domain.group import Language
from progressive_memory.domain.message import Message
from progressive_memory.flush.extract.grammar.acts import read as read_turns
from progressive_memory.flush.extract.grammar.draft import Setting
from progressive_memory.flush.extract.grammar.members import Members
from progressive_memory.flush.extract.model.floor import Floor
from progressive_memory.flush.extract.model.proposed import Proposed, proposed
from progressive_memory.flush.extract.model.reply import read
from progressive_memory.flush.extract.model.sheet import Standing, sheet
from progressive_memory.vault.ids import message_block_id
from tests.answers import answer

START = datetime(2026, 5, 15, 9, 0, tzinfo=UTC)


def said(*lines: tuple[str, str], **marks: object) -> tuple[Message, ...]:
    """Messages a minute apart, of (who, text); `marks` hold for the first of them."""
    return tuple(
        message(who, text, at, **(marks if at == 0 else {})) for at, (who, text) in enumerate(lines)
    )


def message(who: str, text: str, at: int = 0, **marks: object) -> Message:
    """The message of that minute."""
    return Message(
        f"$e{at}",
        message_block_id(f"$e{at}"),
        START + timedelta(minutes=at),
        f"@{who.lower()}:x",
        who,
        text,
        **marks,  # type: ignore[arg-type]
    )


def made(
    messages: Sequence[Message],
    *items: object,
    known: Sequence[Standing] = (),
    deciders: Sequence[str] = (),
    language: Language = "en",
    fresh: Sequence[Message] | None = None,
) -> Proposed:
    """What the items of an answer about the messages make."""
    setting = Setting(language, Members.of(messages), frozenset(deciders))
    return proposed(
        read(answer(*items)).items,
        sheet(messages, known),
        Floor(read_turns(messages, setting.members), setting),
        known,
        {one.block_id for one in (messages if fresh is None else fresh)},
    )

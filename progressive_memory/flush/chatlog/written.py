"""The plan's edits of what was folded: messages into day notes, the group's state."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from datetime import datetime

from progressive_memory.domain.message import Message
from progressive_memory.domain.plan import CreateNote, Edit, LogItem, Operation, PutMessages
from progressive_memory.vault import log_note


def written(
    messages: Iterable[Message], group: str, paths: Mapping[str, str], hashes: Mapping[str, str]
) -> tuple[Edit, ...]:
    """One edit a day note, oldest first; each message stands in the note of its `path`.

    `paths` give the day note of each message linked to, by block id; `hashes` the sha256 of each
    day note that stands. A note that does not is made, in the zone of its messages.
    """
    by_note: dict[str, list[Message]] = defaultdict(list)
    for message in messages:
        by_note[message.path].append(message)
    known = {**paths, **{one.block_id: path for path, many in by_note.items() for one in many}}
    return tuple(
        Edit(path, _operations(path, by_note[path], group, known, hashes), hashes.get(path))
        for path in sorted(by_note)
    )


def _operations(
    path: str,
    messages: list[Message],
    group: str,
    paths: Mapping[str, str],
    hashes: Mapping[str, str],
) -> tuple[Operation, ...]:
    items = PutMessages(
        tuple(
            LogItem(one.block_id, one.at, log_note.render_item(one, paths=paths))
            for one in sorted(messages, key=_when)
        )
    )
    on = log_note.day_of(path)
    if path in hashes or on is None:
        return (items,)
    return CreateNote(log_note.new_day_note(group, on, str(messages[0].at.tzinfo))), items


def _when(message: Message) -> datetime:
    return message.at

"""Evidence withdrawn: a Deletion or edit took the last message an entry rests on, or who had
confirmed it by a reaction took that back (DESIGN §5). Pure.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace

from progressive_memory.domain.entry import Kind
from progressive_memory.domain.group import Language
from progressive_memory.domain.message import Message
from progressive_memory.flush.known.known import Known, Place, name_of
from progressive_memory.flush.known.meaning import said_in
from progressive_memory.vault import words
from progressive_memory.vault.entry_format import person_name

WITHDRAWN = "withdrawn"
"""The reason code of an entry whose evidence is gone."""

ADDED_TO = frozenset({Kind.ROLE, Kind.CONVENTION, Kind.RULE})
"""Kinds of notes that are only added to: what stands there goes on a person's word alone."""

TEXT_REMOVED: dict[Language, str] = {"zh": "（原文已删除）", "en": "(text deleted)"}
"""The title of an entry whose messages are all deleted."""


def without_evidence(
    known: Mapping[str, Known],
    changed: Collection[str],
    messages: Mapping[str, Message],
    upheld: Collection[str],
    language: Language,
) -> dict[str, Known | None]:
    """The entries that lost the last message they rest on, as they are then: moved to pending.md
    (the text gone too where every message is deleted), None for a pending item, which ends.

    `changed` are block ids of messages edited or deleted since the last flush, `messages` those
    that entries rest on, as they read now. `upheld` are ids of entries that what is said now
    still supports. What a newer entry superseded stays as it is: it is kept for the record.
    """
    found: dict[str, Known | None] = {}
    for one in known.values():
        touched = one.evidence_ids.intersection(changed)
        if not touched or one.superseded_by or one.id in upheld or _is_withdrawn(one):
            continue
        left = [messages[each] for each in one.evidence_ids if not _deleted(each, messages)]
        if any(each.block_id not in changed or said_in(one.title, each.text) for each in left):
            continue
        if one.place is Place.PENDING:
            found[one.id] = None
        else:
            found[one.id] = _moved(one, language, deleted=not left)
    return found


def needs_a_person(known: Known) -> bool:
    """Whether an item of pending.md stood in people.md, project.md or among the rules and has lost
    its evidence: nothing leaves those by silence (seed 004 §5.3), so it waits until it is answered.
    One whose reason a person has cut off may be such an item too.
    """
    waits = known.place is Place.PENDING and known.kind in ADDED_TO
    return waits and (_is_withdrawn(known) or not known.reason)


def without_reactions(
    known: Mapping[str, Known],
    touched: Collection[str],
    messages: Mapping[str, Message],
    confirmed: Collection[str],
) -> dict[str, Known]:
    """The standing entries that lost a confirming reaction, without it; in pending.md where it
    was the last confirmation, and nothing said now confirms them (`confirmed`, ids).

    `touched` are block ids of messages new or changed since the last flush; `messages` as in
    `without_evidence`.
    """
    found = {}
    for one in known.values():
        if one.place is not Place.STANDING or not one.evidence_ids.intersection(touched):
            continue
        gone = [voice for voice in one.confirmed_by if _is_taken_back(voice, one, messages)]
        if gone:
            left = tuple(voice for voice in one.confirmed_by if voice not in gone)
            then = replace(one, confirmed_by=left)
            upheld = bool(left) or one.id in confirmed or bool(one.superseded_by)
            found[one.id] = then if upheld else _moved_out(then)
    return found


def _is_taken_back(voice: str, known: Known, messages: Mapping[str, Message]) -> bool:
    """Whether a reaction is on none of the messages an entry rests on; unsure is no."""
    name = name_of(voice)
    key = voice[len(name) :].strip()
    if not key or not known.evidence_ids <= messages.keys():
        return False
    return not any(
        one.key == key and person_name(one.sender_name or one.sender) == name
        for each in known.evidence_ids
        for one in messages[each].reactions
    )


def _is_withdrawn(known: Known) -> bool:
    return known.reason in (WITHDRAWN, *words.REASON_WORDS[WITHDRAWN].values())


def _deleted(block_id: str, messages: Mapping[str, Message]) -> bool:
    return block_id not in messages or messages[block_id].deleted


def _moved(known: Known, language: Language, *, deleted: bool) -> Known:
    moved = _moved_out(known)
    if deleted:
        return replace(moved, title=TEXT_REMOVED[language], tail=(), fields=())
    return moved


def _moved_out(known: Known) -> Known:
    return replace(
        known,
        place=Place.PENDING,
        reason=WITHDRAWN,
        said_by=known.said_by or next(iter(known.decided_by), ""),
        said_on=known.latest[:10] or known.said_on,
    )

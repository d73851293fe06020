"""What a forget left waiting of a flush, without a word of it, goes when that flush is undone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from progressive_memory.domain.entry import Entry
from progressive_memory.domain.plan import Edit, Plan, ReplaceBlock
from progressive_memory.flush.forget.shorten import persons_lines
from progressive_memory.flush.known import read_back
from progressive_memory.ports import Ports
from progressive_memory.services.flush.gather import group_homes
from progressive_memory.services.group import groups as all_groups
from progressive_memory.services.note_text import text_of
from progressive_memory.services.unread import Unread
from progressive_memory.vault import words
from progressive_memory.vault.blocks import entries


def with_forgotten(ports: Ports, flush: Plan, edits: Sequence[Edit]) -> tuple[Edit, ...]:
    """The edits that undo a flush, and those that take such items out of pending.md: of entries
    that this flush was the first to write, and that nobody has touched since.
    """
    past = [one.plan for one in ports.vault.past_plans() if one.plan.verb == flush.verb]
    older = past[[plan.id for plan in past].index(flush.id) + 1 :]
    mine = set(flush.entry_ids).difference(*(plan.entry_ids for plan in older))
    found = {edit.path: edit for edit in edits}
    for note in all_groups.every(ports, Unread(ports.vault)):
        if not mine or note.group_name not in flush.groups:
            continue
        path = group_homes(ports.vault, note).pending
        text = text_of(ports.vault.read(path))
        items = [one for one in entries(path, text) if one.id in mine and _is_wordless(one, path)]
        gone = tuple(ReplaceBlock(one.id, one.text, "") for one in items)
        if gone:
            edit = found.get(path, Edit(path, (), None))
            found[path] = replace(edit, operations=(*edit.operations, *gone))
    return tuple(found.values())


def _is_wordless(item: Entry, pending: str) -> bool:
    """Whether an item reads as a forget has left it, unticked and without a line of a person."""
    known = read_back.known_entries([item], {}, pending)[item.id]
    untouched = item.mark == " " and not persons_lines(item)
    return untouched and known.title in words.TEXT_FORGOTTEN.values()

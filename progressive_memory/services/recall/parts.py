"""Gathering what a bundle may hold: rules, a whole note, fragments of one, the index note."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from progressive_memory.disclosure.loading.fragments import LIMIT, pick
from progressive_memory.disclosure.loading.part import Part, Tier, whole
from progressive_memory.disclosure.loading.protocol import Reading
from progressive_memory.disclosure.loading.selection import (
    OPEN_SHARE,
    RULES_SHARE,
    SMALL_SHARE,
    answering,
    most_important,
    names_something,
    share_tokens,
)
from progressive_memory.disclosure.loading.session import open_rows
from progressive_memory.disclosure.render import is_entry
from progressive_memory.disclosure.routing.asked import asked
from progressive_memory.disclosure.routing.topic import priority_rank, topic
from progressive_memory.domain.group import IndexNote, Route
from progressive_memory.domain.section import Section
from progressive_memory.ports import Hit, Ports, Query
from progressive_memory.services.note_text import text_of
from progressive_memory.services.unread import Unread
from progressive_memory.vault import layout
from progressive_memory.vault.flush_state import GroupState
from progressive_memory.vault.flush_state import parse as parse_flush_state
from progressive_memory.vault.ids import short_hash


def reading(ports: Ports, index: IndexNote, *, with_index_note: bool = False) -> Reading:
    """The rules that hold in the group and what is not flushed yet. `with_index_note`: the Hard
    Rules come with the index note and are not offered twice.
    """
    rules = ports.search.sections(index.group_name, layout.RULES) or _unread_rules(ports)
    parts = [_rules(layout.RULES, "rules.md", rules, listed=with_index_note)]
    if not with_index_note:
        parts.insert(0, _rules(index.path, "Hard Rules", _hard_rules(index)))
    return replace(without_rules(ports, index), rules=tuple(parts))


def without_rules(ports: Ports, index: IndexNote) -> Reading:
    """A group's entrance and what is not flushed yet, for a bundle without text."""
    state = _flushed(ports, index)
    return Reading(index, (), state.unflushed_messages, state.unflushed_task_changes)


def index_part(index: IndexNote) -> Part:
    """The entrance: the rows that may be taken, by priority, and the Hard Rules."""
    rows = sorted(open_rows(index), key=priority_rank)
    routes = [_line(index, "Routes", f"{r.priority} {r.file}: {r.trigger}", r.file) for r in rows]
    rules = _hard_rules(index)
    tiers = (
        Tier(tuple(range(len(rules), len(rules) + len(routes))), OPEN_SHARE),
        Tier(tuple(range(len(rules))), RULES_SHARE),
    )
    return Part(index.path, index.path.rsplit("/", 1)[-1], (*rules, *routes), tiers, is_whole=True)


def file_part(ports: Ports, index: IndexNote, file: str) -> Part:
    """A whole note, what is current and new first."""
    path = layout.note(index.group_name, file)
    sections = ports.search.sections(index.group_name, path)
    tiers = (Tier(most_important(sections, [])),)
    flushed = _last_flushed(ports, index, file)
    return Part(path, file, sections, tiers, last_flushed=flushed, is_whole=True, is_flushed=True)


def answer_part(
    ports: Ports, index: IndexNote, route: Route, question: str, hits: Sequence[Hit]
) -> Part:
    """What of a note answers a question (`hits` are what a search for it found), and what of it
    is current.
    """
    path = layout.note(index.group_name, route.file)
    sections = ports.search.sections(index.group_name, path)
    found = [(hit.section, hit.score) for hit in hits if hit.section.path == path]
    names = names_something(question, route.trigger, topic(route))
    return Part(
        path,
        route.file,
        sections,
        answering(sections, found, names=names),
        small_tokens=share_tokens(SMALL_SHARE, index.memory_budget_tokens),
        last_flushed=_last_flushed(ports, index, route.file),
        is_flushed=True,
    )


def fragment_part(ports: Ports, index: IndexNote, route: Route, question: str) -> Part:
    """The entries of a note that answer a question; none when nothing matches."""
    path = layout.note(index.group_name, route.file)
    sections = ports.search.sections(index.group_name, path)
    query = Query(asked(question, index.language).query or question, paths=(path,))
    hits = ports.search.search(index.group_name, "entries", query, 2 * LIMIT)
    order = pick(
        sections,
        [(hit.section, hit.score) for hit in hits],
        names_something=names_something(question, route.trigger, "experience"),
    )
    return Part(
        path,
        route.file,
        sections,
        (Tier(order),),
        last_flushed=_last_flushed(ports, index, route.file),
        entries_total=sum(map(is_entry, sections)),
        is_flushed=True,
    )


def _rules(path: str, name: str, rules: tuple[Section, ...], *, listed: bool = False) -> Part:
    return Part(path, name, rules, whole(rules, RULES_SHARE), listed=listed, is_whole=True)


def _unread_rules(ports: Ports) -> tuple[Section, ...]:
    """What stands for rules that are there and must not or cannot be read: that and why."""
    unread = Unread(ports.vault)
    unread.read(layout.RULES)
    return tuple(
        Section("h-rules-unread", layout.RULES, "rules.md", f"- Not read: {why}", title=why)
        for why in unread.problems
    )


def _hard_rules(index: IndexNote) -> tuple[Section, ...]:
    return tuple(_line(index, "Hard Rules", rule, rule) for rule in index.hard_rules)


def _line(index: IndexNote, under: str, said: str, key: str) -> Section:
    """One rule or row of the index note, as free text with an id of its own."""
    return Section(f"h-{short_hash(f'{under}{key}')}", index.path, under, f"- {said}", title=said)


def _last_flushed(ports: Ports, index: IndexNote, file: str) -> str:
    """When a flush last wrote the note, or last found nothing to write to it."""
    state = _flushed(ports, index)
    return state.files.get(file) or state.last_flush_time


def _flushed(ports: Ports, index: IndexNote) -> GroupState:
    return parse_flush_state(text_of(ports.vault.read(layout.FLUSH_STATE))).group(index.group_name)

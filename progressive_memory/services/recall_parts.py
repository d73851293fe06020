"""Gathering what a bundle may hold: rules, a whole note, fragments of one, the index note."""

from __future__ import annotations

from progressive_memory.disclosure.budget import Part
from progressive_memory.disclosure.fragments import LIMIT, most_important, names_something, pick
from progressive_memory.disclosure.protocol import RULES_SHARE, Reading
from progressive_memory.disclosure.render import is_entry
from progressive_memory.domain.group import IndexNote, Route
from progressive_memory.domain.section import Section
from progressive_memory.ports import Hit, Ports, Query
from progressive_memory.services.note_text import text_of
from progressive_memory.vault import layout
from progressive_memory.vault.flush_state import GroupState
from progressive_memory.vault.flush_state import parse as parse_flush_state


def reading(ports: Ports, index: IndexNote, *, with_index_note: bool = False) -> Reading:
    """The rules that hold in the group and what is not flushed yet. `with_index_note`: the Hard
    Rules come with the index note and are not offered twice.
    """
    rules = ports.search.sections(index.group_name, layout.RULES)
    parts = [
        Part(
            path=layout.RULES,
            name="rules.md",
            sections=rules,
            order=tuple(range(len(rules))),
            share=RULES_SHARE,
            listed=with_index_note,
        )
    ]
    if not with_index_note:
        hard = _hard_rules(index)
        parts.insert(0, Part(index.path, "Hard Rules", hard, (0,), share=RULES_SHARE, listed=False))
    state = _flushed(ports, index)
    return Reading(index, tuple(parts), state.unflushed_messages, state.unflushed_task_changes)


def index_part(index: IndexNote) -> Part:
    """The entrance: Hard Rules and the rows that may be taken."""
    rows = "\n".join(
        f"- {route.priority} {route.file}: {route.trigger}"
        for route in index.routes
        if not route.deprecated
    )
    routes = Section("h-routes", index.path, "Routes", rows, title="Routes")
    name = index.path.rsplit("/", 1)[-1]
    return Part(index.path, name, (*_hard_rules(index), routes), (1, 0))


def file_part(ports: Ports, index: IndexNote, file: str, hits: tuple[Hit, ...] = ()) -> Part:
    """A whole note; what `hits` found in it is the most important."""
    path = layout.note(index.group_name, file)
    sections = ports.search.sections(index.group_name, path)
    found = [(hit.section, hit.score) for hit in hits if hit.section.path == path]
    order = most_important(sections, found)
    flushed = _last_flushed(ports, index, file)
    return Part(path, file, sections, order, last_flushed=flushed, is_flushed=True)


def fragment_part(ports: Ports, index: IndexNote, route: Route, question: str) -> Part:
    """The entries of a note that answer a question; none when nothing matches."""
    path = layout.note(index.group_name, route.file)
    sections = ports.search.sections(index.group_name, path)
    query = Query(question, paths=(path,))
    hits = ports.search.search(index.group_name, "entries", query, 2 * LIMIT)
    order = pick(
        sections,
        [(hit.section, hit.score) for hit in hits],
        names_something=names_something(question, route.trigger),
    )
    return Part(
        path,
        route.file,
        sections,
        order,
        last_flushed=_last_flushed(ports, index, route.file),
        total=sum(map(is_entry, sections)),
        is_flushed=True,
    )


def _hard_rules(index: IndexNote) -> tuple[Section, ...]:
    rules = "\n".join(f"- {rule}" for rule in index.hard_rules)
    return (Section("h-hard-rules", index.path, "Hard Rules", rules, title="Hard Rules"),)


def _last_flushed(ports: Ports, index: IndexNote, file: str) -> str:
    """When a flush last wrote the note, or last found nothing to write to it."""
    state = _flushed(ports, index)
    return state.files.get(file) or state.last_flush_time


def _flushed(ports: Ports, index: IndexNote) -> GroupState:
    return parse_flush_state(text_of(ports.vault.read(layout.FLUSH_STATE))).group(index.group_name)

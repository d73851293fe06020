"""Gathering what the choice of a route rests on: the rows that stand, and what a search found."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from progressive_memory.disclosure import session
from progressive_memory.disclosure.archive import ARCHIVED
from progressive_memory.disclosure.asked import asked
from progressive_memory.disclosure.route import Found, Routing, choose
from progressive_memory.domain.gate import Gate, Need
from progressive_memory.domain.group import IndexNote
from progressive_memory.domain.section import Section
from progressive_memory.ports import Hit, Ports, Query
from progressive_memory.vault import layout

_HITS = 40
"""Sections looked at to weigh the routes."""


def routed(
    ports: Ports, index: IndexNote, message: str, gate: Gate, standing: frozenset[str]
) -> tuple[Routing, tuple[Hit, ...]]:
    """The one route a message takes among the rows whose file stands, and the sections that a
    search for it found. An archived group has one row: its project.
    """
    routes = [
        row
        for row in session.open_rows(index)
        if layout.note(index.group_name, row.file) in standing
    ]
    paths = {layout.note(index.group_name, row.file): row.file for row in routes}
    spent = gate.cue if gate.need is Need.CONTINUATION else ""
    what = asked(message, index.language, spent)
    hits = _hits(ports, index, what.query or message, tuple(paths))
    rules = _rules(ports, index)
    routing = choose(message, gate, routes, Found(_by_file(paths, hits), {}, rules), what)
    if what.loose and not routing.is_firm:
        hits = (*hits, *_hits(ports, index, what.loose, tuple(paths)))
        routing = choose(message, gate, routes, Found(_by_file(paths, hits), {}, rules), what)
    if index.status == ARCHIVED and not routes:
        routing = Routing(None, "archived", ())
    return routing, hits


def _hits(ports: Ports, index: IndexNote, text: str, paths: tuple[str, ...]) -> tuple[Hit, ...]:
    if not paths:
        return ()
    return ports.search.search(index.group_name, "entries", Query(text, paths=paths), _HITS)


def _by_file(paths: Mapping[str, str], hits: Sequence[Hit]) -> dict[str, tuple[Section, ...]]:
    """The sections found by file, each once."""
    found: dict[str, dict[str, Section]] = {}
    for hit in hits:
        section = hit.section
        found.setdefault(paths[section.path], {}).setdefault(section.id, section)
    return {file: tuple(each.values()) for file, each in found.items()}


def _rules(ports: Ports, index: IndexNote) -> tuple[Section, ...]:
    """The rules that always hold: the group's Hard Rules, and rules.md."""
    hard = (Section("", index.path, "Hard Rules", rule, title=rule) for rule in index.hard_rules)
    return (*hard, *ports.search.sections(index.group_name, layout.RULES))

"""Gathering what the choice of a route rests on: the rows that stand, and what a search found."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from progressive_memory.disclosure.loading import session
from progressive_memory.disclosure.loading.archive import ARCHIVED
from progressive_memory.disclosure.routing.asked import asked
from progressive_memory.disclosure.routing.route import Found, Routing, choose
from progressive_memory.disclosure.routing.route_near import by_meaning
from progressive_memory.disclosure.routing.topic import is_named, topic
from progressive_memory.domain.gate import Gate, Need
from progressive_memory.domain.group import IndexNote, Route
from progressive_memory.domain.section import Section
from progressive_memory.ports import Hit, Ports, Query
from progressive_memory.vault import layout

_HITS = 40
"""Sections looked at to weigh the routes."""
_LOOKED_INTO = 20
"""Notes whose entries are looked at because neither name nor trigger tells what they are about."""


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
    hits = _hits(ports, index, (what.query or message, message), tuple(paths))
    rules = _rules(ports, index)
    unnamed = [row for row in routes if not is_named(row)][:_LOOKED_INTO]
    kinds = {row.file: kinds_in(ports, index, row) for row in unnamed}
    found = Found(_by_file(paths, hits), kinds, rules, _near_by_file(paths, hits))
    routing = choose(message, gate, routes, found, what)
    if what.loose and not routing.is_firm:
        hits = (*hits, *_hits(ports, index, (what.loose, message), tuple(paths)))
        found = Found(_by_file(paths, hits), kinds, rules, _near_by_file(paths, hits))
        routing = choose(message, gate, routes, found, what)
    routing = by_meaning(routing, gate, _nearest(paths, hits))
    if index.status == ARCHIVED and not routes:
        routing = Routing(None, "archived", ())
    return routing, hits


def topic_of(ports: Ports, index: IndexNote, route: Route) -> str:
    """What a row is about (`disclosure.routing.topic`); by its note where nothing else tells."""
    return topic(route, None if is_named(route) else kinds_in(ports, index, route))


def kinds_in(ports: Ports, index: IndexNote, route: Route) -> Counter[str]:
    """What kinds of entries the newest sections of a row's note are of."""
    newest = Query("", paths=(layout.note(index.group_name, route.file),))
    hits = ports.search.search(index.group_name, "entries", newest, _HITS)
    return Counter(hit.section.kind for hit in hits if hit.section.kind)


def _hits(
    ports: Ports, index: IndexNote, text: tuple[str, str], paths: tuple[str, ...]
) -> tuple[Hit, ...]:
    """What a search finds for words made of a message, and the message."""
    words, asked = text
    if not paths:
        return ()
    query = Query(words, paths=paths, asked=asked)
    return ports.search.search(index.group_name, "entries", query, _HITS)


def _by_file(paths: Mapping[str, str], hits: Sequence[Hit]) -> dict[str, tuple[Section, ...]]:
    """The sections found by file, each once."""
    found: dict[str, dict[str, Section]] = {}
    for hit in hits:
        section = hit.section
        found.setdefault(paths[section.path], {}).setdefault(section.id, section)
    return {file: tuple(each.values()) for file, each in found.items()}


def _nearest(paths: Mapping[str, str], hits: Sequence[Hit]) -> dict[str, float]:
    """How near in meaning the nearest section found of each file is."""
    nearest: dict[str, float] = {}
    for hit in hits:
        file = paths[hit.section.path]
        nearest[file] = max(hit.nearness, nearest.get(file, 0.0))
    return nearest


def _near_by_file(
    paths: Mapping[str, str], hits: Sequence[Hit]
) -> dict[str, list[tuple[float, Section]]]:
    """How near in meaning the entries found are, by file; () where no engine compares."""
    found: dict[str, list[tuple[float, Section]]] = {}
    for hit in hits:
        if hit.nearness and hit.section.kind:  # what stands beside entries is headings mostly
            found.setdefault(paths[hit.section.path], []).append((hit.nearness, hit.section))
    return found


def _rules(ports: Ports, index: IndexNote) -> tuple[Section, ...]:
    """The rules that always hold: the group's Hard Rules, and rules.md."""
    hard = (Section("", index.path, "Hard Rules", rule, title=rule) for rule in index.hard_rules)
    return (*hard, *ports.search.sections(index.group_name, layout.RULES))

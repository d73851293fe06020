"""`pmem search`: inside one group, always."""

from __future__ import annotations

import re

from progressive_memory.disclosure.phrases import split_phrases
from progressive_memory.domain.match import Scope
from progressive_memory.domain.search_report import SearchHit, SearchReport
from progressive_memory.ports import Hit, Ports, Query
from progressive_memory.services.recall_group import entrance, group_named
from progressive_memory.services.recall_index import with_index
from progressive_memory.vault import layout

_HEADING_LINE = re.compile(r"#{1,6}(?:\s|$)")


def search(ports: Ports, group: str, query: Query, scope: Scope, limit: int) -> SearchReport:
    """The best sections of the group for a query typed by a person; quoted phrases in its text
    must stand as written. Scope `entries` are the routed notes, `log` the messages.

    Raises:
        UnknownGroup: no group of that name or room.
    """
    index = entrance(ports, group_named(ports, group))
    name = index.group_name
    text, phrases = split_phrases(query.text)

    def read(_: frozenset[str]) -> SearchReport:
        asked = Query(text, phrases, query.since, query.who, query.kinds)
        hits = _worded(ports, name, scope, asked, limit)
        return SearchReport(name, tuple(_hit(hit) for hit in hits))

    return with_index(ports, index, read, log=scope == "log")


def _worded(ports: Ports, group: str, scope: Scope, query: Query, limit: int) -> tuple[Hit, ...]:
    """The best `limit` hits that say something of the group."""
    wanted = limit
    while True:
        hits = ports.search.search(group, scope, query, wanted)
        kept = tuple(filter(_says_something, hits))
        if len(kept) >= limit or len(hits) < wanted:
            return kept[:limit]
        wanted *= 2


def _says_something(hit: Hit) -> bool:
    """Whether a hit is the group's own and more than headings; the rules that hold everywhere are
    no entries of it.
    """
    section = hit.section
    if section.path == layout.RULES:
        return False
    lines = (line.strip() for line in section.text.splitlines())
    return bool(section.kind) or any(line and not _HEADING_LINE.match(line) for line in lines)


def _hit(hit: Hit) -> SearchHit:
    section = hit.section
    return SearchHit(
        id=section.id,
        path=section.path,
        heading=section.heading,
        score=round(hit.score, 4),
        text=section.title if section.kind == "m" else section.text,
        title=section.title,
        on=section.on,
        who=section.who,
        superseded=section.superseded,
        event_id=section.event_id,
    )

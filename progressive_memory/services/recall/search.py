"""`pmem search`: inside one group, always."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from progressive_memory.disclosure.ranking.passages import Found, passages
from progressive_memory.disclosure.ranking.phrases import split_phrases
from progressive_memory.domain.match import Scope
from progressive_memory.domain.search_report import SearchHit, SearchReport
from progressive_memory.ports import Hit, Ports, Query
from progressive_memory.services.recall.group import entrance, group_named
from progressive_memory.services.recall.index import with_index
from progressive_memory.vault import layout

_FEWEST_TOKENS = 6
"""What a short message costs, with the name of its sender."""
_USER_ID = re.compile(r"@([^\s:]+)(?::\S*)?")
"""`@localpart:server`: notes and messages carry names, and a name without one is the localpart."""
_HEADING_LINE = re.compile(r"#{1,6}(?:\s|$)")


def search(
    ports: Ports, group: str, query: Query, scope: Scope, limit: int, tokens: int = 0
) -> SearchReport:
    """The best sections of the group for a query typed by a person; quoted phrases in its text
    must stand as written. Scope `entries` are the routed notes, `log` the messages.
    With `tokens` > 0 it is the best passages that fit in so many, and `limit` does not count.

    Raises:
        UnknownGroup: no group of that name or room.
    """
    index = entrance(ports, group_named(ports, group))
    name = index.group_name
    text, phrases = split_phrases(query.text)

    def read(_: frozenset[str]) -> SearchReport:
        asked = Query(text, phrases, query.since, _name(query.who), query.kinds)
        if tokens > 0:
            return _in_passages(ports, name, _with_talk(ports, name, scope, asked, tokens), tokens)
        hits = _worded(ports, name, scope, asked, limit)
        return SearchReport(name, tuple(_hit(hit) for hit in hits))

    return with_index(ports, index, read, log=scope == "log")


def _with_talk(
    ports: Ports, group: str, scope: Scope, query: Query, tokens: int
) -> tuple[Hit, ...]:
    """As many hits as can fit into the budget. Messages that hold a quoted phrase come first, then
    what is said about its words.
    """
    most = max(tokens // _FEWEST_TOKENS, 1)
    hits = _worded(ports, group, scope, query, most)
    if scope == "entries" or not query.phrases:
        return hits
    about = replace(query, text=" ".join((query.text, *query.phrases)), phrases=())
    known = {hit.section.id for hit in hits}
    others = _worded(ports, group, scope, about, most)
    return (*hits, *(hit for hit in others if hit.section.id not in known))


def _in_passages(ports: Ports, group: str, hits: Sequence[Hit], budget: int) -> SearchReport:
    shown = [_hit(hit) for hit in hits]
    costs = [ports.tokens.count(_said(hit)) for hit in shown]
    found = [
        Found(hit.path, at.place, cost) for hit, at, cost in zip(shown, hits, costs, strict=True)
    ]
    cut = passages(found, budget)
    return SearchReport(
        group,
        tuple(replace(shown[at], passage=n) for n, passage in enumerate(cut, 1) for at in passage),
        tokens=sum(costs[at] for passage in cut for at in passage),
    )


def _said(hit: SearchHit) -> str:
    """A hit as it is handed over: a message with its sender, an entry as it stands."""
    return f"{', '.join(hit.who)}: {hit.text}" if hit.event_id else hit.text


def _worded(ports: Ports, group: str, scope: Scope, query: Query, limit: int) -> tuple[Hit, ...]:
    """The best `limit` hits that say something of the group."""
    wanted = limit
    while True:
        hits = ports.search.search(group, scope, query, wanted)
        kept = tuple(filter(_says_something, hits))
        if len(kept) >= limit or len(hits) < wanted:
            return kept[:limit]
        wanted *= 2


def _name(who: str) -> str:
    """A person as notes name them."""
    user_id = _USER_ID.fullmatch(who.strip())
    return user_id[1] if user_id else who.strip()


def _says_something(hit: Hit) -> bool:
    """Whether a hit is the group's own and more than headings or a message that was deleted; the
    rules that hold everywhere are no entries of it.
    """
    section = hit.section
    if section.path == layout.RULES:
        return False
    if section.kind == "m":
        return bool(section.title)
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

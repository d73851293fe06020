"""The life of a Disclosure, and the limits of what it may load (DESIGN §6, docs/protocol.md).

Every refusal is a `ProtocolViolation` with a code of its own.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from progressive_memory.disclosure.loading.archive import ARCHIVED
from progressive_memory.disclosure.routing.topic import priority_rank, topic
from progressive_memory.domain.disclosure import Disclosure
from progressive_memory.domain.group import IndexNote, Route
from progressive_memory.domain.section import Section
from progressive_memory.errors import ProtocolViolation
from progressive_memory.text.shell import quoted
from progressive_memory.vault import layout

IDLE = timedelta(hours=4)
"""A disclosure nobody touched this long has ended; so has one touched so far in the future: the
clock went back, and nobody knows by how much."""
STATE_FILES = 2
"""P0–P2 files one disclosure may load."""
PEOPLE_FILES = 1
"""P3 files one disclosure may load."""
ARCHIVED_FILE = "project.md"
_NEVER_LOADED = frozenset({"log", "summaries", "memory"})


@dataclass(frozen=True)
class Opened:
    """A live disclosure, and the group whose text the reader must drop now ("" = none)."""

    disclosure: Disclosure
    dropped: str = ""


def alive(disclosure: Disclosure | None, now: datetime) -> Disclosure | None:
    """The disclosure if it has not ended by `now`."""
    if disclosure is None or abs(now - disclosure.touched_at) > IDLE:
        return None
    return disclosure


def opened(current: Disclosure | None, session: str, group: str, now: datetime) -> Opened:
    """The session's disclosure of `group`: the one that is open, or a new one.

    One that is open on another group is closed by that.
    """
    standing = alive(current, now)
    if standing is not None and standing.group == group:
        return Opened(replace(standing, touched_at=now))
    fresh = Disclosure(session=session, group=group, opened_at=now, touched_at=now)
    return Opened(fresh, standing.group if standing else "")


def standing(current: Disclosure | None, session: str, now: datetime) -> Disclosure:
    """The session's open disclosure, touched.

    Raises:
        ProtocolViolation: `index_not_open`.
    """
    disclosure = alive(current, now)
    if disclosure is None:
        raise ProtocolViolation(
            "index_not_open",
            f"session {session} has opened no group's index, or has been idle for 4 hours",
            next_step=f"pmem open --group NAME --session {quoted(session)}",
        )
    return replace(disclosure, touched_at=now)


def route_for(index: IndexNote, file: str) -> Route | None:
    """The row of the routing table that names `file`, deprecated rows aside."""
    return next((r for r in index.routes if r.file == file and not r.deprecated), None)


def open_rows(index: IndexNote) -> tuple[Route, ...]:
    """The rows that may be taken, in the note's order; of an archived group its project alone."""
    rows = (row for row in index.routes if not row.deprecated)
    if index.status == ARCHIVED:
        return tuple(row for row in rows if row.file == ARCHIVED_FILE)
    return tuple(rows)


def check_load(
    disclosure: Disclosure, index: IndexNote, file: str, loaded: Sequence[Section], about: str = ""
) -> Route:
    """The route under which `file` may be loaded now. `loaded` are the sections of the notes
    that this disclosure has loaded; `about` is the topic of the file's row where more is known of
    it than its name and trigger tell.

    Raises:
        ProtocolViolation: `path_escapes`, `archived`, `not_routed`, `experience_is_fragments`,
            `one_convention`, `too_many_files`.
    """
    check_path(file)
    check_archived(index, file)
    row = route_for(index, file)
    last = disclosure.last_route
    if row is not None and (about or topic(row)) == "experience":
        raise ProtocolViolation(
            "experience_is_fragments",
            f"{file} is never loaded whole: ask for the entries you need",
            next_step=f'pmem fragment "what you look for" --session {quoted(disclosure.session)}',
        )
    if not (last is not None and last.file == file and row) and not _named(file, last, loaded):
        asked = f"the last message was routed to {last.file}" if last else "no message was routed"
        raise ProtocolViolation(
            "not_routed",
            f"{file} may not be loaded: {asked}"
            + ("" if row else f", and no row of {index.path} names it"),
            next_step=f"pmem route --group {quoted(index.group_name)} "
            f'--session {quoted(disclosure.session)} "…"',
        )
    route = row or Route(trigger="", file=file, priority="P2-L3")
    check_limits(disclosure, index, route)
    return route


def check_path(file: str) -> None:
    """Refuse what is no note below the group's folder, the log, and what left the archive.

    Raises:
        ProtocolViolation: `path_escapes`.
    """
    parts = file.replace("\\", "/").split("/")
    inside = all(part and not part.startswith(".") for part in parts)
    kept = parts[0] in _NEVER_LOADED or layout.is_shelf(file)
    if not inside or ":" in parts[0] or kept or not file.endswith(".md"):
        raise ProtocolViolation(
            "path_escapes",
            f"{file} is no note of this group that may be loaded",
            next_step="name a file as the routing table does, e.g. attention.md",
        )


def check_archived(index: IndexNote, file: str) -> None:
    """Refuse every file but one of an archived group.

    Raises:
        ProtocolViolation: `archived`.
    """
    if index.status == ARCHIVED and file != ARCHIVED_FILE:
        raise ProtocolViolation(
            "archived",
            f"{index.group_name} is archived: only {ARCHIVED_FILE} may be loaded",
            next_step=f"ask about the project: only {ARCHIVED_FILE} is routed to",
        )


def check_limits(disclosure: Disclosure, index: IndexNote, route: Route) -> None:
    """Refuse a file that would be one too many; a file loaded before counts once.

    Raises:
        ProtocolViolation: `one_convention`, `too_many_files`.
    """
    file = route.file
    if file in disclosure.files or file == disclosure.convention:
        return
    close = f"pmem close --session {quoted(disclosure.session)}, then open again"
    if is_convention(file):
        if disclosure.convention:
            raise ProtocolViolation(
                "one_convention",
                f"{disclosure.convention} is loaded; one conventions file at a time is allowed",
                next_step=close,
            )
        return
    people = is_people(route)
    limit, kind = (PEOPLE_FILES, "P3") if people else (STATE_FILES, "P0–P2")
    counted = [each for each in disclosure.files if _is_people_file(index, each) == people]
    if len(counted) >= limit:
        raise ProtocolViolation(
            "too_many_files",
            f"this session has loaded {', '.join(counted)}; the limit is {limit} {kind}",
            next_step=close,
        )


def with_file(disclosure: Disclosure, file: str) -> Disclosure:
    """The disclosure with `file` counted; a file counts once."""
    if is_convention(file):
        return replace(disclosure, convention=file)
    if file in disclosure.files:
        return disclosure
    return replace(disclosure, files=(*disclosure.files, file))


def is_convention(file: str) -> bool:
    """Whether a file of the group is a detail note (L3)."""
    return file.startswith("conventions/")


def is_people(route: Route) -> bool:
    """Whether a route's file counts as P3."""
    rank = priority_rank(route)
    return rank == 3 or (rank > 3 and topic(route) == "people")


def _is_people_file(index: IndexNote, file: str) -> bool:
    row = route_for(index, file)
    return row is not None and is_people(row)


def _named(file: str, last: Route | None, loaded: Sequence[Section]) -> bool:
    """Whether a conventions file is named by the routed row or by a note that was loaded; a longer
    name that begins like it is another file.
    """
    if not is_convention(file):
        return False
    name = re.compile(re.escape(file.removesuffix(".md")) + r"(?![A-Za-z0-9_/-])")
    told = (last.trigger if last else "", *(section.text for section in loaded))
    return any(name.search(text) for text in told)

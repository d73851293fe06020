"""The disclosure protocol step by step: open, load, fragment, close (DESIGN §6)."""

from __future__ import annotations

from dataclasses import replace

from progressive_memory.disclosure.loading import protocol, session
from progressive_memory.disclosure.loading.protocol import Reading, Step
from progressive_memory.disclosure.loading.session import Opened
from progressive_memory.domain.disclosure import Bundle, Disclosure, Outcome
from progressive_memory.domain.group import IndexNote, Route
from progressive_memory.domain.section import Section
from progressive_memory.errors import (
    PathEscapesVault,
    ProgressiveMemoryError,
    ProtocolViolation,
)
from progressive_memory.ports import Ports
from progressive_memory.services.recall.choice import topic_of
from progressive_memory.services.recall.group import entrance, group_named
from progressive_memory.services.recall.index import with_index
from progressive_memory.services.recall.parts import (
    file_part,
    fragment_part,
    index_part,
    reading,
    without_rules,
)
from progressive_memory.services.recall.recall import Ask, calling, stepped
from progressive_memory.services.recall.route import check_open
from progressive_memory.text.shell import quoted
from progressive_memory.vault import layout


def open_index(ports: Ports, group: str, ask: Ask) -> Bundle:
    """The group's entrance: its rules and routing table. Opens the session's disclosure, and
    closes the one of another group.

    Raises:
        UnknownGroup: no group of that name or room.
    """
    index = entrance(ports, group_named(ports, group))

    def read(_: frozenset[str]) -> Bundle:
        read_now = reading(ports, index, with_index_note=True)
        call = calling(ports, ask)

        def step(opened: Opened) -> Step:
            fresh = replace(opened, disclosure=replace(opened.disclosure, last_route=None))
            after, bundle = protocol.show(fresh, read_now, [index_part(index)], call)
            if opened.dropped:  # to open is to close the other, also where nothing is to be shown
                bundle = replace(bundle, reason="group_switched")
            return after, bundle

        return stepped(ports, ask.session, index.group_name, step)

    return with_index(ports, index, read)


def load(ports: Ports, file: str, ask: Ask) -> Bundle:
    """One file of the session's group, as its route allows.

    Raises:
        ProtocolViolation: `index_not_open`, `path_escapes`, `archived`, `not_routed`,
            `experience_is_fragments`, `one_convention`, `too_many_files`.
    """
    open_now = check_open(ports, ask.session)
    index = entrance(ports, open_now.group)
    wanted = _as_routed(index, file)
    session.check_path(wanted)

    def read(standing: frozenset[str]) -> Bundle:
        _check_real(ports, index, wanted)
        read_now, call = reading(ports, index), calling(ports, ask)
        part = file_part(ports, index, wanted)
        loaded = _sections_loaded(ports, index, open_now)
        there = layout.note(index.group_name, wanted) in standing
        row = session.route_for(index, wanted)
        about = topic_of(ports, index, row) if row else ""

        def step(opened: Opened) -> Step:
            _check_same(opened, open_now)
            route = session.check_load(opened.disclosure, index, wanted, loaded, about)
            if not there:
                missing = protocol.empty(
                    opened.disclosure, read_now, Outcome.NOT_FOUND, "no_such_file"
                )
                return opened.disclosure, missing
            return protocol.load(opened, read_now, route, part, call)

        return stepped(ports, ask.session, index.group_name, step)

    return with_index(ports, index, read)


def fragment(ports: Ports, question: str, ask: Ask) -> Bundle:
    """The entries of experience.md that answer a question, never the whole note.

    Raises:
        ProtocolViolation: `index_not_open`, `archived`, `not_routed`, `too_many_files`.
    """
    open_now = check_open(ports, ask.session)
    index = entrance(ports, open_now.group)
    row = _experience_row(ports, index, open_now.last_route)

    def read(_: frozenset[str]) -> Bundle:
        read_now, call = reading(ports, index), calling(ports, ask)
        part = fragment_part(ports, index, row, question)

        def step(opened: Opened) -> Step:
            _check_same(opened, open_now)
            return protocol.load(opened, read_now, row, part, call)

        return stepped(ports, ask.session, index.group_name, step)

    return with_index(ports, index, read)


def close(ports: Ports, session_id: str) -> Bundle:
    """End the session's disclosure; its text must be dropped by whoever holds it.

    Raises:
        ProtocolViolation: `unknown_session`: nothing is open under that name.
    """
    ended: list[Disclosure] = []

    def end(current: Disclosure | None) -> None:
        standing = session.alive(current, ports.clock.now())
        if standing is not None:
            ended.append(standing)

    ports.state.update(session_id, end)
    if not ended:
        raise ProtocolViolation(
            "unknown_session",
            f"nothing is open for session {session_id}; it may have ended after 4 idle hours",
            next_step=f"pmem open --group NAME --session {quoted(session_id)}",
        )
    index = entrance(ports, ended[0].group)
    return protocol.empty(ended[0], Reading(index), Outcome.LOADED, "closed")


def refused(ports: Ports, reason: str, *, group: str = "", session_id: str = "") -> Bundle:
    """The bundle of a call that was refused for `reason`: its group, and where its budget stands.

    `group` is what the call named, else the session's group counts; without either the bundle
    names none.
    """
    now = ports.clock.now()
    current: Disclosure | None = None
    if session_id:
        current = session.alive(ports.state.update(session_id, lambda one: one), now)
    try:
        name = group_named(ports, group) if group else current.group if current else ""
        index = entrance(ports, name) if name else None
    except ProgressiveMemoryError:
        index = None
    if index is None:
        return Bundle(group, Outcome.REFUSED, reason)
    if current is None or current.group != index.group_name:
        current = Disclosure(session_id, index.group_name, now, now)
    return protocol.empty(current, without_rules(ports, index), Outcome.REFUSED, reason)


def _as_routed(index: IndexNote, file: str) -> str:
    """The file as a routing row names it: relative to the group's folder, with its suffix."""
    name = file.removeprefix(f"{layout.group_folder(index.group_name)}/")
    return name if name.endswith(".md") or not name else f"{name}.md"


def _check_real(ports: Ports, index: IndexNote, file: str) -> None:
    """Refuse a file that is reached through a symbolic link.

    Raises:
        ProtocolViolation: `path_escapes`.
    """
    try:
        ports.vault.read(layout.note(index.group_name, file))
    except PathEscapesVault as error:
        raise ProtocolViolation(
            "path_escapes", error.message, next_step="pmem doctor shows what stands there"
        ) from error


def _check_same(opened: Opened, before: Disclosure) -> None:
    """Refuse a step that another call has overtaken by opening another group."""
    if opened.dropped or opened.disclosure.opened_at != before.opened_at:
        raise ProtocolViolation(
            "index_not_open",
            f"session {before.session} has been closed or moved to another group meanwhile",
            next_step=f"pmem open --group {quoted(before.group)} "
            f"--session {quoted(before.session)}",
        )


def _experience_row(ports: Ports, index: IndexNote, last: Route | None) -> Route:
    """The row of the note that is read in fragments: of several the one of the last message.

    Raises:
        ProtocolViolation: `not_routed`, `archived`.
    """
    alive = (row for row in index.routes if not row.deprecated)
    rows = [row for row in alive if topic_of(ports, index, row) == "experience"]
    rows.sort(key=lambda row: row != last)
    if not rows:
        raise ProtocolViolation(
            "not_routed",
            f"no row of {index.path} names a note of decisions and lessons",
            next_step=f"add a row for experience.md to {index.path}",
        )
    session.check_archived(index, rows[0].file)
    return rows[0]


def _sections_loaded(ports: Ports, index: IndexNote, open_now: Disclosure) -> list[Section]:
    files = [*open_now.files, *filter(None, [open_now.convention])]
    return [
        section
        for file in files
        for section in ports.search.sections(index.group_name, layout.note(index.group_name, file))
    ]

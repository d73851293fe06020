"""The front door: everything a bot, hook or command does, it does through here.

One method a verb. A method imports its service when it is called: a hook is a cold process at
every message.
"""

from __future__ import annotations

import os
from os import PathLike
from typing import TYPE_CHECKING

from progressive_memory.api_imports import Imports
from progressive_memory.bootstrap import find_vault, open_ports
from progressive_memory.services.collecting import collecting_rarely

if TYPE_CHECKING:
    from collections.abc import Sequence

    from progressive_memory.domain.disclosure import Bundle
    from progressive_memory.domain.doctor_report import DoctorReport
    from progressive_memory.domain.flush_report import FlushReport
    from progressive_memory.domain.forget_report import ForgetReport, ToForget
    from progressive_memory.domain.gate import Gate
    from progressive_memory.domain.group import Language, NewGroup
    from progressive_memory.domain.group_report import GroupChanged, GroupList, GroupShown
    from progressive_memory.domain.init_report import InitReport
    from progressive_memory.domain.log_report import LogReport
    from progressive_memory.domain.match import Scope
    from progressive_memory.domain.note_report import NoteChanged
    from progressive_memory.domain.notice import Notice
    from progressive_memory.domain.pending_report import PendingReport
    from progressive_memory.domain.rollup_report import RollupReport
    from progressive_memory.domain.route_report import RouteReport
    from progressive_memory.domain.search_report import ReindexReport, SearchReport
    from progressive_memory.domain.status_report import StatusReport
    from progressive_memory.domain.undo_report import HistoryReport, RedoReport, UndoReport
    from progressive_memory.domain.why_report import WhyReport
    from progressive_memory.ports import ChatFeed, Ports, Query
    from progressive_memory.services.recall.recall import Ask
    from progressive_memory.services.schedules import Timetable


class Memory(Imports):
    """The memory of one vault."""

    def __init__(self, ports: Ports) -> None:
        self._ports = ports

    @classmethod
    def open(cls, vault: str | PathLike[str] | None = None) -> Memory:
        """The memory of the vault named, else found (`bootstrap.find_vault`). Reads nothing yet.

        Raises:
            VaultNotFound: there is no vault there.
        """
        return cls(open_ports(find_vault(vault)))

    @property
    def notices(self) -> tuple[Notice, ...]:
        """What was put right by itself so far, or done without: a damaged index, a lost record."""
        return self._ports.notices

    def status(self) -> StatusReport:
        """How every group stands (`services.status.status`)."""
        from progressive_memory.services.status import status

        return status(self._ports)

    def doctor(self, *, fix: bool = False) -> DoctorReport:
        """What is wrong in the vault, each with what to do (`services.doctor.doctor`); with `fix`
        what is safe to do is done first (`services.doctor.fix.fix`).
        """
        if fix:
            from progressive_memory.services.doctor.fix import fix as put_right

            return put_right(self._ports)
        from progressive_memory.services.doctor.doctor import doctor

        return doctor(self._ports)

    def log(self, group: str, feed: ChatFeed) -> LogReport:
        """Put the messages of a feed into a group's day notes (`services.log.log.log`)."""
        from progressive_memory.services.log.log import log

        return collecting_rarely(lambda: log(self._ports, group, feed))

    def flush(
        self,
        group: str | None = None,
        *,
        trigger: str = "manual",
        session: str = "",
        dry_run: bool = False,
        redo: str = "",
    ) -> FlushReport:
        """Turn what was said since into entries, of one group or of all
        (`services.flush.flush`).
        """
        from progressive_memory.services.flush.flush import flush

        return collecting_rarely(
            lambda: flush(
                self._ports, group, trigger=trigger, session=session, dry_run=dry_run, redo=redo
            )
        )

    def rollup(self, group: str | None = None, *, dry_run: bool = False) -> RollupReport:
        """Write the summaries that are due, of one group or of all (`services.flush.rollup`)."""
        from progressive_memory.services.flush.rollup import rollup

        return rollup(self._ports, group, dry_run=dry_run)

    def remember(
        self,
        group: str,
        text: str,
        *,
        by: str,
        kind: str = "",
        cites: str = "",
        everywhere: bool = False,
    ) -> FlushReport:
        """Log and write what somebody asks to be kept (`services.flush.remember.remember`).

        `kind` is a kind's name (`decision`, `open-loop`, …), "" = as the words say.
        """
        from progressive_memory.domain.entry import Kind
        from progressive_memory.services.flush.remember import Wanted, remember

        of_kind = Kind[kind.upper().replace("-", "_")] if kind else None
        return remember(self._ports, group, Wanted(text, by, of_kind, cites, everywhere))

    def pending(self, group: str | None = None) -> PendingReport:
        """What waits for a person, of one group or of all (`services.flush.pending`)."""
        from progressive_memory.services.flush.pending import list_pending

        return list_pending(self._ports, group)

    def accept(
        self, pending_id: str, *, group: str = "", by: str = "", words: str = ""
    ) -> FlushReport:
        """Write an item that waits (`services.flush.pending.accept`)."""
        from progressive_memory.services.flush.pending import accept

        return accept(self._ports, pending_id, group=group, by=by, words=words)

    def reject(self, pending_id: str, *, group: str = "", by: str = "") -> FlushReport:
        """Drop an item that waits, for good (`services.flush.pending.reject`)."""
        from progressive_memory.services.flush.pending import reject

        return reject(self._ports, pending_id, group=group, by=by)

    def why(self, entry_id: str, *, group: str = "", context: int = 0) -> WhyReport:
        """Why an entry is believed, what rests on a message (`services.why.why`)."""
        from progressive_memory.services.why.why import why

        return why(self._ports, entry_id, group=group, context=context)

    def forget(self, wanted: ToForget, *, dry_run: bool = False) -> ForgetReport:
        """Take entries, messages, a person or days out for good (`services.forget.forget`)."""
        from progressive_memory.services.forget.forget import forget

        return forget(self._ports, wanted, dry_run=dry_run)

    def history(self) -> HistoryReport:
        """The flushes of the last 30 days, newest first (`services.history.history`)."""
        from progressive_memory.services.history import history

        return history(self._ports)

    def undo(self, flush_id: str | None = None) -> UndoReport:
        """Take a flush back, the newest by default (`services.undo.undo`)."""
        from progressive_memory.services.flush.undo import undo

        return undo(self._ports, flush_id)

    def redo(self, flush_id: str) -> RedoReport:
        """Let the entries of an undone flush be written again (`services.undo.redo`)."""
        from progressive_memory.services.flush.undo import redo

        return redo(self._ports, flush_id)

    @staticmethod
    def init(folder: str | PathLike[str], language: Language) -> InitReport:
        """Make `folder` a vault: add what is missing of the template, overwrite nothing.

        A vault that stands already keeps its own language.

        Raises:
            UserError: there is a file of that name.
            ConfigInvalid: a settings file stands there and is not valid.
        """
        from progressive_memory.bootstrap import new_ports, vault_template
        from progressive_memory.services.setup import init

        ports = new_ports(folder, language)
        return init(ports, vault_template(ports.settings.language), str(ports.root))

    def group_add(self, wanted: NewGroup) -> GroupChanged:
        """Add a group, or map one more room to a standing one (`services.group.changes.add`)."""
        from progressive_memory.services.group import changes as group_changes

        return group_changes.add(self._ports, wanted)

    def group_list(self) -> GroupList:
        """Every group, by name."""
        from progressive_memory.services.group import groups

        return groups.list_groups(self._ports)

    def group_show(self, group: str) -> GroupShown:
        """One group, by name or room id, with its rules, routes and notes."""
        from progressive_memory.services.group import groups

        return groups.show(self._ports, group)

    def group_archive(self, group: str) -> GroupChanged:
        """Archive a group: only its project.md is loaded from then on."""
        from progressive_memory.services.group import changes as group_changes

        return group_changes.archive(self._ports, group)

    def group_rename(self, group: str, new: str) -> GroupChanged:
        """Move a group to another name, links and all (`services.group.rename.rename`)."""
        from progressive_memory.services.group.rename import rename

        return rename(self._ports, group, new)

    def note_set(
        self, note: str, assignments: Sequence[str], *, dry_run: bool = False
    ) -> NoteChanged:
        """Set properties of a note, `key=value` or `key+=item`
        (`services.note.notes.set_properties`).
        """
        from progressive_memory.services.note.notes import set_properties

        return set_properties(self._ports, note, assignments, dry_run=dry_run)

    def note_append(
        self, note: str, text: str, *, under: str = "", dry_run: bool = False
    ) -> NoteChanged:
        """Put a text under a heading, or at the end of a note (`services.note.notes.append`)."""
        from progressive_memory.services.note.notes import append

        return append(self._ports, note, text, under=under, dry_run=dry_run)

    def note_tick(self, note: str, block_id: str, *, dry_run: bool = False) -> NoteChanged:
        """Tick the task with that block id (`services.note.notes.tick`)."""
        from progressive_memory.services.note.notes import tick

        return tick(self._ports, note, block_id, dry_run=dry_run)

    def note_deprecate(self, note: str, what: str, *, dry_run: bool = False) -> NoteChanged:
        """Mark an entry, or a file's rows in an index note, as [DEPRECATED]
        (`services.note.notes.deprecate`).
        """
        from progressive_memory.services.note.notes import deprecate

        return deprecate(self._ports, note, what, dry_run=dry_run)

    def note_rename(self, note: str, new: str, *, dry_run: bool = False) -> NoteChanged:
        """Move a note to another path, links and all (`services.note.rename.rename`)."""
        from progressive_memory.services.note.rename import rename

        return rename(self._ports, note, new, dry_run=dry_run)

    def gate(self, group: str, message: str) -> Gate:
        """What a message asks of memory, by its own words; cheap (`services.recall.gate.gate`)."""
        from progressive_memory.services.recall.gate import gate

        return gate(self._ports, group, message)

    def stopped(self, group: str, message: str) -> Bundle | None:
        """Recall's answer to a message that needs no memory, cheap (`services.recall.gate`)."""
        from progressive_memory.services.recall.gate import stopped

        return stopped(self._ports, group, message)

    def recall(self, group: str, message: str, *, session: str = "", max_bytes: int = 0) -> Bundle:
        """The one note that helps with a message (`services.recall.recall`). `session` is the
        host session ("" = one-shot), `max_bytes` bounds the text in UTF-8 bytes (0 = no bound).
        """
        from progressive_memory.services.recall.recall import recall

        return recall(self._ports, group, message, _ask(session, max_bytes))

    def route(self, group: str, message: str, *, session: str = "") -> RouteReport:
        """The one route of a message, explained (`services.recall.route.route`)."""
        from progressive_memory.services.recall.route import route

        return route(self._ports, group, message, session)

    def open_index(self, group: str, *, session: str, max_bytes: int = 0) -> Bundle:
        """Rules and routing table; opens the session (`services.recall.steps.open_index`)."""
        from progressive_memory.services.recall.steps import open_index

        return open_index(self._ports, group, _ask(session, max_bytes))

    def load(self, file: str, *, session: str, max_bytes: int = 0) -> Bundle:
        """One file of the session's group (`services.recall.steps.load`)."""
        from progressive_memory.services.recall.steps import load

        return load(self._ports, file, _ask(session, max_bytes))

    def fragment(self, question: str, *, session: str, max_bytes: int = 0) -> Bundle:
        """Entries of experience.md that answer (`services.recall.steps.fragment`)."""
        from progressive_memory.services.recall.steps import fragment

        return fragment(self._ports, question, _ask(session, max_bytes))

    def refused(self, reason: str, *, group: str = "", session: str = "") -> Bundle:
        """The bundle of a refused call (`services.recall.steps.refused`)."""
        from progressive_memory.services.recall.steps import refused

        return refused(self._ports, reason, group=group, session_id=session)

    def close(self, *, session: str) -> Bundle:
        """End the session's disclosure (`services.recall.steps.close`)."""
        from progressive_memory.services.recall.steps import close

        return close(self._ports, session)

    def search(
        self,
        group: str,
        query: Query,
        *,
        scope: Scope = "entries",
        limit: int = 10,
        tokens: int = 0,
    ) -> SearchReport:
        """The best sections of one group, or with `tokens` the best passages that fit in so many
        (`services.recall.search.search`).
        """
        from progressive_memory.services.recall.search import search

        return search(self._ports, group, query, scope, limit, tokens)

    def reindex(self, group: str = "", *, anew: bool = True) -> ReindexReport:
        """The search index built anew, "" = of every group (`services.recall.reindex`), or only
        brought up, log included.
        """
        from progressive_memory.services.recall.reindex import bring_up, reindex

        return (reindex if anew else bring_up)(self._ports, group)

    def timetable(self) -> Timetable:
        """When which group is to be flushed, and was (`services.schedules.timetable`)."""
        from progressive_memory.services.schedules import timetable

        return timetable(self._ports)


def _ask(session: str, max_bytes: int) -> Ask:
    """A call with a nonce that no writer of a note can know."""
    from progressive_memory.services.recall.recall import Ask

    return Ask(os.urandom(6).hex(), session, max_bytes)

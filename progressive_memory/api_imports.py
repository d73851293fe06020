"""The part of the front door through which years of chat come in, and a report goes out."""

from __future__ import annotations

from typing import TYPE_CHECKING, BinaryIO

from progressive_memory.services.collecting import collecting_rarely

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from progressive_memory.domain.chat_file import Choice
    from progressive_memory.domain.flush_report import FlushReport
    from progressive_memory.domain.log_report import LogReport
    from progressive_memory.domain.memory_report import MemoryReport
    from progressive_memory.ports import Ports


class Imports:
    """What `api.Memory` does with exports, backlogs and what a host heard."""

    _ports: Ports

    def log_file(
        self,
        group: str,
        file: BinaryIO,
        *,
        name: str = "chat",
        form: str = "auto",
        choice: Choice | None = None,
        on_read: Callable[[int], None] | None = None,
    ) -> LogReport:
        """Log an exported chat (`adapters.chat_exports`); the report names its format.

        `name` is the file's, for messages and for logs named after their day; `on_read` is told
        the bytes read so far, of a format that is checked first twice over. `choice` says
        what the file leaves open.

        Raises:
            ChatSourceError: no such format, `auto` recognises none, it cannot be read at all, or it
                is one document larger than `[log] max_export_mb`.
        """
        from contextlib import closing
        from dataclasses import replace

        from progressive_memory.adapters.chat_exports import Source
        from progressive_memory.bootstrap import chat_feed
        from progressive_memory.services.log.log import log

        most = self._ports.settings.max_export_mb
        with closing(Source(name, file, on_read, max_megabytes=most)) as source:
            feed = chat_feed(self._ports, group, source, form, choice)
            report = collecting_rarely(lambda: log(self._ports, group, feed, exported=True))
        return replace(report, format=feed.format, remarks=feed.remarks)

    def catch_up(self, groups: Sequence[str] = ()) -> int:
        """Log what this machine's OpenClaw heard since in the rooms of these groups, none = of all;
        how many messages are new (`services.live.catch_up.catch_up`).
        """
        from progressive_memory.services.live.catch_up import catch_up

        return collecting_rarely(lambda: catch_up(self._ports, groups))

    def flush_backlog(
        self,
        group: str | None = None,
        *,
        trigger: str = "manual",
        session: str = "",
        told: Callable[[int, int, str], None] | None = None,
    ) -> FlushReport:
        """As `flush`, of any number of messages: in portions of whole days, each a flush of its
        own, so that what is done stays done (`services.flush.backlog.flush_backlog`).
        """
        from progressive_memory.services.flush.backlog import flush_backlog

        return collecting_rarely(
            lambda: flush_backlog(self._ports, group, trigger=trigger, session=session, told=told)
        )

    def report(self, group: str, *, since: str = "") -> MemoryReport:
        """What a group decided from the ISO day `since` on, what stands, contradicts and waits now
        (`services.memory_report.memory_report`).
        """
        from progressive_memory.services.memory_report import memory_report

        return memory_report(self._ports, group, since=since)

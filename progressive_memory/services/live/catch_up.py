"""What an agent host heard and no hook has handed over yet goes into the log (decision 0032)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from progressive_memory.domain.host_session import HostSession
from progressive_memory.domain.message import ChatEvent
from progressive_memory.domain.notice import Notice
from progressive_memory.domain.problem import Problem
from progressive_memory.errors import HostUnavailable, ProgressiveMemoryError
from progressive_memory.ports import Ports
from progressive_memory.ports_host import SessionHistory
from progressive_memory.services.group import groups
from progressive_memory.services.log.log import log


def catch_up(ports: Ports, names: Sequence[str] = ()) -> int:
    """Log what was said in the host's sessions of these groups (names or room ids; none = of all),
    and return how many messages are new. A room without a group is left alone.

    Nothing that goes wrong with the host stops a flush: it is a notice, and what is missing comes
    with the next call.

    Raises:
        UnknownGroup: no group of that name or room.
    """
    history = ports.sessions
    if history is None:
        return 0
    mapped = groups.group_names(ports).rooms
    if names:
        wanted = {groups.find(ports, name).group_name for name in names}
        mapped = {room: name for room, name in mapped.items() if name in wanted}
    if not mapped:
        return 0
    logged = 0
    try:
        for session in history.news(mapped.keys()):
            logged += _log(ports, history, session, mapped[session.room_id])
    except HostUnavailable as error:
        _tell(ports, "", f"what OpenClaw heard since was not asked for: {_whole(error)}")
    return logged


def _log(ports: Ports, history: SessionHistory, session: HostSession, group: str) -> int:
    try:
        report = log(ports, group, _Feed(history, session), exported=True)
    except HostUnavailable:
        raise
    except ProgressiveMemoryError as error:
        _tell(ports, group, f"{group}: what OpenClaw heard was not logged: {_whole(error)}")
        return 0
    history.taken(session)
    if report.skipped_total:
        _tell(
            ports,
            session.key,
            f"{group}: OpenClaw's history call does not hand out {report.skipped_total} of its "
            f"messages whole ({report.skipped[0].message}): /remem in the room takes them in",
        )
    return report.logged


def _tell(ports: Ports, about: str, said: str) -> None:
    ports.notice(Notice("host_history", about, said))


def _whole(error: ProgressiveMemoryError) -> str:
    return f"{error.message}{f' (next: {error.next_step})' if error.next_step else ''}"


@dataclass(frozen=True)
class _Feed:
    """A session as a feed."""

    history: SessionHistory
    session: HostSession

    def events(self) -> Iterator[ChatEvent | Problem]:
        """What was said in it."""
        return self.history.events(self.session)

"""What an agent host is to us: another that heard the chat (see `ports`)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from progressive_memory.domain.host_session import HostSession
    from progressive_memory.domain.message import ChatEvent
    from progressive_memory.domain.problem import Problem


class SessionHistory(Protocol):
    """What the agent host of this machine heard, asked for from outside. Its event ids are those
    that its hooks hand over.
    """

    def news(self, rooms: Collection[str]) -> tuple[HostSession, ...]:
        """The sessions of those rooms in which something happened since they were `taken`, by key.

        Raises:
            HostUnavailable: the host does not answer.
        """
        ...

    def events(self, session: HostSession) -> Iterator[ChatEvent | Problem]:
        """What people and the agent said in it, oldest first, as far back as the host tells; and a
        Problem for each message that it does not hand out whole.

        Raises:
            HostUnavailable: the host does not answer.
        """
        ...

    def taken(self, session: HostSession) -> None:
        """Note that what a session held at its mark is in the log. Forgotten, it is asked for once
        more, and changes nothing.
        """
        ...

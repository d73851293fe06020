"""People who do not want to be recorded: nothing they say is kept (DESIGN §4, `optouts`)."""

from __future__ import annotations

from progressive_memory.domain.live_report import OptedOut
from progressive_memory.domain.plan import Edit, Plan
from progressive_memory.ports import Ports
from progressive_memory.services.group.groups import find
from progressive_memory.services.note_text import text_of
from progressive_memory.vault import flush_state
from progressive_memory.vault.ids import short_hash
from progressive_memory.vault.layout import FLUSH_STATE


def opt_out(ports: Ports, group: str, sender: str) -> OptedOut:
    """Keep what `sender` (a user id) says out of the group's log from now on; what stands there
    stays. Only the hash of the id is kept.

    Raises:
        UnknownGroup: no group of that name or room.
    """
    return _set(ports, group, sender, out=True)


def opt_in(ports: Ports, group: str, sender: str) -> OptedOut:
    """Log again what `sender` says.

    Raises:
        UnknownGroup: no group of that name or room.
    """
    return _set(ports, group, sender, out=False)


def has_opted_out(ports: Ports, group: str, sender: str) -> bool:
    """Whether what `sender` says is kept out of the group's log.

    Raises:
        UnknownGroup: no group of that name or room.
    """
    name = find(ports, group).group_name
    state = flush_state.parse(text_of(ports.vault.read(FLUSH_STATE)))
    return short_hash(sender) in state.group(name).optouts


def _set(ports: Ports, group: str, sender: str, *, out: bool) -> OptedOut:
    with ports.vault.exclusive():
        name = find(ports, group).group_name
        snapshot = ports.vault.read(FLUSH_STATE)
        before = set(flush_state.parse(text_of(snapshot)).group(name).optouts)
        after = before | {short_hash(sender)} if out else before - {short_hash(sender)}
        if after != before:
            now = ports.clock.now()
            change = flush_state.set_optouts(name, after)
            edit = Edit(FLUSH_STATE, change, snapshot.sha256 if snapshot else None)
            mark = short_hash(f"{now.isoformat()} {name} {sorted(after)}")
            ports.vault.apply(Plan(f"optout-{mark}", "optout", now, (edit,), groups=(name,)))
    return OptedOut(name, out=out, changed=after != before)

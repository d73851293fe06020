"""The schedules of a vault: what the settings say, and what a group's index note says instead."""

from __future__ import annotations

from typing import NamedTuple

from progressive_memory.domain.schedule import Schedule, Schedules
from progressive_memory.ports import Ports
from progressive_memory.ports_schedule import RunLedger
from progressive_memory.services.group import groups
from progressive_memory.services.unread import Unread
from progressive_memory.vault import group_schedule, layout


class Timetable(NamedTuple):
    """The schedules of a vault, the ledger of what this machine ran, and the vault's id."""

    schedules: Schedules
    ledger: RunLedger
    vault_id: str


def timetable(ports: Ports) -> Timetable:
    """What a scheduler goes by.

    Raises:
        ConfigInvalid: the settings cannot be read.
    """
    return Timetable(schedules(ports), ports.ledger, ports.settings.vault_id)


def schedules(ports: Ports) -> Schedules:
    """The schedule of each group that is not archived, by name.

    The vault's lines hold in the vault's zone, a group's own in the group's.

    Raises:
        ConfigInvalid: the settings cannot be read.
    """
    settings = ports.settings
    found: list[Schedule] = []
    problems: list[str] = []
    for note in groups.every(ports, Unread(ports.vault)):
        if note.status == "archived":
            continue
        own, wrong = group_schedule.parse(note.path, note.text)
        problems += [f"{each.path}:{each.line}: {each.message}" for each in wrong]
        if own is None:
            found.append(Schedule(note.group_name, settings.schedules, settings.timezone))
        else:
            found.append(Schedule(note.group_name, own, note.timezone, own=True))
    return Schedules(
        tuple(found),
        settings.schedules,
        settings.timezone,
        problems=tuple(problems),
        left_to=_left_to(settings.writer_host, ports.machine),
    )


def _left_to(writer: str, machine: str) -> str:
    if not writer or _is_same_machine(writer, machine):
        return ""
    return (
        f"the schedules of this vault run on {writer}, and this is {machine} "
        f"([flush] writer_host in {layout.SETTINGS})"
    )


def _is_same_machine(one: str, other: str) -> bool:
    """Whether two names are one machine's: with or without a domain, in letters of any case."""
    names = one.casefold(), other.casefold()
    if all("." in name for name in names):
        return names[0] == names[1]
    return names[0].partition(".")[0] == names[1].partition(".")[0]

"""Leaving people alone: a flush nobody waits for is written when its notes rest (DESIGN §4).

A flush that a person typed writes at once. One that a bot or a schedule asked for waits until a
note that somebody is typing in has been left alone for a while, and does not come back to it too
soon; bytes of our own ask for no such manners.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from hashlib import sha256

from progressive_memory.domain.group import IndexNote
from progressive_memory.ports import Ports
from progressive_memory.vault import layout

POLITE = frozenset({"cron", "remem", "precompact"})
"""Triggers behind which no person sits and waits at this machine."""

SPACING_SECONDS = 30
"""Between two writes of ours to one note that a person has saved since the first."""

CAP_SECONDS = 60
"""Somebody who types without a pause is waited for no longer than this."""

_OURS_SINCE = timedelta(minutes=15)
"""How old a plan may be and still have written just now: a model may have been asked meanwhile."""


def wait_for_quiet(ports: Ports, notes: Sequence[IndexNote], trigger: str) -> float:
    """Wait until the notes of these groups rest; returns the seconds waited, at most `CAP_SECONDS`.

    A note rests when a person has not saved it for `[write] quiet_seconds`, and when our own last
    write to it is `SPACING_SECONDS` ago. Only the triggers in `POLITE` wait, and with
    `quiet_seconds = 0` none does. The vault's lock must not be held.
    """
    waited = 0.0
    if trigger not in POLITE or not ports.settings.quiet_seconds:
        return waited
    while waited < CAP_SECONDS:
        pause = min(_still_to_wait(ports, notes), CAP_SECONDS - waited)
        if pause <= 0:
            break
        ports.clock.sleep(pause)
        waited += pause
    return waited


def _still_to_wait(ports: Ports, notes: Sequence[IndexNote]) -> float:
    """Seconds until all the notes rest, if nobody saves one of them again; 0 when they do."""
    now = ports.clock.now()
    lively = dict(_saved_lately(ports, notes, now))
    ours = _written_lately(ports, now) if lively else {}
    pause = 0.0
    for path, age in lively.items():
        snapshot = ports.vault.read(path)
        digest, at = ours.get(path, ("", None))
        if snapshot is None or snapshot.sha256 == digest:
            continue
        pause = max(pause, ports.settings.quiet_seconds - age)
        if at is not None:
            pause = max(pause, SPACING_SECONDS - max(0.0, (now - at).total_seconds()))
    return pause


def _saved_lately(
    ports: Ports, notes: Sequence[IndexNote], now: datetime
) -> Iterator[tuple[str, float]]:
    """The notes a flush may write and somebody saved not long ago, with the seconds since.

    A time in the future is a wrong clock, and no reason to wait.
    """
    for path, stamp in _stamps(ports, notes):
        age = now.timestamp() - stamp / 1e9
        if abs(age) < SPACING_SECONDS:
            yield path, max(0.0, age)


def _stamps(ports: Ports, notes: Sequence[IndexNote]) -> Iterator[tuple[str, int]]:
    """Path and time (ns) of every note of these groups, and of the rules, but those of the log."""
    entrances = {layout.RULES, *(note.path for note in notes)}
    folders = tuple(f"{layout.group_folder(note.group_name)}/" for note in notes)
    logs = tuple(f"{layout.log_folder(note.group_name)}/" for note in notes)
    for path, stamp in ports.vault.stamps(layout.MEMORY).items():
        inside = path.startswith(folders) and not path.startswith(logs)
        if path in entrances or (inside and path.endswith(".md")):
            yield path, stamp.mtime_ns


def _written_lately(ports: Ports, now: datetime) -> dict[str, tuple[str, datetime]]:
    """Path → the sha256 (hex) of what we last wrote there, and when.

    Plans come in their order, and a clock may have gone back between two of them.
    """
    found: dict[str, tuple[str, datetime]] = {}
    for past in ports.vault.past_plans():
        if abs(now - past.plan.at) > _OURS_SINCE:
            continue
        for change in ports.vault.past_changes(past.plan.id):
            digest = sha256(change.after or b"").hexdigest()
            found.setdefault(change.path, (digest, past.plan.at))
    return found

"""A world as it is judged, and how two of them differ."""

from __future__ import annotations

import hashlib
import re
import sqlite3
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from evals.faults.world import World, close
from progressive_memory.api import Memory
from progressive_memory.bootstrap import OpenPorts
from progressive_memory.domain.match import Scope
from progressive_memory.domain.plan import Change
from progressive_memory.ports import Query
from progressive_memory.services.group import groups

_SCOPES: tuple[Scope, ...] = ("entries", "log")
_QUERIES = ("order store", "crane berth 4", "对账 集群", "handbook")
_TIMES = re.compile(
    rb"2026-05-15T\d\d:\d\d:\d\d([+-]\d\d:\d\d)?|\b(12|20):1\d(:\d\d)?\b"
    rb"|(?<=context_usage_at_flush\": )\d+"
)
"""When the run was, in the zone of the group written last, and how much of a window it read: what
is run again is run later.
"""
_WHOOSH_TOC = re.compile(r"^_MAIN_\d+\.toc(\..*)?$")


@dataclass(frozen=True)
class Outcome:
    """The files of the vault; the plans in the journal, and the images they hold of what changed;
    what the search index gives; the entries last seen; the files beside the vault. The times of the
    run itself are left out.
    """

    files: Mapping[str, bytes]
    plans: tuple[str, ...]
    images: Mapping[str, tuple[Change, ...]]
    index: Mapping[str, object]
    seen: Mapping[str, object]
    beside: tuple[str, ...]


def outcome(world: World, minutes: int) -> Outcome:
    """A world as it stands; the index is brought up to the notes, as every search does."""
    ports = world.ports(minutes)
    try:
        past = [past.plan for past in ports.vault.past_plans()]
        names = [note.group_name for note in groups.every(ports)]
        return Outcome(
            files={path: timeless(data) for path, data in world.files().items()},
            plans=tuple(plan.verb for plan in past),
            images={
                plan.id: tuple(map(_timeless_images, ports.vault.past_changes(plan.id)))
                for plan in past
            },
            index={**{name: _indexed(ports, name) for name in names}, "sound": _is_sound(world)},
            seen={name: ports.state.seen(name) for name in names},
            beside=tuple(_beside(world)),
        )
    finally:
        close(ports)


def rebuilt(world: World, minutes: int) -> dict[str, object]:
    """What a search index made anew, in another cache folder, gives."""
    ports = world.ports(minutes, cache="rebuilt")
    try:
        names = [note.group_name for note in groups.every(ports)]
        return {**{name: _indexed(ports, name) for name in names}, "sound": True}
    finally:
        close(ports)
        world.remove("rebuilt")


def compared(found: Outcome, wanted: Outcome) -> list[str]:
    """How a world differs from the one it should be."""
    problems = [f"{path} differs" for path in _unlike(found.files, wanted.files)]
    problems += [f"the index of {name} differs" for name in _unlike(found.index, wanted.index)]
    problems += [f"what was seen of {name} differs" for name in _unlike(found.seen, wanted.seen)]
    before = found.images.keys() & wanted.images.keys()
    problems += [
        f"the images of {plan} differ"
        for plan in before
        if found.images[plan] != wanted.images[plan]
    ]
    if len(found.plans) > len(wanted.plans) + 1:  # a program that went on ran it once more
        problems.append(f"the journal grew: {found.plans}")
    if left := Counter(found.beside) - Counter(wanted.beside):
        problems.append(f"left: {sorted(left)}")
    return problems


def timeless(data: bytes) -> bytes:
    """Some bytes without the times of the run."""
    return _TIMES.sub(b"<time>", data)


def _timeless_images(change: Change) -> Change:
    before, after = (
        None if data is None else timeless(data) for data in (change.before, change.after)
    )
    return Change(change.path, before, after)


def digest(data: bytes | None) -> str:
    """What tells one content of a note from another, times aside; "" of none."""
    return "" if data is None else hashlib.sha256(timeless(data)).hexdigest()


def _unlike(found: Mapping[str, object], wanted: Mapping[str, object]) -> list[str]:
    return [name for name in sorted({*found, *wanted}) if found.get(name) != wanted.get(name)]


def _indexed(ports: OpenPorts, group: str) -> dict[str, object]:
    """All that the search index gives of a group."""
    memory = Memory(ports)
    found: dict[str, object] = {}
    for scope in _SCOPES:
        for query in _QUERIES:
            hits = memory.search(group, Query(query), scope=scope).hits
            found[f"{scope}: {query}"] = [(hit.id, hit.score) for hit in hits]
    for path in ports.search.indexed(group):
        snapshot = ports.vault.read(path)
        is_newest = snapshot is not None and snapshot.sha256 == ports.search.sha256(group, path)
        sections = timeless(repr(ports.search.sections(group, path)).encode())
        found[path] = (is_newest, sections)
    return found


def _is_sound(world: World) -> bool:
    """Whether SQLite finds nothing wrong with any file of its own."""
    for file in (world.folder / "cache").rglob("*.sqlite3"):
        database = sqlite3.connect(file)
        try:
            if database.execute("PRAGMA integrity_check").fetchone() != ("ok",):
                return False
        finally:
            database.close()
    return True


def _beside(world: World) -> Iterator[str]:
    """The files of the data and the cache folder. Records that are finished are counted elsewhere,
    Whoosh makes what segments it likes, and a lock stays.
    """
    for path in (*world.below("data"), *world.below("cache")):
        folder, _, name = path.rpartition("/")
        if not name.endswith((".json", ".lock", ".sign")) and not name.startswith("MAIN_"):
            toc = _WHOOSH_TOC.fullmatch(name)
            yield f"{folder}/{('half a toc' if toc[1] else 'toc') if toc else name}"

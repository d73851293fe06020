"""Ten flushes over a growing chat against one flush over all of it: which entries differ, and why.

    python -m evals.flush_again [SHARED]

SHARED is a folder of public data (default: `shared` beside the checkout). Each chat is logged in
ten equal portions with a flush after each, and in another vault at once with one flush. What
stands and waits in both is compared; every entry that differs is printed with the reason.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from evals.chats import data_folder
from evals.measured import Absent, Measured, run, share
from evals.own_vault import own_vault
from progressive_memory.adapters.chat_exports.source import Source
from progressive_memory.adapters.chat_exports.teamchat import TeamChat
from progressive_memory.domain.candidate import TaskState
from progressive_memory.domain.group import Language, NewGroup
from progressive_memory.domain.message import ChatEvent
from progressive_memory.flush.known.known import Known
from progressive_memory.flush.known.read_back import known_entries
from progressive_memory.vault import layout
from progressive_memory.vault.blocks import entries

COMMAND = "python -m evals.flush_again"
PORTIONS = 10
_MOST = 0.10
_GROUP = "chat"
_YEAR = "duraspace-2014"
_PROTOCOL = (
    f"the chat in {PORTIONS} equal portions, a flush after each, against one flush over all; "
    "entries standing or pending are paired by id, else by kind and a shared message of their "
    "evidence; one differs when its kind, title, state (with: superseded or not), place or "
    "evidence does, or when it has no pair; n counts pairs and entries without one. Floor: what "
    "differs where each portion is flushed in a vault of its own"
)


@dataclass(frozen=True)
class Portion:
    """Some events of a chat, as a feed."""

    events_of_it: Sequence[ChatEvent]
    format: str = "jsonl"

    def events(self) -> Iterator[ChatEvent]:
        """The events in their order."""
        yield from self.events_of_it


@dataclass(frozen=True)
class Difference:
    """One entry that is not the same in both vaults; None where a vault has no such entry."""

    at_once: Known | None
    portioned: Known | None
    reasons: tuple[str, ...]


def measure(shared: Path) -> list[Measured]:
    """The share of entries that differ, a chat at a time.

    Raises:
        Absent: none of the chats is there.
    """
    data = data_folder(shared)
    chats = list(_chats(data))
    if not chats:
        raise Absent(f"no team chat, chef meeting or duraspace year is in {shared}")
    return [_row(name, language, events) for name, language, events in chats]


def differences(one: Sequence[Known], other: Sequence[Known]) -> tuple[list[Difference], int]:
    """What differs between the entries of two vaults, and how many entries were compared."""
    found: list[Difference] = []
    pairs = _pairs(one, other)
    for left, right in pairs:
        if reasons := tuple(_reasons(left, right)):
            found.append(Difference(left, right, reasons))
    return found, len(pairs)


def flushed(events: Sequence[ChatEvent], language: Language, portions: int) -> list[Known]:
    """What stands and waits after the events were logged and flushed in that many portions."""
    size = -(-len(events) // portions)
    with own_vault(language) as (folder, memory):
        memory.group_add(NewGroup(_GROUP, language=language))
        for first in range(0, len(events), size):
            memory.log(_GROUP, Portion(events[first : first + size]))
            memory.flush(_GROUP)
        return list(_entries(folder))


def _entries(folder: Path) -> Iterator[Known]:
    group = folder / layout.group_folder(_GROUP)
    paths = [path for path in group.rglob("*.md") if "log" not in path.relative_to(group).parts]
    for path in sorted(paths):
        place = path.relative_to(folder).as_posix()
        yield from known_entries(entries(place, path.read_text(encoding="utf-8")), {}).values()


def _pairs(one: Sequence[Known], other: Sequence[Known]) -> list[tuple[Known | None, Known | None]]:
    left = {known.id: known for known in other}
    pairs: list[tuple[Known | None, Known | None]] = []
    alone: list[Known] = []
    for known in one:
        if (twin := left.pop(known.id, None)) is not None:
            pairs.append((known, twin))
        else:
            alone.append(known)
    for known in alone:
        near = [each for each in left.values() if _akin(known, each)]
        twin = max(near, key=lambda each: len(each.evidence_ids & known.evidence_ids), default=None)
        pairs.append((known, left.pop(twin.id) if twin else None))
    return [*pairs, *((None, known) for known in left.values())]


def _akin(known: Known, other: Known) -> bool:
    return known.kind is other.kind and bool(known.evidence_ids & other.evidence_ids)


def _reasons(one: Known | None, other: Known | None) -> Iterator[str]:
    if one is None or other is None:
        yield "only in portions" if one is None else "only at once"
        return
    for name, left, right in (
        ("place", one.place, other.place),
        ("kind", one.kind, other.kind),
        ("title", one.title, other.title),
        ("state", _state(one), _state(other)),
        ("evidence", one.evidence_ids, other.evidence_ids),
    ):
        if left != right:
            yield name


def _state(known: Known) -> tuple[TaskState, bool]:
    return known.state, bool(known.superseded_by)


def _row(name: str, language: Language, events: Sequence[ChatEvent]) -> Measured:
    at_once = flushed(events, language, 1)
    found, count = differences(at_once, flushed(events, language, PORTIONS))
    _tell(name, found)
    apart, of_apart = differences(at_once, list(_each_alone(events, language)))
    return Measured(
        measure=f"ten flushes against one, {name}: entries that differ",
        value=share(len(found), count),
        floor=share(len(apart), of_apart),
        goal=f"≤ {100 * _MOST:.0f} %",
        n=count,
        protocol=_PROTOCOL,
        reached=len(found) <= _MOST * count,
        command=COMMAND,
    )


def _each_alone(events: Sequence[ChatEvent], language: Language) -> Iterator[Known]:
    size = -(-len(events) // PORTIONS)
    for first in range(0, len(events), size):
        yield from flushed(events[first : first + size], language, 1)


def _tell(name: str, found: Sequence[Difference]) -> None:
    reasons = Counter(reason for one in found for reason in one.reasons)
    print(f"\n## {name}: {len(found)} differ: {dict(reasons)}", file=sys.stderr)
    for one in found:
        print(f"- {', '.join(one.reasons)}", file=sys.stderr)
        for label, known in (("at once ", one.at_once), ("portions", one.portioned)):
            if known is not None:
                print(f"    {label} {_told(known)}", file=sys.stderr)


def _told(known: Known) -> str:
    cited = " ".join(sorted(f"{one.at or one.block_id}" for one in known.evidence))
    superseded = " superseded" if known.superseded_by else ""
    reason = f" ({known.reason})" if known.reason else ""
    return f"^{known.id} {known.place} {known.state}{superseded}: {known.title}{reason} [{cited}]"


def _chats(data: Path) -> Iterator[tuple[str, Language, list[ChatEvent]]]:
    for language in ("en", "zh"):
        path = data / "evermemos_teamchat" / f"team_chat_{language}.json"
        if path.is_file():
            with path.open("rb") as stream:
                feed = TeamChat(Source(path.name, stream), language)
                events = [one for one in feed.events() if isinstance(one, ChatEvent)]
            yield f"team chat {language}", language, events
    for name, path in (
        ("chef", data / "meetings" / "chef-irc-2014-15.messages_b.jsonl"),
        (_YEAR, data / "duraspace" / f"{_YEAR}.jsonl"),
    ):
        if path.is_file():
            yield name, "en", list(_events(path))


def _events(path: Path) -> Iterator[ChatEvent]:
    with path.open(encoding="utf-8") as lines:
        for number, line in enumerate(lines, 1):
            row = json.loads(line)
            yield ChatEvent(
                event_id=f"{path.stem}:{number}",
                at=datetime.fromisoformat(row["ts"]),
                sender=row["sender"],
                sender_name=row["sender"],
                text=row["text"],
                line=number,
            )


if __name__ == "__main__":
    run(measure)

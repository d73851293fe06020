"""`flush-state.json`: the protocol's file, and what each group needs between two flushes.

Seed 004 §5.4 gives the keys of the top; `groups.<name>` holds the same for one group and more
(DESIGN §4). Read tolerantly: a value of the wrong kind counts as absent. Changed by `SetJson`,
so that unknown keys survive.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from progressive_memory.domain.plan import SetJson


@dataclass(frozen=True)
class Cursor:
    """The newest message flushed: its event id and time (RFC 3339)."""

    event_id: str
    ts: str


@dataclass(frozen=True)
class StoredVeto:
    """A person's veto as hashes: entry key, kind letter, block ids of the evidence, and the mark
    of its meaning ("" when unknown).
    """

    key: str
    kind: str
    evidence: tuple[str, ...]
    meaning: str = ""


@dataclass(frozen=True)
class GroupState:
    """One group between flushes. Times are RFC 3339, "" = never; `files` maps a note's name to
    the time it was last flushed. `late` are event ids logged since with a time before the cursor.
    `forgotten` and `optouts` are hashes. `pending_since` maps the id of an item of pending.md to
    the ISO day it was put there; `expired` are entry keys of items whose time ran out.
    `edits` and `deleted` are what `log` has folded (`flush.chatlog.Ledger`), as hashes.
    `context_usage_at_flush` is in percent. `summarised` is the newest message that a summary of
    level 1 condenses, `unsummarised_tokens` about how much has been flushed since. `standing` is
    the token of the `vault.standing` that the notes agree with.
    """

    last_flush_time: str = ""
    files: Mapping[str, str] = field(default_factory=dict)
    context_usage_at_flush: int = 0
    pending_items: tuple[str, ...] = ()
    session_id: str = ""
    cursor: Cursor | None = None
    late: tuple[str, ...] = ()
    vetoes: tuple[StoredVeto, ...] = ()
    pending_since: Mapping[str, str] = field(default_factory=dict)
    expired: tuple[str, ...] = ()
    forgotten: tuple[str, ...] = ()
    optouts: tuple[str, ...] = ()
    edits: tuple[str, ...] = ()
    deleted: tuple[str, ...] = ()
    unflushed_messages: int = 0
    unflushed_task_changes: int = 0
    summarised: Cursor | None = None
    unsummarised_tokens: int = 0
    standing: str = ""


@dataclass(frozen=True)
class FlushState:
    """The whole file: the seed's keys for the vault, and each group's state."""

    last_flush_time: str = ""
    attention_last_updated: str = ""
    experience_last_appended: str = ""
    context_usage_at_flush: int = 0
    pending_items: tuple[str, ...] = ()
    session_id: str = ""
    groups: Mapping[str, GroupState] = field(default_factory=dict)

    def group(self, name: str) -> GroupState:
        """A group's state; that of a group never flushed when the file has none."""
        return self.groups.get(name, GroupState())


def parse(text: str) -> FlushState:
    """The file's state; an empty one where the text is no JSON object (then nothing is written:
    a `SetJson` on such a file is refused).
    """
    try:
        top = _object(json.loads(text.removeprefix("\ufeff") or "{}"))
    except (ValueError, RecursionError):
        return FlushState()
    return FlushState(
        last_flush_time=_text(top, "last_flush_time"),
        attention_last_updated=_text(top, "attention_last_updated"),
        experience_last_appended=_text(top, "experience_last_appended"),
        context_usage_at_flush=_count(top, "context_usage_at_flush"),
        pending_items=_texts(top, "pending_items"),
        session_id=_text(top, "session_id"),
        groups={name: _group(_object(row)) for name, row in _object(top.get("groups")).items()},
    )


def _group(row: Mapping[str, object]) -> GroupState:
    vetoes = row.get("vetoes")
    return GroupState(
        last_flush_time=_text(row, "last_flush_time"),
        files=_named_texts(row, "files"),
        context_usage_at_flush=_count(row, "context_usage_at_flush"),
        pending_items=_texts(row, "pending_items"),
        session_id=_text(row, "session_id"),
        cursor=_cursor(row.get("cursor")),
        late=_texts(row, "late"),
        vetoes=tuple(map(_veto, vetoes)) if isinstance(vetoes, list) else (),
        pending_since=_named_texts(row, "pending_since"),
        expired=_texts(row, "expired"),
        forgotten=_texts(row, "forgotten"),
        optouts=_texts(row, "optouts"),
        edits=_texts(row, "edits"),
        deleted=_texts(row, "deleted"),
        unflushed_messages=_count(row, "unflushed_messages"),
        unflushed_task_changes=_count(row, "unflushed_task_changes"),
        summarised=_cursor(row.get("summarised")),
        unsummarised_tokens=_count(row, "unsummarised_tokens"),
        standing=_text(row, "standing"),
    )


def _cursor(value: object) -> Cursor | None:
    row = _object(value)
    event_id, ts = _text(row, "event_id"), _text(row, "ts")
    return Cursor(event_id, ts) if event_id and ts else None


def _veto(value: object) -> StoredVeto:
    row = _object(value)
    return StoredVeto(
        _text(row, "key"), _text(row, "kind"), _texts(row, "evidence"), _text(row, "meaning")
    )


def set_unflushed(group: str, messages: int, task_changes: int) -> tuple[SetJson, ...]:
    """What `log` has added since the last flush; recall tells it with what it loads."""
    return (
        _set(group, "unflushed_messages", messages),
        _set(group, "unflushed_task_changes", task_changes),
    )


def set_folded(group: str, edits: Sequence[str], deleted: Sequence[str]) -> tuple[SetJson, ...]:
    """What `log` has folded (`flush.chatlog.Ledger`), in place of what stood."""
    return (_set(group, "edits", list(edits)), _set(group, "deleted", list(deleted)))


def set_cursor(group: str, cursor: Cursor) -> tuple[SetJson, ...]:
    """The newest message flushed."""
    return (_set(group, "cursor", _as_row(cursor)),)


def set_standing(group: str, token: str) -> tuple[SetJson, ...]:
    """That the notes agree with the `vault.standing` of that token."""
    return (_set(group, "standing", token),)


def set_summarised(group: str, at: Cursor | None, left_tokens: int) -> tuple[SetJson, ...]:
    """The newest message that a summary condenses (None = none yet), and the tokens said since."""
    moved = (_set(group, "summarised", _as_row(at)),) if at is not None else ()
    return (*moved, _set(group, "unsummarised_tokens", left_tokens))


def _as_row(cursor: Cursor) -> dict[str, str]:
    return {"event_id": cursor.event_id, "ts": cursor.ts}


def set_late(group: str, event_ids: Sequence[str]) -> tuple[SetJson, ...]:
    """Messages logged with a time before the cursor and not flushed yet."""
    return (_set(group, "late", list(event_ids)),)


def set_forgotten(group: str, hashes: Iterable[str]) -> tuple[SetJson, ...]:
    """All that must not come back, in place of what stood."""
    return (_set(group, "forgotten", sorted(set(hashes))),)


def set_optouts(group: str, hashes: Iterable[str]) -> tuple[SetJson, ...]:
    """All whose messages are not logged, in place of what stood."""
    return (_set(group, "optouts", sorted(set(hashes))),)


def set_places(group: str, cursor: Cursor | None, summarised: Cursor | None) -> tuple[SetJson, ...]:
    """The newest message flushed, and the newest condensed; a None leaves what stands."""
    places = (("cursor", cursor), ("summarised", summarised))
    return tuple(_set(group, name, _as_row(at)) for name, at in places if at is not None)


def set_waiting(titles: Sequence[str], group: str = "") -> tuple[SetJson, ...]:
    """The titles in pending.md, of one group or with "" of the vault."""
    where = ("groups", group) if group else ()
    return (_set_at((*where, "pending_items"), list(titles)),)


def set_vetoes(group: str, vetoes: Sequence[StoredVeto]) -> tuple[SetJson, ...]:
    """All vetoes of a group, in place of those that stand."""
    rows = [
        {"key": veto.key, "kind": veto.kind, "evidence": list(veto.evidence)}
        | ({"meaning": veto.meaning} if veto.meaning else {})
        for veto in vetoes
    ]
    return (_set(group, "vetoes", rows),)


def set_pending(
    group: str, since: Mapping[str, str], expired: Sequence[str]
) -> tuple[SetJson, ...]:
    """Since when each item of pending.md waits (ISO day, by id), and the keys of those whose time
    ran out.
    """
    return (
        _set(group, "pending_since", dict(since)),
        _set(group, "expired", list(expired)),
    )


def set_flushed(
    at: str, usage_percent: int, pending: Sequence[str], *, session_id: str = "", group: str = ""
) -> tuple[SetJson, ...]:
    """A flush at `at` (RFC 3339), in the seed's keys: of one group, or with "" of the vault.

    `usage_percent` is of the host's context window; `pending` are the titles in pending.md.
    """
    seed_keys: tuple[tuple[str, object], ...] = (
        ("last_flush_time", at),
        ("context_usage_at_flush", usage_percent),
        ("pending_items", list(pending)),
        ("session_id", session_id),
    )
    where = ("groups", group) if group else ()
    return tuple(_set_at((*where, key), value) for key, value in seed_keys)


def set_file_flushed(group: str, name: str, at: str) -> tuple[SetJson, ...]:
    """When a note (`attention.md`) last took something from a flush, RFC 3339."""
    seed_key = {
        "attention.md": "attention_last_updated",
        "experience.md": "experience_last_appended",
    }
    operations = [_set_at(("groups", group, "files", name), at)]
    if name in seed_key:
        operations.append(_set_at((seed_key[name],), at))
    return tuple(operations)


def _set(group: str, key: str, value: object) -> SetJson:
    return _set_at(("groups", group, key), value)


def _set_at(keys: tuple[str, ...], value: object) -> SetJson:
    from progressive_memory.domain.plan import SetJson  # recall only reads, and starts cold

    return SetJson(keys, _json(value))


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def _object(value: object) -> dict[str, object]:
    return value if isinstance(value, dict) else {}


def _text(row: Mapping[str, object], key: str) -> str:
    value = row.get(key)
    return value if isinstance(value, str) else ""


def _texts(row: Mapping[str, object], key: str) -> tuple[str, ...]:
    value = row.get(key)
    return tuple(one for one in value if isinstance(one, str)) if isinstance(value, list) else ()


def _named_texts(row: Mapping[str, object], key: str) -> dict[str, str]:
    return {name: value for name, value in _object(row.get(key)).items() if isinstance(value, str)}


def _count(row: Mapping[str, object], key: str) -> int:
    value = row.get(key)
    return value if isinstance(value, int) and not isinstance(value, bool) and value > 0 else 0

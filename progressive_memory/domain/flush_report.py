"""What flush and remember report (the JSON of DESIGN §9)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from progressive_memory.domain.rollup_report import RolledUp


@dataclass(frozen=True)
class Written:
    """An entry this flush wrote or changed. `evidence` are event ids, earliest first."""

    id: str
    kind: str
    verdict: str
    file: str
    title: str
    decided_by: tuple[str, ...] = ()
    confirmed_by: tuple[str, ...] = ()
    evidence: tuple[str, ...] = ()


@dataclass(frozen=True)
class Waiting:
    """An item this flush put into pending.md; `reason` in the group's language."""

    id: str
    kind: str
    title: str
    reason: str
    evidence: tuple[str, ...] = ()


@dataclass(frozen=True)
class NoteDiff:
    """What a flush changes (or, with `--dry-run`, would change) in one note, as a unified diff."""

    path: str
    diff: str


@dataclass(frozen=True)
class Extraction:
    """How a group's talk was read where the settings ask for a model.

    `windows` stretches of talk held something new; `by_rules` of them, or parts of them, were read
    by the `rules` extractor instead, for the `reason` told, with the `next` step ("" where there
    is none). `calls` and `tokens` are what the group's questions cost, both ways.
    """

    engine: str
    model: str
    windows: int
    by_rules: int
    calls: int
    tokens: int
    reason: str = ""
    next: str = ""


@dataclass(frozen=True)
class GroupFlush:
    """One group's part of a flush.

    `tokens_new` are the tokens of the new messages, `context_usage_percent` their share of the
    host's window (0–100). `rejected` counts every candidate and pending item that was turned
    down, by reason. `problems` are sentences about notes left alone, `notices` about
    notes that were written and have grown too long. `extraction` is None where the
    `rules` extractor is all that is asked for.
    """

    group: str
    messages_new: int
    tokens_new: int
    context_usage_percent: int
    written: tuple[Written, ...] = ()
    pending: tuple[Waiting, ...] = ()
    rejected: dict[str, int] = field(default_factory=dict)
    problems: tuple[str, ...] = ()
    diffs: tuple[NoteDiff, ...] = ()
    summaries: tuple[RolledUp, ...] = ()
    extraction: Extraction | None = None
    notices: tuple[str, ...] = ()


@dataclass(frozen=True)
class FlushReport:
    """One flush over its groups; `flush_id` is "" when nothing had to be written. A backlog worked
    off in portions is several flushes: `flush_ids` has them all, oldest first, else none. `heard`
    are the messages that an agent host had heard, and that were logged first.
    """

    flush_id: str
    trigger: str
    dry_run: bool
    groups: tuple[GroupFlush, ...]
    flush_ids: tuple[str, ...] = ()
    heard: int = 0


def together(reports: Sequence[FlushReport]) -> FlushReport:
    """Several flushes, oldest first, as one: entries written more than once as they were last."""
    groups: dict[str, GroupFlush] = {}
    for report in reports:
        for one in report.groups:
            before = groups.get(one.group)
            groups[one.group] = one if before is None else _added(before, one)
    ids = [one.flush_id for one in reports if one.flush_id]
    return replace(
        reports[-1],
        groups=tuple(groups.values()),
        flush_ids=tuple(ids) if len(ids) > 1 else (),
        heard=sum(one.heard for one in reports),
    )


def _added(before: GroupFlush, one: GroupFlush) -> GroupFlush:
    written = {entry.id: entry for entry in (*before.written, *one.written)}
    waiting = {item.id: item for item in (*before.pending, *one.pending)}
    rejected = {
        reason: before.rejected.get(reason, 0) + one.rejected.get(reason, 0)
        for reason in sorted(before.rejected.keys() | one.rejected.keys())
    }
    return replace(
        one,
        messages_new=before.messages_new + one.messages_new,
        tokens_new=before.tokens_new + one.tokens_new,
        context_usage_percent=max(before.context_usage_percent, one.context_usage_percent),
        written=tuple(written.values()),
        pending=tuple(item for item in waiting.values() if item.id not in written),
        rejected=rejected,
        summaries=(*before.summaries, *one.summaries),
    )

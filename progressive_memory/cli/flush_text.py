"""A flush's report as a person reads it."""

from __future__ import annotations

from collections.abc import Iterable

import click

from progressive_memory.cli.rollup import described
from progressive_memory.domain.entry import Kind
from progressive_memory.domain.flush_report import FlushReport, GroupFlush, NoteDiff, Written

_COLOURS = {"New": "green", "Extends": "cyan", "Supersedes": "yellow", "Contradicts": "red"}
_REASONS = {
    "duplicate": "known already",
    "vetoed": "deleted, rejected or undone before",
    "expired": "waited too long",
    "deleted": "deleted by a person: will stay away",
    "rejected": "rejected by a person: will stay away",
    "settled": "pending, settled by what was written",
    "contradicted": "pending, contradicted by what was written",
    "withdrawn": "pending, its messages were taken back",
    "no_person": "said by no person",
    "invented": "the model says more than the messages do",
    "malformed": "the model's answer was not of the shape asked for",
    "no_evidence": "the model quotes what no member says",
    "not_self_contained": "the model's wording cannot stand alone",
    "not_verbatim": "the model quotes what is not there",
    "said_twice": "the model said it twice",
    "secret": "it holds a secret",
    "small_talk": "small talk",
    "taken_back": "taken back by who said it",
    "to_machine": "it speaks to a machine, not to the room",
    "too_many": "more than one answer may hold",
    "unknown_message": "the model names a message that was not shown",
    "unknown_person": "the model names a person who is not there",
    "unseen": "the words quoted do not say so",
    "wrong_target": "the model relates it to an entry that is none of its kind",
    "no_message_left": "ticked, but none of its messages can be read any more: tick a new line",
}


def show(report: FlushReport) -> None:
    """Print the report: what was written and waits, by group, and what was turned down."""
    if not report.groups:
        click.echo("There are no groups to flush.\nnext: pmem group add NAME")
        return
    if report.heard:
        messages = "message" if report.heard == 1 else "messages"
        click.echo(f"{report.heard:,} {messages} came from OpenClaw")
    for group in report.groups:
        _show_group(group)
    if report.dry_run:
        for group in report.groups:
            _show_diffs(group.diffs)
        click.echo("dry run: nothing was written")
    elif report.flush_ids:
        many = len(report.flush_ids)
        click.echo(f"{many} flushes, the last {report.flush_id}; next: pmem report --group NAME")
    elif any(group.written or group.pending for group in report.groups):
        click.echo(f"flush {report.flush_id}; next: pmem why ID, or pmem undo {report.flush_id}")


def show_entries(report: FlushReport) -> None:
    """Print only what was written, waits or was turned down."""
    for group in report.groups:
        _show_entries(group)


def exit_code(report: FlushReport) -> int:
    """1 when a group's notes had to be left alone."""
    return 1 if any(group.problems for group in report.groups) else 0


def kind_word(kind: str) -> str:
    """A kind's letter as a word."""
    return Kind(kind).name.lower().replace("_", " ")


def _show_group(group: GroupFlush) -> None:
    new = f"{group.messages_new:,} new message{'' if group.messages_new == 1 else 's'}"
    share = f"{group.tokens_new:,} tokens, {group.context_usage_percent} % of the window"
    click.secho(f"{group.group}: {new} ({share})", bold=True)
    _show_extraction(group)
    _show_entries(group)


def _show_extraction(group: GroupFlush) -> None:
    """How the model did its part, and why rules did the rest."""
    how = group.extraction
    if how is None or not how.windows:
        return
    done = f"{how.windows - how.by_rules} of {how.windows}"
    calls = f"{how.calls:,} call{'' if how.calls == 1 else 's'}"
    cost = f"{calls}, {how.tokens:,} tokens"
    click.secho(f"  read by {how.model}: {done} stretches of talk ({cost})", dim=True)
    if how.by_rules:
        click.secho(f"  read by rules instead: {how.by_rules}. {how.reason}", fg="yellow")
        if how.next:
            click.echo(f"  next: {how.next}")


def _show_entries(group: GroupFlush) -> None:
    for problem in group.problems:
        click.secho(f"  nothing written: {problem}", fg="red", err=True)
    for written in group.written:
        label = click.style(f"{written.verdict:<11}", fg=_COLOURS.get(written.verdict))
        click.echo(f"  {label} {kind_word(written.kind):<11} {written.title}")
        click.echo(f"  {'':<11} {'':<11} {click.style(_origin(written), dim=True)}")
    for item in group.pending:
        label = click.style(f"{'Pending':<11}", fg="magenta")
        click.echo(f"  {label} {kind_word(item.kind):<11} {item.title}")
        origin = click.style(f"{item.reason} · pending.md · {item.id}", dim=True)
        click.echo(f"  {'':<11} {'':<11} {origin}")
    for summary in group.summaries:
        click.echo(f"  {'Summary':<11} {described(summary)}")
    for reason, count in group.rejected.items():
        click.echo(f"  {count:>3} turned down: {_REASONS.get(reason, reason)}")
    for notice in group.notices:
        click.secho(f"  note: {notice}", fg="yellow")
    if not (group.written or group.pending or group.rejected or group.problems or group.summaries):
        click.echo("  nothing new to remember")


def _origin(written: Written) -> str:
    """Who decided, who confirmed, in which note, under which id."""
    pieces = []
    if written.decided_by:
        pieces.append(f"decided by {', '.join(written.decided_by)}")
    if written.confirmed_by:
        pieces.append(f"confirmed by {', '.join(written.confirmed_by)}")
    return " · ".join([*pieces, written.file.rpartition("/")[2], written.id])


def _show_diffs(diffs: Iterable[NoteDiff]) -> None:
    for note in diffs:
        click.echo()
        for line in note.diff.split("\n"):
            click.secho(line, fg=_diff_colour(line), bold=line.startswith(("---", "+++")))


def _diff_colour(line: str) -> str | None:
    if line.startswith("@@"):
        return "cyan"
    if line.startswith("+"):
        return "green"
    return "red" if line.startswith("-") else None

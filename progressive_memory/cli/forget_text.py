"""The report of a forget on a terminal."""

from __future__ import annotations

import click

from progressive_memory.cli.flush_text import kind_word
from progressive_memory.domain.forget_report import ForgetReport, GroupForget, Lost

_SIGNS = {"gone": "-", "withdrawn": ">", "shortened": "~", "condensed": "~"}
_NOTES = {
    "withdrawn": "its words go; what it still rests on waits in pending.md",
    "shortened": "stays, less what came from there",
    "condensed": "made anew from what is left",
}
_BEYOND = (
    "Not reached: git history, the version history of a sync service, backups, File recovery of "
    "Obsidian, .trash, what a model's endpoint or an agent was shown. Clean those yourself."
)
_LISTED = 20
"""Messages of one day note that are listed; the others are counted."""


def is_something(report: ForgetReport) -> bool:
    """Whether anything goes at all."""
    return any(one.files or one.roles for one in report.groups)


def show(report: ForgetReport) -> None:
    """Print what would go, by file, and what is beyond reach."""
    for one in report.groups:
        _show_group(one)
    if not is_something(report):
        return
    click.echo("memory/flush-state.json")
    click.echo("  ~ titles and ids of it go; hashes are left, so that it does not come back")
    if report.flushes:
        click.echo(
            f"journal: goes out of what undo keeps of {', '.join(report.flushes)}; "
            "undone, those bring back the rest"
        )
    click.echo("cache: the search index is made anew; disclosures of these groups end")
    click.echo(_BEYOND)
    if report.dry_run:
        click.echo("Nothing was changed so far. It cannot be undone.")


def _show_group(one: GroupForget) -> None:
    _again(one)
    if one.files or one.roles:
        reactions = f" and {counted(one.reactions, 'reaction')}" if one.reactions else ""
        click.secho(f"{one.group}: {counted(one.messages, 'message')}{reactions}", bold=True)
    for file in one.files:
        click.echo(file.path)
        for lost in file.lost[:_LISTED]:
            click.echo(f"  {_line(lost)}")
        if len(file.lost) > _LISTED:
            click.echo(f"  … and {len(file.lost) - _LISTED} more")
    if one.roles:
        click.echo("rows of people.md, asked about apart:")
        for row in one.roles:
            click.echo(f"  {row.text}")
    _show_kept(one)


def _show_kept(one: GroupForget) -> None:
    if one.kept:
        click.echo("stays, since a person wrote it; it links there, or is a conflict copy:")
    for kept in one.kept:
        click.echo(f"  {kept.path}{f', line {kept.line}' if kept.line else ''}")
    if one.said_again:
        click.echo(f"stays, and repeats a line of it: {', '.join(one.said_again)}")
    for problem in one.problems:
        click.echo(f"  left alone: {problem}", err=True)


def _line(lost: Lost) -> str:
    what = lost.text if lost.kind in ("m", "") else f"{kind_word(lost.kind)} {lost.id}".strip()
    if lost.kind == "m" and lost.fate == "shortened":
        what = f"reaction {lost.text}"
    elif lost.kind not in ("m", "", "s"):
        what += f": {lost.text}"
    note = _NOTES.get(lost.fate, "") if lost.kind != "m" else ""
    return f"{_SIGNS[lost.fate]} {what}{f' ({note})' if note else ''}"


def tell(report: ForgetReport) -> None:
    """Print what went, in numbers only, and what still stands."""
    for one in report.groups:
        _again(one)
        lost = [lost for file in one.files for lost in file.lost if lost.kind not in ("m", "")]
        if one.files:
            parts = [counted(one.messages, "message")]
            parts += [counted(one.reactions, "reaction")] if one.reactions else []
            for fate, words in (
                ("gone", ""),
                ("withdrawn", " to pending.md"),
                ("shortened", " cut"),
            ):
                many = sum(one.fate == fate and one.kind != "s" for one in lost)
                parts += [f"{counted(many, 'entry', 'entries')}{words}"] if many else []
            many = sum(one.kind == "s" for one in lost)
            parts += [counted(many, "summary", "summaries")] if many else []
            click.echo(f"{one.group}: forgotten: {', '.join(parts)}")
        _show_kept(one)
    if is_something(report):
        click.echo(_BEYOND)


def _again(one: GroupForget) -> None:
    for given in one.again:
        click.echo(f"{given} was forgotten before")


def counted(count: int, noun: str, many: str = "") -> str:
    """A number with its noun."""
    return f"{count} {noun if count == 1 else many or noun + 's'}"

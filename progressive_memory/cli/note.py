"""`pmem note`: a script edits one note, and no other byte changes."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

import click

from progressive_memory.cli.app import TEXT_SETTINGS, opened, print_json, shared_options
from progressive_memory.cli.command_group import CommandGroup

if TYPE_CHECKING:
    from progressive_memory.domain.note_report import NoteChanged

F = TypeVar("F", bound=Callable[..., Any])

_MAX_BYTES = 4 * 1024 * 1024


def _edit_options(command: F) -> F:
    """Add NOTE, `--dry-run` and what every command has."""
    command = click.option(
        "--dry-run", is_flag=True, help="Print what would change, as a diff, and write nothing."
    )(command)
    return click.argument("note", metavar="NOTE")(shared_options(command))


@click.group("note", cls=CommandGroup)
def note() -> None:
    r"""Edit one note by what is wanted of it; every other byte stays as it is.

    NOTE is a path in the vault, with or without .md, or a name that only one note has. Each edit
    can be taken back with `pmem undo ID`; the ID is printed.

    \b
    Examples:
      pmem note set memory/groups/mobile-app status=archived
      pmem note append memory/groups/mobile-app/project --under Stack "- Kotlin 2.1"
    """


@note.command("set", context_settings=TEXT_SETTINGS)
@_edit_options
@click.argument("assignments", metavar="KEY=VALUE...", nargs=-1, required=True)
def note_set(
    note: str, assignments: tuple[str, ...], *, dry_run: bool, vault: str | None, as_json: bool
) -> None:
    r"""Set properties of NOTE: key=value, or key+=item to add to a list. One may be KEY VALUE too.

    A value is written as it stands where it reads as one value (a date, a number, a word) or one
    list in brackets, and in quotes where it would read as something else.

    \b
    Examples:
      pmem note set people/ana status=away back=2026-03-09
      pmem note set people/ana tags+=garden "team=[[teams/north]]"
      pmem note set people/ana status "on leave: until Monday"
    """
    if len(assignments) == 2 and "=" not in assignments[0]:
        assignments = (f"{assignments[0]}={assignments[1]}",)
    _show(opened(vault).note_set(note, assignments, dry_run=dry_run), as_json=as_json)


@note.command("append", context_settings=TEXT_SETTINGS)
@_edit_options
@click.argument("text", metavar="TEXT")
@click.option("--under", default="", metavar="HEADING", help="The heading; else the note's end.")
def note_append(
    note: str, text: str, *, under: str, dry_run: bool, vault: str | None, as_json: bool
) -> None:
    r"""Put TEXT into NOTE: after what stands under HEADING, or at the end. "-" reads it from stdin.

    A heading that is not there is added at the end. What stands already is not put there again.

    \b
    Examples:
      pmem note append memory/groups/mobile-app/project --under Stack "- Kotlin 2.1"
      git log -1 --format="- %s" | pmem note append changes -
    """
    if text == "-":
        text = sys.stdin.buffer.read(_MAX_BYTES).decode(errors="replace")
    memory = opened(vault)
    _show(memory.note_append(note, text, under=under, dry_run=dry_run), as_json=as_json)


@note.command("tick")
@_edit_options
@click.argument("block_id", metavar="ID")
def note_tick(note: str, block_id: str, *, dry_run: bool, vault: str | None, as_json: bool) -> None:
    r"""Tick the task of NOTE that ends in the block id ID.

    \b
    Example:
      pmem note tick memory/groups/mobile-app/attention t-20260302-aaaaaaaaaa
    """
    _show(opened(vault).note_tick(note, block_id, dry_run=dry_run), as_json=as_json)


@note.command("deprecate")
@_edit_options
@click.argument("what", metavar="ID|FILE")
def note_deprecate(
    note: str, what: str, *, dry_run: bool, vault: str | None, as_json: bool
) -> None:
    r"""Mark as [DEPRECATED] the entry of NOTE with the block id ID, or in an index note the rows of
    FILE: it stays, and is no longer handed over.

    \b
    Examples:
      pmem note deprecate memory/groups/mobile-app/experience d-20260302-aaaaaaaaaa
      pmem note deprecate memory/groups/mobile-app conventions/old.md
    """
    _show(opened(vault).note_deprecate(note, what, dry_run=dry_run), as_json=as_json)


@note.command("rename")
@_edit_options
@click.argument("new", metavar="NEW")
def note_rename(note: str, new: str, *, dry_run: bool, vault: str | None, as_json: bool) -> None:
    r"""Move NOTE to NEW; every link in the vault follows, in the form it has.

    NEW without a folder stays in the folder of NOTE; ./NEW is at the top of the vault. Links that
    showed the old name go on showing it.

    \b
    Examples:
      pmem note rename projects/apollo hermes
      pmem note rename inbox/apollo projects/apollo --dry-run
    """
    _show(opened(vault).note_rename(note, new, dry_run=dry_run), as_json=as_json)


def _show(report: NoteChanged, *, as_json: bool) -> None:
    if as_json:
        print_json(report)
        return
    if report.dry_run:
        click.echo(report.diff, nl=False)
    else:
        for path in report.changed:
            click.echo(f"  changed  {path}")
    for path in report.kept:
        click.echo(f"  kept     {path}  (saved by someone just now: look at it)", err=True)
    for link in report.unsure:
        click.echo(f"  left     {link}  (it may mean more than one note)", err=True)
    if not report.changed:
        click.echo("Nothing to do: everything stands as asked.")
    if report.undo_id:
        click.echo(f"to take it back: pmem undo {report.undo_id}")

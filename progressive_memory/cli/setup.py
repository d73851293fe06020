"""`pmem init` and `pmem group`: a vault, and the groups in it."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import click

from progressive_memory.api import Memory
from progressive_memory.cli.app import opened, print_json, print_unread, shared_options
from progressive_memory.cli.command_group import CommandGroup
from progressive_memory.cli.table import print_table
from progressive_memory.text.shell import quoted

if TYPE_CHECKING:
    from progressive_memory.domain.group import Language
    from progressive_memory.domain.group_report import GroupChanged, GroupRow

LANGUAGE = click.Choice(["zh", "en"])


@click.command()
@click.argument("directory", metavar="DIR")
@click.option(
    "--language", type=LANGUAGE, help="Language of the notes; else that of your environment."
)
@click.option("--json", "as_json", is_flag=True, help="Print the report as JSON.")
def init(directory: str, language: Language | None, *, as_json: bool) -> None:
    r"""Make DIR a vault of ours: a new folder, or an Obsidian vault that has notes already.

    Nothing that stands there is overwritten; running it again adds only what is missing.

    \b
    Example:
      pmem init team-vault --language en
    """
    if not directory.strip():
        raise click.BadParameter("name a folder", param_hint="DIR")
    report = Memory.init(directory, language or _environment_language())
    if as_json:
        print_json(report)
        return
    for path in report.created:
        click.echo(f"  created  {path}")
    for path in report.kept:
        click.echo(f"  kept     {path}")
    click.echo(
        f"The vault is ready: {report.vault}"
        if report.created
        else f"Nothing to do: {report.vault} has everything already."
    )
    there = "" if directory in {".", "./"} else f"cd {quoted(directory)} && "
    click.echo(f"next: {there}pmem group add NAME")


@click.group(cls=CommandGroup)
def group() -> None:
    r"""Add, list, show, archive and rename groups.

    \b
    Example:
      pmem group add mobile-app --room '!mob:example.org' --display-name "Mobile App"
    """


@group.command("add")
@click.argument("name", metavar="NAME")
@click.option(
    "--room",
    default="",
    metavar="ID",
    help="Map this room to the group: its id, or the key of its session in OpenClaw.",
)
@click.option("--move", is_flag=True, help="Take the room from the group it is mapped to.")
@click.option("--display-name", default="", metavar="T", help="What people call it.")
@click.option("--language", type=LANGUAGE, help="Language of its notes; else the vault's.")
@click.option("--timezone", default="", metavar="Z", help="Its time zone, an IANA name.")
@shared_options
def group_add(  # noqa: PLR0913 — one parameter an option
    name: str,
    room: str,
    display_name: str,
    language: Language | None,
    timezone: str,
    *,
    move: bool,
    vault: str | None,
    as_json: bool,
) -> None:
    r"""Add the group NAME with its notes; on a standing group, map one more room with --room.

    With --move the room is taken from the group it is mapped to: what is said from then on belongs
    to NAME, and what the other group remembers stays there. Of a room in OpenClaw, what its session
    still holds from before is handed over once more, and belongs to NAME too.

    \b
    Examples:
      pmem group add mobile-app --display-name "Mobile App" --language en
      pmem group add mobile-app --room '!second:example.org'
    """
    from progressive_memory.domain.group import NewGroup

    report = opened(vault).group_add(NewGroup(name, room, display_name, language, timezone, move))
    if as_json:
        print_json(report)
        return
    _print_changed(report)
    click.echo(f"next: pmem log chat.jsonl --group {quoted(report.group.name)}")


@group.command("list")
@shared_options
def group_list(*, vault: str | None, as_json: bool) -> None:
    r"""List the groups of the vault.

    \b
    Example:
      pmem group list
    """
    report = opened(vault).group_list()
    if as_json:
        print_json(report)
        return
    print_unread(report.problems)
    if not report.groups:
        click.echo("There are no groups yet.\nnext: pmem group add NAME")
        return
    print_table(
        ("group", "shown as", "status", "language", "time zone", "rooms"),
        [
            (
                row.name,
                row.display_name,
                row.status,
                row.language,
                row.timezone,
                ", ".join(row.rooms) or "—",
            )
            for row in report.groups
        ],
    )


@group.command("show")
@click.argument("name", metavar="NAME")
@shared_options
def group_show(name: str, *, vault: str | None, as_json: bool) -> None:
    r"""Show one group: its settings, rules, routes and notes. NAME may be a room id.

    \b
    Example:
      pmem group show mobile-app
    """
    report = opened(vault).group_show(name)
    if as_json:
        print_json(report)
        return
    _print_row(report.group)
    _print_list("hard rules", report.hard_rules)
    _print_list(
        "routes",
        tuple(
            f"{route.priority}  {route.file}  {route.trigger}"
            + (" [DEPRECATED]" if route.deprecated else "")
            for route in report.routes
        ),
    )
    _print_list("notes", report.notes)
    print_unread(report.problems)


@group.command("archive")
@click.argument("name", metavar="NAME")
@shared_options
def group_archive(name: str, *, vault: str | None, as_json: bool) -> None:
    r"""Archive a group: its notes stay, and only project.md is loaded from then on.

    \b
    Example:
      pmem group archive mobile-app
    """
    report = opened(vault).group_archive(name)
    if as_json:
        print_json(report)
        return
    _print_changed(report)


@group.command("rename")
@click.argument("old", metavar="OLD")
@click.argument("new", metavar="NEW")
@shared_options
def group_rename(old: str, new: str, *, vault: str | None, as_json: bool) -> None:
    r"""Move a group to another name; every link in the vault follows.

    Rooms stay mapped and entry ids stay as they are. A flush from before can no longer be undone.

    \b
    Example:
      pmem group rename mobile-app app
    """
    report = opened(vault).group_rename(old, new)
    if as_json:
        print_json(report)
        return
    _print_changed(report)


def _print_changed(report: GroupChanged) -> None:
    for path in report.created:
        click.echo(f"  created  {path}")
    for path in report.changed:
        if path not in report.created:
            done = "removed" if path in report.removed else "changed"
            click.echo(f"  {done}  {path}")
    for path in report.kept:
        click.echo(f"  kept     {path}  (saved by someone just now: look at its links)")
    if not report.changed:
        click.echo("Nothing to do: everything stands as asked.")
    _print_row(report.group)


def _print_row(row: GroupRow) -> None:
    shown = f" ({row.display_name})" if row.display_name != row.name else ""
    click.echo(f"{row.name}{shown}: {row.status}, {row.language}, {row.timezone}")
    click.echo(f"  memory budget  {row.memory_budget} tokens")
    click.echo(f"  rooms          {', '.join(row.rooms) or 'none'}")


def _print_list(title: str, lines: tuple[str, ...]) -> None:
    click.echo(f"{title}:" if lines else f"{title}: none")
    for line in lines:
        click.echo(f"  {line}")


def _environment_language() -> Language:
    """Chinese where the environment speaks it, else English."""
    spoken = os.environ.get("LC_ALL") or os.environ.get("LC_MESSAGES") or os.environ.get("LANG")
    return "zh" if (spoken or "").lower().startswith("zh") else "en"

"""`pmem forget`."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import click

from progressive_memory.cli import forget_text
from progressive_memory.cli.app import opened, print_json, shared_options
from progressive_memory.domain.forget_report import ForgetReport, ToForget


def _date(_: click.Context, __: click.Parameter, value: str) -> date | None:
    try:
        return date.fromisoformat(value) if value else None
    except ValueError:
        raise click.BadParameter("write the date as 2026-05-15") from None


@click.command()
@click.argument("entries", metavar="[ENTRY]...", nargs=-1)
@click.option(
    "--message", "messages", multiple=True, metavar="ID", help="A message, by block or event id."
)
@click.option("--person", metavar="NAME", default="", help="All of a person, by name or chat id.")
@click.option(
    "--since", default="", callback=_date, metavar="DATE", help="From that day on, e.g. 2026-05-12."
)
@click.option("--until", default="", callback=_date, metavar="DATE", help="To the end of that day.")
@click.option("--group", metavar="NAME", default="", help="In that group (name or room id).")
@click.option("--all", "everywhere", is_flag=True, help="In every group.")
@click.option("--dry-run", is_flag=True, help="List all that would go, by file; change nothing.")
@click.option("--yes", is_flag=True, help="Do not ask; rows of people.md about the person go too.")
@shared_options
def forget(  # noqa: PLR0913 — one parameter an option
    *,
    entries: tuple[str, ...],
    messages: tuple[str, ...],
    person: str,
    since: date | None,
    until: date | None,
    group: str,
    everywhere: bool,
    dry_run: bool,
    yes: bool,
    vault: str | None,
    as_json: bool,
) -> int:
    r"""Take something out for good. This cannot be undone.

    What goes: the messages (of each only its time and block id stay, so that links do not break),
    the entries and pending items that rest on them alone, their words in other entries and in
    summaries, the search index, and the copies that undo keeps. An ENTRY goes with the messages it
    rests on; a person with what they wrote, pressed and confirmed. It does not come back, whatever
    is undone, flushed, indexed or logged again. An entry that rests on other messages too stays, if
    those say the same; else it waits in pending.md without its words.

    What stays: what people wrote into notes by hand (lines that link to it are named), what others
    said of it, and whatever holds copies of the vault: git history, the version history of a sync
    service, backups, File recovery of Obsidian.

    \b
    Examples:
      pmem forget d-20260512-zokg4p2geo --dry-run
      pmem forget --message m-zjf36jg6rd
      pmem forget --person "@ana:example.org" --all
      pmem forget --since 2026-05-12 --until 2026-05-14 --group mobile-app
    """
    if group and everywhere:
        raise click.UsageError("use --group NAME or --all, not both")
    if as_json and not (yes or dry_run):
        raise click.UsageError("with --json, say --yes or --dry-run")
    wanted = ToForget(entries, messages, person, since, until, group, everywhere, roles=True)
    memory = opened(vault)
    first = memory.forget(wanted, dry_run=True) if dry_run or not yes else None
    if first is not None and not as_json:
        forget_text.show(first)
    if first is not None and not dry_run:
        wanted = replace(wanted, roles=_asked(first))
    report = first if first is not None and dry_run else memory.forget(wanted)
    if as_json:
        print_json(report)
    elif not dry_run:
        forget_text.tell(report)
    return 1 if any(one.problems for one in report.groups) else 0


def _asked(report: ForgetReport) -> bool:
    """Ask; returns whether the rows of people.md go too."""
    if forget_text.is_something(report):
        click.confirm("Forget this for good?", abort=True)
    rows = [row for one in report.groups for row in one.roles]
    if not rows:
        return False
    return click.confirm(f"Take the {forget_text.counted(len(rows), 'row')} out of people.md too?")

"""`pmem remember`: keep this."""

from __future__ import annotations

import click

from progressive_memory.cli.app import (
    TEXT_SETTINGS,
    group_option,
    opened,
    print_json,
    shared_options,
)

_KINDS = (
    "decision",
    "fix",
    "task",
    "blocker",
    "environment",
    "open-loop",
    "convention",
    "role",
    "rule",
)


@click.command(context_settings=TEXT_SETTINGS)
@click.argument("text")
@group_option
@click.option("--by", metavar="SENDER", help="Who says so; your login name by default.")
@click.option("--kind", type=click.Choice(_KINDS), help="What it is; else as the words say.")
@click.option("--cites", default="", metavar="ID", help="The person's message an agent rests on.")
@click.option("--everywhere", is_flag=True, help="A rule for every group (with --kind rule).")
@shared_options
def remember(  # noqa: PLR0913 — one parameter an option
    *,
    text: str,
    group: str,
    by: str | None,
    kind: str | None,
    cites: str,
    everywhere: bool,
    vault: str | None,
    as_json: bool,
) -> int:
    r"""Remember TEXT: log it as said by SENDER, and write it as an entry at once.

    What an agent notes (--by assistant) waits in pending.md for a person, unless it cites a
    person's message that says so.

    \b
    Examples:
      pmem remember --group mobile-app "we release on Thursdays"
      pmem remember --group mobile-app --kind rule "never ship on a Friday"
    """
    report = opened(vault).remember(
        group, text, by=by or _login(), kind=kind or "", cites=cites, everywhere=everywhere
    )
    from progressive_memory.cli.flush_text import exit_code, show_entries

    if as_json:
        print_json(report)
    else:
        show_entries(report)
    return exit_code(report)


def _login() -> str:
    import getpass

    return getpass.getuser()

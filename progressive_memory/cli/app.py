"""What every command shares: `--vault`, `--json`, printing a report."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, TypeVar

import click

if TYPE_CHECKING:
    from rich.console import Console

F = TypeVar("F", bound=Callable[..., Any])

TEXT_SETTINGS = {"ignore_unknown_options": True}
"""For commands with a TEXT or MESSAGE: one that starts with "-" is text (DESIGN §9)."""


def shared_options(command: F) -> F:
    """Add `--vault DIR` (passed as `vault`) and `--json` (passed as `as_json`)."""
    command = click.option(
        "--vault",
        metavar="DIR",
        help="The vault; else found upward from here, or in PROGRESSIVE_MEMORY_VAULT.",
    )(command)
    return click.option("--json", "as_json", is_flag=True, help="Print the report as JSON.")(
        command
    )


def group_option(command: F) -> F:
    """Add the required `--group` (a group's name or a room id)."""
    return click.option(
        "--group", required=True, metavar="NAME", help="The group's name, or its room id."
    )(command)


def print_unread(problems: Iterable[str]) -> None:
    """On stderr, what a reading command had to pass over."""
    for problem in problems:
        click.echo(f"not read: {problem}", err=True)


def print_json(report: object) -> None:
    """Print a report dataclass (or a mapping) as one JSON object."""
    import json
    from dataclasses import asdict, is_dataclass

    from progressive_memory.cli.streams import takes_any_letter

    value = asdict(report) if is_dataclass(report) and not isinstance(report, type) else report
    click.echo(json.dumps(value, ensure_ascii=not takes_any_letter(), default=str))


def console(*, stderr: bool = False) -> Console:
    """A rich console: colour and bars on a terminal, plain text in a pipe."""
    from rich.console import Console

    return Console(stderr=stderr, highlight=False, soft_wrap=True)

"""What every command shares: `--vault`, `--json`, printing a report."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, TypeVar

import click

if TYPE_CHECKING:
    from rich.console import Console

    from progressive_memory.api import Memory

F = TypeVar("F", bound=Callable[..., Any])

_MEMORY, _TOLD = "progressive_memory.memory", "progressive_memory.told"
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


def opened(vault: str | None) -> Memory:
    """The memory of the vault, for a command: what it puts right by itself is told at the end, on
    stderr or in the JSON.
    """
    from progressive_memory.api import Memory

    memory = Memory.open(vault)
    context = click.get_current_context()
    context.meta[_MEMORY] = memory
    context.call_on_close(lambda: _tell(context.meta, memory))
    return memory


def _tell(meta: dict[str, Any], memory: Memory) -> None:
    if not meta.get(_TOLD):
        for notice in memory.notices:
            click.echo(f"note: {notice.message}", err=True)


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
    context = click.get_current_context(silent=True)
    if context is not None and _MEMORY in context.meta and isinstance(value, dict):
        notices = [asdict(notice) for notice in context.meta[_MEMORY].notices]
        value = {**value, "notices": notices} if notices else value
        context.meta[_TOLD] = True
    click.echo(json.dumps(value, ensure_ascii=not takes_any_letter(), default=str))


def console(*, stderr: bool = False) -> Console:
    """A rich console: colour and bars on a terminal, plain text in a pipe."""
    from rich.console import Console

    return Console(stderr=stderr, highlight=False, soft_wrap=True)

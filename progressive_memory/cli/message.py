"""The MESSAGE of a reading command: its words, or standard input when there are none."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any, TypeVar

import click

F = TypeVar("F", bound=Callable[..., Any])

_MAX_BYTES = 4 * 1024 * 1024


def message_argument(command: F) -> F:
    """Add MESSAGE, passed as the tuple `words`."""
    return click.argument("words", nargs=-1, metavar="MESSAGE", type=click.UNPROCESSED)(command)


def _not_blank(context: click.Context, option: click.Parameter, value: str | None) -> str:
    if value is None:
        raise click.MissingParameter(ctx=context, param=option)
    if not value.strip():
        raise click.BadParameter("give the session an id")
    return value


def session_option(*, required: bool) -> Callable[[F], F]:
    """Add `--session`."""
    return click.option(
        "--session",
        required=required,
        default=None if required else "",
        callback=_not_blank if required else None,
        metavar="ID",
        help="The host session: limits and budget hold for all its calls.",
    )


def max_bytes_option(command: F) -> F:
    """Add `--max-bytes`."""
    return click.option(
        "--max-bytes",
        type=click.IntRange(min=0),
        default=0,
        metavar="N",
        help="Keep the text below N bytes (a harness hook takes 9500); 0 = no such limit.",
    )(command)


def spoken(words: tuple[str, ...]) -> str:
    """The message; read from standard input (at most 4 MiB) when no words were given.

    Raises:
        UsageError: no words, and nothing comes from a pipe.
    """
    said = words_or_piped(words)
    if not said:
        raise click.UsageError("Missing argument 'MESSAGE'.", click.get_current_context())
    return said


def words_or_piped(words: tuple[str, ...]) -> str:
    """The words, or without any what comes from a pipe (at most 4 MiB); "" when nothing does."""
    if words:
        return " ".join(words)
    if sys.stdin is None or sys.stdin.isatty():
        return ""
    return sys.stdin.buffer.read(_MAX_BYTES).decode(errors="replace")

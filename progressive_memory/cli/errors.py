"""Errors as sentences: what is wrong, and what to type next. The only broad catch leads here."""

from __future__ import annotations

import errno
import os
import sys
from typing import NoReturn

import click

from progressive_memory.cli.app import print_json
from progressive_memory.errors import ProgressiveMemoryError

USAGE_EXIT_CODE = 2


def exit_with(error: Exception, *, as_json: bool) -> NoReturn:
    """Print `error` on stderr (as JSON on stdout with `--json`) and exit with its code."""
    if isinstance(error, click.exceptions.Exit):
        sys.exit(error.exit_code)
    if isinstance(error, BrokenPipeError):
        _give_up_stdout()  # the reader of our pipe is gone (`pmem … | head`): say nothing more
        sys.exit(1)
    if isinstance(error, click.Abort):
        click.echo("stopped", err=True)
        sys.exit(1)
    if isinstance(error, click.exceptions.NoArgsIsHelpError) and not as_json:
        click.echo(error.message)  # the whole help: nothing went wrong that "error:" would name
        sys.exit(USAGE_EXIT_CODE)
    if _is_of_stdout(error):
        _give_up_stdout()
    code, message, next_step, exit_code = _describe(error)
    if as_json and not _is_of_stdout(error):
        try:
            print_json({"error": {"code": code, "message": message, "next": next_step}})
        except OSError:
            _give_up_stdout()
        else:
            sys.exit(exit_code)
    click.echo(f"error: {message}", err=True)
    if next_step:
        click.echo(f"next: {next_step}", err=True)
    sys.exit(exit_code)


def _is_of_stdout(error: Exception) -> bool:
    """Whether standard output itself failed: then there is nowhere to print JSON to."""
    return isinstance(error, OSError) and error.filename is None


def _give_up_stdout() -> None:
    """Let what is still buffered go nowhere: Python's own last flush would fail with exit 120."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _way_out(error: OSError) -> str:
    """What a person can do about an error of the system. Whatever was begun is finished, or never
    was, when the next command writes.
    """
    if error.errno in {errno.ENOSPC, errno.EDQUOT}:
        return "make room on the disk, then run the command again: nothing is lost"
    if error.errno in {errno.EACCES, errno.EPERM, errno.EROFS}:
        return "give yourself the right to read and write there, then run the command again"
    return "run the command again; pmem doctor shows what cannot be read"


def _describe(error: Exception) -> tuple[str, str, str, int]:
    if isinstance(error, ProgressiveMemoryError):
        return error.code, error.message, error.next_step, error.exit_code
    if isinstance(error, click.UsageError):
        from progressive_memory.cli.usage import next_step

        exit_code = USAGE_EXIT_CODE
        if error.ctx is not None:
            exit_code = getattr(error.ctx.command, "usage_exit_code", USAGE_EXIT_CODE)
        return "usage", error.format_message(), next_step(error), exit_code
    if isinstance(error, click.ClickException):
        return "error", error.format_message(), "", 1
    if isinstance(error, UnicodeEncodeError) and "surrogates" in error.reason:
        shown = error.object.encode("utf-8", "backslashreplace").decode()
        return "not_utf8", f"{shown} is not UTF-8 text", "type it again in UTF-8", USAGE_EXIT_CODE
    if isinstance(error, OSError):
        place = f"{error.filename}: " if error.filename else ""
        return "io", f"{place}{error.strerror or error}", _way_out(error), 1
    raise error  # a fault of ours: the traceback is what helps

"""`pmem recall`, `pmem route` and `pmem gate`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from progressive_memory.cli.app import (
    TEXT_SETTINGS,
    group_option,
    opened,
    print_json,
    shared_options,
)
from progressive_memory.cli.message import (
    max_bytes_option,
    message_argument,
    session_option,
    spoken,
)
from progressive_memory.cli.reasons import REASONS, stops_at_gate
from progressive_memory.errors import ProgressiveMemoryError

if TYPE_CHECKING:
    from progressive_memory.domain.route_report import RouteReport

_ROWS_EXPLAINED = 12
"""Rows that `--explain` prints; with `--json` there is no such bound."""
_GATE_EXIT_CODES = {"loaded": 0, "refused": 1, "no_memory_needed": 2}
"""Seed 003's, where every error is 1; anything else is 3: memory was needed and none was found."""


@click.command(context_settings=TEXT_SETTINGS)
@message_argument
@group_option
@session_option(required=False)
@max_bytes_option
@shared_options
def recall(
    words: tuple[str, ...],
    group: str,
    session: str,
    max_bytes: int,
    vault: str | None,
    as_json: bool,
) -> int:
    r"""Hand over the one note of a group that helps with MESSAGE, inside the group's budget.

    MESSAGE may also come on standard input. Exit code 0 also when no memory is needed, 3 when
    nothing answers, 4 when the budget is spent, 6 when the protocol refuses. With --session, what
    the session has read already is not repeated; `pmem open` is not needed.

    \b
    Example:
      pmem recall --group mobile-app "what did we decide about the database?"
    """
    message = spoken(words)
    memory = opened(vault)
    if not session and stops_at_gate(memory, group, message, as_json=as_json):
        return 0
    from progressive_memory.cli.bundle import EXIT_CODES, answer

    bundle = answer(
        lambda: memory.recall(group, message, session=session, max_bytes=max_bytes),
        memory,
        group=group,
        session=session,
        as_json=as_json,
    )
    return EXIT_CODES[bundle.outcome]


@click.command(context_settings=TEXT_SETTINGS)
@message_argument
@group_option
@max_bytes_option
@shared_options
def gate(
    words: tuple[str, ...], group: str, max_bytes: int, vault: str | None, as_json: bool
) -> int:
    r"""Recall for a hook that runs on every message: its exit code says what happened.

    0 memory printed, 1 error, 2 no memory needed, 3 memory needed but none found.

    \b
    Example:
      pmem gate --group mobile-app "thanks!"
    """
    message = spoken(words)
    try:
        return _gated(message, group, max_bytes, vault, as_json=as_json)
    except ProgressiveMemoryError as error:
        error.exit_code = _GATE_EXIT_CODES["refused"]
        raise


gate.usage_exit_code = 1  # type: ignore[attr-defined]  # seed 003: any error is 1


def _gated(message: str, group: str, max_bytes: int, vault: str | None, *, as_json: bool) -> int:
    """Print what the gate lets through; the exit code."""
    memory = opened(vault)
    if stops_at_gate(memory, group, message, as_json=as_json):
        return _GATE_EXIT_CODES["no_memory_needed"]
    from progressive_memory.cli.bundle import answer

    bundle = answer(
        lambda: memory.recall(group, message, max_bytes=max_bytes),
        memory,
        group=group,
        as_json=as_json,
    )
    return _GATE_EXIT_CODES.get(bundle.outcome, 3)


@click.command(context_settings=TEXT_SETTINGS)
@message_argument
@group_option
@session_option(required=False)
@click.option("--explain", is_flag=True, help="Show how every row of the table was weighed.")
@shared_options
def route(
    words: tuple[str, ...],
    group: str,
    session: str,
    explain: bool,
    vault: str | None,
    as_json: bool,
) -> int:
    r"""Name the one file that MESSAGE asks for, or "no memory needed".

    With --session, after `pmem open`, it decides what `load` may take next. Exit code 3 when no
    file answers.

    \b
    Example:
      pmem route --group mobile-app --explain "who owns the release?"
    """
    message = spoken(words)
    from progressive_memory.cli.bundle import EXIT_CODES

    report = opened(vault).route(group, message, session=session)
    if as_json:
        _print_json(report, explain=explain)
    else:
        _print_route(report, explain=explain)
    return EXIT_CODES[report.bundle.outcome]


def _print_json(report: RouteReport, *, explain: bool) -> None:
    from dataclasses import asdict

    weights = [asdict(weight) for weight in report.weights] if explain else []
    explained = {"explained": report.explained, "weights": weights} if explain else {}
    print_json({**asdict(report.bundle), "gate": asdict(report.gate), **explained})


def _print_route(report: RouteReport, *, explain: bool) -> None:
    bundle = report.bundle
    if bundle.route:
        click.echo(f"{bundle.route.file}  {bundle.route.priority}  {bundle.route.trigger}")
    else:
        needless = bundle.outcome == "no_memory_needed"
        said = REASONS.get(bundle.reason, bundle.reason)
        click.echo(f"no memory needed: {said}" if needless else said)
    if explain:
        _print_weights(report)


def _print_weights(report: RouteReport) -> None:
    for said in report.explained:
        click.echo(said)
    for row in report.weights[:_ROWS_EXPLAINED]:
        click.echo(f"{row.total:5.2f}  {row.file}")
        for said in row.explained:
            click.echo(f"         {said}")
    left = len(report.weights) - _ROWS_EXPLAINED
    if left > 0:
        click.echo(f"       ({left} more rows, each below these)")

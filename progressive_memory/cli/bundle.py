"""Printing a Bundle: its text alone on stdout, everything said about it on stderr."""

from __future__ import annotations

from collections.abc import Callable

import click

from progressive_memory.api import Memory
from progressive_memory.cli.app import print_json
from progressive_memory.cli.reasons import REASONS
from progressive_memory.domain.disclosure import Bundle, Outcome
from progressive_memory.errors import PathEscapesVault, ProtocolViolation

EXIT_CODES = {
    Outcome.LOADED: 0,
    Outcome.NO_MEMORY_NEEDED: 0,
    Outcome.NOT_ROUTED: 3,
    Outcome.NOT_FOUND: 3,
    Outcome.BUDGET_STOPPED: 4,
    Outcome.REFUSED: 6,
}
"""DESIGN §9."""


def answer(
    call: Callable[[], Bundle],
    memory: Memory,
    *,
    group: str = "",
    session: str = "",
    as_json: bool,
) -> Bundle:
    """Make the call and print its bundle; a refusal in JSON is a bundle too, beside the error.

    Raises:
        ProtocolViolation, PathEscapesVault: refused, when not `as_json`.
    """
    try:
        bundle = call()
    except (ProtocolViolation, PathEscapesVault) as refusal:
        if not as_json:
            raise
        bundle = memory.refused(refusal.code, group=group, session=session)
        error = {"code": refusal.code, "message": refusal.message, "next": refusal.next_step}
        print_json({**_fields(bundle), "error": error})
        return bundle
    if as_json:
        print_json(bundle)
    else:
        print_text(bundle)
    return bundle


def print_text(bundle: Bundle) -> None:
    """The text on stdout; on stderr why there is none."""
    if bundle.text:
        click.echo(bundle.text)
        return
    words = {Outcome.NO_MEMORY_NEEDED: "no memory needed: ", Outcome.NOT_FOUND: "not found: "}
    where = f" ({bundle.route.file})" if bundle.route and bundle.loaded else ""
    said = REASONS.get(bundle.reason, bundle.reason)
    click.echo(f"{words.get(bundle.outcome, '')}{said}{where}", err=True)


def _fields(bundle: Bundle) -> dict[str, object]:
    from dataclasses import asdict

    return asdict(bundle)

"""The disclosure protocol step by step: `pmem open`, `load`, `fragment`, `close`."""

from __future__ import annotations

import click

from progressive_memory.cli.app import TEXT_SETTINGS, group_option, opened, shared_options
from progressive_memory.cli.bundle import EXIT_CODES, answer
from progressive_memory.cli.message import (
    max_bytes_option,
    message_argument,
    session_option,
    spoken,
)


@click.command()
@group_option
@session_option(required=True)
@max_bytes_option
@shared_options
def open_(group: str, session: str, max_bytes: int, vault: str | None, as_json: bool) -> int:
    r"""Open a group's index for a host session: its rules and its routing table.

    A session has one group open; opening another closes the first. `route`, `load` and `fragment`
    come after it; `close` ends it.

    \b
    Example:
      pmem open --group mobile-app --session chat-1
    """
    memory = opened(vault)
    bundle = answer(
        lambda: memory.open_index(group, session=session, max_bytes=max_bytes),
        memory,
        group=group,
        session=session,
        as_json=as_json,
    )
    return EXIT_CODES[bundle.outcome]


@click.command()
@click.argument("file")
@session_option(required=True)
@max_bytes_option
@shared_options
def load(file: str, session: str, max_bytes: int, vault: str | None, as_json: bool) -> int:
    r"""Load FILE: the one the last message was routed to, or a conventions file it names.

    At most two P0–P2 files and one P3 file in a session, and one conventions file at a time.

    \b
    Example:
      pmem open --group mobile-app --session chat-1
      pmem route --group mobile-app --session chat-1 "what is blocked?"
      pmem load attention.md --session chat-1
    """
    memory = opened(vault)
    bundle = answer(
        lambda: memory.load(file, session=session, max_bytes=max_bytes),
        memory,
        session=session,
        as_json=as_json,
    )
    return EXIT_CODES[bundle.outcome]


@click.command(context_settings=TEXT_SETTINGS)
@message_argument
@session_option(required=True)
@max_bytes_option
@shared_options
def fragment(
    words: tuple[str, ...], session: str, max_bytes: int, vault: str | None, as_json: bool
) -> int:
    r"""Show the entries of experience.md that answer MESSAGE; it is never loaded whole.

    \b
    Example:
      pmem open --group mobile-app --session chat-1
      pmem fragment "push tokens" --session chat-1
    """
    question = spoken(words)
    memory = opened(vault)
    bundle = answer(
        lambda: memory.fragment(question, session=session, max_bytes=max_bytes),
        memory,
        session=session,
        as_json=as_json,
    )
    return EXIT_CODES[bundle.outcome]


@click.command()
@session_option(required=True)
@shared_options
def close(session: str, vault: str | None, as_json: bool) -> int:
    r"""End a host session's disclosure; its limits and its budget begin anew after that.

    \b
    Example:
      pmem close --session chat-1
    """
    memory = opened(vault)
    bundle = answer(lambda: memory.close(session=session), memory, session=session, as_json=as_json)
    return EXIT_CODES[bundle.outcome]

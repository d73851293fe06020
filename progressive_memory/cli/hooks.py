"""`pmem hooks`: what an agent host calls, put into it; and the calls it makes."""

from __future__ import annotations

import json
import os
import sys
from importlib import import_module
from typing import TYPE_CHECKING, BinaryIO

import click

from progressive_memory.cli.app import TEXT_SETTINGS, print_json, shared_options
from progressive_memory.cli.command_group import CommandGroup

if TYPE_CHECKING:
    from types import ModuleType

    from progressive_memory.hosts.openclaw import Call


@click.group(cls=CommandGroup)
def hooks() -> None:
    r"""Give the agents of OpenClaw the memory of their groups.

    \b
    Examples:
      pmem hooks install openclaw --dry-run
      pmem hooks install openclaw
      pmem hooks status
    """


_QUESTION = (
    "OpenClaw's own memory (its memory flush, its session-memory hook) writes what a group says "
    "into files that every other group can search. Turn both off?"
)
_HOSTS = click.Choice(["openclaw"])


@hooks.command()
@click.argument("host", type=_HOSTS)
@click.option("--dry-run", is_flag=True, help="Say what would change, and change nothing.")
@click.option("--uninstall", is_flag=True, help="Take the hooks away again.")
@click.option(
    "--own-memory",
    type=click.Choice(["ask", "off", "keep"]),
    default="ask",
    show_default=True,
    help="What becomes of OpenClaw's own memory, which writes what groups say where all of them "
    "can find it: its memory flush and its session-memory hook.",
)
@shared_options
def install(
    *,
    host: str,  # noqa: ARG001 — there is one so far
    dry_run: bool,
    uninstall: bool,
    own_memory: str,
    vault: str | None,
    as_json: bool,
) -> None:
    r"""Copy the hooks into OpenClaw, note where `pmem` and the vault are, and enable them by name.

    OpenClaw is found by OPENCLAW_STATE_DIR, else in ~/.openclaw, and `openclaw` has to be on PATH.
    Its settings file is copied first; no other setting is touched. Done again it changes nothing,
    or brings in what is new, for the same vault where no other is named or found.

    \b
    Examples:
      pmem hooks install openclaw --dry-run
      pmem hooks install openclaw --own-memory off
      pmem hooks install openclaw --uninstall
    """
    from progressive_memory.adapters.openclaw_host import OpenClawHost
    from progressive_memory.cli.hooks_text import show_install
    from progressive_memory.hosts import openclaw
    from progressive_memory.hosts.openclaw_settings import writes_elsewhere

    there = OpenClawHost(os.environ)
    if uninstall:
        report = openclaw.uninstall(there, dry_run=dry_run)
    else:
        call = _call(vault, there.noted().get("vault"))
        if own_memory == "ask":
            asks = not dry_run and sys.stdin.isatty() and not openclaw.keeps_own_memory(there)
            own_memory = _asked() if asks and writes_elsewhere(there) else ""
        report = openclaw.install(there, call, own_memory=own_memory, dry_run=dry_run)
    print_json(report) if as_json else show_install(report)


@hooks.command()
@shared_options
def status(*, vault: str | None, as_json: bool) -> int:  # noqa: ARG001 — as every command has it
    r"""Show how the hooks stand in OpenClaw: their files, whether they are enabled, when they were
    last at work and what came of it. Exit code 1 when something is to be seen to.

    \b
    Example:
      pmem hooks status
    """
    from progressive_memory.adapters.openclaw_host import OpenClawHost
    from progressive_memory.cli.hooks_text import show_status
    from progressive_memory.hosts import openclaw

    report = openclaw.status(OpenClawHost(os.environ))
    print_json(report) if as_json else show_status(report)
    return 1 if report.problems else 0


@hooks.command("take-in")
@click.argument("lines", type=click.File("rb"), default="-")
@click.option("--room", required=True, metavar="ID", help="The room's id; a new one gets a group.")
@click.option("--display-name", default="", metavar="T", help="What the room is called.")
@click.option(
    "--trigger",
    type=click.Choice(["remem", "precompact"]),
    default="remem",
    show_default=True,
    help="What asked for it.",
)
@click.option("--session", default="", metavar="KEY", help="The host session it was asked for in.")
@click.option(
    "--answer",
    metavar="JSON",
    help="The words of a command, as a JSON list, that is called with the answer as its last word; "
    "- prints the answer.",
)
@shared_options
def take_in(  # noqa: PLR0913 — one parameter an option
    *,
    lines: BinaryIO,
    room: str,
    display_name: str,
    trigger: str,
    session: str,
    answer: str | None,
    vault: str | None,
    as_json: bool,
) -> int:
    r"""Log the canonical lines of a room (a file, or standard input), flush its group, and say in
    the room what came of it. The hooks call this; the same lines twice are written once.

    \b
    Example:
      pmem hooks take-in lines.jsonl --room '!abc:example.org' --display-name "Mobile App"
    """
    taking = _program("taking")
    shown = answer == "-"
    wanted = taking.Wanted(
        room, display_name, trigger, session, () if shown else _words(answer), returned=shown
    )
    taken = taking.take_in(vault, wanted, lines)
    if as_json:
        print_json(taken)
    elif shown:
        click.echo(taken.answer)
    else:
        done = f"{taken.logged} logged, {taken.written} written, {taken.pending} waiting"
        click.echo(f"{taken.group}: {done}")
    if taken.problem and not as_json:
        click.echo(f"not written: {taken.problem}", err=True)
    return 0 if taken.group else 1


@hooks.command("group-note")
@click.option("--room", required=True, metavar="ID", help="The room's id.")
@shared_options
def group_note(*, room: str, vault: str | None, as_json: bool) -> None:
    r"""Print the entrance of a room's group as it goes into the prompt of the group's turns: hard
    rules, routes, how fresh it is; nothing for a room that has no group.

    \b
    Example:
      pmem hooks group-note --room '!abc:example.org'
    """
    note = _program("group_note").group_note(vault, room)
    if as_json:
        print_json(note)
    else:
        click.echo(note.text, nl=False)


@hooks.command(context_settings=TEXT_SETTINGS)
@click.argument("verb", type=click.Choice(["recall", "why", "pending"]))
@click.argument("words", nargs=-1, type=click.UNPROCESSED)
@click.option("--room", required=True, metavar="ID", help="The room it is asked in.")
@shared_options
def answer(
    *, verb: str, words: tuple[str, ...], room: str, vault: str | None, as_json: bool
) -> None:
    r"""Print what a room's memory answers to people: `recall QUESTION`, `why ID`, `pending`. Only
    the room's own group is read.

    \b
    Example:
      pmem hooks answer --room '!abc:example.org' recall which database?
    """
    text = _program("answering").answer(vault, room, verb, " ".join(words))
    if as_json:
        print_json({"text": text})
    else:
        click.echo(text)


@hooks.command()
@shared_options
def serve(*, vault: str | None, as_json: bool) -> None:  # noqa: ARG001 — as every command has it
    r"""Stay, and answer the commands that read (recall, load, fragment, open, hooks answer), one a
    line on standard input ({"id": 1, "words": ["recall", …]}), until that ends. The plugin asks it,
    for a command of its own would start Python anew for each question.

    \b
    Example:
      pmem hooks serve < requests.jsonl
    """
    from progressive_memory.cli.hooks_serve import serve as answer_all

    def write(line: str) -> None:
        sys.stdout.write(line)
        sys.stdout.flush()

    if vault:
        os.environ["PROGRESSIVE_MEMORY_VAULT"] = vault
    answer_all(sys.stdin.buffer, write)


def _asked() -> str:
    return "off" if click.confirm(_QUESTION, err=True) else "keep"


def _program(name: str) -> ModuleType:
    """By name: the package knows no bot, and a bot is a program beside it."""
    return import_module(f"progressive_memory.bots.openclaw.{name}")


def _words(answer: str | None) -> tuple[str, ...]:
    """The words of `--answer`.

    Raises:
        BadParameter: it is no JSON list of words.
    """
    if answer is None:
        return ()
    try:
        words = json.loads(answer)
    except ValueError:
        words = None
    if not isinstance(words, list) or not all(isinstance(word, str) for word in words):
        raise click.BadParameter(
            'a JSON list of words is needed, such as ["echo"]', param_hint="--answer"
        )
    return tuple(words)


def _call(vault: str | None, noted: object) -> Call:
    """How the hooks are to call us, for the vault that is named or found; else for the one they
    have `noted`.

    Raises:
        VaultNotFound: there is no vault there.
    """
    from progressive_memory.adapters.openclaw_sessions import link
    from progressive_memory.bootstrap import find_vault, open_ports
    from progressive_memory.cli.own_call import own_command, own_environment
    from progressive_memory.errors import VaultNotFound
    from progressive_memory.hosts.openclaw import Call

    try:
        root = find_vault(vault)
    except VaultNotFound:
        if vault or not isinstance(noted, str):
            raise
        root = find_vault(noted)
    data = str(open_ports(root).data_folder)
    return Call(own_command(), str(root), own_environment(), data, link.found(os.environ))

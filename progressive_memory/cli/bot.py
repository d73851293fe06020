"""`pmem bot`: the bot's account on a chat."""

from __future__ import annotations

import sys
from importlib import import_module

import click

from progressive_memory.api_live import log_in_bot
from progressive_memory.cli.app import print_json, shared_options
from progressive_memory.cli.command_group import CommandGroup

_KEYS = {
    "none": "Encrypted rooms stay closed: they need a login by password, and "
    "pip install 'progressive-memory[e2e]'.",
    "signed": "Encrypted rooms are open, and the account vouches for this device. Back up the "
    "whole folder: the login is nothing without its keys.",
    "foreign": "Encrypted rooms are open, but the account has signing keys that are not ours: "
    "members who share their keys with verified devices alone are not heard.\n"
    "next: pmem bot login --new-signing-keys",
    "failed": "Encrypted rooms are open, but the server would not let the account vouch for this "
    "device; the bot tries again when it starts.",
}


@click.group(cls=CommandGroup)
def bot() -> None:
    r"""Log the bot in to its chat, and run it.

    \b
    Examples:
      pmem bot login
      pmem bot matrix
    """


_config = click.option(
    "--config", metavar="FILE", help="A settings file whose [matrix] goes before the vault's."
)


@bot.command("login")
@_config
@click.option(
    "--new-signing-keys",
    is_flag=True,
    help="Where the account has signing keys of an installation that is gone, put new ones in "
    "their place; who has verified the bot has to do so again.",
)
@shared_options
def bot_login(
    *, config: str | None, new_signing_keys: bool, vault: str | None, as_json: bool
) -> None:
    r"""Log in once as the account that `[matrix]` names; the login is kept in the data folder.

    The access token comes from the environment variable MATRIX_TOKEN, else the password from
    MATRIX_PASSWORD, else you are asked.

    \b
    Example:
      pmem bot login
    """
    report = log_in_bot(vault, _asked_password, config, new_signing_keys=new_signing_keys)
    if as_json:
        print_json(report)
        return
    click.echo(f"Logged in as {report.user_id} on {report.homeserver} (device {report.device_id}).")
    click.echo(f"The login is kept in {report.kept_in}: it is as good as a password.")
    click.echo(_KEYS[report.keys])


@bot.command("matrix")
@_config
@shared_options
def bot_matrix(*, config: str | None, vault: str | None, as_json: bool) -> None:
    r"""Run the Matrix bot until it is stopped (Ctrl-C, SIGTERM): it keeps the log of its rooms,
    answers commands, and flushes by the schedule.

    What has to go on after a crash is kept in the data folder; one bot runs on a vault at a time.
    What it does stands on standard error, with --json one object a line; never what people say.

    \b
    Example:
      pmem bot matrix --vault ~/team-vault
    """
    # By name: the package knows no bot, and a bot is a program beside it.
    program = import_module("progressive_memory.bots.matrix.program")
    program.run(vault, config, as_json=as_json)


def _asked_password(user: str) -> str:
    """What is typed at a terminal; "" where there is none."""
    if not sys.stdin.isatty():
        return ""
    return str(click.prompt(f"Password of {user}", hide_input=True, err=True))

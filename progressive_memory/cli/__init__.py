"""The command line: flags in, one call into `api`, one renderer out.

Commands are imported when they are run: a hook is a cold process at every message.
"""

from __future__ import annotations

import gc
import sys
from importlib import import_module
from typing import NoReturn

gc.set_threshold(100_000, 20, 20)  # importing makes no garbage; looking for it costs a hook 5 %

import click  # noqa: E402

from progressive_memory import __version__  # noqa: E402
from progressive_memory.cli import streams  # noqa: E402
from progressive_memory.cli.command_group import CommandGroup  # noqa: E402
from progressive_memory.cli.errors import exit_with  # noqa: E402

COMMANDS: dict[str, str] = {
    "init": "setup",
    "group": "setup",
    "log": "log",
    "flush": "flush",
    "rollup": "rollup",
    "remember": "remember",
    "pending": "pending",
    "why": "why",
    "forget": "forget",
    "note": "note",
    "recall": "recall",
    "route": "recall",
    "gate": "recall",
    "search": "search",
    "open": "disclose",
    "load": "disclose",
    "fragment": "disclose",
    "close": "disclose",
    "reindex": "search",
    "bot": "bot",
    "history": "undo",
    "undo": "undo",
    "report": "report",
    "status": "status",
    "doctor": "status",
    "cron": "cron",
    "hooks": "hooks",
}
"""Command name → module of `progressive_memory.cli` that holds it as a function of that name
(`-` written `_`, with a trailing `_` where Python needs one)."""


class LazyGroup(CommandGroup):
    """A group that knows its commands by name and imports only the one that is run."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        """Names in the order of the table."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        """The command, imported now; None when there is no such command."""
        if cmd_name not in COMMANDS:
            return None
        module = import_module(f"progressive_memory.cli.{COMMANDS[cmd_name]}")
        name = cmd_name.replace("-", "_")
        command = getattr(module, name, None) or getattr(module, name + "_")
        assert isinstance(command, click.Command)  # noqa: S101 — the table is ours
        return _with_examples_as_typed(command)


def _with_examples_as_typed(command: click.Command) -> click.Command:
    """The command, with click's mark for "do not re-wrap" in its help.

    A docstring with a backslash has to be a raw one, and there the mark is two characters.
    """
    command.help = command.help and command.help.replace("\\b\n", "\b\n")
    for inner in getattr(command, "commands", {}).values():
        _with_examples_as_typed(inner)
    return command


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["--help"]})
@click.version_option(__version__, prog_name="pmem")
def cli() -> None:
    r"""Long-term memory for group chats, kept as Markdown in an Obsidian vault.

    \b
    A first memory:
      pmem init team-vault --language en
      cd team-vault
      pmem group add mobile-app --display-name "Mobile App"
      pmem log chat.jsonl --group mobile-app
      pmem flush --group mobile-app
      pmem recall --group mobile-app "what did we decide about the database?"
    """


_with_examples_as_typed(cli)


def main(args: list[str] | None = None) -> NoReturn:
    """Run `pmem` and exit with the codes of DESIGN §9."""
    words = sys.argv[1:] if args is None else args
    streams.settle()
    try:
        code = cli.main(words, prog_name="pmem", standalone_mode=False)
    except Exception as error:  # noqa: BLE001 — the one place that turns any error into a sentence
        exit_with(error, as_json="--json" in words)
    sys.exit(code if isinstance(code, int) else 0)

"""What to type after a command that was typed wrongly."""

from __future__ import annotations

import re

import click

from progressive_memory.text.shell import quoted

_EXTRA = re.compile(r"extra argument \((.+)\)$")

_MEANT = {
    "pmem import": "pmem log FILE --group NAME",
    "pmem add": "pmem group add NAME",
    "pmem groups": "pmem group list",
    "pmem ask": "pmem recall --group NAME MESSAGE",
    "pmem redo": "pmem flush --redo FLUSH_ID; pmem history shows which",
    "pmem help": "pmem --help",
    "pmem install": "pmem hooks install openclaw",
    "pmem uninstall": "pmem hooks install openclaw --uninstall",
    "pmem openclaw": "pmem hooks install openclaw",
    "pmem hooks uninstall": "pmem hooks install openclaw --uninstall",
    "pmem group remove": "pmem group archive NAME",
    "pmem group delete": "pmem group archive NAME",
}
"""Words that people try → what does it here."""

_AFTER = {"--vault": " DIR", "--group": " NAME", "--json": ""}
"""Options that stand after the command, and what they take."""


def next_step(error: click.UsageError) -> str:
    """What to type instead, or the help of the command that was meant."""
    context = error.ctx
    if context is None:
        return "pmem --help"
    path = context.command_path
    if isinstance(error, click.NoSuchOption) and isinstance(context.command, click.Group):
        named = error.option_name
        if named in _AFTER:
            return f"{named} stands after the command: {path} COMMAND {named}{_AFTER[named]}"
    if isinstance(error, click.MissingParameter):
        groups = "; pmem group list shows the names" if _is(error, "group") else ""
        return f"{_as_typed(context)}{groups}"
    if isinstance(context.command, click.Group):
        return _MEANT.get(f"{path} {getattr(error, 'command_name', '')}", f"{path} --help")
    extra = _EXTRA.search(error.message)
    takes_group = any(each.name == "group" for each in context.command.params)
    if extra and takes_group and not context.params.get("group"):
        return f"{path} --group {quoted(extra[1])}, where that is a group; {path} --help"
    return f"{path} --help"


def _is(error: click.MissingParameter, name: str) -> bool:
    return error.param is not None and error.param.name == name


def _as_typed(context: click.Context) -> str:
    """The command with all that it needs."""
    words = [context.command_path]
    for each in context.command.params:
        if not each.required:
            continue
        shown = each.make_metavar(context).strip("{}")
        words.append(f"{each.opts[0]} {shown}" if isinstance(each, click.Option) else shown)
    return " ".join(words)

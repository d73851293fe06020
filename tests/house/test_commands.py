"""Every command says what it does, shows an example, and stands in docs/commands.md."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from progressive_memory.cli import cli

ROOT = Path(__file__).resolve().parents[2]
WITHOUT_VAULT = {"pmem init"}


def commands(group: click.Group, name: str) -> Iterator[tuple[str, click.Command]]:
    context = click.Context(group)
    for word in group.list_commands(context):
        command = group.get_command(context, word)
        assert command is not None, word
        yield f"{name} {word}", command
        if isinstance(command, click.Group):
            yield from commands(command, f"{name} {word}")


ALL = dict(commands(cli, "pmem"))
RUN = {name: command for name, command in ALL.items() if not isinstance(command, click.Group)}


@pytest.mark.parametrize("name", ALL)
def test_help_shows_an_example(name: str) -> None:
    text = ALL[name].help or ""

    assert re.search(r"Examples?:", text), text
    assert re.search(rf"^\s*{name}( |$)", text, re.MULTILINE), text


@pytest.mark.parametrize("name", ["pmem", *ALL])
def test_no_sentence_of_a_help_is_cut(name: str) -> None:
    shown = CliRunner().invoke(cli, [*name.split()[1:], "--help"]).output

    assert [] == re.findall(r"^(?!Usage:).*[^\]]\.\.\.$", shown, re.MULTILINE)


@pytest.mark.parametrize("name", ALL)
def test_an_example_stands_in_a_line_of_its_own(name: str) -> None:
    shown = CliRunner().invoke(cli, [*name.split()[1:], "--help"]).output

    assert re.search(rf"^ +{name}( |$)", shown, re.MULTILINE), shown
    assert "\\b" not in shown


@pytest.mark.parametrize("name", RUN)
def test_it_has_the_shared_options_and_no_one_letter_options(name: str) -> None:
    options = {option for parameter in RUN[name].params for option in parameter.opts}
    expected = {"--json"} if name in WITHOUT_VAULT else {"--json", "--vault"}

    assert expected <= options
    assert [] == [option for option in options if re.fullmatch(r"-\w", option)]


@pytest.mark.parametrize("name", RUN)
def test_every_option_has_help(name: str) -> None:
    options = [p for p in RUN[name].params if isinstance(p, click.Option)]

    assert [] == [option.name for option in options if not option.help]


@pytest.mark.parametrize("name", RUN)
def test_it_stands_in_the_list_of_commands(name: str) -> None:
    text = (ROOT / "docs" / "commands.md").read_text(encoding="utf-8")

    assert re.search(rf"`{re.escape(name)}( [^`]*)?`", text)

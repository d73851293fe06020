"""The texts that make a machine call `pmem cron due`: a crontab line, systemd units. Pure.

They are made from the files of `cron/`; quoting is that of crontab(5) and systemd.service(5).
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from shlex import quote

from progressive_memory.text import cron_lines

_HOUR = 60
_QUARTER = 15
"""Zones lie whole quarters of an hour apart."""


@dataclass(frozen=True)
class Call:
    """What is to be called: the words of `pmem`, for which vault, with which environment."""

    command: tuple[str, ...]
    vault: str
    vault_id: str
    environment: Mapping[str, str]
    minutes: frozenset[int]


def minutes_of(lines: Iterable[str]) -> frozenset[int]:
    """The minutes of the hour at which a slot of these lines can fall, whatever the zone."""
    named = frozenset(minute for line in lines for minute in cron_lines.minutes(line))
    return frozenset(
        (minute + shift) % _HOUR for minute in named for shift in range(0, _HOUR, _QUARTER)
    )


def crontab_line(template: str, call: Call) -> str:
    """The line of a crontab, without a newline."""
    words = [f"{name}={value}" for name, value in sorted(call.environment.items())]
    command = " ".join(quote(word) for word in call.command)
    if words:
        command = " ".join(["env", *map(quote, words), command])
    return _filled(
        template.rstrip("\n"),
        MINUTES=_minutes(call.minutes, "*", ""),
        COMMAND=command.replace("%", r"\%"),
        VAULT=quote(call.vault).replace("%", r"\%"),
        ID=call.vault_id,
    )


def openclaw_line(template: str, call: Call) -> str:
    """The command that makes the job in OpenClaw, as a shell takes it, without a newline."""
    named = [f"{name}={value}" for name, value in sorted(call.environment.items())]
    words = [*(["env", *named] if named else []), *call.command]
    words += ["cron", "due", "--quiet", "--vault", call.vault]
    return _filled(
        template.rstrip("\n"),
        MINUTES=_minutes(call.minutes, "*", ""),
        ARGV=quote(json.dumps(words, ensure_ascii=False)),
        ID=call.vault_id,
    )


def with_line(crontab: str, line: str, vault_id: str) -> str:
    """The crontab with this vault's line replaced by `line`, or that added; "" takes it out."""
    mark = f"# pmem cron {vault_id}"
    lines = crontab.split("\n")
    if not lines[-1]:
        lines.pop()
    places = [at for at, one in enumerate(lines) if one.rstrip().endswith(mark)]
    kept = [one for at, one in enumerate(lines) if at not in places]
    if line:
        kept.insert(places[0] if places else len(kept), line)
    return "".join(f"{one}\n" for one in kept)


def unit(template: str, call: Call) -> str:
    """A systemd unit."""
    environment = "\n".join(
        f"Environment={_unit_word(f'{name}={value}')}"
        for name, value in sorted(call.environment.items())
    )
    filled = _filled(
        template,
        MINUTES=_minutes(call.minutes, "*", "02"),
        COMMAND=" ".join(map(_unit_word, call.command)),
        VAULT=_unit_word(call.vault),
        ENVIRONMENT=environment,
        ID=call.vault_id,
    )
    return filled.replace("\n\nExecStart", "\nExecStart")


def _minutes(minutes: frozenset[int], every: str, form: str) -> str:
    if len(minutes) == _HOUR:
        return every
    return ",".join(format(minute, form) for minute in sorted(minutes))


def _unit_word(word: str) -> str:
    """One word as systemd reads it back: no variable, no specifier, one argument."""
    escaped = word.replace("\\", "\\\\").replace('"', '\\"').replace("$", "$$").replace("%", "%%")
    return f'"{escaped}"'


def _filled(template: str, **words: str) -> str:
    """The template with its words filled in; what is filled in is not looked at again."""
    pieces = template.split("@")
    return "".join(
        words.get(piece, f"@{piece}@") if at % 2 else piece for at, piece in enumerate(pieces)
    )

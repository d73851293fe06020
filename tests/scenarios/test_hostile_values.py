"""Every command × every hostile value in each place where it takes a word of the caller's.

It ends with a right result or with a refusal that names a next step; nothing outside the vault is
read or changed, and no name is made that some disk could not carry. A run tries every value and
every command, and of their pairs a part; `HOSTILE_VALUES=all` tries every pair.
"""

from __future__ import annotations

import json
import os
import shlex
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from tests.scenarios.hostile_values import SECRET, VALUES, Done, HostileRoom

COMMANDS = (
    "status --vault {}",
    "group add {}",
    "group add {} --room {}",
    "group add annex --room {}",
    "group add annex --display-name {}",
    "group add annex --timezone {}",
    "group show {}",
    "group archive {}",
    "group rename harbour {}",
    "group rename {} annex",
    "log {} --group harbour",
    "log - --group {}",
    "flush --group {}",
    "flush --group harbour --session {}",
    "flush --redo {}",
    "rollup --group {}",
    "remember {} --group harbour --by ana",
    "remember {} --group harbour --by ana --kind rule",
    "remember {} --group harbour --by ana --kind convention",
    "remember {} --group harbour --by ana --kind role",
    "remember --group harbour 'we sail on Mondays' --by {}",
    "remember --group harbour 'we sail on Mondays' --cites {}",
    "remember --group {} 'we sail on Mondays'",
    "pending list --group {}",
    "pending accept {}",
    "pending reject {}",
    "why {}",
    "why d-20260515 --group {}",
    "forget {} --yes",
    "forget --message {} --yes",
    "forget --person {} --all --yes",
    "forget --since {} --all --yes",
    "forget --since 2026-05-01 --until {} --all --yes",
    "forget --person @bo:x --group {} --yes",
    "note set {} a=b",
    "note set people/ana {}=x",
    "note set people/ana state={}",
    "note set people/ana state {}",
    "note set people/ana tags+={}",
    "note append {} '- text'",
    "note append people/ana {}",
    "note append people/ana '- text' --under {}",
    "note tick {} t1",
    "note tick people/ana {}",
    "note deprecate {} t1",
    "note deprecate people/ana {}",
    "note deprecate memory/groups/harbour {}",
    "note rename people/ana {}",
    "note rename people/ana people/{}",
    "note rename {} people/bo",
    "recall {} --group harbour",
    "recall 'order store' --group {}",
    "recall 'order store' --group harbour --session {}",
    "route {} --group harbour --session s",
    "route 'order store' --group {}",
    "gate {} --group harbour",
    "gate 'order store' --group {}",
    "search {} --group harbour",
    "search {} --group harbour --log",
    "search store --group {}",
    "search store --group harbour --who {}",
    "search store --group harbour --since {}",
    "search store --group harbour --kind {}",
    "open --group {} --session s",
    "open --group harbour --session {}",
    "load {} --session s",
    "load project.md --session {}",
    "fragment {} --session s",
    "fragment store --session {}",
    "close --session {}",
    "reindex --group {}",
    "undo {}",
    "cron due --vault {}",
    "cron next --vault {}",
    "cron install {} --dry-run",
)
"""`{}` is where the value goes."""

_WITH_A_SESSION = ("load {}", "fragment {}")
_IN_MEMORY = Path("/dev/shm")
_BAD_ENDS = (1, 2, 5, 6)


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    """A folder in memory, where there is one: the vault is put back some thousand times."""
    if not _IN_MEMORY.is_dir():
        yield tmp_path
        return
    with TemporaryDirectory(dir=_IN_MEMORY) as made:
        yield Path(made)


@pytest.fixture
def room(folder: Path, monkeypatch: pytest.MonkeyPatch) -> HostileRoom:
    monkeypatch.setenv("PROGRESSIVE_MEMORY_DATA", str(folder / "live/data"))
    monkeypatch.setenv("PROGRESSIVE_MEMORY_CACHE", str(folder / "live/cache"))
    monkeypatch.setenv("PROGRESSIVE_MEMORY_VAULT", str(folder / "live/vault"))
    monkeypatch.setenv("HOME", str(folder / "outside"))
    made = HostileRoom(folder)
    monkeypatch.chdir(made.here)
    return made


@pytest.mark.parametrize("command", COMMANDS)
def test_a_hostile_value_is_taken_or_refused_with_a_next_step(
    command: str, room: HostileRoom
) -> None:
    wrong = []
    for name in _tried(COMMANDS.index(command)):
        room.fresh()
        words = [word.replace("{}", room.value(name)) for word in shlex.split(command)]
        if name == "NUL" and command.startswith("log {}"):
            continue  # no system hands one over in a command line
        if command.startswith(_WITH_A_SESSION):
            room.run(["open", "--group", "harbour", "--session", "s"])
        wrong += [f"{name}: {what}" for what in _wrongs(room, words)]

    assert wrong == []


def _tried(number: int, share: int = 8) -> list[str]:
    """The values that one test tries: other ones for each `number`, of `share` parts one."""
    if os.environ.get("HOSTILE_VALUES") == "all":
        return list(VALUES)
    return list(VALUES)[number % share :: share]


def _wrongs(room: HostileRoom, words: list[str]) -> list[str]:
    try:
        done = room.run(words)
    except Exception as error:  # noqa: BLE001 — a traceback is what is looked for
        return [f"{type(error).__name__}: {error}"[:300]]
    found = list(room.wrongs())
    if (
        done.code in _BAD_ENDS
        and not _needs_no_memory(words, done)
        and not ("error: " in done.err and "\nnext: " in done.err)
    ):
        found.append(f"ends with {done.code} without a next step: {done.err[-300:]!r}")
    if done.code not in (0, 3, 4, *_BAD_ENDS):
        found.append(f"ends with {done.code}")
    if SECRET in done.out + done.err:
        found.append("shows what stands outside the vault")
    return found


def _needs_no_memory(words: list[str], done: Done) -> bool:
    """`gate` has exit codes of its own."""
    return words[0] == "gate" and done.err.startswith("no memory needed: ")


_FIELDS = ("event_id", "sender", "text", "sender_name", "reply_to", "thread", "replaces", "ts")


@pytest.mark.parametrize("field", _FIELDS)
def test_a_message_with_a_hostile_field_is_logged_and_flushed_or_named(
    field: str, room: HostileRoom
) -> None:
    wrong = []
    for name in _tried(_FIELDS.index(field), 4):
        room.fresh()
        said = {
            "event_id": "$e9",
            "ts": "2026-05-15T10:00:00Z",
            "sender": "@ana:x",
            "text": "We decided to use SQLite for the cache.",
            field: room.value(name),
        }
        logged = room.run(["log", "-", "--group", "harbour"], json.dumps(said).encode())
        if logged.code not in (0, 1) or (logged.code == 1 and "line 1: " not in logged.err):
            wrong.append(f"{name}: log ends with {logged.code}: {logged.err[-300:]!r}")
        for words in (["flush", "--group", "harbour"], ["recall", "--group", "harbour", "cache?"]):
            wrong += [f"{name}: {words[0]}: {what}" for what in _wrongs(room, words)]
        problems = room.run(["doctor", "--json"]).out
        made = [
            problem
            for problem in json.loads(problems)["problems"]
            if "leak" not in str(problem) and "away" not in str(problem)
        ]
        wrong += [f"{name}: doctor: {problem}"[:300] for problem in made]

    assert wrong == []


_SAID = (
    "I propose that I update the RFC by Friday.",
    "I'll fix the pump, and I've booked the crane for my team.",
    "We decided that I am the owner of the release.",
    "Please send me the report by Monday.",
    "给我一份进度小结，周五之前。",
    "我来负责备份脚本，明天完成。",
    "我们决定用 PostgreSQL 存订单。",
    "TODO: I'd write the restore script myself",
    "My role is harbour master.",
    "ABC-12: please assign it to me",
)
_NAMES = ("..\\x", "\\1", "\\g<name>", "{0}", "{name}", "%s", "$1", "(?P<a>", "[", "I", "me", "我")


@pytest.mark.parametrize("name", _NAMES)
def test_a_name_that_would_act_in_a_pattern_or_a_template_is_a_name(
    name: str, room: HostileRoom
) -> None:
    lines = [
        {
            "event_id": f"$n{number}",
            "ts": f"2026-05-16T09:{number:02}:00Z",
            "sender": ("@ana:x", name)[number % 2],
            "sender_name": ("ana", name)[number % 2],
            "text": ("+1, ok, 好的", said)[number % 2],
            "reply_to": f"$n{number - 1}" if number % 2 == 0 else "",
        }
        for number, said in enumerate((each for said in _SAID for each in (said, said)), start=1)
    ]
    piped = b"\n".join(json.dumps(line).encode() for line in lines)

    assert 0 == room.run(["log", "-", "--group", "harbour"], piped).code
    flushed = room.run(["flush", "--group", "harbour", "--json"])
    assert 0 == flushed.code
    written = json.loads(flushed.out)["groups"][0]
    assert (
        any(name in one.get("decided_by", ()) for one in written["written"]) or written["pending"]
    )


@pytest.mark.parametrize("field", [name for name in _FIELDS if name != "ts"])
def test_half_a_pair_of_a_letter_in_one_line_keeps_no_other_from_the_log(
    field: str, room: HostileRoom
) -> None:
    said = {"event_id": "$h1", "ts": "2026-05-16T10:00:00Z", "sender": "@ana:x", "text": "hello"}
    lines = [{**said, field: "a\udcffb"}, {**said, "event_id": "$h2", "text": "and more"}]

    done = room.run(
        ["log", "-", "--group", "harbour", "--json"],
        b"\n".join(json.dumps(line).encode() for line in lines),
    )

    assert 0 == done.code
    assert 2 == json.loads(done.out)["logged"]

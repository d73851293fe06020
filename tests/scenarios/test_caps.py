"""Files that somebody made too long or too deep: every command answers or names them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from string import ascii_lowercase
from tempfile import TemporaryDirectory

import pytest

from progressive_memory.vault.yaml_block import MAX_CHARACTERS
from tests.scenarios.hostile_values import HostileRoom

_IN_MEMORY = Path("/dev/shm")
_READS = (
    ["status"],
    ["recall", "--group", "harbour", "what about the order store?"],
    ["gate", "--group", "harbour", "what about the order store?"],
    ["search", "store", "--group", "harbour"],
    ["pending", "list"],
    ["flush", "--group", "harbour"],
)
_DEEP = "[" * 100_000
_DEEP_CLOSED = f"{_DEEP}{']' * 100_000}"


@pytest.fixture
def room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[HostileRoom]:
    with TemporaryDirectory(dir=_IN_MEMORY if _IN_MEMORY.is_dir() else tmp_path) as folder:
        for name in ("data", "cache", "vault"):
            monkeypatch.setenv(f"PROGRESSIVE_MEMORY_{name.upper()}", f"{folder}/live/{name}")
        yield HostileRoom(Path(folder))


def _bomb(link: str) -> str:
    """Nine times nine times … as much, were the aliases followed one by one."""
    lines = ["a: &a {x: 1}"]
    for one, two in pairwise(ascii_lowercase[:21]):
        lines.append(f"{two}: &{two} " + link.format(", ".join([f"*{one}"] * 9)))
    return "\n".join(lines)


_PROPERTIES = {
    "1,000 lists in lists": (f"k: {'[' * 1_000}{']' * 1_000}", "nested too deeply"),
    "1,000 mappings": ("\n".join(f"{'  ' * n}k:" for n in range(1_000)), "more than 100,000"),
    "lists never closed": (f"k: {_DEEP}"[:2_000], "nested too deeply"),
    "dashes": (f"k:\n  {'- ' * 5_000}x", "nested too deeply"),
    "a bomb of lists": (_bomb("[{}]"), ""),
    "a bomb of merges": (_bomb("{{<<: [{}]}}"), ""),
    "a list in itself": ("k: &a [*a]", ""),
    "a number of 50,000 digits": (f"k: {'9' * 50_000}", ""),
    "a megabyte": ("\n".join(f"- k{n}: 'v'" for n in range(70_000)), "more than 100,000"),
}


@pytest.mark.parametrize(
    ("kind", "note"),
    [
        (kind, ("memory/groups/harbour/people.md", "memory/groups/harbour.md")[number % 2])
        for number, kind in enumerate(_PROPERTIES)
    ],
)
def test_deep_or_long_properties_are_read_or_named_and_nothing_else_stops(
    kind: str, note: str, room: HostileRoom
) -> None:
    source, said = _PROPERTIES[kind]
    file = room.vault / note
    before = file.read_text("utf-8").split("---\n", 2)
    file.write_text(f"---\n{before[1]}{source}\n---\n{before[2]}", "utf-8")

    for words in _READS:
        assert 0 == room.run(words).code, words
    problems = json.loads(room.run(["doctor", "--json"]).out)["problems"]
    named = [one["message"] for one in problems if one["path"] == note]
    assert bool(said) == any(said in message for message in named if said), named
    changed = room.run(["note", "set", note, "zz=1"])
    assert (1 if said else 0) == changed.code, changed.err
    assert said in changed.err


def test_properties_of_the_longest_length_are_edited(room: HostileRoom) -> None:
    file = room.vault / "people/ana.md"
    filler = "x" * (MAX_CHARACTERS - 20)
    file.write_text(f"---\nk: '{filler}'\n---\n# Ana\n", "utf-8")

    assert 0 == room.run(["note", "set", "people/ana", "a=1"]).code


@pytest.mark.parametrize("form", ["jsonl", "teamchat", "irc", "auto"])
@pytest.mark.parametrize("text", [_DEEP, '{"a":' * 100_000, f'{{"text":{_DEEP_CLOSED}}}'])
def test_a_deep_export_is_named(form: str, text: str, room: HostileRoom) -> None:
    done = room.run(["log", "-", "--group", "harbour", "--format", form], text.encode())

    assert 1 == done.code
    assert "line 1: " in done.err or "\nnext: " in done.err
    assert "recursion" not in done.err


def test_a_message_of_a_megabyte_is_logged_and_a_longer_line_is_named(room: HostileRoom) -> None:
    def log(characters: int) -> tuple[int, str]:
        message = {
            "event_id": f"$big{characters}",
            "ts": "2026-05-15T11:00:00Z",
            "sender": "@ana:x",
            "text": "word " * (characters // 5),
        }
        done = room.run(["log", "-", "--group", "harbour"], json.dumps(message).encode())
        return done.code, done.err

    assert (0, "") == log(1_000_000)
    assert (1, "line 1: longer than 1 MiB\n1 line skipped\n") == log(1_100_000)
    for words in _READS:
        assert 0 == room.run(words).code, words


@pytest.mark.parametrize("name", ["group_names.json", "flush-state.json"])
@pytest.mark.parametrize(
    "text", [f'{{"a":{_DEEP_CLOSED}}}', '{"groups":' * 50_000 + "1" + "}" * 50_000]
)
def test_a_deep_file_of_ours_is_named_and_reading_goes_on(
    name: str, text: str, room: HostileRoom
) -> None:
    (room.vault / "memory" / name).write_text(text, "utf-8")

    for words in _READS[:-1]:
        assert 0 == room.run(words).code, words
    named = [
        one["message"]
        for one in json.loads(room.run(["doctor", "--json"]).out)["problems"]
        if one["path"] == f"memory/{name}"
    ]
    assert any("nested too deeply" in message for message in named), named
    writing = {
        "group_names.json": ["group", "add", "annex", "--room", "!z:x"],
        "flush-state.json": ["remember", "--group", "harbour", "--by", "ana", "we sail on Mondays"],
    }
    done = room.run(writing[name])
    assert 1 == done.code
    assert "nested too deeply\nnext: Correct memory/" in done.err
    assert text == (room.vault / "memory" / name).read_text("utf-8")


def test_a_deep_canvas_stops_only_the_rename_of_what_it_names(room: HostileRoom) -> None:
    canvas = room.vault / "plan.canvas"
    canvas.write_text(f'{{"nodes":[{{"x":{_DEEP_CLOSED},"text":"[[diary]]"}}]}}', "utf-8")

    done = room.run(["note", "rename", "diary", "daybook"])
    assert 1 == done.code
    assert "plan.canvas is no valid canvas: nested too deeply\nnext: Correct" in done.err
    assert 0 == room.run(["note", "rename", "people/ana", "people/anna"]).code


def test_an_index_note_of_10_000_rows_is_read_and_what_is_left_out_is_counted(
    room: HostileRoom,
) -> None:
    index = room.vault / "memory/groups/harbour.md"
    lines = index.read_text("utf-8").split("\n")
    last = max(number for number, line in enumerate(lines) if line.startswith("|"))
    rows = [f"| word{n} topic{n} | `conventions/c{n}.md` | P2-L3 |" for n in range(10_000)]
    index.write_text("\n".join([*lines[: last + 1], *rows, *lines[last + 1 :]]), "utf-8")

    for words in _READS:
        assert 0 == room.run(words).code, words
    opened = room.run(["open", "--group", "harbour", "--session", "s"])
    assert 0 == opened.code
    assert "more entries of harbour.md left out" in opened.out
    problems = json.loads(room.run(["doctor", "--json"]).out)["problems"]
    assert 10_000 == sum(one["code"] == "route_without_file" for one in problems)

"""The guard in OpenClaw's own gateway: which tool, by which way of writing a path, reads past a
group's entrance; and the same calls without it.

The model does what it is told (`openclaw/gateway.mjs`), so what is refused is refused by the guard.
`make test-openclaw` runs this and prints the table.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from tests.real.test_openclaw import (
    BIN,
    HERE,
    OTHER,
    ROOM,
    ROOT,
    environment,
    installed,
    key,
    pytestmark,
    run,
)

__all__ = ["environment", "installed", "pytestmark"]

SECRET = "zanzibar"
"""Stands in a note of the group `harbour`, and was said in its room."""
REFUSED = ("memory_recall", "execAllow", "only this room", "toolAllow", "quickjs")
"""Each refusal of the guard says one of these."""

Calls = list[tuple[str, dict[str, Any]]]


@pytest.fixture
def vault(installed: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Two groups with rooms, in a vault that stands where OpenClaw's own memory looks."""
    workspace = installed / "workspace"
    run("pmem", "init", str(workspace), "--language", "en")
    monkeypatch.setenv("PROGRESSIVE_MEMORY_VAULT", str(workspace))
    changed(installed / "progressive-memory.json", "vault", str(workspace))
    changed(installed / "openclaw.json", "memory", {"search": {"provider": "none"}})
    for name, room in (("harbour", ROOM), ("kitchen", OTHER)):
        run("pmem", "group", "add", name, "--room", room)
    said = f"we store the maps in {SECRET}"
    run("pmem", "remember", "--group", "harbour", "--kind", "decision", said)
    (workspace / "notes").symlink_to(workspace / "memory" / "groups")
    (workspace / "out").symlink_to(workspace / "memory")
    (workspace / "plan.md").write_text("what is to be done\n")
    return workspace


def changed(file: Path, name: str, value: object) -> None:
    """Put a value into a file of settings, as OpenClaw's command would, in less time."""
    settings = json.loads(file.read_text(encoding="utf-8"))
    file.write_text(json.dumps({**settings, name: value}), encoding="utf-8")


def forms(vault: Path) -> dict[str, str]:
    """Ways to write the path of another group's note."""
    note = "memory/groups/harbour/experience.md"
    there = vault / note
    return {
        "relative": note,
        "dotted": f"./{note}",
        "up and down": "memory/groups/kitchen/../harbour/experience.md",
        "double slash": note.replace("/", "//"),
        "absolute": str(there),
        "by a link": "notes/harbour/experience.md",
        "out of a link": f"{vault}/out/../memory/groups/harbour/experience.md",
        "from home": f"~/../{vault.parent.name}/{vault.name}/{note}",
        "file url": there.as_uri(),
        "escaped": f"file://{vault}/memory/%67roups/harbour/experience.md",
        "with an @": f"@{note}",
        "other case": note.upper(),
        "wide letters": note.replace("m", "ｍ", 1),
        "back slashes": note.replace("/", "\\"),
        "system links": f"/proc/self/root{there}",
    }


def handed(target: str) -> Calls:
    """The tools that take a path, with this one."""
    patch = f"*** Begin Patch\n*** Update File: {target}\n@@\n-a\n+b\n*** End Patch"
    return [
        ("memory_get", {"path": target}),
        ("read", {"path": target}),
        ("edit", {"path": target, "edits": [{"oldText": SECRET, "newText": "b"}]}),
        ("write", {"path": target, "content": "b"}),
        ("apply_patch", {"input": patch}),
        ("ls", {"path": target.removesuffix("experience.md")}),
        ("exec", {"command": f"cat '{target}'"}),
        ("view_image", {"path": target}),
        ("pdf", {"pdf": target}),
        ("message", {"action": "send", "message": "here", "media": target}),
        ("tool_call", {"id": "read", "args": {"path": target}}),
        ("tool_call", {"id": "memory_get", "args": {"path": target}}),
    ]


def elsewhere(vault: Path) -> dict[str, str]:
    """What else holds the talk of other groups."""
    state = vault.parent
    data, cache = (os.environ[f"PROGRESSIVE_MEMORY_{name}"] for name in ("DATA", "CACHE"))
    return {
        "the note at the top": "memory/groups/harbour.md",
        "all groups": "memory/groups",
        "rooms by name": "memory/group_names.json",
        "the spool": f"{data}/spool.sqlite3",
        "all of our data": data,
        "the index": f"{cache}/search.sqlite3",
        "transcripts": f"{state}/agents/main/agent/openclaw-agent.sqlite",
        "the newest of them": f"{state}/agents/main/agent/openclaw-agent.sqlite-wal",
        "settings": f"{state}/openclaw.json",
        "where the vault is": f"{state}/progressive-memory.json",
        "the log": f"{state}/openclaw.log",
        "day notes of OpenClaw": "memory/2026-11-30.md",
        "what OpenClaw keeps": "MEMORY.md",
        "the vault's history": f"{vault}/.git/HEAD",
    }


def without_a_path(room: str, vault: Path) -> Calls:
    """Calls that show other groups' talk and name no file of theirs."""
    return [
        ("ls", {"path": f"{vault.parent}/media/inbound"}),
        ("memory_search", {"query": SECRET}),
        ("sessions_search", {"query": SECRET}),
        ("sessions_list", {"includeLastMessage": True, "messageLimit": 9}),
        ("sessions_history", {"sessionKey": key(room)}),
        ("session_status", {"sessionKey": key(room)}),
        ("sessions_send", {"sessionKey": key(room), "message": "tell me"}),
        ("sessions_spawn", {"task": "look", "visible": True}),
        ("message", {"action": "read", "target": f"room:{room}"}),
        ("message", {"action": "send", "target": f"room:{room}", "message": "x"}),
        ("exec", {"command": f"grep -r {SECRET} ."}),
        ("process", {"action": "list"}),
        ("tool_call", {"id": "sessions_search", "args": {"query": SECRET}}),
        *((name, {}) for name in STRANGERS),
    ]


SHOWING: Calls = [
    ("memory_search", {"query": SECRET}),
    ("memory_get", {"path": "memory/groups/harbour/experience.md"}),
    ("read", {"path": "memory/groups/harbour/experience.md"}),
    ("exec", {"command": "cat memory/groups/harbour/experience.md"}),
    ("sessions_search", {"query": "pantry"}),
    ("sessions_history", {"sessionKey": key(ROOM)}),
    ("sessions_list", {"includeLastMessage": True, "messageLimit": 9}),
]
"""Made with the guard and without it."""
STRANGERS = (
    "automations", "cron", "gateway", "plugins", "nodes", "browser", "canvas", "conversations_list",
    "skill_workshop", "secrets", "screen", "terminal", "file_fetch", "dir_fetch", "wiki_search",
)  # fmt: skip


def turns(steps: list[Mapping[str, Any]], tmp_path: Path) -> list[dict[str, Any]]:
    """What the gateway made of the steps, each in a session of its own."""
    plan = tmp_path / "plan.json"
    plan.write_text(json.dumps(steps), encoding="utf-8")
    gateway = (str(HERE / "openclaw" / "gateway.mjs"), str(ROOT), str(plan))
    out = run(str(BIN / "node"), *gateway)
    return [json.loads(line) for line in out.splitlines() if line.startswith("{")]


def step(room: str, say: str, calls: Calls) -> dict[str, Any]:
    return {"session": key(room), "say": say, "calls": calls}


def said_there() -> dict[str, Any]:
    return step(ROOM, f"the pantry's word is {SECRET}", [])


def is_refused(answer: str) -> bool:
    return any(word in answer for word in REFUSED) and SECRET not in answer


def table(answers: Mapping[tuple[str, str], str]) -> Iterator[str]:
    """A line a tool, a column a target: r for refused."""
    columns = list(dict.fromkeys(column for _, column in answers))
    for tool in dict.fromkeys(tool for tool, _ in answers):
        cells = (answers.get((tool, column)) for column in columns)
        marks = "".join("." if one is None else "r" if is_refused(one) else "X" for one in cells)
        yield f"{tool:<24} {marks}"
    yield f"{'':<24} {', '.join(columns)}"


def name_of(call: tuple[str, dict[str, Any]]) -> str:
    tool, params = call
    return f"tool_call: {params['id']}" if tool == "tool_call" else tool


def test_in_a_real_gateway_no_tool_reads_another_group_however_its_path_is_written(
    vault: Path, tmp_path: Path
) -> None:
    ways, others = forms(vault), elsewhere(vault)
    asked = [((name_of(call), way), call) for way, path in ways.items() for call in handed(path)]
    more = [
        ((name_of(call), what), call) for what, path in others.items() for call in handed(path)[1:]
    ]
    plain = [(name_of(call), call) for call in without_a_path(ROOM, vault)]
    own: Calls = [
        ("read", {"path": "plan.md"}),
        ("write", {"path": "plan.md", "content": "done"}),
        ("ls", {"path": "."}),
        ("sessions_history", {"sessionKey": "current"}),
    ]

    _, first, second, third, same, last = turns(
        [
            said_there(),
            step(OTHER, "by every way", [call for _, call in asked]),
            step(OTHER, "to every place", [call for _, call in more]),
            step(OTHER, "without a path", [call for _, call in plain]),
            step(OTHER, "all of it", SHOWING),
            step("!New:test.local", "what is its own", own),
        ],
        tmp_path,
    )

    by_way = dict(zip([name for name, _ in asked], first["tools"], strict=True))
    by_place = dict(zip([name for name, _ in more], second["tools"], strict=True))
    by_call = list(zip([name for name, _ in plain], third["tools"], strict=True))
    lines = [*table(by_way), *table(by_place)]
    lines += [f"{name:<24} {'r' if is_refused(answer) else 'X'}" for name, answer in by_call]
    every = [*by_way.items(), *by_place.items(), *by_call]
    shown = sum(SECRET in answer for answer in same["tools"])
    print("", *lines, f"{len(every)} calls", sep="\n")  # noqa: T201 — `make test-openclaw` shows it
    print(f"with the guard: {shown} of {len(SHOWING)} show it")  # noqa: T201
    assert [] == [name for name, answer in every if not is_refused(answer)]
    assert [] == [answer for answer in same["tools"] if not is_refused(answer)]
    assert [] == [answer for answer in last["tools"] if any(word in answer for word in REFUSED)]
    assert SECRET in (vault / "memory/groups/harbour/experience.md").read_text()


def test_without_the_guard_the_same_calls_show_what_the_other_group_said(
    vault: Path, tmp_path: Path
) -> None:
    settings = vault.parent / "openclaw.json"
    plugins = json.loads(settings.read_text())["plugins"]
    off = {**plugins, "entries": {"progressive-memory": {"enabled": False}}}
    changed(settings, "plugins", off)

    _, turn = turns([said_there(), step(OTHER, "all of it", SHOWING)], tmp_path)

    shown = [tool for (tool, _), answer in zip(SHOWING, turn["tools"], strict=True) if SECRET in answer]  # fmt: skip
    print(f"\nwithout the guard: {len(shown)} of {len(SHOWING)} show it")  # noqa: T201 — `make test-openclaw` shows it
    assert [tool for tool, _ in SHOWING] == shown

"""What `pmem doctor` and `pmem hooks status` see of an OpenClaw: its workspaces, and our hooks."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from progressive_memory.adapters.openclaw_host import OpenClawHost
from progressive_memory.adapters.shipped import shipped
from progressive_memory.hosts.openclaw import PARTS, PLUGIN, findings
from progressive_memory.hosts.openclaw_settings import HOOKS

GUARD = {"progressive-memory": {"enabled": True}}


class Machine:
    """A home with an OpenClaw whose hooks are ours, and a vault beside it."""

    def __init__(self, home: Path) -> None:
        self.home = home
        self.state = home / ".openclaw"
        self.state.mkdir(parents=True)
        self.host = OpenClawHost({"OPENCLAW_STATE_DIR": str(self.state)})
        self.vault = home / "team-vault"
        for name, place in PARTS.items():
            files = (file for file in (shipped("hooks") / name).iterdir() if file.is_file())
            self.host.put(place, {file.name: file.read_bytes() for file in files})
        self.settings: dict[str, object] = {
            "agents": {"defaults": {"compaction": {"memoryFlush": {"enabled": False}}}},
            "hooks": {"internal": {"entries": {name: {"enabled": True} for name in HOOKS}}},
            "plugins": {"entries": GUARD},
        }
        self.note()

    def note(self) -> None:
        self.host.note({"command": ["sh"], "vault": str(self.vault), "environment": {}})

    def found(self, **settings: object) -> list[str]:
        (self.vault / "memory").mkdir(parents=True, exist_ok=True)
        (self.vault / "progressive-memory.toml").touch()
        text = json.dumps({**self.settings, **settings})
        (self.state / "openclaw.json").write_text(text, encoding="utf-8")
        return [one.message for one in findings(self.host, str(self.vault))]


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(tmp_path / "home")


def test_as_it_was_installed_there_is_nothing_to_say(machine: Machine) -> None:
    assert [] == machine.found()


def test_without_an_openclaw_there_is_nothing_to_say(tmp_path: Path) -> None:
    host = OpenClawHost({"OPENCLAW_STATE_DIR": str(tmp_path / "none")})

    assert () == findings(host, str(tmp_path))


@pytest.mark.parametrize(
    ("agents", "place", "agent"),
    [
        ({}, ".openclaw/workspace/vault", "main"),
        ({}, ".openclaw/workspace/memory/vault", "main"),
        ({"defaults": {"workspace": "HOME/work"}}, "work/vault", "main"),
        ({"defaults": {"workspace": "HOME/work"}, "entries": {"ops": {}}}, "work/ops/v", "main"),
        ({"entries": {"ops": {"workspace": "HOME/ops"}}}, "ops/vault", "ops"),
        ({"entries": {"ops": {}}}, ".openclaw/workspace-ops/vault", "ops"),
        ({"list": [{"id": "ops", "workspace": "HOME/ops"}]}, "ops", "ops"),
        ({"entries": {"ops": {"workspace": "HOME/v/memory/groups"}}}, "v", "ops"),
    ],
)
def test_a_vault_in_a_workspace_wants_the_guard(
    machine: Machine, agents: dict[str, object], place: str, agent: str
) -> None:
    written = json.dumps({**agents}).replace("HOME", str(machine.home))
    machine.vault = machine.home / place
    machine.note()
    settled = {**json.loads(written)}
    flush = {"compaction": {"memoryFlush": {"enabled": False}}}
    settled["defaults"] = {**settled.get("defaults", {}), **flush}

    guarded = machine.found(agents=settled)
    first, *_ = machine.found(agents=settled, plugins={"entries": {}})[1:]

    assert [] == guarded
    assert f"the workspace of OpenClaw's agent {agent} (" in first
    assert first.endswith("and the guard is off")


@pytest.mark.parametrize(
    "plugins",
    [
        {},
        {"entries": {"progressive-memory": {"enabled": False}}},
        {"entries": GUARD, "enabled": False},
        {"entries": GUARD, "allow": ["memory-core"]},
        {"entries": GUARD, "deny": ["progressive-memory"]},
    ],
)
def test_a_guard_that_openclaw_does_not_load_is_off(
    machine: Machine, plugins: dict[str, object]
) -> None:
    machine.vault = machine.state / "workspace" / "memory"
    machine.note()

    assert any("its own memory search finds" in one for one in machine.found(plugins=plugins))
    assert [] == machine.found(plugins={"entries": GUARD, "allow": ["progressive-memory"]})


def test_a_guard_of_other_files_is_off(machine: Machine) -> None:
    machine.vault = machine.state / "workspace"
    machine.note()
    (machine.state / PARTS[PLUGIN] / "guard.js").write_text("// mine\n", encoding="utf-8")

    assert 2 == len(machine.found())


def test_a_vault_reached_by_a_link_is_where_it_leads(machine: Machine) -> None:
    (machine.state / "workspace").mkdir()
    machine.vault = machine.home / "by-link"
    machine.vault.symlink_to(machine.state / "workspace")
    machine.note()

    assert any("the workspace" in one for one in machine.found(plugins={}))


def test_a_folder_that_openclaws_search_is_told_of_is_named_guard_or_not(machine: Machine) -> None:
    search = {"search": {"extraPaths": [str(machine.home), {"path": "/elsewhere"}]}}
    defaults = {"compaction": {"memoryFlush": {"enabled": False}}, "memory": search}

    (found,) = machine.found(agents={"defaults": defaults})

    assert found.startswith(f"OpenClaw's own memory search is told to search {machine.home}, ")


def test_what_openclaw_passes_over_is_named(machine: Machine) -> None:
    hooks = machine.state / "hooks"
    (machine.home / "shared").mkdir()
    os.link(hooks / "remem-flush" / "handler.js", machine.home / "second")
    (hooks / "precompact-remem").rename(machine.home / "shared" / "hook")
    (hooks / "precompact-remem").symlink_to(machine.home / "shared" / "hook")
    text = hooks / "group-memory" / "room.js"
    text.rename(machine.home / "room.js")
    text.symlink_to(machine.home / "room.js")

    assert [
        f"{name} is a link or has a second name on the disk, which OpenClaw passes over"
        for name in HOOKS
    ] == machine.found()
    assert [(".",), ("room.js",), ("handler.js",)] == [
        machine.host.links(PARTS[name])
        for name in ("precompact-remem", "group-memory", "remem-flush")
    ]


def test_hooks_of_another_vault_are_not_this_ones(machine: Machine) -> None:
    (machine.state / PARTS["remem-flush"] / "handler.js").write_text("// old", encoding="utf-8")
    assert ["remem-flush is not as this version ships it"] == machine.found()
    machine.host.note({"vault": str(machine.home / "another")})

    assert [] == machine.found()


def test_hooks_that_are_not_enabled_are_named(machine: Machine) -> None:
    assert [f"{name} is not enabled" for name in HOOKS] == machine.found(hooks={})


def test_settings_that_are_more_than_json_are_asked_of_openclaw(
    machine: Machine, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = machine.home / "bin" / "openclaw"
    program.parent.mkdir()
    program.write_text(
        '#!/bin/sh\necho \'{"defaults": {"workspace": "/asked"}}\'\n', encoding="utf-8"
    )
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{program.parent}:{os.environ['PATH']}")
    file = machine.state / "openclaw.json"

    for written in (
        '{"agents": {"defaults": {"workspace": "/read"}}} // mine',
        '{"$include": "x"}',
    ):
        file.write_text(written, encoding="utf-8")
        asked = OpenClawHost({"OPENCLAW_STATE_DIR": str(machine.state)})
        assert {"workspace": "/asked"} == asked.setting("agents.defaults")
    file.write_text('{"agents": {"defaults": {"workspace": "/read"}}}', encoding="utf-8")

    assert {"workspace": "/read"} == machine.host.setting("agents.defaults")
    assert machine.host.setting("agents.entries") is None


def test_a_vault_and_a_program_that_are_gone_are_named(machine: Machine) -> None:
    assert [] == machine.found()
    (machine.vault / "progressive-memory.toml").unlink()
    machine.host.note({"command": ["/gone/pmem"], "vault": str(machine.vault)})

    found = findings(machine.host, str(machine.vault))

    assert [
        (f"the vault {machine.vault} is gone", "pmem hooks install openclaw --vault DIR"),
        ("the program that the hooks call, /gone/pmem, is gone", "pmem hooks install openclaw"),
    ] == [(one.message, one.fix) for one in found]


def test_a_memory_of_openclaws_that_somebody_keeps_is_spoken_of_no_more(machine: Machine) -> None:
    (told,) = machine.found(agents={})
    machine.host.note({**machine.host.noted(), "own_memory": "keep"})

    assert told.startswith("OpenClaw's own memory writes what groups say")
    assert [] == machine.found(agents={})

"""The hooks in the real OpenClaw: its loader, its dispatcher, its mappers, its transcripts.

`make test-openclaw` gets OpenClaw and its Node from npm and runs these; without them they are
skipped.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from progressive_memory.api import Memory
from progressive_memory.hosts.openclaw import PARTS
from progressive_memory.hosts.openclaw_settings import HOOKS as HOOK_NAMES

BIN = Path(os.environ.get("OPENCLAW_BIN", ""))
ROOT = BIN.parent / "openclaw"
HERE = Path(__file__).resolve().parent
HOOKS = HERE.parents[1] / "hooks"
SEED = ("remem-flush", "precompact-remem")

ROOM = "!Harbour:test.local"
OTHER = "!Kitchen:test.local"
DECIDED = [
    ("$1", "@alice:test.local", "Decided: we ship on Fridays"),
    ("$2", "@bob:test.local", "agreed"),
]

pytestmark = pytest.mark.skipif(
    not os.environ.get("OPENCLAW_BIN"),
    reason="OpenClaw is not there: `make test-openclaw` gets it (needs npm, 770 MB)",
)


@pytest.fixture
def environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    """A home of its own, with a vault and OpenClaw's folder of state."""
    for name, folder in {
        "HOME": "home",
        "PROGRESSIVE_MEMORY_DATA": "data",
        "PROGRESSIVE_MEMORY_CACHE": "cache",
        "PROGRESSIVE_MEMORY_VAULT": "vault",
        "OPENCLAW_STATE_DIR": "state",
    }.items():
        (tmp_path / folder).mkdir()
        monkeypatch.setenv(name, str(tmp_path / folder))
    tools = os.pathsep.join([str(Path(sys.executable).parent), str(BIN), os.environ["PATH"]])
    monkeypatch.setenv("PATH", tools)
    Memory.init(tmp_path / "vault", language="en")
    (tmp_path / "state" / "openclaw.json").write_text("{}")
    return dict(os.environ)


def run(*words: str) -> str:
    done = subprocess.run(words, capture_output=True, encoding="utf-8", check=False)
    assert 0 == done.returncode, done.stdout + done.stderr
    return done.stdout


def install() -> dict[str, Any]:
    report: dict[str, Any] = json.loads(
        run("pmem", "hooks", "install", "openclaw", "--own-memory", "off", "--json")
    )
    return report


@pytest.fixture
def installed(environment: dict[str, str]) -> Path:
    """OpenClaw's folder of state with the hooks in it."""
    install()
    return Path(environment["OPENCLAW_STATE_DIR"])


def fired(*steps: Mapping[str, Any]) -> list[dict[str, Any]]:
    """What the steps came to, with the hooks loaded."""
    plan = Path(os.environ["HOME"]) / "plan.json"
    plan.write_text(json.dumps([{"step": "loadHooks"}, *steps]), encoding="utf-8")
    out = run(str(BIN / "node"), str(HERE / "openclaw" / "harness.mjs"), str(ROOT), str(plan))
    return [json.loads(line) for line in out.splitlines() if line.startswith("{")]


def key(room: str) -> str:
    return f"agent:main:matrix:channel:{room}"


def talk(
    room: str, said: list[tuple[str, str, str]], at: int = 1_795_981_186_399
) -> dict[str, Any]:
    messages = [
        {
            "role": "user",
            "content": text,
            "timestamp": at + 1000 * number,
            "__openclaw": {
                "senderId": sender,
                "senderName": sender[1:].partition(":")[0].title(),
                "transport": {"channel": "matrix", "messageId": event},
            },
        }
        for number, (event, sender, text) in enumerate(said)
    ]
    about = {"sessionKey": key(room), "sessionId": f"of-{room[1:8]}", "subject": room[1:8]}
    return {"step": "talk", **about, "messages": messages}


def received(text: str, event: str = "$9", room: str = ROOM) -> dict[str, Any]:
    said = {"text": text, "messageId": event, "sender": "@bob:test.local"}
    when = 1_795_981_286_399
    return {
        "step": "received", "sessionKey": key(room), "native": room, "timestamp": when, **said,
    }  # fmt: skip


def compacted(room: str, messages: int, tokens: int) -> dict[str, Any]:
    about = {"sessionKey": key(room), "sessionId": f"of-{room[1:8]}"}
    return {"step": "compacted", **about, "messages": messages, "tokens": tokens}


def outcome(hook: str, environment: Mapping[str, str], seconds: float = 120) -> dict[str, Any]:
    """What the call of a hook printed, once it has ended."""
    file = Path(environment["OPENCLAW_STATE_DIR"]) / "progressive-memory" / f"{hook}.json"
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        if file.exists() and (text := file.read_text(encoding="utf-8")).endswith("\n"):
            value: dict[str, Any] = json.loads(text)
            return value
        time.sleep(0.1)
    pytest.fail(f"{hook} came to nothing in {seconds} s")


def experience(environment: Mapping[str, str], group: str = "harbour") -> str:
    vault = Path(environment["PROGRESSIVE_MEMORY_VAULT"])
    return (vault / "memory" / "groups" / group / "experience.md").read_text(encoding="utf-8")


def test_openclaw_calls_the_hooks_ready_once_they_are_installed(
    environment: dict[str, str],
) -> None:
    report = install()

    assert tuple(PARTS) == tuple(report["copied"])
    for name in HOOK_NAMES:
        info = json.loads(run("openclaw", "hooks", "info", name, "--json"))
        assert (True, True, []) == (
            info["loadable"],
            info["enabledByConfig"],
            info["unknownEvents"],
        )
    assert not install()["changed"]
    run("pmem", "hooks", "status")


def test_the_seeds_own_install_works_too(environment: dict[str, str]) -> None:
    for name in SEED:
        target = Path(environment["OPENCLAW_STATE_DIR"]) / "hooks" / name
        target.parent.mkdir(exist_ok=True)
        run("cp", "-r", f"{HOOKS / name}/", f"{target}/")
        run("openclaw", "hooks", "enable", name)

    loaded, *_ = fired(talk(ROOM, DECIDED), received("/remem"))

    assert 2 == loaded["loaded"]
    assert 1 == outcome("remem-flush", environment)["written"]


def test_remem_ends_as_an_entry_and_twice_as_one(
    installed: Path, environment: dict[str, str]
) -> None:
    fired(talk(ROOM, DECIDED), received("@bot:test.local: /remem"))
    first = outcome("remem-flush", environment)
    fired(received("/remem", "$10"), received("/remem", "$10"))
    again = outcome("remem-flush", environment)

    assert ("harbour", 1) == (first["group"], first["written"])
    assert (0, 0) == (again["logged"], again["written"])
    assert 1 == experience(environment).count("Ship on Fridays")


def test_compaction_ends_as_an_entry_where_there_is_enough_to_say(
    installed: Path, environment: dict[str, str]
) -> None:
    fired(talk(ROOM, DECIDED), compacted(ROOM, messages=9, tokens=999))
    small = list(installed.glob("progressive-memory/precompact*"))
    fired(compacted(ROOM, messages=10, tokens=0))
    done = outcome("precompact-remem", environment)
    fired(compacted(ROOM, messages=10, tokens=0))

    assert [] == small
    assert ("precompact", 1, False) == (done["trigger"], done["written"], done["told"])
    assert 0 == outcome("precompact-remem", environment)["logged"]


def test_an_ordinary_message_starts_nothing_and_a_long_session_is_taken_in_whole(
    installed: Path, environment: dict[str, str]
) -> None:
    said = [(f"$l{n}", f"@p{n % 3}:test.local", f"line {n} " + "word " * 40) for n in range(500)]
    small = [received(f"message {n}", f"$m{n}") for n in range(50)]

    steps = fired(talk(ROOM, said), *small, compacted(ROOM, messages=500, tokens=30_000))

    took = sorted(step["ms"] for step in steps if step["step"] == "received")
    figures = f"message:received {took[25]:.3f} ms, compaction held up {steps[-1]['ms']:.0f} ms"
    print(figures)  # noqa: T201 — `make test-openclaw` shows it
    assert 500 == outcome("precompact-remem", environment)["logged"]
    assert ["precompact-remem.json"] == [
        path.name for path in (installed / "progressive-memory").iterdir()
    ]


def test_the_index_note_is_in_the_prompt_of_its_group_alone(installed: Path) -> None:
    run("pmem", "group", "add", "harbour", "--room", ROOM, "--display-name", "Harbour")
    run("pmem", "group", "add", "kitchen", "--room", OTHER, "--display-name", "Kitchen")
    run("pmem", "note", "append", "memory/groups/harbour.md", "--under", "Hard Rules", "- No deploys on Friday")  # fmt: skip
    keys = (key(ROOM), key(OTHER), key("!Nobody:test.local"), "agent:main:main")

    _, ours, other, unknown, direct = fired(
        *[{"step": "bootstrapped", "sessionKey": one, "sessionId": "s"} for one in keys]
    )

    (note,), (foreign,) = ours["files"], other["files"]
    assert "No deploys on Friday" in note["content"]
    assert 9_500 >= len(note["content"].encode())
    assert "No deploys on Friday" not in foreign["content"]
    assert ([], []) == (unknown["files"], direct["files"])


def test_a_missing_pmem_breaks_nothing(installed: Path, tmp_path: Path) -> None:
    noted = installed / "progressive-memory.json"
    value = json.loads(noted.read_text())
    noted.write_text(json.dumps({**value, "command": [str(tmp_path / "gone")]}))

    steps = fired(talk(ROOM, DECIDED), received("/remem"), compacted(ROOM, 10, 0))

    assert ["loadHooks", "talk", "received", "compacted"] == [step["step"] for step in steps]


def test_uninstalled_there_is_nothing_left(installed: Path) -> None:
    run("openclaw", "config", "set", "plugins.allow", '["memory-core", "progressive-memory"]')
    run("pmem", "hooks", "install", "openclaw", "--uninstall")
    plugins = json.loads((installed / "openclaw.json").read_text())["plugins"]

    assert ["memory-core"] == plugins["allow"]
    assert "progressive-memory" not in plugins.get("entries", {})
    assert [] == [path.name for path in (installed / "hooks").iterdir()]
    assert not (installed / "progressive-memory.json").exists()
    assert 0 == fired()[0]["loaded"]


def test_in_a_real_gateway_an_agent_reads_its_own_group_and_no_other(
    installed: Path, environment: dict[str, str], tmp_path: Path
) -> None:
    """The model does what it is told; `gateway.mjs` says how."""
    vault = environment["PROGRESSIVE_MEMORY_VAULT"]
    for name, room in (("harbour", ROOM), ("kitchen", OTHER)):
        run("pmem", "group", "add", name, "--room", room)
        run("pmem", "note", "append", f"memory/groups/{name}.md", "--under", "Hard Rules", f"- {name} first")  # fmt: skip
    run("pmem", "remember", "--group", "harbour", "--kind", "decision", "we ship on Fridays")
    tries = {
        "memory_recall": {"message": "when do we ship?"},
        "memory_get": {"path": "memory/groups/harbour.md"},
        "memory_search": {"query": "Fridays"},
        "read": {"path": f"{vault}/memory/groups/harbour/experience.md"},
        "exec": {"command": f"cat {vault}/mem*/gro*/harbour/experience.md"},
    }
    plan = [
        {"session": key(room), "say": f"CALL {tool} {json.dumps(tries[tool])} END"}
        for room, tool in ((ROOM, "memory_recall"), *((OTHER, tool) for tool in tries))
    ]
    (tmp_path / "plan.json").write_text(json.dumps(plan), encoding="utf-8")

    out = run(str(BIN / "node"), str(HERE / "openclaw" / "gateway.mjs"), str(ROOT), str(tmp_path / "plan.json"))  # fmt: skip
    own, *others = [json.loads(line) for line in out.splitlines() if line.startswith("{")]

    assert "Fridays" in own["tools"][0]
    assert ("harbour first" in own["system"], "kitchen first" in own["system"]) == (True, False)
    assert 5 == len(others)
    for turn in others:
        assert ["kitchen first", False] == [
            "kitchen first" if "kitchen first" in turn["system"] else "",
            "harbour first" in turn["system"],
        ]
        assert "we ship" not in turn["tools"][0].lower()

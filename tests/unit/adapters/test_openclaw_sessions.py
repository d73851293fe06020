"""What OpenClaw's history call hands out becomes the lines that its hooks hand over."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from progressive_memory.adapters.chat_exports.canonical import event_or_problem
from progressive_memory.adapters.openclaw_sessions import Gateway, OpenClawSessions, link
from progressive_memory.adapters.openclaw_sessions.link import Link
from progressive_memory.adapters.openclaw_sessions.rows import lines, room_of
from progressive_memory.domain.host_session import HostSession
from progressive_memory.domain.problem import Problem
from progressive_memory.errors import HostUnavailable
from tests.openclaw_stand_in import StandIn, row

ROOT = Path(__file__).resolve().parents[3]
NODE = shutil.which("node")
MATRIX = "agent:main:matrix:channel:!Abc:example.org"
KEYS = (
    MATRIX,
    f"{MATRIX}:thread:$root",
    "agent:main:matrix:channel:!31hash-without_server",
    "agent:main:telegram:group:-1001:topic:7",
    "agent:work:discord:channel:42",
    "agent:main:main",
    "agent:main:subagent:1f",
    "agent:main:matrix:channel:no-room",
    "agent:main:matrix:direct:@alice:example.org",
    "",
)
TEXTS = (
    "Decided: we ship on Fridays",
    "  周五发布  ",
    "/remem",
    "@bot:example.org: /remem the launch is on Friday",
    "Rem Bot: /REMEM 周五发布",
    "机器人，/remem 周五发布",
    "/recall when do we ship?",
    "@bot /why d-1",
    "/remember this",
    "say /remem to me please",
    "/pending",
    "\n/remem\ntwo lines\n",
)


def said(*rows: dict[str, object], key: str = MATRIX) -> list[dict[str, object] | Problem]:
    room = room_of(key)
    assert room is not None
    return list(lines(room, rows))


@pytest.mark.skipif(not NODE, reason="there is no node")
def test_the_hooks_and_the_history_call_make_the_same_lines_of_a_message() -> None:
    rows = [row(n, text) for n, text in enumerate(TEXTS, 1)]
    rows += [row(90, "Noted.", role="assistant"), row(91, "Without a sender.", sender="")]
    nameless = [{**one, "__openclaw": {**_about(one), "transport": {}}} for one in rows[:2]]
    named = [{**one, "__openclaw": {**_about(one), "senderName": "Ada"}} for one in rows[:2]]
    client = {"id": "a", "transport": {"clients": [{"id": "cli", "mode": "cli"}]}}
    typed = {**row(92, "by the operator"), "__openclaw": client}
    others = [
        {**typed, "provenance": {"kind": kind}} for kind in ("external_user", "inter_session")
    ]
    rows += [*named, typed, *others, {"role": "toolResult", "content": "secret"}]
    events = [
        {"type": "message", "id": _about(one).get("id"), "message": one}
        for one in (*rows, *nameless)
    ]
    script = """
      import { canonical, roomOf } from "./hooks/remem-flush/room.js";
      const [keys, events] = JSON.parse(process.argv[1]);
      const of = (key) => { const room = roomOf(key); return room && canonical(room, events); };
      console.log(JSON.stringify(keys.map(of)));
    """
    done = subprocess.run(
        [str(NODE), "--input-type=module", "-e", script, json.dumps([KEYS, events])],
        capture_output=True, encoding="utf-8", check=True, cwd=ROOT,
    )  # fmt: skip

    # A row a call each: rows of one id that stand side by side are one message.
    ours = [
        [line for each in (*rows, *nameless) for line in said(each, key=key)]
        if room_of(key)
        else None
        for key in KEYS
    ]
    assert json.loads(done.stdout) == ours
    assert 2 == [line["sender"] for line in ours[0] or () if isinstance(line, dict)].count(
        "openclaw:operator"
    )


def _about(one: dict[str, object]) -> dict[str, object]:
    about = one.get("__openclaw", {})
    assert isinstance(about, dict)
    return about


def test_rows_of_one_message_are_one_line() -> None:
    first, second = row(1, "one", role="assistant"), row(1, "two", role="assistant")

    texts = [
        line["text"] for line in said(first, second, row(2, "three")) if isinstance(line, dict)
    ]

    assert ["one\ntwo", "three"] == texts


def test_a_message_that_is_cut_is_left_to_the_hooks() -> None:
    cut = row(1, "[chat.history omitted: message too large]")
    cut["__openclaw"] = {**_about(cut), "truncated": True}

    problem, line = said(cut, row(2, "short"))

    assert isinstance(problem, Problem)
    assert isinstance(line, dict)
    assert ("too_long", "short") == (problem.code, line["text"])


@pytest.mark.parametrize(
    ("provenance", "clients", "sender"),
    [
        (None, [{"id": "cli", "mode": "cli"}], "openclaw:operator"),
        ({"kind": "external_user"}, [{"id": "cli"}], "openclaw:operator"),
        ({"kind": "inter_session"}, [{"id": "cli"}], ""),
        (None, [], ""),
    ],
)
def test_what_came_by_the_gateway_itself_is_the_operators(
    provenance: object, clients: list[object], sender: str
) -> None:
    typed: dict[str, object] = {
        **row(1, "typed into the room's session"),
        "__openclaw": {"id": "row-1", "transport": {"clients": clients}},
    }
    if provenance:
        typed["provenance"] = provenance

    assert ([sender] if sender else []) == [
        line["sender"] for line in said(typed) if isinstance(line, dict)
    ]


def test_a_border_that_openclaw_draws_is_no_message() -> None:
    border = row(1, "Compacted", role="assistant")
    border["__openclaw"] = {**_about(border), "kind": "compaction"}

    assert [] == said(border)


def test_pages_are_put_together_in_the_order_they_were_said(tmp_path: Path) -> None:
    stand_in = StandIn(tmp_path)
    stand_in.page = 3
    stand_in.say(MATRIX, *(row(n, f"message {n}") for n in range(1, 9)))
    for number in range(5):
        stand_in.say(f"agent:main:discord:channel:{number}", row(number, "elsewhere"))
    history = OpenClawSessions(Gateway(stand_in.link), tmp_path / "marks", event_or_problem)

    (session,) = history.news(["!Abc:example.org"])
    (last,) = history.news(["discord:4"])
    texts = [getattr(one, "text", "") for one in history.events(session)]

    assert [f"message {n}" for n in range(1, 9)] == texts
    assert "discord:4" == last.room_id
    assert ["sessions.list"] * 4 + ["chat.history"] * 3 == list(stand_in.calls())


@pytest.mark.parametrize(
    ("printed", "said"),
    [
        ('{"ok": false, "error": {"message": "Gateway not reachable."}}', "Gateway not reachable."),
        ("[]", "openclaw gateway call sessions.list says nothing"),
        ("no json", "openclaw gateway call sessions.list says nothing"),
    ],
)
def test_a_gateway_that_does_not_answer_says_why(tmp_path: Path, printed: str, said: str) -> None:
    stand_in = StandIn(tmp_path)
    stand_in.printed = printed
    stand_in.save()

    with pytest.raises(HostUnavailable) as raised:
        Gateway(stand_in.link).call("sessions.list", {"limit": 1, "offset": 0})

    assert (said, "openclaw gateway status") == (raised.value.message, raised.value.next_step)


def test_an_openclaw_that_is_gone_says_so(tmp_path: Path) -> None:
    gone = Gateway(Link((str(tmp_path / "openclaw"),), {}))

    with pytest.raises(HostUnavailable) as raised:
        gone.call("sessions.list", {})

    assert "pmem hooks install openclaw" == raised.value.next_step


def test_marks_that_are_damaged_are_as_none(tmp_path: Path) -> None:
    stand_in = StandIn(tmp_path)
    stand_in.say(MATRIX, row(1, "one"))
    marks = tmp_path / "marks"
    marks.write_text("{", encoding="utf-8")
    history = OpenClawSessions(Gateway(stand_in.link), marks, event_or_problem)

    (session,) = history.news(["!Abc:example.org"])
    history.taken(session)

    assert () == history.news(["!Abc:example.org"])
    assert {MATRIX: "1"} == json.loads(marks.read_text(encoding="utf-8"))


def test_half_a_character_in_a_key_is_noted_too(tmp_path: Path) -> None:
    marks = tmp_path / "marks"
    history = OpenClawSessions(Gateway(StandIn(tmp_path).link), marks, event_or_problem)

    history.taken(HostSession("agent:main:matrix:channel:\ud83d", "!Abc:example.org", mark="1"))

    assert {"agent:main:matrix:channel:\ud83d": "1"} == json.loads(marks.read_text("utf-8"))


def test_a_session_of_no_room_has_no_messages(tmp_path: Path) -> None:
    stand_in = StandIn(tmp_path)
    history = OpenClawSessions(Gateway(stand_in.link), tmp_path / "marks", event_or_problem)

    assert [] == list(history.events(HostSession("agent:main:main", "")))
    assert [] == list(stand_in.calls())


def test_openclaw_is_called_by_the_node_of_the_path_it_was_found_on(tmp_path: Path) -> None:
    script = tmp_path / "lib" / "openclaw.mjs"
    script.parent.mkdir()
    for file in (script, tmp_path / "node"):
        file.write_text("#!/bin/sh\n", encoding="utf-8")
        file.chmod(0o755)
    (tmp_path / "openclaw").symlink_to(script)
    environ = {"PATH": str(tmp_path), "OPENCLAW_STATE_DIR": "/state", "OPENAI_API_KEY": "k"}

    assert Link(
        (str(tmp_path / "node"), str(script)), {"OPENCLAW_STATE_DIR": "/state"}
    ) == link.found(environ)
    assert link.found({"PATH": str(tmp_path / "lib")}) is None


def test_a_link_that_is_written_is_read_again(tmp_path: Path) -> None:
    noted = Link((sys.executable, "openclaw.mjs"), {"OPENCLAW_STATE_DIR": "/state"})

    assert link.read(tmp_path) is None
    link.write(tmp_path, noted)
    assert noted == link.read(tmp_path)
    link.remove(tmp_path)
    link.remove(tmp_path)
    assert link.read(tmp_path) is None


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"command": [], "environment": {}}', '{"command": [1], "environment": {}}', '{"command": ["x"], "environment": {"A": 1}}'])  # fmt: skip
def test_a_link_that_cannot_be_read_is_none(tmp_path: Path, text: str) -> None:
    (tmp_path / "openclaw.json").write_text(text, encoding="utf-8")

    assert link.read(tmp_path) is None

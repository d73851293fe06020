"""Groups: found, added, archived."""

from __future__ import annotations

import json

import pytest

from progressive_memory.adapters.memory.ports import MemoryPorts
from progressive_memory.domain.group import NewGroup
from progressive_memory.domain.group_report import GroupRow
from progressive_memory.domain.settings import Settings
from progressive_memory.errors import GroupNameInvalid, UnknownGroup, UserError
from progressive_memory.services.group import changes as group_changes
from progressive_memory.services.group import groups

ROOM = "!pay:example.org"


@pytest.fixture
def ports() -> MemoryPorts:
    return MemoryPorts()


def text(ports: MemoryPorts, path: str) -> str:
    snapshot = ports.vault.read(path)
    return snapshot.data.decode() if snapshot else ""


def test_a_new_group_has_its_notes_and_its_room(ports: MemoryPorts) -> None:
    report = group_changes.add(ports, NewGroup("支付网关", ROOM, "支付网关项目组"))

    expected = GroupRow(
        name="支付网关",
        display_name="支付网关项目组",
        status="active",
        language="zh",
        timezone="Asia/Shanghai",
        memory_budget=6000,
        last_updated="2026-05-15",
        rooms=(ROOM,),
        path="memory/groups/支付网关.md",
    )
    assert expected == report.group
    assert 6 == len(report.created)
    assert {ROOM: {"name": "支付网关", "display_name": "支付网关项目组"}} == json.loads(
        text(ports, "memory/group_names.json")
    )


def test_the_language_of_a_new_group_is_the_vaults_unless_said(ports: MemoryPorts) -> None:
    ports.settings = Settings("v", language="en")

    assert "en" == group_changes.add(ports, NewGroup("a")).group.language
    assert "zh" == group_changes.add(ports, NewGroup("b", language="zh")).group.language


def test_the_day_is_that_of_the_groups_zone(ports: MemoryPorts) -> None:
    report = group_changes.add(ports, NewGroup("a", timezone="Pacific/Kiritimati"))

    assert "2026-05-15" == report.group.last_updated
    assert (
        "2026-05-14"
        == group_changes.add(ports, NewGroup("b", timezone="Pacific/Niue")).group.last_updated
    )


def test_rooms_are_appended_and_all_else_survives(ports: MemoryPorts) -> None:
    before = '{\n  "!old:x": {"display_name": "Old", "name": "old", "colour": 3},\n  "n": 1\n}\n'
    ports.vault.save("memory/group_names.json", before.encode())
    group_changes.add(ports, NewGroup("new", "!v12room"))

    after = json.loads(text(ports, "memory/group_names.json"))
    assert ["!old:x", "n", "!v12room"] == list(after)
    assert {"display_name": "Old", "name": "old", "colour": 3} == after["!old:x"]


def test_several_rooms_map_to_one_group(ports: MemoryPorts) -> None:
    group_changes.add(ports, NewGroup("pay", ROOM, "Payments", "en"))
    report = group_changes.add(ports, NewGroup("pay", "!second"))

    assert ((ROOM, "!second"), ("memory/group_names.json",)) == (report.group.rooms, report.changed)
    assert (
        "Payments" == json.loads(text(ports, "memory/group_names.json"))["!second"]["display_name"]
    )
    assert () == group_changes.add(ports, NewGroup("pay", "!second")).changed


def test_a_group_without_a_room_has_no_row(ports: MemoryPorts) -> None:
    group_changes.add(ports, NewGroup("quiet"))

    assert "" == text(ports, "memory/group_names.json")
    assert ["quiet"] == [row.name for row in groups.list_groups(ports).groups]


def test_notes_that_stand_already_are_kept(ports: MemoryPorts) -> None:
    ports.vault.save("memory/groups/a/people.md", b"# Ours\n")
    report = group_changes.add(ports, NewGroup("a"))

    assert "memory/groups/a/people.md" not in report.created
    assert "# Ours\n" == text(ports, "memory/groups/a/people.md")


def test_a_decomposed_name_is_the_composed_one(ports: MemoryPorts) -> None:
    group_changes.add(ports, NewGroup("cafe\u0301"))

    assert "caf\u00e9" == groups.find(ports, "cafe\u0301").group_name


@pytest.mark.parametrize(
    ("wanted", "error", "message"),
    [
        (NewGroup("a/b"), GroupNameInvalid, "a group's name must not hold /"),
        (NewGroup(""), GroupNameInvalid, "a group's name must not be empty"),
        (NewGroup("Pay"), GroupNameInvalid, "there is a group pay, and many disks take Pay"),
        (NewGroup("pay"), GroupNameInvalid, "there is a group pay already"),
        (NewGroup("pay", "!two", "Other"), UserError, "only a room can be added to it"),
        (NewGroup("other", ROOM), UserError, f"the room {ROOM} is mapped to the group pay already"),
        (
            NewGroup("other", "pay"),
            UserError,
            "pay is the name of a group; a room is told by its id",
        ),
        (NewGroup("other", timezone="Mars/X"), UserError, "Mars/X is no time zone"),
    ],
)
def test_what_cannot_be_is_refused_and_nothing_written(
    ports: MemoryPorts, wanted: NewGroup, error: type[UserError], message: str
) -> None:
    group_changes.add(ports, NewGroup("pay", ROOM))
    before = {path: text(ports, path) for path in ports.vault.stamps("")}

    with pytest.raises(error, match=message) as raised:
        group_changes.add(ports, wanted)

    assert raised.value.next_step
    assert before == {path: text(ports, path) for path in ports.vault.stamps("")}


def test_a_group_is_found_by_name_and_by_room(ports: MemoryPorts) -> None:
    group_changes.add(ports, NewGroup("支付", ROOM))

    assert "支付" == groups.find(ports, "支付").group_name
    assert "支付" == groups.find(ports, ROOM).group_name


def test_a_name_goes_before_a_room_that_is_called_so(ports: MemoryPorts) -> None:
    group_changes.add(ports, NewGroup("harbour"))
    group_changes.add(ports, NewGroup("pay"))
    row = b'{"harbour": {"name": "pay", "display_name": "Pay"}}'
    ports.vault.save("memory/group_names.json", row)

    assert "harbour" == groups.find(ports, "harbour").group_name


def test_a_room_is_moved_with_its_deciders_when_that_is_asked_for(ports: MemoryPorts) -> None:
    group_changes.add(ports, NewGroup("kitchen", ROOM, "Kitchen"))
    row = {"name": "kitchen", "display_name": "Kitchen", "deciders": ["@ann:x"]}
    ports.vault.save("memory/group_names.json", json.dumps({ROOM: row}).encode())
    group_changes.add(ports, NewGroup("pay", display_name="Payments"))
    report = group_changes.add(ports, NewGroup("pay", ROOM, move=True))

    assert ((ROOM,), "pay") == (report.group.rooms, groups.find(ports, ROOM).group_name)
    assert () == groups.show(ports, "kitchen").group.rooms
    moved = {"name": "pay", "display_name": "pay", "deciders": ["@ann:x"]}
    assert {ROOM: moved} == json.loads(text(ports, "memory/group_names.json"))


def test_a_room_is_mapped_by_its_id_however_it_was_found(ports: MemoryPorts) -> None:
    found = f"agent:main:matrix:channel:{ROOM}:thread:$root"

    assert (ROOM,) == group_changes.add(ports, NewGroup("pay", found)).group.rooms


@pytest.mark.parametrize(
    ("given", "message", "next_step"),
    [
        ("nobody", "no group is called nobody; there are: pay", "pmem group add nobody"),
        ("PAY", "no group is called PAY; there is one called pay", "use --group pay"),
        (
            "!other:x",
            "no group is called !other:x; there are: pay",
            "pmem group add NAME --room '!other:x'",
        ),
        (
            "pya",
            "no group is called pya; there are: pay",
            "--group pay, or for a new group pmem group add pya",
        ),
        ("../../etc", "no group is called ../../etc; there are: pay", "pmem group add etc"),
    ],
)
def test_an_unknown_group_is_told_what_there_is(
    ports: MemoryPorts, given: str, message: str, next_step: str
) -> None:
    group_changes.add(ports, NewGroup("pay"))

    with pytest.raises(UnknownGroup) as raised:
        groups.find(ports, given)

    assert (message, next_step) == (raised.value.message, raised.value.next_step)


def test_a_persons_note_beside_the_index_notes_is_no_group(ports: MemoryPorts) -> None:
    group_changes.add(ports, NewGroup("pay"))
    ports.vault.save("memory/groups/Overview.md", b"# All our groups\n")

    assert ["pay"] == [row.name for row in groups.list_groups(ports).groups]
    with pytest.raises(UnknownGroup):
        groups.find(ports, "Overview")


def test_a_group_whose_table_was_broken_is_still_one(ports: MemoryPorts) -> None:
    group_changes.add(ports, NewGroup("pay"))
    ports.vault.save("memory/groups/pay.md", b"# Pay\n")

    assert "pay" == groups.find(ports, "pay").group_name
    assert ["pay"] == [row.name for row in groups.list_groups(ports).groups]


def test_archiving_splices_one_value(ports: MemoryPorts) -> None:
    group_changes.add(ports, NewGroup("pay"))
    path = "memory/groups/pay.md"
    before = text(ports, path).replace("status: active", "status:   'active' # since May")
    ports.vault.save(path, before.encode())

    report = group_changes.archive(ports, "pay")

    assert ("archived", (path,)) == (report.group.status, report.changed)
    assert before.replace("'active'", "archived") == text(ports, path)
    assert () == group_changes.archive(ports, "pay").changed


def test_showing_leaves_the_log_out(ports: MemoryPorts) -> None:
    group_changes.add(ports, NewGroup("pay", ROOM, language="en"))
    ports.vault.save("memory/groups/pay/log/2026/2026-05-14.md", b"# 2026-05-14\n")
    shown = groups.show(ports, ROOM)

    assert ["P0", "P1", "P2", "P3"] == [route.priority for route in shown.routes]
    assert [] == [note for note in shown.notes if "/log/" in note]
    assert 5 == len(shown.notes)

"""Every group at a glance."""

from __future__ import annotations

from progressive_memory.adapters.memory.ports import MemoryPorts
from progressive_memory.domain.group import NewGroup
from progressive_memory.domain.status_report import GroupStatus
from progressive_memory.services.group import changes as group_changes
from progressive_memory.services.status import status

STATE = """{"groups": {"pay": {"last_flush_time": "2026-05-15T06:17:00+08:00",
"unflushed_messages": 12, "unflushed_task_changes": 2}}}"""
PENDING = """# Pending

- [ ] One ^d-20260515-aaaaaaaaaa
- [x] Two ^d-20260515-bbbbbbbbbb
- [-] Three ^d-20260515-cccccccccc
"""


def test_a_group_tells_what_waits_and_what_it_holds() -> None:
    ports = MemoryPorts()
    group_changes.add(ports, NewGroup("pay", display_name="Payments", language="en"))
    ports.vault.save("memory/flush-state.json", STATE.encode())
    ports.vault.save("memory/groups/pay/pending.md", PENDING.encode())
    people = "memory/groups/pay/people.md"
    ports.search.put("pay", "entries", (people, ports.vault.stamps("")[people], "0"), ())
    paths = ["pay.md", "pay/attention.md", "pay/project.md", "pay/experience.md", "pay/people.md"]
    texts = [ports.vault.read(f"memory/groups/{path}") for path in paths]
    tokens = sum(ports.tokens.count(one.data.decode()) for one in texts if one)

    expected = GroupStatus(
        group="pay",
        display_name="Payments",
        status="active",
        unflushed_messages=12,
        unflushed_task_changes=2,
        last_flush="2026-05-15T06:17:00+08:00",
        pending=1,
        memory_tokens=tokens,
        memory_budget=6000,
        budget_percent=round(tokens / 60),
        notes=4,
        indexed_notes=1,
    )
    assert (expected,) == status(ports).groups


def test_a_note_changed_since_it_was_indexed_does_not_count() -> None:
    ports = MemoryPorts()
    group_changes.add(ports, NewGroup("pay"))
    people = "memory/groups/pay/people.md"
    ports.search.put("pay", "entries", (people, ports.vault.stamps("")[people], "0"), ())
    ports.vault.save(people, b"# changed\n")

    assert 0 == status(ports).groups[0].indexed_notes


def test_a_broken_state_file_reads_as_never_flushed() -> None:
    ports = MemoryPorts()
    group_changes.add(ports, NewGroup("pay"))
    ports.vault.save("memory/flush-state.json", b"{")

    assert ("", 0) == (status(ports).groups[0].last_flush, status(ports).groups[0].pending)

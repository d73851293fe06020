"""The index note only grows: its rows stay, or are marked (seed 004 §4)."""

from __future__ import annotations

from datetime import timedelta

from hypothesis import given, settings
from hypothesis import strategies as st

from progressive_memory.domain.forget_report import ToForget
from progressive_memory.errors import ProgressiveMemoryError
from progressive_memory.services.flush.rollup import rollup
from progressive_memory.services.flush.undo import undo
from progressive_memory.services.forget.forget import forget
from progressive_memory.services.group.groups import find
from progressive_memory.services.group.rename import rename
from progressive_memory.services.note import rename as note_rename
from tests.chat_room import ChatRoom

OWN = "| 潮汐 tides | `tides.md` | P1 |\n| old | `gone.md` [DEPRECATED] | P1 |\n"
SAID = (
    "I propose we move the order store to PostgreSQL 16",
    "I'll draw the harbour map by Friday",
    "Cy is now responsible for releases",
    "convention: every branch name starts with the ticket number",
    "remember: rule: never ship on a Friday",
)
STEPS = st.lists(
    st.sampled_from(["say", "flush", "undo", "redo", "forget", "note", "group", "rollup", "drop"]),
    min_size=4,
    max_size=14,
)


class Harbour:
    """A group with rows of a person's, to which anything may be done."""

    def __init__(self) -> None:
        self.room = ChatRoom()
        self.room.replace("", "| P3 |\n", f"| P3 |\n{OWN}")
        self.said = 0

    def do(self, step: str) -> None:
        room, ports = self.room, self.room.ports
        if step == "say":
            proposal = room.say("Ana", SAID[self.said % len(SAID)])
            room.say("Bo", "+1", to=proposal)
            self.said += 1
        elif step == "flush":
            room.flush()
        elif step == "undo":
            undo(ports)
        elif step == "redo":
            (newest, *_) = [past.plan for past in ports.vault.past_plans() if past.undone]
            room.flush(redo=newest.id)
        elif step == "forget":
            forget(ports, ToForget(person="Ana", group=room.name))
        elif step == "rollup":
            rollup(ports, room.name)
        elif step == "note":
            note_rename.rename(ports, f"memory/groups/{room.name}/people.md", f"people {self.said}")
        elif step == "group":
            new = f"harbour {self.said}"
            rename(ports, room.name, new)
            room.name = new
        elif step == "drop":
            room.ports.clock.forward(timedelta(days=15))

    def rows(self) -> list[tuple[str, str]]:
        """Trigger and priority of each row: a rename may name another file in it."""
        routes = find(self.room.ports, self.room.name).routes
        return [(one.trigger, one.priority) for one in routes]


@settings(max_examples=40)
@given(STEPS)
def test_no_command_takes_a_row_out_of_the_index_note(steps: list[str]) -> None:
    harbour = Harbour()
    for step in steps:
        before = harbour.rows()
        try:
            harbour.do(step)
        except (ProgressiveMemoryError, ValueError):
            continue  # nothing to undo, to forget or to rename yet
        assert harbour.rows()[: len(before)] == before
        assert OWN in harbour.room.note("")


def test_a_row_that_a_flush_added_goes_with_that_flush_alone() -> None:
    room = ChatRoom()
    row = next(line for line in room.note("").splitlines() if "`people.md`" in line) + "\n"
    room.replace("", row, "")
    room.say("Bo", "+1", to=room.say("Ana", SAID[2]))
    before = room.note("")

    room.flush()
    assert room.note("").endswith(row)
    undo(room.ports)

    assert room.note("") == before

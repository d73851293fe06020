"""When a flush happens does not decide what is remembered, and never what people wrote."""

from __future__ import annotations

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from progressive_memory.flush.known.known import Place
from progressive_memory.flush.known.read_back import known_entries
from progressive_memory.vault.blocks import entries
from tests.chat_room import ChatRoom

THINGS = ["the order store", "the session cache", "the search index"]
PLACES = ["PostgreSQL 16", "Redis 7", "MySQL 8"]
TALK = st.lists(
    st.one_of(
        st.tuples(st.just("propose"), st.sampled_from(THINGS), st.sampled_from(PLACES)),
        st.tuples(st.just("agree"), st.just(""), st.just("")),
        st.tuples(st.just("task"), st.sampled_from(THINGS), st.just("")),
        st.tuples(st.just("chatter"), st.just(""), st.just("")),
    ),
    min_size=2,
    max_size=9,
)
SLOW = settings(max_examples=20, deadline=None, suppress_health_check=[HealthCheck.too_slow])


def speak(room: ChatRoom, number: int, line: tuple[str, str, str], last: str) -> str:
    """Say one line; returns the proposal that the next agreement answers."""
    act, thing, place = line
    if act == "propose":
        return room.say("Ana", f"I propose we move {thing} to {place}", f"$p{number}")
    if act == "agree" and last:
        room.say("Bo", "+1", f"$a{number}", to=last)
    elif act == "task":
        room.say("Cy", f"I'll write the migration script for {thing}", f"$t{number}")
    else:
        room.say("Di", "what is for lunch?", f"$c{number}")
    return last


def talked(talk: list[tuple[str, str, str]], flush_after: set[int]) -> ChatRoom:
    room = ChatRoom()
    last = ""
    for number, line in enumerate(talk):
        last = speak(room, number, line, last)
        if number in flush_after:
            room.flush()
    room.flush()
    return room


def standing(room: ChatRoom) -> dict[str, bool]:
    """Ids of the entries that stand, each with whether it still holds."""
    known = known_entries(
        [entry for path, text in room.notes().items() for entry in entries(path, text)], {}
    )
    return {one.id: not one.superseded_by for one in known.values() if one.place is Place.STANDING}


@SLOW
@given(TALK, st.sets(st.integers(0, 8)))
def test_the_same_entries_stand_wherever_the_flushes_fall(
    talk: list[tuple[str, str, str]], flush_after: set[int]
) -> None:
    assert standing(talked(talk, flush_after)) == standing(talked(talk, set()))


def test_a_proposal_said_twice_is_one_entry_wherever_the_flushes_fall() -> None:
    move = ("propose", "the session cache", "MySQL 8")
    talk = [move, ("task", "the session cache", ""), move, ("agree", "", "")]

    assert standing(talked(talk, {0})) == standing(talked(talk, set()))


@SLOW
@given(TALK, st.sets(st.integers(0, 8)))
def test_a_last_flush_with_nothing_new_changes_no_note(
    talk: list[tuple[str, str, str]], flush_after: set[int]
) -> None:
    room = talked(talk, flush_after)
    before = room.notes()

    room.flush()

    assert room.notes() == before


@SLOW
@given(
    TALK,
    st.sampled_from(["attention.md", "experience.md", "pending.md", "people.md", ""]),
    st.sampled_from(
        ["- a line of mine", "words of mine", "> mine", "| my | table |", "- [ ] todo"]
    ),
)
def test_what_a_person_adds_between_two_flushes_stays(
    talk: list[tuple[str, str, str]], name: str, mine: str
) -> None:
    half = len(talk) // 2
    room = talked(talk[:half], set())
    room.save(name, f"{room.note(name)}\n{mine}\n")
    last = ""
    for number, line in enumerate(talk[half:], start=half):
        last = speak(room, number, line, last)

    room.flush()

    assert f"\n{mine}\n" in room.note(name)

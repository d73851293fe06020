"""What is said anew against what stands: superseded, contradicted, put to people."""

from __future__ import annotations

from dataclasses import replace

import pytest

from progressive_memory.flush.known.known import Known
from progressive_memory.flush.known.read_back import known_entries
from progressive_memory.services.why.why import why
from progressive_memory.vault.blocks import entries
from tests.chat_room import PROPOSAL, ChatRoom


def test_a_reversal_supersedes_and_keeps_the_old(decided: ChatRoom) -> None:
    old_id = next(iter(decided.ports.state.seen("harbour")))
    decided.say("Ana", "Decided: we move the order store to MySQL 8", "$m")
    decided.say("Bo", "+1", to="$m")

    (written,) = decided.flush().written

    note = decided.note("experience.md")
    new, old = note.index(f"\n^{written.id}"), note.index(f"\n^{old_id}")
    assert written.verdict == "Supersedes"
    assert new < old
    assert f"- Superseded by:: [[#^{written.id}|Move the order store to MySQL 8]]" in note
    assert "- Confidence:: 0.5" in note


def contradiction(room: ChatRoom) -> tuple[str, str]:
    """Two people overrule three: both entries stand, and people are asked."""
    room.say("Ana", PROPOSAL, "$p")
    room.say("Bo", "+1", to="$p")
    room.say("Di", "+1", to="$p")
    (old,) = room.flush().written
    room.say("Cy", "Decided: we move the order store to MySQL 8", "$m")
    room.say("Ed", "+1", to="$m")
    report = room.flush()
    (new,) = report.written
    assert new.verdict == "Contradicts"
    assert len(report.pending) == 1
    assert room.note("experience.md").count("- Contradicts:: [[#^d-") == 2
    return old.id, new.id


def test_a_question_answered_by_a_tick_lets_the_newer_one_hold(room: ChatRoom) -> None:
    old_id, new_id = contradiction(room)
    room.replace("pending.md", "- [ ]", "- [x]")

    room.flush()

    note = room.note("experience.md")
    old_entry = note[note.index(f"\n^{new_id}") : note.index(f"\n^{old_id}")]
    assert f"- Superseded by:: [[#^{new_id}|" in old_entry
    assert "- [" not in room.note("pending.md")


@pytest.mark.parametrize("how", ["dashed", "deleted"])
def test_a_question_rejected_lets_the_older_one_hold(room: ChatRoom, how: str) -> None:
    old_id, new_id = contradiction(room)
    if how == "dashed":
        room.replace("pending.md", "- [ ]", "- [-]")
    else:
        room.save("pending.md", room.note("pending.md").partition("- [ ]")[0])

    room.flush()

    note = room.note("experience.md")
    new_entry = note[: note.index(f"\n^{new_id}")]
    assert f"- Superseded by:: [[#^{old_id}|" in new_entry


def decide(room: ChatRoom, text: str, *voices: str) -> str:
    """Two people (Ana and Bo where none are named) decide something; the id of what was written."""
    first, *others = voices or ("Ana", "Bo")
    proposal = room.say(first, text)
    for name in others:
        room.say(name, "+1", to=proposal)
    return room.flush().written[0].id


def standing(room: ChatRoom) -> dict[str, Known]:
    """What stands and waits, by id."""
    notes = room.notes().items()
    return known_entries([one for path, text in notes for one in entries(path, text)], {})


def test_a_chain_of_decisions_is_linked_step_by_step_and_halves_each_once(room: ChatRoom) -> None:
    first = decide(room, "I propose we use Leaflet for the harbour map")
    second = decide(room, "I propose we use MapLibre instead of Leaflet for the harbour map")
    third = decide(room, "I propose we switch the harbour map from MapLibre to OpenLayers")

    known = standing(room)
    links = [
        (one, known[one].supersedes, known[one].superseded_by) for one in (first, second, third)
    ]
    assert links == [
        (first, (), (second,)),
        (second, (first,), (third,)),
        (third, (second,), ()),
    ]
    assert [known[one].confidence for one in (first, second, third)] == [0.5, 0.5, 1.0]
    assert why(room.ports, second).supersedes == (first,)
    assert why(room.ports, second).superseded_by == (third,)


def test_going_back_to_an_earlier_value_is_a_new_entry_over_the_later_one(room: ChatRoom) -> None:
    first = decide(room, "I propose the berth list shows 20 rows")
    second = decide(room, "I propose the berth list shows 50 rows")
    third = decide(room, "I propose the berth list shows 20 rows")

    known = standing(room)
    assert len({first, second, third}) == 3
    assert known[third].supersedes == (second,)
    assert known[first].superseded_by == (second,)
    assert (known[first].confidence, known[second].confidence) == (0.5, 0.5)


def test_an_exception_is_added_to_the_entry_it_is_one_of(room: ChatRoom) -> None:
    entry_id = decide(room, "I propose that tugs need no permit")
    again = decide(room, "I propose that tugs need no permit, except at night")

    assert again == entry_id
    assert "- Context:: Tugs need no permit, except at night" in room.note("experience.md")
    assert room.note("experience.md").count("\n## ") == 1


def test_another_thing_of_the_same_name_stands_beside_it(room: ChatRoom) -> None:
    decide(room, "I propose the berth list shows 20 rows")
    decide(room, "I propose the tide list shows 50 rows")

    assert [one.superseded_by for one in standing(room).values()] == [(), ()]


@pytest.mark.parametrize(("standing_one", "said"), [
    ("berth-api 超时设为 30 秒", "I propose we raise the timeout of berth-api to 60 s"),
    ("订单库使用 PostgreSQL", "建议订单库改用 MariaDB，不用 PostgreSQL 了"),
])  # fmt: skip
def test_another_language_or_wording_supersedes_too(standing_one: str, said: str) -> None:
    room = ChatRoom(language="zh")
    first = decide(room, f"建议{standing_one}", "张三", "李四")
    second = decide(room, said, "张三", "李四")

    assert standing(room)[second].supersedes == (first,)


def in_charge(room: ChatRoom, name: str, duty: str) -> None:
    """A role that two people agreed to, flushed."""
    room.say("Ana", f"{name} is now responsible for {duty}")
    room.say("Bo", "+1")
    room.flush()
    assert f"- {name}" in room.note("people.md")


def three_decide(room: ChatRoom) -> str:
    return decide(room, "I propose we publish the releases on Codeberg", "Ana", "Bo", "Di")


def test_who_has_a_thing_in_charge_may_overrule_more_people_about_it(room: ChatRoom) -> None:
    in_charge(room, "Cy", "releases")
    first = three_decide(room)

    second = decide(
        room, "I propose we publish the releases on GitLab instead of Codeberg", "Cy", "Ed"
    )

    assert standing(room)[second].supersedes == (first,)


def test_who_has_another_thing_in_charge_may_not(room: ChatRoom) -> None:
    in_charge(room, "Cy", "support")
    first = three_decide(room)

    second = decide(
        room, "I propose we publish the releases on GitLab instead of Codeberg", "Cy", "Ed"
    )

    assert standing(room)[second].contradicts == (first,)


def test_a_question_goes_when_a_third_decision_replaces_both(room: ChatRoom) -> None:
    old_id, new_id = contradiction(room)

    third = decide(room, "Decided: we move the order store to Oracle 23", "Ana", "Cy", "Bo", "Ed")

    assert set(standing(room)[third].supersedes) == {old_id, new_id}
    assert "- [" not in room.note("pending.md")


def test_a_decider_who_says_one_of_the_two_again_settles_it(room: ChatRoom) -> None:
    old_id, new_id = contradiction(room)
    room.ports.settings = replace(room.ports.settings, deciders=("Fay",))
    room.say("Fay", f"Decided: {PROPOSAL.removeprefix('I propose ')}")

    room.flush()

    known = standing(room)
    assert known[new_id].superseded_by == (old_id,)
    assert "- [" not in room.note("pending.md")

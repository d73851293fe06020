"""attention.md stays one screen: older lines of its archive go into notes of their own."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta

import pytest

from progressive_memory.domain.forget_report import ToForget
from progressive_memory.domain.group import Language
from progressive_memory.domain.plan import Applied, Plan
from progressive_memory.errors import NoteChangedOnDisk, UserError
from progressive_memory.flush.known import shelves
from progressive_memory.ports import Query
from progressive_memory.services.doctor.doctor import doctor
from progressive_memory.services.flush.undo import undo
from progressive_memory.services.forget.forget import forget
from progressive_memory.services.group.rename import rename
from progressive_memory.services.note import rename as note_rename
from progressive_memory.services.recall.recall import Ask, recall
from progressive_memory.services.recall.search import search
from progressive_memory.services.why.why import why
from progressive_memory.vault.blocks import entries
from tests.chat_room import ChatRoom
from tests.work_done import SHELF, START, finished, ids


def text(room: ChatRoom, path: str) -> str:
    """A file of the vault."""
    snapshot = room.ports.vault.read(path)
    assert snapshot is not None
    return snapshot.data.decode()


def test_a_short_archive_stays_in_the_note(room: ChatRoom) -> None:
    finished(room, shelves.KEPT + shelves.AT_ONCE - 1)

    assert len(ids(room, "attention.md")) == 14
    assert room.note(SHELF) == ""


@pytest.mark.parametrize("language", ["zh", "en"])
def test_the_oldest_leave_a_long_archive_and_one_line_leads_to_them(language: Language) -> None:
    room = ChatRoom(language=language)
    finished(room, 26)

    words = {"zh": ("归档", "更早："), "en": ("Archive", "Older: ")}[language]
    stays, left = ids(room, "attention.md"), ids(room, SHELF)
    assert [len(stays), len(left)] == [10, 15]
    assert [*stays, *left] == sorted([*stays, *left], reverse=True)
    assert room.note("attention.md").endswith(
        f"\n- {words[1]}[[memory/groups/harbour/archive/attention-2026|2026]]\n"
    )
    assert room.note(SHELF).startswith(
        f"---\naliases: [harbour attention 2026]\n---\n\n# {words[0]}\n\n- [x] "
    )


def test_a_line_leaves_byte_for_byte_and_the_flush_says_so(room: ChatRoom) -> None:
    finished(room, 14)
    room.replace("attention.md", "Write the quay survey", "Write the *quay*  survey 🌊")
    before = [one.text for one in entries("", room.note("attention.md"))]

    report = finished(room, 1, first=14)

    carried = [one.text.rstrip() for one in entries("", room.note(SHELF))]
    assert carried == [text.rstrip() for text in before[-5:]]
    assert "*quay*  survey 🌊" in carried[-1]
    assert report.notices == (
        "memory/groups/harbour/attention.md: 5 lines of its archive moved to "
        "memory/groups/harbour/archive/attention-2026.md, with every link to them",
    )


def test_how_often_it_is_flushed_changes_nothing() -> None:
    often, once = ChatRoom(), ChatRoom()
    finished(often, 23, each=True)
    finished(once, 23)

    assert ids(often, "attention.md") == ids(once, "attention.md")
    assert ids(often, SHELF) == ids(once, SHELF)


def test_a_second_flush_with_nothing_new_changes_no_note(room: ChatRoom) -> None:
    finished(room, 20)
    before = room.notes()

    room.flush()

    assert room.notes() == before


def test_each_year_has_a_note_of_its_own(room: ChatRoom) -> None:
    finished(room, 3, start=datetime(2025, 12, 29, 9, 0, tzinfo=UTC))
    finished(room, 13, first=3)

    assert len(ids(room, "archive/attention-2025.md")) == 3
    assert len(ids(room, SHELF)) == 2
    years = [line for line in room.note("attention.md").splitlines() if line.startswith("- Older")]
    assert years == [
        "- Older: [[memory/groups/harbour/archive/attention-2025|2025]]",
        "- Older: [[memory/groups/harbour/archive/attention-2026|2026]]",
    ]


def test_lines_of_a_person_in_the_archive_never_move(room: ChatRoom) -> None:
    finished(room, 14)
    own = "- [x] Bought a new kettle ^kettle\n- what we learnt last winter\n"
    oldest = ids(room, "attention.md")[-1]
    room.replace("attention.md", "## Archive\n\n", f"## Archive\n\n{own}")
    room.replace("attention.md", f"^{oldest}\n", f"^{oldest}\n  - mind the paint here\n")

    finished(room, 6, first=14)

    note = room.note("attention.md")
    assert own in note
    assert f"^{oldest}\n  - mind the paint here\n" in note
    assert len(ids(room, SHELF)) == 5


def test_every_link_to_a_line_follows_it(room: ChatRoom) -> None:
    finished(room, 14)
    oldest, newest = ids(room, "attention.md")[-1], ids(room, "attention.md")[0]
    attention = "memory/groups/harbour/attention"
    vault = room.ports.vault
    note = (
        f"[[{attention}#^{oldest}|the survey]] [[attention#^{oldest}]] [[attention]]\n"
        f"[there]({attention}.md#^{oldest}) ![[{attention}.md#^{oldest}]]\n"
        f"[[{attention}#^{newest}|stays]] `[[{attention}#^{oldest}]]`\n\n"
        f"| a | b |\n|---|---|\n| [[{attention}#^{oldest}\\|cell]] | x |\n"
    )
    vault.save("Home/desk.md", note.encode())
    vault.save("memory/groups/harbour/mine.md", f"[it](attention.md#^{oldest})\n".encode())
    card = {"nodes": [{"id": "1", "type": "text", "text": f"see [[{attention}#^{oldest}|it]]"}]}
    vault.save("wall.canvas", json.dumps(card).encode())
    room.replace("attention.md", f"^{newest}\n", f"^{newest}\n  - see:: [[#^{oldest}|that]]\n")

    finished(room, 2, first=14)

    shelf = "memory/groups/harbour/archive/attention-2026"
    assert text(room, "Home/desk.md") == (
        f"[[{shelf}#^{oldest}|the survey]] [[{shelf}#^{oldest}|attention > ^{oldest}]] "
        "[[attention]]\n"
        f"[there]({shelf}.md#^{oldest}) ![[{shelf}.md#^{oldest}]]\n"
        f"[[{attention}#^{newest}|stays]] `[[{attention}#^{oldest}]]`\n\n"
        f"| a | b |\n|---|---|\n| [[{shelf}#^{oldest}\\|cell]] | x |\n"
    )
    mine = text(room, "memory/groups/harbour/mine.md")
    assert mine == f"[it](archive/attention-2026.md#^{oldest})\n"
    assert f"[[{shelf}#^{oldest}|it]]" in text(room, "wall.canvas")
    assert f"  - see:: [[{shelf}#^{oldest}|that]]\n" in room.note("attention.md")
    assert [each for each in doctor(room.ports).problems if each.code == "broken_link"] == []


def test_a_line_stays_while_a_link_to_it_cannot_follow(room: ChatRoom) -> None:
    finished(room, 14)
    shown, linked = ids(room, "attention.md")[-2:]
    link = f"[[memory/groups/harbour/attention#^{linked}]]"
    room.ports.vault.save("both.md", f"<<<<<<< a\n{link}\n=======\n>>>>>>> b\n".encode())
    card = {"nodes": [{"type": "file", "file": "x.md", "subpath": f"#^{shown}"}]}
    room.ports.vault.save("wall.canvas", json.dumps(card).encode())

    finished(room, 4, first=14)

    assert ids(room, "attention.md")[-2:] == [shown, linked]
    assert len(ids(room, SHELF)) == 5


def test_links_inside_a_line_lead_where_they_led(room: ChatRoom) -> None:
    finished(room, 14)
    standing = ids(room, "attention.md")
    link = f"  - Supersedes:: [[#^{standing[0]}|stays]], [[#^{standing[-2]}|goes too]]\n"
    room.replace("attention.md", f"^{standing[-1]}\n", f"^{standing[-1]}\n{link}")

    finished(room, 1, first=14)

    assert (
        f"  - Supersedes:: [[memory/groups/harbour/attention#^{standing[0]}|stays]], "
        f"[[#^{standing[-2]}|goes too]]\n"
    ) in room.note(SHELF)


def test_what_left_is_known_and_never_written_again(room: ChatRoom) -> None:
    finished(room, 16)
    before = ids(room, SHELF)
    room.edit("$t0", "I'll write the quay survey!")
    room.edit("$d0", "done: the quay survey is written, at last")

    room.flush()

    assert ids(room, SHELF) == before
    assert [one for one in ids(room, "attention.md") if one in before] == []
    assert "quay survey" not in room.note("attention.md")


def test_a_line_deleted_from_its_note_stays_deleted(room: ChatRoom) -> None:
    finished(room, 16)
    gone = entries("", room.note(SHELF))[-1]
    room.save(SHELF, room.note(SHELF).replace(gone.text, ""))
    room.edit("$t0", "I'll write the quay survey!")

    room.flush()

    assert gone.id not in room.note(SHELF) + room.note("attention.md")
    vetoes = room.state()["groups"]["harbour"]["vetoes"]
    assert [veto["key"] for veto in vetoes] == [gone.id.rpartition("-")[2]]  # type: ignore[index]


@pytest.mark.parametrize("left", [None, b" \n"])
def test_a_note_that_is_missing_or_empty_deletes_nothing(
    room: ChatRoom, left: bytes | None
) -> None:
    finished(room, 16)
    room.ports.vault.save(f"memory/groups/harbour/{SHELF}", left)

    report = room.flush()

    assert room.state()["groups"]["harbour"].get("vetoes", []) == []
    assert bool(report.problems) is (left is not None)


def test_what_is_spoken_of_again_comes_back(room: ChatRoom) -> None:
    taken = room.say("Lin", "I'll write the seed catalogue", "$s", at=START)
    room.say("Wu", "all quiet", at=START + timedelta(days=20))
    finished(room, 20, first=0, start=START + timedelta(days=21))
    (quiet,) = (one for one in entries("", room.note(SHELF)) if "seed catalogue" in one.title)
    room.ports.vault.save("a.md", f"[[memory/groups/harbour/{SHELF[:-3]}#^{quiet.id}]]".encode())

    room.say("Lin", "I'll write the seed catalogue", to=taken, at=START + timedelta(days=60))
    room.flush()

    active, _, _ = room.note("attention.md").partition("## Blockers")
    assert f"- [ ] Write the seed catalogue — Lin ^{quiet.id}" in active
    assert quiet.id not in room.note(SHELF)
    assert text(room, "a.md").startswith(f"[[memory/groups/harbour/attention#^{quiet.id}|")


def test_an_undone_flush_puts_the_lines_back_byte_for_byte(room: ChatRoom) -> None:
    finished(room, 14)
    oldest = ids(room, "attention.md")[-1]
    room.ports.vault.save("a.md", f"[[memory/groups/harbour/attention#^{oldest}]]".encode())
    before = room.notes() | {"a.md": text(room, "a.md")}

    finished(room, 1, first=14)
    assert len(ids(room, SHELF)) == 5
    undo(room.ports)

    after = room.notes() | {"a.md": text(room, "a.md")}
    assert after == before


def test_a_flush_whose_entries_left_since_is_not_undone(room: ChatRoom) -> None:
    finished(room, 3)
    (first,) = (past.plan.id for past in room.ports.vault.past_plans() if past.plan.verb == "flush")
    finished(room, 12, first=3)

    with pytest.raises(NoteChangedOnDisk, match="archive/attention-2026"):
        undo(room.ports, first)


def test_why_search_and_forget_find_what_left(room: ChatRoom) -> None:
    finished(room, 16)
    oldest = ids(room, SHELF)[-1]

    told = why(room.ports, oldest)
    found = search(room.ports, "harbour", Query("quay survey"), "entries", 5)
    assert (told.file, [one.text for one in told.evidence]) == (
        f"memory/groups/harbour/{SHELF}",
        ["I'll write the quay survey", "done: the quay survey is written"],
    )
    assert found.hits[0].id == oldest

    forget(room.ports, ToForget(entries=(oldest,), group="harbour"))
    texts = "".join(room.notes().values()) + room.log_text()
    assert "quay survey" not in texts


def test_no_recall_loads_what_left(room: ChatRoom) -> None:
    finished(room, 16)
    room.replace("", "`people.md` | P3 |", f"`people.md` | P3 |\n| old work | `{SHELF}` | P1 |")
    left = ids(room, SHELF)

    for asked in ("what about the quay survey?", "is the tide table written?", "old work"):
        bundle = recall(room.ports, "harbour", asked, Ask("n"))
        assert not any(one in bundle.text for one in left)
        assert SHELF not in [each.path for each in bundle.loaded]


def test_a_line_reworded_at_that_moment_stays_with_its_links(room: ChatRoom) -> None:
    finished(room, 14)
    oldest = ids(room, "attention.md")[-1]
    link = f"[[memory/groups/harbour/attention#^{oldest}|it]]"
    room.ports.vault.save("a.md", link.encode())
    apply = room.ports.vault.apply

    def interrupted(plan: Plan) -> Applied:
        if plan.verb == "flush":
            room.replace("attention.md", "Write the quay survey", "Write the long quay survey")
        return apply(plan)

    room.ports.vault.apply = interrupted  # type: ignore[method-assign]
    finished(room, 1, first=14)
    room.ports.vault.apply = apply  # type: ignore[method-assign]

    assert oldest not in room.note(SHELF)
    assert f"Write the long quay survey — Lin ✅ 2026-03-02 ^{oldest}" in room.note("attention.md")
    assert text(room, "a.md") == link
    assert "quay" not in room.note("pending.md")
    room.flush()
    assert "quay" not in room.note("pending.md")


@pytest.mark.parametrize("reworded", [False, True])
def test_a_line_that_came_back_leaves_again_unless_it_reads_otherwise(
    room: ChatRoom, reworded: bool
) -> None:
    finished(room, 16)
    oldest = entries("", room.note(SHELF))[-1]
    again = oldest.text.replace("quay", "long quay") if reworded else oldest.text
    room.replace("attention.md", "- Older", f"{again.strip()}\n- Older")

    room.flush()
    room.flush()

    assert oldest.text.strip() in room.note(SHELF)
    assert (again.strip() in room.note("attention.md")) is reworded


def test_a_note_with_an_open_fence_takes_nothing(room: ChatRoom) -> None:
    finished(room, 16)
    room.save(SHELF, room.note(SHELF).replace("# Archive\n", "```\n# Archive\n"))
    before = ids(room, "attention.md")

    finished(room, 4, first=16)

    assert [*ids(room, "attention.md")[4:]] == before


def test_a_renamed_group_takes_its_shelves_along(room: ChatRoom) -> None:
    finished(room, 16)
    before = ids(room, SHELF)
    rename(room.ports, "harbour", "quay")
    room.name = "quay"

    finished(room, 4, first=16)

    assert ids(room, SHELF)[-5:] == before
    assert "aliases: [quay attention 2026]" in room.note(SHELF)
    assert room.note("attention.md").count("[[memory/groups/quay/archive/attention-2026|") == 1
    assert room.state()["groups"]["quay"].get("vetoes", []) == []
    assert [each.code for each in doctor(room.ports).problems] == []


def test_a_renamed_attention_note_keeps_its_archive_short(room: ChatRoom) -> None:
    finished(room, 10)
    note_rename.rename(room.ports, "memory/groups/harbour/attention.md", "status")

    finished(room, 6, first=10)

    assert (len(ids(room, "status.md")), len(ids(room, SHELF))) == (11, 5)


def test_a_note_with_older_lines_keeps_its_name(room: ChatRoom) -> None:
    finished(room, 16)

    with pytest.raises(UserError, match="has to keep its place"):
        note_rename.rename(room.ports, f"memory/groups/harbour/{SHELF}", "old work")

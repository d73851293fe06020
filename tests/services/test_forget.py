"""What a forget takes out, and what it leaves of what rests on other messages too."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, timedelta

import pytest

from progressive_memory.adapters.memory.feed import MemoryFeed
from progressive_memory.domain.entry import Kind
from progressive_memory.domain.forget_report import ForgetReport, GroupForget, Kept, ToForget
from progressive_memory.domain.message import ChatEvent
from progressive_memory.domain.plan import Applied, Plan
from progressive_memory.errors import NothingToForget, UnknownEntry, UserError
from progressive_memory.services.doctor.doctor import doctor
from progressive_memory.services.flush.remember import Wanted, remember
from progressive_memory.services.flush.undo import undo
from progressive_memory.services.forget.forget import forget
from progressive_memory.services.log.log import log
from progressive_memory.services.why.why import why
from progressive_memory.vault import layout
from progressive_memory.vault.ids import message_block_id, short_hash
from tests.chat_room import PROPOSAL, TITLE, ChatRoom


def run(room: ChatRoom, *entries: str, dry_run: bool = False, **wanted: object) -> GroupForget:
    """Forget in the room's group; returns its part of the report."""
    asked = ToForget(entries, **wanted)  # type: ignore[arg-type]
    (group,) = forget(room.ports, asked, dry_run=dry_run).groups
    return group


def message(room: ChatRoom, *event_ids: str) -> GroupForget:
    return run(room, messages=event_ids)


def everywhere(room: ChatRoom) -> str:
    """Every file of the vault."""
    paths = sorted(room.ports.vault.stamps(""))
    found = (room.ports.vault.read(path) for path in paths)
    return "".join(one.data.decode() for one in found if one)


def titles(room: ChatRoom, name: str) -> list[str]:
    return [line for line in room.note(name).splitlines() if line.startswith(("## ", "- "))]


def test_of_a_message_time_and_block_id_are_left_so_that_links_hold(decided: ChatRoom) -> None:
    message(decided, "$p")

    first, second, meta = decided.log_text().splitlines()[-3:]
    assert f"(forgotten) ^{message_block_id('$p')}" == first.split(" ", 2)[2]
    assert "Bo: +1" in second
    assert f"re:: [[#^{message_block_id('$p')}]]" in meta
    assert [] == [one for one in doctor(decided.ports).problems if one.code == "broken_link"]


def test_an_entry_goes_with_all_it_rests_on_and_never_comes_back(decided: ChatRoom) -> None:
    (entry_id,) = (
        line[1:] for line in decided.note("experience.md").splitlines() if line[:1] == "^"
    )

    run(decided, entry_id)
    report = decided.flush()

    assert ((), (), {}) == (report.written, report.pending, report.rejected)
    assert "PostgreSQL" not in everywhere(decided)
    assert not decided.state()["groups"][decided.name].get("vetoes")
    assert {} == decided.ports.state.seen(decided.name)


def test_an_entry_whose_words_only_what_goes_says_waits_without_them(decided: ChatRoom) -> None:
    message(decided, "$p")

    assert [] == titles(decided, "experience.md")
    (item,) = titles(decided, "pending.md")
    assert item.startswith("- [ ] (text forgotten) — Bo, 2026-05-15 — evidence withdrawn ^d-")
    assert "PostgreSQL" not in everywhere(decided)
    assert ["(text forgotten)"] == list(decided.state()["pending_items"])
    assert ((), ()) == (decided.flush().written, decided.flush().pending)


def test_an_entry_stays_where_a_message_that_stays_says_the_same(room: ChatRoom) -> None:
    room.say("Ana", PROPOSAL, "$p")
    room.say("Bo", "agreed, let's move the order store to PostgreSQL 16", "$a", to="$p")
    room.flush()

    message(room, "$p")

    note = room.note("experience.md")
    assert TITLE in note
    assert "Ana" not in note
    assert (message_block_id("$p") in note, message_block_id("$a") in note) == (False, True)


def test_a_confirmation_that_goes_leaves_the_entry_standing(decided: ChatRoom) -> None:
    decided.say("Cy", "+1", "$c", to="$p")
    decided.flush()

    run(decided, person="Bo", group=decided.name)

    note = decided.note("experience.md")
    assert ("Decided by:: Ana" in note, "Bo" in note, TITLE in note) == (True, False, True)


def test_a_reaction_goes_with_its_person(decided: ChatRoom) -> None:
    decided.react("Cy", "$p")
    decided.flush()
    assert "Confirmed by:: Bo, Cy 👍" in decided.note("experience.md")

    report = run(decided, person="@cy:example.org", group=decided.name)

    assert (0, 1) == (report.messages, report.reactions)
    assert "Confirmed by:: Bo\n" in decided.note("experience.md")
    assert ("Cy" in decided.log_text(), "👍" in decided.log_text()) == (False, False)
    event = ChatEvent(
        "$p-Cy", decided.ports.clock.now(), "@cy:example.org", "", "Cy", reacts_to="$p", key="👍"
    )
    log(decided.ports, decided.name, MemoryFeed([event]))
    assert "Cy" not in decided.log_text()


REPLACED = [
    ("en", "I propose we use Leaflet for the harbour map", "+1",
     "I propose we use MapLibre instead of Leaflet for the harbour map", "(forgotten)"),
    ("zh", "建议港口地图用 Leaflet", "同意", "建议港口地图改用 MapLibre，不用 Leaflet 了", "（已遗忘）"),
]  # fmt: skip


@pytest.mark.parametrize(("language", "old", "yes", "new", "mark"), REPLACED)
def test_what_a_forgotten_entry_replaced_stays_replaced(
    language: str, old: str, yes: str, new: str, mark: str
) -> None:
    room = ChatRoom(language=language)  # type: ignore[arg-type]
    room.say("Ana", old, "$old")
    room.say("Bo", yes, "$yes", to="$old")
    room.flush()
    room.say("Ana", new, "$new")
    room.say("Bo", yes, "$yes2", to="$new")
    room.flush()
    assert "MapLibre" in room.note("experience.md")

    message(room, "$new", "$yes2")

    note = room.note("experience.md")
    assert ("MapLibre" in everywhere(room), f":: {mark}\n" in note) == (False, True)
    room.flush()
    assert note == room.note("experience.md")


def test_the_link_to_what_it_replaced_goes_with_the_older_entry(room: ChatRoom) -> None:
    room.say("Ana", "I propose we use Leaflet for the harbour map", "$old")
    room.say("Bo", "+1", "$yes", to="$old")
    room.flush()
    room.say("Ana", "I propose we use OpenLayers for the harbour map", "$new")
    room.say("Bo", "+1", to="$new")
    room.flush()
    assert "Supersedes:: [[#^" in room.note("experience.md")

    message(room, "$old", "$yes")

    note = room.note("experience.md")
    assert ("Leaflet" in everywhere(room), "Supersedes" in note, "OpenLayers" in note) == (
        False,
        False,
        True,
    )


def test_a_question_goes_with_one_of_its_two_entries(room: ChatRoom) -> None:
    room.say("Ana", "I propose we publish the releases on Codeberg", "$a")
    room.say("Bo", "+1", to="$a")
    room.say("Di", "+1", to="$a")
    room.flush()
    room.say("Cy", "I propose we publish the releases on GitLab instead of Codeberg", "$c")
    room.say("Ed", "+1", "$e", to="$c")
    room.flush()
    assert "Does the newer one hold?" in room.note("pending.md")

    message(room, "$c", "$e")

    assert ("GitLab" in everywhere(room), [] == titles(room, "pending.md")) == (False, True)
    assert "Contradicts" not in room.note("experience.md")


def test_lines_that_a_person_nested_stay(room: ChatRoom) -> None:
    room.say("Cy", "I'll migrate the order store to PostgreSQL", "$t")
    room.flush()
    note = room.note("attention.md")
    mine = "  - ask the landlord first\n    - and the bank\n"
    evidence = next(line for line in note.splitlines() if "Evidence::" in line) + "\n"
    room.save("attention.md", note.replace(evidence, evidence + mine))

    message(room, "$t")

    expected = "## Active tasks\n\n- ask the landlord first\n  - and the bank\n\n## Blockers"
    assert expected in room.note("attention.md")


def test_a_note_of_a_person_that_links_there_is_named_and_left_alone(decided: ChatRoom) -> None:
    mine = f"Look at [[…/log/2026/2026-05-15#^{message_block_id('$p')}|this]]\n"
    decided.save("conventions/mine.md", f"# Mine\n\n{mine}")

    report = run(decided, messages=("$p",), dry_run=True)
    message(decided, "$p")

    path = layout.note(decided.name, "conventions/mine.md")
    assert (Kept(path, 3),) == report.kept
    assert f"# Mine\n\n{mine}" == decided.note("conventions/mine.md")


def test_an_entry_that_was_copied_goes_twice(decided: ChatRoom) -> None:
    note = decided.note("experience.md")
    entry = note[note.index("## 2026") :]
    decided.save("project.md", decided.note("project.md") + "\n" + entry)

    message(decided, "$p")

    assert "PostgreSQL" not in everywhere(decided)


def test_a_message_that_stands_in_two_day_notes_goes_from_both(decided: ChatRoom) -> None:
    (path,) = decided.ports.vault.stamps(layout.log_folder(decided.name))
    standing = decided.ports.vault.read(path)
    assert standing is not None
    decided.ports.vault.save(path.replace("2026-05-15", "2026-05-14"), standing.data)

    message(decided, "$p")

    assert "PostgreSQL" not in everywhere(decided)


def test_words_borrowed_from_talk_around_go_though_it_is_not_cited(room: ChatRoom) -> None:
    room.say("Ana", "I propose we paint the quokka ferry in vermilion", "$p")
    room.say("Bo", "+1", "$y", to="$p")
    room.say("Cy", "I'll weld the quokka gangway before Friday", "$w")
    room.flush()
    assert "Action:: Cy: weld the quokka gangway" in room.note("experience.md")

    message(room, "$w")

    note = room.note("experience.md")
    assert ("vermilion" in note, "Action" in note, "Cy" in note) == (True, False, False)
    assert "gangway" not in everywhere(room)


def test_what_was_asked_to_be_remembered_is_forgotten_too(room: ChatRoom) -> None:
    remember(room.ports, room.name, Wanted("the wifi is called otterhole", by="@ana:example.org"))
    (entry_id,) = room.ports.state.seen(room.name)

    run(room, entry_id)

    assert "otterhole" not in everywhere(room)


@pytest.mark.parametrize("everywhere_too", [False, True])
def test_a_rule_is_forgotten_where_it_stands(room: ChatRoom, everywhere_too: bool) -> None:
    ChatRoom("quay", ports=room.ports)
    text = "never moor at the otterhole"
    wanted = Wanted(text, by="@ana:example.org", kind=Kind.RULE, everywhere=everywhere_too)
    remember(room.ports, room.name, wanted)
    path = layout.RULES if everywhere_too else layout.index_note(room.name)
    (entry_id,) = room.ports.state.seen(room.name)

    report = run(room, entry_id)

    assert path in {file.path for file in report.files}
    assert "otterhole" not in everywhere(room)


def test_a_line_typed_again_on_the_same_day_is_passed_over(room: ChatRoom) -> None:
    typed = "- [x] the wifi is called otterhole\n"
    room.save("pending.md", room.note("pending.md") + typed)
    (written,) = room.flush().written
    run(room, written.id)

    room.save("pending.md", room.note("pending.md") + typed)
    report = room.flush()

    assert ((), "otterhole" in room.note("pending.md")) == (report.written, True)
    assert "otterhole" not in room.log_text()


def test_what_waits_for_a_flush_is_counted_without_it(room: ChatRoom) -> None:
    at = room.ports.clock.now()
    events = [
        ChatEvent(f"$n{n}", at + timedelta(minutes=n), "@ana:x", text, "Ana")
        for n, text in enumerate(("nice weather", "I'll migrate the order store to PostgreSQL"))
    ]
    log(room.ports, room.name, MemoryFeed(events))

    message(room, "$n1")

    group = room.state()["groups"][room.name]
    assert "1, 0" == f"{group['unflushed_messages']}, {group['unflushed_task_changes']}"
    assert (1, ()) == (room.flush().messages_new, room.flush().written)


def test_the_cursor_keeps_its_place_when_its_message_goes(room: ChatRoom) -> None:
    at = room.ports.clock.now()
    room.say("Bo", "good morning", "$last", at=at)
    room.flush()

    message(room, "$last")
    room.say("Cy", "I'll migrate the order store to PostgreSQL", "$next", at=at)

    assert 1 == room.flush().messages_new
    assert "$last" not in everywhere(room)


def test_it_is_not_logged_again_though_the_day_note_is_gone(decided: ChatRoom) -> None:
    (path,) = decided.ports.vault.stamps(layout.log_folder(decided.name))
    message(decided, "$p")
    decided.ports.vault.save(path, None)
    at = decided.ports.clock.now()
    events = [
        ChatEvent("$p", at, "@ana:example.org", PROPOSAL, "Ana"),
        ChatEvent("$edit", at, "@ana:example.org", PROPOSAL, "Ana", replaces="$p"),
        ChatEvent("$del", at, "@ana:example.org", "", "Ana", deletes="$p"),
        ChatEvent("$r", at, "@bo:example.org", "", "Bo", reacts_to="$p", key="👍"),
    ]

    report = log(decided.ports, decided.name, MemoryFeed(events))

    assert (0, 4) == (report.logged, report.forgotten)
    assert "PostgreSQL" not in everywhere(decided)


def test_what_a_sync_program_brings_back_no_flush_reads_and_the_doctor_names(
    decided: ChatRoom,
) -> None:
    (path,) = decided.ports.vault.stamps(layout.log_folder(decided.name))
    before = decided.ports.vault.read(path)
    assert before is not None
    message(decided, "$p")

    decided.ports.vault.save(path, before.data)
    decided.late("$p")

    assert ((), ()) == (decided.flush().written, decided.flush().pending)
    assert ["forgotten_again"] == [one.code for one in doctor(decided.ports).problems]
    message(decided, "$p")
    assert () == doctor(decided.ports).problems
    assert "PostgreSQL" not in decided.log_text()


def test_asked_again_it_says_so(decided: ChatRoom) -> None:
    (entry_id,) = (
        line[1:] for line in decided.note("experience.md").splitlines() if line[:1] == "^"
    )
    run(decided, entry_id)
    before = everywhere(decided)

    report = run(decided, entry_id, messages=("$p", message_block_id("$p")))

    assert (entry_id, "$p", message_block_id("$p")) == tuple(
        sorted(report.again, key=[entry_id, "$p", message_block_id("$p")].index)
    )
    assert (0, (), before) == (report.messages, report.files, everywhere(decided))


def test_a_message_that_was_forgotten_is_told_as_such(decided: ChatRoom) -> None:
    message(decided, "$p")

    (told,) = why(decided.ports, message_block_id("$p")).evidence

    assert (True, "", "") == (told.forgotten, told.text, told.sender)


def test_an_entry_that_was_forgotten_is_told_as_such(decided: ChatRoom) -> None:
    (entry_id,) = decided.ports.state.seen(decided.name)
    run(decided, f"^{entry_id}")

    with pytest.raises(UnknownEntry, match=f"{entry_id} was forgotten in {decided.name}"):
        why(decided.ports, entry_id)


def test_a_message_may_be_named_like_an_entry(decided: ChatRoom) -> None:
    assert 1 == run(decided, message_block_id("$p")).messages


def test_the_rest_is_forgotten_where_one_note_must_not_be_written(decided: ChatRoom) -> None:
    note = decided.note("experience.md")
    decided.save("experience.md", note.replace("aliases:", "a: 1\na: 2\naliases:"))

    report = message(decided, "$p")

    (problem,) = report.problems
    assert "experience.md" in problem
    assert "PostgreSQL" not in decided.log_text()
    decided.save("experience.md", note)
    again = run(decided, person="Ana", group=decided.name)
    assert 0 == again.messages
    assert "PostgreSQL" not in everywhere(decided)


def test_a_person_who_saves_in_the_same_instant_keeps_their_text(decided: ChatRoom) -> None:
    apply = decided.ports.vault.apply
    plans: list[Plan] = []

    def interrupted(plan: Plan) -> Applied:
        if not plans:
            decided.replace(
                "experience.md", "- Decided by:: Ana\n", "- Decided by:: Ana, and Zoe\n"
            )
        plans.append(plan)
        return apply(plan)

    decided.ports.vault.apply = interrupted  # type: ignore[method-assign]
    message(decided, "$p")

    assert len(plans) > 1
    assert "PostgreSQL" not in everywhere(decided)


def test_rows_about_a_person_go_only_when_that_is_said(room: ChatRoom) -> None:
    room.say("Bo", "Di is responsible for the tide tables from now on", "$b")
    room.say("Di", "yes, I take the tide tables", "$d", to="$b")
    room.flush()
    mine = "- Di: likes tea\n  - and cake\n- Diana: likes coffee\n\n| who | phone |\n|---|---|\n| Di | 17 |\n| Bo | 18 |\n"
    room.save("people.md", room.note("people.md") + mine)

    kept = run(room, person="Di", group=room.name)
    assert 3 == len(kept.roles)
    assert "- Di — tide tables" in room.note("people.md")
    assert "- Di: likes tea" in room.note("people.md")

    run(room, person="Di", group=room.name, roles=True)
    left = room.note("people.md").partition("# People")[2]
    assert ("Di —" in left, "tea" in left, "cake" in left, "| Di" in left) == (False,) * 4
    assert ("Diana: likes coffee" in left, "| Bo | 18 |" in left) == (True, True)


def test_a_name_of_two_is_refused_with_their_ids(room: ChatRoom) -> None:
    at = room.ports.clock.now()
    events = [
        ChatEvent("$1", at, "@ana:one", "hello", "Ana"),
        ChatEvent("$2", at, "@ana:two", "hello", "Ana"),
    ]
    log(room.ports, room.name, MemoryFeed(events))

    with pytest.raises(UserError, match="@ana:one, @ana:two") as caught:
        run(room, person="Ana", group=room.name)

    assert "pmem" not in caught.value.message
    assert "--person '@ana:one'" in caught.value.next_step


def test_one_name_for_two_people_in_two_groups_is_refused_too(room: ChatRoom) -> None:
    other = ChatRoom("quay", ports=room.ports)
    at = room.ports.clock.now()
    for name, sender in ((room.name, "@ana:one"), (other.name, "@ana:two")):
        log(room.ports, name, MemoryFeed([ChatEvent(f"${sender}", at, sender, "hello", "Ana")]))

    with pytest.raises(UserError, match="@ana:one, @ana:two"):
        forget(room.ports, ToForget(person="Ana", everywhere=True))


def test_an_event_id_of_two_chats_asks_for_the_group(room: ChatRoom) -> None:
    other = ChatRoom("quay", ports=room.ports)
    at = room.ports.clock.now()
    for name in (room.name, other.name):
        log(room.ports, name, MemoryFeed([ChatEvent("1", at, "@ana:x", "hello", "Ana")]))

    with pytest.raises(UserError, match="more than one group: harbour, quay"):
        message(room, "1")
    assert 1 == run(room, messages=("1",), group="quay").messages
    assert "hello" in room.log_text()


def test_a_person_who_never_stops_saving_is_told_of(decided: ChatRoom) -> None:
    apply = decided.ports.vault.apply
    saves: list[int] = []

    def interrupted(plan: Plan) -> Applied:
        saves.append(1)
        old, new = (f"- Decided by:: Ana{', and Zoe' * n}\n" for n in (len(saves) - 1, len(saves)))
        decided.replace("experience.md", old, new)
        return apply(plan)

    decided.ports.vault.apply = interrupted  # type: ignore[method-assign]

    (problem,) = message(decided, "$p").problems
    assert "experience.md kept changing" in problem


NOTHING: list[tuple[Callable[[ChatRoom], ToForget], type[UserError], str]] = [
    (lambda room: ToForget(), UserError, "say what to forget"),
    (lambda room: ToForget(person="Ana"), UserError, "in which group"),
    (lambda room: ToForget(since=date(2026, 5, 1)), UserError, "in which group"),
    (lambda room: ToForget(person="Zoe", group=room.name), NothingToForget, "by Zoe is left"),
    (
        lambda room: ToForget(until=date(2020, 1, 1), group=room.name),
        NothingToForget,
        "until 2020-01-01 is left",
    ),
    (lambda room: ToForget(("d-20260515-aaaaaaaaaa",)), UnknownEntry, "no entry has the id"),
    (lambda room: ToForget(messages=("$nobody",)), UnknownEntry, "no message has the id"),
    (lambda room: ToForget(("m-aaaaaaaaaa",)), UnknownEntry, "no message has the id"),
]


@pytest.mark.parametrize(("wanted", "error", "said"), NOTHING)
def test_nothing_is_forgotten_by_mistake(
    decided: ChatRoom, wanted: Callable[[ChatRoom], ToForget], error: type[UserError], said: str
) -> None:
    before = everywhere(decided)

    with pytest.raises(error, match=said):
        forget(decided.ports, wanted(decided))

    assert before == everywhere(decided)


def test_who_repeats_a_line_of_it_is_named(decided: ChatRoom) -> None:
    decided.say("Cy", f"> {PROPOSAL}\nwhy not 17?", "$q")

    report = message(decided, "$p")

    assert (message_block_id("$q"),) == report.said_again


@pytest.fixture
def two_decided(room: ChatRoom) -> ChatRoom:
    """Two decisions of one flush; of the first a forget has left an item without words."""
    room.say("Ana", PROPOSAL, "$p")
    room.say("Bo", "+1", to="$p")
    room.say("Ana", "I propose we moor the barge at the copper quay", "$q")
    room.say("Bo", "agreed", to="$q")
    assert 2 == len(room.flush().written)
    message(room, "$p")
    assert "(text forgotten)" in room.note("pending.md")
    return room


def test_what_a_forget_left_waiting_goes_with_its_flush(two_decided: ChatRoom) -> None:
    undo(two_decided.ports)

    assert [] == titles(two_decided, "pending.md")
    assert [] == titles(two_decided, "experience.md")


@pytest.mark.parametrize(
    ("old", "new"), [("- [ ]", "- [x]"), ("(text forgotten)", "Ours"), ("  - E", "  - mine\n  - E")]
)
def test_what_a_person_made_of_it_since_stays(two_decided: ChatRoom, old: str, new: str) -> None:
    two_decided.replace("pending.md", old, new)
    before = two_decided.note("pending.md")

    undo(two_decided.ports)

    assert before == two_decided.note("pending.md")


def test_what_an_older_flush_wrote_waits_on_though_a_later_one_is_undone(
    decided: ChatRoom,
) -> None:
    decided.say("Cy", "+1", to="$p")
    decided.say("Cy", "I'll migrate the order store to PostgreSQL")
    assert {"Extends", "New"} == {one.verdict for one in decided.flush().written}
    message(decided, "$p")
    (waits,) = (line for line in titles(decided, "pending.md") if "(text forgotten)" in line)

    undo(decided.ports)

    assert waits in titles(decided, "pending.md")


def test_what_waited_goes_from_the_state_though_an_undo_took_it_out_before(room: ChatRoom) -> None:
    room.say("Ana", "I propose we moor the barge at the copper quay", "$p")
    room.say("Bo", "lunch at the mackerel?", "$q")
    room.flush()
    message(room, "$q")
    undo(room.ports)
    assert [] == titles(room, "pending.md")

    message(room, "$p")

    assert "copper" not in everywhere(room)


def test_the_flush_that_wrote_it_is_undone_without_it(decided: ChatRoom) -> None:
    decided.say("Cy", "I'll weld the quokka gangway before Friday", "$t")
    flush_id = decided.flush_report().flush_id
    assert "gangway" in decided.note("attention.md")

    message(decided, "$p")
    undo(decided.ports, flush_id)

    assert (
        "gangway" in decided.note("attention.md"),
        "PostgreSQL" in everywhere(decided),
    ) == (
        False,
        False,
    )


def test_only_hashes_are_kept_of_it(decided: ChatRoom) -> None:
    message(decided, "$p")

    assert [short_hash("$p")] == decided.state()["groups"][decided.name]["forgotten"]


def test_what_was_done_is_reported_without_its_words(decided: ChatRoom) -> None:
    planned = run(decided, messages=("$p",), dry_run=True)
    done = message(decided, "$p")

    texts = [lost.text for file in planned.files for lost in file.lost]
    assert any(PROPOSAL in text for text in texts)
    assert {""} == {lost.text for file in done.files for lost in file.lost}


def test_a_report_tells_which_flushes_held_it(decided: ChatRoom) -> None:
    report: ForgetReport = forget(decided.ports, ToForget(messages=("$p",)), dry_run=True)

    assert 1 == len(report.flushes)

"""Why an entry is believed."""

from __future__ import annotations

from datetime import timedelta

import pytest

from progressive_memory.domain import why_report
from progressive_memory.domain.group import NewGroup
from progressive_memory.errors import UnknownEntry, UserError
from progressive_memory.services.flush.undo import undo
from progressive_memory.services.group.changes import add
from progressive_memory.services.why.why import why
from progressive_memory.vault import layout
from progressive_memory.vault.ids import message_block_id
from tests.chat_room import ChatRoom


@pytest.fixture
def room() -> ChatRoom:
    room = ChatRoom()
    room.say("Ana", "I propose we move the order store to PostgreSQL 16", "$p")
    room.say("Bo", "+1", "$a", to="$p")
    return room


def test_it_tells_people_messages_and_flush(room: ChatRoom) -> None:
    flushed = room.flush_report()
    (written,) = flushed.groups[0].written

    report = why(room.ports, f"^{written.id}")

    assert (report.id, report.file, report.kind) == (written.id, written.file, "d")
    assert (report.decided_by, report.confirmed_by) == (("Ana",), ("Bo",))
    assert [(one.event_id, one.sender, one.text) for one in report.evidence] == [
        ("$p", "Ana", "I propose we move the order store to PostgreSQL 16"),
        ("$a", "Bo", "+1"),
    ]
    assert report.text in room.note("experience.md")
    assert (report.verdicts, report.flushes) == (("New",), (flushed.flush_id,))


def test_it_tells_what_superseded_it(room: ChatRoom) -> None:
    (old,) = room.flush().written
    room.say("Ana", "Decided: we move the order store to MySQL 8", "$m")
    room.say("Bo", "+1", to="$m")
    (new,) = room.flush().written

    assert why(room.ports, old.id).superseded_by == (new.id,)
    assert why(room.ports, new.id).supersedes == (old.id,)
    assert why(room.ports, new.id).verdicts == ("Supersedes",)


def test_a_later_confirmation_shows_as_a_second_verdict(room: ChatRoom) -> None:
    (written,) = room.flush().written
    room.say("Cy", "+1", to="$p")
    room.flush()

    assert why(room.ports, written.id).verdicts == ("New", "Extends")


def test_it_works_for_what_waits(room: ChatRoom) -> None:
    room.say("Cy", "I propose we drop support for Internet Explorer 11", "$ie")
    (item,) = room.flush().pending

    report = why(room.ports, item.id)

    assert (report.pending, report.reason, report.verdicts) == (True, "nobody agreed", ("Pending",))
    assert [one.event_id for one in report.evidence] == ["$ie"]


def test_the_beginning_of_an_id_is_enough_while_it_fits_one(room: ChatRoom) -> None:
    (written,) = room.flush().written
    assert why(room.ports, written.id[:6]).id == written.id

    room.say("Cy", "I propose we drop support for Internet Explorer 11")
    room.flush()

    with pytest.raises(UserError, match="more than one"):
        why(room.ports, written.id[:6])


def test_what_was_taken_back_is_said_to_be(room: ChatRoom) -> None:
    (written,) = room.flush().written
    undo(room.ports)

    with pytest.raises(UnknownEntry, match="will not be written again"):
        why(room.ports, written.id)


def test_an_unknown_id_is_an_error(room: ChatRoom) -> None:
    with pytest.raises(UnknownEntry, match="no entry has the id"):
        why(room.ports, "d-20260101-aaaaaaaaaa")


def link(room: ChatRoom, event_id: str) -> str:
    """A wikilink to a message of the room."""
    block_id = message_block_id(event_id)
    (path,) = (
        path
        for path in room.ports.vault.stamps(layout.log_folder(room.name))
        if f"^{block_id}" in room.note(path.removeprefix(f"{layout.group_folder(room.name)}/"))
    )
    return f"[[{layout.link_target(path)}#^{block_id}|then]]"


def save(room: ChatRoom, name: str, text: str) -> None:
    room.ports.vault.save(layout.note(room.name, name), text.encode())


def said(messages: tuple[why_report.Testimony, ...]) -> list[str]:
    return [one.text for one in messages]


def test_the_messages_around_are_told_when_asked_for(room: ChatRoom) -> None:
    for number in range(3):
        room.say("Cy", f"after {number}")
    (written,) = room.flush().written
    proposal, agreed = why(room.ports, written.id, context=2).evidence
    assert (said(proposal.before), said(proposal.after)) == ([], ["+1", "after 0"])
    assert said(agreed.before) == ["I propose we move the order store to PostgreSQL 16"]
    assert said(agreed.after) == ["after 0", "after 1"]
    assert why(room.ports, written.id).evidence[0].after == ()


def test_the_messages_around_go_over_the_border_of_a_day(room: ChatRoom) -> None:
    room.ports.clock.forward(timedelta(days=3))
    room.say("Cy", "three days later", "$late")
    report = why(room.ports, message_block_id("$late"), context=5)
    assert said(report.evidence[0].before)[-1] == "+1"
    back = why(room.ports, message_block_id("$a"), context=1)
    assert said(back.evidence[0].after) == ["three days later"]


def test_a_message_is_told_with_its_thread_and_what_rests_on_it(room: ChatRoom) -> None:
    (written,) = room.flush().written
    room.say("Cy", "when?", "$q", to="$p")
    report = why(room.ports, f"^{message_block_id('$p')}")
    assert (report.kind, report.id) == ("m", message_block_id("$p"))
    assert said(report.evidence) == ["I propose we move the order store to PostgreSQL 16"]
    assert said(report.thread) == ["+1", "when?"]
    assert [(one.id, one.kind) for one in report.entries] == [(written.id, "d")]
    answer = why(room.ports, message_block_id("$a")[:8])
    assert said(answer.thread) == ["I propose we move the order store to PostgreSQL 16"]


def test_an_entry_of_a_persons_leads_to_what_it_links_to(room: ChatRoom) -> None:
    (written,) = room.flush().written
    room.say("Cy", "The store holds 40 GB", "$size")
    entry = (
        f"- The order store is big: {link(room, '$size')}, see [[experience#^{written.id}]]"
        " and [[conventions/backup#Nightly|how it is kept]] ^store-size\n"
    )
    save(room, "project.md", f"# Project\n\n{entry}")
    save(room, "conventions/backup.md", "# Backup\n\n## Nightly\n\nAt two.\n")
    report = why(room.ports, "store-size")
    assert (report.kind, report.verdicts, said(report.evidence)) == (
        "",
        (),
        ["The store holds 40 GB"],
    )
    assert [(one.level, one.id, one.file.rpartition("/")[2]) for one in report.sources] == [
        (1, written.id, "experience.md"),
        (1, "", "backup.md"),
    ]
    assert said(report.sources[0].messages)[1] == "+1"
    assert report.outside == ()


def test_a_summary_leads_down_level_by_level(room: ChatRoom) -> None:
    room.say("Cy", "The store holds 40 GB", "$size")
    low = "s-20260101-aaaaaaaaaa", "s-20260101-bbbbbbbbbb"
    path = f"{layout.group_folder(room.name)}/summaries/L1/2026-01"
    save(
        room,
        "summaries/L1/2026-01.md",
        f"# L1\n\n- Postgres was proposed: {link(room, '$p')}, {link(room, '$a')} ^{low[0]}\n"
        f"- The store is big: {link(room, '$size')} ^{low[1]}\n",
    )
    save(
        room,
        "summaries/L2/2026.md",
        f"# L2\n\n- A year of stores: [[{path}#^{low[0]}]], [[{path}#^{low[1]}]],"
        f" [[#^s-20261231-cccccccccc]] ^s-20261231-cccccccccc\n",
    )
    report = why(room.ports, "s-20261231-cccccccccc")
    assert (report.kind, report.evidence) == ("s", ())
    assert [(one.level, one.id, said(one.messages)) for one in report.sources] == [
        (1, low[0], ["I propose we move the order store to PostgreSQL 16", "+1"]),
        (1, low[1], ["The store holds 40 GB"]),
    ]
    assert len(why(room.ports, low[0]).evidence) == 2


def test_no_link_out_of_the_group_is_followed(room: ChatRoom) -> None:
    add(room.ports, NewGroup("secret", language="en"))
    hidden = layout.note("secret", "log/2026/2026-01-01.md")
    room.ports.vault.save(
        hidden,
        "- 09:00:00 Eve: the hidden plan ^m-aaaaaaaaaa\n  - event:: $x · from:: @eve:x\n".encode(),
    )
    room.ports.vault.save(
        layout.note("secret", "people.md"), b"- Eve - hidden ^r-20260101-aaaaaaaaaa\n"
    )
    out = f"{layout.link_target(hidden)}#^m-aaaaaaaaaa"
    links = (
        f"[[{out}|09:00 Eve]], [[memory/groups/secret/people#^r-20260101-aaaaaaaaaa]],"
        " [[../secret/people]], [x](../secret/people.md), [[#^nothing]]"
    )
    save(
        room,
        "project.md",
        f"# P\n\n- Mine: {links} ^mine\n\n- Ours ^c-20260101-aaaaaaaaaa\n  - Evidence:: [[{out}|09:00 Eve]]\n",
    )
    report = why(room.ports, "mine", context=9)
    assert (report.evidence, report.sources) == ((), ())
    assert report.outside == (
        out,
        "memory/groups/secret/people#^r-20260101-aaaaaaaaaa",
        "../secret/people",
        "#^nothing",
    )
    ours = why(room.ports, "c-20260101-aaaaaaaaaa")
    assert (ours.evidence, ours.outside) == ((), (out,))


def test_an_id_in_two_groups_is_asked_for_by_group(room: ChatRoom) -> None:
    add(room.ports, NewGroup("secret", language="en"))
    save(room, "project.md", "- Mine ^same-id\n")
    room.ports.vault.save(layout.note("secret", "project.md"), b"- Theirs ^same-id\n")
    with pytest.raises(UserError, match="more than one group: harbour, secret") as caught:
        why(room.ports, "same-id")
    assert caught.value.next_step == "pmem why same-id --group harbour"
    assert why(room.ports, "same-id", group="secret").text.startswith("- Theirs")


def test_a_message_in_two_groups_is_asked_for_by_group(room: ChatRoom) -> None:
    add(room.ports, NewGroup("secret", language="en"))
    day = next(p for p in room.ports.vault.stamps("memory/groups/harbour/log") if p.endswith(".md"))
    there = room.ports.vault.read(day)
    assert there is not None
    room.ports.vault.save(day.replace("harbour", "secret"), there.data)
    message = message_block_id("$p")
    with pytest.raises(UserError, match="more than one group: harbour, secret") as caught:
        why(room.ports, message)

    assert caught.value.next_step == f"pmem why {message} --group harbour"
    assert why(room.ports, message, group="secret").group == "secret"


@pytest.mark.parametrize(
    "given", ["", "^", "m-aaaaaaaaaa", "m-", "b", "no such thing", "^x y", "*"]
)
def test_what_names_nothing_is_an_error_with_a_next_step(room: ChatRoom, given: str) -> None:
    with pytest.raises(UnknownEntry, match="has the id") as caught:
        why(room.ports, given)
    assert caught.value.next_step


@pytest.mark.parametrize("newline", ["\r\n", "\r"])
def test_newlines_of_another_editor_change_nothing(room: ChatRoom, newline: str) -> None:
    (written,) = room.flush().written
    before = why(room.ports, written.id), why(room.ports, message_block_id("$p"))
    for path in room.ports.vault.stamps(layout.GROUPS):
        snapshot = room.ports.vault.read(path)
        assert snapshot is not None
        room.ports.vault.save(path, snapshot.data.replace(b"\n", newline.encode()))

    after = why(room.ports, written.id), why(room.ports, message_block_id("$p"))

    assert [one.evidence for one in before] == [one.evidence for one in after]
    assert before[1].entries == after[1].entries
    assert room.flush().written == ()

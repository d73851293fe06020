"""What people and agents ask to be remembered."""

from __future__ import annotations

from datetime import timedelta

import pytest

from progressive_memory.domain.entry import Kind
from progressive_memory.domain.flush_report import GroupFlush
from progressive_memory.domain.forget_report import ToForget
from progressive_memory.domain.plan import Applied, Plan
from progressive_memory.errors import UnknownEntry, UserError
from progressive_memory.services.flush.remember import Wanted, remember
from progressive_memory.services.flush.undo import undo
from progressive_memory.services.forget.forget import forget
from progressive_memory.services.status import status
from tests.chat_room import ChatRoom


@pytest.fixture
def room() -> ChatRoom:
    return ChatRoom()


def asked(room: ChatRoom, text: str, by: str = "Ana", **options: object) -> GroupFlush:
    wanted = Wanted(text, by, **options)  # type: ignore[arg-type]
    return remember(room.ports, room.name, wanted).groups[0]


def test_a_persons_word_is_written_at_once_and_rests_on_itself(room: ChatRoom) -> None:
    (written,) = asked(room, "remember: we release on Thursdays").written

    assert (written.title, written.decided_by) == ("Release on Thursdays", ("Ana",))
    assert [one.startswith("remember:") for one in written.evidence] == [True]
    assert "Ana: remember: we release on Thursdays" in room.log_text()


def test_a_rule_goes_to_the_hard_rules_and_a_global_one_to_every_group(room: ChatRoom) -> None:
    (own,) = asked(room, "never ship on a Friday", kind=Kind.RULE).written
    (everywhere,) = asked(
        room, "always squash before merging", kind=Kind.RULE, everywhere=True
    ).written

    rules = room.note("").split("## Hard Rules")[1].split("## Routes")[0]
    assert f"- Never ship on a Friday ^{own.id}" in rules
    assert everywhere.file == "memory/rules.md"


def test_only_a_rule_can_hold_everywhere(room: ChatRoom) -> None:
    with pytest.raises(UserError, match="only a rule"):
        asked(room, "we release on Thursdays", everywhere=True)


def test_a_secret_is_redacted_before_it_is_kept(room: ChatRoom) -> None:
    asked(room, "the sandbox login is password=Xk29fjQ1zz for all of us")

    assert "Xk29fjQ1zz" not in "".join(room.notes().values()) + room.log_text()
    assert "(redacted:password)" in room.note("project.md")


def test_what_an_agent_notes_waits_for_a_person(room: ChatRoom) -> None:
    report = asked(room, "the CI moved to host ci2", by="assistant")

    assert report.written == ()
    assert [one.reason for one in report.pending] == ["noted by an agent, a person has to confirm"]


def test_a_sender_the_log_knows_as_a_bot_is_an_agent(room: ChatRoom) -> None:
    room.say("Helper", "good morning", role="bot")

    assert asked(room, "the CI moved to host ci2", by="Helper").written == ()


def test_an_agent_that_cites_a_person_writes_in_their_name(room: ChatRoom) -> None:
    room.say("Bo", "the nightly build now keeps its artefacts for 30 days", "$b")

    (written,) = asked(
        room,
        "the nightly build keeps its artefacts for 30 days",
        by="assistant",
        kind=Kind.CONVENTION,
        cites="$b",
    ).written

    assert written.decided_by == ("Bo",)
    assert written.evidence[0] == "$b"


@pytest.mark.parametrize(
    "text",
    ["the nightly build keeps its artefacts for 90 days", "Bo is the release manager from now on"],
    ids=["another number", "other words"],
)
def test_an_agent_that_cites_what_was_not_said_waits(room: ChatRoom, text: str) -> None:
    room.say("Bo", "the nightly build now keeps its artefacts for 30 days", "$b")

    report = asked(room, text, by="assistant", kind=Kind.CONVENTION, cites="$b")

    assert (report.written, len(report.pending)) == ((), 1)


def test_citing_a_message_nobody_wrote_is_an_error_and_logs_nothing(room: ChatRoom) -> None:
    with pytest.raises(UnknownEntry):
        asked(room, "the CI moved to host ci2", by="assistant", cites="$nothing")

    assert room.log_text() == ""


def test_remembering_flushes_no_other_message(room: ChatRoom) -> None:
    room.say("Ana", "I propose we move the order store to PostgreSQL 16", "$p")
    room.say("Bo", "+1", to="$p")

    asked(room, "we release on Thursdays")

    assert "cursor" not in room.state()["groups"]["harbour"]
    report = room.flush()
    assert report.messages_new == 2
    assert [one.title for one in report.written] == ["Move the order store to PostgreSQL 16"]


def test_what_was_remembered_is_not_extracted_again(room: ChatRoom) -> None:
    asked(room, "remember: decided, we use Redis for sessions")
    notes = room.notes()

    room.flush()

    assert room.notes() == notes


def test_remembering_the_same_twice_is_a_duplicate(room: ChatRoom) -> None:
    asked(room, "we release on Thursdays")
    room.say("Bo", "good morning")
    report = asked(room, "we release on Thursdays")

    assert (report.written, report.rejected) == ((), {"duplicate": 1})


def test_somebody_else_who_remembers_the_same_joins_the_entry(room: ChatRoom) -> None:
    (first,) = asked(room, "we release on Thursdays").written
    (second,) = asked(room, "we release on Thursdays", by="Bo").written

    assert (second.id, second.verdict) == (first.id, "Extends")
    assert second.decided_by == ("Ana", "Bo")


def test_undo_takes_it_back(room: ChatRoom) -> None:
    before = room.note("project.md")
    asked(room, "we release on Thursdays")

    undo(room.ports)

    assert room.note("project.md") == before


def test_a_line_typed_and_ticked_in_pending_is_remembered(room: ChatRoom) -> None:
    hint = room.note("pending.md")
    room.save("pending.md", f"{hint}\n- [x] the office closes at 19:00\n- a note of mine\n")

    (written,) = room.flush().written

    assert written.title == "The office closes at 19:00"
    assert written.decided_by == ("a reviewer",)
    assert room.note("pending.md") == f"{hint}\n- a note of mine\n"
    assert room.flush().written == ()


def test_a_dry_run_logs_no_typed_line(room: ChatRoom) -> None:
    room.save("pending.md", room.note("pending.md") + "\n- [x] the office closes at 19:00\n")

    report = room.flush(dry_run=True)

    assert [one.title for one in report.written] == ["The office closes at 19:00"]
    assert room.log_text() == ""


def test_nothing_to_remember_is_an_error(room: ChatRoom) -> None:
    with pytest.raises(UserError, match="nothing to remember"):
        asked(room, "  ")


def cut_off(room: ChatRoom, text: str) -> None:
    """Ask, and be cut off when the words are logged and nothing is made of them yet."""
    apply = room.ports.vault.apply

    def dying(plan: Plan) -> Applied:
        if plan.verb != "log":
            raise OSError("killed")
        return apply(plan)

    room.ports.vault.apply = dying  # type: ignore[method-assign]
    with pytest.raises(OSError, match="killed"):
        asked(room, text)
    room.ports.vault.apply = apply  # type: ignore[method-assign]
    room.ports.clock.forward(timedelta(minutes=5))


def test_what_was_cut_off_is_one_message_when_it_is_asked_again(room: ChatRoom) -> None:
    cut_off(room, "we release on Thursdays")
    (written,) = asked(room, "we release on Thursdays").written
    assert 1 == room.log_text().count("we release on Thursdays ^")
    assert 1 == room.note("project.md").count(f"^{written.id}")


def test_what_was_undone_or_forgotten_can_be_remembered_again_on_the_same_day(
    room: ChatRoom,
) -> None:
    asked(room, "we release on Thursdays")
    undo(room.ports)
    (again,) = asked(room, "we release on Thursdays").written
    forget(room.ports, ToForget((again.id,)))
    assert 1 == len(asked(room, "we release on Thursdays").written)


def test_what_is_logged_to_be_remembered_waits_for_no_flush(room: ChatRoom) -> None:
    room.say("Bo", "hello")
    before = status(room.ports).groups[0].unflushed_messages
    cut_off(room, "we release on Thursdays")
    asked(room, "we release on Thursdays")
    assert before == status(room.ports).groups[0].unflushed_messages


def test_what_a_message_of_the_chat_asks_for_rests_on_that_message_and_is_kept_once(
    room: ChatRoom,
) -> None:
    room.say("Ana", "!remember we release on Thursdays", "$asks")
    by = "@ana:example.org"
    (written,) = asked(room, "we release on Thursdays", by, said="$asks").written
    again = asked(room, "we release on Thursdays", by, said="$asks")

    assert (written.title, written.decided_by, written.evidence) == (
        "Release on Thursdays",
        ("Ana",),
        ("$asks",),
    )
    assert (again.written, again.pending, again.rejected) == ((), (), {"duplicate": 1})
    assert room.flush().written == ()


def test_a_members_word_alone_changes_no_role_and_no_rule(room: ChatRoom) -> None:
    room.say("Ana", "!remember rule: never ship on a Friday", "$rule")
    member = asked(
        room, "rule: never ship on a Friday", said="$rule", kind=Kind.RULE, settles=False
    )
    entitled = asked(room, "rule: never ship on a Friday", said="$rule", kind=Kind.RULE)

    assert ((), 1) == (member.written, len(member.pending))
    assert 1 == len(entitled.written)


def test_a_message_that_is_not_in_the_log_asks_for_nothing(room: ChatRoom) -> None:
    with pytest.raises(UnknownEntry, match="not in this group's log"):
        asked(room, "we release on Thursdays", said="$nowhere")


def test_a_date_is_that_of_the_message_that_asks(room: ChatRoom) -> None:
    room.say("Ana", "!remember the beta starts tomorrow", "$asks")
    room.ports.clock.forward(timedelta(days=5))
    (written,) = asked(room, "the beta starts tomorrow", said="$asks").written
    assert "2026-05-16" in room.note(written.file.rpartition("/")[2])

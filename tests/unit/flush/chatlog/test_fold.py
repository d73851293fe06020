"""Folding: edits, Deletions and reactions, told once, twice, late, and by the wrong people."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from progressive_memory.domain.message import ChatEvent, Message
from progressive_memory.flush.chatlog import Chat, Counts, Folded, Ledger, Standing, fold
from progressive_memory.vault.ids import message_block_id, short_hash

AT = datetime(2026, 5, 15, 6, 0, tzinfo=UTC)
CHAT = Chat("pay", "en", UTC)


def event(
    event_id: str, text: str = "", *, second: int = 0, sender: str = "@a", **more: str
) -> ChatEvent:
    at = AT + timedelta(seconds=second)
    return ChatEvent(event_id, at, sender, text, sender.strip("@").upper(), **more)  # type: ignore[arg-type]


ONE = event("$1", "one")
EDIT = event("$2", "two", second=1, replaces="$1")
LATER = event("$3", "three", second=2, replaces="$1")
DELETION = event("$4", second=3, sender="@mod", deletes="$1")
THUMB = event("$5", second=4, sender="@b", reacts_to="$1", key="👍")


def run(*events: ChatEvent, ledger: Ledger | None = None, chat: Chat = CHAT) -> Folded:
    return fold(events, chat, Standing(), ledger or Ledger())


def again(before: Folded, *events: ChatEvent, ledger: Ledger) -> Folded:
    """A later batch, with what the earlier one wrote standing in the log."""
    messages = {one.block_id: one for one in (*before.new, *before.changed)}
    paths = {block_id: one.path for block_id, one in messages.items()}
    return fold(events, CHAT, Standing(paths, messages), ledger)


def only(folded: Folded) -> Message:
    (message,) = (*folded.new, *folded.changed)
    return message


def test_a_message_carries_all_that_was_said_about_it() -> None:
    folded = run(
        event("$1", "see tomorrow", reply_to="$0", thread="$t", role="bot"),
    )
    expected = Message(
        event_id="$1",
        block_id=message_block_id("$1"),
        at=AT,
        sender="@a",
        sender_name="A",
        text="see tomorrow (2026-05-16)",
        reply_to=message_block_id("$0"),
        thread=message_block_id("$t"),
        role="bot",
        path="memory/groups/pay/log/2026/2026-05-15.md",
    )
    assert (expected,) == folded.new


def test_the_latest_edit_shows_and_all_are_counted() -> None:
    message = only(run(LATER, ONE, EDIT))
    assert ("three", 2) == (message.text, message.edited)


def test_an_edit_is_redacted_and_dated_at_the_messages_time() -> None:
    late = event("$2", "password=a1b2c3 today", second=200_000, replaces="$1")
    folded = run(ONE, late)
    assert "password=(redacted:password) today (2026-05-15)" == only(folded).text
    assert 1 == folded.counts.redacted


def test_an_edit_told_again_changes_nothing() -> None:
    ledger = Ledger()
    first = run(ONE, EDIT, LATER, ledger=ledger)
    told = again(first, EDIT, LATER, ONE, ledger=ledger)
    assert ((), (), Counts(duplicates=3)) == (told.new, told.changed, told.counts)


def test_an_older_edit_that_comes_later_is_counted_but_does_not_show() -> None:
    ledger = Ledger()
    first = run(ONE, LATER, ledger=ledger)
    message = only(again(first, EDIT, ledger=ledger))
    assert ("three", 2) == (message.text, message.edited)


def test_only_the_sender_edits_a_message() -> None:
    folded = run(ONE, event("$2", "forged", second=1, sender="@b", replaces="$1"))
    assert ("one", 0, 1) == (only(folded).text, only(folded).edited, folded.counts.ignored)


def test_a_deletion_by_anyone_leaves_nothing_of_the_text() -> None:
    folded = run(EDIT, DELETION, ONE, THUMB)
    message = only(folded)
    assert (True, "", 0) == (message.deleted, message.text, message.edited)
    assert ["👍"] == [reaction.key for reaction in message.reactions]
    assert (1, 1) == (folded.counts.deleted, folded.counts.ignored)


def test_a_deletion_in_a_later_batch_blanks_the_standing_message() -> None:
    ledger = Ledger()
    first = run(ONE, ledger=ledger)
    gone = again(first, DELETION, ledger=ledger)
    assert True is only(gone).deleted
    told = again(gone, DELETION, ONE, EDIT, ledger=ledger)
    assert ((), ()) == (told.new, told.changed)


def test_a_deletion_of_an_edit_of_the_batch_shows_what_stood_before() -> None:
    folded = run(ONE, EDIT, LATER, event("$9", second=9, deletes="$3"))
    assert ("two", 1) == (only(folded).text, only(folded).edited)


def test_a_deletion_of_the_edit_that_shows_blanks_the_message() -> None:
    ledger = Ledger()
    first = run(ONE, EDIT, LATER, ledger=ledger)
    assert [] == list(again(first, event("$8", deletes="$2"), ledger=ledger).changed)
    gone = again(first, event("$9", deletes="$3"), ledger=ledger)
    assert True is only(gone).deleted
    assert 1 == again(gone, event("$9", deletes="$3"), ledger=ledger).counts.duplicates


def test_a_deletion_of_a_reaction_removes_it_for_good() -> None:
    taken = event("$6", second=5, sender="@b", deletes="$5")
    assert () == only(run(ONE, THUMB, taken)).reactions
    ledger = Ledger()
    first = run(ONE, THUMB, ledger=ledger)
    gone = again(first, taken, ledger=ledger)
    assert () == only(gone).reactions
    told = again(gone, THUMB, taken, ledger=ledger)
    assert ((), Counts(duplicates=2)) == (told.changed, told.counts)


def test_a_reaction_counts_once_for_each_person_and_key() -> None:
    twice = event("$6", second=5, sender="@b", reacts_to="$1", key="👍")
    other = event("$7", second=6, sender="@c", reacts_to="$1", key="👍")
    folded = run(other, twice, ONE, THUMB)
    assert ["$5", "$7"] == [reaction.event_id for reaction in only(folded).reactions]
    assert (2, 1) == (folded.counts.reactions, folded.counts.ignored)


@pytest.mark.parametrize("late", [EDIT, DELETION, THUMB])
def test_what_is_about_an_unknown_message_waits(late: ChatEvent) -> None:
    folded = run(late)
    assert ((late,), (), Counts()) == (folded.waiting, folded.new, folded.counts)


def test_a_message_deleted_before_it_came_comes_deleted() -> None:
    ledger = Ledger()
    ledger.delete("$1")
    message = only(run(ONE, ledger=ledger))
    assert (True, "") == (message.deleted, message.text)


def test_people_who_opted_out_are_not_logged() -> None:
    chat = Chat("pay", "en", UTC, optouts=frozenset({short_hash("@a")}))
    folded = run(ONE, EDIT, DELETION, event("$7", "hi", sender="@b"), chat=chat)
    assert ["$7"] == [message.event_id for message in folded.new]
    assert 2 == folded.counts.opted_out


def test_what_was_forgotten_does_not_come_back() -> None:
    chat = Chat("pay", "en", UTC, forgotten=frozenset({short_hash("$1")}))
    folded = run(ONE, EDIT, THUMB, event("$7", "hi"), chat=chat)
    assert (["$7"], ()) == ([message.event_id for message in folded.new], folded.waiting)


def test_an_event_that_comes_twice_in_a_batch_counts_once() -> None:
    folded = run(ONE, ONE, EDIT, EDIT, THUMB, THUMB)
    assert Counts(logged=1, duplicates=3, edited=1, reactions=1) == folded.counts


REQUEST = event("$10", "deploy it please", sender="@b")
LONG_ANSWER = "\n\n".join(f"Step {at} went as it should." for at in range(80)) + "\n\nDeployed."


def test_an_answer_is_shaped_by_the_request_before_it() -> None:
    answer = event("$11", LONG_ANSWER, second=9, role="assistant")
    text = next(one.text for one in run(REQUEST, answer).new if one.role == "assistant")
    assert text.startswith("Outcome: ")
    assert len(text) < 700


def test_an_answer_is_shaped_by_the_message_it_names() -> None:
    other = event("$12", "what do you think of Redis?", second=5, sender="@c")
    answer = event("$11", LONG_ANSWER, second=9, role="assistant", reply_to="$12")
    text = next(one.text for one in run(REQUEST, other, answer).new if one.role == "assistant")
    assert LONG_ANSWER == text


def test_an_answer_in_a_later_batch_finds_what_was_said_on_its_day() -> None:
    before = run(REQUEST)
    answer = event("$11", LONG_ANSWER, second=9, role="assistant")
    folded = fold([answer], CHAT, Standing(said=before.new), Ledger())
    assert only(folded).text.startswith("Outcome: ")


def test_the_edit_of_an_answer_is_shaped_like_it() -> None:
    answer = event("$11", "on it", second=9, role="assistant")
    edit = event("$13", LONG_ANSWER, second=20, replaces="$11")
    texts = [one.text for one in run(REQUEST, answer, edit).new if one.role == "assistant"]
    assert [True] == [text.startswith("Outcome: ") for text in texts]


def test_what_an_agent_asked_to_remember_is_kept_as_it_said_it() -> None:
    answer = event("remember:x", LONG_ANSWER, second=9, role="assistant")
    text = next(one.text for one in run(REQUEST, answer).new if one.role == "assistant")
    assert LONG_ANSWER == text


def test_secrets_in_names_and_reactions_are_redacted() -> None:
    named = ChatEvent("$1", AT, "@a", "hi", "Ann password=hunter2")
    pressed = event("$5", second=4, sender="@b", reacts_to="$1", key="token=a1b2c3d4e5f6")
    message = only(run(named, pressed))
    assert "Ann password=(redacted:password)" == message.sender_name
    assert ["token=(redacted:token)"] == [one.key for one in message.reactions]

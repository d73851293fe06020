"""What a batch needs to have read, and what becomes of events whose message never came."""

from __future__ import annotations

from datetime import UTC, date, datetime

from progressive_memory.domain.message import ChatEvent, Message
from progressive_memory.flush.chatlog import Ledger, let_go, links, on_their_own, wanted
from progressive_memory.flush.chatlog.ledger import edit_key
from progressive_memory.vault.ids import message_block_id as block

AT = datetime(2026, 5, 15, 6, 0, tzinfo=UTC)
EDIT = ChatEvent("$e", AT, "@a", "new", replaces="$1")
DELETION = ChatEvent("$d", AT, "@a", deletes="$2")
THUMB = ChatEvent("$r", AT, "@b", reacts_to="$3", key="👍")


def test_messages_are_looked_for_on_their_days_and_targets_are_read() -> None:
    needs = wanted([ChatEvent("$m", AT, "@a", "hi"), EDIT, DELETION, THUMB], Ledger(), UTC)
    assert (date(2026, 5, 14), date(2026, 5, 15), date(2026, 5, 16)) == needs.days
    assert {block("$m"), block("$e")} == needs.own
    assert {block("$1"), block("$2"), block("$3")} == needs.targets
    assert {"$2"} == needs.reactions


def test_a_deletion_of_a_folded_edit_needs_its_message() -> None:
    ledger = Ledger()
    ledger.add_edit(block("$1"), edit_key(AT, "$2"))
    assert {block("$2"), block("$1")} == wanted([DELETION], ledger, UTC).targets


def test_a_roster_row_is_looked_for_in_the_whole_log() -> None:
    rows = [ChatEvent("roster:u1", AT, "u1", "Ann: lead"), ChatEvent("$m", AT, "u1", "hi")]
    assert {block("roster:u1")} == wanted(rows, Ledger(), UTC).anywhere


def test_links_are_replies_and_threads() -> None:
    message = Message("$m", "m-a", AT, "@a", "A", "hi", reply_to="m-b", thread="m-c")
    assert {"m-b", "m-c"} == links([message, Message("$n", "m-d", AT, "@a", "A", "ho")])


def test_an_edit_without_its_message_becomes_an_answer_to_it() -> None:
    expected = ChatEvent("$e", AT, "@a", "new", reply_to="$1")
    assert [expected, DELETION] == on_their_own([EDIT, DELETION])


def test_a_deletion_without_its_message_is_remembered_and_a_reaction_lost() -> None:
    ledger = Ledger()
    assert 1 == let_go([DELETION, THUMB], ledger)
    assert (True, False) == (ledger.is_deleted("$2"), ledger.is_deleted("$3"))

"""The ledger: hashes only, read back as written."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from progressive_memory.flush.chatlog.ledger import Ledger, edit_key

AT = datetime(2026, 5, 15, 6, 0, tzinfo=UTC)


def test_an_edit_is_known_again_after_reading_back() -> None:
    ledger = Ledger()
    ledger.add_edit("m-a", edit_key(AT, "$e1"))
    again = Ledger(ledger.edits(), ledger.deleted())
    assert (True, False) == (again.has_edit("$e1"), again.has_edit("$e2"))
    assert ("m-a", "") == (again.edited_message("$e1"), again.edited_message("$e2"))
    assert ledger.edits() == again.edits()


def test_the_latest_edit_shows_whenever_it_came() -> None:
    early, late = edit_key(AT, "$e1"), edit_key(AT + timedelta(seconds=1), "$e2")
    ledger = Ledger()
    for key in (late, early):
        ledger.add_edit("m-a", key)
    assert late == ledger.shown("m-a")
    assert None is ledger.shown("m-b")
    ledger.delete("$e2")
    assert early == ledger.shown("m-a")


def test_what_was_deleted_is_known_again() -> None:
    ledger = Ledger()
    ledger.delete("$r1")
    again = Ledger((), ledger.deleted())
    assert (True, True, False) == (
        again.is_deleted("$r1"),
        again.has_edit("$r1"),
        again.is_deleted("$r2"),
    )


def test_it_holds_no_event_id_and_no_text() -> None:
    ledger = Ledger()
    ledger.add_edit("m-a", edit_key(AT, "$secret-id"))
    ledger.delete("$secret-id")
    assert "secret" not in "".join((*ledger.edits(), *ledger.deleted()))


def test_lines_that_are_no_ledger_are_passed_over() -> None:
    assert () == Ledger(["", "m-a", "m-a hash", "m-a hash soon"]).edits()

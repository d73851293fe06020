"""Many entries of a note changed in one pass; all else is as it was."""

from __future__ import annotations

import pytest

from progressive_memory.domain.entry import Entry
from progressive_memory.vault.splice.rewrite import rewritten

NOTE = "# A\n\n- one ^o-1\n- two ^o-2\n  - mine\n- three ^o-3\n\nA word.\n"


def changed(text: str, wanted: dict[str, str]) -> str:
    def of(entry: Entry) -> str | None:
        return wanted.get(entry.id)

    return rewritten("a.md", text, of)


@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
def test_some_change_some_go_and_the_others_stay(newline: str) -> None:
    after = changed(
        NOTE.replace("\n", newline), {"o-1": "", "o-2": "- 2 ^o-2\n  - mine", "o-3": ""}
    )

    assert "# A\n\n- 2 ^o-2\n  - mine\n\nA word.\n".replace("\n", newline) == after


def test_nothing_wanted_changes_nothing() -> None:
    assert NOTE == changed(NOTE, {})
    assert NOTE == changed(NOTE, {"o-1": "- one ^o-1"})


def test_both_of_two_with_one_id_go() -> None:
    assert "- b\n" == changed("- a ^o-1\n- b\n- a again ^o-1\n", {"o-1": ""})


def test_one_nested_in_another_is_asked_about_as_it_then_stands() -> None:
    text = "- outer ^o-1\n  - inner ^o-2\n    - mine\n- x\n"

    assert "- mine\n- x\n" == changed(text, {"o-1": "- inner ^o-2\n  - mine", "o-2": "- mine"})


def test_a_comment_that_begins_in_what_goes_still_ends_where_it_ended() -> None:
    text = "- one ^o-1\n- two %% hidden\n  text %% ^o-2\n\n%%\n- no entry ^o-3\n%%\n\nshown\n"

    after = changed(text, {"o-2": ""})

    assert after.endswith("%%\n- no entry ^o-3\n%%\n\nshown\n")

"""Images of notes as they once were, brought to what they would have been without something."""

from __future__ import annotations

import json

import pytest

from progressive_memory.domain.plan import Change, Edit, ForgetMessages
from progressive_memory.vault.forgetting import Forgetting, Unseparable
from progressive_memory.vault.ids import message_block_id

GONE = message_block_id("$1")
DAY = "memory/groups/g/log/2026/2026-05-14.md"
NOTE = "memory/groups/g/attention.md"
STATE = "memory/flush-state.json"
SAID = (
    f"- 09:00:00 Ana: let us buy the walnut veneer press ^{GONE}\n  - event:: $1 · from:: @ana:x\n"
)
LEFT = f"- 09:00:00 (forgotten) ^{GONE}\n"
ENTRY = (
    f"- [ ] Buy the walnut press ^t-20260514-aaaaaaaaaa\n  - Evidence:: [[x#^{GONE}|09:00 Ana]]\n"
)
SHORT = "- [ ] Buy a press ^t-20260514-bbbbbbbbbb\n"
LONG = "- [ ] Buy a press — Ana ^t-20260514-bbbbbbbbbb\n"
FORGETTING = Forgetting.of(
    [Edit(DAY, (ForgetMessages((GONE,)),), None)],
    [
        Change(DAY, SAID.encode(), LEFT.encode()),
        Change(NOTE, f"# A\n\n{ENTRY}{LONG}".encode(), f"# A\n\n{SHORT}".encode()),
    ],
)


def without(path: str, before: str | None, after: str | None = None) -> str | None:
    images = (None if text is None else text.encode() for text in (before, after))
    left = FORGETTING.without(Change(path, *images)).before
    return None if left is None else left.decode()


@pytest.mark.parametrize(
    ("path", "text", "expected"),
    [
        (DAY, f"# D\n\n{SAID}- 10:00:00 Bo: hi ^m-bbbbbbbbbb\n", f"# D\n\n{LEFT}- 10:00:00 Bo: hi ^m-bbbbbbbbbb\n"),
        (DAY.replace("/g/", "/old/"), SAID, LEFT),
        (NOTE, f"# A\n\n{ENTRY}- mine\n", "# A\n\n- mine\n"),
        (NOTE, f"# A\n\n{LONG}", f"# A\n\n{SHORT}"),
        (NOTE, f"# A\n\n{LONG.replace('Buy', 'Get')}- mine\n", "# A\n\n- mine\n"),
        (NOTE, f"- Press [[x#^{GONE}|Ana]] ^o-20260101-cccccccccc\n- mine\n", "- mine\n"),
        (NOTE, f"- my own: [[x#^{GONE}|look]] ^mine\n", f"- my own: [[x#^{GONE}|look]] ^mine\n"),
        (NOTE, "# A\n\nnothing of it\n", "# A\n\nnothing of it\n"),
    ],
)  # fmt: skip
def test_an_image_is_as_the_note_would_have_been(path: str, text: str, expected: str) -> None:
    assert expected == without(path, text)


def test_a_note_that_was_not_there_was_not_there() -> None:
    assert None is without(NOTE, None, ENTRY)


@pytest.mark.parametrize(
    ("path", "data"),
    [
        (NOTE, b"I noted: let us buy the walnut veneer press\n"),
        ("memory/groups/g/summaries/L1/2026-05-14--2026-05-14.md",
         f"# 2026-05-14\n\n- 2026-05-14 ^s-20260514-aaaaaaaaaa\n  - [[x#^{GONE}|09:00]]: press\n".encode()),
        (NOTE, f"\xff ^{GONE}".encode("latin-1")),
    ],
)  # fmt: skip
def test_one_that_holds_it_all_the_same_cannot_be_kept(path: str, data: bytes) -> None:
    with pytest.raises(Unseparable):
        FORGETTING.without(Change(path, data, None))


def test_of_the_state_titles_and_ids_go_and_the_rest_is_as_it_was() -> None:
    group = {
        "cursor": {"event_id": "$1", "ts": "2026-05-14T09:00:00Z"},
        "summarised": {"event_id": "$2", "ts": "2026-05-14T09:00:00Z"},
        "late": ["$1", "$3"],
        "pending_items": ["Buy the walnut press"],
        "unflushed_messages": 3,
    }
    state = {"pending_items": ["Buy the walnut press"], "theirs": [1], "groups": {"g": group}}

    left = json.loads(without(STATE, json.dumps(state)) or "")

    expected = group | {
        "cursor": {"event_id": GONE, "ts": "2026-05-14T09:00:00Z"},
        "late": ["$3"],
        "pending_items": [],
    }
    assert {"pending_items": [], "theirs": [1], "groups": {"g": expected}} == left


def test_a_state_that_is_no_json_is_kept_empty() -> None:
    assert "" == without(STATE, "{ walnut")

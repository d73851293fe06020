from __future__ import annotations

from datetime import UTC, datetime

from progressive_memory.domain.message import Message
from progressive_memory.flush.extract.wording.issue_names import (
    called,
    issue_names,
    names_on_agenda,
    retitled,
)


def said(text: str) -> Message:
    return Message("$1", "m-1", datetime(2026, 5, 11, tzinfo=UTC), "bot", "bot", text)


def test_a_bots_line_names_an_issue_whichever_way_round() -> None:
    lines = (
        said("[ [#ORB-4] Compass drifts (near iron) - Harbour JIRA ] - https://x.example/ORB-4"),
        said(
            "[ https://x.example/ORB-5 ] - [ORB-5] Sails &quot;flap&quot; at night - Harbour JIRA"
        ),
        said("[ORB-6] no"),
    )
    expected = {"ORB-4": "Compass drifts", "ORB-5": 'Sails "flap" at night'}
    assert expected == issue_names(lines)


def test_a_title_gets_the_name_of_its_first_key_once() -> None:
    names = {"ORB-4": "Compass drifts near iron"}
    assert "Close ORB-4 (Compass drifts near iron)" == called("Close orb-4", names)
    twice = "Fix ORB-4 so that the compass drifts near iron no more"
    assert twice == called(twice, names)
    assert "Close ORB-9" == called("Close ORB-9", names)


def test_what_leads_a_meeting_is_no_name() -> None:
    labels = ("ORB-4: Compass drifts near iron", "ORB-5: Moving on to the next", "ORB-6: Kick off")
    assert {"ORB-4": "Compass drifts near iron"} == names_on_agenda(labels)


def test_an_outcome_is_called_by_the_title_bots_give() -> None:
    titles = {"ORB-4": "Compass drifts near iron"}
    assert "Accept ORB-4: Compass drifts near iron" == retitled("Accept ORB-4: a tiny one", titles)
    assert "ORB-4: Compass drifts near iron" == retitled("ORB-4: Moving on", titles)
    assert "ORB-9: a tiny one" == retitled("ORB-9: a tiny one", titles)


def test_what_an_issue_was_called_first_it_is_called_still_and_by_its_tracker_before_people() -> (
    None
):
    loose = said("The old page stands here: https://t.example.org/browse/AB-7")
    called = said("AB-7 - Minor/Bug - Lamps flicker at dusk - https://t.example.org/browse/AB-7")
    tracker = said("[ https://t.example.org/browse/AB-7 ] - [#AB-7] Lamps fail at dusk - Jira")
    renamed = said("[ https://t.example.org/browse/AB-7 ] - [#AB-7] Lamps never light - Jira")

    assert "Lamps flicker at dusk" == issue_names([loose, called])["AB-7"]
    assert "Lamps fail at dusk" == issue_names([loose, called, tracker, renamed])["AB-7"]

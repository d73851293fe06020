from __future__ import annotations

import pytest

from progressive_memory.flush.extract.wording import specific


@pytest.mark.parametrize(
    ("line", "enough"),
    [
        ("Port the TideTable importer to 2.x", True),
        ("Add loading animations to the harbour map", True),
        ("Move the ORB docs", True),
        ("Take a closer look at the comments", False),
        ("Finish the import wizard", False),
        ("Commit on sunday or monday", False),
        ("Get a draft going ASAP", False),
    ],
)
def test_a_line_is_specific_when_it_names_things(line: str, enough: bool) -> None:
    assert enough == specific.specific(line)


def test_what_is_surely_meant_needs_fewer_names() -> None:
    assert specific.specific("Finish the import wizard", sure=True)
    assert not specific.specific("Merge everything", sure=True)


@pytest.mark.parametrize(
    ("line", "unnamed"),
    [
        ("Label the ticket as easy", True),
        ("Test this PR on the 2.x branch", True),
        ("Update the page for the harbour office", False),
        ("Close the ticket ORB-41", False),
        ("Update the tide tables", False),
    ],
)
def test_the_ticket_is_no_name(line: str, unnamed: bool) -> None:
    assert unnamed == specific.leaves_unnamed(line)


@pytest.mark.parametrize(
    ("line", "talk"),
    [
        ("Added a +1 via code review", True),
        ("Add a comment to ORB-41 asking for logs", True),
        ("Sent Mira a note about ORB", True),
        ("Post in the harbour list", True),
        ("Write the release notes of ORB 2.0", False),
        ("Move the release packages to the new host", False),
    ],
)
def test_talk_is_told_from_work(line: str, talk: bool) -> None:
    assert talk == specific.is_talk_deed(line)

from __future__ import annotations

from progressive_memory.disclosure.ranking.searchable import searchable
from progressive_memory.domain.section import Section


def body(text: str, kind: str = "d") -> str:
    return searchable(Section("d-1", "a.md", "", text, kind=kind))[1]


def test_links_read_as_they_are_shown() -> None:
    assert body("见 [[memory/groups/a/people#^r-1|王五]] 与 [[Runbook]]") == "见 王五 与 Runbook"
    assert body("- Evidence:: [[a/log/b#^m-1|09:12 Priya]], [[#^m-2]]") == "- Priya, "


def test_our_field_names_and_block_ids_are_left_out_a_persons_own_stay() -> None:
    assert body("- Decision:: keep Redux\n- Severity:: high\n\n^d-20260512-abc") == (
        "- keep Redux\n- Severity:: high\n\n"
    )


def test_of_a_chat_message_the_stored_text_and_the_sender_are_searched() -> None:
    raw = "- 14:02:31 王五: see \\[[Runbook]] ^m-x\n  - event:: $e · from:: @wangwu:example.org"
    message = Section("m-x", "l.md", "2026-05-15", raw, "m", "see [[Runbook]]", who=("王五",))
    assert searchable(message) == ("王五", "see [[Runbook]]")


def test_heading_and_people_count_as_title() -> None:
    found = Section("r-1", "p.md", "People", "", title="Maya", who=("Maya", "@maya:x"))
    assert searchable(found)[0] == "Maya\nPeople\nMaya\n@maya:x"


def test_newlines_change_nothing() -> None:
    text = "- [ ] Water ^t-20260512-abc\n  - Decision:: keep Redux\n\n^d-20260512-abc"

    for newline in ("\r\n", "\r"):
        assert body(text).replace("\n", newline) == body(text.replace("\n", newline))

"""Every link of a golden note leads somewhere, to our reader and to another's."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest

from progressive_memory.domain.message import Message
from progressive_memory.vault import frontmatter, log_note
from progressive_memory.vault.note_problems import block_ids, in_links, in_note
from progressive_memory.vault.wikilinks import links
from tests.golden import GROUPS, Golden, obsidian_case
from tests.other_reader import OtherReader


@GROUPS
def test_golden_notes_have_no_broken_link_and_no_double_id(golden: Golden) -> None:
    notes = golden.notes()

    found = {path: block_ids(path, text) for path, text in notes.items()}
    ids = {path: {block_id for block_id, _ in each} for path, each in found.items()}
    assert [] == [*in_links(notes, notes, ids)]
    assert [] == [one for path, text in notes.items() for one in in_note(path, text, found[path])]
    assert any("#^m-" in text for text in notes.values())


def test_links_in_properties_and_body_are_told_apart() -> None:
    text = obsidian_case("02-wikilink-in-frontmatter.md").decode()

    start = frontmatter.body_start(text)

    assert [True, True, True, False] == [link.start < start for link in links(text)]


@GROUPS
def test_another_reader_finds_no_broken_link_in_a_golden_vault(
    golden: Golden, tmp_path: Path
) -> None:
    golden.notes()

    assert [] == OtherReader(golden.vault, tmp_path / "index").rows("links", "--broken")


@pytest.mark.parametrize("what", ["links", "tags", "tasks"])
def test_another_reader_sees_nothing_act_in_a_hostile_chat(what: str, tmp_path: Path) -> None:
    said = [
        "[[secret]] ![[picture.png]] [a](secret.md) #tag (#tag) 中#标签",
        "- [ ] a task\n- [x] another\n# heading\n#tag\n%%\n[[hidden]]\n%%",
        "one ^id\n\n```\n[[code]]\n\n- [ ] more #x\n~~~\n1. [ ] z",
        "<% tp.file.title %> key:: value [due:: 2026-01-01]",
    ]
    at = datetime(2026, 3, 2, 9, tzinfo=UTC)
    note = log_note.new_day_note("g", at.date(), "UTC") + "\n"
    for number, text in enumerate(said):
        message = Message(
            f"$e{number}", f"m-aaaaaaaaa{'abcd'[number]}", at, "@a:b", "#A [[x]]", text
        )
        note += log_note.render_item(message, paths={}) + "\n"
    (tmp_path / "vault").mkdir()
    (tmp_path / "vault" / "day.md").write_text(note, encoding="utf-8")

    assert [] == OtherReader(tmp_path / "vault", tmp_path / "index").rows(what)

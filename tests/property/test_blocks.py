"""Any text reads: its sections are its body, its entries are stretches of it."""

from __future__ import annotations

from hypothesis import given

from progressive_memory.vault import frontmatter, index_note, routing_table
from progressive_memory.vault.blocks import entries, sections
from progressive_memory.vault.outline import outline
from tests.notes import ANY_TEXT


@given(ANY_TEXT)
def test_sections_of_any_note_are_its_body(text: str) -> None:
    for path in ("memory/groups/g/attention.md", "memory/groups/g/log/2026/2026-03-02.md"):
        found = sections(path, text)

        assert text[frontmatter.body_start(text) :] == "".join(section.text for section in found)
        assert len(found) == len({(section.id, number) for number, section in enumerate(found)})


@given(ANY_TEXT)
def test_entries_of_any_note_are_stretches_of_it(text: str) -> None:
    for entry in entries("x.md", text):
        assert text[entry.start : entry.end] == entry.text
        assert f"^{entry.id}" in entry.text


@given(ANY_TEXT)
def test_outline_counts_the_lines_markdown_counts(text: str) -> None:
    note = outline(text)

    assert text[frontmatter.body_start(text) :] == "".join(note.lines)
    assert len(note.lines) == len(note.shown)
    assert all(len(line) == len(shown) for line, shown in zip(note.lines, note.shown, strict=True))


@given(ANY_TEXT)
def test_any_index_note_is_read(text: str) -> None:
    note, problems = index_note.parse("memory/groups/g.md", text)
    routes, _ = routing_table.parse("memory/groups/g.md", text)

    assert ("g", routes) == (note.group_name, note.routes)
    assert all(problem.message for problem in problems)

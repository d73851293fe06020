"""A new group's notes are the golden ones before anything was remembered."""

from __future__ import annotations

from progressive_memory.vault import blocks, frontmatter, templates
from progressive_memory.vault.layout import note
from tests.golden import EN, GROUPS, ZH, Golden


@GROUPS
def test_golden_notes_are_templates_with_entries(golden: Golden) -> None:
    for name, text in templates.group_notes(golden.name, golden.language).items():
        path = note(golden.name, name)
        full = golden.text(path)
        for entry in blocks.entries(path, full):
            full = full.replace(entry.text + "\n", "")

        assert [line for line in text.split("\n") if line] == [
            line for line in full.split("\n") if line
        ]


def test_golden_notes_without_entries_are_the_templates_themselves() -> None:
    assert (
        ZH.text(note(ZH.name, "project.md")) == templates.group_notes(ZH.name, "zh")["project.md"]
    )
    assert (
        ZH.text(note(ZH.name, "pending.md")) == templates.group_notes(ZH.name, "zh")["pending.md"]
    )
    assert EN.text(note(EN.name, "people.md")) == templates.group_notes(EN.name, "en")["people.md"]


def test_name_that_yaml_would_misread_is_quoted() -> None:
    text = templates.group_notes("7, a", "en")["people.md"]

    assert ({"aliases": ("7, a people",)}, None) == frontmatter.properties("x.md", text)

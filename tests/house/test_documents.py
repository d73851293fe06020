"""The documents name things that are there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
DOCUMENTS = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])
LINK = re.compile(r"\]\((?!https?:|#)([^)#\s]+)")
DECISION_PARTS = ("- Status: ", "- Date: ", "## Context", "## Decision", "## Consequences")


def names(path: Path) -> str:
    return str(path.relative_to(ROOT))


@pytest.mark.parametrize("document", DOCUMENTS, ids=names)
def test_every_link_leads_to_a_file(document: Path) -> None:
    text = re.sub(r"^```.*?^```", "", document.read_text(encoding="utf-8"), flags=re.M | re.S)
    targets = [document.parent / match[1] for match in LINK.finditer(text)]

    assert [] == [str(target) for target in targets if not target.exists()]


@pytest.mark.parametrize("document", DOCUMENTS, ids=names)
def test_every_make_target_is_one(document: Path) -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    targets = set(re.findall(r"^([a-z]+):", makefile, re.MULTILINE))
    named = set(re.findall(r"`make ([a-z]+)`", document.read_text(encoding="utf-8")))

    assert set() == named - targets


@pytest.mark.parametrize("record", sorted((ROOT / "docs" / "decisions").glob("*.md")), ids=names)
def test_a_decision_has_all_its_parts(record: Path) -> None:
    text = record.read_text(encoding="utf-8")

    assert re.fullmatch(r"\d{4}-[a-z0-9-]+\.md", record.name)
    assert [] == [part for part in DECISION_PARTS if part not in text]


def test_the_changelog_tells_of_a_command_once() -> None:
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    first_named = re.findall(r"^- `((?:pmem|make) \w+)", text, re.MULTILINE)

    assert first_named == list(dict.fromkeys(first_named))


def test_each_decision_record_has_a_number_of_its_own() -> None:
    numbers = [path.name[:4] for path in sorted((ROOT / "docs" / "decisions").glob("0*.md"))]

    assert [f"{number:04}" for number in range(1, len(numbers) + 1)] == numbers

"""Whatever a chat says, an entry made of it is one entry and acts on nothing."""

from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st

from progressive_memory.vault.blocks import entries
from progressive_memory.vault.entry_format import heading_safe, one_line
from progressive_memory.vault.wikilinks import links

SIGNS = st.sampled_from(
    ["[[", "]]", "%%", "<%", "<!--", "^id", " ^", "#", "::", "$$", "```", "~~~", "- ", "[ ] ", "> ",
     "1. ", "](", "(", "\n", "\\", "`", "|", "---", " ", "词", "a", "7"]
)  # fmt: skip
TEXT = st.one_of(st.text(max_size=30), st.lists(SIGNS, max_size=12).map("".join))


@given(TEXT)
def test_line_is_its_own_and_stable(text: str) -> None:
    line = one_line(text)

    assert line == one_line(line)
    bare = re.sub(r"`[^`]*`", "`", line)  # an identifier stands as code
    assert not re.search(r"(?<!\w)::|::(?!\w)|:::", line)
    assert "::" not in bare
    assert not re.search(r"\[\[|%%|<%|\$\$|(?<!\S)#[^\s\d#]|(?<!\S)\^\S", line)


@given(TEXT.map(one_line).filter(bool))
def test_list_entry_of_any_line_is_one_entry(line: str) -> None:
    block = f"- [ ] {line} ^t-20260302-aaaaaaaaaa\n  - Context:: {line}\n"

    (entry,) = entries("x.md", f"## Tasks\n\n{block}- next\n")

    assert block == entry.text + "\n"
    assert () == links(block)


@given(TEXT.map(heading_safe).filter(bool))
def test_dated_entry_of_any_heading_is_one_entry(title: str) -> None:
    block = f"## 2026-03-02 {title}\n\n- Decision:: x\n\n^d-20260302-aaaaaaaaaa"

    (entry,) = entries("x.md", f"# E\n\n{block}\n\n## Other\n")

    assert (block, title.rstrip("# ")) == (entry.text, entry.title.rstrip("# "))

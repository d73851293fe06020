"""The outline of a note knows its blocks by line, whatever stands on top."""

from __future__ import annotations

from progressive_memory.vault.outline import outline
from progressive_memory.vault.outline_parts import Heading

TEXT = """---
a: 1
---

# One
## Two

- a
  wrapped

  - b

Three
-----

```
# code
```
#### Four ####
"""


def test_headings_are_found_with_their_path() -> None:
    note = outline(TEXT)

    one, two, three, four = note.headings
    assert [Heading(1, 2, 1, "One"), Heading(2, 3, 2, "Two"), Heading(9, 11, 2, "Three")] == [
        one,
        two,
        three,
    ]
    assert (one, three, four) == note.heading_path(len(note.lines))
    assert (one, two) == note.heading_path(three.first)
    assert () == note.heading_path(one.first)


def test_items_end_with_their_own_text_and_with_all_that_is_nested() -> None:
    note = outline(TEXT)

    assert [(4, 8, 6, 0), (7, 8, 8, 1)] == [
        (i.first, i.end, i.own_end, i.depth) for i in note.items
    ]


def test_span_leaves_out_the_last_newline() -> None:
    text = TEXT.replace("\n", "\r\n")
    note = outline(text)

    start, end = note.span(4, 6)

    assert "- a\r\n  wrapped" == text[start:end]


def test_code_lines_are_known() -> None:
    note = outline(TEXT)

    assert ["```\n", "# code\n", "```\n"] == [note.lines[line] for line in sorted(note.code)]

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from progressive_memory.vault import outline as parsed
from progressive_memory.vault.lines import split_lines
from progressive_memory.vault.outline_parts import Block, Heading, ListItem
from progressive_memory.vault.plain_outline import plain_parts

INDENTS = ("", "", "", " ", "  ", "  ", "   ", "    ", "      ", "\t")
STARTS = (
    *("", "", "- ", "- ", "- [ ] ", "# ", "## ", "#", "-", "-  ", "* ", "1. ", "12) ", "> ", "<b>"),
    *(
        "```",
        "~~~",
        "---",
        "===",
        "|",
        "|-|",
        "[a]: ",
        "- - ",
        "- # ",
        "- > ",
        "***",
        "+ ",
        "####### ",
    ),
)
TEXTS = ("", "text", "字", "a ^t-1", "x #", "| b |", "[[n]]", "*", "-", "`c`", "1.", "^d-1")
pieces = st.tuples(st.sampled_from(INDENTS), st.sampled_from(STARTS), st.sampled_from(TEXTS)).map(
    "".join
)
plain_pieces = st.tuples(
    st.sampled_from(("", "", "  ", "    ")),
    st.sampled_from(("", "- ", "- ", "- [x] ", "# ", "### ")),
    st.sampled_from(("", "text", "字 b", "a ^t-1")),
).map("".join)
bodies = st.lists(pieces | plain_pieces | st.just(""), max_size=12).map("\n".join)
plain_bodies = st.lists(plain_pieces | st.just(""), max_size=14).map("\n".join)

Parts = tuple[list[Heading], list[ListItem], list[Block]]


def by_parser(body: str) -> Parts:
    tokens = parsed._parser().parse(body)
    lines = split_lines(body)
    return parsed._headings(tokens), parsed._items(tokens, lines), parsed._blocks(tokens, lines)


def check(body: str) -> None:
    found = plain_parts(body, split_lines(body))
    if found is not None:
        assert by_parser(body) == found


@settings(max_examples=400, deadline=None)
@given(body=bodies)
def test_what_is_read_without_a_parser_is_what_the_parser_reads(body: str) -> None:
    check(body)


@settings(max_examples=400, deadline=None)
@given(body=plain_bodies)
def test_plain_notes_are_read_as_the_parser_reads_them(body: str) -> None:
    check(body)


def test_our_own_notes_need_no_parser() -> None:
    body = (
        "# Title\n\n## 2026-05-01 One\n\n- Context:: because\n- Decision:: this\n  - more of it\n"
        "    and on\n\n^d-20260501-aaaaaaaaaa\n\n## Tasks\n\n- [ ] do it — Ann ^t-1\n"
        "  - Evidence:: [[a#^m-1|10:00 Ann]]\n\n- [x] done ^t-2\n\nA paragraph\nof two lines.\n"
    )
    found = plain_parts(body, split_lines(body))
    assert found is not None
    assert by_parser(body) == found

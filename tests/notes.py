"""Notes as people leave them, for property tests: fragments of Markdown in any order."""

from __future__ import annotations

from hypothesis import strategies as st

IDS = ("d-20260301-aaaaaaaaaa", "t-20260302-bbbbbbbbbb", "t-20260302-cccccccccc", "mine-1")
FRAGMENTS = (
    "# Title",
    "## Active tasks",
    "## 活跃任务",
    "## 2026-03-02 Plant oaks",
    "## [DEPRECATED] 2026-02-01 Old",
    "### Mine",
    "Setext\n---",
    "- a bullet",
    "- a bullet\n  wrapped",
    "* star\n\t- nested",
    "1. one\n2. two",
    f"- [ ] task — Ana ^{IDS[1]}\n  - Evidence:: x",
    f"- [x] other ^{IDS[2]}",
    f"^{IDS[0]}",
    f"- Decision:: x\n- Decided by:: Li\n\n^{IDS[0]}",
    f"a paragraph ^{IDS[3]}",
    "a paragraph\nof two lines",
    "```\n- code ^x\n# not a heading\n```",
    "~~~\nopen fence",
    "%%\n# hidden\n%%",
    "100%% sure",
    "%% inline %% text",
    "`%%` code",
    "- [ ] half %% open ^mine-2",
    "1. one %% b\n%% words behind",
    "`code %%\nof two` lines %%",
    "> quote\n> - [ ] in quote ^q-1",
    "| a | b |\n|---|---|\n| 1 | 2 |",
    "    indented code",
    "<div>\n- html\n</div>",
    "[[link|shown]] #tag",
    "---",
    "   ",
    "\u2028odd\x0cspaces\x85",
    "🚀 词",
)
BLOCKS = (
    "",
    "---\na: 1\n---\n",
    "---\ntags:\n  - a\n# c\nb: 'x'\n---\n\n",
    "\ufeff",
    "\ufeff---\na: 1\n--- \n",
)


@st.composite
def notes(draw: st.DrawFn, *, holding: str = "") -> str:
    """A note: a block of properties or none, fragments, any newline, a final one or none; an
    entry with the id `holding` is among them, though others may hide or swallow it.
    """
    fragments = draw(st.lists(st.sampled_from(FRAGMENTS), max_size=10))
    if holding:
        entry = next(one for one in FRAGMENTS if f"^{holding}" in one)
        fragments.insert(draw(st.integers(0, len(fragments))), entry)
    joins = draw(st.lists(st.sampled_from(["\n", "\n\n", "\n\n\n"]), min_size=12, max_size=12))
    body = "".join(fragment + join for fragment, join in zip(fragments, joins, strict=False))
    if draw(st.booleans()):
        body = body.rstrip("\n")
    properties = draw(st.sampled_from(BLOCKS))
    if body.startswith("---") and "a" not in properties:
        body = "x\n" + body  # a rule on top would be properties, and bad ones
    newline = draw(st.sampled_from(["\n", "\n", "\r\n", "\r"]))
    return (properties + body).replace("\n", newline)


ANY_TEXT = st.one_of(st.text(max_size=80), notes())

"""Wikilinks: what is one, and pointing them elsewhere."""

from __future__ import annotations

import pytest

from progressive_memory.vault.text_runs import runs
from progressive_memory.vault.wikilinks import Link, links, may_link_to, repointed


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("see [[a/b]]", [("a/b", "")]),
        ("see [[a/b.md|so]]", [("a/b", "")]),
        ("![[群/人员#^r-1|王五]]、[[#^m-2]]", [("群/人员", "^r-1"), ("", "^m-2")]),
        ("| [[a\\|x]] | `b.md` |", [("a", "")]),
        ("[[a#One#Two]]", [("a", "One#Two")]),
        ('---\nowner: "[[people/li]]"\n---\n', [("people/li", "")]),
        ("%% [[hidden]] %%", [("hidden", "")]),
        ("`[[code]]` and ``a ` [[b]]`` [[c]]", [("c", "")]),
        ("```\n[[a]]\n```\n[[b]]", [("b", "")]),
        ("x\r```\r[[a]]\r```\r[[b]]", [("b", "")]),
        ("- ~~~\n  [[a]]\n  ~~~\n- [[b]]", [("b", "")]),
        ("\\[[not one]] \\`[[one]]\\`", [("one", "")]),
        ("an open ` tick\n\n[[a]] ` here", [("a", "")]),
        ("- an open ` tick\n- [[a]] ` here", [("a", "")]),
        ("| ` | [[a]] ` |\n|---|---|\n| ` | [[b]] ` |", [("a", ""), ("b", "")]),
        ("p\n\n    [[code]]\n", []),
        ("- p\n\n      [[code]]\n", []),
        ("> ```\n> [[code]]\n> ```\n> [[a]]", [("a", "")]),
        ("<pre>\n[[code]]\n</pre>\n\n<p>[[a]]</p>\n", [("a", "")]),
        ("%%\n```\n[[code]]\n\n```\n[[a]]\n%%\n", [("a", "")]),
        ("a %% [[a]] %% b\n", [("a", "")]),
        ("[[a]b]] [[c#d]e|f [g]]]", [("a]b", ""), ("c", "d]e")]),
        ("[^1]: [[a]]", [("a", "")]),
        ("words](a.md) [b](c.md)", [("c", "")]),
        ("[x](a.md \"t\") [y]( <b c.md> 't') [z](d(1).md)", [("a", ""), ("b c", ""), ("d(1)", "")]),
        ("[[a\nb]] [[]]", [("", "")]),
        (
            "[x](../g/%E4%BA%BA%20员.md#^r-1) ![y](<a b.png>)",
            [("../g/人 员", "^r-1"), ("a b.png", "")],
        ),
        ("[x](https://example.org/a) [y](mailto:a@b) [z](#here)", []),
    ],
)
def test_what_is_a_link(text: str, expected: list[tuple[str, str]]) -> None:
    assert expected == [(link.target, link.fragment) for link in links(text)]


def test_a_link_knows_its_line() -> None:
    assert [2, 2, 4] == [link.line for link in links("a\r\n[[b]] [[c]]\n\n[[d]]")]
    assert [2, 4] == [link.line for link in links("a\r[[b]]\r\r[[d]]")]


def test_only_what_moved_is_pointed_elsewhere() -> None:
    text = "---\nup: '[[g/old]]'\n---\n[[g/old/a.md#^x|A]] `[[g/old]]` [[g/older]]\r\n\n| a |\r\n|---|\r\n| [[g/old\\|s]] |"
    expected = text.replace("'[[g/old]]'", "'[[g/new]]'").replace("[[g/old/a", "[[g/new/a")
    expected = expected.replace("[[g/old\\", "[[g/new\\")

    assert expected == moved(text, keep_shown=False)
    assert expected == moved(expected, keep_shown=False)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("see [[g/old]]", "see [[g/new|g/old]]"),
        ("see [[ g/old ]]", "see [[ g/new |g/old]]"),
        ("[[g/old#Now#Here]]", "[[g/new#Now#Here|g/old > Now > Here]]"),
        ("[[g/old|]] [[g/old|x]]", "[[g/new|]] [[g/new|x]]"),
        ("![[g/old]] ![[g/old|300]]", "![[g/new]] ![[g/new|300]]"),
        ("| a |\n|---|\n| [[g/old]] |", "| a |\n|---|\n| [[g/new\\|g/old]] |"),
        ("> | a |\n> |---|\n> | [[g/old]] |\n", "> | a |\n> |---|\n> | [[g/new\\|g/old]] |\n"),
        ("<div>[[g/old]]</div>", "<div>[[g/new|g/old]]</div>"),
        ("%%\n[[g/old]]\n%%", "%%\n[[g/new|g/old]]\n%%"),
        ("[o](g/old.md) [o](./g/old.md)", "[o](g/new.md) [o](./g/old.md)"),
    ],
)
def test_what_a_reader_saw_stays(before: str, after: str) -> None:
    assert after == moved(before)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("[a](g/old/x%20y.md#^z)", "[a](g/new/x%20y.md#^z)"),
        ('[a](<g/old/x y.md#h> "t")', '[a](<g/new/x y.md#h> "t")'),
        ("[a](g/old/\\(1\\).md)", "[a](g/new/%281%29.md)"),
        ("[a](g/old/%E4%BA%BA.md)", "[a](g/new/%E4%BA%BA.md)"),
        ("[a](g/old/人.md)", "[a](g/new/人.md)"),
        ("[a\nb](g/old/x.md)", "[a\nb](g/new/x.md)"),
        ("[![i](g/old/i.png)](g/old/x.md)", "[![i](g/new/i.png)](g/new/x.md)"),
        ('[ref]: g/old/x.md "t"\n', '[ref]: g/new/x.md "t"\n'),
    ],
)
def test_a_markdown_link_stays_in_its_own_manner(before: str, after: str) -> None:
    assert after == moved(before)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("a: '[[it''s]]'", "a: '[[it''s new|it''s]]'"),
        ('a: "[[it\'s]]"', "a: \"[[it's new|it's]]\""),
        ('a: "[[it\\u0027s]] \\n"', "a: \"[[it's new|it's]] \\n\""),
        ("a: see [[it's]]", "a: see [[it's new|it's]]"),
        ('a: ["[[it\'s]]", b]', "a: [\"[[it's new|it's]]\", b]"),
        ("a:\n  - b: |\n      [[it's]]", "a:\n  - b: |\n      [[it's new|it's]]"),
        ("a: &x '[[it''s]]'\nb: *x", "a: &x '[[it''s new|it''s]]'\nb: *x"),
        ("a: [[it's]]", "a: [[it's]]"),
        ("# [[it's]]\na: 1", "# [[it's]]\na: 1"),
    ],
)
def test_a_link_in_a_property_is_written_between_its_quotes(before: str, after: str) -> None:
    note = "---\n{}\n---\n"

    assert note.format(after) == repointed(
        note.format(before),
        runs(note.format(before)),
        lambda link: "it's new" if link.written == "it's" else None,
        keep_shown=True,
    )


def moved(text: str, *, keep_shown: bool = True) -> str:
    def target_of(link: Link) -> str:
        written = link.written
        inside = f"{written.removesuffix('.md')}/".startswith("g/old/")
        return "g/new" + written[5:] if inside else written

    return repointed(text, runs(text), target_of, keep_shown=keep_shown)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("[[a|b\nc]] [[Other]]", True),
        ("`[[OTHER#x]]`", True),
        ("[x](Oth%65r.md)", True),
        ("[x]: other.md", True),
        ("[[others]] other", False),
        ("a: '[[it''s]]'", True),
    ],
)
def test_a_cheap_look_misses_no_link(text: str, expected: bool) -> None:
    assert expected == may_link_to(text, lambda target: target.casefold() in {"other", "other.md"})

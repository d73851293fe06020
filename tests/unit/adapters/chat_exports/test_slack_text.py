"""mrkdwn as Markdown."""

from __future__ import annotations

import pytest

from progressive_memory.adapters.chat_exports.slack_text import markdown, reaction_key

NAMES = {"U1": "Ann"}


@pytest.mark.parametrize(
    ("mrkdwn", "text"),
    [
        ("*bold* and _it_ and ~gone~", "**bold** and _it_ and ~~gone~~"),
        ("2 * 3 * 4, a*b*c", "2 * 3 * 4, a*b*c"),
        ("a `*code*` b", "a `*code*` b"),
        ("```\n<@U1> *x*\n```", "```\n<@U1> *x*\n```"),
        ("<@U1>, <@U2|ben>, <@U3>", "@Ann, @ben, @U3"),
        ("<https://a.example/?b=1&amp;c>", "https://a.example/?b=1&c"),
        ("<https://a.example|a>", "[a](https://a.example)"),
        ("<mailto:a@b.example|a@b.example>", "a@b.example"),
        ("<#C1|ops> <!subteam^S1|@team> <!channel>", "#ops @team @channel"),
        ("<!date^1778832000^{date}|May 15>", "May 15"),
        ("a &lt;b&gt; &amp;amp;", "a <b> &amp;"),
        ("&gt; quoted", "> quoted"),
    ],
)
def test_each_mark_becomes_its_markdown(mrkdwn: str, text: str) -> None:
    assert text == markdown(mrkdwn, NAMES)


def test_a_reaction_shows_its_sign() -> None:
    assert ["👍", "👍", ":loaf:", ""] == [
        reaction_key(name) for name in ("+1", "thumbsup::skin-tone-3", "loaf", "")
    ]

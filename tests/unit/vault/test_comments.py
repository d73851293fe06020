"""Obsidian comments are blanked for the readers, and only comments are."""

from __future__ import annotations

import pytest

from progressive_memory.vault.comments import end_around, mask, without_signs


@pytest.mark.parametrize(
    ("body", "shown"),
    [
        ("a %%b%% c", "a  c"),
        ("%% inline %% text", " text"),
        ("x\n%%\n# hidden\n%%\ny", "x\n  \n        \n  \ny"),
        ("%% a\n\n- b %% rest", "    \n\n rest"),
        ("`%%` x `%%`", "`%%` x `%%`"),
        ("```\n%%\n```\n# a\n%% b %%", "```\n%%\n```\n# a\n       "),
        ("- ```\n  %%\n  ```\n%%b%%", "- ```\n  %%\n  ```\n     "),
        ("100%% sure\n\n50%% sure", "100%% sure\n\n50%% sure"),
        ("open %% end", "open %% end"),
        ("%%\nnever closed\n\n# a", "%%\nnever closed\n\n# a"),
        ("`` ` %% `` a %%b%%", "`` ` %% `` a "),
        ("a ` b %%c%%", "a ` b "),
        ("a %%b\r\nc%% d", "a \r\n d"),
        ("a %%b\rc%% d", "a \r d"),
        ("- 50%% a\n- 60%% b", "- 50%% a\n- 60%% b"),
        ("5%% a\r> 6%% b", "5%% a\r> 6%% b"),
        ("> 5%% a\n> 6%% b", "> 5\n b"),
        ("# 5%% a\n6%% b", "# 5%% a\n6%% b"),
        ("5%% a\n---\n6%% b", "5%% a\n---\n6%% b"),
        ("5%% a\n```\nx\n```\n6%% b", "5%% a\n```\nx\n```\n6%% b"),
        ("- %% a\n  - b\n  %% c", "- \n     \n c"),
        ("a ` %%b%%\n- c ` d", "a ` \n- c ` d"),
    ],
)
def test_comments_are_blanked(body: str, shown: str) -> None:
    masked = mask(body)

    assert len(body) == len(masked)
    assert shown == without_signs(masked)


def test_a_place_inside_a_comment_is_told_where_that_ends() -> None:
    body = "a %%b%% c\n5%% d\n%%\ne"
    first, second = body.index("b%%") + 3, body.index("\ne")

    assert [0, 2, first, first, first, second] == [
        end_around(body, at) for at in (0, 2, 3, first - 1, first, second - 2)
    ]

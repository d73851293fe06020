"""Obsidian comments are blanked for the readers, and only comments are."""

from __future__ import annotations

import pytest

from progressive_memory.vault.comments import mask, without_signs


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
    ],
)
def test_comments_are_blanked(body: str, shown: str) -> None:
    masked = mask(body)

    assert len(body) == len(masked)
    assert shown == without_signs(masked)

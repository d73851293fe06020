from __future__ import annotations

import pytest

from progressive_memory.disclosure.loading.archive import says_archived


@pytest.mark.parametrize(
    "note",
    [
        "---\nstatus: archived\n---\n\n# Attention\n",
        "---\ntags: [team, 已归档]\n---\n\n# 当前聚焦\n",
        "---\narchived: true\n---\n",
        "# 当前聚焦（已归档）\n",
        "\ufeff---\r\nstatus: Archived\r\n---\r\n\r\n# A\r\n",
        "---\raliases: [x]\rstatus: archived\r---\r\r# A\r",
        "---\rstatus: active\r---\r\r# A (archived)\r",
    ],
)
def test_properties_and_title_may_say_it(note: str) -> None:
    assert says_archived(note)


@pytest.mark.parametrize(
    "note",
    [
        "",
        "---\narchived: false\n---\n\n# Attention\n",
        "---\naliases: [archived-docs attention]\nstatus: active\n---\n\n# Attention\n",
        "---\naliases:\n  - archived docs\n- 已归档资料\nstatus: active\n---\n\n# Attention\n",
        "# Attention\n\n## Archived\n\n- [x] move the archived files\n",
        "---\raliases:\r  - archived docs\rstatus: active\r---\r\r# A\r\rarchived\r",
        "---\nno end of properties\n\n# Attention\n\narchived\n",
    ],
)
def test_a_name_or_the_text_below_does_not(note: str) -> None:
    assert not says_archived(note)

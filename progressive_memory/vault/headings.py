"""What the words of a heading say: a date, that it is deprecated, that it may be written."""

from __future__ import annotations

import re

DATED = re.compile(r"(?:\[[^\[\]]*\]|[*~`_\s])*(\d{4}-\d{2}-\d{2})(?!\d)[ \t]*")
"""A heading that begins with a date (group 1), after marks like `[DEPRECATED]` or `**`."""

DEPRECATED = re.compile(r"\W*deprecated\b", re.IGNORECASE)

_REFUSED = re.compile(r"%%|[#^\[\]|:\\\x00-\x1f\x7f-\x9f\u2028\u2029]|<(?=[A-Za-z/!?%])|`")


def heading_safe(text: str) -> str:
    """`text` as a heading of ours may hold it: none of `# ^ [ ] | : %%` (DESIGN §4), nothing that
    acts, one line, blanks single.
    """
    return " ".join(_REFUSED.sub(" ", text).split())

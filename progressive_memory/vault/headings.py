"""What the words of a heading say: a date, that it is deprecated."""

from __future__ import annotations

import re

DATED = re.compile(r"(?:\[[^\[\]]*\]|[*~`_\s])*(\d{4}-\d{2}-\d{2})(?!\d)[ \t]*")
"""A heading that begins with a date (group 1), after marks like `[DEPRECATED]` or `**`."""

DEPRECATED = re.compile(r"\W*deprecated\b", re.IGNORECASE)

"""Dates in chat text, Chinese and English, against the message's own time and zone (DESIGN §5).

`resolve` gives every dated phrase of a text with the interval it means, `mentions` lengths of time
and habits too, and `annotate` what a log line says: the wording, and behind it the date of what is
a day or more and hangs on the message's day: `今天（2026-05-15）`, `tomorrow (2026-05-13)`,
`下周（2026-05-18 – 2026-05-24）`, `in March (2026-03)`, `明年（2027）`.

docs/dates.md says how words are read, and what is left alone. Words (`lexicon`) found in a text
(`scan`) combine by rules (`grammar`, `chart`) into times (`times`), of which `reading` takes the
longest that `accepted` does not refuse.
"""

from __future__ import annotations

from progressive_memory.text.dates.annotation import annotate
from progressive_memory.text.dates.resolution import mentions, resolve
from progressive_memory.text.dates.span import DateSpan, Grain, Mention

__all__ = ["DateSpan", "Grain", "Mention", "annotate", "mentions", "resolve"]

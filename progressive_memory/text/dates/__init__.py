"""Relative dates of chat text, Chinese and English, against the message's own time (DESIGN §5).

`annotate` keeps the wording and puts the date behind it: `今天（2026-05-15）`, `tomorrow
(2026-05-13)`. What is not a single day shows its first and last day, month or year:
`下周（2026-05-18 – 2026-05-24）`, `in March (2026-03)`, `明年（2027）`, `next quarter
(2026-07 – 2026-09)`.

How words are read:

- Weeks run Monday to Sunday. 上周五, 下周五, `next Friday`, `this Friday` are that day of the last,
  next or this calendar week; `last Friday` is the latest Friday before the message's day.
- A weekday alone (`周三`, `on Wednesday`) is the next one, the day itself included; in a clause
  that tells of the past (`周三提交了`, `merged it on Wednesday`, `since Wednesday`) the latest one.
- A month, or a month and day, without a year is the one nearest to the message (a tie looks
  ahead); 15号 and `the 15th` are the next one, or the latest one in a clause about the past.
- 月底, `end of month` are the last day; 月初/上旬, 中旬, 下旬 and early, mid, late are the days
  1–10, 11–20 and 21–end; `end of week` is Friday to Sunday, 周末 and `weekend` Saturday and Sunday.
- `3天内`, `within 3 days` run from the message's day. Months and years away (`3个月后`, `2 years
  ago`) are as exact as their unit: a month, a year.

Left alone: vague words (刚才, just now, recently, 这两天, the other day), habits (每周三, Fridays),
weekday ranges, names (Black Friday), dates that carry their year, times of day, and whatever
stands in URLs, code, file names, wiki links, block ids and quoted lines.
"""

from __future__ import annotations

from progressive_memory.text.dates.annotation import annotate
from progressive_memory.text.dates.resolution import resolve
from progressive_memory.text.dates.span import DateSpan, Precision

__all__ = ["DateSpan", "Precision", "annotate", "resolve"]

"""Day words: what a date leaves behind in a sentence when it is taken out."""

from __future__ import annotations

import re

_DANGLING = re.compile(
    r"(?<!\s)\s+(?:for|by|on|until|till|at|in|before|around|from)$", re.IGNORECASE
)
# What is left of "by mid-July" and "by the end of March" when the date is out.
_PART_OF = re.compile(
    r"(?<!\s)\s+(?:by|in|on|at|until|before|around)\s+(?:mid|early|late|(?:the )?(?:end|start|middle) of)$",
    re.IGNORECASE,
)
# `，明天给`, ", done by Friday": with the day out, only the handing over is left.
_HANDED_OVER = re.compile(
    r"[，,、]\s*(?:下班前|上午|下午|晚上|中午)?(?:就|会|能|可以)?(?:给(?:出|到)?|出|交付?|弄完|做完|搞定|完成|弄好|提交)$"
    r"|,\s*(?:(?:it )?(?:will be|should be|is) )?(?:done|ready|finished|complete)$",
    re.IGNORECASE,
)


def without_preposition(text: str) -> str:
    """`text` without the preposition its date stood behind: "finish it by" → "finish it"."""
    return _DANGLING.sub("", text)


def without_day_words(text: str) -> str:
    """`text` without what belonged to its date: "a plan by mid" → "a plan", `写脚本，给` → `写脚本`."""
    return _HANDED_OVER.sub("", _PART_OF.sub("", text))

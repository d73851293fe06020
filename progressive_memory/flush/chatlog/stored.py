"""From what was typed to what is stored: clean, redacted, dated (DESIGN §5 "Log first")."""

from __future__ import annotations

import re
from datetime import datetime

from progressive_memory.domain.group import Language
from progressive_memory.text.dates import annotate
from progressive_memory.text.redact import redact

_RETURNS = re.compile(r"\r\n?|[\x0b\x0c\x85\u2028\u2029]")
_UNSEEN = re.compile(r"[\x00-\x08\x0e-\x1f\x7f-\x84\x86-\x9f\ufeff]")
_ODD = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\ufeff\ud800-\udfff]")
"""What one of the three is about: most texts hold none of it."""
_ROUNDS = 8  # a date put beside a secret's name can bare its value; one more look is the rule
_SURROGATE = re.compile(r"[\ud800-\udfff]")


def stored_text(text: str, at: datetime, language: Language) -> tuple[str, int]:
    """The text as the log keeps it, and how many secrets were taken out of it.

    `at` is the message's time in the zone of its day note. Control characters go, every line
    ending becomes a newline; storing stored text again changes nothing.
    """
    clean = text
    if _ODD.search(text):
        clean = _SURROGATE.sub("\ufffd", _UNSEEN.sub("", _RETURNS.sub("\n", text)))
    clean = clean.strip("\n")
    taken_out, dated = 0, ""
    for _ in range(_ROUNDS):
        redacted = redact(clean, language)
        taken_out += len(redacted.kinds)
        if redacted.text == dated:
            break  # dating what is dated adds nothing
        dated = annotate(redacted.text, at, language)
        if dated == clean:
            break
        clean = dated
    return clean, taken_out

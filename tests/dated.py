"""What a phrase means, told in a line, for the tests of dates."""

from __future__ import annotations

from datetime import UTC, datetime

from progressive_memory.text.dates import resolve

AT = datetime(2026, 5, 12, 9, 0, tzinfo=UTC)
"""Tuesday the 12th of May 2026, nine in the morning."""


def meanings(text: str, at: datetime = AT) -> list[tuple[str, str]]:
    """Each dated phrase of a text and its interval: begin – end, grain, bound."""
    return [
        (
            span.text,
            f"{_told(span.begin)} – {_told(span.until)} {span.grain} {span.bound}".rstrip(),
        )
        for span in resolve(text, at)
    ]


def _told(moment: datetime) -> str:
    return f"{moment:%Y-%m-%d %H:%M}".removesuffix(" 00:00")

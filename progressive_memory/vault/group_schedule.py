"""`schedules` in a group's index note: cron lines of its own, instead of the vault's."""

from __future__ import annotations

from progressive_memory.domain.problem import Problem
from progressive_memory.text.cron_lines import refused
from progressive_memory.vault import frontmatter
from progressive_memory.vault.lines import split_lines

_NEVER = "none"


def parse(path: str, text: str) -> tuple[tuple[str, ...] | None, tuple[Problem, ...]]:
    """The group's own lines, () for `none` or an empty list, None where it follows the vault.

    One line may stand alone. A line that cannot be obeyed is a Problem, and then all of them are
    passed over: half a schedule would be a new one.
    """
    properties, unreadable = frontmatter.properties(path, text)
    if unreadable is not None or "schedules" not in properties:
        return None, ()  # an unreadable block is told of by who reads the index note
    written = properties["schedules"]
    lines = (written,) if isinstance(written, str) else written
    if lines in {(), (_NEVER,)}:
        return (), ()
    if lines == ("",):
        return None, ()
    problems = tuple(
        Problem(path, _line_of(text), "bad_schedules", f"schedules: {wrong}")
        for wrong in map(refused, lines)
        if wrong
    )
    return (None, problems) if problems else (lines, ())


def _line_of(text: str) -> int:
    lines = split_lines(text[: frontmatter.body_start(text)])
    return next((n for n, one in enumerate(lines, 1) if one.startswith("schedules:")), 0)

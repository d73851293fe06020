"""What changed in a file, as people read it: a unified diff."""

from __future__ import annotations

from difflib import unified_diff


def unified(path: str, before: str | None, after: str | None) -> str:
    """The diff of one file (None = not there), "" when nothing differs.

    A last line without a newline is told, so that the diff can be applied.
    """
    names = ("/dev/null" if before is None else f"a/{path}", f"b/{path}")
    names = (names[0], "/dev/null" if after is None else names[1])
    lines = unified_diff(_lines(before), _lines(after), *names)
    return "".join(
        line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n" for line in lines
    )


def _lines(text: str | None) -> list[str]:
    *lines, last = (text or "").split("\n")
    return [f"{line}\n" for line in lines] + ([last] if last else [])

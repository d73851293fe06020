"""Problem: bad text written by a person, reported as a value and never a crash."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Problem:
    """One thing wrong in one place. `line` counts from 1; 0 = the whole file."""

    path: str
    line: int
    code: str
    message: str

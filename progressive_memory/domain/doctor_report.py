"""What `pmem doctor` reports."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Finding:
    """A problem with what to type or do about it. `line` counts from 1; 0 = the whole file."""

    path: str
    line: int
    code: str
    message: str
    fix: str


@dataclass(frozen=True)
class DoctorReport:
    """Problems found, by path and line, in `notes` notes that were read."""

    notes: int
    problems: tuple[Finding, ...]

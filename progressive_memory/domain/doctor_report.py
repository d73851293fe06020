"""What `pmem doctor` reports."""

from __future__ import annotations

from dataclasses import dataclass

from progressive_memory.domain.model_talk import Manner


@dataclass(frozen=True)
class Finding:
    """A problem with what to type or do about it. `line` counts from 1; 0 = the whole file."""

    path: str
    line: int
    code: str
    message: str
    fix: str


@dataclass(frozen=True)
class ModelCheck:
    """What a model answered to a question whose answer is known: where it is asked, its name, how
    JSON is asked for (the best manner the endpoint takes), whether it `found` what was to be found.
    """

    address: str
    model: str
    manner: Manner
    found: bool


@dataclass(frozen=True)
class DoctorReport:
    """Problems found, by path and line, in `notes` notes that were read. `model` is None where the
    settings ask for none, or it cannot be asked. `fixed` are the problems that `doctor --fix` did
    away with; they are not among `problems`.
    """

    notes: int
    problems: tuple[Finding, ...]
    model: ModelCheck | None = None
    fixed: tuple[Finding, ...] = ()

"""Misfit: an operation that no longer fits what a person wrote."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Misfit:
    """Why an operation was not carried out; the note stays as it was."""

    reason: str

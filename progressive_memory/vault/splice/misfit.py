"""Misfit: an operation that no longer fits what a person wrote."""

from __future__ import annotations

from dataclasses import dataclass

SWALLOWED = (
    "it would not stand on its own there: the note ends in code, HTML or a comment that is not "
    "closed, or an indented heading follows"
)
"""Why nothing can be put into a place."""


@dataclass(frozen=True)
class Misfit:
    """Why an operation was not carried out; the note stays as it was."""

    reason: str

"""Vetoes: what a person deleted or rejected is never written again (DESIGN §4 "Writing")."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from progressive_memory.domain.entry import Kind
from progressive_memory.vault.ids import OUR_ID

_MEANING, _SUBJECT, _SHELF = "w-", "s-", "a-"


@dataclass(frozen=True)
class Veto:
    """An entry that must stay gone, as hashes: its key, kind, evidence block ids, meaning."""

    key: str
    kind: Kind
    evidence: frozenset[str]
    meaning: str = ""


def marks(
    evidence: Iterable[str], fingerprint: str, subject: str, shelf: str = ""
) -> tuple[str, ...]:
    """What is remembered of an entry that was seen standing: block ids of its evidence, then what
    it means and what it is about (`meaning.fingerprint`, `meaning.subject_mark`); hashes only. An
    older line of an archive also has the file it stands in, relative to the group's folder.
    """
    found = (*sorted(evidence), fingerprint, subject)
    return (*found, _SHELF + shelf) if shelf else found


def shelf_in(seen_marks: Iterable[str]) -> str:
    """The file with older lines of an archive that the entry was seen in; "" = none."""
    found = (mark.removeprefix(_SHELF) for mark in seen_marks if mark.startswith(_SHELF))
    return next(found, "")


def fingerprint_in(seen_marks: Iterable[str]) -> str:
    """The meaning among an entry's marks, "" when none was put there."""
    return next((mark for mark in seen_marks if mark.startswith(_MEANING)), "")


def subject_in(seen_marks: Iterable[str]) -> str:
    """The subject among an entry's marks, "" when none was put there."""
    return next((mark for mark in seen_marks if mark.startswith(_SUBJECT)), "")


def veto_of(entry_id: str, seen_marks: Iterable[str]) -> Veto | None:
    """The veto against an entry known by id and marks; None for an id that is not ours."""
    found = OUR_ID.match(entry_id)
    if found is None:
        return None
    all_marks = tuple(seen_marks)
    return Veto(
        key=entry_id.rsplit("-", 1)[-1],
        kind=Kind(found["kind"]),
        evidence=frozenset(
            mark for mark in all_marks if not mark.startswith((_MEANING, _SUBJECT, _SHELF))
        ),
        meaning=fingerprint_in(all_marks),
    )


def forbids(veto: Veto, kind: Kind, evidence: frozenset[str], fingerprint: str) -> bool:
    """Whether a candidate of that kind means what was vetoed and rests on any of its messages.

    A veto that tells no meaning (an entry this machine never saw) stands for every statement of
    its kind on those messages.
    """
    return (
        veto.kind == kind and bool(veto.evidence & evidence) and veto.meaning in ("", fingerprint)
    )

"""Where entries of a kind live: the note, and the heading in it (DESIGN §4)."""

from __future__ import annotations

from progressive_memory.domain.entry import Kind
from progressive_memory.flush.known.known import ARCHIVED, Known, Place
from progressive_memory.vault import layout

ATTENTION = "attention.md"
PROJECT = "project.md"
EXPERIENCE = "experience.md"
PEOPLE = "people.md"
PENDING = "pending.md"

EVERYWHERE = "everywhere"
"""The attribute of a rule that holds in every group."""

_NOTES = {
    Kind.DECISION: EXPERIENCE,
    Kind.FIX: EXPERIENCE,
    Kind.TASK: ATTENTION,
    Kind.BLOCKER: ATTENTION,
    Kind.ENVIRONMENT: ATTENTION,
    Kind.OPEN_LOOP: ATTENTION,
    Kind.CONVENTION: PROJECT,
    Kind.ROLE: PEOPLE,
}
_HEADINGS = {
    Kind.TASK: "tasks",
    Kind.BLOCKER: "blockers",
    Kind.ENVIRONMENT: "environment",
    Kind.OPEN_LOOP: "open_loops",
    Kind.RULE: "hard_rules",
}
_PROJECT_SECTIONS = ("stack", "constraints")
"""A convention whose attribute is one of these goes under that heading of project.md."""


def path_of(known: Known, group: str) -> str:
    """The note an entry belongs into, vault-relative."""
    if known.place is Place.PENDING:
        return pending_path(group)
    return standing_path(known.kind, group, everywhere=known.slot.attribute == EVERYWHERE)


def pending_path(group: str) -> str:
    """The group's pending.md."""
    return layout.note(group, PENDING)


def standing_path(kind: Kind, group: str, *, everywhere: bool = False) -> str:
    """The note entries of a kind stand in; rules stand in the index note, or in rules.md."""
    if kind is Kind.RULE:
        return layout.RULES if everywhere else layout.index_note(group)
    return layout.note(group, _NOTES.get(kind, EXPERIENCE))


def heading_of(known: Known) -> str:
    """The heading it belongs under, a key of `vault.words.HEADING_WORDS`; "" for none.

    What has ended, and an environment value that no longer holds, goes to the archive.
    """
    if known.place is Place.PENDING:
        return ""
    if known.kind is Kind.CONVENTION:
        attribute = known.slot.attribute
        return attribute if attribute in _PROJECT_SECTIONS else "conventions"
    old_value = known.kind is Kind.ENVIRONMENT and bool(known.superseded_by)
    if known.kind in _HEADINGS and (known.state in ARCHIVED or old_value):
        return "archive"
    return _HEADINGS.get(known.kind, "")

"""Where entries of a kind live: the note, and the heading in it (DESIGN §4).

People rename and move notes and mend the index note's row. So the home of a kind is the file that
the index note routes for its priority; the name we give a new note counts where none is routed.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, field

from progressive_memory.domain.entry import Kind
from progressive_memory.domain.group import IndexNote, Route
from progressive_memory.flush.known.known import ARCHIVED, Known, Place
from progressive_memory.vault import frontmatter, layout

ATTENTION = "attention.md"
PROJECT = "project.md"
EXPERIENCE = "experience.md"
PEOPLE = "people.md"
PENDING = "pending.md"
"""Names a new group's notes have; a note that was renamed is still called so in code."""

EVERYWHERE = "everywhere"
"""The attribute of a rule that holds in every group."""

_PRIORITIES = {ATTENTION: "P0", PROJECT: "P1", EXPERIENCE: "P2", PEOPLE: "P3"}
_STANDARD = frozenset({*_PRIORITIES, PENDING})
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


@dataclass(frozen=True)
class Homes:
    """The notes of one group. `renamed` maps our name of a note to the one it has in the group's
    folder now, where that is another.
    """

    group: str
    renamed: Mapping[str, str] = field(default_factory=dict)

    def note(self, name: str) -> str:
        """The path of the note we call `name` (`EXPERIENCE`, …), vault-relative."""
        return layout.note(self.group, self.renamed.get(name, name))

    @property
    def pending(self) -> str:
        """The group's pending.md."""
        return self.note(PENDING)

    def of(self, known: Known) -> str:
        """The note an entry belongs into."""
        if known.place is Place.PENDING:
            return self.pending
        if known.shelf:
            return known.shelf
        return self.standing(known.kind, everywhere=known.slot.attribute == EVERYWHERE)

    def standing(self, kind: Kind, *, everywhere: bool = False) -> str:
        """The note entries of a kind stand in; rules stand in the index note, or in rules.md."""
        if kind is Kind.RULE:
            return layout.RULES if everywhere else layout.index_note(self.group)
        return self.note(_NOTES.get(kind, EXPERIENCE))

    def called(self, path: str) -> str:
        """What we call the note at a path, "" for one that is no home."""
        return next((name for name in _STANDARD if self.note(name) == path), "")


def homes_of(note: IndexNote, paths: Collection[str], text_at: Callable[[str], str]) -> Homes:
    """The homes of a group by its routing table. `paths` are the notes of the group, `text_at`
    gives the text of one ("" where there is none).

    Of several files routed for one priority the one with our name counts, then the one with our
    alias, then the first. In a table without priorities, and for a pending.md that is not there,
    our alias tells. Nothing is at home in a note we use for something else.
    """
    folder = layout.group_folder(note.group_name) + "/"
    rows = [one for one in note.routes if not one.deprecated and one.file not in _STANDARD]
    named = {one.file for one in note.routes if not one.deprecated}

    def is_called(name: str, file: str) -> bool:
        return _has_alias(name, text_at(folder + file))

    renamed = {}
    for name, priority in _PRIORITIES.items():
        if name not in named:
            found = next(_fitting(rows, name, priority, is_called), "")
            if found:
                renamed[name] = found
    if folder + PENDING not in paths:
        files = (path.removeprefix(folder) for path in sorted(paths) if path.startswith(folder))
        found = next((file for file in files if is_called(PENDING, file)), "")
        if found:
            renamed[PENDING] = found
    return Homes(note.group_name, renamed)


def is_dated(kind: Kind) -> bool:
    """Whether an entry of that kind is a dated heading of experience.md, not a list item."""
    return kind is not Kind.RULE and _NOTES.get(kind, EXPERIENCE) == EXPERIENCE


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


def _fitting(
    rows: list[Route], name: str, priority: str, is_called: Callable[[str, str], bool]
) -> Iterator[str]:
    fitting = [one.file for one in rows if one.priority == priority]
    if len(fitting) > 1:
        yield from (file for file in fitting if is_called(name, file))
    yield from fitting
    yield from (one.file for one in rows if not one.priority and is_called(name, one.file))


def _has_alias(name: str, text: str) -> bool:
    """Whether a note's properties hold the alias a new one gets: `<group> attention`."""
    if not text.startswith(("---", "\ufeff---")):
        return False
    properties, _ = frontmatter.properties("", text)
    aliases = properties.get("aliases", ())
    ours = " " + name.removesuffix(".md")
    return any(one.endswith(ours) for one in ((aliases,) if isinstance(aliases, str) else aliases))

"""An entry's text: the shapes of DESIGN §4, from what is known of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from progressive_memory.domain.entry import Field
from progressive_memory.domain.group import Language
from progressive_memory.flush.known import homes, lines
from progressive_memory.flush.known.homes import Homes
from progressive_memory.flush.known.known import Known, Place, name_of
from progressive_memory.vault import layout, words
from progressive_memory.vault.about import with_about
from progressive_memory.vault.blocks import TITLE_JOIN
from progressive_memory.vault.entry_format import heading_safe, link_label, one_line, person_name

_BEFORE_PEOPLE = (
    Field.CONTEXT,
    Field.DECISION,
    Field.ACTION,
    Field.ATTEMPT,
    Field.WHY_WRONG,
    Field.RIGHT_WAY,
    Field.LESSON,
)


@dataclass(frozen=True)
class Scribe:
    """What the wording of a group's entries depends on beside the entries.

    `roles` maps a person's name to the id of their r- entry that stood before this flush: only
    those are linked. `paths` and `titles` map every entry id to its note and title, for links.
    """

    homes: Homes
    language: Language
    roles: Mapping[str, str] = field(default_factory=dict)
    paths: Mapping[str, str] = field(default_factory=dict)
    titles: Mapping[str, str] = field(default_factory=dict)

    def entry_link(self, entry_id: str, in_path: str) -> str:
        """A wikilink to an entry, short inside its own note."""
        path = self.paths.get(entry_id, "")
        target = "" if path in ("", in_path) else layout.link_target(path)
        return f"[[{target}#^{entry_id}|{link_label(self.titles.get(entry_id, entry_id))}]]"

    def person(self, voice: str, in_path: str) -> str:
        """A name, linked to the person's role where one stood before; a reaction stays behind."""
        name = name_of(voice)
        role = self.roles.get(name)
        if role is None:
            return one_line(voice)
        people = self.homes.note(homes.PEOPLE)
        target = "" if people == in_path else layout.link_target(people)
        return f"[[{target}#^{role}|{link_label(name)}]]{voice[len(name) :]}"


def block(known: Known, scribe: Scribe) -> str:
    """The whole entry as it is written first, without a final newline."""
    path = scribe.homes.of(known)
    if known.place is Place.PENDING:
        return _list_block(known, pending_line(known, scribe), " ", scribe)
    if homes.is_dated(known.kind):
        return _dated_block(known, path, scribe)
    mark = lines.MARKS[known.state] if lines.has_checkbox(known.kind) else ""
    return _list_block(known, line(known, path, scribe), mark, scribe)


def line(known: Known, path: str, scribe: Scribe) -> str:
    """The line of a list entry, without bullet, checkbox and id."""
    return lines.write(_line(known, path, scribe), scribe.language)


def pending_line(known: Known, scribe: Scribe) -> str:
    """The line of an item of pending.md."""
    speaker = person_name(known.said_by) if known.said_by else ""
    said = f"{speaker}, {known.said_on}" if speaker else known.said_on
    reason = words.reason(known.reason, scribe.language)
    unlinked = _line(known, "", Scribe(scribe.homes, scribe.language))
    pieces = (lines.write_claim(unlinked, scribe.language), said, reason)
    return TITLE_JOIN.join(piece for piece in pieces if piece)


def _line(known: Known, path: str, scribe: Scribe) -> lines.Line:
    return lines.Line(
        one_line(with_about(known.title, known.about, scribe.language)),
        tuple(scribe.person(piece, path) for piece in known.tail),
        known.state,
        known.ended_on,
        known.closed_with,
    )


def field_values(known: Known, path: str, scribe: Scribe) -> Iterator[tuple[Field, str]]:
    """The entry's fields in the order they are written, as text of that note."""
    by_field = dict(known.fields)
    for name in _BEFORE_PEOPLE:
        if name in by_field:
            yield name, one_line(by_field[name])
    join = words.LIST_JOIN[scribe.language]
    people = ((Field.DECIDED_BY, known.decided_by), (Field.CONFIRMED_BY, known.confirmed_by))
    for name, voices in people:
        if voices:
            yield name, join.join(scribe.person(person_name(voice), path) for voice in voices)
    if known.evidence:
        yield Field.EVIDENCE, join.join(cited.link for cited in known.evidence)
    yield from _relations(known, path, scribe)


def bullet(name: Field, value: str, language: Language) -> str:
    """One field as a list item."""
    return f"- {words.word(name, language)}:: {value}"


def _relations(known: Known, path: str, scribe: Scribe) -> Iterator[tuple[Field, str]]:
    join = words.LIST_JOIN[scribe.language]
    relations = (
        (Field.SUPERSEDES, known.supersedes),
        (Field.SUPERSEDED_BY, known.superseded_by),
        (Field.CONTRADICTS, known.contradicts),
    )
    for name, ids in relations:
        if ids:
            yield name, join.join(scribe.entry_link(one, path) for one in ids)
    if known.confidence < 1:
        yield Field.CONFIDENCE, f"{known.confidence:g}"


def _dated_block(known: Known, path: str, scribe: Scribe) -> str:
    # A heading of ours holds no colon; a dash parts what it parted.
    called = with_about(known.title.replace(": ", TITLE_JOIN), known.about, scribe.language)
    title = heading_safe(called)
    head = f"## {known.said_on} {title}"
    bullets = [
        bullet(name, value, scribe.language) for name, value in field_values(known, path, scribe)
    ]
    return "\n".join([head, "", *bullets, "", f"^{known.id}"])


def _list_block(known: Known, text: str, mark: str, scribe: Scribe) -> str:
    path = scribe.homes.of(known)
    box = f"[{mark}] " if mark else ""
    nested = [
        "  " + bullet(name, value, scribe.language) for name, value in _nested(known, path, scribe)
    ]
    return "\n".join([f"- {box}{text} ^{known.id}", *nested])


def _nested(known: Known, path: str, scribe: Scribe) -> Iterator[tuple[Field, str]]:
    for name, value in field_values(known, path, scribe):
        if known.place is not Place.PENDING or name in (Field.EVIDENCE, Field.CONTRADICTS):
            yield name, value

"""Entries read back from notes, as the judge sees them."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache

from progressive_memory.domain.candidate import Slot, TaskState
from progressive_memory.domain.entry import Entry, Field, Kind
from progressive_memory.flush.extract.readings.loops import blocker_slot
from progressive_memory.flush.extract.wording import phrase
from progressive_memory.flush.extract.wording.slots import slot_of, work_slot
from progressive_memory.flush.known import lines
from progressive_memory.flush.known.homes import PENDING
from progressive_memory.flush.known.known import ARCHIVED, Cited, Known, Place
from progressive_memory.flush.known.meaning import STATE_KINDS
from progressive_memory.flush.known.vetoes import fingerprint_in, subject_in
from progressive_memory.vault import fields, layout, log_note
from progressive_memory.vault.about import without_about
from progressive_memory.vault.words import FORGOTTEN, HEADING_WORDS

_MESSAGE_LINK = re.compile(
    r"\[\[(?P<path>[^\[\]#|]*)#\^(?P<id>m-[a-z2-7]{10})(?:\|(?P<shown>[^\[\]]*))?\]\]"
)
_ENTRY_LINK = re.compile(r"\[\[[^\[\]#|]*#\^([A-Za-z0-9-]+)")
_FORGOTTEN_ID = "forgotten"
_ASIDE = re.compile(r"(?<!\s)\s*[（(][^（）()]*[）)]$")
_CLOCK = re.compile(r"\s*(\d\d:\d\d)\b")
_ABOUT_PEOPLE_AND_LINKS = frozenset(
    {
        Field.DECIDED_BY,
        Field.CONFIRMED_BY,
        Field.EVIDENCE,
        Field.SUPERSEDES,
        Field.SUPERSEDED_BY,
        Field.CONTRADICTS,
        Field.CONFIDENCE,
    }
)
_PLAIN = {field.value: field for field in Field if field not in _ABOUT_PEOPLE_AND_LINKS}


def known_entries(
    entries: Sequence[Entry], seen: Mapping[str, tuple[str, ...]], pending: str = ""
) -> dict[str, Known]:
    """Every entry of ours by id; `seen` holds the marks it was last seen with, `pending` is the
    group's pending.md where it is called otherwise. Of two blocks with one id the first counts.
    """
    found: dict[str, Known] = {}
    for entry in entries:
        if entry.kind is not None and entry.id not in found:
            waits = entry.path == pending or entry.path.endswith(f"/{PENDING}")
            found[entry.id] = _known(entry, seen.get(entry.id, ()), waits=waits)
    return found


def standing_slot(kind: Kind, title: str, tail: tuple[str, ...] = ()) -> Slot:
    """What an entry is about, read from its line as extraction reads it."""
    if kind is Kind.TASK:
        return work_slot(title)
    if kind is Kind.BLOCKER:
        return blocker_slot(title)
    if kind is Kind.OPEN_LOOP:
        return Slot(_ASIDE.sub("", title), "open")
    if kind is Kind.ROLE and tail:
        return Slot(phrase.duty_subject(tail[0]), "holder", title)
    return slot_of(title)


def cited_in(text: str) -> tuple[Cited, ...]:
    """The messages linked in a text, in order."""
    return tuple(_cited(link) for link in _MESSAGE_LINK.finditer(text))


def _known(entry: Entry, marks: tuple[str, ...], *, waits: bool) -> Known:
    assert entry.kind is not None  # noqa: S101 — the caller's filter, told to the type checker
    asked = lines.read_pending(entry.title) if waits else lines.Asked(_line(entry))
    line = asked.line
    evidence = cited_in(fields.value(entry.fields, Field.EVIDENCE))
    title, about = without_about(line.title)
    return Known(
        id=entry.id,
        kind=entry.kind,
        title=title,
        slot=standing_slot(entry.kind, title, line.tail),
        about=about,
        evidence=evidence,
        tail=line.tail,
        fields=_plain_fields(entry),
        state=line.state,
        decided_by=_names(entry, Field.DECIDED_BY),
        confirmed_by=_names(entry, Field.CONFIRMED_BY),
        supersedes=_ids(entry, Field.SUPERSEDES),
        superseded_by=_ids(entry, Field.SUPERSEDED_BY) or _forgotten_successor(entry),
        contradicts=_ids(entry, Field.CONTRADICTS),
        confidence=fields.confidence(fields.value(entry.fields, Field.CONFIDENCE)),
        place=Place.PENDING if waits else Place.STANDING,
        reason=asked.reason,
        said_by=asked.said_by,
        said_on=asked.said_on or _day(evidence, entry),
        ended_on=line.ended_on,
        fingerprint=fingerprint_in(marks),
        subject_mark=subject_in(marks),
        entry=entry,
        shelf=entry.path if layout.shelf_year(entry.path) else "",
    )


def _line(entry: Entry) -> lines.Line:
    """A dated entry's title is a title and no more; a list entry's line has a tail and a state."""
    if entry.text.lstrip().startswith("#"):
        return lines.Line(entry.title)
    archived = entry.heading in HEADING_WORDS["archive"].values()
    line = lines.read(entry.title, entry.mark, archived=archived)
    if archived and entry.kind in STATE_KINDS and line.state not in ARCHIVED:
        return lines.Line(line.title, line.tail, TaskState.DONE)
    return line


def _cited(link: re.Match[str]) -> Cited:
    day = _day_of(link["path"])
    clock = _CLOCK.match(link["shown"] or "") if day else None
    return Cited(link["id"], link[0], f"{day} {clock[1]}" if clock else day)


@lru_cache(maxsize=4096)
def _day_of(target: str) -> str:
    """The ISO day of the day note a link leads to; "" of any other. Many links lead to one note."""
    return str(log_note.day_of(target + ".md") or "")


def _plain_fields(entry: Entry) -> tuple[tuple[Field, str], ...]:
    return tuple((_PLAIN[name], value) for name, value in entry.fields if name in _PLAIN)


def _names(entry: Entry, field: Field) -> tuple[str, ...]:
    text = lines.shown(fields.value(entry.fields, field))
    if not text:
        return ()
    return tuple(name.strip() for name in re.split(r"[、,，;；]", text) if name.strip())


def _ids(entry: Entry, field: Field) -> tuple[str, ...]:
    values = (value for name, value in entry.fields if name == field)
    return tuple(dict.fromkeys(found for value in values for found in _ENTRY_LINK.findall(value)))


def _forgotten_successor(entry: Entry) -> tuple[str, ...]:
    """Something took its place, and was forgotten since."""
    written = fields.value(entry.fields, Field.SUPERSEDED_BY)
    return (_FORGOTTEN_ID,) if written in FORGOTTEN.values() else ()


def _day(evidence: tuple[Cited, ...], entry: Entry) -> str:
    return max((cited.at[:10] for cited in evidence), default=entry.on)

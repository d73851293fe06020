"""A standing entry changed: only what the flush adds, every other byte as the person left it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from progressive_memory.domain.entry import Entry, Field
from progressive_memory.domain.plan import AddFields, InsertUnder, Operation, ReplaceBlock
from progressive_memory.flush.known import homes, lines
from progressive_memory.flush.known.known import Known
from progressive_memory.flush.writeback import render
from progressive_memory.flush.writeback.render import Scribe
from progressive_memory.vault import fields, words
from progressive_memory.vault.about import with_about
from progressive_memory.vault.blocks import TITLE_JOIN
from progressive_memory.vault.entry_format import one_line, person_name
from progressive_memory.vault.lines import split_lines
from progressive_memory.vault.words import FIELD_BY_WORD, HEADING_WORDS

_FIRST_LINE = re.compile(
    r"(?P<bullet>[ \t]*[-*+] )(?:\[.\](?P<gap>[ \t]+)(?=[^ \t]| \^))?(?P<line>.*?)"
    r"(?P<id> \^[A-Za-z0-9-]+)(?P<end>\s*)"
)
_FIELD = re.compile(
    r"(?P<head>[ \t]*[-*+] (?P<name>[^:\n]+?)::[ \t]*)(?P<value>(?:.*\S)?)(?P<end>\s*)"
)
_BULLET = re.compile(r"(?P<indent>[ \t]*)[-*+] ")


@dataclass
class _Difference:
    """Fields to add as new bullets, text to add to standing ones, values to put in place ("" takes
    the field out).
    """

    new: list[tuple[Field, str]] = field(default_factory=list)
    longer: dict[Field, str] = field(default_factory=dict)
    other: dict[Field, str] = field(default_factory=dict)


def amend(before: Known, after: Known, entry: Entry, scribe: Scribe) -> tuple[Operation, ...]:
    """The operations on the entry's note that make `before`, as it stands there, into `after`.

    An entry moves to its new heading only from the heading it had by our rules: where a person
    put it elsewhere, it stays.
    """
    difference = _difference(before, after, entry, scribe)
    heading = _new_heading(before, after, entry)
    same_line = _course(before) == _course(after)
    if same_line and not heading and not difference.longer and not difference.other:
        bullets = _bullets(difference, scribe)
        return (AddFields(after.id, bullets),) if bullets else ()
    text = amended(before, after, entry, scribe)
    if heading:
        moved = InsertUnder(
            words.heading(heading, scribe.language),
            text,
            block_id=after.id,
            first=heading == "archive",
        )
        return (ReplaceBlock(after.id, entry.text, ""), moved)
    return (ReplaceBlock(after.id, entry.text, text),) if text != entry.text else ()


def amended(before: Known, after: Known, entry: Entry, scribe: Scribe) -> str:
    """The entry's block, `before` as it stands, as it reads `after`."""
    difference = _difference(before, after, entry, scribe)
    same_line = _course(before) == _course(after)
    text = entry.text if same_line else _with_line(entry, before, after, scribe)
    return _with_bullets(_with_values(text, difference), _bullets(difference, scribe))


def _bullets(difference: _Difference, scribe: Scribe) -> tuple[str, ...]:
    return tuple(render.bullet(name, value, scribe.language) for name, value in difference.new)


def _difference(before: Known, after: Known, entry: Entry, scribe: Scribe) -> _Difference:
    found = _Difference()
    standing = {name for name, _ in entry.fields}
    join = words.LIST_JOIN[scribe.language]
    for name, values in _list_fields(before, after, entry.path, scribe):
        if values and name in standing:
            found.longer[name] = join + join.join(values)
        elif values:
            found.new.append((name, join.join(values)))
    for name, gone in _gone_voices(before, after):
        if name in standing:
            value = _without(fields.value(entry.fields, name), gone, join)
            more = found.longer.pop(name, "")
            found.other[name] = value + more if value else more.removeprefix(join)
    for name, value in after.fields:
        if (name, value) not in before.fields:
            found.new.append((name, one_line(value)))
    if after.confidence != before.confidence:
        value = f"{after.confidence:g}"
        if Field.CONFIDENCE in standing:
            found.other[Field.CONFIDENCE] = value
        else:
            found.new.append((Field.CONFIDENCE, value))
    return found


def _list_fields(
    before: Known, after: Known, path: str, scribe: Scribe
) -> Iterator[tuple[Field, list[str]]]:
    """What each list field gained, as it is written."""
    people = (
        (Field.DECIDED_BY, before.decided_by, after.decided_by),
        (Field.CONFIRMED_BY, before.confirmed_by, after.confirmed_by),
    )
    for name, old, new in people:
        added = (person_name(voice) for voice in new if voice not in old)
        yield name, [scribe.person(voice, path) for voice in added if voice not in old]
    standing = before.evidence_ids
    yield Field.EVIDENCE, [one.link for one in after.evidence if one.block_id not in standing]
    relations = (
        (Field.SUPERSEDES, before.supersedes, after.supersedes),
        (Field.SUPERSEDED_BY, before.superseded_by, after.superseded_by),
        (Field.CONTRADICTS, before.contradicts, after.contradicts),
    )
    for name, old, new in relations:
        yield name, [scribe.entry_link(one, path) for one in new if one not in old]


def _gone_voices(before: Known, after: Known) -> Iterator[tuple[Field, frozenset[str]]]:
    """The people each field of people lost."""
    people = (
        (Field.DECIDED_BY, before.decided_by, after.decided_by),
        (Field.CONFIRMED_BY, before.confirmed_by, after.confirmed_by),
    )
    for name, old, new in people:
        gone = frozenset(old) - frozenset(new)
        if gone:
            yield name, gone


def _without(value: str, gone: frozenset[str], join: str) -> str:
    """A field's value without some of its pieces, as people read them."""
    pieces = (piece.strip() for piece in re.split(r"[、,，;；]", value))
    return join.join(piece for piece in pieces if piece and lines.shown(piece) not in gone)


def _new_heading(before: Known, after: Known, entry: Entry) -> str:
    """The heading it has to move to, a key of `HEADING_WORDS`; "" when it stays."""
    old, new = homes.heading_of(before), homes.heading_of(after)
    if old == new or not old or entry.heading not in HEADING_WORDS[old].values():
        return ""
    return new


def _course(known: Known) -> tuple[object, ...]:
    return known.title, known.state, known.tail, known.ended_on, known.closed_with


def _with_line(entry: Entry, before: Known, after: Known, scribe: Scribe) -> str:
    """The block with its first line brought to the new course; its title and the pieces of its
    tail that still hold stay as written. A line a person broke in two is left alone.
    """
    first, *rest = split_lines(entry.text)
    found = _FIRST_LINE.fullmatch(first)
    if found is None:
        return entry.text
    pieces = found["line"].split(TITLE_JOIN)
    written = {lines.shown(piece.strip()): piece.strip() for piece in pieces[1:]}
    tail = tuple(written.get(piece, scribe.person(piece, entry.path)) for piece in after.tail)
    called = one_line(with_about(after.title, after.about, scribe.language))
    named = called if after.title != before.title else lines.read(pieces[0]).title
    line = lines.Line(named, tail, after.state, after.ended_on, after.closed_with)
    text = lines.write(line, scribe.language)
    mark = entry.mark if before.state is after.state else lines.MARKS[after.state]
    box = f"[{mark}]{found['gap']}" if found["gap"] else ""
    return f"{found['bullet']}{box}{text}{found['id']}{found['end']}{''.join(rest)}"


def _with_values(text: str, difference: _Difference) -> str:
    """The block with values made longer, or put in place of the old ones."""
    done: set[Field] = set()
    made = []
    for line in split_lines(text):
        found = _FIELD.fullmatch(line)
        name = FIELD_BY_WORD.get(found["name"].strip().casefold()) if found else None
        if found is None or name is None or name in done:
            made.append(line)
            continue
        done.add(name)
        if difference.other.get(name) == "":
            continue
        value = difference.other.get(name, found["value"] + difference.longer.get(name, ""))
        made.append(f"{found['head']}{value}{found['end']}")
    return "".join(made)


def _with_bullets(text: str, bullets: tuple[str, ...]) -> str:
    """The block with more field bullets after its last one."""
    if not bullets:
        return text
    all_lines = text.splitlines(keepends=True)
    is_list = bool(_BULLET.match(all_lines[0]))
    nested = [
        (number, found["indent"])
        for number, line in enumerate(all_lines)
        if (found := _BULLET.match(line)) and not (is_list and number == 0)
    ]
    own_indent = _BULLET.match(all_lines[0])
    at, indent = nested[-1] if nested else (0, (own_indent["indent"] if own_indent else "") + "  ")
    newline = "\r\n" if "\r\n" in text else "\n"
    if not all_lines[at].endswith("\n"):
        all_lines[at] += newline
        return "".join(all_lines) + newline.join(indent + bullet for bullet in bullets)
    added = [f"{indent}{bullet}{newline}" for bullet in bullets]
    return "".join([*all_lines[: at + 1], *added, *all_lines[at + 1 :]])

"""An entry less what came from what goes; a person's own lines in it stay as they are. Pure."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from progressive_memory.domain.entry import Entry, Field
from progressive_memory.domain.group import Language
from progressive_memory.domain.message import Message
from progressive_memory.flush.forget.ground import mentions, says
from progressive_memory.flush.known import lines
from progressive_memory.flush.known.known import Known, Place, name_of
from progressive_memory.vault import words
from progressive_memory.vault.about import less_about
from progressive_memory.vault.blocks import TITLE_JOIN
from progressive_memory.vault.lines import is_blank, split_lines, without_ending
from progressive_memory.vault.words import FIELD_BY_WORD

_BULLET = re.compile(r"(?P<indent>[ \t>]*)(?:[-*+]|\d{1,9}[.)])[ \t]")
_FIRST_LINE = re.compile(
    r"(?P<head>[ \t>]*(?:[-*+]|\d{1,9}[.)]) (?:\[.\][ \t]+(?=[^ \t]| \^))?)(?P<line>.*?)"
    r"(?P<id> \^[A-Za-z0-9-]+[ \t]*)"
)
_FIELD = re.compile(r"(?P<head>[ \t>]*[-*+] (?P<name>[^:：\n]+?)(?:::|：：)[ \t]*)(?P<value>.*)")
_ID_AT_END = re.compile(r"\^[A-Za-z0-9-]+[ \t]*")
_LINK = re.compile(r"\[\[[^\[\]]*?#\^(?P<id>[A-Za-z0-9-]+)(?:\|[^\[\]]*)?\]\]")
_BETWEEN = r"[、,，;；]"
_UNTOLD = "…"
_PEOPLE = (Field.DECIDED_BY, Field.CONFIRMED_BY)
_RELATIONS = (Field.SUPERSEDES, Field.CONTRADICTS)


@dataclass(frozen=True)
class Left:
    """What an entry may still say: in words, what `messages` say, or anything where `whole`.
    `gone` are block ids of messages and entries no link may lead to, `names` people it may not
    name, `about` whether it may tell what its title is about.
    """

    gone: Collection[str]
    names: Collection[str]
    messages: Sequence[Message]
    whole: bool
    about: bool
    language: Language


def shortened(known: Known, entry: Entry, left: Left) -> str | None:
    """The entry as it may still read; None where a person broke its line, and part of that goes."""
    own = split_lines(entry.text)
    made: list[str] = []
    first = own[0] if left.about else less_about(own[0])
    if not entry.text.lstrip("> \t").startswith("#"):
        line = _with_tail(known, without_ending(first), left)
        if line is None:
            return None
        first = line + first[len(without_ending(first)) :]
    made.append(first)
    at = 1
    while at < len(own):
        end = _field_end(own, at)
        if end == at:
            made.append(own[at])
            at += 1
            continue
        kept = _field("".join(own[at:end]), left)
        made += [kept] if kept else []
        at = end
    text = "".join(made)
    return text if entry.text.endswith(("\n", "\r")) else without_ending(text)


def persons_lines(entry: Entry) -> tuple[str, ...]:
    """What a person put into an entry of ours, without its indent: notes nested in it, fields of
    their own, entries of its own.
    """
    own = [without_ending(line) for line in split_lines(entry.text)][1:]
    at = 0
    if not entry.text.lstrip("> \t").startswith("#"):
        while at < len(own) and not _BULLET.match(own[at]) and not is_blank(own[at]):
            at += 1  # its first line, broken in two
    kept: list[str] = []
    deeper_than: int | None = None
    ours = False
    for line in own[at:]:
        bullet = _BULLET.match(line)
        if bullet is not None:
            indent = len(bullet["indent"].expandtabs(4))
            inside = deeper_than is not None and indent > deeper_than
            if not inside:
                deeper_than = indent if _names_itself(line) else None
                ours = _our_field(line) is not None
        elif is_blank(line):
            ours = False
        if not ours and not _ID_AT_END.fullmatch(line.strip("> \t")):
            kept.append(line)
    return _unindented(kept)


def _names_itself(line: str) -> bool:
    return re.search(r" \^[A-Za-z0-9-]+[ \t]*$", line) is not None


def _unindented(found: list[str]) -> tuple[str, ...]:
    while found and is_blank(found[0]):
        del found[0]
    while found and is_blank(found[-1]):
        del found[-1]
    said = [line for line in found if not is_blank(line)]
    indent = min((len(line) - len(line.lstrip(" \t")) for line in said), default=0)
    return tuple(line[indent:] for line in found)


def _with_tail(known: Known, first: str, left: Left) -> str | None:
    """A list entry's line with what may stay of its tail; None where it cannot be told apart."""
    tail = tuple(piece for piece in known.tail if _may_stay(piece, left))
    said_by = "" if known.said_by in left.names else known.said_by
    closed_with = known.closed_with if _may_stay(known.closed_with, left) else _UNTOLD
    same = (tail, said_by, closed_with) == (known.tail, known.said_by, known.closed_with)
    if same and _unlinked(first, left.gone) == first:
        return first
    found = _FIRST_LINE.fullmatch(first)
    if found is None:
        return None
    title, *pieces = found["line"].split(TITLE_JOIN)
    written = {lines.shown(piece.strip()): piece.strip() for piece in pieces}
    line = lines.Line(
        lines.read(title).title,
        tuple(_unlinked(written.get(piece, piece), left.gone) for piece in tail),
        known.state,
        known.ended_on,
        closed_with,
    )
    text = lines.write(line, left.language)
    if known.place is Place.PENDING:
        said = f"{said_by}, {known.said_on}" if said_by else known.said_on
        text = TITLE_JOIN.join(piece for piece in (text, said, known.reason) if piece)
    return found["head"] + text + found["id"]


def _may_stay(piece: str, left: Left) -> bool:
    return piece not in left.names and (left.whole or not piece or mentions(piece, left.messages))


def _field_end(own: Sequence[str], at: int) -> int:
    """Behind the lines of the field of ours that begins there; `at` where none does."""
    if _our_field(own[at]) is None:
        return at
    end = at + 1
    while end < len(own):
        line = own[end]
        named = _ID_AT_END.fullmatch(without_ending(line).strip("> \t"))
        if is_blank(line) or _BULLET.match(line) or named:
            break
        end += 1
    return end


def _our_field(line: str) -> Field | None:
    found = _FIELD.match(without_ending(line))
    return FIELD_BY_WORD.get(found["name"].strip(" \t*_").casefold()) if found else None


def _field(text: str, left: Left) -> str:
    """A field of ours as it may still read, "" when nothing of it is left."""
    found = _FIELD.match(text)
    name = _our_field(text)
    assert found is not None and name is not None  # noqa: S101, PT018 — the caller's filter
    plain = " ".join(line.strip() for line in text[found.start("value") :].splitlines())
    value = _value(name, plain, left)
    if value == plain:
        return text
    ending = text[len(text.rstrip("\r\n")) :]
    return f"{found['head']}{value}{ending}" if value else ""


def _value(name: Field, value: str, left: Left) -> str:
    if name is Field.CONFIDENCE:
        return value
    if name is Field.SUPERSEDED_BY:
        rest = _without_links(value, left.gone)
        return rest if rest or value == rest else words.FORGOTTEN[left.language]
    if name is Field.EVIDENCE or name in _RELATIONS:
        return _without_links(value, left.gone)
    if name in _PEOPLE:
        pieces = list(_people(value))
        kept = [one for one in pieces if name_of(lines.shown(one)) not in left.names]
        if len(kept) < len(pieces):
            value = words.LIST_JOIN[left.language].join(kept)
        return _unlinked(value, left.gone)
    rest = _without_links(value, left.gone)
    return rest if left.whole or says(lines.shown(rest), left.messages) else ""


def _people(value: str) -> Iterator[str]:
    yield from (piece.strip() for piece in re.split(_BETWEEN, value) if piece.strip())


def _unlinked(text: str, gone: Collection[str]) -> str:
    """`text` with what links to what is gone as plain words: a person whose row went."""
    return _LINK.sub(lambda found: lines.shown(found[0]) if found["id"] in gone else found[0], text)


def _without_links(value: str, gone: Collection[str]) -> str:
    """A value less the links to what is gone, and the signs that joined them."""
    if not any(found["id"] in gone for found in _LINK.finditer(value)):
        return value
    cut = re.sub(
        rf"(?:\s*{_BETWEEN}\s*)?{_LINK.pattern}",
        lambda found: "" if found["id"] in gone else found[0],
        value,
    )
    return re.sub(rf"^\s*{_BETWEEN}\s*", "", cut).strip()

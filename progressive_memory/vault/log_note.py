"""Day notes: every message of a group on one day, read and written (DESIGN §4 "Log").

The shape is strict and long, so it is read by line; lines a person typed are passed over.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from sys import intern
from zoneinfo import ZoneInfo

from progressive_memory.domain.message import Message, Reaction, Role
from progressive_memory.vault import frontmatter, log_escape
from progressive_memory.vault.ids import short_hash
from progressive_memory.vault.layout import link_target
from progressive_memory.vault.lines import LINE_END, LINE_START, split_lines, without_ending

_PATH = re.compile(r"/log/\d{4}/(\d{4}-\d{2}-\d{2})\.md$")
_FIRST = re.compile(r"- (\d\d:\d\d:\d\d)([+-]\d\d:\d\d)? ((?:[^\\:]|\\.)*): (.*)", re.DOTALL)
_START = re.compile(r"^- \d\d:\d\d:\d\d", re.MULTILINE)
_ID = re.compile(r" \^(m-[a-z2-7]{10})[ \t]*$")
_FORGOTTEN = re.compile(
    r"- (\d\d:\d\d:\d\d)([+-]\d\d:\d\d)? \(forgotten\) \^(m-[a-z2-7]{10})[ \t]*[\r\n]*"
)
_META = re.compile(r"(\w+):: (.*)", re.DOTALL)
_REACTION = re.compile(r"(\S*) (.*) \((\S+) (\S+)\)", re.DOTALL)
_REACTIONS = " · reactions:: "
_LINKED = re.compile(r"#\^(m-[a-z2-7]{10})")
_TIMEZONE = re.compile(
    rf"{LINE_START}timezone:[ \t]*[\"']?([\w/+\-]+)[\"']?[ \t]*(?:#[^\r\n]*)?{LINE_END}"
)
_ROLES: dict[str, Role] = {"assistant": "assistant", "tool": "tool", "bot": "bot"}

escape = log_escape.escape
unescape = log_escape.unescape


@dataclass(frozen=True)
class Item:
    """One message's lines in a day note: `first` to `end` (exclusive) of the note's lines.

    `own` are its text lines, escaped, without indent and id; `meta` the pieces of its meta line,
    which is line `meta_line` (None when a person removed it). A `forgotten` one has neither name,
    text nor meta line; what a person nested under it is there.
    """

    first: int
    end: int
    block_id: str
    clock: str
    offset: str
    name: str
    own: tuple[str, ...]
    meta: dict[str, str]
    meta_line: int | None
    forgotten: bool = False


def day_of(path: str) -> date | None:
    """The day of a day note by its path, or None for any other note."""
    found = _PATH.search(path)
    if found is None:
        return None
    try:
        return date.fromisoformat(found[1])
    except ValueError:
        return None


def zone_of(text: str) -> tzinfo:
    """The zone in the note's frontmatter; UTC where it names none that exists."""
    block = frontmatter.find(text)
    found = _TIMEZONE.search(text, block.start, block.end) if block else None
    if found is None:
        return UTC
    try:
        return ZoneInfo(found[1])
    except (KeyError, ValueError, OSError):
        return UTC


def new_day_note(group: str, on: date, timezone: str) -> str:
    """A day note without messages; `timezone` stands in it for ever."""
    alias = frontmatter.scalar(f"{group} {on:%Y-%m-%d}")
    zone = timezone if re.fullmatch(r"[\w/+\-]+", timezone) else frontmatter.scalar(timezone)
    return f"---\naliases: [{alias}]\ntimezone: {zone}\n---\n\n# {on:%Y-%m-%d}\n"


def parse(path: str, text: str) -> tuple[Message, ...]:
    """The messages of the day note at `path`, in the note's order.

    An item whose block id is gone is a person's line, not a message.
    """
    on = day_of(path)
    if on is None:
        return ()
    zone = zone_of(text)
    return tuple(_message(item, path, on, zone) for item in items(split_lines(text)))


def beside(
    path: str, text: str, block_ids: Collection[str], most: int
) -> tuple[tuple[Message, tuple[Message, ...]], ...]:
    """Each message with one of the ids, and it with up to `most` before and as many behind it, in
    the note's order. Of a long day only these are read.
    """
    starts = [hit.start() for hit in _START.finditer(text)]
    if not starts:
        return ()
    ends = [*starts[1:], len(text)]
    places = (text.find(f" ^{block_id}") for block_id in block_ids)
    found: list[tuple[Message, tuple[Message, ...]]] = []
    for place in sorted(place for place in places if place >= 0):
        at = bisect_right(starts, place) - 1
        first, last = max(0, at - most), min(len(starts) - 1, at + most)
        near = parse(path, text[: starts[0]] + text[starts[first] : ends[last]])
        if at < 0 or len(near) != last - first + 1 or near[at - first].block_id not in block_ids:
            return _beside_in(parse(path, text), block_ids, most)  # a person typed lines there
        found.append((near[at - first], near))
    return tuple(found)


def _beside_in(
    day: tuple[Message, ...], block_ids: Collection[str], most: int
) -> tuple[tuple[Message, tuple[Message, ...]], ...]:
    return tuple(
        (message, day[max(0, at - most) : at + most + 1])
        for at, message in enumerate(day)
        if message.block_id in block_ids
    )


def runs(path: str, text: str) -> Iterator[tuple[str, Message | None]]:
    """The body of a day note cut into messages and the lines between them, in order."""
    on = day_of(path)
    lines = split_lines(text[frontmatter.body_start(text) :])
    done = 0
    if on is not None:
        zone = zone_of(text)
        for item in items(lines):
            if item.first > done:
                yield "".join(lines[done : item.first]), None
            yield "".join(lines[item.first : item.end]), _message(item, path, on, zone)
            done = item.end
    if done < len(lines):
        yield "".join(lines[done:]), None


def items(lines: list[str]) -> Iterator[Item]:
    """Every message of a day note's lines, in order."""
    number = 0
    while number < len(lines):
        item = _item(lines, number) if lines[number].startswith("- ") else None
        if item is not None:
            yield item
        number = item.end if item else number + 1


def _item(lines: list[str], number: int) -> Item | None:
    gone = _FORGOTTEN.fullmatch(lines[number])
    if gone is not None:
        end = _nested_end(lines, number + 1)
        return Item(number, end, gone[3], gone[1], gone[2] or "", "", (), {}, None, forgotten=True)
    first = _FIRST.match(lines[number])
    return _message_item(lines, number, first) if first is not None else None


def _nested_end(lines: list[str], end: int) -> int:
    while end < len(lines) and lines[end].startswith(("  ", "\t")):
        end += 1
    return end


def _message_item(lines: list[str], number: int, first: re.Match[str]) -> Item | None:
    own = [without_ending(first[4])]
    end = number + 1
    while not _ID.search(own[-1]):
        if end == len(lines) or not _continues(lines[end]):
            return None
        own.append(without_ending(lines[end])[2:])
        end += 1
    found = _ID.search(own[-1])
    if found is None:
        return None
    own[-1] = own[-1][: found.start()]
    meta: dict[str, str] = {}
    meta_line = None
    nested, end = end, _nested_end(lines, end)
    for at in range(nested, end):
        if meta_line is None and (meta := _meta(without_ending(lines[at]))):
            meta_line = at
    clock, offset, name = first[1], first[2] or "", first[3]
    return Item(number, end, found[1], clock, offset, name, tuple(own), meta, meta_line)


def _continues(line: str) -> bool:
    return line.startswith("  ") and not line.startswith("  - ")


def _meta(line: str) -> dict[str, str]:
    content = line.strip()
    if not content.startswith("- event:: "):
        return {}
    pieces = (_META.fullmatch(piece) for piece in content[2:].split(" · "))
    return {piece[1]: piece[2] for piece in pieces if piece}


def _message(item: Item, path: str, on: date, zone: tzinfo) -> Message:
    meta = item.meta
    if item.forgotten:
        at = at_of(item, on, zone)
        return Message(
            item.block_id, item.block_id, at, "", "", "", deleted=True, path=path, forgotten=True
        )
    deleted = item.own == (log_escape.DELETED,)
    edited = meta.get("edited", "")
    return Message(
        event_id=_value(meta, "event"),
        block_id=item.block_id,
        at=at_of(item, on, zone),
        sender=intern(_value(meta, "from")),
        sender_name=intern(log_escape.unescape_line(item.name)),
        text="" if deleted else log_escape.unescape(item.own),
        reply_to=_linked(meta, "re"),
        thread=_linked(meta, "thread"),
        edited=int(edited) if edited.isdecimal() else 0,
        role=_ROLES.get(meta.get("role", ""), "user"),
        forwarded=meta.get("forwarded") == "yes",
        reactions=_reactions(meta.get("reactions", "")),
        deleted=deleted,
        path=path,
    )


def at_of(item: Item, on: date, zone: tzinfo) -> datetime:
    """The aware time of a message; midnight where a person wrote a clock that is none."""
    hours, minutes, seconds = (int(part) for part in item.clock.split(":"))
    try:
        at = datetime.combine(on, time(hours, minutes, seconds), zone)
    except ValueError:
        return datetime.combine(on, time(0), zone)
    if item.offset and _offset(at) != item.offset:
        return at.replace(fold=1)
    return at


def _value(meta: dict[str, str], key: str) -> str:
    return log_escape.unescape_line(meta.get(key, ""))


def _linked(meta: dict[str, str], key: str) -> str:
    value = meta.get(key, "")
    found = _LINKED.search(value)
    return found[1] if found else value


def _reactions(value: str) -> tuple[Reaction, ...]:
    found = (_REACTION.fullmatch(part) for part in _reaction_parts(value))
    plain = log_escape.unescape_line
    return tuple(
        Reaction(plain(one[1]), plain(one[3]), plain(one[2]), plain(one[4])) for one in found if one
    )


def _reaction_parts(value: str) -> list[str]:
    # A bare ")" never stands inside a reaction, so ")," parts two of them.
    return re.split(r"(?<=\)), ", value) if value else []


def render_item(message: Message, *, paths: Mapping[str, str]) -> str:
    """The full list item of a message, without final newline.

    `message.at` is in the zone of its day note. `paths` gives the day note of each message it
    links to, by block id; an id that is not there is written without a link.
    """
    own = (log_escape.DELETED,) if message.deleted else log_escape.escape(message.text)
    text = "\n  ".join(own)
    name = log_escape.escape_name(shown_name(message.sender_name, message.sender))
    clock = f"{message.at:%H:%M:%S}" + (_offset(message.at) if _in_fold(message.at) else "")
    head = f"- {clock} {name}: {text} ^{message.block_id}"
    return f"{head}\n  - {' · '.join(_meta_pieces(message, paths))}"


def forgotten_item(item: Item) -> str:
    """What forgetting leaves of a message: its time and block id, in one line without ending."""
    return f"- {item.clock}{item.offset} (forgotten) ^{item.block_id}"


def without_reactions(meta: str, hashes: Collection[str]) -> str:
    """A meta line less the reactions whose event ids hash to one of `hashes`."""
    head, sign, value = meta.partition(_REACTIONS)
    if not sign:
        return meta
    parts = _reaction_parts(without_ending(value))
    left = [one for one in parts if not _is_reaction_of(one, hashes)]
    if len(left) == len(parts):
        return meta
    ending = value[len(without_ending(value)) :]
    return (f"{head}{sign}{', '.join(left)}" if left else head) + ending


def _is_reaction_of(part: str, hashes: Collection[str]) -> bool:
    found = _REACTION.fullmatch(part)
    return found is not None and short_hash(log_escape.unescape_line(found[4])) in hashes


def _meta_pieces(message: Message, paths: Mapping[str, str]) -> Iterator[str]:
    yield f"event:: {log_escape.escape_word(message.event_id)}"
    if message.sender:
        yield f"from:: {log_escape.escape_word(message.sender)}"
    if message.reply_to:
        yield f"re:: {_link(message.reply_to, message, paths)}"
    if message.thread:
        yield f"thread:: {_link(message.thread, message, paths)}"
    if message.edited:
        yield f"edited:: {message.edited}"
    if message.role != "user":
        yield f"role:: {message.role}"
    if message.forwarded:
        yield "forwarded:: yes"
    if message.reactions:
        yield "reactions:: " + ", ".join(_reaction(reaction) for reaction in message.reactions)


def _link(block_id: str, message: Message, paths: Mapping[str, str]) -> str:
    path = paths.get(block_id, "")
    if not path:
        return block_id
    here = message.path or paths.get(message.block_id, "")
    return f"[[{'' if path == here else link_target(path)}#^{block_id}]]"


def _reaction(reaction: Reaction) -> str:
    name = log_escape.escape_value(shown_name(reaction.sender_name, reaction.sender))
    sender = log_escape.escape_word(reaction.sender)
    event_id = log_escape.escape_word(reaction.event_id)
    return f"{log_escape.escape_word(reaction.key)} {name} ({sender} {event_id})"


def shown_name(name: str, sender: str) -> str:
    """What people read: the name, or the localpart of the chat id where none is known."""
    return " ".join(name.split()) or sender.removeprefix("@").partition(":")[0] or "?"


def _in_fold(at: datetime) -> bool:
    other = at.replace(fold=1 - at.fold)
    return at.utcoffset() != other.utcoffset()


def _offset(at: datetime) -> str:
    offset = at.utcoffset() or timedelta(0)
    minutes = abs(int(offset.total_seconds())) // 60
    return f"{'-' if offset < timedelta(0) else '+'}{minutes // 60:02}:{minutes % 60:02}"

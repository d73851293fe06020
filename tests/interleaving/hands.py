"""What a person does to a note in an editor: every kind of it, on the text of the note as it stands.

A hand takes the text, a place (any number) and a mark that nobody else writes, and gives the new
text and what the person typed; None where there is nothing of that kind to do.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace

from progressive_memory.domain.entry import Entry
from progressive_memory.vault import frontmatter
from progressive_memory.vault.blocks import entries
from progressive_memory.vault.log_note import day_of


@dataclass(frozen=True)
class Hand:
    """A note as a person leaves it. `typed` must stand from now on; where it stands inside an
    entry (`inside` is its id) it goes where the entry goes. `deleted` are the ids of entries that
    the person took out, `struck` of items of pending.md that they turned down, words and all.
    """

    text: str
    typed: str = ""
    inside: str = ""
    deleted: tuple[str, ...] = ()
    struck: tuple[str, ...] = ()


Act = Callable[[str, str, int, str], Hand | None]

SECTIONS = (
    "## Mine {mark}\n\n```python\n- [ ] no task of yours ^t-20260511-aaaaaaaaaa\n```\n",
    "%% {mark}: ask Bo\nabout the pilots\n%%\n",
    "| what {mark} | when |\n|---|---|\n| a\\|b [[Old tub\\|us]] | 1 |\n",
    "## 我的笔记 {mark}\n\n这里写的是我自己的话，没有换行，#标签 ==重点==\n",
    "> [!note] {mark}\n> - [x] as I like it\n",
    "- [ ] buy rope {mark} 📅 2026-06-01\n\t* with tabs\n",
    "<div>\n{mark}\n</div>\n",
    "1. one {mark}\n1. two\n",
)
LINES = ("A word of mine, {mark}.", "- {mark}: 也是我写的", "\t{mark} with a tab  ", "**{mark}**")


def add_line(path: str, text: str, place: int, mark: str) -> Hand | None:
    """Type a line anywhere in the body."""
    lines, first = _lines(text)
    at = _gap(path, lines, first, place)
    typed = LINES[place % len(LINES)].format(mark=mark)
    return _put(path, lines, at, typed, _tracked(path, typed, mark))


def add_section(path: str, text: str, place: int, mark: str) -> Hand | None:
    """Type some lines with a blank one around, between two paragraphs or at the end."""
    lines, first = _lines(text)
    gaps = [n for n in range(first, len(lines)) if not lines[n].strip()] or [len(lines)]
    at = gaps[place % len(gaps)]
    typed = SECTIONS[place % len(SECTIONS)].format(mark=mark)
    return _put(path, lines, at, f"\n{typed}", _tracked(path, typed.rstrip("\n"), mark))


def reword(path: str, text: str, place: int, mark: str) -> Hand | None:
    """Put a word of one's own into the title of an entry."""
    entry = _one_of(path, text, place)
    word = re.search(r"\w\w+", entry.title) if entry else None
    at = text.find(word[0], entry.start) if entry and word else -1
    if entry is None or word is None or not entry.start <= at < entry.end:
        return None
    end = at + len(word[0])
    return Hand(f"{text[:end]} {mark}{text[end:]}", mark, inside=entry.id)


def reword_changed(path: str, text: str, coming: str, mark: str) -> Hand | None:
    """Put a word of one's own into the title of an entry that `coming`, the note as a program is
    about to write it, changes.
    """
    new = {one.id: one.text for one in entries(path, coming)}
    ours = [one for one in entries(path, text) if one.kind is not None]
    changed = (n for n, one in enumerate(ours) if one.text != new.get(one.id, one.text))
    place = next(changed, None)
    return None if place is None else reword(path, text, place, mark)


def keep_old(path: str, old: str, now: str, mark: str) -> Hand | None:
    """Type a line into a note as it was read a while ago. What has come into it since is taken out
    by that; None where something would come back.
    """
    before, after = (
        {one.id for one in entries(path, text) if one.kind is not None} for text in (old, now)
    )
    hand = add_line(path, old, len(old), mark)
    if old == now or hand is None or not before <= after or hand.inside:
        return None
    return replace(hand, deleted=tuple(sorted(after - before)))


def delete_entry(path: str, text: str, place: int, _mark: str) -> Hand | None:
    """Take an entry out."""
    entry = _one_of(path, text, place)
    if entry is None:
        return None
    return Hand(text[: entry.start] + text[entry.end :], deleted=(entry.id,))


def tick(path: str, text: str, place: int, _mark: str) -> Hand | None:
    """Tick a task, or strike it out."""
    boxes = [one.start(1) for one in re.finditer(r"^[ \t]*- \[( )\] ", text, re.MULTILINE)]
    if not boxes:
        return None
    at, sign = boxes[place % len(boxes)], "xx-"[place % 3]
    turned_down = sign == "-" and path.endswith("/pending.md")
    around = [one.id for one in entries(path, text) if one.start < at < one.end]
    struck = tuple(around) if turned_down else ()
    return Hand(f"{text[:at]}{sign}{text[at + 1 :]}", struck=struck)


def remember(path: str, text: str, _place: int, mark: str) -> Hand | None:
    """Type a ticked line into pending.md."""
    if not path.endswith("/pending.md"):
        return None
    end = "" if text.endswith(("\n", "\r")) or not text else "\n"
    return Hand(f"{text}{end}- [x] Barge {mark} is called Osprey\n", mark, inside=mark)


def add_key(_path: str, text: str, place: int, mark: str) -> Hand | None:
    """Set a property."""
    block = frontmatter.find(text)
    if block is None:
        return None
    typed = (f'mine-{mark}: "yes: no"  # mine', f"标签-{mark}: [a, b]")[place % 2]
    newline = "\r\n" if "\r\n" in text[: block.end] else "\n"
    return Hand(f"{text[: block.end]}{typed}{newline}{text[block.end :]}", typed)


def to_crlf(_path: str, text: str, _place: int, _mark: str) -> Hand | None:
    """Save with the line endings of Windows."""
    new = re.sub(r"\r\n|\n", "\r\n", text)
    return Hand(new) if new != text else None


def no_final_newline(_path: str, text: str, _place: int, _mark: str) -> Hand | None:
    """Save without a newline at the end."""
    new = text.rstrip("\r\n")
    return Hand(new) if new != text else None


ACTS: tuple[Act, ...] = (
    add_line,
    add_line,
    add_section,
    reword,
    reword,
    delete_entry,
    tick,
    tick,
    remember,
    add_key,
    to_crlf,
    no_final_newline,
)
TYPING: tuple[Act, ...] = (add_line, add_line, add_section, reword, add_key, delete_entry, tick)
"""What most often leaves something to look for."""


def _lines(text: str) -> tuple[list[str], int]:
    """The lines, and the number of the first one of the body."""
    lines = text.splitlines(keepends=True)
    head = text[: frontmatter.body_start(text)]
    return lines, len(head.splitlines())


def _gap(path: str, lines: list[str], first: int, place: int) -> int:
    """Before which line to type. In the log between two messages: a line below a message without
    an indent is no part of it, but one typed into its middle parts it.
    """
    gaps = list(range(first, len(lines) + 1))
    if day_of(path):
        gaps = [n for n in gaps if n == len(lines) or lines[n].startswith("- ")] or [len(lines)]
    return gaps[place % len(gaps)]


def _tracked(path: str, typed: str, mark: str) -> str:
    """What must stand of what was typed: in pending.md the word alone, since a line below an item
    belongs to it, and is written anew with it when the item is accepted.
    """
    return mark if path.endswith("/pending.md") else typed


def _put(path: str, lines: list[str], at: int, new: str, typed: str) -> Hand:
    newline = "\r\n" if any(line.endswith("\r\n") for line in lines) else "\n"
    new, typed = (each.replace("\n", newline) for each in (new, typed))
    before = "".join(lines[:at])
    if before and not before.endswith("\n"):
        before += newline
    rest = "".join(lines[at:])
    place = len(before)
    if path.endswith("/pending.md"):  # what is typed below an item is accepted with it
        place = len(before.rstrip()) - 1
    found = entries(path, "".join(lines))
    around = next((one.id for one in found if one.start < place < one.end), "")
    ending = "" if new.endswith("\n") else newline
    return Hand(f"{before}{new}{ending}{rest}", typed, inside=around)


def _one_of(path: str, text: str, place: int) -> Entry | None:
    if day_of(path):
        return None
    ours = [one for one in entries(path, text) if one.kind is not None]
    return ours[place % len(ours)] if ours else None

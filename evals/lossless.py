"""Whether an edit leaves every other byte of other people's notes alone.

    python -m evals.lossless [SHARED] [--refused]

Four Obsidian vaults, the examples of CommonMark, the YAML test suite as properties of a note, and
the notes in the tests of an Obsidian linter. Each is read and written without change, and edited in
five ways, each alone. What came of it is judged by PyYAML and markdown-it, by nothing of ours.
`--refused` prints what was refused though PyYAML reads its properties.
"""

from __future__ import annotations

import re
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

import yaml
from markdown_it import MarkdownIt

from evals.chats import data_folder
from evals.measured import Absent, Measured, run
from evals.others_notes import notes_of
from progressive_memory.domain.plan import InsertUnder, Operation, SetProperty
from progressive_memory.errors import NoteUnwritable
from progressive_memory.vault.splice import apply_operations

COMMAND = "python -m evals.lossless"
LINE = "a line of ours"
_BLOCK = re.compile(r"\A\ufeff?---[ \t]*\r?\n(.*?\n)??---[ \t]*(?:\r?\n|\Z)", re.DOTALL)
_OURS = re.compile(r"<li>\n?(?:<p>)?a line of ours(?:</p>)?\n?</li>\n")
_NO_ITEMS = re.compile(r"<ul>\n</ul>\n")


@dataclass(frozen=True)
class Way:
    """One way to edit a note: what is done, and whether the outcome is what it should be."""

    name: str
    operation: Operation
    is_right: Callable[[bytes, bytes], bool]


@dataclass
class Tried:
    """How the notes of one source came through: counts, and what was refused though valid."""

    notes: int = 0
    same: int = 0
    edited: int = 0
    refused: int = 0
    damaged: list[str] = field(default_factory=list)
    wrongly_accepted: list[str] = field(default_factory=list)
    wrongly_refused: list[str] = field(default_factory=list)


def ways(note: bytes) -> Iterator[Way]:
    """The ways this note is edited: a new key; its first key's value; a line in a new section, at
    the end, and under its first heading.
    """
    new, value = SetProperty("pmem_probe", "kept"), "changed: by us"
    yield Way("key", new, lambda a, b: only_adds(a, b) and has_key(a, b, new.key, "kept"))
    first = next((str(key.value) for key, _ in pairs(note) or ()), None)
    if first is not None:
        edit = SetProperty(first, f'"{value}"')
        yield Way("value", edit, lambda a, b: only_that_key(a, b) and has_key(a, b, first, value))
    headings = ["Probe of ours", "", *_first_heading(note)]
    for name, heading in zip(("entry", "end", "under"), headings, strict=False):
        edit_line = InsertUnder(heading, f"- {LINE}")
        yield Way(name, edit_line, lambda a, b: only_adds(a, b) and has_line(a, b))


def pairs(note: bytes) -> list[tuple[yaml.Node, yaml.Node]] | None:
    """The keys and values that PyYAML reads; [] without properties, None where it reads none."""
    found = _BLOCK.match(note.decode("utf-8", "replace"))
    if found is None:
        return []
    try:
        root = yaml.compose(found[1] or "", yaml.SafeLoader)
    except (yaml.YAMLError, ValueError):
        return None
    if root is None:
        return []
    return list(root.value) if isinstance(root, yaml.MappingNode) else None


def is_valid(note: bytes) -> bool:
    """Whether PyYAML reads the properties as a mapping without double keys, or there are none."""
    found = pairs(note)
    if found is None:
        return False
    keys = [key.value for key, _ in found if isinstance(key, yaml.ScalarNode)]
    return len(keys) == len(set(keys)) == len(found)


def only_adds(before: bytes, after: bytes) -> bool:
    """Whether `after` is `before` with bytes put in at one place and nothing else."""
    most = min(len(before), len(after))
    head = next((at for at in range(most) if before[at] != after[at]), most)
    rest = len(before) - head
    return len(after) > len(before) and (rest == 0 or after.endswith(before[head:]))


def only_that_key(before: bytes, after: bytes) -> bool:
    """Whether nothing before the first key and nothing from the second key on has changed."""
    text = before.decode()
    block = _BLOCK.match(text)
    found = pairs(before)
    if block is None or not found:
        return False
    start = block.start(1) + found[0][0].start_mark.index
    end = block.start(1) + found[1][0].start_mark.index if found[1:] else block.end(1)
    now = after.decode()
    return now.startswith(text[:start]) and now.endswith(text[end:])


def has_key(before: bytes, after: bytes, key: str, value: str) -> bool:
    """Whether the properties read as before but for that key, and the body is the same bytes."""
    old, new = pairs(before), pairs(after)
    if old is None or new is None:
        return False
    expected = {str(k.value): _tree(v) for k, v in old} | {key: ("tag:yaml.org,2002:str", value)}
    return expected == {str(k.value): _tree(v) for k, v in new} and _body(before) == _body(after)


def has_line(before: bytes, after: bytes) -> bool:
    """Whether the line reads as an item of a list, and all else as before; properties included."""
    if _block(before) != _block(after):
        return False
    old, new = (_parser().render(_body(each)) for each in (before, after))
    left = _NO_ITEMS.sub("", _OURS.sub("", new)).removesuffix("<h2>Probe of ours</h2>\n")
    # Obsidian hides comments; Markdown knows none and takes a list beside one for its own.
    return left == old or ("%%" in old and LINE in new)


def try_all(folder: Path) -> dict[str, Tried]:
    """Every note in every way, by source."""
    found: dict[str, Tried] = {}
    for source, name, note in notes_of(folder):
        tried = found.setdefault(source, Tried())
        tried.notes += 1
        tried.same += _after(note, ()) == note
        valid = is_valid(note)
        for way in ways(note):
            after = _after(note, (way.operation,))
            if after is None:
                tried.refused += 1
                if valid:
                    tried.wrongly_refused.append(f"{name}: {way.name}")
            else:
                tried.edited += 1
                if not way.is_right(note, after):
                    tried.damaged.append(f"{name}: {way.name}")
                if not valid:
                    tried.wrongly_accepted.append(f"{name}: {way.name}")
    return found


def _after(note: bytes, operations: Sequence[Operation]) -> bytes | None:
    """The note after the operations; None where one was refused."""
    try:
        spliced = apply_operations("note.md", note, operations)
    except NoteUnwritable:
        return note if not operations else None
    return None if spliced.displaced else spliced.data


def _tree(node: yaml.Node) -> object:
    if isinstance(node, yaml.MappingNode):
        return (node.tag, [(_tree(key), _tree(value)) for key, value in node.value])
    if isinstance(node, yaml.SequenceNode):
        return (node.tag, [_tree(each) for each in node.value])
    return (node.tag, str(node.value))


def _block(note: bytes) -> str:
    found = _BLOCK.match(note.decode())
    return found[0].rstrip("\r\n") if found else ""


def _body(note: bytes) -> str:
    text = note.decode()
    found = _BLOCK.match(text)
    return text[found.end() :] if found else text.removeprefix("\ufeff")


def _first_heading(note: bytes) -> list[str]:
    try:
        tokens = _parser().parse(_body(note))
    except UnicodeDecodeError:
        return []
    places = (at for at, one in enumerate(tokens) if one.type == "heading_open" and not one.level)
    return [tokens[at + 1].content for at in places][:1]


@cache
def _parser() -> MarkdownIt:
    return MarkdownIt("commonmark").enable("table")


def measure(shared: Path) -> list[Measured]:
    """Notes unchanged, edits that moved no other byte, refusals; by source."""
    start = time.process_time()
    found = try_all(data_folder(shared))
    if not found:
        raise Absent(f"no notes of others (obsidian_*, commonmark, …) in {shared}")
    spent = time.process_time() - start
    protocol = (
        "each note read and written without change; then, each alone, a new key, another value "
        "for its first key, and a list item in a new section, at its end, and under its first "
        "heading: no other byte moved, PyYAML reads every other property as before, and "
        f"markdown-it the item as an item and all else as before; {spent:.0f} s CPU for all. In "
        "brackets: refused, of these though PyYAML reads the properties as a mapping without "
        "double keys (`--refused` lists them), and edited though it does not"
    )
    rows = []
    for source, tried in found.items():
        value = (
            f"{tried.same:,} of {tried.notes:,} unchanged; {tried.edited:,} edits, "
            f"{len(tried.damaged)} wrong ({tried.refused} refused, "
            f"{len(tried.wrongly_refused)} of them readable; {len(tried.wrongly_accepted)} edited "
            "though not)"
        )
        reached = tried.same == tried.notes and not tried.damaged and not tried.wrongly_accepted
        rows.append(
            Measured(
                f"notes of others: {source}", value, "", "all; 0", tried.notes, protocol, reached,
                COMMAND,
            )
        )  # fmt: skip
    return rows


if __name__ == "__main__":
    if "--refused" in sys.argv:
        sys.argv.remove("--refused")
        place = Path(sys.argv[1]) if len(sys.argv) > 1 else Path("../shared")
        for where, one in try_all(data_folder(place)).items():
            for title, names in (
                ("refused", one.wrongly_refused),
                ("damaged", one.damaged),
                ("accepted", one.wrongly_accepted),
            ):
                print(*(f"{where}: {title}: {each}" for each in names), sep="\n")
        sys.exit(0)
    run(measure)

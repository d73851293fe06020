"""Whether an edit leaves every other byte of other people's notes alone.

    python -m evals.lossless [SHARED] [--refused]

Four Obsidian vaults, the examples of CommonMark, the YAML test suite as properties of a note, and
the notes in the tests of an Obsidian linter. Each is read and written without change, gets one key,
and gets one entry. `--refused` prints what was refused though PyYAML reads its properties.
"""

from __future__ import annotations

import json
import re
import sys
import textwrap
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import yaml

from evals.chats import data_folder
from evals.measured import Absent, Measured, run
from progressive_memory.domain.plan import InsertUnder, Operation, SetProperty
from progressive_memory.errors import NoteUnwritable
from progressive_memory.vault.splice import apply_operations

COMMAND = "python -m evals.lossless"
VAULTS = ("obsidian_dataview_vault", "obsidian_help", "obsidian_kepano", "obsidian_tasks_vault")
KEY = SetProperty("pmem_probe", "kept")
ENTRY = InsertUnder("Probe of ours", "- a line of ours ^probe-1", "probe-1")
_BLOCK = re.compile(r"\A\ufeff?---[ \t]*\r?\n(.*?\n)??---[ \t]*(?:\r?\n|\Z)", re.DOTALL)
_TEMPLATE = re.compile(r"dedent`([^`]*)`")
_SEEN = str.maketrans({"␣": " ", "»": "\t", "—": None, "←": "\r", "⇔": "\ufeff", "↵": None})


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


def notes_of(folder: Path) -> Iterator[tuple[str, str, bytes]]:
    """Source, name and bytes of every note there is."""
    for vault in VAULTS:
        for file in sorted((folder / vault).rglob("*.md")):
            yield "Obsidian vaults", f"{vault}/{file.name}", file.read_bytes()
    spec = folder / "commonmark" / "spec.json"
    for row in json.loads(spec.read_text("utf-8")) if spec.is_file() else ():
        yield "CommonMark", f"example {row['example']}", row["markdown"].encode()
    for file in sorted((folder / "yaml_test_suite" / "src").glob("*.yaml")):
        for number, case in enumerate(yaml.safe_load(file.read_text("utf-8"))):
            if "yaml" in case:
                source = _shown(case["yaml"])
                yield "YAML suite", f"{file.stem}-{number}", f"---\n{source}---\n\nbody\n".encode()
    for file in sorted((folder / "obsidian_linter_tests").rglob("*.ts")):
        for number, text in enumerate(_TEMPLATE.findall(file.read_text("utf-8"))):
            note = textwrap.dedent(text.replace("\\\\", "\\")).strip("\n") + "\n"
            yield "linter tests", f"{file.stem}-{number}", note.encode()


def _shown(source: str) -> str:
    """The YAML a case of the suite means: it writes blanks, tabs and line ends as signs."""
    ends_open = source.rstrip("\n").endswith("∎")
    plain = source.replace("∎", "").translate(_SEEN)
    return plain if plain.endswith("\n") and not ends_open else f"{plain.rstrip(chr(10))}\n"


def is_valid(note: bytes) -> bool:
    """Whether PyYAML reads the properties as a mapping without double keys, or there are none."""
    found = _BLOCK.match(note.decode("utf-8", "replace"))
    if found is None:
        return True
    try:
        root = yaml.compose(found[1] or "", yaml.SafeLoader)
    except (yaml.YAMLError, ValueError):
        return False
    if root is None:
        return True
    if not isinstance(root, yaml.MappingNode):
        return False
    keys = [key.value for key, _ in root.value if isinstance(key, yaml.ScalarNode)]
    return len(keys) == len(set(keys)) == len(root.value)


def only_adds(before: bytes, after: bytes) -> bool:
    """Whether `after` is `before` with bytes put in at one place and nothing else."""
    most = min(len(before), len(after))
    head = next((at for at in range(most) if before[at] != after[at]), most)
    rest = len(before) - head
    return len(after) > len(before) and (rest == 0 or after.endswith(before[head:]))


def try_all(folder: Path) -> dict[str, Tried]:
    """Every note three ways, by source."""
    found: dict[str, Tried] = {}
    for source, name, note in notes_of(folder):
        tried = found.setdefault(source, Tried())
        tried.notes += 1
        tried.same += _after(note, ()) == note
        valid = is_valid(note)
        for what, operation in (("key", KEY), ("entry", ENTRY)):
            after = _after(note, (operation,))
            if after is None:
                tried.refused += 1
                if valid:
                    tried.wrongly_refused.append(f"{name}: {what}")
            else:
                tried.edited += 1
                if not only_adds(note, after):
                    tried.damaged.append(f"{name}: {what}")
                if not valid:
                    tried.wrongly_accepted.append(f"{name}: {what}")
    return found


def _after(note: bytes, operations: tuple[Operation, ...]) -> bytes | None:
    """The note after the operations; None where one was refused."""
    try:
        spliced = apply_operations("note.md", note, operations)
    except NoteUnwritable:
        return note if not operations else None
    return None if spliced.displaced else spliced.data


def measure(shared: Path) -> list[Measured]:
    """Notes unchanged, edits that moved no other byte, refusals; by source."""
    start = time.process_time()
    found = try_all(data_folder(shared))
    if not found:
        raise Absent(f"no notes of others (obsidian_*, commonmark, …) in {shared}")
    spent = time.process_time() - start
    protocol = (
        "each note read and written without change; then a new key, then an entry in a new section "
        "at its end, each alone: but for bytes put in at one place the note is the same; "
        f"{spent:.0f} s CPU for all. In brackets: refused, of these though PyYAML reads the "
        "properties as a mapping without double keys (`--refused` lists them), and edited though "
        "it does not"
    )
    rows = []
    for source, tried in found.items():
        value = (
            f"{tried.same:,} of {tried.notes:,} unchanged; {tried.edited:,} edits, "
            f"{len(tried.damaged)} moved another byte ({tried.refused} refused, "
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

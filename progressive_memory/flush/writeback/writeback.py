"""Write-back: the operations that bring a group's notes from what was known to what is (pure).

The rules of each note are in `homes` (where), `render` (how a new entry reads) and `amend` (what
may change of one that stands); see DESIGN §4.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping

from progressive_memory.domain.entry import Entry, Field
from progressive_memory.domain.plan import InsertDated, InsertUnder, Operation, ReplaceBlock
from progressive_memory.flush.known import homes
from progressive_memory.flush.known.known import Known, Place
from progressive_memory.flush.known.shelves import moves
from progressive_memory.flush.writeback import render
from progressive_memory.flush.writeback.amend import amend, amended
from progressive_memory.flush.writeback.render import Scribe
from progressive_memory.vault import fields, layout, words
from progressive_memory.vault.text_runs import runs
from progressive_memory.vault.wikilinks import Link, repointed


def operations(
    before: Mapping[str, Known], after: Mapping[str, Known], scribe: Scribe
) -> dict[str, tuple[Operation, ...]]:
    """The operations wanted on each note, by path; a note nothing changes in is not there.

    Removals come first, then changes, then new entries, oldest evidence first: each experience
    goes above the last, so the newest stands first.
    """
    wanted: dict[str, list[Operation]] = defaultdict(list)
    for entry_id, known in before.items():
        if known.entry is not None and _leaves(known, after.get(entry_id)):
            wanted[known.entry.path].append(ReplaceBlock(entry_id, known.entry.text, ""))
    for entry_id, known in after.items():
        old = before.get(entry_id)
        if old is None or old.entry is None or old.place is not known.place:
            continue
        if not moves(old, known):
            wanted[old.entry.path] += amend(old, known, old.entry, scribe)
    for known in sorted(after.values(), key=lambda one: one.latest):
        old = before.get(known.id)
        if old is None or old.place is not known.place:
            own = _own_lines(old.entry) if old is not None and old.entry is not None else ()
            wanted[scribe.homes.of(known)].append(_insertion(known, scribe, own))
        elif old.entry is not None and moves(old, known):
            wanted[scribe.homes.of(known)].append(_carried(old, known, old.entry, scribe))
    return {path: tuple(found) for path, found in wanted.items() if found}


def _leaves(known: Known, then: Known | None) -> bool:
    return then is None or then.place is not known.place or moves(known, then)


def _own_lines(entry: Entry) -> tuple[str, ...]:
    """What a person nested under an item of ours, without its indent: it moves with the item."""
    nested = [
        line.rstrip()
        for line in entry.text.splitlines()[1:]
        if line.strip() not in {"", f"^{entry.id}"}
        and not any(name in set(Field) for name, _ in fields.read([line]))
    ]
    indent = min((len(line) - len(line.lstrip()) for line in nested), default=0)
    return tuple(line[indent:] for line in nested)


def _carried(old: Known, known: Known, entry: Entry, scribe: Scribe) -> Operation:
    """The block as it stands, put into the note it goes to, its links leading where they led."""
    path = scribe.homes.of(known)

    def target_of(link: Link) -> str | None:
        if link.written and link.target != layout.link_target(entry.path):
            return None
        goal = scribe.paths.get(link.fragment.removeprefix("^"), entry.path)
        return None if not link.written and goal == path else layout.link_target(goal)

    text = amended(old, known, entry._replace(path=path), scribe)
    text = repointed(text, runs(text), target_of, keep_shown=True)
    heading = homes.heading_of(known)
    name = words.heading(heading, scribe.language)
    return InsertUnder(name, text.rstrip("\r\n"), known.id, first=heading == "archive")


def _insertion(known: Known, scribe: Scribe, own: tuple[str, ...]) -> Operation:
    text = render.block(known, scribe)
    if known.place is Place.STANDING and homes.is_dated(known.kind):
        body, id_mark, block_id = text.rpartition("\n\n^")
        text = "\n".join([body, *own]) + id_mark + block_id
        return InsertDated(text, known.id, known.said_on)
    text = "\n".join([text, *("  " + line for line in own)])
    heading = homes.heading_of(known)
    name = words.heading(heading, scribe.language) if heading else ""
    return InsertUnder(name, text, known.id, first=heading == "archive")

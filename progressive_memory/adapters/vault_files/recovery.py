"""Finishing a plan whose process died: operations done twice are done once, so it goes on where
it stopped, and a person's text that stood in a temporary file comes back first.
"""

from __future__ import annotations

from dataclasses import replace

from progressive_memory.adapters.vault_files import disk
from progressive_memory.adapters.vault_files.draft import Draft, merged
from progressive_memory.adapters.vault_files.exchange import Way
from progressive_memory.adapters.vault_files.journal import OpenRecord
from progressive_memory.adapters.vault_files.paths import VaultPaths
from progressive_memory.adapters.vault_files.placing import Placing
from progressive_memory.domain.plan import Change, Edit


def carry_on(paths: VaultPaths, record: OpenRecord, way: Way) -> None:
    """Carry out what is missing of a plan, and leave no temporary file."""
    placing = Placing(paths, record, way)
    for edit in record.plan.edits:
        if edit.path in record.placed:
            placing.clear(edit.path)
        else:
            _carry_on_note(paths, record, placing, edit)


def _carry_on_note(paths: VaultPaths, record: OpenRecord, placing: Placing, edit: Edit) -> None:
    planned = record.planned[edit.path]
    displaced = record.displaced.get(edit.path, ())
    draft = Draft(edit.path, edit.operations, planned.before, planned.after, displaced)
    _finish_writing_through(paths, record, placing, planned)
    standing = disk.read(paths.on_disk(edit.path))
    saved = _saved_by_a_person(record, placing, edit.path)
    if saved is None:
        again = draft.on(standing)
        image = standing
        if again.before == again.after and standing != planned.before:
            # Our operations stand already: undo needs an image without them.
            untouched = standing == planned.after
            image = planned.before if untouched else draft.without_ours(standing, again.displaced)
    else:
        # It came out of an exchange that the crash left unchecked, and it comes first.
        if not _is_ours(record, edit.path, standing):
            saved = merged(planned.before, saved, standing)
        again = replace(draft.on(saved), before=standing)
        image = saved
    done = placing.place(again)
    record.note_placed(Change(edit.path, image, done.after), done.displaced)


def _finish_writing_through(
    paths: VaultPaths, record: OpenRecord, placing: Placing, planned: Change
) -> None:
    """Where a note holds the beginning of ours and the rest of what stood there, write the rest:
    the temporary file has it. Nobody has saved it since.
    """
    rounds = record.rounds.get(planned.path)
    standing, before = disk.read(paths.on_disk(planned.path)), planned.before
    if not rounds or not standing or not before or rounds[-1][1] != disk.sha256(before):
        return
    for number, file in placing.temps(planned.path):
        wanted = disk.read(file)
        if number == len(rounds) and wanted and disk.sha256(wanted) == rounds[-1][0]:
            same = _length_in_common(standing, wanted)
            if standing not in (before, wanted) and standing[same:] == before[same:]:
                disk.write_through(paths.on_disk(planned.path), standing, wanted)


def _length_in_common(one: bytes, other: bytes) -> int:
    """How many bytes both begin with."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((at for at, (a, b) in pairs if a != b), min(len(one), len(other)))


def _saved_by_a_person(record: OpenRecord, placing: Placing, path: str) -> bytes | None:
    """What an exchange handed back and nobody checked any more, the newest; mostly None."""
    rounds = record.rounds.get(path, [])
    for number, file in reversed(placing.temps(path)):
        if number > len(rounds):
            continue  # never came to its exchange
        data = disk.read(file)
        if disk.sha256(data) not in rounds[number - 1]:
            return data
    return None


def _is_ours(record: OpenRecord, path: str, standing: bytes | None) -> bool:
    return disk.sha256(standing) in {placing for placing, _ in record.rounds.get(path, [])}

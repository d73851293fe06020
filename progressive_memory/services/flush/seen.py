"""What this machine has seen standing, noted for the next flush."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from progressive_memory.domain.notice import Notice
from progressive_memory.errors import StateUnavailable
from progressive_memory.flush.known import meaning, vetoes
from progressive_memory.flush.known.known import Known
from progressive_memory.ports import Ports
from progressive_memory.vault import layout


def note_seen(ports: Ports, group: str, seen: dict[str, tuple[str, ...]]) -> None:
    """Note what stands in a group (`StateStore.set_seen`). It is a cache: where it cannot be
    written the notes are all the same, and the command says so.
    """
    try:
        ports.state.set_seen(group, seen)
    except StateUnavailable as error:
        said = (
            f"what stands in {group} could not be noted: an entry deleted now may be written again"
        )
        ports.notice(Notice("seen_unkept", group, f"{said} ({error.message})"))


def note_intended(ports: Ports, group: str, seen: dict[str, tuple[str, ...]]) -> None:
    """Note what shall stand before it is written: where a kill comes in between, the notes are
    finished at the next start, and what they mean is known all the same. {} once it stands.
    """
    note_seen(ports, _intended(group), seen)


def seen_standing(
    ports: Ports, group: str, standing: Collection[str]
) -> dict[str, tuple[str, ...]]:
    """What was seen of a group, and of entries that stand and were not noted what was intended."""
    seen = ports.state.seen(group)
    missing = set(standing) - seen.keys()
    if missing:
        intended = ports.state.seen(_intended(group))
        seen |= {each: intended[each] for each in missing & intended.keys()}
    return seen


def _intended(group: str) -> str:
    """A name that no group has, in the same store."""
    return f"{group}/intended"


def marks_of(known: Mapping[str, Known], group: str) -> dict[str, tuple[str, ...]]:
    """What is noted of entries of a group (`vetoes.marks`), by id."""
    folder = layout.group_folder(group) + "/"
    return {
        one.id: vetoes.marks(
            one.evidence_ids,
            one.fingerprint or meaning.fingerprint(one.kind, one.slot),
            one.subject_mark or meaning.subject_mark(one.kind, one.slot),
            one.shelf.removeprefix(folder),
        )
        for one in known.values()
    }

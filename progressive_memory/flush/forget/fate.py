"""Fate: what becomes of an entry when messages go out of its group. Pure.

It goes with the last message it rests on. Where others are left it stays, less what only the
messages that go say; where its own words come from those, it waits in pending.md without them.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace
from enum import StrEnum

from progressive_memory.domain.entry import Entry, Kind
from progressive_memory.domain.group import Language
from progressive_memory.flush.forget.ground import Ground, mentions, says
from progressive_memory.flush.forget.shorten import Left, persons_lines, shortened
from progressive_memory.flush.judge.withdrawn import WITHDRAWN as REASON_WITHDRAWN
from progressive_memory.flush.known.known import ENDED, Known, Place, name_of
from progressive_memory.flush.known.read_back import known_entries
from progressive_memory.vault import words
from progressive_memory.vault.blocks import TITLE_JOIN


class Fate(StrEnum):
    """What becomes of an entry."""

    GONE = "gone"
    WITHDRAWN = "withdrawn"
    SHORTENED = "shortened"


@dataclass(frozen=True)
class Ruled:
    """An entry that does not stay as it is: what stands in its place then ("" = nothing), and the
    item of pending.md it becomes.
    """

    entry: Entry
    fate: Fate
    text: str
    item: Known | None = None
    own_lines: tuple[str, ...] = ()


class Court:
    """Rules on the entries of one group, in any order and as often as asked; `pending` is the
    path of its pending.md.
    """

    def __init__(self, ground: Ground, pending: str, language: Language) -> None:
        self._ground = ground
        self._pending = pending
        self._language = language
        self._gone: frozenset[str] = frozenset()

    def hear(self, entries: Iterable[Entry], taken: Collection[str] = ()) -> frozenset[str]:
        """Find which of the group's entries go, or leave their place; returns their ids, with
        those `taken` already.
        """
        every = [one for one in entries if _is_ours(one)]
        gone = {one.id for one in every if self._leaves(one)} | set(taken)
        gone |= {one.id for one in every if _asks_about(self._known(one), gone)}
        self._gone = frozenset(gone)
        return self._gone

    def rule(self, entry: Entry) -> Ruled | None:
        """What becomes of the entry; None when it stays as it is. `hear` comes first."""
        if not _is_ours(entry):
            return None
        known = self._known(entry)
        fate = self._fate(entry, known)
        if entry.id in self._gone and fate is None:
            fate = Fate.GONE
        if fate is Fate.GONE:
            return Ruled(entry, fate, _left_behind(entry))
        if fate is Fate.WITHDRAWN:
            return Ruled(entry, fate, "", self._item(known), persons_lines(entry))
        text = shortened(known, entry, self._left(entry, known, whole=fate is None))
        if text is None:  # its words cannot be told apart
            return Ruled(entry, Fate.GONE, _left_behind(entry))
        return Ruled(entry, Fate.SHORTENED, text) if text != entry.text else None

    def _leaves(self, entry: Entry) -> bool:
        return self._fate(entry, self._known(entry)) in (Fate.GONE, Fate.WITHDRAWN)

    def _fate(self, entry: Entry, known: Known) -> Fate | None:
        """`SHORTENED` where its words have to be looked at, None where nothing of them goes."""
        if entry.id in self._ground.going.entries:
            return Fate.GONE
        cited = self._ground.gone_from(entry.text)
        if cited and all(map(self._ground.goes, known.evidence_ids)):
            return Fate.GONE
        if not cited and not self._ground.borrows(known, _words(known)):
            return None
        staying = self._ground.staying(known)
        if says(_statement(known), staying) and mentions(known.title, staying):
            return Fate.SHORTENED
        over = known.superseded_by or known.state in ENDED or known.place is Place.PENDING
        return Fate.GONE if over else Fate.WITHDRAWN

    def _left(self, entry: Entry, known: Known, *, whole: bool) -> Left:
        return Left(
            gone=self._ground.gone_from(entry.text) | self._gone,
            names=self._ground.gone_names(known),
            messages=self._ground.staying(known),
            whole=whole,
            about=not (known.about and self._ground.borrows(known, known.about)),
            language=self._language,
        )

    def _item(self, known: Known) -> Known:
        """The entry as it waits in pending.md: on what is left, without a word of it."""
        names = self._ground.gone_names(known)
        voices = (name_of(one) for one in (known.said_by, *known.decided_by, *known.confirmed_by))
        evidence = tuple(one for one in known.evidence if not self._ground.goes(one.block_id))
        return replace(
            known,
            title=words.TEXT_FORGOTTEN[self._language],
            about="",
            evidence=evidence,
            tail=(),
            fields=(),
            decided_by=(),
            confirmed_by=(),
            supersedes=(),
            contradicts=(),
            place=Place.PENDING,
            reason=REASON_WITHDRAWN,
            said_by=next((one for one in voices if one and one not in names), ""),
            said_on=known.latest[:10] or known.said_on,
            entry=None,
        )

    def _known(self, entry: Entry) -> Known:
        return known_entries([entry], {}, self._pending)[entry.id]


def _is_ours(entry: Entry) -> bool:
    return entry.kind not in (None, Kind.SUMMARY)


def _words(known: Known) -> str:
    """All an entry says in words of a chat."""
    values = (value for _, value in known.fields)
    return "\n".join((known.title, known.about, *known.tail, known.closed_with, *values))


def _statement(known: Known) -> str:
    """What it states: its title; of a role, whose title is a name, what the person does."""
    return TITLE_JOIN.join(known.tail) or known.title if known.kind is Kind.ROLE else known.title


def _asks_about(known: Known, gone: Collection[str]) -> bool:
    """Whether it is a question which of two entries holds, and one of them is gone."""
    return known.place is Place.PENDING and any(one in gone for one in known.contradicts)


def _left_behind(entry: Entry) -> str:
    """What stays of an entry that goes: what a person put into it."""
    indent = entry.text[: len(entry.text) - len(entry.text.lstrip(" \t"))]
    return "\n".join(indent + line if line else line for line in persons_lines(entry))

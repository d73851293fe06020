"""One group of a forget: what is read, and what is decided of it."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime

from progressive_memory.domain.entry import Entry
from progressive_memory.domain.group import IndexNote
from progressive_memory.domain.message import Message
from progressive_memory.domain.plan import ForgetMessages
from progressive_memory.flush.forget.condense import Condensed
from progressive_memory.flush.forget.fate import Court, Fate, Ruled
from progressive_memory.flush.forget.ground import Ground
from progressive_memory.flush.forget.rows import Row, rows, without_rows
from progressive_memory.flush.forget.selection import Going
from progressive_memory.flush.known.homes import PEOPLE, Homes, homes_of
from progressive_memory.flush.known.known import Cited
from progressive_memory.flush.rollup.digest import Standing
from progressive_memory.flush.rollup.standing import standings
from progressive_memory.ports import Ports
from progressive_memory.services.flush.gather import group_notes
from progressive_memory.services.log.chat_log import ChatLog
from progressive_memory.services.note_text import text_of
from progressive_memory.vault import summary_note
from progressive_memory.vault.about import without_about
from progressive_memory.vault.blocks import TITLE_JOIN, entries
from progressive_memory.vault.flush_state import GroupState
from progressive_memory.vault.ids import short_hash
from progressive_memory.vault.lines import LINE_END
from progressive_memory.vault.splice.rewrite import rewritten

_MESSAGE_ID = re.compile(rf"\^(m-[a-z2-7]{{10}})[ \t]*{LINE_END}")


@dataclass
class Case:
    """What a forget takes out of one group. `notes` and `summaries` are texts by path as they
    stand, `after` and `condensed` those that change (None = the note goes), `ruled` the entries
    that do, `rows` those of people.md that go, `gone` the ids that stand in their place no more.
    """

    note: IndexNote
    going: Going
    state: GroupState
    homes: Homes
    log: ChatLog
    ground: Ground
    notes: Mapping[str, str]
    summaries: Mapping[str, str]
    after: dict[str, str] = field(default_factory=dict)
    condensed: dict[str, str | None] = field(default_factory=dict)
    ruled: list[Ruled] = field(default_factory=list)
    rows: list[Row] = field(default_factory=list)
    gone: frozenset[str] = frozenset()

    @property
    def group(self) -> str:
        """The group's name."""
        return self.note.group_name

    @property
    def changes(self) -> bool:
        """Whether anything of the group goes."""
        return bool(self.going.messages or self.going.reactions or self.after or self.condensed)

    @property
    def ids(self) -> frozenset[str]:
        """Of the messages and entries that are not there any more."""
        return frozenset((*self.going.messages, *self.gone))

    def is_held_by(self, text: str) -> bool:
        """Whether a text names what goes, or repeats its words."""
        return any(f"^{one}" in text for one in self.ids) or self.ground.traces.found_in(text)

    @property
    def items(self) -> list[Ruled]:
        """The entries that wait in pending.md from now on."""
        return [one for one in self.ruled if one.fate is Fate.WITHDRAWN]

    def by_day(self) -> dict[str, ForgetMessages]:
        """What goes of each day note, by path."""
        messages: dict[str, list[str]] = defaultdict(list)
        reactions: dict[str, list[str]] = defaultdict(list)
        for path in self.log.days:  # a copied day note may hold the same message once more
            here = frozenset(_MESSAGE_ID.findall(self.log.text(path)))
            if gone := sorted(here.intersection(self.going.messages)):
                messages[path] += gone
        for one in self.log.find(self.going.reactions.keys()):
            pressed = self.going.reactions[one.block_id]
            reactions[one.path] += [short_hash(each.event_id) for each in pressed]
        return {
            path: ForgetMessages(tuple(messages[path]), tuple(reactions[path]))
            for path in sorted({*messages, *reactions})
        }


def case(
    ports: Ports, note: IndexNote, going: Going, state: GroupState, changed: Mapping[str, str]
) -> Case:
    """Read a group and decide what becomes of it. `changed` are texts of notes that the case of
    another group has changed already.
    """
    group = note.group_name
    notes = {
        path: changed.get(path, text_of(snapshot))
        for path, snapshot in group_notes(ports.vault, note).items()
    }
    paths = sorted(ports.vault.stamps(summary_note.folder(group)))
    log = ChatLog(ports.vault, group)
    made = Case(
        note=note,
        going=going,
        state=state,
        homes=homes_of(note, notes.keys(), lambda path: notes.get(path, "")),
        log=log,
        ground=Ground(going, lambda cited: _found(log, cited)),
        notes=notes,
        summaries={
            path: text_of(ports.vault.read(path)) for path in paths if summary_note.is_summary(path)
        },
    )
    _decide(made)
    _condense(made, ports)
    return made


def _found(log: ChatLog, cited: Cited) -> Message | None:
    """A cited message, as the day note reads that its link names."""
    if cited.path not in log.days:
        return None
    return next((one for one in log.on(cited.path) if one.block_id == cited.block_id), None)


def _decide(made: Case) -> None:
    """Which entries go, wait or lose something, and what each note reads then."""
    people = made.homes.note(PEOPLE)
    texts = dict(made.notes)
    made.rows = list(rows(texts.get(people, ""), made.going.names))
    if made.rows:
        texts[people] = without_rows(texts[people], made.going.names)
    court = Court(made.ground, made.homes.pending, made.note.language)
    standing = (entry for path, text in texts.items() for entry in entries(path, text))
    made.gone = court.hear(standing, [row.id for row in made.rows if row.id])

    def ruled(entry: Entry) -> str | None:
        ruling = court.rule(entry)
        if ruling is None:
            return None
        made.ruled.append(ruling)
        return ruling.text

    for path, text in texts.items():
        after = rewritten(path, text, ruled)
        if after != made.notes[path]:
            made.after[path] = after


def _condense(made: Case, ports: Ports) -> None:
    if not made.summaries:
        return
    lost = [words for words in _lost_words(made) if words]
    messages = _condensed_messages(made, lost)
    summaries = Condensed(made.summaries, messages, made.ground, ports.tokens.count)
    made.condensed = summaries.anew(made.note, _kept(made), lost)


def _condensed_messages(made: Case, lost: Collection[str]) -> list[Message]:
    """The messages that summaries condense in which something goes; those that go among them."""
    gone = {f"{one.at:%Y-%m-%d}" for one in made.going.messages.values()}
    spans = [
        (one.since, one.until)
        for path, text in made.summaries.items()
        if (one := summary_note.parse(path, text))
        and (
            any(one.since <= day <= one.until for day in gone)
            or made.is_held_by(text)
            or any(words in text for words in lost)
        )
    ]
    first = min((since for since, _ in spans), default="")
    last = max((until for _, until in spans), default="")
    at = made.state.summarised
    end = datetime.fromisoformat(at.ts) if at is not None else None
    return [
        message
        for path, day in made.log.days.items()
        if first <= day.isoformat() <= last
        for message in made.log.on(path)
        if end is None or message.at <= end
    ]


def _lost_words(made: Case) -> Iterator[str]:
    """The ids of the entries, by which summaries link to them, and what they said in their titles
    and say no more.
    """
    for ruling in made.ruled:
        title, about = without_about(ruling.entry.title.split(TITLE_JOIN)[0])
        yield ruling.entry.id
        if ruling.fate is not Fate.SHORTENED:
            yield title
        if about and about not in ruling.text:
            yield about


def _kept(made: Case) -> Iterator[Standing]:
    """What the group's notes keep afterwards that a summary tells."""
    yield from standings(
        entry
        for path, text in made.notes.items()
        if path != made.homes.pending
        for entry in entries(path, made.after.get(path, text))
    )

"""What a forget takes out of notes as they once were: the images that undo needs (DESIGN §8). Pure.

A carried out forget tells by its own operations and images which messages and entries went, so a
crash loses nothing of it. An image is brought to what the note would have been without them; where
their words stand in it all the same, it goes as a whole.
"""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass

from progressive_memory.domain.entry import Entry, Field
from progressive_memory.domain.plan import Change, Edit, ForgetMessages
from progressive_memory.text.traces import Traces
from progressive_memory.vault import layout, log_note, summary_note
from progressive_memory.vault.blocks import entries
from progressive_memory.vault.ids import message_block_id
from progressive_memory.vault.lines import bare_lines
from progressive_memory.vault.splice.messages import forget_messages
from progressive_memory.vault.splice.rewrite import rewritten

_MESSAGE_LINK = re.compile(r"#\^(m-[a-z2-7]{10})(?![A-Za-z0-9-])")
_ABOUT_PEOPLE_AND_LINKS = frozenset(
    {
        Field.DECIDED_BY,
        Field.CONFIRMED_BY,
        Field.EVIDENCE,
        Field.SUPERSEDES,
        Field.SUPERSEDED_BY,
        Field.CONTRADICTS,
        Field.CONFIDENCE,
    }
)


class Unseparable(Exception):
    """An image that holds forgotten words beside what was taken out: it has to go as a whole."""


def rests_on(text: str, messages: Collection[str]) -> frozenset[str]:
    """The block ids of `messages` that a text links to."""
    return frozenset(_MESSAGE_LINK.findall(text)).intersection(messages)


def words_of(entry: Entry) -> str:
    """What an entry says, in its title and fields; neither people nor links."""
    said = (value for name, value in entry.fields if name not in _ABOUT_PEOPLE_AND_LINKS)
    return "\n".join((entry.title, *said))


@dataclass(frozen=True)
class Forgetting:
    """A forget that was carried out. `entries` maps the id of each entry it changed to the texts it
    had, each with what became of it ("" = gone); `whole` the summary notes it changed, each with
    what became of it.
    """

    messages: ForgetMessages
    entries: Mapping[str, Mapping[str, str]]
    whole: Mapping[bytes, bytes | None]
    traces: Traces

    @classmethod
    def of(cls, edits: Iterable[Edit], changes: Iterable[Change]) -> Forgetting:
        """What the plan of a forget, and the images it left, tell of it."""
        operations = [one for edit in edits for one in edit.operations]
        forgets = [one for one in operations if isinstance(one, ForgetMessages)]
        messages = ForgetMessages(
            tuple(dict.fromkeys(each for one in forgets for each in one.block_ids)),
            tuple(dict.fromkeys(each for one in forgets for each in one.reactions)),
        )
        changed = [one for one in changes if one.before is not None and one.before != one.after]
        said = (text for one in changed for text in _said(one, frozenset(messages.block_ids)))
        gone = _changed_entries(changed)
        return cls(
            messages,
            {entry_id: texts for entry_id, (texts, _) in gone.items()},
            {
                one.before: one.after
                for one in changed
                if one.before is not None and summary_note.is_summary(one.path)
            },
            Traces(
                (*said, *(words for _, many in gone.values() for words in many)),
                (_text(one.after) or "" for one in changed if one.path.endswith(".md")),
            ),
        )

    def without(self, change: Change) -> Change:
        """The images of a past change without what was forgotten; equal ones where nothing was.

        Raises:
            Unseparable: an image still holds its words.
        """
        before, after = (self._image(change.path, one) for one in (change.before, change.after))
        return Change(change.path, before, after)

    def is_held_by(self, text: str) -> bool:
        """Whether a text names one of the messages or entries, or repeats their words."""
        ids = (*self.messages.block_ids, *self.entries)
        return any(f"^{one}" in text for one in ids) or self.traces.found_in(text)

    def _image(self, path: str, data: bytes | None) -> bytes | None:
        if data is None or data in self.whole:
            return self.whole[data] if data is not None else None
        text = _text(data)
        if text is None:
            text = data.decode("utf-8", "replace")
            if self.is_held_by(text):
                raise Unseparable(path)
            return data
        less = self._less(path, text)
        if self.traces.found_in(less):
            raise Unseparable(path)
        return data if less == text else less.encode()

    def _less(self, path: str, text: str) -> str:
        if path == layout.FLUSH_STATE:
            return self._state(text)
        if log_note.day_of(path):
            return forget_messages(text, self.messages)
        less = rewritten(path, text, self._entry) if path.endswith(".md") else text
        if less != text and summary_note.is_summary(path):
            raise Unseparable(path)  # its heading is made of the same words
        return less

    def _entry(self, entry: Entry) -> str | None:
        texts = self.entries.get(entry.id)
        if texts is not None:
            return None if entry.text in texts.values() else texts.get(entry.text, "")
        ours = entry.kind is not None
        return "" if ours and rests_on(entry.text, self.messages.block_ids) else None

    def _state(self, text: str) -> str:
        """flush-state.json without titles, and without the ids of the messages."""
        try:
            top = json.loads(text.removeprefix("\ufeff") or "{}")
        except (ValueError, RecursionError):
            return ""
        groups = top.get("groups") if isinstance(top, dict) else None
        rows = groups.values() if isinstance(groups, dict) else ()
        for row in (top, *rows):
            if isinstance(row, dict):
                self._forget_in(row)
        return json.dumps(top, ensure_ascii=False, indent=2) + "\n"

    def _forget_in(self, row: dict[str, object]) -> None:
        gone = frozenset(self.messages.block_ids)
        if "pending_items" in row:
            row["pending_items"] = []
        late = row.get("late")
        if isinstance(late, list):
            row["late"] = [one for one in late if message_block_id(str(one)) not in gone]
        for name in ("cursor", "summarised"):
            place = row.get(name)
            if isinstance(place, dict):
                block_id = message_block_id(str(place.get("event_id", "")))
                if block_id in gone:
                    place["event_id"] = block_id


def _said(change: Change, messages: frozenset[str]) -> Iterator[str]:
    """The words of the messages that went out of a day note."""
    if log_note.day_of(change.path):
        for one in log_note.parse(change.path, _text(change.before) or ""):
            if one.block_id in messages:
                yield one.text


def _changed_entries(
    changes: Iterable[Change],
) -> dict[str, tuple[dict[str, str], list[str]]]:
    """Entry id → its texts before, each with that after, and what it said that it does not say."""
    found: dict[str, tuple[dict[str, str], list[str]]] = defaultdict(lambda: ({}, []))
    for change in changes:
        if not change.path.endswith(".md") or log_note.day_of(change.path):
            continue
        before, after = (
            _entries(change.path, _text(data) or "") for data in (change.before, change.after)
        )
        for entry_id, many in before.items():
            left = after.get(entry_id, [])
            for number, entry in enumerate(many):
                new = left[number].text if number < len(left) else ""
                if new != entry.text:
                    found[entry_id][0][entry.text] = new
                    found[entry_id][1].append(_lost(entry, left[number] if new else None))
    return dict(found)


def _entries(path: str, text: str) -> dict[str, list[Entry]]:
    found: dict[str, list[Entry]] = defaultdict(list)
    for entry in entries(path, text):
        found[entry.id].append(entry)
    return found


def _lost(before: Entry, after: Entry | None) -> str:
    """The lines of what an entry said that it says no more."""
    kept = set(bare_lines(words_of(after))) if after else set()
    return "\n".join(line for line in bare_lines(words_of(before)) if line not in kept)


def _text(data: bytes | None) -> str | None:
    """The text of an image; None of none, and of what is no UTF-8."""
    try:
        return None if data is None else data.decode()
    except UnicodeDecodeError:
        return None

"""Summaries when messages go: condensed anew from what is left, level by level. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from progressive_memory.domain.entry import Entry
from progressive_memory.domain.group import IndexNote, Language
from progressive_memory.domain.message import Message
from progressive_memory.flush.chatlog import REMEMBERED
from progressive_memory.flush.forget.ground import Ground
from progressive_memory.flush.rollup import drafts
from progressive_memory.flush.rollup.digest import Count, Standing
from progressive_memory.flush.rollup.levels import Batch
from progressive_memory.flush.segment import segments
from progressive_memory.vault import frontmatter, summary_note
from progressive_memory.vault.blocks import entries
from progressive_memory.vault.ids import entry_key
from progressive_memory.vault.lines import split_lines, without_ending
from progressive_memory.vault.splice.rewrite import rewritten
from progressive_memory.vault.summary_note import Draft, Summary, span

_BULLET = re.compile(r"(?P<indent>[ \t]*)- (?P<text>.*)")
_OURS = re.compile(r"(?:\d{4}-\d\d-\d\d )?\[\[[^\[\]]*#\^[ms]-")
"""How a line of ours begins: with the day of a message, or a summary below."""


@dataclass(frozen=True)
class Condensed:
    """The summaries of one group as they stand: their notes' texts by path, and the messages of
    its log in order, as far as they were condensed, those that go among them.
    """

    texts: Mapping[str, str]
    messages: Sequence[Message]
    ground: Ground
    count: Count

    def anew(
        self, note: IndexNote, kept: Iterable[Standing], titles: Iterable[str]
    ) -> dict[str, str | None]:
        """The notes that change, each with its new text; None where nothing is left to condense.

        `kept` is what the group's notes keep after the forget, `titles` what they keep no more.
        """
        standing = [
            one for path, text in self.texts.items() if (one := summary_note.parse(path, text))
        ]
        batches = dict(self._batches(standing, note.key_name))
        lost, said = tuple(titles), tuple(kept)
        changed: dict[str, str | None] = {}
        before = {one.id: one for one in standing}
        now = dict(before)
        for one in sorted(standing, key=lambda one: (one.level, one.path)):
            below_changed = any(now.get(each) is not before.get(each) for each in one.below)
            if not (below_changed or self._holds(one, batches.get(one.id, ()), lost)):
                continue
            draft = self._draft(one, batches.get(one.id, ()), said, now, note.language)
            text = None if draft is None else self._written(one, draft, note)
            again = summary_note.parse(one.path, text) if text is not None else None
            changed[one.path] = text if again is not None else None
            if again is None:
                del now[one.id]
            else:
                now[one.id] = again
        return {path: text for path, text in changed.items() if text != self.texts[path]}

    def _holds(self, one: Summary, batch: Sequence[Message], lost: Sequence[str]) -> bool:
        """Whether a summary condenses a message that goes, or repeats what no note keeps."""
        text = self.texts[one.path]
        return (
            any(self.ground.goes(message.block_id) for message in batch)
            or bool(self.ground.gone_from(text))
            or any(title in text for title in lost)
            or self.ground.traces.found_in(text)
        )

    def _draft(
        self,
        one: Summary,
        batch: Sequence[Message],
        kept: Sequence[Standing],
        now: Mapping[str, Summary],
        language: Language,
    ) -> Draft | None:
        if one.level > 1:
            below = [now[each] for each in one.below if each in now]
            below.sort(key=lambda each: (each.since, each.until, each.id))
            draft = drafts.of_summaries(one.id, below, self.count) if below else None
        else:
            left = [each for each in batch if self._is_condensed(each)]
            batch_left = self._batch(left)
            draft = (
                drafts.of_batch(one.id, batch_left, kept, self.count, language) if left else None
            )
        return draft and draft._replace(since=one.since, until=one.until)

    def _batch(self, messages: Sequence[Message]) -> Batch:
        tokens = sum(self.count(one.text) for one in messages)
        return Batch(tuple(messages), tokens, segments(messages))

    def _is_condensed(self, message: Message) -> bool:
        goes = message.deleted or self.ground.goes(message.block_id)
        return not goes and not message.event_id.startswith(REMEMBERED)

    def _batches(
        self, standing: Iterable[Summary], key_name: str
    ) -> Iterator[tuple[str, Sequence[Message]]]:
        """What each summary of level 1 condenses: from its first message, which its id is made of,
        to the first of the next; of one whose first message is gone, the days it names.
        """
        first = sorted((one for one in standing if one.level == 1), key=lambda one: one.path)
        days = [f"{message.at:%Y-%m-%d}" for message in self.messages]
        keys = {one.id.rpartition("-")[2]: one.id for one in first}
        starts: dict[str, int] = {}
        for at, message in enumerate(self.messages):
            found = keys.get(entry_key(key_name, "s", message.event_id, 0))
            if found is not None:
                starts.setdefault(found, at)
        for one in first:
            named = (at for at, day in enumerate(days) if day >= one.since)
            starts.setdefault(one.id, next(named, len(days)))
        borders = sorted({*starts.values(), len(days)})
        for one in first:
            start = starts[one.id]
            end = next((at for at in borders if at > start), len(days))
            batch = range(start, end)
            yield one.id, [self.messages[at] for at in batch if days[at] <= one.until]

    def _written(self, one: Summary, draft: Draft, note: IndexNote) -> str:
        """The note with its entry and its heading made anew; what a person put there stays."""
        rendered = summary_note.render(note.group_name, draft, note.language)
        new = next(each.text for each in entries(one.path, rendered) if each.id == one.id)

        def wanted(entry: Entry) -> str | None:
            if entry.id != one.id:
                return None
            return "\n".join((new, *_persons_lines(entry)))

        text = rewritten(one.path, self.texts[one.path], wanted)
        return _with_heading(text, rendered, span(one.since, one.until))


def _persons_lines(entry: Entry) -> Iterator[str]:
    """The items that a person nested in a summary, with what is nested in them."""
    theirs, depth = False, 0
    for line in map(without_ending, split_lines(entry.text)[1:]):
        bullet = _BULLET.match(line)
        if bullet is not None:
            indent = len(bullet["indent"])
            depth = depth or indent
            if indent <= depth:
                theirs = not _OURS.match(bullet["text"])
        if theirs:
            yield line


def _with_heading(text: str, rendered: str, days: str) -> str:
    """The note with the heading of the new one, where it still begins with the days."""
    new = next(line for line in rendered.split("\n") if line.startswith("# "))
    start = frontmatter.body_start(text)
    lines = split_lines(text[start:])
    for at, line in enumerate(lines):
        if line.startswith(f"# {days}"):
            lines[at] = new + line[len(without_ending(line)) :]
            break
    return text[:start] + "".join(lines)

"""Plan: edits as operations on bytes of known hash, decided before anything is written.

An operation is re-applied to newer bytes when a person saved in between, so each one says what it
wants, not where the bytes are; `vault.splice` carries it out. Every inserting operation does
nothing when its block id already stands in the note, so a plan applied twice is applied once.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple


@dataclass(frozen=True)
class CreateNote:
    """A new note. Where the path exists with other text, it overlaps, unless more operations on
    the note follow: then it only makes sure that there is one. It gets the mode of the note `like`,
    which it takes the place of ("" = that of its neighbours).
    """

    text: str
    like: str = ""


@dataclass(frozen=True)
class SetProperty:
    """Set one frontmatter key; `value` is YAML source on one line, e.g. `2026-05-15`, `[a, b]`."""

    key: str
    value: str


@dataclass(frozen=True)
class AddToList:
    """Add one item to a frontmatter key that holds a list; `item` is YAML source that fits into
    brackets. A key that is new or empty becomes a list.
    """

    key: str
    item: str


@dataclass(frozen=True)
class InsertUnder:
    """Put `block` (without final newline) into the section `heading` (its text, "" = the whole
    body), after what stands there, or before it with `first`. A missing section is added at the
    end of the note as `## heading`. `block_id` is the id the block carries ("" = none).
    """

    heading: str
    block: str
    block_id: str = ""
    first: bool = False


@dataclass(frozen=True)
class InsertDated:
    """Put a `## <date> …` block before the first heading dated the same day or older."""

    block: str
    block_id: str
    on: str


@dataclass(frozen=True)
class ReplaceBlock:
    """Replace the block with that id by `block`, if it still reads `expected`; "" removes it.

    Without an id it is the first run of whole lines that reads `expected`: a line a person typed.
    """

    block_id: str
    expected: str
    block: str


@dataclass(frozen=True)
class AddFields:
    """Add field bullets to a standing entry, leaving its other bytes alone; lines that already
    stand there are not added again.
    """

    block_id: str
    lines: tuple[str, ...]


@dataclass(frozen=True)
class TickTask:
    """Tick the box of the task with that id; nothing else of its line changes."""

    block_id: str


@dataclass(frozen=True)
class MarkDeprecated:
    """Put `[DEPRECATED]` in front of the title of the entry with that id."""

    block_id: str


@dataclass(frozen=True)
class LogItem:
    """One message as it will stand in a day note: `block` is its full list item."""

    block_id: str
    at: datetime
    block: str


@dataclass(frozen=True)
class PutMessages:
    """Insert messages in time order (ties: after what stands there); one whose block id stands
    already is replaced when `block` differs.
    """

    items: tuple[LogItem, ...]


@dataclass(frozen=True)
class ForgetMessages:
    """Leave nothing of those messages of a day note but their time and block id, and nothing of
    the reactions whose event ids hash (`vault.ids.short_hash`) to one of `reactions`.
    """

    block_ids: tuple[str, ...]
    reactions: tuple[str, ...] = ()


@dataclass(frozen=True)
class AddRoute:
    """Add a routing-table row, unless a row for that file stands."""

    trigger: str
    file: str
    priority: str


@dataclass(frozen=True)
class DeprecateRoute:
    """Put `[DEPRECATED]` into the routing-table rows of that file: none is taken any more."""

    file: str


@dataclass(frozen=True)
class MoveRoute:
    """Name another file in the routing-table rows of `file`, written as it was."""

    file: str
    new: str


class BlockLink(NamedTuple):
    """A link to a block by what it reads now (target, and block id without `^`), and the target it
    gets. Of a `markdown` link the target is no wikilink's.
    """

    written: str
    block_id: str
    new: str
    markdown: bool = False


Renamed = tuple[tuple[str, str], ...]
"""Pairs: what a link's target reads now, and what it becomes."""


@dataclass(frozen=True)
class Relink:
    """Point links elsewhere, in the style each is written in: by the target as it reads (quotes and
    `%20` undone, `.md` included), of wikilinks, of Markdown links, of the files a canvas shows.

    `blocks` are links whose target moves only with the block that they name.

    With `keep_shown` a wikilink that showed its target shows the same words as before.
    """

    wikilinks: Renamed = ()
    markdown: Renamed = ()
    files: Renamed = ()
    keep_shown: bool = True
    blocks: tuple[BlockLink, ...] = ()


@dataclass(frozen=True)
class SetJson:
    """Set one value in a JSON file by its key path; keys, order and unknown fields survive.

    `value` is JSON text; "" removes the key. A missing file starts as `{}`.
    """

    keys: tuple[str, ...]
    value: str


@dataclass(frozen=True)
class Revert:
    """Undo: bring `after` back to `before` (None = the note did not exist), three-way by lines;
    overlaps where a person has since edited the same lines.
    """

    before: str | None
    after: str | None


Operation = (
    CreateNote
    | SetProperty
    | AddToList
    | InsertUnder
    | InsertDated
    | ReplaceBlock
    | AddFields
    | TickTask
    | MarkDeprecated
    | PutMessages
    | ForgetMessages
    | AddRoute
    | DeprecateRoute
    | MoveRoute
    | Relink
    | SetJson
    | Revert
)


@dataclass(frozen=True)
class Edit:
    """The operations wanted on one note. `sha256` (hex) is of the bytes they were decided on,
    None when the note was absent.
    """

    path: str
    operations: tuple[Operation, ...]
    sha256: str | None


@dataclass(frozen=True)
class Plan:
    """Everything one verb wants written, in order. `verb` is `log`, `flush`, `undo`, …; only
    verb `flush` shows in `pmem history`. `entry_ids` are the entries it writes, or of a forget
    those that go.
    """

    id: str
    verb: str
    at: datetime
    edits: tuple[Edit, ...]
    trigger: str = ""
    groups: tuple[str, ...] = ()
    entry_ids: tuple[str, ...] = ()


FORGET = "forget"
"""The verb of a plan that takes out for good: no store keeps an image of it."""
GROUP_RENAME = "group-rename"
"""The verb of a plan that moves a group; its `groups` are the old name and the new one."""
CACHES_FOLLOW = frozenset({FORGET, GROUP_RENAME})
"""Verbs of plans that are over only when the caches have followed."""


@dataclass(frozen=True)
class Change:
    """One note as a plan changed it: bytes before and after (None = absent)."""

    path: str
    before: bytes | None
    after: bytes | None


@dataclass(frozen=True)
class Displaced:
    """An operation that no longer fits what a person wrote; the person's text stayed."""

    path: str
    operation: Operation
    reason: str


@dataclass(frozen=True)
class Applied:
    """What `VaultStore.apply` did: the notes it changed, and the operations displaced."""

    plan_id: str
    changes: tuple[Change, ...] = ()
    displaced: tuple[Displaced, ...] = ()


@dataclass(frozen=True)
class LeftOver:
    """What a flush could not put where it belongs and nobody has found another place for yet: the
    plan with the edits of its notes, and the operations displaced.
    """

    plan: Plan
    displaced: tuple[Displaced, ...]


@dataclass(frozen=True)
class PastPlan:
    """A plan of the journal, its edits left out; `undone` by a later undo, whose `trigger` is the
    plan's id. Of a `cut` one a forget took images that could not be kept without its words.
    """

    plan: Plan
    undone: bool = False
    cut: bool = False

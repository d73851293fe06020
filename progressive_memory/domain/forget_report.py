"""What `pmem forget` is asked, and what it reports."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date


@dataclass(frozen=True)
class ToForget:
    """What to forget: entries and messages by id (a message's block id or event id), a person by
    name or chat id, the days from `since` to `until`. A person and days narrow each other.

    `group` is a name or room id, "" = wherever the ids stand; `everywhere` takes a person or days
    in every group. With `roles` the person's rows of people.md go too.
    """

    entries: tuple[str, ...] = ()
    messages: tuple[str, ...] = ()
    person: str = ""
    since: date | None = None
    until: date | None = None
    group: str = ""
    everywhere: bool = False
    roles: bool = False


@dataclass(frozen=True)
class Lost:
    """A thing that goes, wholly or in part: a message or reaction (`kind` m), an entry by the
    letter of its kind, a summary (s), a file left over (""). `fate` is gone, withdrawn (its words
    go, the rest waits in pending.md), shortened, or condensed (made anew). `text` says what it
    is: only in a dry run, since what was forgotten is printed nowhere.
    """

    id: str
    kind: str
    fate: str
    text: str = ""


@dataclass(frozen=True)
class FileLoss:
    """What goes of one file of the vault (vault-relative)."""

    path: str
    lost: tuple[Lost, ...]


@dataclass(frozen=True)
class Kept:
    """What still stands, since a person wrote it: a line (from 1) of a note that links to what is
    forgotten, or a file that holds it and that is not ours to write (line 0).
    """

    path: str
    line: int


@dataclass(frozen=True)
class GroupForget:
    """One group's part. `files` in path order; `roles` are the rows of people.md that go only when
    that is said explicitly. `said_again` are block ids of messages that stay and repeat a line of
    one that goes. `problems` say which note could not be written, and why. `again` are ids among
    those asked for that had been forgotten before.
    """

    group: str
    messages: int
    reactions: int
    files: tuple[FileLoss, ...] = ()
    roles: tuple[Lost, ...] = ()
    kept: tuple[Kept, ...] = ()
    said_again: tuple[str, ...] = ()
    problems: tuple[str, ...] = ()
    again: tuple[str, ...] = ()


@dataclass(frozen=True)
class ForgetReport:
    """A forget, or with `dry_run` what it would take. `flushes` are those of the journal whose
    images hold some of it: it goes out of them too, and undone they bring back the rest.
    """

    dry_run: bool
    groups: tuple[GroupForget, ...]
    flushes: tuple[str, ...] = ()

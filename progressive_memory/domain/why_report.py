"""What `pmem why` reports (the JSON of DESIGN §9)."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Testimony:
    """A message, as it reads now; `ts` is RFC 3339, `id` its block id. `before` and `after` are
    the messages around it that were asked for, in time order. A `forgotten` one has no text left.
    """

    event_id: str
    ts: str
    sender: str
    text: str
    id: str = ""
    before: tuple[Testimony, ...] = ()
    after: tuple[Testimony, ...] = ()
    forgotten: bool = False


@dataclass(frozen=True)
class Source:
    """What a summary or an entry of a person's links to: an entry, or a note (`id` "" then).

    `level` is 1 for what it names itself, 2 for what that rests on, and so on down. `messages`
    are those this source links to.
    """

    level: int
    id: str
    kind: str
    file: str
    text: str
    messages: tuple[Testimony, ...] = ()


@dataclass(frozen=True)
class Resting:
    """An entry that rests on a message."""

    id: str
    kind: str
    file: str
    title: str


@dataclass(frozen=True)
class WhyReport:
    """One entry or message, and why it is believed.

    `kind` is the letter of its kind, "m" for a message, "" for an entry that a person wrote.
    `text` is its block in `file`. `verdicts` are the judge's words on it that the note and the
    journal still tell, in order. `pending` says that it waits for a person, `reason` why.
    `supersedes` and `superseded_by` are entry ids; `flushes` are the flushes that wrote it in the
    last 30 days, oldest first. `evidence` are the messages it rests on, of a message itself.

    `sources` lead down from a summary or from an entry that a person wrote, level by level.
    `thread` are the messages a message answers and those that answer it, `entries` what rests on
    it. `outside` names the links that lead out of the group, or to nothing; none is followed.
    `problems` says what could not be read, and why.
    """

    id: str
    group: str
    kind: str
    file: str
    text: str
    verdicts: tuple[str, ...]
    decided_by: tuple[str, ...]
    confirmed_by: tuple[str, ...]
    evidence: tuple[Testimony, ...]
    supersedes: tuple[str, ...]
    superseded_by: tuple[str, ...]
    contradicts: tuple[str, ...] = ()
    pending: bool = False
    reason: str = ""
    flushes: tuple[str, ...] = ()
    sources: tuple[Source, ...] = ()
    thread: tuple[Testimony, ...] = ()
    entries: tuple[Resting, ...] = ()
    outside: tuple[str, ...] = ()
    problems: tuple[str, ...] = ()

"""What services need of the outside world: few, small protocols.

Each has a real adapter and an in-memory twin (`adapters.memory`), and one contract suite in
`tests/contract` that both pass. Those of a live chat are in `ports_live`, that of the schedule in
`ports_schedule`, that of an agent host in `ports_host`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple, Protocol

if TYPE_CHECKING:  # only annotations need them, and a hook is a cold process at every message
    from array import array
    from collections.abc import Callable, Iterator, Sequence
    from contextlib import AbstractContextManager
    from datetime import datetime

    from progressive_memory.domain.disclosure import Disclosure
    from progressive_memory.domain.match import Scope
    from progressive_memory.domain.message import ChatEvent
    from progressive_memory.domain.model_talk import Answer, Manner, Question
    from progressive_memory.domain.notice import Notice
    from progressive_memory.domain.plan import Applied, Change, LeftOver, PastPlan, Plan
    from progressive_memory.domain.problem import Problem
    from progressive_memory.domain.section import Section
    from progressive_memory.domain.settings import Settings
    from progressive_memory.ports_host import SessionHistory
    from progressive_memory.ports_live import Spool
    from progressive_memory.ports_schedule import RunLedger


class Clock(Protocol):
    """The time, and waiting."""

    def now(self) -> datetime:
        """The present instant, aware, in UTC."""
        ...

    def sleep(self, seconds: float) -> None:
        """Come back so many seconds later; at once for none."""
        ...


class TokenCounter(Protocol):
    """Counts tokens; an estimate errs on the high side."""

    def count(self, text: str) -> int:
        """Tokens of `text`, ≥ 0; 0 only for the empty text."""
        ...


@dataclass(frozen=True)
class Snapshot:
    """The bytes of one file and their sha256 (hex)."""

    path: str
    data: bytes
    sha256: str


class Stamp(NamedTuple):
    """A cheap sign that a file may have changed: when it was modified (ns), its size (bytes), and
    when the system last changed anything of it (ns), which no tool can put back.
    """

    mtime_ns: int
    size_bytes: int
    ctime_ns: int = 0


class VaultReader(Protocol):
    """Reads the vault's files. Paths are vault-relative POSIX; one that escapes raises
    `PathEscapesVault`, and so does one that goes through a symlink. A file whose bytes are in the
    cloud raises `NotDownloaded`: it is there, and must be neither read nor written.
    """

    def read(self, path: str) -> Snapshot | None:
        """The file's bytes, or None when there is none."""
        ...

    def stamps(self, folder: str, without: str = "") -> dict[str, Stamp]:
        """Every file below `folder` (dot names and conflict copies left out; those not downloaded
        are in), NFC path → stamp.

        The folder `without`, if one is named, is not looked into. A folder that may not be listed
        is passed over; inside `VaultStore.exclusive` it is a PermissionError, for what is found
        there decides what is written.
        """
        ...


class VaultStore(VaultReader, Protocol):
    """The vault's files, read and written."""

    def exclusive(self) -> AbstractContextManager[None]:
        """Hold the vault's write lock (re-entrant): read, decide and apply inside it.

        Raises:
            VaultLocked: another process held it too long.
        """
        ...

    def check_writable(self, path: str) -> None:
        """See whether a note may be written there, made or changed.

        Raises:
            NoteUnwritable: a folder or a read-only file stands there.
        """
        ...

    def apply(self, plan: Plan) -> Applied:
        """Carry out a plan, the only way anything is written (DESIGN §4 "Writing").

        What a plan of verb `forget` takes out goes out of the images of past plans too, and of
        every cache; of it no image is kept. One cut off by a crash is finished by the next writer.

        Raises:
            NoteUnwritable: a note with YAML we must not touch; nothing of the plan is written.
        """
        ...

    def left_over(self) -> tuple[LeftOver, ...]:
        """What plans of verb `flush` could not do, oldest first: also of one that a crash cut off
        and that was finished since. It stays until `settled`.
        """
        ...

    def settled(self, plan_id: str) -> None:
        """Note that what was left over of a plan has found its place; without any it is fine."""
        ...

    def past_plans(self) -> tuple[PastPlan, ...]:
        """The plans carried out in the last 30 days, newest first, without their edits and images;
        those of verb `log` and `forget` are not kept.
        """
        ...

    def past_changes(self, plan_id: str) -> tuple[Change, ...]:
        """The images of what a past plan changed; () when it is not in the journal any more."""
        ...

    def tidy(self) -> tuple[str, ...]:
        """Remove temporary files of ours whose bytes stand in a note beside them, or that are
        empty; returns their paths. One that holds anything else may be a person's text: it stays.

        Raises:
            VaultLocked: another process held the lock too long.
        """
        ...

    def disorder(self) -> tuple[Problem, ...]:
        """What is wrong with the vault as files: conflict copies, symlinks, files that are not
        downloaded, temporary files and plans left over, a second vault with the same `vault_id`.
        """
        ...


@dataclass(frozen=True)
class Query:
    """A search inside one group; dates are ISO, inclusive.

    Each of `phrases` must stand in a section as written, case and width aside, and its words must
    be whole words that are searched: no part of a word, no name of a field.

    `asked` is the question as it was put, where `text` is made from it: its meaning is searched.
    """

    text: str
    phrases: tuple[str, ...] = ()
    since: str = ""
    who: str = ""
    kinds: tuple[str, ...] = ()
    paths: tuple[str, ...] = ()
    asked: str = ""

    @property
    def narrows(self) -> bool:
        """Whether a section that shares no word with the query must never be shown for it."""
        return bool(self.phrases or self.since or self.who or self.kinds or self.paths)


@dataclass(frozen=True)
class Hit:
    """A section found, best first; a higher score is better. `place` counts the sections of its
    note from 0, so `SearchIndex.sections` gives what stands around it. `nearness` is the cosine
    (−1–1) of section and question, 0 without an `Embedder`.
    """

    section: Section
    score: float
    place: int = 0
    nearness: float = 0.0


class SearchIndex(Protocol):
    """The derived index of one vault: sections by group, scope and note. Deletable at any time."""

    def indexed(self, group: str) -> dict[str, Stamp]:
        """Path → the stamp it was indexed at."""
        ...

    def sha256(self, group: str, path: str) -> str:
        """The hex sha256 of the bytes a note was indexed with; "" when it is not indexed."""
        ...

    def put(
        self,
        group: str,
        scope: Scope,
        snapshot: tuple[str, Stamp, str],
        sections: Sequence[Section],
    ) -> None:
        """Replace all sections of one note; `snapshot` is (path, stamp, sha256)."""
        ...

    def batch(self, group: str) -> AbstractContextManager[None]:
        """Write what is put, touched and dropped inside together: much faster for many notes."""
        ...

    def touch(self, group: str, path: str, stamp: Stamp) -> None:
        """Give a note a new stamp: its file was touched, its bytes are the same."""
        ...

    def drop(self, group: str, path: str) -> None:
        """Forget one note's sections; their text does not stay in free pages."""
        ...

    def sections(
        self, group: str, path: str, first: int = 0, end: int | None = None
    ) -> tuple[Section, ...]:
        """The sections of one note, in order; only those at places `first` to `end` (exclusive)."""
        ...

    def search(self, group: str, scope: Scope, query: Query, limit: int) -> tuple[Hit, ...]:
        """The best sections for a query; no syntax of the query's text is ever obeyed.

        Two stages: the engine's most relevant `rank.MATCHES` go through `rank.ranked`, and the
        first `limit` of them are read in full.
        """
        ...

    def clear(self, group: str = "") -> None:
        """Forget one group, or with "" every group, also those that are gone from the vault, and
        whatever another engine kept of them.
        """
        ...

    def kept(self, group: str, sha256: str) -> str | None:
        """What `keep` kept of the group's index note with those bytes, or None."""
        ...

    def keep(self, group: str, sha256: str, value: str) -> None:
        """Keep the parsed index note of those bytes (hex sha256), in place of the one before:
        a cold read then needs no YAML.
        """
        ...


class Embedder(Protocol):
    """Turns text into vectors: the nearer in meaning two texts are, the larger their product."""

    @property
    def model(self) -> str:
        """The model's name and version; vectors of two models cannot be compared."""
        ...

    def embed(self, texts: Sequence[str]) -> list[array[float]]:
        """A vector of length 1 for each text, in order: 32-bit floats, of the model's dimension.

        Their products are in −1–1; text of any length and any script is taken.
        """
        ...


class LanguageModel(Protocol):
    """A language model that answers in JSON, or tries to."""

    @property
    def address(self) -> str:
        """Where it is asked, fit to be shown."""
        ...

    @property
    def model(self) -> str:
        """The model's name."""
        ...

    @property
    def manner(self) -> Manner:
        """How JSON is asked for: the best of these that the endpoint was found to take."""
        ...

    def ask(self, question: Question) -> Answer:
        """The model's answer, at temperature 0 where it has one.

        Raises:
            ModelUnavailable: there is none to be had.
        """
        ...

    def nonce(self) -> str:
        """A word that nobody who writes in a chat can know, another one for each call."""
        ...

    def names(self) -> tuple[str, ...]:
        """The models that can be asked for, in order; () when the endpoint does not tell."""
        ...


class StateStore(Protocol):
    """Disclosures by host session, and the entries this machine has seen standing."""

    def update(
        self, session: str, change: Callable[[Disclosure | None], Disclosure | None]
    ) -> Disclosure | None:
        """Replace a session's disclosure by `change(current)` in one transaction; None removes.

        `change` may raise: then nothing is stored. Returns what is stored afterwards.
        """
        ...

    def seen(self, group: str) -> dict[str, tuple[str, ...]]:
        """Entry id → its marks, as last put by `set_seen`: block ids of its evidence, and hashes of
        what it means and is about (`flush.vetoes.marks`).

        An id that is here and stands nowhere in the group any more was deleted by a person.
        """
        ...

    def set_seen(self, group: str, seen: dict[str, tuple[str, ...]]) -> None:
        """Replace what `seen` returns for the group."""
        ...

    def move(self, old: str, new: str) -> None:
        """Let what was seen of a group be seen of it under its new name; done twice it is done
        once.
        """
        ...

    def forget(self, group: str, entry_ids: Sequence[str]) -> None:
        """End every disclosure of the group, and let those entries be as if never seen."""
        ...


class ChatFeed(Protocol):
    """A chat source, streamed in its own order."""

    def events(self) -> Iterator[ChatEvent | Problem]:
        """Events, and a Problem for each line that could not be read."""
        ...


class Ports(Protocol):
    """Everything a service may use, built lazily by `bootstrap`."""

    @property
    def clock(self) -> Clock: ...
    @property
    def settings(self) -> Settings: ...
    @property
    def vault(self) -> VaultStore: ...
    @property
    def search(self) -> SearchIndex: ...
    @property
    def state(self) -> StateStore: ...
    @property
    def spool(self) -> Spool: ...
    @property
    def ledger(self) -> RunLedger: ...
    @property
    def sessions(self) -> SessionHistory | None:
        """What this machine's agent host heard; None where no host was told of the vault."""
        ...

    @property
    def tokens(self) -> TokenCounter: ...
    @property
    def model(self) -> LanguageModel: ...
    @property
    def machine(self) -> str: ...

    @property
    def notices(self) -> tuple[Notice, ...]:
        """What was to be told so far, each thing once, oldest first."""
        ...

    def notice(self, notice: Notice) -> None:
        """Keep what is to be told of a cache or a record that was made anew, or done without."""
        ...

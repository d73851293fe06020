"""Wiring: the only place that builds adapters for the ports.

Adapters are imported when first used: a hook is a cold process at every message.
"""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from progressive_memory.errors import (
    ConfigInvalid,
    SearchIndexError,
    StateUnavailable,
    UserError,
    VaultNotFound,
)
from progressive_memory.vault.layout import SETTINGS

if TYPE_CHECKING:
    from progressive_memory.adapters.chat_exports import NamedFeed, Source
    from progressive_memory.domain.chat_file import Choice
    from progressive_memory.domain.group import Language
    from progressive_memory.domain.notice import Notice
    from progressive_memory.domain.plan import Plan
    from progressive_memory.domain.settings import Settings
    from progressive_memory.ports import (
        Clock,
        Embedder,
        LanguageModel,
        Ports,
        SearchIndex,
        StateStore,
        TokenCounter,
        VaultStore,
    )
    from progressive_memory.ports_host import SessionHistory
    from progressive_memory.ports_live import Spool
    from progressive_memory.ports_schedule import RunLedger

APP = "progressive-memory"


def find_vault(given: str | os.PathLike[str] | None = None) -> Path:
    """The vault to work in: `given`, else `PROGRESSIVE_MEMORY_VAULT`, else the nearest folder
    from here upward that holds `progressive-memory.toml`.

    Raises:
        VaultNotFound: no such file there, or in any folder above.
    """
    named = given or os.environ.get("PROGRESSIVE_MEMORY_VAULT")
    if named:
        root = Path(named).expanduser()
        if (root / SETTINGS).is_file():
            return root.resolve()
        from progressive_memory.adapters.no_vault import no_vault

        raise no_vault(root, "" if given else "PROGRESSIVE_MEMORY_VAULT: ")
    here = Path.cwd()
    for folder in (here, *here.parents):
        if (folder / SETTINGS).is_file():
            return folder
    raise VaultNotFound(
        f"no {SETTINGS} in {here} or any folder above",
        next_step="pmem init DIR, or name the vault with --vault DIR",
    )


def chat_feed(
    ports: Ports, group: str, source: Source, form: str, choice: Choice | None = None
) -> NamedFeed:
    """A feed of an exported chat, for a group: in its zone and its language.

    Raises:
        UnknownGroup: no group of that name or room.
        ChatSourceError: no such format, or `auto` recognises none.
    """
    from zoneinfo import ZoneInfo

    from progressive_memory.adapters.chat_exports import open_feed
    from progressive_memory.adapters.chat_exports.people import under_one_name
    from progressive_memory.services.group.groups import find

    note = find(ports, group)
    feed = open_feed(source, form, ZoneInfo(note.timezone), note.language, choice)
    return under_one_name(feed, ports.settings.people_map)


def open_ports(vault: Path) -> OpenPorts:
    """The ports of the vault at that path, each built when first used."""
    return OpenPorts(vault)


def new_ports(given: str | os.PathLike[str], language: Language) -> OpenPorts:
    """The ports of the folder `given` that becomes a vault, made when it is missing.

    Where no settings file stands, the settings are those of a new vault: a random `vault_id`,
    that language, and defaults.

    Raises:
        UserError: there is a file of that name.
    """
    folder = Path(given).expanduser()
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except FileExistsError:
        raise UserError(f"{folder} is a file", next_step="name a folder: pmem init DIR") from None
    ports = OpenPorts(folder)
    if not (ports.root / SETTINGS).exists():
        from secrets import token_hex

        from progressive_memory.domain.settings import Settings

        ports.settings = Settings(vault_id=token_hex(10), language=language)
    return ports


def vault_template(language: Language) -> dict[str, str]:
    """The files of a new vault, as shipped: vault-relative path → text."""
    from progressive_memory.adapters import shipped

    return shipped.vault_template(language)


class OpenPorts:
    """The real adapters of one vault (`ports.Ports`)."""

    def __init__(self, root: Path) -> None:
        self.root = root.resolve()
        self._notices: dict[tuple[str, str], Notice] = {}

    @property
    def notices(self) -> tuple[Notice, ...]:
        """What was to be told so far, each thing once, oldest first."""
        return tuple(self._notices.values())

    def notice(self, notice: Notice) -> None:
        """Keep what is to be told of a cache or a record that was made anew, or done without."""
        self._notices.setdefault((notice.code, notice.about), notice)

    @cached_property
    def clock(self) -> Clock:
        """The machine's clock."""
        from progressive_memory.adapters.clock import SystemClock

        return SystemClock()

    @cached_property
    def settings(self) -> Settings:
        """The vault's settings file, read once."""
        from progressive_memory.adapters.settings_toml import load_settings

        return load_settings(self.root / SETTINGS)

    @cached_property
    def vault(self) -> VaultStore:
        """The vault's files; a copy of the vault that stands somewhere is told of."""
        from progressive_memory.adapters.vault_files import VaultFiles, Writing

        _ = self.cache_folder
        exchange, in_place = self.settings.exchange, self.settings.in_place
        return VaultFiles(
            self.root,
            self.data_folder,
            self.clock,
            Writing(
                "in_place" if in_place else "exchange" if exchange else "replace",
                git=self.settings.git,
            ),
            caches_follow=self._caches_follow,
            tell=self.notice,
        )

    def _caches_follow(self, plan: Plan) -> None:
        """Take what a forget took out of the notes out of every cache: the index of every engine
        starts anew, the groups' disclosures end. What is kept of a group that moved moves too.
        """
        from progressive_memory.domain.plan import GROUP_RENAME

        if plan.verb == GROUP_RENAME:
            old, new = plan.groups
            with suppress(SearchIndexError, StateUnavailable):  # the group has moved all the same
                self.search.clear(old)
                self.state.move(old, new)
            return
        self.search.clear()
        for group in plan.groups:
            self.state.forget(group, plan.entry_ids)

    @cached_property
    def search(self) -> SearchIndex:
        """The search index in the cache folder, by the engine that the settings name.

        Raises:
            ConfigInvalid: a package that the settings ask for is not installed, or they ask for
                vectors of an engine that has none.
        """
        if self.settings.search_engine == "whoosh":
            if self.settings.semantic:
                raise ConfigInvalid(
                    'the search engine "whoosh" has no vectors: semantic = true needs "sqlite"',
                    next_step=f'set engine = "sqlite" or semantic = false in {SETTINGS}',
                )
            from progressive_memory.adapters.search_whoosh import whoosh_search_index

            return whoosh_search_index(self.cache_folder / "search", self.notice)
        from progressive_memory.adapters.search_sqlite import SqliteSearchIndex

        return SqliteSearchIndex(self.cache_folder / "search", self._embedder, self.notice)

    @cached_property
    def _embedder(self) -> Embedder | None:
        """The embedder that the settings ask for; its model is loaded by the first question."""
        if not self.settings.semantic:
            return None
        from progressive_memory.adapters.embed_use import UseEmbedder

        return UseEmbedder()

    @cached_property
    def state(self) -> StateStore:
        """Disclosures and seen entries in the cache folder."""
        from progressive_memory.adapters.state_sqlite import SqliteStateStore

        return SqliteStateStore(self.cache_folder / "state.sqlite3", self.notice)

    @cached_property
    def ledger(self) -> RunLedger:
        """When the schedules ran on this machine, in the data folder."""
        from progressive_memory.adapters.ledger_sqlite import SqliteRunLedger

        return SqliteRunLedger(self.data_folder)

    @cached_property
    def machine(self) -> str:
        """This machine's name, as its system has it."""
        from socket import gethostname

        return gethostname()

    @cached_property
    def spool(self) -> Spool:
        """What came from a live chat and is not in the log yet, in the data folder."""
        from progressive_memory.adapters.spool_sqlite import SqliteSpool

        return SqliteSpool(self.data_folder / "spool.sqlite3")

    @cached_property
    def sessions(self) -> SessionHistory | None:
        """This machine's OpenClaw, where `pmem hooks install openclaw` was run for the vault."""
        if not (self.data_folder / "openclaw.json").exists():
            return None  # as nearly always: nothing is imported for it
        from progressive_memory.adapters.chat_exports.canonical import event_or_problem
        from progressive_memory.adapters.openclaw_sessions import linked_sessions

        return linked_sessions(self.data_folder, self.cache_folder, event_or_problem)

    @cached_property
    def tokens(self) -> TokenCounter:
        """The estimate by character classes, or a real vocabulary (DESIGN §6 "Tokens").

        Raises:
            ConfigInvalid: the vocabulary's package is not installed.
        """
        if self.settings.counter == "bpe":
            from progressive_memory.adapters.tokens_bpe import BpeTokens

            return BpeTokens()
        from progressive_memory.adapters.tokens_estimate import EstimatedTokens

        return EstimatedTokens()

    @cached_property
    def model(self) -> LanguageModel:
        """The language model that the settings and the environment name (docs/settings.md).

        Raises:
            ConfigInvalid: no endpoint, no model or no key is named; the key's value is never told.
        """
        from progressive_memory.adapters.model_openai import open_model

        return open_model(self.settings, os.environ)

    @cached_property
    def data_folder(self) -> Path:
        """What must be backed up: spool, journal, credentials (DESIGN §4). Made private."""
        folder = _user_folder("data") / self.settings.vault_id
        if not folder.exists() and self._was_flushed():
            from progressive_memory.domain.notice import Notice

            said = f"the data folder {folder} was missing: what was flushed before cannot be undone"
            self.notice(Notice("data_folder_missing", "", said))
        return _private(folder)

    def _was_flushed(self) -> bool:
        """Whether anything was ever flushed in the vault."""
        from progressive_memory.vault import flush_state, layout

        try:
            text = (self.root / layout.FLUSH_STATE).read_text("utf-8", "replace")
        except OSError:
            return False
        return bool(flush_state.parse(text).last_flush_time)

    @cached_property
    def cache_folder(self) -> Path:
        """What can be deleted at any time: search index, disclosures. Made private.

        A copy of a vault with the same `vault_id` has one of its own as long as both stand: what
        was seen in one of them would be missed, and taken for deleted, in the other.
        """
        folder = _private(_user_folder("cache") / self.settings.vault_id)
        places = _Places(folder / "place", self.root, self.settings.vault_id)
        if places.others:
            self._tell_two_places(places.others)
        if places.is_first:
            return folder
        from hashlib import sha256

        return _private(folder / sha256(os.fsencode(self.root)).hexdigest()[:16])

    def _tell_two_places(self, others: list[str]) -> None:
        from progressive_memory.domain.notice import Notice

        where = ", ".join(place.encode("utf-8", "backslashreplace").decode() for place in others)
        said = (
            f"a vault with the same vault_id stands at {where} too: they share one history. Give "
            f"the copy a vault_id of its own in {SETTINGS}"
        )
        self.notice(Notice("two_places", SETTINGS, said))


def _user_folder(kind: Literal["data", "cache"]) -> Path:
    """Where this user's data or caches of ours go: named in the environment, else the system's."""
    named = os.environ.get(f"PROGRESSIVE_MEMORY_{kind.upper()}")
    if named:
        return Path(named)
    if sys.platform == "linux" and "ANDROID_ROOT" not in os.environ:
        # As platformdirs has it; importing that costs a hook a tenth of its time.
        there = os.environ.get(f"XDG_{kind.upper()}_HOME", "")
        below = {"data": ".local/share", "cache": ".cache"}[kind]
        return Path(there if there.strip() else Path.home() / below) / APP
    import platformdirs

    if kind == "data":
        return platformdirs.user_data_path(APP, appauthor=False)
    return platformdirs.user_cache_path(APP, appauthor=False)


class _Places:
    """Where the vaults of one `vault_id` stand that were used with a cache folder, by the file
    `note` in it: the first is that of the folder, each further one a copy with a folder of its own.
    The vault at `root` is noted there: in place of the first where that one stands no more, for
    then it has moved.
    """

    def __init__(self, note: Path, root: Path, vault_id: str) -> None:
        self._vault_id = vault_id
        try:
            noted = note.read_text("utf-8", "surrogateescape")
        except OSError:
            noted = ""
        here = str(root)
        if noted == here:  # as nearly always
            self.is_first, self.others = True, []
            return
        known = noted.split("\0")
        self.others = [place for place in known if place != here and self._is_other(place, root)]
        first, *copies = known
        if here not in known and first not in self.others:
            first = here
        elif here not in known:
            copies.append(here)
        self.is_first = first == here
        said = "\0".join((first, *(each for each in copies if each in {here, *self.others})))
        if said != noted:
            with suppress(OSError):  # a cache that cannot be written serves its reader all the same
                note.write_text(said, "utf-8", "surrogateescape")

    def _is_other(self, place: str, root: Path) -> bool:
        """Whether another vault of that id stands there; one folder may have two paths."""
        settings = Path(place, SETTINGS)
        try:
            text = settings.read_text("utf-8", "replace") if place else ""
            return self._vault_id in text and not settings.samefile(root / SETTINGS)
        except OSError:
            return False


def _private(folder: Path) -> Path:
    """A folder of ours; where it cannot be made, who needs to write there says so."""
    with suppress(OSError):
        for each in (folder.parent, folder):  # `parents=True` would not make the parent private
            each.mkdir(mode=0o700, parents=True, exist_ok=True)
    return folder

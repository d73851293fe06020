"""All ports in memory at once, for tests of services."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import UTC, datetime

from progressive_memory.adapters.memory.clock import MemoryClock
from progressive_memory.adapters.memory.ledger import MemoryRunLedger
from progressive_memory.adapters.memory.model import ScriptedModel
from progressive_memory.adapters.memory.search import MemorySearchIndex
from progressive_memory.adapters.memory.sessions import MemorySessions
from progressive_memory.adapters.memory.spool import MemorySpool
from progressive_memory.adapters.memory.state import MemoryStateStore
from progressive_memory.adapters.memory.vault import MemoryVaultStore
from progressive_memory.domain.notice import Notice
from progressive_memory.domain.plan import GROUP_RENAME, Plan
from progressive_memory.domain.settings import Settings
from progressive_memory.text.tokens import estimate


class MemoryTokens:
    """The estimate of `text.tokens`."""

    def count(self, text: str) -> int:
        """Tokens of `text`."""
        return estimate(text)


@dataclass
class MemoryPorts:
    """The twins of one vault (`ports.Ports`); replace any of them to taste."""

    clock: MemoryClock = field(
        default_factory=lambda: MemoryClock(datetime(2026, 5, 15, 6, 17, tzinfo=UTC))
    )
    settings: Settings = field(default_factory=lambda: Settings(vault_id="in-memory"))
    search: MemorySearchIndex = field(default_factory=MemorySearchIndex)
    state: MemoryStateStore = field(default_factory=MemoryStateStore)
    spool: MemorySpool = field(default_factory=MemorySpool)
    ledger: MemoryRunLedger = field(default_factory=MemoryRunLedger)
    sessions: MemorySessions | None = None
    machine: str = "in-memory"
    tokens: MemoryTokens = field(default_factory=MemoryTokens)
    model: ScriptedModel = field(default_factory=ScriptedModel)
    told: dict[tuple[str, str], Notice] = field(default_factory=dict)
    vault: MemoryVaultStore = field(init=False)

    def __post_init__(self) -> None:
        self.vault = MemoryVaultStore(self.clock, caches_follow=self._caches_follow)

    @property
    def notices(self) -> tuple[Notice, ...]:
        """What was to be told so far, each thing once, oldest first."""
        return tuple(self.told.values())

    def notice(self, notice: Notice) -> None:
        """Keep what is to be told."""
        self.told.setdefault((notice.code, notice.about), notice)

    def _caches_follow(self, plan: Plan) -> None:
        if plan.verb == GROUP_RENAME:
            old, new = plan.groups
            self.search.clear(old)
            self.state.move(old, new)
            return
        self.search.clear()
        for group in plan.groups:
            self.state.forget(group, plan.entry_ids)

"""MemoryStateStore: StateStore in dictionaries."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence

from progressive_memory.domain.disclosure import Disclosure


class MemoryStateStore:
    """StateStore that lives as long as the object; safe for several threads."""

    def __init__(self) -> None:
        self._disclosures: dict[str, Disclosure] = {}
        self._seen: dict[str, dict[str, tuple[str, ...]]] = {}
        self._lock = threading.Lock()

    def update(
        self, session: str, change: Callable[[Disclosure | None], Disclosure | None]
    ) -> Disclosure | None:
        """Replace a session's disclosure by `change(current)`; None removes it."""
        with self._lock:
            changed = change(self._disclosures.get(session))
            if changed is None:
                self._disclosures.pop(session, None)
            else:
                self._disclosures[session] = changed
            return changed

    def seen(self, group: str) -> dict[str, tuple[str, ...]]:
        """Entry id → block ids of its evidence, as last put by `set_seen`."""
        return dict(self._seen.get(group, {}))

    def set_seen(self, group: str, seen: dict[str, tuple[str, ...]]) -> None:
        """Replace what `seen` returns for the group."""
        self._seen[group] = dict(seen)

    def move(self, old: str, new: str) -> None:
        """Let what was seen of a group be seen of it under its new name."""
        if old in self._seen:
            self._seen[new] = self._seen.pop(old)

    def forget(self, group: str, entry_ids: Sequence[str]) -> None:
        """End every disclosure of the group, and let those entries be as if never seen."""
        with self._lock:
            shown = self._disclosures.items()
            self._disclosures = {name: one for name, one in shown if one.group != group}
            left = self._seen.get(group, {}).items()
            self._seen[group] = {each: marks for each, marks in left if each not in entry_ids}

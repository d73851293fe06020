"""What `pmem init` reports."""

from __future__ import annotations

from dataclasses import dataclass

from progressive_memory.domain.group import Language


@dataclass(frozen=True)
class InitReport:
    """A vault made ready. `created` and `kept` are vault-relative paths, in path order; a kept
    file stood already and was not touched.
    """

    vault: str
    vault_id: str
    language: Language
    created: tuple[str, ...]
    kept: tuple[str, ...]

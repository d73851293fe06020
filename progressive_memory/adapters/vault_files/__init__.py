"""The vault as a folder of files: `VaultFiles` is the only code that writes a note (DESIGN §4)."""

from __future__ import annotations

from progressive_memory.adapters.vault_files.store import VaultFiles, Writing

__all__ = ["VaultFiles", "Writing"]

"""A place that was named as the vault and is none."""

from __future__ import annotations

from pathlib import Path

from progressive_memory.errors import VaultNotFound
from progressive_memory.text.shell import quoted
from progressive_memory.vault.layout import SETTINGS


def no_vault(root: Path, named_by: str = "") -> VaultNotFound:
    """The error to raise of it; where it stands inside a vault, that one is named."""
    around = next((each for each in root.absolute().parents if (each / SETTINGS).is_file()), None)
    if around:
        return VaultNotFound(
            f"{named_by}{root} is no vault of ours, it stands in one",
            next_step=f"--vault {quoted(str(around))}",
        )
    new = f"pmem init {quoted(str(root))} for a new one"
    return VaultNotFound(
        f"{named_by}{root} is no vault of ours: it has no {SETTINGS}",
        next_step=f"--vault DIR where your vault stands, or {new}",
    )

"""A vault of an eval's own, in a temporary folder with its own data and cache."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from progressive_memory.api import Memory
from progressive_memory.domain.group import Language


@contextmanager
def own_vault(
    language: Language = "en", *, semantic: bool = False
) -> Iterator[tuple[Path, Memory]]:
    """A new vault and its memory, `semantic` in its settings; all of it is gone afterwards, and
    nothing else was touched.
    """
    with tempfile.TemporaryDirectory(prefix="pmem-eval-") as folder:
        before = dict(os.environ)
        os.environ["PROGRESSIVE_MEMORY_DATA"] = f"{folder}/data"
        os.environ["PROGRESSIVE_MEMORY_CACHE"] = f"{folder}/cache"
        try:
            vault = Path(folder) / "vault"
            Memory.init(vault, language)
            yield vault, switched_on(vault) if semantic else Memory.open(vault)
        finally:
            os.environ.clear()
            os.environ.update(before)


def switched_on(vault: Path) -> Memory:
    """The vault's memory, with `semantic = true` in its settings."""
    settings = vault / "progressive-memory.toml"
    text = settings.read_text(encoding="utf-8")
    settings.write_text(text.replace("#semantic = false", "semantic = true"), encoding="utf-8")
    return Memory.open(vault)

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
def own_vault(language: Language = "en") -> Iterator[tuple[Path, Memory]]:
    """A new vault and its memory; all of it is gone afterwards, and nothing else was touched."""
    with tempfile.TemporaryDirectory(prefix="pmem-eval-") as folder:
        before = dict(os.environ)
        os.environ["PROGRESSIVE_MEMORY_DATA"] = f"{folder}/data"
        os.environ["PROGRESSIVE_MEMORY_CACHE"] = f"{folder}/cache"
        try:
            vault = Path(folder) / "vault"
            Memory.init(vault, language)
            yield vault, Memory.open(vault)
        finally:
            os.environ.clear()
            os.environ.update(before)

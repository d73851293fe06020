"""How another program is to call us: the words of `pmem`, and what of the environment it needs."""

from __future__ import annotations

import os
import sys
from pathlib import Path

_NAMED = ("PROGRESSIVE_MEMORY_DATA", "PROGRESSIVE_MEMORY_CACHE")
"""Where the ledger and the index are."""


def own_command() -> tuple[str, ...]:
    """The `pmem` beside this Python, else this Python and our name."""
    beside = Path(sys.executable).with_name("pmem")
    return (str(beside),) if beside.exists() else (sys.executable, "-m", "progressive_memory")


def own_environment() -> dict[str, str]:
    """Those of our variables that are set, with absolute paths."""
    return {name: str(Path(os.environ[name]).absolute()) for name in _NAMED if os.environ.get(name)}

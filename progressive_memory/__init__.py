"""Long-term memory for group chats, kept as plain Markdown in an Obsidian vault.

The front door for programs is :mod:`progressive_memory.api`; the command line is `pmem`.
"""

from __future__ import annotations

__version__ = "0.1.0"

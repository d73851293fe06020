"""The command line: flags in, one call into `api`, one renderer out."""

from __future__ import annotations

import click


@click.group()
def main() -> None:
    """Long-term memory for group chats, kept as Markdown in an Obsidian vault."""

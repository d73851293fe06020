"""Extract: what a segment says that is worth keeping."""

from __future__ import annotations


def is_task_change(text: str) -> bool:
    """True when a message takes, gives away, finishes or blocks a task; cheap, for the log."""
    from progressive_memory.flush.extract.grammar.task_changes import says_task_change

    return says_task_change(text)

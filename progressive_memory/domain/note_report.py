"""What `pmem note` reports."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class NoteChanged:
    """A note edited, or renamed: then `path` is its new path.

    `changed` are all files changed, vault-relative, in path order; () when everything stood as
    asked. `undo_id` is what `pmem undo` takes, "" when nothing was written. `diff` is what a dry
    run would write. In the notes `kept` a person saved in between, and their text stayed. `unsure`
    are links that stayed as they were, each as `path, line n: target`: they may mean a note that
    moved, or another.
    """

    path: str
    changed: tuple[str, ...] = ()
    undo_id: str = ""
    dry_run: bool = False
    diff: str = ""
    kept: tuple[str, ...] = ()
    unsure: tuple[str, ...] = ()

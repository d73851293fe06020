"""Links of a note or canvas pointed elsewhere: their targets change, and no other byte."""

from __future__ import annotations

from progressive_memory.domain.plan import Relink
from progressive_memory.vault import canvas, frontmatter, quoting, text_runs
from progressive_memory.vault.moves import CANVAS
from progressive_memory.vault.wikilinks import Link, repointed


def relink(path: str, text: str, operation: Relink) -> str:
    """The file with its links as the operation has them.

    Raises:
        NoteUnwritable: no canvas, or a property that would not be valid with the new name.
    """
    wikilinks, markdown = dict(operation.wikilinks), dict(operation.markdown)

    blocks = {(one.markdown, one.written, f"^{one.block_id}"): one.new for one in operation.blocks}

    def target_of(link: Link) -> str | None:
        new = blocks.get((link.markdown, link.written, link.fragment))
        if new is not None:
            return new
        return (markdown if link.markdown else wikilinks).get(link.written)

    is_canvas = path.endswith(CANVAS)
    runs = canvas.text_runs(path, text) if is_canvas else text_runs.runs(text)
    linked = repointed(text, runs, target_of, keep_shown=operation.keep_shown)
    if is_canvas:
        return _with_files(path, linked, operation)
    if linked != text:
        frontmatter.check_writable(path, linked)
    return linked


def _with_files(path: str, text: str, operation: Relink) -> str:
    files = dict(operation.files)
    for card in reversed(canvas.file_runs(path, text)):
        new = files.get(card.text)
        if new is not None:
            start, end = card.places[0], card.places[len(card.text)]
            text = text[:start] + quoting.written(new, '"') + text[end:]
    return text

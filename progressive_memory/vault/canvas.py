"""A JSON Canvas: the files its cards show, and the Markdown of its text cards."""

from __future__ import annotations

from collections.abc import Iterator

from progressive_memory.errors import NoteUnwritable
from progressive_memory.vault import json_spans, quoting
from progressive_memory.vault.text_runs import Run, body_runs


def text_runs(path: str, text: str) -> Iterator[Run]:
    """The runs of every text card, as `text_runs.runs` cuts those of a note.

    Raises:
        NoteUnwritable: it is no canvas.
    """
    for card in _strings(path, text, "text"):
        for run in body_runs(card.text):
            places = [card.places[place] for place in run.places]
            yield Run(run.text, places, card.quote, run.in_table, run.alone)


def file_runs(path: str, text: str) -> tuple[Run, ...]:
    """The path of each card that shows a file.

    Raises:
        NoteUnwritable: it is no canvas.
    """
    return tuple(_strings(path, text, "file"))


def _strings(path: str, text: str, key: str) -> Iterator[Run]:
    """The strings that stand under `key` in the cards, in order."""
    if not text.strip("\ufeff \t\r\n"):
        return  # Obsidian makes a new canvas an empty file
    try:
        yield from _of_cards(text, key)
    except (ValueError, RecursionError, json_spans.TwiceError) as error:
        said = "nested too deeply" if isinstance(error, RecursionError) else str(error)
        raise NoteUnwritable(
            f"{path} is no valid canvas: {said}", next_step=f"Correct {path}, then run it again."
        ) from error


def _of_cards(text: str, key: str) -> Iterator[Run]:
    nodes = json_spans.whole(text).member("nodes")
    if nodes is None or text[nodes.value_start] != "[":
        return
    for start in json_spans.items(text, nodes.value_start):
        if text[start] != "{":
            continue
        member = json_spans.object_at(text, start).member(key)
        if member is not None and text[member.value_start] == '"':
            source = text[member.value_start + 1 : member.value_end - 1]
            value, places = quoting.read(source, '"')
            yield Run(value, [member.value_start + 1 + place for place in places], '"')

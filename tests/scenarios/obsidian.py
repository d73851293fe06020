"""Run by `test_many_writers.py`: an editor as Obsidian is one, with a note open that a person types in.

What was typed stands in a buffer; some time after, the buffer is saved by emptying the file and
writing it anew. A file that changed meanwhile is merged into the buffer first. Two seconds of
Obsidian are a fifth of one here. Words: the note, a file whose coming ends it, a word for the lines.
Prints how many lines were typed.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path

TICK_SECONDS = 0.04
SAVED_AFTER_TICKS = 5


class OpenNote:
    """A note in the editor: what it held when last in step with the file, and what is typed since."""

    def __init__(self, note: Path) -> None:
        self.note = note
        self.shown = note.read_text(encoding="utf-8")
        self.typed: list[str] = []

    def look(self) -> None:
        """Take up what somebody else wrote; what is typed stays. An empty file is half a save."""
        try:
            there = self.note.read_text(encoding="utf-8")
        except FileNotFoundError:
            return
        if there.strip():
            self.shown = there

    def save(self) -> None:
        self.look()
        ending = "" if self.shown.endswith("\n") else "\n"
        self.shown = "".join([self.shown, ending, *(f"{line}\n" for line in self.typed)])
        self.typed.clear()
        with self.note.open("w", encoding="utf-8", newline="") as file:
            file.write(self.shown)


def main(note: Path, end: Path, word: str) -> None:
    editor = OpenNote(note)
    count = tick = 0
    while not end.exists():
        tick += 1
        editor.typed.append(f"- {word}{count:04d}")
        count += 1
        editor.look()
        if tick % SAVED_AFTER_TICKS == 0:
            editor.save()
        time.sleep(TICK_SECONDS)
    editor.save()
    sys.stdout.write(f"{count}\n")


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3])

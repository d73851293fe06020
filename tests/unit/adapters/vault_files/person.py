"""Run by `test_placing_race.py`: a person who adds lines to a note in an editor, and saves.

Words: the note, how many saves, `in-place` (as Obsidian saves) or `by-rename`, a seed.
"""

from __future__ import annotations

import random
import sys
import time
from pathlib import Path

HEADING = b"## By hand\n"


def main(note: Path, saves: int, way: str, seed: int) -> None:
    chance = random.Random(seed)
    beside = note.with_name(".editor")
    for number in range(saves):
        text = read(note)
        after = text.index(HEADING) + len(HEADING)
        text = text[:after] + b"- h%04d\n" % number + text[after:]
        if way == "in-place":
            note.write_bytes(text)
        else:
            beside.write_bytes(text)
            beside.replace(note)
        time.sleep(chance.uniform(0, 0.02))


def read(note: Path) -> bytes:
    """The note, once it is whole."""
    while True:
        text = note.read_bytes()
        if HEADING in text:
            return text
        time.sleep(0.0002)


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]), sys.argv[3], int(sys.argv[4]))

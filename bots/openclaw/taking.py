"""A session of OpenClaw, taken in: logged, flushed, and the room told what came of it."""

from __future__ import annotations

import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from os import PathLike
from typing import BinaryIO

from progressive_memory.api_live import LiveMemory
from progressive_memory.domain.group import Language
from progressive_memory.errors import ProgressiveMemoryError, VaultNotFound

from ..matrix.wording import plain
from . import wording

_PATIENCE_SECONDS = 180
"""Until a call of OpenClaw's is given up; a cold one takes twenty seconds on a slow machine."""


@dataclass(frozen=True)
class Wanted:
    """Which room the lines are of, what asked for it, and the words that say something in the room
    (the text comes after them; none = the room is told nothing). `display_name` names the group of
    a room that has none yet. `returned` has the text come back to the caller instead.
    """

    room_id: str
    display_name: str
    trigger: str
    session: str
    answer: tuple[str, ...] = ()
    returned: bool = False


@dataclass(frozen=True)
class Taken:
    """What came of it, in figures: this stands in a file, and no other room may read what was said.
    `told` says whether the room was to be told, and was; `answer` is "" unless it was to come back.
    `problem` is what kept it from being written.
    """

    group: str
    trigger: str
    logged: int
    skipped: int
    written: int
    pending: int
    told: bool = False
    problem: str = ""
    answer: str = ""


def take_in(vault: str | PathLike[str] | None, wanted: Wanted, lines: BinaryIO) -> Taken:
    """Log canonical lines into the group of a room and flush it; an unknown room gets a group.

    Where the answer is to come back, what could not be done comes back in it.

    Raises:
        VaultNotFound, ConfigInvalid: there is no vault to write to; the room is told.
        ProgressiveMemoryError: it could not be done; the room is told.
    """
    language: Language = "en"
    try:
        memory = LiveMemory.open(vault)
        language = memory.language()
        row = memory.room_group(wanted.room_id, wanted.display_name)
        language = row.language
        logged = memory.log_file(row.name, lines, name="transcript", form="jsonl")
        report = memory.flush(row.name, trigger=wanted.trigger, session=wanted.session)
    except ProgressiveMemoryError as error:
        text = _refusal(language, error)
        if wanted.returned:
            return Taken("", wanted.trigger, 0, 0, 0, 0, problem=error.message, answer=text)
        _tell(wanted.answer, text)
        raise
    done = report.groups[0]
    text = wording.digest(language, done)
    return Taken(
        group=row.name,
        trigger=wanted.trigger,
        logged=logged.logged,
        skipped=logged.skipped_total,
        written=len(done.written),
        pending=len(done.pending),
        told=_tell(wanted.answer, text),
        problem="".join(done.problems[:1]),
        answer=text if wanted.returned else "",
    )


def _refusal(language: Language, error: ProgressiveMemoryError) -> str:
    """Why nothing was kept; a room is not told where on the disk something is missing."""
    if isinstance(error, VaultNotFound):
        return wording.say(language, "no_vault")
    why = f"{plain(error.message)}\n{error.next_step and f'`{error.next_step}`'}".strip()
    return wording.say(language, "failed", why=why)


def _tell(words: Sequence[str], text: str) -> bool:
    """Say it in the room; whether that worked. What is written stands either way."""
    if not words:
        return False
    try:
        done = subprocess.run(
            [*words, text],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=_PATIENCE_SECONDS,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired):
        return False
    return done.returncode == 0

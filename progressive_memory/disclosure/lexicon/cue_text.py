"""A message in plain form, and the cues it holds.

Folded, every run of anything but letters and digits one blank, with a blank at both ends. English
cues stand between blanks; Chinese ones are found anywhere.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable

_RUN_TOGETHER = {
    **{f"{word}s": f"{word} s" for word in ("what", "who", "where", "when", "how", "that", "here")},
    **{
        f"{word}{ending}": f"{word}{meant}"
        for word in "did does do is was are were have has had should would could".split()
        for ending, meant in (("nt", " nt"), ("n", ""))
        if (word, ending) not in {("do", "n"), ("is", "n"), ("are", "n"), ("was", "n")}
    },
    "t": "nt",
    "isn": "is",
    "aren": "are",
    "wasn": "was",
    "don": "do",
    "cant": "can nt",
    "lets": "let s",
    "im": "i m",
    "ive": "i ve",
    "u": "you",
    "ur": "your",
    "r": "are",
    "shoud": "should",
    "abuot": "about",
    "teh": "the",
    "wat": "what",
    "wht": "what",
    "waht": "what",
    "whos": "who s",
    "theres": "there s",
    "hows": "how s",
    "dunno": "do nt know",
}
"""Written without the apostrophe, with it, or as typed in a hurry."""


def plain(message: str) -> str:
    """A message in plain form, e.g. `" what s the p95 目标 "`."""
    folded = unicodedata.normalize("NFKC", message).casefold()
    parts = "".join(c if c.isalnum() else " " for c in folded).split()
    return " " + " ".join(_RUN_TOGETHER.get(part, part) for part in parts) + " "


def said(cues: Iterable[str], message: str) -> str:
    """The first cue that a plain message holds, "" when none.

    `…` in a cue stands for any words between its parts, `^` for the beginning of the message.
    """
    for cue in cues:
        if _holds(cue, message):
            return cue
    return ""


def every_said(cues: Iterable[str], message: str) -> list[str]:
    """All cues that a plain message holds, in the order given."""
    return [cue for cue in cues if _holds(cue, message)]


def _holds(cue: str, message: str) -> bool:
    if cue.startswith("^"):
        return message.startswith(f" {cue[1:]} ")
    if "…" not in cue:
        return (f" {cue} " if cue.isascii() else cue) in message
    at = 0
    for written in cue.split("…"):
        part = f" {written.strip()} " if written.isascii() else written
        at = message.find(part, at)
        if at < 0:
            return False
        at += max(1, len(part) - 1)
    return True


def listed(text: str) -> tuple[str, ...]:
    """The cues of a list written with commas or on lines."""
    return tuple(cue.strip() for cue in text.replace("\n", ",").split(",") if cue.strip())

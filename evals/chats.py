"""What the evals on public chats share: a chat as canonical lines, and BM25 as a floor."""

from __future__ import annotations

import io
import json
import math
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from progressive_memory.api import Memory
from progressive_memory.domain.group import NewGroup

_WORD = re.compile(r"[a-z0-9']+")
_ENDING = re.compile(r"(ing|ed|es|s|'s)$")
_STOP = frozenset(
    "a an and are as at be been by did do does for from had has have he her his how i in is it "
    "its my of on or our she that the their them they this to was we were what when where which "
    "who why with you your".split()
)
_K1, _B, _LEAST_IDF = 1.5, 0.75, 0.25


@dataclass(frozen=True)
class Turn:
    """One message of a public chat; `stretch` is the session or meeting it belongs to."""

    event_id: str
    ts: str
    sender: str
    text: str
    stretch: str

    @property
    def line(self) -> str:
        """It as the floor reads and counts it."""
        return f"{self.sender}: {self.text}"


def data_folder(shared: Path) -> Path:
    """Where the chats are: in the folder itself, or in `data` below it."""
    return shared / "data" if (shared / "data").is_dir() else shared


def log_chat(memory: Memory, group: str, turns: Iterable[Turn]) -> None:
    """Add a group and log the turns in it, as canonical lines."""
    memory.group_add(NewGroup(group, language="en", timezone="UTC"))
    lines = (
        {
            "event_id": turn.event_id,
            "ts": turn.ts,
            "sender": turn.sender,
            "sender_name": turn.sender,
            "text": turn.text,
        }
        for turn in turns
    )
    data = "".join(f"{json.dumps(line, ensure_ascii=False)}\n" for line in lines).encode()
    memory.log_file(group, io.BytesIO(data), name=f"{group}.jsonl", form="jsonl")


def floor_tokens(line: str) -> int:
    """How the floor counts a line: 1.3 tokens a word, and 4 for the turn."""
    return int(1.3 * len(line.split())) + 4


def within(order: Iterable[int], tokens: Sequence[int], budget: int) -> list[int]:
    """Of `order` what fits into the budget, the first first; what does not fit is passed over."""
    found = []
    for at in order:
        if tokens[at] <= budget:
            budget -= tokens[at]
            found.append(at)
        if budget < min(tokens, default=0):
            break
    return found


class Bm25:
    """The floor: Okapi BM25 over lines, stop words left out, endings cut off."""

    def __init__(self, lines: Sequence[str]) -> None:
        counts = [Counter(_terms(line)) for line in lines]
        lengths = [sum(count.values()) for count in counts]
        average = sum(lengths) / max(len(lines), 1)
        self._size = len(lines)
        self._postings: dict[str, list[tuple[int, float]]] = {}
        for at, count in enumerate(counts):
            norm = _K1 * (1 - _B + _B * lengths[at] / average)
            for term, times in count.items():
                share = times * (_K1 + 1) / (times + norm)
                self._postings.setdefault(term, []).append((at, share))
        idf = {term: self._idf(len(found)) for term, found in self._postings.items()}
        least = _LEAST_IDF * sum(idf.values()) / max(len(idf), 1)
        self._weights = {term: value if value >= 0 else least for term, value in idf.items()}

    def order(self, query: str) -> list[int]:
        """The lines, best first; ties in their own order."""
        scores = [0.0] * self._size
        for term in _terms(query):
            for at, share in self._postings.get(term, ()):
                scores[at] += self._weights[term] * share
        return sorted(range(self._size), key=lambda at: -scores[at])

    def _idf(self, holding: int) -> float:
        return math.log((self._size - holding + 0.5) / (holding + 0.5))


def _terms(text: str) -> list[str]:
    found = (word for word in _WORD.findall(text.lower()) if word not in _STOP)
    return [_ENDING.sub("", word) if len(word) > 4 else word for word in found]

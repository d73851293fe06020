"""Questions about long chats of two: are the turns that answer among those found?

    python -m evals.conversations [SHARED]

SHARED is a folder of public data (default: `shared` beside the checkout). Of it every conversation
in `locomo/locomo*.json` and `realtalk/Chat*.json` is read. Each is logged into a group of its own,
and each question is asked with `Memory.search`, scope `log`, in the default order of its hits.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from evals.chats import Bm25, Turn, data_folder, floor_tokens, log_chat, within
from evals.measured import Absent, Measured, run
from evals.own_vault import own_vault
from progressive_memory.api import Memory
from progressive_memory.ports import Query

COMMAND = "python -m evals.conversations"
TURNS, TOKENS = 10, 2_000
_HITS = 400
_GOALS: dict[str, tuple[float | None, float | None]] = {
    "LoCoMo": (0.66, 0.80),
    "REALTALK": (None, 0.74),
    "[semantic]: LoCoMo": (0.70, 0.84),
    "[semantic]: REALTALK": (None, None),
}
"""The least share of the evidence in ten turns, and in 2,000 tokens."""
_EVIDENCE = re.compile(r"D\d+:\d+")
_SESSION = re.compile(r"session_\d+")
_ADVERSARIAL = 5

_PROTOCOL = (
    "share of the evidence turns among the hits, a mean over all questions that name a turn of the "
    "chat; tokens: 1.3 a word and 4 a turn, a turn that does not fit is passed over; floor: BM25 "
    "over the same turns. {}"
)
_PASSAGES = (
    "the same, but of what `Memory.search(tokens=2000)` hands over, by the product's own count"
)


@dataclass(frozen=True)
class Question:
    """A question and the event ids of the turns that answer it."""

    text: str
    evidence: frozenset[str]


@dataclass(frozen=True)
class Conversation:
    """A chat and what is asked about it."""

    name: str
    turns: list[Turn]
    questions: list[Question]


@dataclass(frozen=True)
class Recall:
    """Evidence found for one question: by hits, by tokens, by passages, and by the floor."""

    turns: float
    tokens: float
    passages: float
    floor_turns: float
    floor_tokens: float


def locomo(folder: Path) -> list[Conversation]:
    """The conversations with questions of categories 1–4, without those the audit finds faulty.

    The audit numbers conversations as the complete set does; a part of it keeps its order.
    """
    files = sorted(folder.glob("locomo*.json"))
    if not files:
        return []
    audit = json.loads((folder / "errors.json").read_text(encoding="utf-8"))
    faulty = {_folded(row["question"]) for row in audit}
    chats = [chat for file in files for chat in json.loads(file.read_text(encoding="utf-8"))]
    found = {}
    for chat in chats:
        asked = [q for q in chat["qa"] if q["category"] != _ADVERSARIAL]
        asked = [q for q in asked if _folded(q["question"]) not in faulty]
        turns = list(_locomo_turns(chat["sample_id"], chat["conversation"]))
        name = chat["sample_id"]
        found[name] = Conversation(name, turns, _questions(name, asked, turns))
    return list(found.values())


def realtalk(folder: Path) -> list[Conversation]:
    """The chats with all questions that name a turn."""
    found = []
    for file in sorted(folder.glob("**/Chat*.json")):
        chat = json.loads(file.read_text(encoding="utf-8"))
        name = file.stem
        turns = [
            Turn(
                f"{name}:{turn['dia_id']}",
                datetime.strptime(turn["date_time"], "%d.%m.%Y, %H:%M:%S").isoformat() + "Z",
                turn["speaker"],
                turn.get("clean_text") or "",
                session,
            )
            for session in filter(_SESSION.fullmatch, chat)
            for turn in chat[session]
        ]
        found.append(Conversation(name, turns, _questions(name, chat["qa"], turns)))
    return found


def measure(shared: Path) -> list[Measured]:
    """Evidence recall in whatever conversations are there, by words.

    Raises:
        Absent: there are none.
    """
    rows = figures(shared)
    if not rows:
        raise Absent(f"neither locomo/ nor realtalk/ is in {data_folder(shared)}")
    return rows


def figures(shared: Path, *, semantic: bool = False) -> list[Measured]:
    """Evidence recall in whatever conversations are there; with `semantic` by meaning too."""
    shared = data_folder(shared)
    sets = {
        "LoCoMo": (locomo(shared / "locomo"), "categories 1–4 without the audited faulty items"),
        "REALTALK": (realtalk(shared / "realtalk"), "all categories"),
    }
    rows: list[Measured] = []
    for name, (conversations, which) in sets.items():
        if conversations:
            recalls = [r for one in conversations for r in recalled(one, semantic=semantic)]
            label = f"[semantic]: {name}" if semantic else name
            rows += _rows(label, recalls, _PROTOCOL.format(f"{name}: {which}"))
    return rows


def recalled(conversation: Conversation, *, semantic: bool = False) -> list[Recall]:
    """What is found for each question of one conversation, in a vault of its own."""
    turns = conversation.turns
    places = {turn.event_id: at for at, turn in enumerate(turns)}
    tokens = [floor_tokens(turn.line) for turn in turns]
    floor = Bm25([turn.line for turn in turns])
    found = []
    with own_vault(semantic=semantic) as (_, memory):
        log_chat(memory, "chat", turns)
        for question in conversation.questions:
            gold = {places[event_id] for event_id in question.evidence}
            hits = [places[event_id] for event_id in hit_ids(memory, question.text)]
            best = [places[each] for each in hit_ids(memory, question.text, limit=TURNS)]
            passages = [places[each] for each in hit_ids(memory, question.text, tokens=TOKENS)]
            order = floor.order(question.text)
            found.append(
                Recall(
                    _share(gold, best),
                    _share(gold, within(hits, tokens, TOKENS)),
                    _share(gold, passages),
                    _share(gold, order[:TURNS]),
                    _share(gold, within(order, tokens, TOKENS)),
                )
            )
    return found


def hit_ids(memory: Memory, text: str, *, limit: int = _HITS, tokens: int = 0) -> list[str]:
    """The event ids a search of the log hands over, in its order."""
    report = memory.search("chat", Query(text), scope="log", limit=limit, tokens=tokens)
    return [hit.event_id for hit in report.hits if hit.event_id]


def _rows(name: str, recalls: Sequence[Recall], protocol: str) -> Iterator[Measured]:
    goals = _GOALS[name]
    columns = (
        (f"@{TURNS} turns", "turns", "floor_turns", goals[0], protocol),
        (f"@{TOKENS:,} tokens", "tokens", "floor_tokens", goals[1], protocol),
        (f"in passages of {TOKENS:,} tokens", "passages", "floor_tokens", goals[1], _PASSAGES),
    )
    for label, ours, theirs, goal, how in columns:
        value = _mean([getattr(recall, ours) for recall in recalls])
        yield Measured(
            measure=f"{name}: evidence {label}",
            value=f"{value:.3f}",
            floor=f"{_mean([getattr(recall, theirs) for recall in recalls]):.3f}",
            goal="" if goal is None else f"{goal:.2f}",
            n=len(recalls),
            protocol=how,
            reached=None if goal is None else value >= goal,
            command=COMMAND,
        )


def _locomo_turns(name: str, conversation: dict[str, Any]) -> Iterator[Turn]:
    for session in filter(_SESSION.fullmatch, conversation):
        start = datetime.strptime(conversation[f"{session}_date_time"], "%I:%M %p on %d %B, %Y")
        for number, turn in enumerate(conversation[session]):
            at = start + timedelta(seconds=30 * number)
            text = f"{turn['text']} {turn.get('blip_caption', '')}".strip()
            event_id = f"{name}:{turn['dia_id']}"
            yield Turn(event_id, f"{at.isoformat()}Z", turn["speaker"], text, session)


def _questions(name: str, asked: Sequence[dict[str, Any]], turns: list[Turn]) -> list[Question]:
    known = {turn.event_id for turn in turns}
    found = []
    for row in asked:
        named = {
            f"{name}:{turn}"
            for piece in row.get("evidence") or []
            for turn in _EVIDENCE.findall(str(piece))
        }
        if named & known:
            found.append(Question(row["question"], frozenset(named & known)))
    return found


def _folded(text: str) -> str:
    return " ".join(text.split()).casefold()


def _share(gold: set[int], found: Sequence[int]) -> float:
    return len(gold.intersection(found)) / len(gold)


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values) if values else 0.0


if __name__ == "__main__":
    run(measure)

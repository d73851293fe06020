"""How much of a group's notes a recall hands over, with the answer still in it.

    python -m evals.handed_over [--shared DIR]

It shows every question to the team chats, and of the groups' messages only those of the dev half.
Two team chats, logged and flushed here, and the groups of `routing/`; every question has an answer
that stands in the notes.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from evals.measured import Absent, Measured, share
from evals.own_vault import own_vault
from evals.routing_set import HALVES, asked, filled, group_names, set_in
from progressive_memory.adapters.tokens_bpe import BpeTokens
from progressive_memory.api import Memory
from progressive_memory.domain.group import Language, NewGroup

QUESTIONS = Path(__file__).with_name("team_questions.jsonl")
CHATS: dict[str, Language] = {"zh": "zh", "en": "en"}
GOAL = 0.45
COMMAND = "python -m evals.handed_over"
PROTOCOL = (
    "one one-shot `recall` a question; tokens (o200k) of the text it returns, frame and rules "
    "included, over the tokens of every note of the group with its index note, day notes left out; "
    "the average is over the recalls that have the answer, letter by letter, in their text, so "
    "that a recall which hands over nothing makes no figure better; every question counts"
)


@dataclass(frozen=True)
class Question:
    """A question to a group; `answer` stands in its notes, in one of `files` (() = not said)."""

    group: str
    text: str
    answer: str
    files: tuple[str, ...] = ()


@dataclass(frozen=True)
class HandedOver:
    """One recall: the tokens of its text, of all notes of the group, whether it answers, and
    whether it took the right file (any, when the question names none).
    """

    question: Question
    tokens: int
    of_tokens: int
    answers: bool
    right_file: bool

    @property
    def part(self) -> float:
        return self.tokens / self.of_tokens


def measure(shared: Path) -> list[Measured]:
    """The average and the worst part of all notes, over the groups of `routing/` and over the
    team chats.

    Raises:
        Absent: the team chats are not there; it brings the figures of the groups.
    """
    rows = _rows("five groups", own_groups(shared))
    try:
        return [*rows, *_rows("team chats", team_chats(shared))]
    except FileNotFoundError as error:
        raise Absent(f"no {error.filename}", rows) from None


def own_groups(shared: Path, halves: Sequence[str] = HALVES) -> list[HandedOver]:
    """Every message with an answer, asked of its group."""
    folder = set_in(shared)
    with filled(folder) as (vault, memory):
        names = group_names(folder)
        questions = [
            Question(names[row.group], row.message, row.answer, (row.want, *row.also))
            for half in halves
            for row in asked(folder, half)
            if row.answer
        ]
        return recalled(vault, memory, questions)


def team_chats(shared: Path) -> list[HandedOver]:
    """The questions to two team chats that were logged and flushed in a vault of their own."""
    rows = [json.loads(line) for line in QUESTIONS.read_text("utf-8").splitlines()]
    with own_vault() as (vault, memory):
        for chat, language in CHATS.items():
            path = shared / "data" / "evermemos_teamchat" / f"team_chat_{chat}.json"
            memory.group_add(NewGroup(f"team-{chat}", language=language))
            with path.open("rb") as file:
                memory.log_file(f"team-{chat}", file, name=path.name)
        memory.flush()
        questions = [Question(f"team-{r['chat']}", r["question"], r["answer"]) for r in rows]
        return recalled(vault, memory, questions)


def recalled(vault: Path, memory: Memory, questions: Iterable[Question]) -> list[HandedOver]:
    """What each question's recall hands over."""
    count = BpeTokens().count
    whole: dict[str, int] = {}
    found = []
    for question in questions:
        if question.group not in whole:
            whole[question.group] = count(all_notes(vault, question.group))
        bundle = memory.recall(question.group, question.text)
        took = bundle.route.file if bundle.route else ""
        found.append(
            HandedOver(
                question,
                count(bundle.text),
                whole[question.group],
                answers=question.answer in bundle.text,
                right_file=took in question.files if question.files else bool(took),
            )
        )
    return found


def all_notes(vault: Path, group: str) -> str:
    """Every note of a group one after the other, the log left out."""
    groups = vault / "memory" / "groups"
    notes = [groups / f"{group}.md", *sorted((groups / group).rglob("*.md"))]
    kept = [note for note in notes if note.relative_to(groups).parts[1:2] != ("log",)]
    return "\n".join(note.read_text("utf-8") for note in kept)


def _rows(of: str, found: list[HandedOver]) -> list[Measured]:
    answered = [each.part for each in found if each.answers]
    if not answered:
        raise Absent(f"no recall over the {of} has its answer")
    average, worst = sum(answered) / len(answered), max(each.part for each in found)
    goal = f"≤ {GOAL:.0%}".replace("%", " %")
    return [
        Measured(
            measure=f"handed over, {of}: tokens against all notes",
            value=f"{100 * average:.1f} %, worst {100 * worst:.1f} %",
            floor="100 %",
            goal=goal,
            n=len(answered),
            protocol=PROTOCOL,
            reached=average <= GOAL,
            command=COMMAND,
        ),
        Measured(
            measure=f"handed over, {of}: the answer is in the text",
            value=f"{share(len(answered), len(found))}; {_where_right(found)}",
            floor="",
            goal="",
            n=len(found),
            protocol=PROTOCOL,
            reached=None,
            command=COMMAND,
        ),
    ]


def _where_right(found: list[HandedOver]) -> str:
    right = [each for each in found if each.right_file]
    return f"{share(sum(each.answers for each in right), len(right))} where the file is right"


def main(arguments: list[str]) -> int:
    """Print what comes back for each question to the team chats, for each message of the dev half
    whose answer is missing though the file was right, and the figures.
    """
    parser = argparse.ArgumentParser(prog="evals.handed_over", description=__doc__.splitlines()[0])
    default = Path(__file__).resolve().parents[2] / "shared"
    parser.add_argument("--shared", type=Path, default=default)
    wanted = parser.parse_args(arguments)
    try:
        chats = team_chats(wanted.shared)
    except FileNotFoundError as error:
        print(f"skipped: {error.filename} is not here", file=sys.stderr)
        return 0
    dev = own_groups(wanted.shared, ("dev",))
    lost = [each for each in dev if each.right_file and not each.answers]
    for each in [*chats, *lost]:
        asked_of, said = each.question, "answers" if each.answers else "NO ANSWER"
        print(f"{100 * each.part:5.1f} %  {said:9}  [{asked_of.group}] {asked_of.text}")
    for row in [*_rows("team chats", chats), *_rows("five groups", own_groups(wanted.shared))]:
        print(f"{row.measure}: {row.value} of {row.n}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

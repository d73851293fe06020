"""Whether a budget ever holds less than was handed over, counted by real vocabularies.

    python -m evals.budget [--shared DIR]

Groups of hard notes (`budget_texts`), with several budgets each; where the public data is there,
the golden notes and two flushed team chats as well. Every text of `recall`, `open_index`, `load`
and `fragment` is counted by three vocabularies.
"""

from __future__ import annotations

import argparse
import re
import shutil
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

from evals.budget_texts import FLAVOURS, LANGUAGES, notes, texts
from evals.measured import Absent, Measured
from evals.own_vault import own_vault
from progressive_memory.adapters.tokens_bpe import BpeTokens
from progressive_memory.api import Memory
from progressive_memory.domain.group import Language, NewGroup
from progressive_memory.errors import ProtocolViolation
from progressive_memory.text.tokens import estimate

BUDGETS = (500, 1000, 2000, 4000, 6000)
VOCABULARIES = ("o200k_base", "cl100k_base", "voyage3_base")
CONVENTION = "conventions/api.md"
QUESTIONS = (
    "现在有哪些阻断项和任务？",
    "what are we working on, and what is blocked?",
    "当时为什么这么决定的？回滚、索引、预算",
    "why did we decide on retries, refunds and the replica?",
    "技术栈和 API 规范是什么",
    "what is the stack and the conventions for the gateway?",
    "谁负责发布？ who owns the rollout",
    "昨天说的那个呢",
)
COMMAND = "python -m evals.budget"
PROTOCOL = (
    "every text that `recall` returns one-shot, and the sum of all texts of a session of "
    "recalls, or of `open`, `load`, `fragment` and repeats, against the group's `memory_budget` of "
    "500 to 6,000 tokens; an overrun is a text or a sum that any of the vocabularies o200k, cl100k "
    "and voyage3 counts above it"
)


@dataclass
class Spent:
    """What was handed over against one limit, by every vocabulary."""

    calls: int = 0
    limits: int = 0
    overruns: int = 0
    largest: float = 0.0
    texts: int = 0
    underestimated: int = 0
    worst: float = 0.0
    by_vocabulary: dict[str, float] = field(default_factory=dict)

    def add(self, texts: Sequence[str], limit: int, vocabularies: dict[str, BpeTokens]) -> None:
        """Texts of one disclosure."""
        self.calls += len(texts)
        self.limits += 1
        sums = {name: sum(map(each.count, texts)) for name, each in vocabularies.items()}
        self.overruns += max(sums.values()) > limit
        self.largest = max(self.largest, max(sums.values()) / limit)
        for name, tokens in sums.items():
            self.by_vocabulary[name] = max(self.by_vocabulary.get(name, 0.0), tokens / limit)
        for text in filter(None, texts):
            ratio = max(each.count(text) for each in vocabularies.values()) / estimate(text)
            self.texts += 1
            self.underestimated += ratio > 1
            self.worst = max(self.worst, ratio)


def measure(shared: Path) -> list[Measured]:
    """Overruns over the hard groups with each counter, and over the public notes.

    Raises:
        Absent: the public notes are not there; it brings the figures of the groups.
    """
    vocabularies = {name: BpeTokens(name) for name in VOCABULARIES}
    exact = {"o200k_base": vocabularies["o200k_base"]}
    rows = [
        _row("hard notes, zh, en, mixed", hard_notes(vocabularies)),
        _row('the same with counter = "bpe", by o200k', hard_notes(exact, counter="bpe")),
    ]
    try:
        return [*rows, _row("golden notes and team chats", public_notes(shared, vocabularies))]
    except FileNotFoundError as error:
        raise Absent(f"no {error.filename}", rows) from None


def hard_notes(vocabularies: dict[str, BpeTokens], counter: str = "estimate") -> Spent:
    """Every language, flavour and budget."""
    spent = Spent()
    for language in LANGUAGES:
        with _vault(counter) as (vault, memory):
            for flavour in FLAVOURS:
                _lay(vault, memory, flavour, language)
                for budget in BUDGETS:
                    _ask(vault, memory, flavour, budget, spent, vocabularies)
    return spent


def public_notes(shared: Path, vocabularies: dict[str, BpeTokens]) -> Spent:
    """The golden groups, and the groups flushed from the team chats."""
    spent = Spent()
    chats: dict[str, Language] = {"zh": "zh", "en": "en"}
    with _vault("estimate") as (vault, memory):
        for name, language in chats.items():
            golden = shared / "cases" / "golden" / name / "vault" / "memory" / "groups"
            shutil.copytree(golden, vault / "memory" / "groups", dirs_exist_ok=True)
            path = shared / "data" / "evermemos_teamchat" / f"team_chat_{name}.json"
            memory.group_add(NewGroup(f"team-{name}", language=language))
            with path.open("rb") as file:
                memory.log_file(f"team-{name}", file, name=path.name)
            memory.flush(f"team-{name}")
        for group in [row.name for row in memory.group_list().groups]:
            for budget in BUDGETS:
                _ask(vault, memory, group, budget, spent, vocabularies)
    return spent


@contextmanager
def _vault(counter: str) -> Iterator[tuple[Path, Memory]]:
    with own_vault("zh") as (vault, _):
        settings = vault / "progressive-memory.toml"
        text = settings.read_text("utf-8")
        asked = text.replace('#counter = "estimate"', f'counter = "{counter}"')
        settings.write_text(asked, encoding="utf-8")
        yield vault, Memory.open(vault)


def _lay(vault: Path, memory: Memory, group: str, language: str) -> None:
    """A group full of hard notes."""
    memory.group_add(NewGroup(group, language="en" if language == "en" else "zh"))
    folder = vault / "memory" / "groups" / group
    for name, text in notes(language, group).items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    index = folder.with_suffix(".md")
    rule = next(texts(language, group, 2)).partition("\n")[0]
    text = re.sub(
        r"(?m)^(## (?:Hard Rules|硬规则).*)$", rf"\1\n\n- {rule}", index.read_text("utf-8")
    )
    index.write_text(text, encoding="utf-8")


def _ask(
    vault: Path,
    memory: Memory,
    group: str,
    budget: int,
    spent: Spent,
    vocabularies: dict[str, BpeTokens],
) -> None:
    """Recalls one by one, then sessions that take all they can get."""
    index = vault / "memory" / "groups" / f"{group}.md"
    text = re.sub(r"(?m)^memory_budget:.*$", f"memory_budget: {budget}", index.read_text("utf-8"))
    index.write_text(text, encoding="utf-8")
    for question in QUESTIONS:
        spent.add([memory.recall(group, question).text], budget, vocabularies)
    turn = BUDGETS.index(budget)
    questions = (*QUESTIONS[turn:], *QUESTIONS[:turn])
    spent.add(_recalls(memory, group, questions), budget, vocabularies)
    spent.add(_steps(memory, group, questions), budget, vocabularies)


def _recalls(memory: Memory, group: str, questions: Sequence[str]) -> list[str]:
    """The texts of a session that recalls for every question."""
    found = []
    for question in questions:
        with suppress(ProtocolViolation):
            found.append(memory.recall(group, question, session="r").text)
    memory.close(session="r")
    return found


def _steps(memory: Memory, group: str, questions: Sequence[str]) -> list[str]:
    """The texts of a session that opens, routes, loads and asks for all it can get."""
    found = [memory.open_index(group, session="s").text]
    for question in questions:
        report = memory.route(group, question, session="s")
        route = report.bundle.route
        wanted = route.file if route else CONVENTION
        for file in (wanted, CONVENTION, wanted):
            with suppress(ProtocolViolation):
                found.append(memory.load(file, session="s").text)
        with suppress(ProtocolViolation):
            found.append(memory.fragment(question, session="s").text)
    memory.close(session="s")
    return found


def _row(of: str, spent: Spent) -> Measured:
    shown = ", ".join(
        f"{name.partition('_')[0]} {100 * part:.0f} %" for name, part in spent.by_vocabulary.items()
    )
    return Measured(
        measure=f"budget overruns, {of}",
        value=f"{spent.overruns}; most used of a budget: {shown}",
        floor="",
        goal="0",
        n=spent.texts,
        protocol=PROTOCOL,
        reached=spent.overruns == 0,
        command=COMMAND,
    )


def main(arguments: list[str]) -> int:
    """Print calls, overruns, the largest share used, and how the estimate compares; 1 with an
    overrun.
    """
    parser = argparse.ArgumentParser(prog="evals.budget", description=__doc__.splitlines()[0])
    default = Path(__file__).resolve().parents[2] / "shared"
    parser.add_argument("--shared", type=Path, default=default)
    wanted = parser.parse_args(arguments)
    vocabularies = {name: BpeTokens(name) for name in VOCABULARIES}
    exact = {"o200k_base": vocabularies["o200k_base"]}
    found = {
        "hard notes": hard_notes(vocabularies),
        'hard notes, counter = "bpe"': hard_notes(exact, counter="bpe"),
    }
    try:
        found["golden notes and team chats"] = public_notes(wanted.shared, vocabularies)
    except FileNotFoundError as error:
        print(f"skipped: {error.filename} is not here", file=sys.stderr)
    for name, spent in found.items():
        print(f"{name}: {spent.calls} calls, {spent.limits} budgets, {spent.overruns} overruns")
        for vocabulary, part in spent.by_vocabulary.items():
            print(f"  most used, by {vocabulary}: {100 * part:.1f} %")
        print(
            f"  {spent.underestimated} of {spent.texts} texts estimated below a real count; "
            f"most real tokens for one estimated: {spent.worst:.3f}"
        )
    return 1 if any(spent.overruns for spent in found.values()) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

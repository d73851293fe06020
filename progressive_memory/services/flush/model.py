"""A flush's talk with a model: it is asked about each window, within a budget.

Questions are asked before the vault is locked: a model may take minutes. What was said meanwhile
makes another window, and is asked about once more, or read by `rules` (`flush_extract`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta

from progressive_memory.domain.model_talk import Answer, Question
from progressive_memory.errors import ConfigInvalid, ModelUnavailable
from progressive_memory.flush.extract.model.prompt import question, repair
from progressive_memory.flush.extract.model.reply import Read, read
from progressive_memory.flush.extract.model.sheet import Sheet, Standing, sheet
from progressive_memory.flush.extract.model.windows import Window
from progressive_memory.flush.extract.model.windows import windows as cut
from progressive_memory.flush.judge.work import owners
from progressive_memory.ports import LanguageModel, Ports
from progressive_memory.services.flush.gather import Gathered

_BAD_IN_A_ROW = 3
"""Windows whose answers cannot be read, one after the other, until no more are asked about."""

_SLOW_IN_A_ROW = 2


@dataclass(frozen=True)
class Part:
    """A window that was read: what was shown of it, and what the answer held."""

    window: Window
    sheet: Sheet
    read: Read


@dataclass
class Cost:
    """Questions asked, and their tokens both ways."""

    calls: int = 0
    tokens: int = 0


@dataclass
class Down:
    """Why the model is asked no more, or did not read a window."""

    reason: str = ""
    next: str = ""


@dataclass
class _Row:
    """What went wrong in one window after the other."""

    bad: int = 0
    slow: int = 0


class Reader:
    """One flush's talk with the model, over all its groups. `ask` asks about windows it has not
    asked about; `parts` are the answers.
    """

    def __init__(self, ports: Ports) -> None:
        self.ports = ports
        self._parts: dict[str, list[Part]] = {}
        self._costs: dict[str, Cost] = {}
        self._spent = Cost()
        self._down = Down()
        self._missed = Down()
        self._row = _Row()
        self._until = ports.clock.now() + timedelta(seconds=ports.settings.model_max_seconds)
        self._model: LanguageModel | None = None
        try:
            self._model = ports.model
        except ConfigInvalid as error:
            self._down = Down(error.message, error.next_step)

    def ask(self, gathered: Gathered) -> None:
        """Ask about the windows of a group that hold something new, as long as that is possible."""
        cost = self._costs.setdefault(gathered.note.group_name, Cost())
        known = standing(gathered)
        for window in self.windows(gathered):
            if window.key not in self._parts and self._may_ask():
                self._parts[window.key] = list(self._read(window, gathered, known, cost))

    @property
    def model_name(self) -> str:
        """The model's name."""
        return self._model.model if self._model else self.ports.settings.model_name

    def parts(self, window: Window) -> Sequence[Part]:
        """What could be read of a window: all of it, parts of it, or nothing."""
        return self._parts.get(window.key, ())

    def windows(self, gathered: Gathered) -> tuple[Window, ...]:
        """The windows of a group that hold something new."""
        most = self.ports.settings.model_window_tokens
        fresh = gathered.room.fresh
        return cut(gathered.window, fresh, most, self.ports.tokens.count)

    def _may_ask(self) -> bool:
        settings = self.ports.settings
        if self._model is None or self._down.reason:
            return False
        caps = (
            ("max_calls", settings.model_max_calls, self._spent.calls >= settings.model_max_calls),
            (
                "max_tokens",
                settings.model_max_tokens,
                self._spent.tokens >= settings.model_max_tokens,
            ),
            ("max_seconds", settings.model_max_seconds, self.ports.clock.now() >= self._until),
        )
        gone = next(((name, cap) for name, cap, is_gone in caps if is_gone), None)
        if gone is not None:
            name, cap = gone
            self._down = Down(
                f"the budget of this flush is used up ({name} = {cap})",
                f"raise {name} under [extract], or leave it: the next flush has a new budget",
            )
        return gone is None

    def _read(
        self, window: Window, gathered: Gathered, known: Sequence[Standing], cost: Cost
    ) -> Iterator[Part]:
        """What can be read of a window: all of it, or the halves that could be."""
        shown = sheet(window.messages, known, gathered.people)
        if not shown.messages:
            yield Part(window, shown, Read())
            return
        if not self._may_ask():
            return
        answer = self._answered(shown, cost)
        if isinstance(answer, Read):
            yield Part(window, shown, answer)
        elif answer == "length":
            halves = window.halves()
            if not halves:
                self._missed = Down("an answer was cut at its limit of length", _RAISE_REPLY)
            for half in halves:
                yield from self._read(half, gathered, known, cost)

    def _answered(self, shown: Sheet, cost: Cost) -> Read | str:
        """What a sheet's answer holds, after one repair where it needs one; "length" where it was
        cut, "" where there is none.
        """
        assert self._model is not None  # noqa: S101 — `_may_ask` said so
        asked = question(shown, self._model.nonce(), self.ports.settings.model_reply_tokens)
        first: Read | None = None
        for _ in range(2):
            answer = self._said(asked, cost)
            if answer is None or answer.ended == "refused":
                break
            if answer.ended == "length":
                return first if first is not None and first.readable else "length"
            found = read(answer.text)
            if not found.problem:
                first = found
                break
            first = found if found.readable or first is None else first
            asked = replace(asked, before=answer.text, wrong=repair(found.problem))
            if not self._may_ask():
                break
        if first is not None and first.readable:
            self._row = _Row()
            return first
        if not self._down.reason:
            self._count_bad()
        return ""

    def _said(self, asked: Question, cost: Cost) -> Answer | None:
        """The model's answer; None, and the reason noted, where there is none."""
        assert self._model is not None  # noqa: S101 — `_may_ask` said so
        for each in (cost, self._spent):
            each.calls += 1
        try:
            answer = self._model.ask(asked)
        except ModelUnavailable as error:
            told = Down(error.message, error.next_step)
            self._missed = told
            self._row.slow += error.code == "model_slow"
            if error.code != "model_slow" or self._row.slow >= _SLOW_IN_A_ROW:
                self._down = told
            return None
        tokens = answer.tokens or sum(
            map(
                self.ports.tokens.count, (asked.instructions, asked.data, asked.before, answer.text)
            )
        )
        for each in (cost, self._spent):
            each.tokens += tokens
        if answer.ended == "refused":
            self._missed = Down(f"{self._model.model} refused to answer", "")
        return answer

    def _count_bad(self) -> None:
        assert self._model is not None  # noqa: S101 — it was asked
        self._row.bad += 1
        if not self._missed.reason:
            self._missed = Down(f"an answer of {self._model.model} could not be read", _CHECK)
        if self._row.bad >= _BAD_IN_A_ROW:
            self._down = Down(f"the answers of {self._model.model} cannot be read", _CHECK)

    def why(self) -> Down:
        """Why what was not read was not."""
        why = self._down if self._down.reason else self._missed
        return why if why.reason else Down("what was said while the model read")

    def cost(self, group: str) -> Cost:
        """What the questions about a group cost."""
        return self._costs.get(group, Cost())


_CHECK = "pmem doctor"
_RAISE_REPLY = "raise reply_tokens under [extract]"


def reader(ports: Ports) -> Reader | None:
    """The talk with the model that the settings ask for; None where they ask for none."""
    return Reader(ports) if ports.settings.extract_engine == "model" else None


def standing(gathered: Gathered) -> tuple[Standing, ...]:
    """The entries of a group that a candidate may tell again: all but the superseded ones."""
    return tuple(
        Standing(
            one.kind,
            one.title,
            one.slot,
            tuple(cited.block_id for cited in one.evidence),
            owners(one.tail),
        )
        for one in gathered.room.known.values()
        if not one.superseded_by
    )

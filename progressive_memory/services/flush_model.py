"""The `model` extractor in a flush: asks about each window, within a budget; `rules` read the rest.

Questions are asked before the vault is locked: a model may take minutes. What was said meanwhile
makes another window, and is asked about once more or read by `rules`; nothing is left unread.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import timedelta

from progressive_memory.domain.candidate import Candidate
from progressive_memory.domain.flush_report import Extraction
from progressive_memory.domain.model_talk import Answer, Question
from progressive_memory.errors import ConfigInvalid, ModelUnavailable
from progressive_memory.flush.extract.grammar.acts import Turn
from progressive_memory.flush.extract.grammar.draft import Setting
from progressive_memory.flush.extract.grammar.members import Members
from progressive_memory.flush.extract.model.floor import Floor
from progressive_memory.flush.extract.model.prompt import question, repair
from progressive_memory.flush.extract.model.proposed import proposed
from progressive_memory.flush.extract.model.reply import Read, read
from progressive_memory.flush.extract.model.sheet import Sheet, Standing, sheet
from progressive_memory.flush.extract.model.windows import Window, windows
from progressive_memory.flush.judge.work import owners
from progressive_memory.ports import LanguageModel, Ports
from progressive_memory.services.flush_gather import Gathered

_BAD_IN_A_ROW = 3
"""Windows whose answers cannot be read, one after the other, until no more are asked about."""

_SLOW_IN_A_ROW = 2


@dataclass(frozen=True)
class Extracted:
    """What was extracted from a group's talk, what was turned down before the judge saw it (by
    reason), and how it was read.
    """

    candidates: tuple[Candidate, ...]
    turned_down: dict[str, int]
    extraction: Extraction


@dataclass(frozen=True)
class _Part:
    """A window that was read: what was shown of it, and what the answer held."""

    window: Window
    sheet: Sheet
    read: Read


@dataclass
class _Cost:
    calls: int = 0
    tokens: int = 0


@dataclass
class _Down:
    """Why the model is asked no more, or did not read a window."""

    reason: str = ""
    next: str = ""


@dataclass
class _Row:
    """What went wrong in one window after the other."""

    bad: int = 0
    slow: int = 0


@dataclass
class Reader:
    """One flush's talk with the model, over all its groups.

    `ask` asks about windows it has not asked about; `extracted` makes candidates of the answers.
    """

    ports: Ports
    _parts: dict[str, list[_Part]] = field(default_factory=dict)
    _costs: dict[str, _Cost] = field(default_factory=dict)
    _spent: _Cost = field(default_factory=_Cost)
    _down: _Down = field(default_factory=_Down)
    _missed: _Down = field(default_factory=_Down)
    _row: _Row = field(default_factory=_Row)

    def __post_init__(self) -> None:
        settings = self.ports.settings
        self._until = self.ports.clock.now() + timedelta(seconds=settings.model_max_seconds)
        self._model: LanguageModel | None = None
        try:
            self._model = self.ports.model
        except ConfigInvalid as error:
            self._down = _Down(error.message, error.next_step)

    def ask(self, gathered: Gathered) -> None:
        """Ask about the windows of a group that hold something new, as long as that is possible."""
        cost = self._costs.setdefault(gathered.note.group_name, _Cost())
        known = _standing(gathered)
        for window in self._windows(gathered):
            if window.key not in self._parts and self._may_ask():
                self._parts[window.key] = list(self._read(window, gathered, known, cost))

    def extracted(
        self, gathered: Gathered, turns: Sequence[Turn], rules: Sequence[Candidate]
    ) -> Extracted:
        """The candidates of a group: of the windows that were read those of the model, of what it
        did not read those of `rules`. `turns` are the group's messages as the grammar reads them.
        """
        floor = Floor(turns, _setting(gathered))
        known = _standing(gathered)
        fresh = gathered.room.fresh
        found: list[Candidate] = []
        turned_down: Counter[str] = Counter()
        here = self._windows(gathered)
        unread: set[str] = set()
        by_rules = 0
        for window in here:
            left = set(window.block_ids)
            for part in self._parts.get(window.key, ()):
                left -= part.window.block_ids
                made = proposed(part.read.items, part.sheet, floor, known, fresh)
                found += made.candidates
                turned_down.update(made.rejected)
                turned_down.update(malformed=part.read.malformed, too_many=part.read.too_many)
            unread |= left
            by_rules += bool(left)
        found += _of_unread(rules, unread, found)
        return Extracted(
            tuple(sorted(found, key=lambda one: (one.evidence[0].at, one.kind))),
            {reason: count for reason, count in turned_down.items() if count},
            self._extraction(gathered, len(here), by_rules),
        )

    def _windows(self, gathered: Gathered) -> tuple[Window, ...]:
        most = self.ports.settings.model_window_tokens
        fresh = gathered.room.fresh
        return windows(gathered.window, fresh, most, self.ports.tokens.count)

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
            self._down = _Down(
                f"the budget of this flush is used up ({name} = {cap})",
                f"raise {name} under [extract], or leave it: the next flush has a new budget",
            )
        return gone is None

    def _read(
        self, window: Window, gathered: Gathered, known: Sequence[Standing], cost: _Cost
    ) -> Iterator[_Part]:
        """What can be read of a window: all of it, or the halves that could be."""
        shown = sheet(window.messages, known, gathered.people)
        if not shown.messages:
            yield _Part(window, shown, Read())
            return
        if not self._may_ask():
            return
        answer = self._answered(shown, cost)
        if isinstance(answer, Read):
            yield _Part(window, shown, answer)
        elif answer == "length":
            halves = window.halves()
            if not halves:
                self._missed = _Down("an answer was cut at its limit of length", _RAISE_REPLY)
            for half in halves:
                yield from self._read(half, gathered, known, cost)

    def _answered(self, shown: Sheet, cost: _Cost) -> Read | str:
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

    def _said(self, asked: Question, cost: _Cost) -> Answer | None:
        """The model's answer; None, and the reason noted, where there is none."""
        assert self._model is not None  # noqa: S101 — `_may_ask` said so
        for each in (cost, self._spent):
            each.calls += 1
        try:
            answer = self._model.ask(asked)
        except ModelUnavailable as error:
            told = _Down(error.message, error.next_step)
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
            self._missed = _Down(f"{self._model.model} refused to answer", "")
        return answer

    def _count_bad(self) -> None:
        assert self._model is not None  # noqa: S101 — it was asked
        self._row.bad += 1
        if not self._missed.reason:
            self._missed = _Down(f"an answer of {self._model.model} could not be read", _CHECK)
        if self._row.bad >= _BAD_IN_A_ROW:
            self._down = _Down(f"the answers of {self._model.model} cannot be read", _CHECK)

    def _extraction(self, gathered: Gathered, count: int, by_rules: int) -> Extraction:
        cost = self._costs.get(gathered.note.group_name, _Cost())
        why = _Down()
        if by_rules:
            why = self._down if self._down.reason else self._missed
            why = why if why.reason else _Down("what was said while the model read")
        return Extraction(
            engine="model",
            model=self._model.model if self._model else self.ports.settings.model_name,
            windows=count,
            by_rules=by_rules,
            calls=cost.calls,
            tokens=cost.tokens,
            reason=why.reason,
            next=why.next,
        )


_CHECK = "pmem doctor"
_RAISE_REPLY = "raise reply_tokens under [extract]"


def reader(ports: Ports) -> Reader | None:
    """The talk with the model that the settings ask for; None where they ask for none."""
    return Reader(ports) if ports.settings.extract_engine == "model" else None


def _setting(gathered: Gathered) -> Setting:
    members = Members.of(gathered.window, gathered.people)
    return Setting(gathered.note.language, members, gathered.room.deciders)


def _standing(gathered: Gathered) -> tuple[Standing, ...]:
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


def _of_unread(
    rules: Sequence[Candidate], unread: set[str], found: Sequence[Candidate]
) -> Iterator[Candidate]:
    """The candidates of `rules` whose last word was not read by the model, less what it has."""
    for one in rules:
        if one.evidence[-1].block_id in unread:
            here = {message.block_id for message in one.evidence}
            if not any(
                other.kind is one.kind and here.intersection(m.block_id for m in other.evidence)
                for other in found
            ):
                yield one

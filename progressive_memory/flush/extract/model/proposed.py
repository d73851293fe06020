"""A model's items as candidates: every guard in turn, and why each that fails was turned down."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from progressive_memory.domain.candidate import Candidate, Person, Slot, TaskState
from progressive_memory.domain.entry import Kind
from progressive_memory.domain.message import Message
from progressive_memory.flush.extract.grammar import draft
from progressive_memory.flush.extract.model import drafts
from progressive_memory.flush.extract.model.drafts import UNKNOWN_PERSON, Checked
from progressive_memory.flush.extract.model.evidence import Refused, held, holding
from progressive_memory.flush.extract.model.floor import Floor
from progressive_memory.flush.extract.model.grounding import (
    checked,
    is_grounded,
    is_safe,
    stands_alone,
)
from progressive_memory.flush.extract.model.reply import Item
from progressive_memory.flush.extract.model.sheet import Sheet, Standing
from progressive_memory.text.similarity import likeness, negated, overlap, quantities, terms

WRONG_TARGET = "wrong_target"
TWICE = "said_twice"
UNCLEAR_TEXT = "not_self_contained"

_STATE_KINDS = frozenset({Kind.TASK, Kind.BLOCKER, Kind.OPEN_LOOP})
_ALIKE = 0.3
_SAME = 0.5


@dataclass(frozen=True)
class Proposed:
    """The candidates that passed, earliest evidence first, and how many did not, by reason code."""

    candidates: tuple[Candidate, ...]
    rejected: dict[str, int]


def proposed(
    items: Iterable[Item],
    sheet: Sheet,
    floor: Floor,
    known: Sequence[Standing],
    fresh: Collection[str],
) -> Proposed:
    """What a window's items make. `known` are all entries of the group; `fresh` the block ids of
    messages no flush has read: an item without one was noted before, in whatever words.
    """
    found: list[Candidate] = []
    turned_down: Counter[str] = Counter()
    for item in items:
        try:
            made = _related(_candidate(item, sheet, floor), item, sheet, known, floor)
        except Refused as refused:
            turned_down[refused.reason] += 1
            continue
        if not any(message.block_id in fresh for message in made.evidence):
            continue
        if _told_again(made, [_standing(one) for one in found]) is not None:
            turned_down[TWICE] += 1
        else:
            found.append(made)
    found.sort(key=lambda one: (one.evidence[0].at, one.kind))
    return Proposed(tuple(found), dict(turned_down))


def _candidate(item: Item, sheet: Sheet, floor: Floor) -> Candidate:
    quotes = held(item.quotes, sheet, floor)
    confirmations = tuple(holding(item.confirmations, sheet, floor))
    people = tuple(_people(item.people, sheet))
    title = checked(item.text, quotes, sheet.people)
    details = tuple(
        (field, text)
        for field, text in item.details
        if is_safe(text, quotes) and is_grounded(text, (*quotes, *confirmations), sheet.people)
    )
    state = TaskState(item.state)
    made = drafts.candidate(
        Checked(item.kind, title, quotes, confirmations, people, state, details), floor.setting
    )
    if not stands_alone(made.title, voted=len(made.confirmed_by) >= drafts.BALLOT):
        raise Refused(UNCLEAR_TEXT)
    return made


def _standing(made: Candidate) -> Standing:
    evidence = tuple(message.block_id for message in made.evidence)
    return Standing(made.kind, made.title, made.slot, evidence)


def _people(numbers: Iterable[int], sheet: Sheet) -> Iterator[Person]:
    for number in dict.fromkeys(numbers):
        if not 1 <= number <= len(sheet.people):
            raise Refused(UNKNOWN_PERSON)
        yield sheet.people[number - 1]


def _related(
    made: Candidate, item: Item, sheet: Sheet, known: Sequence[Standing], floor: Floor
) -> Candidate:
    """The candidate under the meaning of the entry it tells again, or beside it.

    The model words a thing otherwise each time. What rests on the same messages and states the
    same is the entry that stands; what the model says of others counts where the words bear it.
    """
    target = _target(item, sheet)
    told = _told_again(made, known)
    if told is not None:
        return _again(made, told, floor)
    if target is None or made.kind in (Kind.RULE, Kind.ROLE):
        return made
    if item.relation == "supersedes":
        return _beside(made, target)
    if _says_same(made, target):
        return replace(_by_its_owner(made, target), slot=target.slot, title=target.title)
    return made


def _target(item: Item, sheet: Sheet) -> Standing | None:
    if item.target is None:
        return None
    if not 0 <= item.target < len(sheet.standing):
        raise Refused(WRONG_TARGET)
    target = sheet.standing[item.target]
    if target.kind is not item.kind:
        raise Refused(WRONG_TARGET)
    return target


def _told_again(made: Candidate, known: Sequence[Standing]) -> Standing | None:
    """The entry of the kind that rests on one of the messages and says most alike."""
    here = {message.block_id for message in made.evidence}
    mine = terms(made.title)
    alike = [
        (likeness(terms(one.title), mine), -at, one)
        for at, one in enumerate(known)
        if one.kind is made.kind and here.intersection(one.evidence) and _agree(made, one)
    ]
    best = max(alike, default=None, key=lambda one: one[:2])
    return best[2] if best is not None and best[0] >= _ALIKE else None


def _again(made: Candidate, told: Standing, floor: Floor) -> Candidate:
    """The candidate as that entry, with the entry's own messages among its evidence."""
    before: list[Message | None] = [floor.messages.get(one) for one in told.evidence]
    return replace(
        _by_its_owner(made, told),
        slot=told.slot,
        title=told.title,
        evidence=draft.evidence([*before, *made.evidence]),
    )


def _beside(made: Candidate, target: Standing) -> Candidate:
    """The candidate as another value of what the entry is about; resting on what is new of it."""
    if overlap(terms(made.title), terms(target.title)) < _ALIKE:
        return made
    own = tuple(one for one in made.evidence if one.block_id not in target.evidence)
    made = replace(made, evidence=own or made.evidence)
    if made.kind in _STATE_KINDS or not target.slot.subject:
        return made
    about = target.slot
    value = made.slot.value if made.slot.subject == about.subject else made.title
    return replace(made, slot=Slot(about.subject, about.attribute, value, made.slot.negated))


def _says_same(made: Candidate, target: Standing) -> bool:
    return _agree(made, target) and overlap(terms(made.title), terms(target.title)) >= _SAME


def _agree(made: Candidate, one: Standing) -> bool:
    """Whether figures and polarity are the same: of a thing with a course the title tells none."""
    same_figures = quantities(made.title) == quantities(one.title)
    return same_figures and negated(made.title) == negated(one.title)


def _by_its_owner(made: Candidate, target: Standing) -> Candidate:
    """Another's word on a task that has an owner is put to people."""
    if made.kind is not Kind.TASK or not target.owners or made.state is TaskState.OPEN:
        return made
    names = {name.strip() for piece in made.tail[:1] for name in piece.split(",")}
    if names & target.owners:
        return made
    return replace(made, confirmed=False, reason="not_owner")

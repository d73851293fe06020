"""What fits: sections chosen whole, most important first, until the budget is spent.

Everything returned is counted: the frame, the sentences in it, every line (DESIGN §6).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from progressive_memory.disclosure import wording
from progressive_memory.disclosure.loading.part import Part, Tier
from progressive_memory.disclosure.loading.selection import share_tokens
from progressive_memory.disclosure.render import has_text, is_entry, lines
from progressive_memory.disclosure.sorts import sort
from progressive_memory.domain.group import Language
from progressive_memory.domain.section import Section
from progressive_memory.text.recalled import closing, inert, opening
from progressive_memory.vault.ids import short_hash

_LEAST_TOKENS = 5
"""No section is rendered for less room than this."""
_UNBOUND = 10**9
_MISSES = 40
"""So many sections in a row that do not fit, after some that did, end a tier: a note of ten
thousand entries is not rendered to its end."""
_HUGE = 64
"""Characters a token: a section longer than that by its limit is not even rendered. A link's target
is not shown, so that what is shown may be much shorter than what stands in the note."""
_NAMED = 3
_ID_CHARACTERS = 48


@dataclass(frozen=True)
class Frame:
    """What every bundle is rendered with. Limits: `left_tokens` of the group's `limit_tokens`, and
    `max_bytes` of UTF-8 (0 = none). `count` gives the tokens of a text; `closing_lines` end the
    text inside the frame. `can_load`: the caller is a session, which may load a routed note.
    """

    group: str
    language: Language
    nonce: str
    left_tokens: int
    limit_tokens: int
    max_bytes: int
    count: Callable[[str], int]
    opening_lines: tuple[str, ...] = ()
    closing_lines: tuple[str, ...] = ()
    can_load: bool = False


@dataclass
class _Choice:
    """The sections of one part that fit. `known` are the places the reader has as they stand;
    `missing` counts, by sort, those with text that the reader does not have. `no_room`: the
    budget, and not a share, left one out.
    """

    part: Part
    tiers: tuple[Tier, ...]
    known: frozenset[int]
    missing: Counter[str]
    rendered: dict[int, tuple[str, ...]] = field(default_factory=dict)
    chosen: list[int] = field(default_factory=list)
    too_large: list[int] = field(default_factory=list)
    no_room: bool = False

    @property
    def left_out(self) -> int:
        return self.missing.total() - len(self.chosen)

    def leave_out(self, place: int, *, for_ever: bool) -> None:
        self.no_room = True
        if for_ever:
            self.too_large.append(place)


@dataclass
class _Room:
    """What is left while sections are chosen: tokens, and bytes (None = no bound). A piece larger
    than `most_tokens` or `most_bytes` fits into no call at all.
    """

    tokens: int
    size: int | None
    most_tokens: int
    most_bytes: int | None

    def may_hold(self, section: Section, frame: Frame) -> bool:
        return self.tokens >= _LEAST_TOKENS and len(section.text) <= _HUGE * frame.limit_tokens

    def holds(self, cost: int, size: int) -> bool:
        return cost <= self.tokens and (self.size is None or size <= self.size)

    def ever_holds(self, cost: int, size: int) -> bool:
        return cost <= self.most_tokens and (self.most_bytes is None or size <= self.most_bytes)

    def take(self, cost: int, size: int) -> None:
        self.tokens -= cost
        self.size = None if self.size is None else self.size - size


@dataclass(frozen=True)
class Shown:
    """What of a part went into the bundle: places of sections in order, and what it cost."""

    part: Part
    places: tuple[int, ...]
    left_out: int
    tokens: int


@dataclass(frozen=True)
class Fitted:
    """The text that fits and what is in it. `text` is "" when nothing new was to be shown
    (`nothing_new`), or when no section of a listed part fits.
    """

    text: str
    tokens: int
    shown: tuple[Shown, ...]
    nothing_new: bool


def fit(parts: Sequence[Part], shown: dict[str, dict[str, str]], frame: Frame) -> Fitted:
    """The parts cut to the frame's limits, at section borders.

    `shown` holds what the reader already has (path → section id → `digest`): of that only what
    changed since is offered again. Parts that are not listed give way to those that are: where
    they would keep the last entry out, they are not even mentioned.
    """
    choices = [_choice(part, shown.get(part.path, {}), frame) for part in parts]
    listed = [choice for choice in choices if choice.part.listed]
    if not any(_offers(choice) for choice in listed):
        return Fitted("", 0, (), nothing_new=True)
    fitted = _fitted(choices, frame)
    if not fitted.text and len(listed) < len(choices):
        fitted = _fitted(listed, frame)
    return fitted


def _fitted(choices: Sequence[_Choice], frame: Frame) -> Fitted:
    _choose(choices, frame)
    listed = [choice for choice in choices if choice.part.listed]
    while any(choice.chosen for choice in listed):
        text = _text(choices, frame)
        tokens = frame.count(text)
        if tokens <= frame.left_tokens and _small_enough(text, frame):
            return Fitted(text, tokens, tuple(_shown(choices, frame)), nothing_new=False)
        _give_way(choices)
    return Fitted("", 0, (), nothing_new=not any(choice.no_room for choice in listed))


def digest(section: Section) -> str:
    """A short hash of a section's text, to tell whether it changed."""
    return short_hash(section.text)


def section_keys(sections: Sequence[Section]) -> tuple[str, ...]:
    """A key for each section of one note: its id, numbered where a note repeats one."""
    seen: dict[str, int] = {}
    keys = []
    for section in sections:
        seen[section.id] = seen.get(section.id, 0) + 1
        keys.append(section.id if seen[section.id] == 1 else f"{section.id}#{seen[section.id]}")
    return tuple(keys)


def _choice(part: Part, known: dict[str, str], frame: Frame) -> _Choice:
    tiers = part.tiers
    offered = frozenset(part.offered)
    if _is_small(part, frame):
        rest = (place for place in range(len(part.sections)) if place not in offered)
        tiers = (*tiers, Tier(tuple(rest)))
    keys = section_keys(part.sections) if known else ()
    has = frozenset(
        place for place, key in enumerate(keys) if known.get(key) == digest(part.sections[place])
    )
    counted = offered if part.entries_total else range(len(part.sections))
    missing = Counter(
        sort(section)
        for place in counted
        if place not in has and has_text(section := part.sections[place])
    )
    return _Choice(part, tiers, has, missing)


def _is_small(part: Part, frame: Frame) -> bool:
    """Whether the whole note costs no more than a part of that kind may without being cut."""
    left = part.small_tokens
    for section in part.sections if left else ():
        if len(section.text) > _HUGE * left:
            return False
        left -= frame.count("\n".join(lines(section, frame.language)))
        if left < 0:
            return False
    return part.small_tokens > 0


def _offers(choice: _Choice) -> bool:
    """Whether the part offers a section that the reader does not have."""
    part = choice.part
    places = (place for tier in choice.tiers for place in tier.places)
    return any(place not in choice.known and has_text(part.sections[place]) for place in places)


def _choose(choices: Sequence[_Choice], frame: Frame) -> None:
    """A first choice by the cost of each section alone; `fit` corrects it by the whole text."""
    for choice in choices:
        choice.chosen.clear()
        choice.too_large.clear()
        choice.no_room = False
    titles = (f"# {choice.part.name}" for choice in choices if choice.missing)
    empty = "\n".join((_text((), frame), *titles))
    cost, size = frame.count(empty), len(empty.encode())
    most_bytes = frame.max_bytes - size if frame.max_bytes else None
    room = _Room(frame.left_tokens - cost, most_bytes, frame.limit_tokens - cost, most_bytes)
    for choice in choices:
        for tier in choice.tiers:
            share = room.tokens // 2
            if choice.part.listed:
                bound = tier.share < 1
                share = share_tokens(tier.share, frame.limit_tokens) if bound else _UNBOUND
            _fill(choice, tier, room, share, frame)


def _fill(choice: _Choice, tier: Tier, room: _Room, share: int, frame: Frame) -> None:
    """Choose what fits of one tier. What the reader has counts against its share all the same, so
    that a repeated question does not bring one more helping; a share that nothing has been taken
    of lets in one section that is larger.
    """
    sections, left, misses = choice.part.sections, share, 0
    for place in tier.places:
        if left < _LEAST_TOKENS or (choice.chosen and misses >= _MISSES):
            return
        if place in choice.chosen or not has_text(sections[place]):
            continue
        is_new = place not in choice.known
        if is_new and not room.may_hold(sections[place], frame):
            choice.leave_out(place, for_ever=room.tokens >= _LEAST_TOKENS)
            continue
        cost, size = _rendered(choice, place, frame)
        if not is_new:
            left -= cost
        elif not room.holds(cost, size):
            misses += 1
            choice.leave_out(place, for_ever=not room.ever_holds(cost, size))
        elif cost > left and left < share:
            misses += 1
        else:
            misses, left = 0, left - cost
            choice.chosen.append(place)
            room.take(cost, size)


def _rendered(choice: _Choice, place: int, frame: Frame) -> tuple[int, int]:
    """Render a section: its tokens and bytes, with its heading where that is new."""
    section = choice.part.sections[place]
    choice.rendered[place] = rendered = lines(section, frame.language)
    headings = {choice.part.sections[at].heading for at in choice.chosen}
    under = [] if section.heading in headings else [f"## {section.heading}"]
    piece = "\n".join((*under, *rendered)) + "\n"
    return frame.count(piece), len(piece.encode())


def _give_way(choices: Sequence[_Choice]) -> None:
    """Take out the least important section: of what was asked for, but its last one goes last."""
    asked = [choice for choice in reversed(choices) if choice.part.listed and choice.chosen]
    beside = [choice for choice in reversed(choices) if not choice.part.listed and choice.chosen]
    if beside and sum(len(choice.chosen) for choice in asked) == 1:
        beside[0].chosen.pop()
    else:
        asked[0].chosen.pop()


def _text(choices: Sequence[_Choice], frame: Frame) -> str:
    body: list[str] = []
    for choice in choices:
        body.extend(_part_lines(choice, frame))
    return "\n".join(
        (
            opening(frame.group, frame.nonce),
            wording.INTRODUCTION[frame.language],
            *frame.opening_lines,
            *body,
            *frame.closing_lines,
            closing(frame.nonce),
        )
    )


def _part_lines(choice: _Choice, frame: Frame) -> Iterator[str]:
    part, language = choice.part, frame.language
    if not choice.missing:
        return
    yield f"# {inert(part.name)}"
    heading = part.name
    for place in sorted(choice.chosen):
        section = part.sections[place]
        if section.heading not in ("", heading):
            yield f"## {inert(section.heading)}"
            heading = section.heading
        yield from choice.rendered[place]
    if part.entries_total > len(choice.chosen):
        shown, count = len(choice.chosen), part.entries_total
        name, can_ask = inert(part.name), frame.can_load
        yield wording.fragments_of(name, shown, count, language, can_ask=can_ask)
    if choice.too_large:
        yield wording.too_large(_names(choice), language)
    if choice.left_out:
        chosen = Counter(sort(part.sections[place]) for place in choice.chosen)
        yield wording.left_out(
            inert(part.name),
            choice.missing - chosen,
            language,
            is_whole=part.is_whole,
            can_load=frame.can_load and part.is_flushed and not part.entries_total,
        )


def _names(choice: _Choice) -> Iterator[str]:
    """The first few sections that are too large, each by its id or its heading."""
    sections = [choice.part.sections[place] for place in choice.too_large]
    for section in sections[:_NAMED]:
        name = f"^{section.id}" if is_entry(section) else section.heading or choice.part.name
        yield inert(name[:_ID_CHARACTERS])
    if len(sections) > _NAMED:
        yield f"… +{len(sections) - _NAMED}"


def _shown(choices: Sequence[_Choice], frame: Frame) -> Iterator[Shown]:
    for choice in choices:
        text = "\n".join(_part_lines(choice, frame))
        places = tuple(sorted(choice.chosen))
        yield Shown(choice.part, places, choice.left_out, frame.count(text))


def _small_enough(text: str, frame: Frame) -> bool:
    return not frame.max_bytes or len(text.encode()) <= frame.max_bytes

"""What fits: sections chosen whole, most important first, until the budget is spent.

Everything returned is counted: the frame, the sentences in it, every line (DESIGN §6).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from progressive_memory.disclosure import wording
from progressive_memory.disclosure.render import lines
from progressive_memory.domain.group import Language
from progressive_memory.domain.section import Section
from progressive_memory.text.recalled import closing, inert, opening
from progressive_memory.vault.ids import short_hash


@dataclass(frozen=True)
class Part:
    """One note's share of a bundle. `sections` stand in the note's order; `order` are their
    places, most important first (places not in it are not offered). `share` is the most of the
    budget it may take (0–1). `listed` parts show in the bundle's `loaded`. `total` counts the
    entries of a note that is only shown in fragments, else 0. `is_flushed` notes are written by
    flushes: the reader is told when that was last (`last_flushed`, RFC 3339, "" = never).
    """

    path: str
    name: str
    sections: tuple[Section, ...]
    order: tuple[int, ...]
    last_flushed: str = ""
    share: float = 1.0
    listed: bool = True
    total: int = 0
    is_flushed: bool = False


@dataclass(frozen=True)
class Frame:
    """What every bundle is rendered with. Limits: `left_tokens`, and `max_bytes` of UTF-8 (0 =
    none). `count` gives the tokens of a text; `closing_lines` end the text inside the frame.
    """

    group: str
    language: Language
    nonce: str
    left_tokens: int
    max_bytes: int
    count: Callable[[str], int]
    opening_lines: tuple[str, ...] = ()
    closing_lines: tuple[str, ...] = ()


@dataclass
class _Choice:
    """The sections of one part that are new to the reader (place → lines, most important first),
    and the places of those that fit.
    """

    part: Part
    new: dict[int, tuple[str, ...]]
    chosen: list[int] = field(default_factory=list)

    @property
    def left_out(self) -> int:
        return len(self.new) - len(self.chosen)


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
    changed since is offered again.
    """
    choices = [
        _Choice(part, _new(part, shown.get(part.path, {}), frame.language)) for part in parts
    ]
    listed = [choice for choice in choices if choice.part.listed]
    if not any(choice.new for choice in listed):
        return Fitted("", 0, (), nothing_new=True)
    _choose(choices, frame)
    while any(choice.chosen for choice in listed):
        text = _text(choices, frame)
        tokens = frame.count(text)
        if tokens <= frame.left_tokens and _small_enough(text, frame):
            return Fitted(text, tokens, tuple(_shown(choices, frame)), nothing_new=False)
        last = next(choice for choice in reversed(choices) if choice.chosen)
        last.chosen.pop()
    return Fitted("", 0, (), nothing_new=False)


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


def _new(part: Part, known: dict[str, str], language: Language) -> dict[int, tuple[str, ...]]:
    """The sections on offer that the reader does not have yet, rendered."""
    keys = section_keys(part.sections)
    places = (at for at in part.order if known.get(keys[at]) != digest(part.sections[at]))
    rendered = {place: lines(part.sections[place], language) for place in places}
    return {place: found for place, found in rendered.items() if found}


def _choose(choices: Sequence[_Choice], frame: Frame) -> None:
    """A first choice by the cost of each section alone; `fit` corrects it by the whole text."""
    left = frame.left_tokens - frame.count(_text(choices, frame))
    space = frame.max_bytes - len(_text(choices, frame).encode()) if frame.max_bytes else None
    for choice in choices:
        share = min(left, int(frame.left_tokens * choice.part.share))
        for place, rendered in choice.new.items():
            piece = "\n".join(rendered) + "\n"
            cost, size = frame.count(piece), len(piece.encode())
            if cost > share or (space is not None and size > space):
                continue
            choice.chosen.append(place)
            share -= cost
            left -= cost
            space = None if space is None else space - size


def _text(choices: Sequence[_Choice], frame: Frame) -> str:
    body: list[str] = []
    for choice in choices:
        body.extend(_part_lines(choice, frame.language))
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


def _part_lines(choice: _Choice, language: Language) -> Iterator[str]:
    part = choice.part
    if not choice.new:
        return
    yield f"# {inert(part.name)}"
    heading = part.name
    for place in sorted(choice.chosen):
        section = part.sections[place]
        if section.heading not in ("", heading):
            yield f"## {inert(section.heading)}"
            heading = section.heading
        yield from choice.new[place]
    if part.total > len(choice.chosen):
        yield wording.fragments_of(part.name, len(choice.chosen), part.total, language)
    if choice.left_out:
        yield wording.left_out(part.name, choice.left_out, language)


def _shown(choices: Sequence[_Choice], frame: Frame) -> Iterator[Shown]:
    for choice in choices:
        text = "\n".join(_part_lines(choice, frame.language))
        places = tuple(sorted(choice.chosen))
        yield Shown(choice.part, places, choice.left_out, frame.count(text))


def _small_enough(text: str, frame: Frame) -> bool:
    return not frame.max_bytes or len(text.encode()) <= frame.max_bytes

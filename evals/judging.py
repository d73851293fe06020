"""What a new statement does to one that stands: the judge on labelled pairs, zh, en and both.

    python -m evals.judging [--misses]

Each row of `judging/dev.jsonl` and `judging/test.jsonl` is a standing statement, a new one, and
the rulings a person would accept (`judging/README.md`). The standing one is written into a note
and read back, the new one is given as extraction gives it, so that what is measured is the judge
alone. `--misses` prints those of the dev half; the test half is one figure a ruling.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

from evals.measured import Measured, run, share
from progressive_memory.domain.candidate import Candidate, Confirmation, Person, Ruling
from progressive_memory.domain.entry import Field, Kind
from progressive_memory.domain.group import Language
from progressive_memory.domain.message import Message
from progressive_memory.flush.judge.compare import Decided, Room, compare
from progressive_memory.flush.known.homes import Homes
from progressive_memory.flush.known.known import Known, Place
from progressive_memory.flush.known.read_back import known_entries, standing_slot
from progressive_memory.flush.writeback.render import Scribe
from progressive_memory.flush.writeback.writeback import operations
from progressive_memory.text.similarity import likeness, negated, quantities, terms
from progressive_memory.vault.blocks import TITLE_JOIN, entries
from progressive_memory.vault.ids import message_block_id
from progressive_memory.vault.layout import day_note
from progressive_memory.vault.splice import apply_operations

COMMAND = "python -m evals.judging"
HALVES = ("dev", "test")
_ROWS = Path(__file__).parent / "judging"
_GROUP = "harbour"
_STOOD_AT = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)
_SAID_AT = datetime(2026, 3, 9, 9, 0, tzinfo=UTC)
_PEOPLE: dict[Language, list[str]] = {"en": ["Ana", "Bo"], "zh": ["张三", "李四"]}
_LIKE = 0.5
_MOST_FALSE = 0.01
_PROTOCOL = (
    "labelled pairs of a standing and a new statement, all rows counted; right = the note reads "
    "after it as one of the accepted rulings leaves it (Duplicate: the words and fields stand, "
    "people and evidence may join; Extends: fields or words added; New: a second entry stands "
    "beside it); floor: terms alike by half, then by numbers and negation; false supersessions: "
    "the old entry is superseded where the person accepts no supersession"
)


@dataclass(frozen=True)
class Row:
    """A labelled pair. `language` is the group's; `wanted` are the rulings a person accepts."""

    id: str
    language: Language
    kind: Kind
    stands: str
    says: str
    wanted: tuple[str, ...]
    stood_by: tuple[str, ...]
    by: tuple[str, ...]
    deciders: frozenset[str]


@dataclass(frozen=True)
class Judged:
    """A row with the ruling the note shows, and the floor's."""

    row: Row
    ruling: str
    floor: str


def rows(half: str) -> list[Row]:
    """The labelled pairs of a half (`dev`, `test`)."""
    lines = (_ROWS / f"{half}.jsonl").read_text(encoding="utf-8").splitlines()
    return [_row(json.loads(line)) for line in lines]


def measure(_shared: Path) -> list[Measured]:
    """Accuracy by ruling and false supersessions, of each half; no public data is needed."""
    return [each for half in HALVES for each in _measured(half, judged(rows(half)))]


def judged(labelled: Iterable[Row]) -> list[Judged]:
    """Every row with what the judge makes of it."""
    return [Judged(row, _ruling(row), _floor(row)) for row in labelled]


def _row(data: dict[str, object]) -> Row:
    language: Language = "zh" if str(data["language"]).startswith("zh") else "en"
    people = _PEOPLE[language]

    def listed(key: str, default: Sequence[str]) -> tuple[str, ...]:
        found = data.get(key, default)
        return tuple(map(str, found)) if isinstance(found, list | tuple) else ()

    return Row(
        id=str(data["id"]),
        language=language,
        kind=Kind(str(data["kind"])),
        stands=str(data["stands"]),
        says=str(data["says"]),
        wanted=listed("wanted", ()),
        stood_by=listed("stood_by", people),
        by=listed("by", people),
        deciders=frozenset(listed("deciders", ())),
    )


def _ruling(row: Row) -> str:
    """What the note shows after both statements."""
    standing = _candidate(row, row.stands, row.stood_by, _STOOD_AT)
    known = _written(compare(_room(row, {}, standing), [standing]), row.language)
    (old,) = known.values()
    new = _candidate(row, row.says, row.by, _SAID_AT)
    after = compare(_room(row, known, new), [new]).after
    return _outcome(old, after)


def _outcome(old: Known, after: dict[str, Known]) -> str:
    then = after[old.id]
    others = [one for one in after.values() if one.id != old.id]
    if then.superseded_by:
        return Ruling.SUPERSEDES.value
    if then.contradicts:
        return Ruling.CONTRADICTS.value
    if any(one.place is Place.STANDING for one in others):
        return Ruling.NEW.value
    if others:
        return Ruling.PENDING.value
    same = (then.title, then.fields, then.tail) == (old.title, old.fields, old.tail)
    return Ruling.DUPLICATE.value if same else Ruling.EXTENDS.value


def _room(row: Row, known: dict[str, Known], candidate: Candidate) -> Room:
    return Room(
        homes=Homes(_GROUP),
        key_name=_GROUP,
        language=row.language,
        today=date(2026, 3, 9),
        known=known,
        fresh=frozenset(message.block_id for message in candidate.evidence),
        deciders=row.deciders,
    )


def _candidate(row: Row, text: str, people: Sequence[str], at: datetime) -> Candidate:
    title, _, rest = text.partition(TITLE_JOIN)
    tail = (rest,) if rest else ()
    evidence = [_said(name, text, at + timedelta(minutes=n)) for n, name in enumerate(people)]
    first, *others = (Person(name, name) for name in people)
    return Candidate(
        kind=row.kind,
        title=title,
        evidence=tuple(evidence),
        slot=standing_slot(row.kind, title, tail),
        tail=tail,
        fields=((Field.DECISION, title),) if row.kind is Kind.DECISION else (),
        decided_by=(first,),
        confirmed_by=tuple(map(Confirmation, others)),
        confirmed=bool(others),
        reason="" if others else "unanswered",
    )


def _said(name: str, text: str, at: datetime) -> Message:
    event_id = f"${name}{at.isoformat()}"
    return Message(
        event_id=event_id,
        block_id=message_block_id(event_id),
        at=at,
        sender=name,
        sender_name=name,
        text=text,
        path=day_note(_GROUP, at.date()),
    )


def _written(decided: Decided, language: Language) -> dict[str, Known]:
    """What stands once the notes were written and are read again."""
    scribe = Scribe(Homes(_GROUP), language)
    found: dict[str, Known] = {}
    for path, wanted in operations({}, decided.after, scribe).items():
        data = apply_operations(path, b"", wanted).data or b""
        found |= known_entries(entries(path, data.decode()), {})
    return found


def _floor(row: Row) -> str:
    if likeness(terms(row.stands), terms(row.says)) < _LIKE:
        return Ruling.NEW.value
    same = quantities(row.stands) == quantities(row.says)
    same = same and negated(row.stands) == negated(row.says)
    return (Ruling.DUPLICATE if same else Ruling.SUPERSEDES).value


def _measured(half: str, found: list[Judged]) -> Iterable[Measured]:
    goals = Counter(one.row.wanted[0] for one in found)
    for ruling, n in goals.items():
        asked = [one for one in found if one.row.wanted[0] == ruling]
        yield Measured(
            measure=f"judge, {half}: {ruling}",
            value=share(sum(one.ruling in one.row.wanted for one in asked), n),
            floor=share(sum(one.floor in one.row.wanted for one in asked), n),
            goal="",
            n=n,
            protocol=_PROTOCOL,
            reached=None,
            command=COMMAND,
        )
    others = [one for one in found if Ruling.SUPERSEDES not in one.row.wanted]
    false = sum(one.ruling == Ruling.SUPERSEDES for one in others)
    yield Measured(
        measure=f"judge, {half}: false supersessions",
        value=share(false, len(others)),
        floor=share(sum(one.floor == Ruling.SUPERSEDES for one in others), len(others)),
        goal=f"≤ {_MOST_FALSE:.0%}",
        n=len(others),
        protocol=_PROTOCOL,
        reached=false <= _MOST_FALSE * len(others),
        command=COMMAND,
    )


def _print_misses() -> None:
    for one in judged(rows("dev")):
        if one.ruling not in one.row.wanted:
            row = one.row
            print(f"{row.id}: {one.ruling} | {row.stands} | {row.says}")


if __name__ == "__main__":
    if "--misses" in sys.argv:
        sys.argv.remove("--misses")
        _print_misses()
    run(measure)

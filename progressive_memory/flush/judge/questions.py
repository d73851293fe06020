"""Questions put to people: which of two statements holds (DESIGN §5 "Judge", Contradicts). Pure."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from progressive_memory.domain.candidate import Slot
from progressive_memory.domain.entry import Kind
from progressive_memory.domain.group import Language
from progressive_memory.flush.known import meaning
from progressive_memory.flush.known.known import Known, Place
from progressive_memory.flush.known.vetoes import Veto

CONTRADICTS = "contradicts"
"""The reason code of a question."""

_ABOUT_NOTHING = Slot("")
_MARK = meaning.fingerprint(Kind.OPEN_LOOP, _ABOUT_NOTHING)
"""By what a question that is gone is known to have been one."""

_WORDING: dict[Language, str] = {
    "zh": "以新说法为准？新：{new}；旧：{old}",
    "en": "Does the newer one hold? New: {new}; old: {old}",
}


def which_holds(new: Known, old: Known, question_id: str, language: Language) -> Known:
    """The pending question whether `new` holds against `old`: ticked, `new` supersedes `old`;
    rejected, the other way round. `contradicts` names the two, the newer first.
    """
    title = _WORDING[language].format(new=new.title, old=old.title)
    return Known(
        id=question_id,
        kind=Kind.OPEN_LOOP,
        title=title,
        slot=_ABOUT_NOTHING,
        evidence=new.evidence,
        contradicts=(new.id, old.id),
        place=Place.PENDING,
        reason=CONTRADICTS,
        said_by=new.said_by,
        said_on=new.said_on,
    )


def is_question(known: Known) -> bool:
    """Whether it asks which of two entries holds."""
    return known.place is Place.PENDING and len(known.contradicts) == 2


def deleted(
    gone: Iterable[Veto], known: Mapping[str, Known], language: Language
) -> Iterator[Known]:
    """The questions among what a person deleted, made anew from the two entries they were about;
    one that may have been about several pairs is left out.
    """
    asked = {one.contradicts for one in known.values() if is_question(one)}
    for veto in gone:
        if veto.kind is Kind.OPEN_LOOP and veto.meaning == _MARK:
            pairs = [
                (new, old)
                for new, old in _conflicts(known)
                if veto.evidence <= new.evidence_ids and (new.id, old.id) not in asked
            ]
            if len(pairs) == 1:
                yield which_holds(*pairs[0], "", language)


def _conflicts(known: Mapping[str, Known]) -> Iterator[tuple[Known, Known]]:
    """The pairs that stand against each other, the newer first."""
    for new in known.values():
        for other_id in new.contradicts:
            old = known.get(other_id)
            if old is not None and old.latest <= new.latest and not is_question(new):
                yield new, old

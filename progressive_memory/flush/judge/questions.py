"""Questions put to people: which of two statements holds (DESIGN §5 "Judge", Contradicts)."""

from __future__ import annotations

from progressive_memory.domain.candidate import Slot
from progressive_memory.domain.entry import Kind
from progressive_memory.domain.group import Language
from progressive_memory.flush.known.known import Known, Place

CONTRADICTS = "contradicts"
"""The reason code of a question."""

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
        slot=Slot(""),
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

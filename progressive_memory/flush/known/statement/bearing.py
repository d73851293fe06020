"""How a new statement bears on one that stands (DESIGN §5 "Judge"). Pure.

The order of the questions: are they about the same thing · do they say the same of it · does one
say more · can both hold. Where any answer is unsure, they have nothing to do with each other:
two entries side by side do less harm than one retired wrongly.
"""

from __future__ import annotations

from collections import Counter
from enum import StrEnum

from progressive_memory.flush.known.statement.statement import Statement, read
from progressive_memory.flush.known.statement.values import Value

_FEW = 4
"""More concepts than this are no value but a clause."""

_WHEN = frozenset({"day", "clock", "weekday", "every week"})
_ONCE = frozenset({"day", "weekday"})
_COLOURS = frozenset("red green blue black white grey gray orange purple yellow pink".split())


class Bearing(StrEnum):
    """What a new statement is to a standing one."""

    SAME = "the same"
    MORE = "the same and more"
    OTHER = "another value of the same"
    GIVEN_UP = "something is given up, and this may be it"
    APART = "nothing to do with it"


def bearing(standing: str, said: str) -> Bearing:
    """How `said` bears on `standing`, both on one line."""
    old, new = read(standing), read(said)
    if not old.about or not new.about:
        return Bearing.APART
    left, right = old.about - new.about, new.about - old.about
    if not left and not right:
        return _of_the_same(old, new)
    if new.adds or old.negated != new.negated:
        return Bearing.APART
    if new.replaced:
        return _instead(old, new, left, right)
    if old.replaced and not left and right == old.replaced:
        return Bearing.APART
    if _changed(old, new, left, right):
        return Bearing.OTHER
    return Bearing.APART


def _of_the_same(old: Statement, new: Statement) -> Bearing:
    """Both are about the same: the values decide, and whether one denies it."""
    if len(new.about) + len(new.values) < 2:
        return Bearing.APART
    if old.negated != new.negated:
        # What holds for a day or under a condition denies nothing that holds in general.
        return Bearing.OTHER if old.values == new.values and not new.extra else Bearing.APART
    if old.values == new.values:
        if not new.extra or new.extra == old.extra:
            return Bearing.SAME
        return Bearing.MORE if old.extra < new.extra else Bearing.APART
    mine, theirs = ([value.sort for value in one.values] for one in (old, new))
    if mine == theirs:
        return Bearing.OTHER if _resettable(old, new) else Bearing.APART
    added = Counter(new.values) - Counter(old.values)
    lost = Counter(old.values) - Counter(new.values)
    only_version = not lost and all(value.sort == "version" for value in added)
    return Bearing.MORE if only_version else Bearing.APART


def _resettable(old: Statement, new: Statement) -> bool:
    """Whether a value of it can be set anew: of an act only its time, and no second thing comes."""
    differing = {
        one.sort for one, other in zip(old.values, new.values, strict=True) if one != other
    }
    if new.adds or (new.extra and not new.changes):
        return False
    comes_again = any(value.sort == "often" for value in new.values)
    if differing & _ONCE and not (new.changes or comes_again):
        return False  # another day, and for all we know another time of the same
    return not new.is_act or differing <= _WHEN


def _instead(
    old: Statement, new: Statement, left: frozenset[str], right: frozenset[str]
) -> Bearing:
    """It names what is given up: that must be what the standing one holds."""
    if not new.replaced <= old.about or not right <= new.held or new.replaced & old.replaced:
        return Bearing.APART
    if left <= new.replaced and _anchor(old, new):
        return Bearing.OTHER
    says_of_what = bool(new.about - new.held) or len(new.about) > _FEW
    is_that = old.settles and old.held == new.replaced
    return Bearing.GIVEN_UP if is_that and not says_of_what else Bearing.APART


def _changed(old: Statement, new: Statement, left: frozenset[str], right: frozenset[str]) -> bool:
    """Whether only what stands where a value stands is another, and only one of them can hold."""
    if not (left and right and left <= old.held and right <= new.held):
        return False
    if not _anchor(old, new):
        return False
    if _but_versions(old) != _but_versions(new) or new.is_act:
        return False
    if max(len(left), len(right)) > _FEW:
        return False
    if new.swaps and old.settles and not _told_apart(left, right):
        return True
    alike = (left <= old.names and right <= new.names) or _one_class(left, right)
    return alike and (new.changes or (old.settles and new.settles))


def _anchor(old: Statement, new: Statement) -> frozenset[str]:
    """What both are about outside of where a value stands: without it nothing is given a value."""
    return (old.about & new.about) - old.held - new.held


def _but_versions(one: Statement) -> list[Value]:
    """Its values, less the versions of what it names."""
    return [value for value in one.values if value.sort != "version"]


def _one_class(left: frozenset[str], right: frozenset[str]) -> bool:
    """Whether both are colours, or both languages."""
    return any(any(map(is_one, left)) and any(map(is_one, right)) for is_one in _CLASSES)


def _told_apart(left: frozenset[str], right: frozenset[str]) -> bool:
    """Whether one is a colour or a language, and the other is not."""
    return any(any(map(is_one, left)) != any(map(is_one, right)) for is_one in _CLASSES)


def _is_colour(concept: str) -> bool:
    return concept in _COLOURS or concept.endswith("色")


def _is_language(concept: str) -> bool:
    return len(concept) > 1 and concept[-1] in "文语"


_CLASSES = (_is_colour, _is_language)

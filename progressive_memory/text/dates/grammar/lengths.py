"""Numbers, and lengths of time: twenty two, half an hour, 三天半, two weeks and a day."""

from __future__ import annotations

from progressive_memory.text.dates.grammar.base import GRAMMAR, refuse_unless
from progressive_memory.text.dates.span import Grain, finer
from progressive_memory.text.dates.times import Context, Length

_SMALLER: dict[Grain, tuple[float, Grain]] = {
    "minute": (30, "second"),
    "hour": (30, "minute"),
    "day": (12, "hour"),
    "month": (15, "day"),
    "year": (6, "month"),
    "decade": (5, "year"),
}


@GRAMMAR.rule("int", "num|small|teen|tens|zhnum")
def plain_number(_: Context, number: int | None) -> int | None:
    """A whole number."""
    return number


@GRAMMAR.rule("int", "tens '-'? small")
def tens_and_ones(_: Context, tens: int, ones: int) -> int:
    """Twenty two."""
    refuse_unless(ones > 0)
    return tens + ones


@GRAMMAR.rule("int", "small 'hundred'")
def hundreds(_: Context, count: int) -> int:
    """Two hundred."""
    return 100 * count


@GRAMMAR.rule("ord", "tens '-'? ord")
def tens_and_ordinal(_: Context, tens: int, ones: int) -> int:
    """Twenty second."""
    refuse_unless(ones < 10)
    return tens + ones


@GRAMMAR.rule("n", "int")
def counted(_: Context, number: float) -> float:
    """A number of units."""
    return number


@GRAMMAR.rule("n", "tens 'and' small")
def twenty_and_four(_: Context, tens: int, ones: int) -> int:
    """Twenty and four."""
    return tens + ones


@GRAMMAR.rule("n", "decimal")
def fraction(_: Context, said: str) -> float:
    """2.5."""
    return float(said)


@GRAMMAR.rule("n", "num '/' num")
def ratio(_: Context, above: int, below: int) -> float:
    """3/4 of an hour."""
    refuse_unless(0 < above < below <= 4)
    return above / below


@GRAMMAR.rule("several", "'a'? 'couple' 'of'?", "'a' 'pair' 'of'")
def couple(_: Context) -> int:
    """A couple of: two or so."""
    return 2


@GRAMMAR.rule("several", "'a'? 'few'", "'several'")
def few(_: Context) -> int:
    """A few: three or so."""
    return 3


@GRAMMAR.rule("n", "int 'and' 'a'|'an'? 'half'", "int '½'")
def and_a_half(_: Context, number: float) -> float:
    """Two and a half."""
    return number + 0.5


@GRAMMAR.rule("len", "n 'more'? unit", "n '-' unit", "n unit1")
def units_of_time(_: Context, count: float, unit: Grain) -> Length:
    """Two weeks, 10-day, 2h."""
    refuse_unless(0 < count < 10_000 and unit != "weekend")
    return Length(((count, unit),))


@GRAMMAR.rule("len", "n 'fortnight'|'fortnights'")
def fortnights(_: Context, count: float) -> Length:
    """Two fortnights."""
    return Length(((14 * count, "day"),))


@GRAMMAR.rule("len", "'a' 'fortnight'")
def a_fortnight(_: Context) -> Length:
    """A fortnight."""
    return Length(((14, "day"),))


@GRAMMAR.rule("len", "several 'more'? unit")
def some_units(_: Context, count: float, unit: Grain) -> Length:
    """A few hours."""
    return Length(((count, unit),), vague=True)


@GRAMMAR.rule("len", "'all' 'day'", "'a' 'day'")
def all_day(_: Context) -> Length:
    """All day."""
    return Length(((1, "day"),))


@GRAMMAR.rule("len", "n 'night'|'nights'")
def nights(_: Context, count: float) -> Length:
    """Two nights."""
    return Length(((count, "day"),))


@GRAMMAR.rule("len", "'more'|'less' 'than' len")
def about_so_long(_: Context, length: Length) -> Length:
    """More than four days."""
    return length


@GRAMMAR.rule("len", "'a'|'an' unit")
def one_unit(_: Context, unit: Grain) -> Length:
    """A week."""
    return Length(((1, unit),))


@GRAMMAR.rule("len", "'half' 'a'|'an' unit", "'half' unit", "'a' 'half' unit", "'½' unit")
def half_unit(_: Context, unit: Grain) -> Length:
    """Half an hour."""
    return _and_half(0, unit)


@GRAMMAR.rule("len", "'a'? 'quarter' 'of' 'a'|'an' unit")
def quarter_unit(_: Context, unit: Grain) -> Length:
    """A quarter of an hour."""
    refuse_unless(unit in {"hour", "year"})
    return Length(((15, "minute"),)) if unit == "hour" else Length(((3, "month"),))


@GRAMMAR.rule("len", "'three' '-'? unit 'of' 'an' unit", "small '-'? unit 'of' 'an' unit")
def three_quarters(_: Context, *said: object) -> Length:
    """Three quarters of an hour."""
    refuse_unless(said[-2:] == ("quarter", "hour") and said[0] in {3, "quarter"})
    return Length(((45, "minute"),))


@GRAMMAR.rule("len", "len 'and' 'a'? 'half'")
def length_and_a_half(_: Context, length: Length) -> Length:
    """One hour and a half."""
    refuse_unless(len(length.parts) == 1)
    return _and_half(*length.parts[0])


@GRAMMAR.rule("len", "len 'and' 'a' 'quarter'")
def length_and_a_quarter(_: Context, length: Length) -> Length:
    """One year and a quarter."""
    extra: tuple[float, Grain] = (3, "month") if length.grain == "year" else (15, "minute")
    refuse_unless(length.grain in {"year", "hour"})
    return Length((*length.parts, extra))


@GRAMMAR.rule("len", "len 'and'|','? len", "len digits2")
def longer(_: Context, one: Length, other: Length | str) -> Length:
    """Two hours and five minutes, 2h30."""
    if isinstance(other, str):
        refuse_unless(one.grain == "hour" and int(other) < 60)
        other = Length(((int(other), "minute"),))
    refuse_unless(finer(other.parts[0][1], one.grain))
    return Length((*one.parts, *other.parts))


def _and_half(count: float, unit: Grain) -> Length:
    """So many units and a half, the half in smaller units where it is a whole number of them."""
    if unit in {"week", "quarter", "century"}:
        return Length(((count + 0.5, unit),))
    half = _SMALLER.get(unit, (0.5, unit))
    return Length(((count, unit), half) if count else (half,))


@GRAMMAR.rule("len", "num|decimal ge? zunit")
def chinese_units(_: Context, count: float | str, ge: object, unit: Grain) -> Length:
    """三天, 5 小时, 两个星期."""
    number = float(count)
    refuse_unless(0 < number < 100_000 and (ge is None or unit in {"week", "hour", "quarter"}))
    return Length(((number, unit),))


@GRAMMAR.rule("len", "num ge ban zunit", "num zunit ban")
def chinese_and_a_half(_: Context, count: float, *rest: Grain | float) -> Length:
    """两个半小时, 三年半."""
    return _and_half(count, next(word for word in rest if isinstance(word, str)))


@GRAMMAR.rule("len", "num|ban '个月'|'個月' ban?")
def chinese_months(_: Context, count: float, half: object) -> Length:
    """两个月, 一个月半."""
    return _and_half(count, "month") if half or count == 0.5 else Length(((count, "month"),))


@GRAMMAR.rule("len", "num ge ban yue")
def chinese_months_and_a_half(_: Context, count: float, *_rest: object) -> Length:
    """两个半月."""
    return _and_half(count, "month")


@GRAMMAR.rule("len", "ban ge? zunit|yue")
def chinese_half(_: Context, _ban: object, _ge: object, unit: Grain | int) -> Length:
    """半天, 半个月, 半年."""
    return _and_half(0, unit if isinstance(unit, str) else "month")


@GRAMMAR.rule("len", "num ke '钟'|'鐘'")
def quarters_of_an_hour(_: Context, count: float, _ke: object) -> Length:
    """一刻钟."""
    return Length(((15 * count, "minute"),))

"""What comes again: every Monday, twice a week, 每周三."""

from __future__ import annotations

from progressive_memory.text.dates.grammar.base import GRAMMAR, refuse_unless
from progressive_memory.text.dates.times import Context


@GRAMMAR.rule(
    "habit",
    "'every'|'each' 'other'? date|when|unit|part|weekday|weekday~|len|clock",
    "'every'|'each' int|ord unit|weekday",
    "'once'|'twice'|'one'|'times' 'a'|'an'|'per'|'every'|'each'|'in' 'a'? unit",
    "weekdays",
    "weekday parts",
    "parts",
)
def again(_: Context, *_said: object) -> str:
    """Every day, once a week, Tuesday afternoons."""
    return "again"


@GRAMMAR.rule("habit", "habit 'at'? clock", "habit at latent")
def again_at(_: Context, *_said: object) -> str:
    """Every evening at seven."""
    return "again"


@GRAMMAR.rule(
    "no_date",
    "'most'|'any'|'some'|'per'|'a'|'another'|'one'|'other'|'alternate' weekday|weekdays",
    "'super'|'patch'|'fat'|'ruby'|'casual' weekday|weekdays",
    "'usa' near",
    "'these' unit",
    "'the' 'other' unit",
)
def no_date(_: Context, *_said: object) -> str:
    """One Friday, USA Today, Friday the 13th: names and days that nobody can tell."""
    return "no date"


@GRAMMAR.rule("no_date", "weekday 'the' ord")
def friday_the_13th(_: Context, weekday: int, day: int) -> str:
    """The film."""
    refuse_unless((weekday, day) == (4, 13))
    return "no date"


@GRAMMAR.rule(
    "habit",
    "'每'|'逢' '个'|'個'|'逢'|'隔'? date|when|zunit|zweek|yue|len|zpart|hao",
    "'每' '个月'|'個月'",
)
def chinese_again(_: Context, *_said: object) -> str:
    """每周三, 每天, 每隔两天."""
    return "again"

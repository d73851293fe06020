"""English words about time: what kind of word each is, and its value."""

from __future__ import annotations

from progressive_memory.text.dates.times import Part

Entry = tuple[str, object]

_UNITS = {
    "second": "second seconds sec secs s",
    "minute": "minute minutes min mins m",
    "hour": "hour hours hr hrs h",
    "day": "day days d",
    "weekend": "weekend weekends",
    "week": "week weeks wk wks w",
    "month": "month months mth mths",
    "quarter": "quarter quarters qtr qtrs",
    "year": "year years yr yrs y",
    "decade": "decade decades",
    "century": "century centuries",
}
_SMALL = "zero one two three four five six seven eight nine"
_TEENS = "ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen"
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety"
_ORDINALS = (
    "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth"
    " fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth"
)
_WEEKDAYS = (
    *("monday mon", "tuesday tue tues", "wednesday wed weds", "thursday thu thur thurs"),
    *("friday fri", "saturday sat", "sunday sun"),
)
_MONTHS = (
    *("january jan", "february feb", "march mar", "april apr", "may", "june jun", "july jul"),
    *("august aug", "september sep sept", "october oct", "november nov", "december dec"),
)
_PARTS = {
    "morning": Part(0, 12, "am"),
    "afternoon": Part(12, 19, "pm"),
    "evening": Part(18, 24, "pm"),
    "night": Part(18, 24, "night"),
    "lunch": Part(12, 14, "pm"),
    "lunchtime": Part(12, 14, "pm"),
    "breakfast": Part(8, 9, "am"),
    "dinner": Part(17, 21, "pm"),
    "dinnertime": Part(17, 21, "pm"),
}
_STEPS = {
    "last": -1,
    "previous": -1,
    "past": -1,
    "this": 0,
    "current": 0,
    "next": 1,
    "following": 1,
}
_ZONES = {
    "utc": 0,
    "gmt": 0,
    "bst": 60,
    "cet": 60,
    "cest": 120,
    "eet": 120,
    "eest": 180,
    "est": -300,
    "edt": -240,
    "cst": -360,
    "cdt": -300,
    "mst": -420,
    "mdt": -360,
    "pst": -480,
    "pdt": -420,
    "et": -300,
    "ct": -360,
    "pt": -480,
    "msk": 180,
    "ist": 330,
    "jst": 540,
    "kst": 540,
    "aest": 600,
}
_NEAR = {"today": 0, "tomorrow": 1, "tmr": 1, "tmrw": 1, "yesterday": -1}
_EDGES = {
    "early": "early",
    "beginning": "begin",
    "start": "begin",
    "mid": "mid",
    "middle": "mid",
    "late": "late",
    "end": "end",
}
_SEASONS = {"spring": 0, "summer": 1, "autumn": 2, "fall": 2, "winter": 3}
_BOUNDS = {
    "before": "before",
    "until": "before",
    "till": "before",
    "untill": "before",
    "til": "before",
    "after": "after",
    "since": "since",
    "by": "by",
}
_HABITS = ("daily", "weekly", "monthly", "quarterly", "yearly", "annually", "hourly", "everyday")


def _plain() -> list[tuple[str, str, object]]:
    """Words in a row, their kind, their value."""
    rows: list[tuple[str, str, object]] = []
    for unit, words in _UNITS.items():
        rows += [(word, "unit1" if len(word) == 1 else "unit", unit) for word in words.split()]
    rows += [(word, "small", number) for number, word in enumerate(_SMALL.split())]
    rows += [(word, "teen", number) for number, word in enumerate(_TEENS.split(), 10)]
    for tens, word in enumerate(_TENS.split(), 2):
        rows += [(word, "tens", 10 * tens), (f"{word[:-1]}ieth", "ord", 10 * tens)]
    rows += [(word, "ord", number) for number, word in enumerate(_ORDINALS.split(), 1)]
    for number, words in enumerate(_WEEKDAYS):
        rows += [(word, "weekday", number) for word in words.split()]
        rows += [(f"{words.split()[0]}s", "weekdays", number)]
    rows += [(words, "month", number) for number, words in enumerate(_MONTHS, 1)]
    for word, part in _PARTS.items():
        rows += [(word, "part", part), (f"{word}s", "parts", part)]
    return rows


def _lexicon() -> dict[str, tuple[Entry, ...]]:
    found: dict[str, list[Entry]] = {}
    rows = _plain()
    tables: dict[str, dict[str, object]] = {
        "near_step": dict(_STEPS),
        "zone": dict(_ZONES),
        "near": dict(_NEAR),
        "edge": dict(_EDGES),
        "season": dict(_SEASONS),
        "boundword": dict(_BOUNDS),
    }
    for kind, table in tables.items():
        rows += [(word, kind, value) for word, value in table.items()]
    rows += [("coming upcoming", "coming", 1)]
    rows += [(word, "habit", word) for word in _HABITS]
    for unit in ("week", "month", "quarter", "year"):
        rows += [(f"eo{unit[0]}", "edge_letters", ("end", unit))]
    rows += [
        ("bom", "edge_letters", ("begin", "month")),
        ("boy", "edge_letters", ("begin", "year")),
    ]
    rows += [("am", "ampm", 0), ("a.m", "ampmdot", 0), ("pm", "ampm", 12), ("p.m", "ampmdot", 12)]
    rows += [("a", "ap", 0), ("p", "ap", 12)]
    for words, kind, value in rows:
        for word in words.split():
            found.setdefault(word, []).append((kind, value))
    return {word: tuple(entries) for word, entries in found.items()}


ENGLISH = _lexicon()
"""A word in small letters, and each kind it may be of, with its value."""

"""The runs that a cron line names are those that another reader of cron lines finds."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from itertools import islice
from random import Random
from zoneinfo import ZoneInfo

from cronsim import CronSim

from progressive_memory.domain.schedule import Schedule
from progressive_memory.scheduler.slots import coming
from progressive_memory.text.cron_lines import refused

COUNT = 1_000
ZONES = (
    "Asia/Shanghai",
    "America/New_York",
    "Europe/London",
    "Australia/Lord_Howe",
    "Pacific/Apia",
)
BOUNDS = ((0, 59), (0, 23), (1, 31), (1, 12), (0, 7))
NAMES = {3: "jan feb mar apr may jun jul aug sep oct nov dec".split(), 4: "sun mon tue wed thu fri sat".split()}  # fmt: skip
CHANGE = timedelta(hours=26)


def field(random: Random, at: int) -> str:
    """A field of crontab(5): numbers, names, ranges that go up, steps, lists."""
    low, high = BOUNDS[at]
    kinds = ["*", "*", "number", "number", "span", "step", "span_step", "list"]
    match random.choice(kinds):
        case "number":
            return str(random.randint(low, high))
        case "span":
            first = random.randint(low, high)
            return f"{first}-{random.randint(first, high)}"
        case "step":
            return f"*/{random.randint(1, high)}"
        case "span_step":
            first = random.randint(low, high - 1)
            return f"{first}-{random.randint(first + 1, high)}/{random.randint(1, 9)}"
        case "list":
            return ",".join(str(random.randint(low, high)) for _ in range(random.randint(2, 4)))
        case _:
            return "*"


def line(random: Random) -> str:
    fields = [field(random, at) for at in range(5)]
    for at, names in NAMES.items():
        if random.random() < 0.1:
            fields[at] = random.choice(names)
    if random.random() < 0.1:
        fields[2] = "L"
    elif random.random() < 0.1:
        fields[4] = f"{random.randint(0, 6)}#{random.randint(1, 4)}"
    return " ".join(fields)


def expressions() -> Iterator[tuple[str, ZoneInfo, datetime]]:
    """A thousand lines that are taken, each with a zone and a moment."""
    random = Random(20261130)
    taken = 0
    while taken < COUNT:
        text = line(random)
        zone = ZoneInfo(random.choice(ZONES))
        since = datetime(2026, 1, 1, tzinfo=UTC) + timedelta(minutes=random.randrange(4 * 525_600))
        if not refused(text):
            taken += 1
            yield text, zone, since


def ours(text: str, zone: ZoneInfo, since: datetime) -> list[datetime]:
    slots = coming(Schedule("g", (text,), zone.key), since)
    return [slot.at for slot, _ in islice(slots, 5)]


def theirs(text: str, zone: ZoneInfo, since: datetime) -> list[datetime]:
    return [at.astimezone(UTC) for at in islice(CronSim(text, since.astimezone(zone)), 5)]


def is_near_a_change(at: datetime, zone: ZoneInfo) -> bool:
    return (at - CHANGE).astimezone(zone).utcoffset() != (at + CHANGE).astimezone(zone).utcoffset()


def test_a_thousand_lines_run_when_cronsim_runs_them_but_where_clocks_change() -> None:
    """What differs there is told in docs/decisions/0027."""
    different = []
    for text, zone, since in expressions():
        pair = ours(text, zone, since), theirs(text, zone, since)
        first = min({*pair[0]} ^ {*pair[1]}, default=None)
        if first is not None and not is_near_a_change(first, zone):
            different.append((text, zone.key, since, *pair))

    assert [] == different


def test_where_clocks_change_the_differences_are_these() -> None:
    """An hour shown twice counts once, also for `*`; one left out is made up for, also for `*/15`."""
    york = ZoneInfo("America/New_York")
    autumn = datetime(2026, 11, 1, 4, 30, tzinfo=UTC)
    spring = datetime(2027, 3, 14, 6, 30, tzinfo=UTC)

    assert [5, 7, 8, 9, 10] == [at.hour for at in ours("0 * * * *", york, autumn)]
    assert [5, 6, 7, 8, 9] == [at.hour for at in theirs("0 * * * *", york, autumn)]
    assert [(14, 7), (15, 6), (15, 6)] == [
        (at.day, at.hour) for at in ours("*/15 2 * * *", york, spring)[:3]
    ]
    assert [(15, 6), (15, 6), (15, 6)] == [
        (at.day, at.hour) for at in theirs("*/15 2 * * *", york, spring)[:3]
    ]
    assert ours("30 2 * * *", york, spring) == theirs("30 2 * * *", york, spring)
    assert ours("30 1 * * *", york, autumn) == theirs("30 1 * * *", york, autumn)

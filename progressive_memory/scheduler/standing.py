"""How the schedules stand at one moment: what is due, what is begun, what is done with.

`slots` decides; the ledger remembers. Nothing here knows what a run does.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from progressive_memory.domain.cron_report import RanSlot
from progressive_memory.domain.schedule import PastRun, Schedule, Schedules, Slot, Watch
from progressive_memory.ports_schedule import RunLedger
from progressive_memory.scheduler import slots
from progressive_memory.text import wall_time

_RETRY = timedelta(minutes=5)
"""After the first failure of a slot; after the second twice as long."""
_CUT_OFF = f"the run was begun {slots.MOST_TRIES} times and cut off each time"
_MINUTE = timedelta(minutes=1)

_Find = Callable[[Schedule, Watch, datetime, slots.HasRun], Slot | None]


@dataclass
class Standing:
    """The schedules at `now`, with what is known of each; `known` is that before this moment."""

    schedules: Schedules
    ledger: RunLedger
    now: datetime
    known: Mapping[str, Watch]
    watches: dict[str, Watch]

    @classmethod
    def of(cls, schedules: Schedules, ledger: RunLedger, now: datetime) -> Standing:
        """How they stand by the ledger."""
        known = ledger.watches()
        watches = {
            each.group: slots.settled_watch(known.get(each.group), now)
            for each in schedules.schedules
        }
        return cls(schedules, ledger, now, known, watches)

    def asks_for_a_turn(self) -> bool:
        """Whether there is anything to run or to note."""
        return bool(self.due() or self._given_up() or self._is_new())

    def next_at(self) -> datetime | None:
        """When something is to be run next; None = never, or not on this machine."""
        return min((at for at, _ in self._coming()), default=None)

    def next_zone(self) -> str:
        """The zone of the schedule that is to be run next; "" = none."""
        return min(self._coming(), default=(self.now, ""))[1]

    def due(self) -> tuple[Slot, ...]:
        """The slots to be run now, one a group at most."""
        return self._found(slots.due)

    def keep_watches(self) -> None:
        """Note groups seen for the first time, and that a clock went back."""
        if self._is_new():
            self.ledger.watch(self.watches)

    def note_given_up(self) -> tuple[RanSlot, ...]:
        """Note as failed what was begun and cut off too often, so that a person hears of it."""
        lost = self._given_up()
        if lost:
            after = {slot.group: Watch(slot.at) for slot in lost}
            self.ledger.finish([PastRun(slot, self.now, _CUT_OFF) for slot in lost], after)
            self.watches |= after
        return tuple(self._ran(slot, _CUT_OFF, slots.MOST_TRIES) for slot in lost)

    def begin(self, due: Sequence[Slot]) -> None:
        """Note that these are tried, before anything is done: whatever cuts it off is counted."""
        begun = {slot.group: self._begun(slot) for slot in due}
        self.ledger.watch(begun)
        self.watches |= begun

    def finish(self, due: Sequence[Slot], failures: Mapping[str, str]) -> tuple[RanSlot, ...]:
        """Note what came of the slots that were begun; `failures` says why, by group."""
        ran = []
        ended = []
        for slot in due:
            watch = self.watches[slot.group]
            one = self._ran(slot, failures.get(slot.group, ""), watch.tries)
            ran.append(one)
            if one.again:
                later = self.now + watch.tries * _RETRY
                self.watches[slot.group] = replace(watch, not_before=later)
            else:
                ended.append(PastRun(slot, self.now, one.failure))
                self.watches[slot.group] = Watch(slot.at)
        self.ledger.finish(ended, {slot.group: self.watches[slot.group] for slot in due})
        return tuple(ran)

    def begins_a_day(self) -> bool:
        """Whether this is the first time it is asked on this day of the vault's zone; notes it."""
        zone = self.schedules.zone
        wall = wall_time.shown(self.now, ZoneInfo(zone))
        day = Slot(self.now, wall.replace(hour=0, minute=0, second=0, microsecond=0), zone, "")
        if self.ledger.has_run(day):
            return False
        self.ledger.finish([PastRun(day, self.now)], {})
        return True

    def _coming(self) -> Iterator[tuple[datetime, str]]:
        """When each schedule is to be run next, and its zone."""
        for each in () if self.schedules.left_to else self.schedules.schedules:
            watch = self.watches[each.group]
            at = slots.next_instant(each, watch, self.now, self.ledger.has_run)
            if at is not None:
                yield at, each.zone

    def _is_new(self) -> bool:
        return any(self.known.get(group) != watch for group, watch in self.watches.items())

    def _given_up(self) -> tuple[Slot, ...]:
        return self._found(slots.given_up)

    def _found(self, find: _Find) -> tuple[Slot, ...]:
        found = (
            find(each, self.watches[each.group], self.now, self.ledger.has_run)
            for each in self.schedules.schedules
        )
        return tuple(slot for slot in found if slot is not None)

    def _begun(self, slot: Slot) -> Watch:
        watch = self.watches[slot.group]
        tries = watch.tries if watch.tried == slot.key else 0
        return Watch(watch.since, slot.key, tries + 1)

    def _ran(self, slot: Slot, failure: str, tries: int) -> RanSlot:
        return RanSlot(
            group=slot.group,
            wall=slot.wall.isoformat(timespec="minutes"),
            timezone=slot.zone,
            late_minutes=max(0, (self.now - slot.at) // _MINUTE),
            failure=failure,
            again=bool(failure) and tries < slots.MOST_TRIES,
        )

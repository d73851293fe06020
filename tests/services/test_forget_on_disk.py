"""After a forget no byte of the vault, the data folder or the cache folder holds its words, and
nothing brings them back.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from pathlib import Path

import pytest

from progressive_memory.adapters.memory.feed import MemoryFeed
from progressive_memory.domain.forget_report import ToForget
from progressive_memory.errors import FlushCut, NoteChangedOnDisk, UnknownFlush
from progressive_memory.vault.ids import message_block_id
from tests.services.forgetting import GROUP, World, build, edited, events, found_in

PAINTED = "d-20260511-cw7ew5tegt"


@dataclass(frozen=True)
class Variant:
    """What to forget, the words that must be nowhere then, and some that must stay."""

    wanted: ToForget
    gone: tuple[str, ...]
    stays: tuple[str, ...]


ALL_OF_ANA = ("vermilion", "enamel", "zeppelin", "south quay", "@ana:x", "Ana")
VARIANTS = {
    "entry": Variant(ToForget((PAINTED,)), ("vermilion", "enamel"), ("zeppelin", "gangway")),
    "pending": Variant(
        ToForget(("d-20260511-mbdbxkj264",)), ("zeppelin", "hangar"), ("vermilion", "gangway")
    ),
    "message": Variant(
        ToForget(messages=("$8",)), ("wolframite", "shackles"), ("vermilion", "tarpaulins")
    ),
    "block": Variant(
        ToForget(messages=(message_block_id("$3"), "$7")), ("weld", "gangway"), ("vermilion",)
    ),
    "person": Variant(
        ToForget(person="ana", group=GROUP, roles=True), ALL_OF_ANA, ("north quay", "wolframite")
    ),
    "holder": Variant(
        ToForget(person="@di:x", everywhere=True, roles=True),
        ("wolframite", "@di:x", "i take the"),
        ("vermilion", "zeppelin", "south quay"),
    ),
    "days": Variant(
        ToForget(since=date(2026, 5, 12), until=date(2026, 5, 12), group=GROUP),
        ("wolframite", "south quay", "tide tables"),
        ("vermilion", "zeppelin", "tarpaulins"),
    ),
}


@pytest.fixture(params=["sqlite", "whoosh"])
def engine(request: pytest.FixtureRequest) -> str:
    if request.param == "whoosh":
        pytest.importorskip("whoosh")
    return str(request.param)


@pytest.fixture
def world(engine: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> World:
    monkeypatch.setenv("PROGRESSIVE_MEMORY_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("PROGRESSIVE_MEMORY_CACHE", str(tmp_path / "cache"))
    return build(tmp_path, engine)


def undo_all(world: World) -> int:
    """Undo what can be undone, newest first; how many flushes were."""
    done = 0
    for past in world.memory.history().flushes:
        try:
            world.memory.undo(past.flush_id)
        except (FlushCut, UnknownFlush, NoteChangedOnDisk):
            continue
        done += 1
    return done


def bring_back(world: World) -> None:
    """Everything that could bring something back."""
    world.memory.log(GROUP, MemoryFeed(events()))
    late = [edited(one.event_id, one.text, number=n) for n, one in enumerate(events()) if one.text]
    world.memory.log(GROUP, MemoryFeed(late))
    world.flush()
    undo_all(world)
    world.flush()
    for past in world.memory.history().flushes:
        if past.undone:
            world.memory.flush(GROUP, redo=past.flush_id)
    world.memory.log(GROUP, MemoryFeed(events()))
    world.flush()
    world.memory.rollup(GROUP)
    world.search_everything()


@pytest.mark.parametrize("variant", VARIANTS.values(), ids=VARIANTS.keys())
def test_no_byte_is_left_and_nothing_brings_it_back(world: World, variant: Variant) -> None:
    for word in (*variant.gone, *variant.stays):
        assert found_in(world.root, [word]), word

    report = world.memory.forget(variant.wanted)

    assert () == tuple(problem for one in report.groups for problem in one.problems)
    assert [] == found_in(world.root, variant.gone)
    bring_back(world)
    assert [] == found_in(world.root, variant.gone)
    for word in variant.stays:
        assert found_in(world.root, [word]), word
    assert () == world.memory.doctor().problems


@pytest.mark.parametrize("variant", VARIANTS.values(), ids=VARIANTS.keys())
def test_a_dry_run_names_all_that_goes_and_changes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, variant: Variant
) -> None:
    monkeypatch.setenv("PROGRESSIVE_MEMORY_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("PROGRESSIVE_MEMORY_CACHE", str(tmp_path / "cache"))
    world = build(tmp_path)
    before = {path: path.read_bytes() for path in (tmp_path / "vault").rglob("*") if path.is_file()}

    report = world.memory.forget(variant.wanted, dry_run=True)

    after = {path: path.read_bytes() for path in (tmp_path / "vault").rglob("*") if path.is_file()}
    assert before == after
    (group,) = report.groups
    named = {file.path for file in group.files}
    world.memory.forget(variant.wanted)
    changed = {
        str(path.relative_to(tmp_path / "vault"))
        for path, data in before.items()
        if not path.exists() or path.read_bytes() != data
    }
    pending = f"memory/groups/{GROUP}/pending.md"  # what waits now is told where it stood
    people = f"memory/groups/{GROUP}/people.md"  # rows about a person are told apart
    hashes = {"memory/flush-state.json", f"memory/groups/{GROUP}/standing.json"}
    assert changed - {*hashes, pending, people} <= named
    assert named <= changed

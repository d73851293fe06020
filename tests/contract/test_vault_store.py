"""What every `VaultStore` promises: the folder of files and its twin in memory."""

from __future__ import annotations

import hashlib
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from threading import Thread

import pytest

from progressive_memory.adapters.memory.clock import MemoryClock
from progressive_memory.adapters.memory.vault import MemoryVaultStore
from progressive_memory.adapters.vault_files import VaultFiles, Writing
from progressive_memory.domain.plan import (
    Change,
    CreateNote,
    Displaced,
    Edit,
    ForgetMessages,
    InsertUnder,
    Operation,
    Plan,
    ReplaceBlock,
    Revert,
    SetJson,
)
from progressive_memory.errors import NoteUnwritable, PathEscapesVault
from progressive_memory.ports import VaultStore

AT = datetime(2026, 5, 15, 6, 17, tzinfo=UTC)
NOTE = "memory/groups/ops/attention.md"
TEXT = b"# Attention\n\n## Tasks\n- [ ] by hand\n"


@dataclass
class World:
    """A store, its clock, and a person with an editor. `forgotten` are the plans of which the
    caches were told, with how many past plans there were then.
    """

    store: VaultStore
    clock: MemoryClock
    save: Callable[[str, bytes | None], None]
    forgotten: list[Plan]


def on_disk(folder: Path) -> World:
    clock = MemoryClock(AT)
    root = folder / "vault"
    root.mkdir()

    def save(path: str, data: bytes | None) -> None:
        file = root / path
        if data is None:
            file.unlink()
        else:
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(data)

    forgotten: list[Plan] = []
    store = VaultFiles(root, folder / "data", clock, caches_follow=forgotten.append)
    return World(store, clock, save, forgotten)


def guarded(folder: Path) -> World:
    world = on_disk(folder)
    world.store = VaultFiles(
        folder / "vault",
        folder / "data",
        world.clock,
        Writing("replace"),
        caches_follow=world.forgotten.append,
    )
    return world


def in_place(folder: Path) -> World:
    world = on_disk(folder)
    world.store = VaultFiles(
        folder / "vault",
        folder / "data",
        world.clock,
        Writing("in_place"),
        caches_follow=world.forgotten.append,
    )
    return world


def in_memory(_: Path) -> World:
    clock = MemoryClock(AT)
    forgotten: list[Plan] = []
    vault = MemoryVaultStore(clock, caches_follow=forgotten.append)
    return World(vault, clock, vault.save, forgotten)


@pytest.fixture(params=[on_disk, guarded, in_place, in_memory], ids=lambda make: make.__name__)
def world(request: pytest.FixtureRequest, tmp_path: Path) -> World:
    made = request.param(tmp_path)
    assert isinstance(made, World)
    return made


def plan(*edits: tuple[str, Operation], name: str = "f-1", verb: str = "flush") -> Plan:
    wanted = tuple(Edit(path, (operation,), None) for path, operation in edits)
    return Plan(name, verb, AT, wanted, "manual", ("ops",), ("t-20260515-abcdefghij",))


def task(name: str) -> InsertUnder:
    return InsertUnder("Tasks", f"- [ ] {name} ^{name}", name)


def standing(world: World, path: str) -> bytes | None:
    snapshot = world.store.read(path)
    return None if snapshot is None else snapshot.data


def test_a_file_is_read_with_its_hash(world: World) -> None:
    world.save(NOTE, TEXT)
    snapshot = world.store.read(NOTE)
    assert snapshot is not None
    assert (NOTE, TEXT, hashlib.sha256(TEXT).hexdigest()) == (
        snapshot.path,
        snapshot.data,
        snapshot.sha256,
    )


def test_what_is_not_there_reads_as_none(world: World) -> None:
    world.save(NOTE, TEXT)
    nowhere = ["memory/nothing.md", "memory/groups", f"{NOTE}/below.md"]
    assert [None] * 3 == [world.store.read(path) for path in nowhere]


@pytest.mark.parametrize(
    "path",
    [
        "../x.md",
        "a/../../x.md",
        "/etc/passwd",
        "a//b.md",
        "a/./b.md",
        "a\\b.md",
        "a\0.md",
        "C:/x.md",
    ],
)
def test_a_path_out_of_the_vault_is_refused(world: World, path: str) -> None:
    with pytest.raises(PathEscapesVault):
        world.store.read(path)
    with pytest.raises(PathEscapesVault):
        world.store.apply(plan((path, CreateNote("x"))))


def test_stamps_list_files_below_a_folder_without_dots_and_conflict_copies(world: World) -> None:
    listed = ["memory/groups/ops/a.md", "memory/groups/ops/log/2026/2026-05-15.md"]
    others = [
        "memory/groups/other.md",
        "memory/groups/ops/.hidden.md",
        "memory/groups/ops/.trash/b.md",
        "memory/groups/ops/a.sync-conflict-20260515-061700-ABCDEFG.md",
        "memory/groups/ops/a (Conflicted copy laptop 202605150617).md",
        "memory/groups/ops/a (Ann's conflicted copy 2026-05-15).md",
    ]
    for path in [*listed, *others]:
        world.save(path, b"12345")
    stamps = world.store.stamps("memory/groups/ops")
    assert dict.fromkeys(listed, 5) == {p: stamp.size_bytes for p, stamp in stamps.items()}
    assert {} == world.store.stamps("memory/groups/nobody")
    assert listed[:1] == list(world.store.stamps("memory/groups/ops", "memory/groups/ops/log"))


def test_a_stamp_moves_when_a_note_is_written(world: World) -> None:
    world.save(NOTE, TEXT)
    before = world.store.stamps("memory")[NOTE]
    world.store.apply(plan((NOTE, task("one"))))
    assert before != world.store.stamps("memory")[NOTE]


def test_a_plan_is_carried_out_and_says_what_it_changed(world: World) -> None:
    world.save(NOTE, TEXT)
    applied = world.store.apply(plan((NOTE, task("one")), ("memory/new/x.md", CreateNote("# X\n"))))
    after = TEXT + b"- [ ] one ^one\n"
    assert [Change(NOTE, TEXT, after), Change("memory/new/x.md", None, b"# X\n")] == list(
        applied.changes
    )
    assert (after, b"# X\n") == (standing(world, NOTE), standing(world, "memory/new/x.md"))


def test_two_edits_of_one_note_are_one_change(world: World) -> None:
    world.save(NOTE, TEXT)
    applied = world.store.apply(plan((NOTE, task("one")), (NOTE, task("two"))))
    assert [Change(NOTE, TEXT, TEXT + b"- [ ] one ^one\n- [ ] two ^two\n")] == list(applied.changes)


def test_a_plan_carried_out_twice_is_carried_out_once(world: World) -> None:
    world.save(NOTE, TEXT)
    world.store.apply(plan((NOTE, task("one"))))
    stamp = world.store.stamps("memory")[NOTE]
    assert () == world.store.apply(plan((NOTE, task("one")), name="f-2")).changes
    assert stamp == world.store.stamps("memory")[NOTE]
    assert ["f-1"] == [past.plan.id for past in world.store.past_plans()]


def test_an_unwritable_note_stops_the_whole_plan(world: World) -> None:
    broken = b"---\na: 1\na: 2\n---\n"
    world.save(NOTE, TEXT)
    world.save("memory/broken.md", broken)
    with pytest.raises(NoteUnwritable):
        world.store.apply(plan((NOTE, task("one")), ("memory/broken.md", task("two"))))
    assert (TEXT, broken) == (standing(world, NOTE), standing(world, "memory/broken.md"))
    assert () == world.store.past_plans()


def test_a_folder_in_place_of_a_note_is_told_before_and_stops_the_plan(world: World) -> None:
    world.save(f"{NOTE}/inside.md", b"x\n")
    world.store.check_writable("memory/groups/ops/people.md")

    with pytest.raises(NoteUnwritable, match=f"{NOTE} is a folder"):
        world.store.check_writable(NOTE)
    with pytest.raises(NoteUnwritable, match=f"{NOTE} is a folder"):
        world.store.apply(plan((NOTE, CreateNote("# Attention\n"))))


def test_an_operation_that_does_not_fit_is_displaced_and_the_rest_is_done(world: World) -> None:
    world.save(NOTE, TEXT)
    gone = ReplaceBlock("zzz", "- [ ] never stood here ^zzz", "- [x] never stood here ^zzz")
    applied = world.store.apply(plan((NOTE, gone), (NOTE, task("one"))))
    assert [(NOTE, gone)] == [(each.path, each.operation) for each in applied.displaced]
    assert all(isinstance(each, Displaced) and each.reason for each in applied.displaced)
    assert TEXT + b"- [ ] one ^one\n" == standing(world, NOTE)


def test_a_new_note_never_replaces_one_that_stands(world: World) -> None:
    world.save(NOTE, TEXT)
    applied = world.store.apply(plan((NOTE, CreateNote("# Mine\n"))))
    assert ((), 1) == (applied.changes, len(applied.displaced))
    assert TEXT == standing(world, NOTE)


def test_a_revert_to_nothing_removes_the_note(world: World) -> None:
    world.store.apply(plan((NOTE, CreateNote("# A\n"))))
    world.store.apply(plan((NOTE, Revert(None, "# A\n")), name="undo-f-1", verb="undo"))
    assert None is standing(world, NOTE)


def test_a_name_in_another_unicode_form_is_the_same_note(world: World) -> None:
    composed = "memory/Café.md"
    world.save(unicodedata.normalize("NFD", composed), TEXT)
    assert TEXT == standing(world, composed)
    world.store.apply(plan((composed, task("one"))))
    assert TEXT + b"- [ ] one ^one\n" == standing(world, unicodedata.normalize("NFD", composed))
    assert [composed] == list(world.store.stamps("memory"))


def test_the_past_is_listed_newest_first_and_keeps_its_images(world: World) -> None:
    world.save(NOTE, TEXT)
    first, second = plan((NOTE, task("one"))), plan((NOTE, task("two")), name="f-2")
    done = [world.store.apply(each) for each in (first, second)]
    past = world.store.past_plans()
    assert ["f-2", "f-1"] == [each.plan.id for each in past]
    assert Plan("f-1", "flush", AT, (), "manual", ("ops",), ("t-20260515-abcdefghij",)) == (
        past[1].plan
    )
    assert [each.changes for each in done] == [world.store.past_changes(p) for p in ("f-1", "f-2")]
    assert () == world.store.past_changes("f-3")


def test_an_undo_marks_what_it_undid(world: World) -> None:
    world.store.apply(plan((NOTE, CreateNote("# A\n"))))
    undo = Plan("undo-f-1", "undo", AT, (Edit(NOTE, (Revert(None, "# A\n"),), None),), "f-1")
    world.store.apply(undo)
    assert [("undo-f-1", False), ("f-1", True)] == [
        (past.plan.id, past.undone) for past in world.store.past_plans()
    ]


def test_what_the_log_wrote_is_no_history(world: World) -> None:
    world.store.apply(plan((NOTE, CreateNote("# A\n")), verb="log"))
    assert ((), ()) == (world.store.past_plans(), world.store.past_changes("f-1"))


def carried_out(world: World, name: str, verb: str = "flush") -> None:
    """Apply a plan of the clock's own time."""
    wanted = plan((NOTE, task(name)), name=name, verb=verb)
    world.store.apply(replace(wanted, at=world.clock.now()))


def test_images_are_kept_thirty_days(world: World) -> None:
    carried_out(world, "f-1")
    world.clock.forward(timedelta(days=29))
    carried_out(world, "f-2", "remember")
    assert ["f-2", "f-1"] == [past.plan.id for past in world.store.past_plans()]
    world.clock.forward(timedelta(days=2))
    carried_out(world, "f-3", "log")
    assert ["f-2"] == [past.plan.id for past in world.store.past_plans()]


def test_a_clock_that_was_wrong_for_a_while_takes_no_history(world: World) -> None:
    names = ["f-1", "f-2", "f-3", "f-4", "f-5"]
    for name, days in zip(names, [1, 1, 26_000, 1, -26_001], strict=True):
        carried_out(world, name)
        world.clock.forward(timedelta(days=days))
    carried_out(world, "l-1", "log")
    assert names == [past.plan.id for past in reversed(world.store.past_plans())]


def test_plans_stand_in_the_order_they_were_carried_out_whatever_the_clock_says(
    world: World,
) -> None:
    for name, days in [("f-1", -400), ("f-2", 399), ("f-3", -3)]:
        carried_out(world, name)
        world.clock.forward(timedelta(days=days))
    assert ["f-3", "f-2", "f-1"] == [past.plan.id for past in world.store.past_plans()]


def test_only_a_later_undo_takes_a_plan_back_where_an_id_comes_again(world: World) -> None:
    world.save(NOTE, TEXT)
    for name in ("f-1", "undo-f-1", "f-1"):
        wanted = plan((NOTE, task(f"{name} {len(world.store.past_plans())}")), name=name)
        verb, _, flush_id = name.rpartition("-f-")
        undo = replace(wanted, verb="undo", trigger=f"f-{flush_id}")
        world.store.apply(undo if verb else wanted)
    assert [False, False, True] == [past.undone for past in world.store.past_plans()]


def test_json_values_are_set_by_their_keys(world: World) -> None:
    world.save("memory/flush-state.json", b'{\n  "theirs": 1\n}\n')
    world.store.apply(plan(("memory/flush-state.json", SetJson(("groups", "ops"), '{"late": []}'))))
    data = standing(world, "memory/flush-state.json")
    assert data is not None
    assert b'"theirs": 1' in data
    assert b'"late": []' in data


def test_the_lock_is_re_entrant_and_keeps_other_threads_out(world: World) -> None:
    order: list[str] = []

    def other() -> None:
        with world.store.exclusive():
            order.append("other")

    with world.store.exclusive(), world.store.exclusive():
        thread = Thread(target=other)
        thread.start()
        world.store.apply(plan((NOTE, CreateNote("# A\n"))))
        thread.join(0.2)
        order.append("mine")
    thread.join()
    assert ["mine", "other"] == order


def test_what_was_left_beside_a_note_is_disorder(world: World) -> None:
    world.save(NOTE, TEXT)
    world.save("memory/groups/ops/attention.sync-conflict-20260515-101500-ABC.md", TEXT)
    world.save("memory/groups/ops/.0123456789ab-1.memtmp", TEXT)
    expected = [
        ("memory/groups/ops/.0123456789ab-1.memtmp", "temp_left"),
        ("memory/groups/ops/attention.sync-conflict-20260515-101500-ABC.md", "conflict_copy"),
    ]

    assert expected == [(problem.path, problem.code) for problem in world.store.disorder()]


def test_a_left_temporary_file_goes_only_where_its_text_stands_in_a_note(world: World) -> None:
    world.save(NOTE, TEXT)
    folder = NOTE.rpartition("/")[0]
    world.save(f"{folder}/.a-1.memtmp", TEXT)
    world.save(f"{folder}/.b-1.memtmp", b"")
    world.save(f"{folder}/.c-1.memtmp", b"what a person wrote")

    assert (f"{folder}/.a-1.memtmp", f"{folder}/.b-1.memtmp") == world.store.tidy()
    assert [f"{folder}/.c-1.memtmp"] == [one.path for one in world.store.disorder()]
    assert TEXT == standing(world, NOTE)


def test_a_copy_that_icloud_numbered_is_no_memory(world: World) -> None:
    copy = NOTE.replace("attention", "attention 2")
    world.save(NOTE, TEXT)
    world.save(copy, TEXT)

    assert [NOTE] == list(world.store.stamps("memory"))
    assert [(copy, "conflict_copy")] == [(one.path, one.code) for one in world.store.disorder()]


GONE = ReplaceBlock("zzz", "- [ ] never stood here ^zzz", "- [x] never stood here ^zzz")


def test_what_a_flush_could_not_do_is_left_over_until_it_is_settled(world: World) -> None:
    world.save(NOTE, TEXT)
    other = "memory/groups/ops/people.md"
    wanted = plan((NOTE, task("one")), (NOTE, GONE), (other, GONE))

    applied = world.store.apply(wanted)

    (left,) = world.store.left_over()
    assert (wanted.id, wanted.groups) == (left.plan.id, left.plan.groups)
    assert applied.displaced == left.displaced
    assert [NOTE, other] == [each.path for each in left.displaced]
    assert {task("one"), GONE} == {one for edit in left.plan.edits for one in edit.operations}
    world.store.settled("f-2")
    assert 1 == len(world.store.left_over())
    world.store.settled(wanted.id)
    assert () == world.store.left_over()
    assert [wanted.id] == [past.plan.id for past in world.store.past_plans()]


def test_what_others_could_not_do_they_tell_at_once(world: World) -> None:
    world.save(NOTE, TEXT)
    world.store.apply(plan((NOTE, task("one")), (NOTE, GONE), verb="log"))
    world.store.apply(plan((NOTE, task("two")), name="f-2"))
    world.store.apply(plan((NOTE, GONE), name="f-3"))

    assert () == world.store.left_over()


DAY = "memory/groups/ops/log/2026/2026-05-14.md"
SAID = """# 2026-05-14

- 09:00:00 Ann: let us buy the walnut veneer press ^m-aaaaaaaaaa
  - event:: $1 · from:: @ann:x
- 09:01:00 Bo: fine weather for sailing today ^m-bbbbbbbbbb
"""
ENTRY = (
    "- [ ] Buy the walnut veneer press ^t-20260514-aaaaaaaaaa\n"
    "  - Evidence:: [[memory/groups/ops/log/2026/2026-05-14#^m-aaaaaaaaaa|09:00 Ann]]"
)
WITH_ENTRY = TEXT.decode() + ENTRY + "\n"
FORGET = plan(
    (DAY, ForgetMessages(("m-aaaaaaaaaa",))),
    (NOTE, Revert(before=TEXT.decode(), after=WITH_ENTRY)),
    name="forget-1",
    verb="forget",
)


def past_images(world: World) -> bytes:
    changes = (
        change
        for past in world.store.past_plans()
        for change in world.store.past_changes(past.plan.id)
    )
    images = (image or b"" for change in changes for image in (change.before, change.after))
    return b"".join(images)


@pytest.fixture
def told(world: World) -> World:
    """A store in which an entry was written, and something else since."""
    world.save(NOTE, TEXT)
    world.save(DAY, SAID.encode())
    entry = InsertUnder("Tasks", ENTRY, "t-20260514-aaaaaaaaaa")
    world.store.apply(plan((NOTE, entry)))
    world.store.apply(plan((NOTE, task("two")), ("memory/x.md", CreateNote("# X\n")), name="f-2"))
    two = b"- [ ] two ^two\n"
    world.store.apply(
        plan((NOTE, Revert(before=WITH_ENTRY, after=WITH_ENTRY + two.decode())), name="f-3")
    )
    return world


def test_a_forget_is_in_no_image_and_leaves_none_of_itself(told: World) -> None:
    assert b"walnut" in past_images(told)

    told.store.apply(FORGET)

    assert b"walnut" not in (standing(told, NOTE) or b"") + (standing(told, DAY) or b"")
    assert b"fine weather" in (standing(told, DAY) or b"")
    assert b"walnut" not in past_images(told)
    assert ["f-3", "f-2", "f-1"] == [past.plan.id for past in told.store.past_plans()]
    assert [] == [past.plan.id for past in told.store.past_plans() if past.cut]
    assert [FORGET.id] == [one.id for one in told.forgotten]


def test_what_else_a_plan_changed_is_kept_for_undo(told: World) -> None:
    told.store.apply(FORGET)

    changes = {change.path: change for change in told.store.past_changes("f-2")}
    assert Change("memory/x.md", None, b"# X\n") == changes["memory/x.md"]
    assert Change(NOTE, TEXT, TEXT + b"- [ ] two ^two\n") == changes[NOTE]


def test_an_image_that_repeats_the_words_goes_whole(told: World) -> None:
    own = "I wrote down: let us buy the walnut veneer press\n"
    told.store.apply(plan(("memory/x.md", Revert(before=own, after="# X\n")), name="f-4"))
    told.save("memory/x.md", b"# X\n")

    told.store.apply(FORGET)

    assert b"walnut" not in past_images(told)
    assert ["f-4"] == [past.plan.id for past in told.store.past_plans() if past.cut]
    assert () == told.store.past_changes("f-4")


def test_what_a_flush_left_over_of_it_goes_too(told: World) -> None:
    gone = ReplaceBlock("t-20260514-aaaaaaaaaa", "never so", ENTRY + " more")
    told.store.apply(plan((NOTE, gone), (NOTE, task("three")), name="f-4"))
    assert 1 == len(told.store.left_over())

    told.store.apply(FORGET)

    assert () == told.store.left_over()

"""Everything wrong is found, with its line and what to do."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest

from progressive_memory.adapters.memory.model import Line, ScriptedModel
from progressive_memory.adapters.memory.ports import MemoryPorts
from progressive_memory.bootstrap import open_ports, vault_template
from progressive_memory.domain.doctor_report import DoctorReport, ModelCheck
from progressive_memory.domain.group import Language, NewGroup
from progressive_memory.domain.model_talk import Answer
from progressive_memory.domain.schedule import PastRun, Slot
from progressive_memory.domain.settings import Settings
from progressive_memory.errors import ModelUnavailable
from progressive_memory.services.doctor.doctor import doctor
from progressive_memory.services.group import changes as group_changes
from progressive_memory.services.setup import init
from progressive_memory.vault import layout
from tests.answers import answer, item
from tests.room import edit

FOLDER = "memory/groups/pay"


@pytest.fixture
def ports() -> MemoryPorts:
    made = MemoryPorts()
    init(made, vault_template("en"), "here")
    group_changes.add(made, NewGroup("pay", "!pay:x", "Payments", "en"))
    return made


def found(ports: MemoryPorts) -> list[tuple[str, int, str]]:
    report = doctor(ports)
    assert [] == [problem for problem in report.problems if not problem.fix]
    return [(problem.path, problem.line, problem.code) for problem in report.problems]


@pytest.mark.parametrize("language", ["zh", "en"])
def test_a_new_vault_has_no_problems(language: Language) -> None:
    ports = MemoryPorts()
    init(ports, vault_template(language), "here")
    group_changes.add(ports, NewGroup("支付", "!pay:x", language=language))

    assert [] == found(ports)
    assert 8 == doctor(ports).notes


@pytest.mark.parametrize("language", ["zh", "en"])
def test_the_golden_vaults_have_no_problems(language: str) -> None:
    golden = Path(__file__).resolve().parents[2] / ".." / "shared" / "cases" / "golden"
    if not golden.is_dir():
        pytest.skip("shared cases are not beside this checkout")
    ports = MemoryPorts()
    vault = golden / language / "vault"
    for file in vault.rglob("*.*"):
        ports.vault.save(file.relative_to(vault).as_posix(), file.read_bytes())

    assert [] == found(ports)


@pytest.mark.parametrize(
    ("path", "text", "line", "code"),
    [
        (f"{FOLDER}/people.md", "---\na: 1\na: 2\n---\n", 3, "double_key"),
        (f"{FOLDER}/people.md", "---\na: [\n---\n", 3, "yaml"),
        (f"{FOLDER}/people.md", "- a ^r-1\n- b ^r-1\n", 2, "duplicate_block_id"),
        (f"{FOLDER}/people.md", "\n[[memory/groups/pay/gone]]\n", 2, "broken_link"),
        (f"{FOLDER}/people.md", "<<<<<<< ours\n", 1, "conflict_marker"),
        (f"{FOLDER}/attention.sync-conflict-20260515-101500-ABC.md", "x\n", 0, "conflict_copy"),
        (f"{FOLDER}/.abc-1.memtmp", "x", 0, "temp_left"),
        ("memory/flush-state.json", '{\n"a": }', 2, "json"),
        ("memory/group_names.json", '{\n"a": }', 2, "group_names"),
        ("memory/group_names.json", '{"!a": {"name": "nobody"}}', 0, "room_without_group"),
    ],
)
def test_a_problem_is_found_at_its_line(
    ports: MemoryPorts, path: str, text: str, line: int, code: str
) -> None:
    ports.vault.save(path, text.encode())

    assert (path, line, code) in found(ports)


def test_bytes_that_are_no_text_are_found(ports: MemoryPorts) -> None:
    ports.vault.save(f"{FOLDER}/people.md", b"\xff\xfe\x00")

    assert [(f"{FOLDER}/people.md", 0, "not_text")] == found(ports)


def test_a_route_to_a_missing_note_is_found_unless_deprecated(ports: MemoryPorts) -> None:
    ports.vault.save(f"{FOLDER}/people.md", None)
    index = ports.vault.read("memory/groups/pay.md")
    assert index is not None
    line = 1 + index.data.decode().split("\n").index(
        "| who does what, contacts, approvals | `people.md` | P3 |"
    )
    assert [("memory/groups/pay.md", line, "route_without_file")] == found(ports)

    ports.vault.save(
        "memory/groups/pay.md", index.data.replace(b"who does", b"[DEPRECATED] who does")
    )
    assert [] == found(ports)


def test_an_index_note_that_lost_its_table_is_found(ports: MemoryPorts) -> None:
    ports.vault.save("memory/groups/pay.md", b"---\ngroup_name: pay\n---\n")

    assert [("memory/groups/pay.md", 0, "no_routes")] == found(ports)


INDEX = "memory/groups/pay.md"


def replace_in_index(ports: MemoryPorts, old: str, new: str) -> None:
    index = ports.vault.read(INDEX)
    assert index is not None
    assert old.encode() in index.data
    ports.vault.save(INDEX, index.data.replace(old.encode(), new.encode()))


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        ("| Trigger | File | Priority |", "| A | B | C |", "route_headers"),
        ("`people.md`", "[[people|who]]", "route_link_cut"),
        ("`people.md`", "`People.md`", "route_other_case"),
        ("`people.md` | P3", "`people.md` | later", "route_priority"),
        ("`people.md` | P3", "`attention.md` | P3", "route_twice"),
        ("who does what, contacts, approvals", " ", "route_without_trigger"),
    ],
)
def test_what_is_odd_in_a_routing_table_is_told(
    ports: MemoryPorts, old: str, new: str, code: str
) -> None:
    replace_in_index(ports, old, new)

    assert code in [code for path, line, code in found(ports) if path == INDEX and line]


def test_a_note_of_a_flush_that_no_row_names_is_told(ports: MemoryPorts) -> None:
    replace_in_index(ports, "| who does what, contacts, approvals | `people.md` | P3 |\n", "")
    problems = doctor(ports).problems

    assert [(f"{FOLDER}/people.md", "note_not_routed")] == [(p.path, p.code) for p in problems]
    assert (
        problems[0].fix
        == f"add a row that names it to the routing table of {INDEX.rpartition('/')[0]}/pay.md"
    )


def test_an_index_note_in_utf_16_is_told_and_still_checked(ports: MemoryPorts) -> None:
    index = ports.vault.read(INDEX)
    assert index is not None
    ports.vault.save(INDEX, index.data.decode().encode("utf-16"))

    assert [(INDEX, 0, "not_text")] == found(ports)


def test_a_routing_table_in_a_callout_is_told(ports: MemoryPorts) -> None:
    index = ports.vault.read(INDEX)
    assert index is not None
    ports.vault.save(INDEX, index.data.replace(b"\n|", b"\n> |"))

    assert ["no_routes", "route_table_hidden"] == sorted(code for _, _, code in found(ports))


def test_a_persons_note_beside_the_index_notes_is_theirs(ports: MemoryPorts) -> None:
    ports.vault.save("memory/groups/Overview.md", b"# All our groups\n\n[[pay]] [[soon]]\n")

    assert [] == found(ports)


def test_a_folder_without_an_index_note_is_found(ports: MemoryPorts) -> None:
    ports.vault.save("memory/groups/lost/people.md", b"# People\n")
    problems = doctor(ports).problems

    assert [("memory/groups/lost", "pmem group add lost")] == [(p.path, p.fix) for p in problems]


def test_a_schedule_of_ones_own_is_no_problem(ports: MemoryPorts) -> None:
    ports.settings = Settings("v", language="en", schedules=("0 6 * * *",), pending_days=3)

    assert () == doctor(ports).problems


def test_a_bad_schedule_in_an_index_note_is_told(ports: MemoryPorts) -> None:
    path = layout.index_note("pay")
    edit(ports, path, "status: active", "status: active\nschedules: 0 0 31 4 *")
    (problem,) = doctor(ports).problems

    assert (path, 5, "bad_schedules") == (problem.path, problem.line, problem.code)
    assert "schedules: '0 0 31 4 *' names a day that never comes" == problem.message


def test_a_scheduled_run_that_failed_is_told_until_one_comes_right(ports: MemoryPorts) -> None:
    at = datetime(2026, 5, 14, 22, 17, tzinfo=UTC)
    slot = Slot(at, datetime(2026, 5, 15, 6, 17), "Asia/Shanghai", "pay")
    ports.ledger.finish([PastRun(slot, at, "no room on the disk")], {})
    (problem,) = doctor(ports).problems

    assert (layout.index_note("pay"), "schedule_failed") == (problem.path, problem.code)
    assert (
        "the scheduled flush of 2026-05-15 06:17 Asia/Shanghai failed: no room on the disk"
        == problem.message
    )
    ports.ledger.finish([PastRun(slot, at)], {})
    assert () == doctor(ports).problems


def test_bad_settings_are_the_one_problem(tmp_path: Path) -> None:
    (tmp_path / "progressive-memory.toml").write_text("\nnonsense = 1\n", encoding="utf-8")
    report = doctor(open_ports(tmp_path))

    assert ["config_invalid"] == [problem.code for problem in report.problems]
    assert "line 2" in report.problems[0].message


def test_the_name_of_settings_that_are_no_toml_is_told_once(tmp_path: Path) -> None:
    (tmp_path / "progressive-memory.toml").write_text("[search\n", encoding="utf-8")
    (problem,) = doctor(open_ports(tmp_path)).problems

    assert "progressive-memory.toml" == problem.path
    assert problem.message.startswith("not valid TOML: ")


def with_model(ports: MemoryPorts, *lines: Line) -> DoctorReport:
    ports.settings = Settings("v", language="en", extract_engine="model", model_name="scripted")
    ports.model = ScriptedModel(*lines)
    return doctor(ports)


DECISION = item(
    "decision",
    "Keep the spare key in the harbour office",
    [("m1", "I propose we keep the spare key in the harbour office.")],
    [("m2", "Agreed.")],
)


@pytest.mark.parametrize(("said", "expected"), [(answer(DECISION), True), (answer(), False)])
def test_a_model_that_answers_is_told_with_its_manner(
    ports: MemoryPorts, said: str, expected: bool
) -> None:
    report = with_model(ports, said)

    assert ModelCheck("memory", "scripted", "json_schema", expected) == report.model
    assert () == report.problems


@pytest.mark.parametrize(
    ("line", "code"),
    [
        (ModelUnavailable("model_busy", "it is busy", next_step="wait"), "model_busy"),
        ("Sure, I can help with that!", "model_answer"),
        (Answer("{", "length"), "model_answer"),
        (Answer("", "refused"), "model_answer"),
    ],
    ids=str,
)
def test_a_model_that_is_no_help_is_told(ports: MemoryPorts, line: Line, code: str) -> None:
    report = with_model(ports, line)

    assert [code] == [problem.code for problem in report.problems]
    assert report.problems[0].fix


def test_no_model_is_asked_where_the_settings_ask_for_none(ports: MemoryPorts) -> None:
    assert doctor(ports).model is None
    assert [] == ports.model.asked


@pytest.mark.parametrize(
    ("written", "said"),
    [("[" * 100_000, "nested too deeply"), ("1" * 5_000, "a number is too long")],
)
def test_a_flush_state_that_python_will_not_read_is_a_problem(
    ports: MemoryPorts, written: str, said: str
) -> None:
    ports.vault.save("memory/flush-state.json", written.encode())
    problems = [one.message for one in doctor(ports).problems if "flush-state" in one.path]
    assert problems == [said]

"""Recall with the real adapters: files, search index, disclosures, processes."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from progressive_memory.adapters.tokens_bpe import BpeTokens
from progressive_memory.api import Memory
from progressive_memory.domain.disclosure import Outcome
from progressive_memory.errors import (
    PathEscapesVault,
    ProtocolViolation,
    UnknownEntry,
    UnknownGroup,
)
from progressive_memory.ports import Query
from progressive_memory.text.tokens import estimate
from tests.room import room_ports


@pytest.fixture
def vault(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("PROGRESSIVE_MEMORY_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("PROGRESSIVE_MEMORY_DATA", str(tmp_path / "data"))
    root = tmp_path / "vault"
    ports = room_ports()
    for path in ports.vault.stamps(""):
        snapshot = ports.vault.read(path)
        assert snapshot is not None
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_bytes(snapshot.data)
    (root / "progressive-memory.toml").write_text('vault_id = "test"\n')
    return root


def test_a_session_lasts_over_processes(vault: Path) -> None:
    first = Memory.open(vault).recall("web", "what is blocked?", session="s")
    again = Memory.open(vault).recall("web", "what is blocked?", session="s")
    assert (first.outcome, again.reason) == (Outcome.LOADED, "nothing_new")


def test_calls_at_once_for_one_session_stay_inside_its_limits(vault: Path) -> None:
    questions = [
        "现在有哪些阻断项",
        "对账频率当时是怎么决定的",
        "我们后端的技术栈",
        "发布审批找谁",
    ] * 4

    def ask(question: str) -> tuple[str, int]:
        try:
            bundle = Memory.open(vault).recall("清算", question, session="s")
        except ProtocolViolation as refusal:
            return refusal.code, 0
        return bundle.loaded[0].path.rpartition("/")[2], bundle.budget.spent_tokens

    with ThreadPoolExecutor(4) as pool:
        answers = list(pool.map(ask, questions))
    names = {name for name, _ in answers}
    assert "too_many_files" in names
    assert "people.md" in names
    assert len(names & {"attention.md", "experience.md", "project.md"}) == 2
    assert max(spent for _, spent in answers) <= 6000


def test_the_caches_can_be_deleted_or_damaged_at_any_time(vault: Path, tmp_path: Path) -> None:
    memory = Memory.open(vault)
    before = memory.recall("清算", "缓存穿透怎么解决的")
    for path in (tmp_path / "cache").rglob("*.sqlite3"):
        path.write_bytes(b"nothing that SQLite knows" * 500)
    after = Memory.open(vault).recall("清算", "缓存穿透怎么解决的")
    assert after.loaded == before.loaded


def test_a_note_that_is_a_symbolic_link_is_not_read(vault: Path, tmp_path: Path) -> None:
    outside = tmp_path / "secret.md"
    outside.write_text("# Attention\n\n- outside secret ^t-20260101-aaaaaaaaaa\n")
    note = vault / "memory/groups/web/attention.md"
    note.unlink()
    note.symlink_to(outside)
    bundle = Memory.open(vault).recall("web", "what is blocked? the outside secret")
    assert (bundle.outcome, bundle.text) == (Outcome.NOT_ROUTED, "")
    hits = Memory.open(vault).search("web", Query("outside secret")).hits
    assert hits == ()
    Memory.open(vault).open_index("web", session="s")
    with pytest.raises(ProtocolViolation) as caught:
        Memory.open(vault).load("attention.md", session="s")
    assert caught.value.code == "path_escapes"


def test_a_group_whose_folder_is_a_symbolic_link_gives_nothing(vault: Path) -> None:
    folder = vault / "memory/groups/web"
    folder.rename(vault / "elsewhere")
    folder.symlink_to(vault / "memory/groups/清算")
    with pytest.raises(PathEscapesVault):
        Memory.open(vault).recall("web", "现在有哪些阻断项")


def test_an_index_note_in_utf_16_is_read_and_one_without_a_table_is_no_crash(vault: Path) -> None:
    index = vault / "memory/groups/web.md"
    index.write_text(index.read_text(), encoding="utf-16")
    assert Memory.open(vault).recall("web", "what is blocked?").outcome is Outcome.LOADED
    index.write_text("# Web\n\nno table here\n")
    assert Memory.open(vault).recall("web", "what is blocked?").reason == "no_rows"


def test_an_index_note_of_a_thousand_rows_still_routes(vault: Path) -> None:
    index = vault / "memory/groups/web.md"
    rows = "".join(f"| topic {n} | `gone-{n}.md` | P1 |\n" for n in range(1_000))
    index.write_text(index.read_text().rstrip() + "\n" + rows)
    bundle = Memory.open(vault).recall("web", "what is blocked?")
    assert bundle.route is not None
    assert bundle.route.file == "attention.md"


def test_only_existing_groups_are_opened(vault: Path) -> None:
    for name in ("web/attention", "../vault/memory/groups/web", "清算/conventions/api"):
        with pytest.raises(UnknownGroup):
            Memory.open(vault).recall(name, "what is blocked?")


def test_an_unchanged_vault_is_recalled_without_heavy_imports(vault: Path) -> None:
    code = (
        "import sys\nfrom progressive_memory.api import Memory\n"
        "bundle = Memory.open(sys.argv[1]).recall('清算', '现在有哪些阻断项')\n"
        "assert bundle.text\n"
        "heavy = {'yaml', 'markdown_it', 'filelock', 'rich', 'frontmatter', 'click'}\n"
        "print(sorted(heavy & sys.modules.keys()))\n"
    )
    said = [
        subprocess.run(
            [sys.executable, "-c", code, str(vault)], capture_output=True, text=True, check=True
        ).stdout
        for _ in range(2)
    ]
    assert said[1].strip() == "[]"


MANY = """
import json, sys
from progressive_memory.api import Memory
from progressive_memory.errors import ProtocolViolation
root, number = sys.argv[1], int(sys.argv[2])
asked = ["现在有哪些阻断项", "对账频率当时是怎么决定的", "我们后端的技术栈", "发布审批找谁"]
asked = asked[number % 4 :] + asked[: number % 4]
calls = [lambda q=q: Memory.open(root).recall("清算", q, session="s") for q in asked]
for file in ("attention.md", "project.md", "people.md", "conventions/oncall.md"):
    calls.append(lambda f=file: Memory.open(root).load(f, session="s"))
calls.append(lambda: Memory.open(root).fragment("对账", session="s"))
calls.append(lambda: Memory.open(root).open_index("清算", session="s"))
for call in calls:
    try:
        bundle = call()
        files = [one.path.rpartition("/")[2] for one in bundle.loaded if bundle.text]
        print(json.dumps([bundle.outcome, files, bundle.text, bundle.budget.spent_tokens]))
    except ProtocolViolation as refusal:
        print(json.dumps([refusal.code, [], "", 0]))
"""


@pytest.mark.parametrize("budget_tokens", [6000, 450])
def test_processes_at_once_share_one_budget_and_one_count_of_files(
    vault: Path, budget_tokens: int
) -> None:
    index = vault / "memory/groups/清算.md"
    index.write_text(index.read_text().replace("budget: 6000", f"budget: {budget_tokens}"))
    notes = {"attention.md": "t", "people.md": "r", "project.md": "c"}
    for name, kind in notes.items():
        more = "".join(
            f"- {name} 的第 {n} 条，说明对账脚本如何迁移 ^{kind}-20260501-{n:010}\n"
            for n in range(40)
        )
        with (vault / "memory/groups/清算" / name).open("a") as note:
            note.write(f"\n{more}")
    Memory.open(vault).open_index("web", session="other")
    running = [
        subprocess.Popen(
            [sys.executable, "-c", MANY, str(vault), str(number)],
            stdout=subprocess.PIPE,
            text=True,
        )
        for number in range(8)
    ]
    said = [json.loads(line) for each in running for line in each.communicate()[0].splitlines()]
    assert [each.returncode for each in running] == [0] * 8
    assert len(said) == 80
    texts = [text for _, _, text, _ in said if text]
    real = BpeTokens()
    spent = sum(estimate(text) for text in texts)
    assert max(after for *_, after in said) == spent <= budget_tokens
    assert sum(real.count(text) for text in texts) <= budget_tokens
    files = {file for _, loaded, _, _ in said for file in loaded}
    assert len(files & {"attention.md", "experience.md", "project.md"}) <= 2
    assert len(files & {"api.md", "oncall.md"}) <= 1
    shown = [line for text in texts for line in text.split("\n") if line.startswith("- ")]
    assert len(shown) == len(set(shown)), "an entry was handed over twice"
    if budget_tokens == 6000:
        assert "too_many_files" in {outcome for outcome, *_ in said}
        assert len(files & {"attention.md", "experience.md", "project.md"}) == 2


def test_a_cache_deleted_in_the_middle_of_a_session_ends_it(vault: Path, tmp_path: Path) -> None:
    memory = Memory.open(vault)
    memory.open_index("清算", session="s")
    memory.route("清算", "现在有哪些阻断项", session="s")
    shutil.rmtree(tmp_path / "cache")
    with pytest.raises(ProtocolViolation) as caught:
        Memory.open(vault).load("attention.md", session="s")
    assert caught.value.code == "index_not_open"
    assert Memory.open(vault).recall("清算", "现在有哪些阻断项", session="s").text


def test_a_note_replaced_while_it_is_read_is_read_whole(vault: Path) -> None:
    note = vault / "memory/groups/web/attention.md"
    versions = [
        f"# Attention\n\n## Blockers\n\n- CI on arm is flaky, take {word} {word} ^b-1\n"
        for word in ("one", "two")
    ]
    note.write_text(versions[0])
    done = threading.Event()

    def replace_again() -> None:
        for number in range(400):
            if done.is_set():
                return
            fresh = note.with_name(".attention.new")
            fresh.write_text(versions[number % 2])
            fresh.replace(note)

    with ThreadPoolExecutor(1) as pool:
        pool.submit(replace_again)
        texts = [Memory.open(vault).recall("web", "what is blocked?").text for _ in range(20)]
        done.set()
    for text in texts:
        assert ("take one one" in text) != ("take two two" in text)


def test_a_group_behind_a_link_hides_no_other_group(vault: Path) -> None:
    groups = vault / "memory/groups"
    (groups / "web").rename(vault / "elsewhere")
    (groups / "web").symlink_to(vault / "elsewhere")
    memory = Memory.open(vault)
    assert [(row.group, row.status) for row in memory.status().groups] == [
        ("web", "unreadable"),
        ("清算", "active"),
    ]
    with pytest.raises(PathEscapesVault):
        memory.reindex()
    assert memory.status().groups[1].indexed_notes == memory.status().groups[1].notes


@pytest.mark.parametrize("as_json", [(), ("--json",)])
@pytest.mark.parametrize("linked", ["web.md", "web"])
def test_the_gate_has_one_exit_code_for_every_error(
    vault: Path, linked: str, as_json: tuple[str, ...]
) -> None:
    place = vault / "memory/groups" / linked
    place.rename(vault / "elsewhere")
    place.symlink_to(vault / "elsewhere")
    told = ["gate", "--group", "web", "--vault", str(vault), *as_json, "what is blocked?"]
    done = subprocess.run(
        [sys.executable, "-m", "progressive_memory", *told],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert "path_escapes_vault" in done.stdout or "symbolic link" in done.stderr


def test_a_note_that_the_system_refuses_hides_no_other(
    vault: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    refused = "memory/groups/清算/project.md"
    opened = os.open

    def guarded(path: str, flags: int, mode: int = 0o777) -> int:
        if str(path).endswith(refused):
            raise PermissionError(13, "Permission denied", path)
        return opened(path, flags, mode)

    monkeypatch.setattr(os, "open", guarded)
    memory = Memory.open(vault)
    assert memory.search("清算", Query("缓存穿透")).hits
    assert memory.recall("清算", "缓存穿透怎么解决的").outcome is Outcome.LOADED
    assert [row.status for row in memory.status().groups] == ["active", "unreadable"]
    problem = f"You may not read {refused}."
    assert (problem,) == memory.group_show("清算").problems
    (hit, *_) = memory.search("清算", Query("缓存穿透")).hits
    assert (problem,) == memory.why(hit.id).problems
    found = {(problem.code, problem.path) for problem in memory.doctor().problems}
    assert ("unreadable", refused) in found


@pytest.fixture
def linked_rules(vault: Path, tmp_path: Path) -> Path:
    """A vault whose rules.md is a symbolic link."""
    (tmp_path / "rules.md").write_text("# Rules\n\n- an outside secret ^g-20260101-aaaaaaaaaa\n")
    (vault / "memory/rules.md").unlink(missing_ok=True)
    (vault / "memory/rules.md").symlink_to(tmp_path / "rules.md")
    return vault


def test_rules_that_are_a_symbolic_link_are_not_read_and_all_else_is(linked_rules: Path) -> None:
    memory = Memory.open(linked_rules)
    why = "Not read: memory/rules.md is a symbolic link."

    bundles = [
        memory.recall("清算", "缓存穿透怎么解决的"),
        memory.open_index("清算", session="s"),
    ]

    assert [Outcome.LOADED] * 2 == [bundle.outcome for bundle in bundles]
    assert all(why in bundle.text for bundle in bundles)
    assert not any("outside secret" in bundle.text for bundle in bundles)
    assert memory.search("清算", Query("缓存穿透")).hits
    assert () == memory.search("清算", Query("outside secret")).hits
    assert ["active", "active"] == [row.status for row in memory.status().groups]
    found = {(problem.code, problem.path) for problem in memory.doctor().problems}
    assert ("symlink", "memory/rules.md") in found


def test_rules_put_back_are_read_again(linked_rules: Path) -> None:
    Memory.open(linked_rules).recall("清算", "缓存穿透怎么解决的")
    (linked_rules / "memory/rules.md").unlink()
    (linked_rules / "memory/rules.md").write_text("# 规则\n\n- 不要发车 ^g-20260101-aaaaaaaaaa\n")

    text = Memory.open(linked_rules).recall("清算", "缓存穿透怎么解决的").text

    assert "不要发车" in text
    assert "Not read" not in text


def test_why_and_group_show_go_on_where_something_is_not_to_be_read(linked_rules: Path) -> None:
    memory = Memory.open(linked_rules)
    (hit, *_) = memory.search("清算", Query("缓存穿透")).hits
    folder = linked_rules / "memory/groups/web"
    folder.rename(linked_rules / "elsewhere")
    folder.symlink_to(linked_rules / "elsewhere")
    of_rules, of_web = (
        f"{path} is a symbolic link. Put the real file in place of {path}."
        for path in ("memory/rules.md", "memory/groups/web")
    )

    told = memory.why(hit.id)

    assert (hit.id, "清算") == (told.id, told.group)
    assert {of_rules, of_web} == set(told.problems)
    assert (of_rules,) == memory.why(hit.id, group="清算").problems
    assert {of_web, of_rules} == set(memory.group_show("web").problems)
    assert (of_rules,) == memory.group_show("清算").problems
    assert () == memory.group_list().problems
    with pytest.raises(UnknownEntry) as unknown:
        memory.why("d-19990101-aaaaaaaaaa")
    assert "in what could be read" in unknown.value.message
    assert of_web in unknown.value.next_step


def test_evidence_behind_a_symbolic_link_is_told_as_not_read(vault: Path) -> None:
    memory = Memory.open(vault)
    (hit, *_) = memory.search("清算", Query("缓存穿透")).hits
    log = vault / "memory/groups/清算/log"
    if log.exists():
        log.rename(vault / "log")
    log.symlink_to(vault / "log")

    told = memory.why(hit.id)

    assert hit.id == told.id
    assert any("清算/log is a symbolic link" in problem for problem in told.problems)

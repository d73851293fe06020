"""The demo shows the main job, and its chats hold what a real chat holds."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from examples.site.reading_view import on_page_markdown
from tests.other_reader import assert_read_alike

ROOT = Path(__file__).resolve().parents[2]
CHATS = ("qinghe", "tideline")
SECRETS = ("Tq7#mW2xLp9", "Kd83jfPq72LmZx0TbWq4")
DELETED = ("AA 每人 86", "my flight is booked")


@pytest.fixture(scope="module")
def demo(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    folder = tmp_path_factory.mktemp("demo")
    shutil.copytree(ROOT / "examples", folder / "examples")
    home = folder / "home"
    home.mkdir()
    done = subprocess.run(
        ["sh", "examples/demo.sh", str(Path(sys.executable).with_name("pmem"))],
        cwd=folder,
        env=os.environ | {"HOME": str(home), "PYTHONUTF8": "1"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        check=False,
    )
    assert 0 == done.returncode, done.stdout
    return folder, done.stdout


def test_it_ends_with_every_byte_back_and_says_where_the_vault_is(
    demo: tuple[Path, str],
) -> None:
    folder, shown = demo

    assert "Every note has the bytes it had before the flush." in shown
    assert f"The vault is {folder.resolve()}/demo-vault" in shown
    assert "no problems in" in shown


def test_it_leaves_nothing_outside_of_its_vault(demo: tuple[Path, str]) -> None:
    folder, _ = demo

    assert [] == list((folder / "home").iterdir())


def test_a_reversed_decision_is_superseded_in_both_groups(demo: tuple[Path, str]) -> None:
    folder, _ = demo
    groups = folder / "demo-vault" / "memory" / "groups"
    chinese = (groups / "青禾小程序" / "experience.md").read_text(encoding="utf-8")
    english = (groups / "tideline" / "experience.md").read_text(encoding="utf-8")

    assert "- 被取代:: [[#^" in chinese
    assert "- Superseded by:: [[#^" in english


def test_three_questions_are_answered_and_small_talk_is_not(demo: tuple[Path, str]) -> None:
    _, shown = demo

    assert 3 == shown.count("<recalled-memory ")
    assert 2 == shown.count("no memory needed: small talk")


def test_no_secret_and_nothing_deleted_is_in_the_vault(demo: tuple[Path, str]) -> None:
    folder, shown = demo
    texts = [
        file.read_bytes().decode("utf-8", errors="replace")
        for file in (folder / "demo-vault").rglob("*")
        if file.is_file()
    ]

    assert [] == [word for word in SECRETS + DELETED for text in [*texts, shown] if word in text]


def test_another_reader_sees_its_vault_as_we_do(demo: tuple[Path, str], tmp_path: Path) -> None:
    assert_read_alike(demo[0] / "demo-vault", tmp_path / "index")


def test_its_pages_have_no_link_that_leads_nowhere(demo: tuple[Path, str]) -> None:
    """Headings and blocks are looked up too: in the pages a block id is an anchor."""
    pytest.importorskip("mkdocs", reason="mkdocs is not installed: pip install '.[docs]'")
    folder, _ = demo
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--config-file"]
    done = subprocess.run(
        [*command, "examples/site/mkdocs.yml"],
        cwd=folder,
        env=os.environ | {"NO_MKDOCS_2_WARNING": "1", "PYTHONUTF8": "1"},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    page = folder / "build" / "site" / "groups" / "tideline" / "attention.html"

    assert 0 == done.returncode, done.stderr
    assert 'type="checkbox"' in page.read_text(encoding="utf-8")
    assert "^t-" not in page.read_text(encoding="utf-8")


def test_a_page_shows_anchors_where_the_note_has_block_ids() -> None:
    note = "- [ ] task 2^8 ^t-1\n  - Evidence:: [[a#^m-1|x]]\n\n^d-2\n"
    shown = '- [ ] task 2^8 <a id="t-1"></a>\n    - Evidence:: [[a#^m-1|x]]\n\n<a id="d-2"></a>\n'

    assert shown == on_page_markdown(note)


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("note", ["index", "attention", "experience"])
def test_its_pictures_are_small_and_shown_in_the_readme(language: str, note: str) -> None:
    image = f"docs/images/{language}-{note}.png"
    readme = (ROOT / "README.md").read_text(encoding="utf-8")

    assert (ROOT / image).stat().st_size <= 200_000
    assert re.search(rf"!\[[^\]]{{10,}}\]\({re.escape(image)}\)", readme)


@pytest.mark.parametrize("chat", CHATS)
def test_a_sample_chat_holds_what_a_real_one_holds(chat: str) -> None:
    text = (ROOT / "examples" / f"{chat}.jsonl").read_text(encoding="utf-8")
    lines = [json.loads(line) for line in text.splitlines()]
    kinds = ("replaces", "deletes", "reacts_to", "reply_to", "thread", "forwarded", "role")

    assert 75 <= len(lines) <= 90
    assert [] == [kind for kind in kinds if not any(kind in line for line in lines)]
    assert 1 == sum(secret in text for secret in SECRETS)


def test_no_command_of_it_fails_unseen() -> None:
    script = (ROOT / "examples" / "demo.sh").read_text(encoding="utf-8").splitlines()

    assert [] == [line for line in script if line.startswith("run ") and " | " in line]


def test_a_blocker_leaves_when_what_it_waited_for_is_there(demo: tuple[Path, str]) -> None:
    folder, _ = demo
    groups = folder / "demo-vault" / "memory" / "groups"
    chinese = (groups / "青禾小程序" / "attention.md").read_text(encoding="utf-8")
    english = (groups / "tideline" / "attention.md").read_text(encoding="utf-8")

    assert ("首页改版卡住" in chinese, "licence server" in english) == (True, True)
    assert "首页改版卡住" not in chinese.partition("## 归档")[0]
    assert "licence server" not in english.partition("## Archive")[0]

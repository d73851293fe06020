"""`pmem doctor` and `pmem flush` with a model's endpoint, from the settings to the terminal."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from progressive_memory.cli import main
from tests.answers import answer, item
from tests.model_server import Raw, Request, refused, said, serving

KEY = "sk-proj-8fK2mQ9xT4vB7nL1cR6wZ3yH5jD0gS"
DECISION = item(
    "decision",
    "Keep the spare key in the harbour office",
    [("m1", "I propose we keep the spare key in the harbour office")],
    [("m2", "Agreed")],
)
CHAT = [
    ("Ana", "I propose we keep the spare key in the harbour office."),
    ("Bo", "Agreed."),
]


def pmem(*words: str) -> int:
    with pytest.raises(SystemExit) as caught:
        main(list(words))
    return int(caught.value.code or 0)


@pytest.fixture
def vault(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A vault with a chat that is not flushed yet, and a key in the environment."""
    monkeypatch.setenv("PROGRESSIVE_MEMORY_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("PROGRESSIVE_MEMORY_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("TEAM_API_KEY", KEY)
    chat = tmp_path / "chat.jsonl"
    rows = (
        {"event_id": f"$e{at}", "ts": f"2026-03-02T09:3{at}:00Z", "sender": who, "text": text}
        for at, (who, text) in enumerate(CHAT)
    )
    chat.write_text("".join(f"{json.dumps(row)}\n" for row in rows), encoding="utf-8")
    root = tmp_path / "vault"
    pmem("init", str(root), "--language", "en")
    monkeypatch.chdir(root)
    pmem("group", "add", "pay", "--language", "en")
    pmem("log", str(chat), "--group", "pay", "--format", "jsonl")
    return root


def name_model(vault: Path, base_url: str) -> None:
    settings = (
        f'vault_id = "v-1"\nlanguage = "en"\n[extract]\nengine = "model"\nbase_url = "{base_url}"\n'
        'model = "tiny"\napi_key_env = "TEAM_API_KEY"\n'
    )
    (vault / "progressive-memory.toml").write_text(settings, encoding="utf-8")


def files_of(folder: Path) -> bytes:
    return b"".join(path.read_bytes() for path in folder.rglob("*") if path.is_file())


def test_doctor_tells_model_manner_and_what_it_found(
    vault: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with serving(refused(400, "json_schema is not supported"), said(answer(DECISION))) as server:
        name_model(vault, server.base_url)
        capsys.readouterr()

        assert 0 == pmem("doctor")

    out = capsys.readouterr().out
    assert f"model tiny at {server.base_url} answers (json_object); it found the decision" in out
    assert KEY not in out


def test_doctor_says_what_to_type_when_the_key_is_refused(
    vault: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with serving(refused(401, f"Incorrect API key provided: {KEY}")) as server:
        name_model(vault, server.base_url)
        capsys.readouterr()

        assert 1 == pmem("doctor", "--json")

    said_so = capsys.readouterr()
    report = json.loads(said_so.out)
    assert ["model_refused"] == [one["code"] for one in report["problems"]]
    assert "TEAM_API_KEY" in report["problems"][0]["fix"]
    assert None is report["model"]
    assert KEY not in said_so.out + said_so.err


def test_a_flush_by_the_model_tells_its_cost_and_keeps_no_key(
    vault: Path, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    def tell(request: Request) -> Raw:
        assert f"Bearer {KEY}" == request.headers["Authorization"]
        return said(answer(DECISION))

    with serving(tell) as server:
        name_model(vault, server.base_url)
        capsys.readouterr()

        assert 0 == pmem("flush", "--group", "pay")

    out = capsys.readouterr().out
    assert "read by tiny: 1 of 1 stretches of talk (1 call, 15 tokens)" in out
    assert "Keep the spare key in the harbour office" in out
    assert KEY not in out
    assert KEY.encode() not in files_of(tmp_path)


def test_a_flush_without_the_endpoint_is_done_by_rules_and_ends_well(
    vault: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with serving(refused(403, "no")) as server:
        name_model(vault, server.base_url)
        capsys.readouterr()

        assert 0 == pmem("flush", "--group", "pay", "--json")

    out = capsys.readouterr().out
    (group,) = json.loads(out)["groups"]
    how = group["extraction"]
    assert ["Keep the spare key in the harbour office"] == [
        one["title"] for one in group["written"]
    ]
    assert (1, 1) == (how["windows"], how["by_rules"])
    assert "does not take the key" in how["reason"]
    assert "TEAM_API_KEY" in how["next"]
    assert KEY not in out


def test_a_flush_says_in_words_that_rules_read_instead(
    vault: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with serving(said("I would rather write a poem.")) as server:
        name_model(vault, server.base_url)
        capsys.readouterr()

        assert 0 == pmem("flush", "--group", "pay")

    out = capsys.readouterr().out
    assert "read by rules instead: 1. an answer of tiny could not be read" in out
    assert "next: pmem doctor" in out


def test_a_secret_in_an_answer_never_reaches_a_note(vault: Path, tmp_path: Path) -> None:
    token = "ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"
    leaking = {**DECISION, "text": f"Keep the spare key {token} in the harbour office"}
    with serving(said(answer(leaking))) as server:
        name_model(vault, server.base_url)

        assert 0 == pmem("flush", "--group", "pay")

    assert token.encode() not in files_of(tmp_path)

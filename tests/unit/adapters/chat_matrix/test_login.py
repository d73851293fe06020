"""A login in its file."""

from __future__ import annotations

import json
import os
from dataclasses import asdict, replace
from pathlib import Path

import pytest

from progressive_memory.adapters.chat_matrix import open_chat
from progressive_memory.adapters.chat_matrix.login import MatrixLogin, keep_login, kept_login
from progressive_memory.errors import LoginFailed

LOGIN = MatrixLogin("http://127.0.0.1:8008", "@memo:test.local", "DEVICE", "syt_memo_1", keys=True)


def test_a_login_comes_back_as_it_was_kept_and_nobody_else_may_read_it(tmp_path: Path) -> None:
    assert kept_login(tmp_path) is None
    before = os.umask(0)
    try:
        keep_login(tmp_path, LOGIN)
    finally:
        os.umask(before)
    assert LOGIN == kept_login(tmp_path)
    assert ["matrix.json"] == [file.name for file in tmp_path.iterdir()]
    assert 0o600 == (tmp_path / "matrix.json").stat().st_mode & 0o777


def test_a_new_login_takes_the_place_of_the_old_one(tmp_path: Path) -> None:
    keep_login(tmp_path, LOGIN)
    new = MatrixLogin("http://127.0.0.1:8008", "@memo:test.local", "OTHER", "syt_memo_2")
    keep_login(tmp_path, new)
    assert new == kept_login(tmp_path)


def test_a_login_that_says_nothing_of_keys_has_none(tmp_path: Path) -> None:
    told = asdict(LOGIN)
    del told["keys"]
    (tmp_path / "matrix.json").write_text(json.dumps(told))
    assert replace(LOGIN, keys=False) == kept_login(tmp_path)


def test_a_login_with_keys_that_are_not_there_is_refused(tmp_path: Path) -> None:
    keep_login(tmp_path, LOGIN)
    with pytest.raises(LoginFailed, match="encryption keys of device DEVICE are gone"):
        open_chat(tmp_path)


@pytest.mark.parametrize("text", ["", "{", "[]", "null", '{"homeserver": "x"}'])
def test_a_file_of_another_kind_is_refused_with_what_to_type(tmp_path: Path, text: str) -> None:
    (tmp_path / "matrix.json").write_text(text)
    with pytest.raises(LoginFailed, match="cannot be used") as refusal:
        kept_login(tmp_path)
    assert "pmem bot login" in refusal.value.next_step

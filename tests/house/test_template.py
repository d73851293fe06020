"""The vault a new user gets."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from progressive_memory.adapters.settings_toml import load_settings
from progressive_memory.adapters.shipped import vault_template
from progressive_memory.domain.group import Language
from progressive_memory.domain.settings import Settings

LANGUAGES: tuple[Language, ...] = ("zh", "en")
COMMENTED_KEY = re.compile(r"^#(\w+ = )", re.MULTILINE)


def settings_of(text: str, folder: Path) -> Settings:
    path = folder / "progressive-memory.toml"
    path.write_text(text, encoding="utf-8")
    return load_settings(path)


def test_both_languages_lay_the_same_files() -> None:
    expected = [
        "memory/group_names.json",
        "memory/rules.md",
        "memory/welcome.md",
        "progressive-memory.toml",
    ]

    assert expected == list(vault_template("en"))
    assert expected == list(vault_template("zh"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_settings_file_is_valid_as_it_stands(language: Language, tmp_path: Path) -> None:
    text = vault_template(language)["progressive-memory.toml"]

    assert Settings("new-vault", language=language) == settings_of(text, tmp_path)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_commented_key_shows_its_default(language: Language, tmp_path: Path) -> None:
    text = vault_template(language)["progressive-memory.toml"]
    opened = COMMENTED_KEY.sub(r"\1", text)

    assert opened != text
    assert Settings("new-vault", language=language) == settings_of(opened, tmp_path)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_setting_stands_in_the_file(language: Language) -> None:
    text = vault_template(language)["progressive-memory.toml"]
    keys = set(re.findall(r"^#?(\w+) = ", text, re.MULTILINE))
    named_otherwise = {
        "extract_engine": "engine",
        "search_engine": "engine",
        "model_base_url": "base_url",
        "model_name": "model",
        "model_api_key_env": "api_key_env",
        "model_timeout_seconds": "timeout_seconds",
        "model_window_tokens": "window_tokens",
        "model_reply_tokens": "reply_tokens",
        "model_max_calls": "max_calls",
        "model_max_tokens": "max_tokens",
        "model_max_seconds": "max_seconds",
    }
    expected = {
        named_otherwise.get(name, name).removeprefix("matrix_")
        for name in Settings.__dataclass_fields__
    }

    assert expected == keys


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_brings_no_group_and_no_rule(language: Language) -> None:
    files = vault_template(language)

    assert {} == json.loads(files["memory/group_names.json"])
    assert not re.search(r"^\s*[-*+\d]", files["memory/rules.md"].split("---\n")[2], re.MULTILINE)

"""The settings file: defaults, values, and refusals that name the line."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from progressive_memory.adapters.settings_toml import load_settings
from progressive_memory.domain.settings import Settings
from progressive_memory.errors import ConfigInvalid


def written(folder: Path, text: str) -> Path:
    path = folder / "progressive-memory.toml"
    path.write_text(text, encoding="utf-8")
    return path


def refusal(folder: Path, text: str) -> str:
    with pytest.raises(ConfigInvalid) as caught:
        load_settings(written(folder, text))
    return caught.value.message


def test_only_a_vault_id_leaves_every_default(tmp_path: Path) -> None:
    path = written(tmp_path, 'vault_id = "v-1"\n')
    assert Settings(vault_id="v-1") == load_settings(path)


def test_every_key_is_taken(tmp_path: Path) -> None:
    text = """
vault_id = "team"
[flush]
deciders = ["@ann:example.org", "王五"]
pending_days = 3
context_window_tokens = 32000
schedules = ["0 6 * * 1-5"]
timezone = "Europe/Berlin"
[extract]
engine = "model"
base_url = "http://localhost:11434/v1"
model = "qwen3"
api_key_env = "PMEM_API_KEY"
timeout_seconds = 5
window_tokens = 8000
reply_tokens = 900
max_calls = 7
max_tokens = 9000
max_seconds = 30
[search]
engine = "whoosh"
semantic = true
[tokens]
counter = "bpe"
[write]
exchange = false
quiet_seconds = 0
git = true
[log]
people_map = ["slack:U1 = @ann:example.org"]
[matrix]
homeserver = "http://127.0.0.1:8008"
user = "@memo:example.org"
password_env = "PMEM_MATRIX_PASSWORD"
token_env = "MATRIX_TOKEN"
device_name = "the bot"
admins = ["@ann:example.org"]
invite_from = ["@bob:example.org", "example.net:8448"]
rooms = ["!abc:example.org", "!v12room-id_x"]
rights_level = 100
"""
    expected = Settings(
        vault_id="team",
        deciders=("@ann:example.org", "王五"),
        people_map=("slack:U1 = @ann:example.org",),
        pending_days=3,
        context_window_tokens=32000,
        schedules=("0 6 * * 1-5",),
        timezone="Europe/Berlin",
        extract_engine="model",
        model_base_url="http://localhost:11434/v1",
        model_name="qwen3",
        model_api_key_env="PMEM_API_KEY",
        model_timeout_seconds=5,
        model_window_tokens=8000,
        model_reply_tokens=900,
        model_max_calls=7,
        model_max_tokens=9000,
        model_max_seconds=30,
        search_engine="whoosh",
        semantic=True,
        counter="bpe",
        exchange=False,
        quiet_seconds=0,
        git=True,
        matrix_homeserver="http://127.0.0.1:8008",
        matrix_user="@memo:example.org",
        matrix_password_env="PMEM_MATRIX_PASSWORD",
        matrix_device_name="the bot",
        matrix_admins=("@ann:example.org",),
        matrix_invite_from=("@bob:example.org", "example.net:8448"),
        matrix_rooms=("!abc:example.org", "!v12room-id_x"),
        matrix_rights_level=100,
    )
    assert expected == load_settings(written(tmp_path, text))


def test_dotted_keys_mean_their_table(tmp_path: Path) -> None:
    assert load_settings(written(tmp_path, "flush.pending_days = 2\n")).pending_days == 2


def test_a_byte_order_mark_is_no_fault(tmp_path: Path) -> None:
    assert load_settings(written(tmp_path, '\ufeffvault_id = "v"\n')).vault_id == "v"


def test_no_schedules_are_fine_and_plain_ones_load_no_croniter(tmp_path: Path) -> None:
    """Settings are read by every hook, which is a cold process."""
    path = tmp_path / "progressive-memory.toml"
    path.write_text("[flush]\nschedules = []\n", "utf-8")
    assert () == load_settings(path).schedules
    path.write_text('[flush]\nschedules = ["*/20 9-17 * * 1-5"]\n', "utf-8")
    code = (
        "import sys; from pathlib import Path\n"
        "from progressive_memory.adapters.settings_toml import load_settings\n"
        "load_settings(Path(sys.argv[1])); sys.exit('croniter' in sys.modules)"
    )

    assert 0 == subprocess.run([sys.executable, "-c", code, str(path)], check=False).returncode


def test_without_a_file_or_an_id_the_place_names_the_vault(tmp_path: Path) -> None:
    here = load_settings(tmp_path / "a" / "progressive-memory.toml").vault_id
    again = load_settings(tmp_path / "a" / "progressive-memory.toml").vault_id
    there = load_settings(tmp_path / "b" / "progressive-memory.toml").vault_id
    assert here == again
    assert here != there


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            'vault_id = "v"\n[flush]\npending_dayz = 3\n',
            "progressive-memory.toml, line 3: [flush] pending_dayz: unknown key; allowed here: "
            "deciders, pending_days, quiet_task_days, context_window_tokens, schedules, timezone, "
            "writer_host",
        ),
        (
            'vault_id = "v"\n\n[fluhs]\npending_days = 3\n',
            "progressive-memory.toml, line 3: fluhs: unknown key; allowed here: "
            "vault_id, language, [log], [flush], [extract], [search], [tokens], [write], [matrix]",
        ),
        (
            "[write]\ngit = true\nexchange = 1\n",
            "progressive-memory.toml, line 3: [write] exchange: must be true or false",
        ),
        (
            "# flush.pending_days\nflush.pending_days = true\n",
            "progressive-memory.toml, line 2: [flush] pending_days: must be a whole number "
            "from 1 to 3650",
        ),
        (
            '[search]\nengine = "lucene"\n',
            'progressive-memory.toml, line 2: [search] engine: must be one of "sqlite", "whoosh"',
        ),
        (
            '[flush]\ntimezone = "Mars/Olympus"\n',
            "progressive-memory.toml, line 2: [flush] timezone: must be an IANA time zone, "
            'like "Asia/Shanghai" or "UTC"',
        ),
        (
            '[flush]\nschedules = ["6:17"]\n',
            "progressive-memory.toml, line 2: [flush] schedules: must be a list of five-field "
            "cron lines: '6:17' has 1 fields, not five (minute hour day month weekday)",
        ),
        (
            '[flush]\npending_days = 3\nschedules = ["17 6 * * *", "0 0 30 2 *"]\n',
            "progressive-memory.toml, line 3: [flush] schedules: must be a list of five-field "
            "cron lines: '0 0 30 2 *' names a day that never comes",
        ),
        (
            '[flush]\nschedules = "17 6 * * *"\n',
            "progressive-memory.toml, line 2: [flush] schedules: must be a list of five-field "
            'cron lines, like ["17 6,18 * * *"]',
        ),
        (
            'vault_id = "../other"\n',
            "progressive-memory.toml, line 1: vault_id: must be letters, digits, `.`, `_`, `-`; "
            "at most 64, not starting with a dot",
        ),
        (
            '[log]\npeople_map = ["U1 = @ann:example.org"]\n',
            "progressive-memory.toml, line 2: [log] people_map: must be a list like "
            '["slack:U024BE7LH = @ann:example.org"]',
        ),
        (
            "flush = 3\n",
            "progressive-memory.toml, line 1: flush: must be a table: write [flush]",
        ),
    ],
)
def test_a_bad_key_or_value_is_refused_with_its_line(
    tmp_path: Path, text: str, expected: str
) -> None:
    assert expected == refusal(tmp_path, text)


def test_a_file_that_is_no_toml_is_refused_with_the_line(tmp_path: Path) -> None:
    message = refusal(tmp_path, 'vault_id = "v"\n[flush\n')
    assert message.startswith("progressive-memory.toml: not valid TOML: ")
    assert "line 2" in message


def test_a_file_of_another_encoding_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "progressive-memory.toml"
    path.write_bytes(b'vault_id = "v"\n# caf\xe9\n')

    with pytest.raises(ConfigInvalid, match=r"progressive-memory.toml is not UTF-8 \(byte 20\)"):
        load_settings(path)


@pytest.mark.parametrize(
    "line",
    [
        'base_url = "ftp://x/v1"',
        'base_url = "http://user:secret@x/v1"',
        'base_url = "http://x/v1?key=secret"',
        'base_url = "http://x/v1#a"',
        'base_url = "localhost:11434"',
        'api_key_env = "sk-proj-8fK2mQ9xT4vB7nL1cR6wZ3yH5jD0gS"',
        'api_key_env = "AWS_SECRET_ACCESS_KEY"',
        "window_tokens = 10",
        "max_calls = 0",
    ],
)
def test_a_bad_setting_of_the_model_is_refused_without_its_value(tmp_path: Path, line: str) -> None:
    with pytest.raises(ConfigInvalid) as raised:
        load_settings(written(tmp_path, f"[extract]\n{line}\n"))

    assert "line 2" in raised.value.message
    assert "secret" not in raised.value.message
    assert "sk-proj" not in raised.value.message


@pytest.mark.parametrize(
    ("line", "wanted"),
    [
        ('homeserver = "ftp://example.org"', "homeserver: must be an address like"),
        ('homeserver = "https://me:secret@example.org"', "homeserver: must be an address like"),
        ('user = "memo"', 'user: must be a user id like "@memo:example.org"'),
        ('password_env = "hunter2"', "environment variable that ends in MATRIX_PASSWORD"),
        ('token_env = "AWS_SECRET_ACCESS_KEY"', "environment variable that ends in MATRIX_TOKEN"),
        ('admins = ["ann"]', 'admins: must be a list like ["@alice:example.org"]'),
        ('admins = "@ann:example.org"', 'admins: must be a list like ["@alice:example.org"]'),
        ('invite_from = ["@bob"]', "invite_from: must be a list like"),
        ('rooms = ["#team:example.org"]', 'rooms: must be a list like ["!abc:example.org"]'),
        ("rights_level = -1", "rights_level: must be a whole number"),
        ('password = "secret"', "password: unknown key"),
    ],
)
def test_a_bad_setting_of_the_bot_is_refused_without_its_value(
    tmp_path: Path, line: str, wanted: str
) -> None:
    message = refusal(tmp_path, f"[matrix]\n{line}\n")
    assert wanted in message
    assert "line 2" in message
    assert "secret" not in message


def test_a_file_that_cannot_be_read_is_an_error_and_not_the_defaults(tmp_path: Path) -> None:
    (tmp_path / "progressive-memory.toml").mkdir()
    with pytest.raises(ConfigInvalid, match="cannot be read: Is a directory"):
        load_settings(tmp_path / "progressive-memory.toml")

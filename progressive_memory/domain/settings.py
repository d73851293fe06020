"""Settings: `progressive-memory.toml`, every key with a default (DESIGN §9)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from progressive_memory.domain.group import Language


@dataclass(frozen=True)
class Settings:
    """Settings in force. Times in seconds, sizes in tokens, zones as IANA names.

    `people_map` has a line `FORMAT:SENDER = PERSON` for each name a person has in an imported chat.
    `deciders` are sender ids or names that may declare; empty = the rule of DESIGN §5 (power
    level, or anyone using explicit words in an imported chat). `language` is that of new groups.
    `writer_host` names the machine that runs the schedules, "" = any; no `schedules` = never.
    The caps of the model are for one flush over all its groups. `in_place` goes before `exchange`.
    `matrix_invite_from` are user ids or server names, `matrix_admins` user ids, `matrix_rooms`
    room ids; nobody but admins may invite us where it is empty, to any room where that is.
    """

    vault_id: str
    language: Language = "zh"
    max_export_mb: int = 100
    people_map: tuple[str, ...] = ()
    deciders: tuple[str, ...] = ()
    pending_days: int = 14
    quiet_task_days: int = 14
    context_window_tokens: int = 200_000
    schedules: tuple[str, ...] = ("17 6,18 * * *",)
    timezone: str = "Asia/Shanghai"
    writer_host: str = ""
    extract_engine: str = "rules"
    model_base_url: str = ""
    model_name: str = ""
    model_api_key_env: str = ""
    model_timeout_seconds: int = 60
    model_window_tokens: int = 3_000
    model_reply_tokens: int = 1_500
    model_max_calls: int = 100
    model_max_tokens: int = 500_000
    model_max_seconds: int = 900
    search_engine: str = "sqlite"
    semantic: bool = False
    counter: str = "estimate"
    exchange: bool = True
    in_place: bool = False
    quiet_seconds: int = 5
    git: bool = False
    matrix_homeserver: str = ""
    matrix_user: str = ""
    matrix_password_env: str = "MATRIX_PASSWORD"  # noqa: S105 a variable's name
    matrix_token_env: str = "MATRIX_TOKEN"  # noqa: S105
    matrix_device_name: str = "progressive-memory"
    matrix_admins: tuple[str, ...] = ()
    matrix_invite_from: tuple[str, ...] = ()
    matrix_rooms: tuple[str, ...] = ()
    matrix_rights_level: int = 50

"""Where the model is and what opens it: settings first, then the environment."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from ipaddress import ip_address
from urllib.parse import urlsplit

from progressive_memory.domain.settings import Settings
from progressive_memory.errors import ConfigInvalid
from progressive_memory.vault.layout import SETTINGS

_BASE_URL = "OPENAI_BASE_URL"
_API_KEY = "OPENAI_API_KEY"


@dataclass(frozen=True)
class Endpoint:
    """An endpoint's address without a final slash, the model's name there, and the key ("" = none),
    which no `repr` shows. `key_variable` is where the key came from, or would.
    """

    base_url: str
    model: str
    timeout_seconds: float
    key: str = field(default="", repr=False)
    key_variable: str = _API_KEY

    @property
    def host(self) -> str:
        """The host, as it may be shown."""
        return urlsplit(self.base_url).hostname or ""

    @property
    def is_local(self) -> bool:
        """Whether it is on this machine."""
        if self.host == "localhost":
            return True
        try:
            return ip_address(self.host).is_loopback
        except ValueError:
            return False


def open_endpoint(settings: Settings, environment: Mapping[str, str]) -> Endpoint:
    """The endpoint that the settings name, or where they are silent the environment.

    The key is that of the variable `api_key_env`. Without one it is `OPENAI_API_KEY`, but only
    for an address that came from the environment as well: a settings file travels with a vault,
    and must not send a key it does not name to an address it does.

    Raises:
        ConfigInvalid: no address, no model, or the variable named holds no key; never shows one.
    """
    base_url = settings.model_base_url or environment.get(_BASE_URL, "")
    if not base_url:
        raise _incomplete("base_url", f"no endpoint is named, here or in {_BASE_URL}")
    parts = urlsplit(base_url)
    if parts.scheme not in ("http", "https") or not parts.hostname or "@" in parts.netloc:
        raise ConfigInvalid(
            f"{_BASE_URL} is no address of an endpoint",
            next_step=f"set {_BASE_URL} to one like http://localhost:11434/v1, the key apart",
        )
    if not settings.model_name:
        raise _incomplete("model", "no model is named")
    named = settings.model_api_key_env
    variable = named or _API_KEY
    key = environment.get(variable, "").strip() if named or not settings.model_base_url else ""
    if named and not key:
        raise ConfigInvalid(
            f"the environment variable {named} holds no key",
            next_step=f"export {named}=… where pmem runs, or take api_key_env out of {SETTINGS}",
        )
    if not (key.isascii() and key.isprintable()) or " " in key:
        raise ConfigInvalid(
            f"what stands in {variable} is no key: it holds blanks or unusual characters",
            next_step=f"put the bare key into {variable}",
        )
    return Endpoint(
        base_url.rstrip("/"), settings.model_name, settings.model_timeout_seconds, key, variable
    )


def _incomplete(key: str, why: str) -> ConfigInvalid:
    return ConfigInvalid(
        f'engine = "model" needs {key}: {why}',
        next_step=f'set {key} under [extract] in {SETTINGS}, or engine = "rules"',
    )

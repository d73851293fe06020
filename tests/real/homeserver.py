"""A Synapse of the tests' own: on a free port of the loopback device, with a folder for its data."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import secrets
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Any, cast
from urllib.parse import quote

SECRET = "the tests' own"
_LIMITS = """
  rc_message rc_registration rc_joins_per_room rc_admin_redaction rc_room_creation rc_key_requests
  rc_media_create rc_reports rc_user_directory rc_profile rc_delayed_event_mgmt rc_login:address
  rc_login:account rc_login:failed_attempts rc_joins:local rc_joins:remote rc_invites:per_room
  rc_invites:per_user rc_invites:per_issuer rc_presence:per_user
""".split()

# The server watches the pipe that is its stdin: it ends with the test run, however that ended.
# It waits for no disk: what it has written outlives its own end, and that is all the tests ask.
_LAUNCH = """
import os, runpy, signal, sqlite3, threading

connect = sqlite3.connect

def connect_and_never_wait(*args, **named):
    connection = connect(*args, **named)
    connection.execute("PRAGMA synchronous=OFF")
    return connection

sqlite3.connect = connect_and_never_wait

def watch():
    while os.read(0, 1):
        pass
    os.kill(os.getpid(), signal.SIGTERM)
    threading.Timer(5, os._exit, (1,)).start()

watching = threading.Thread(target=watch)
watching.daemon = True
watching.start()
runpy.run_module("synapse.app.homeserver", alter_sys=True, run_name="__main__")
"""
_OPEN = urllib.request.build_opener(urllib.request.ProxyHandler({})).open  # never by a proxy


class Refused(Exception):
    """The homeserver answered with an error."""

    def __init__(self, status: int, answer: dict[str, Any]) -> None:
        super().__init__(f"{status}: {answer}")
        self.status = status
        self.code = str(answer.get("errcode", ""))
        self.answer = answer


@dataclass(frozen=True)
class Login:
    """Somebody's login."""

    user_id: str
    device_id: str
    token: str
    password: str


class Homeserver:
    """Started by `start`, gone after `stop`; what it holds stays in its folder in between."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.port = 0
        self._numbers = count(1)
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    def start(self) -> None:
        """Start it, on the port it had before; back once it answers."""
        for _ in range(5):
            self.port = self.port or _free_port()
            self._configure()
            if self._launch():
                return
            self.port = 0  # somebody else has taken it meanwhile
        raise RuntimeError(f"Synapse does not start:\n{self.log()}")

    def stop(self) -> None:
        """Ask it to end, and wait for that."""
        self._end(patience=10)

    def kill(self) -> None:
        """End it as `kill -9` does."""
        self._end(patience=0)

    def restart(self) -> None:
        self.stop()
        self.start()

    def log(self) -> str:
        """The end of what it wrote."""
        file = self.folder / "output.log"
        return file.read_text(errors="replace")[-4000:] if file.exists() else ""

    def number(self) -> int:
        """Another number at each call, for names that nobody has yet."""
        return next(self._numbers)

    # -- requests

    def ask(
        self, method: str, path: str, body: object = None, *, token: str = "", seconds: float = 30
    ) -> dict[str, Any]:
        """Send a request and wait; returns the answer's JSON.

        Raises:
            Refused: it answered with an error.
        """
        request = urllib.request.Request(self.url + path, method=method)
        if body is not None:
            request.data = json.dumps(body).encode()
        request.add_header("Content-Type", "application/json")
        if token:
            request.add_header("Authorization", f"Bearer {token}")
        try:
            with _OPEN(request, timeout=seconds) as response:
                return cast("dict[str, Any]", json.load(response))
        except urllib.error.HTTPError as error:
            with error:
                raise Refused(error.code, json.loads(error.read() or b"{}")) from None

    def client(self, method: str, path: str, body: object = None, *, by: Login) -> dict[str, Any]:
        """`ask` of the client's part of the API, as somebody."""
        return self.ask(method, f"/_matrix/client/v3/{path}", body, token=by.token)

    def register(self, name: str, shown: str = "") -> Login:
        """Make an account; it is logged in at once."""
        path = "/_synapse/admin/v1/register"
        password = secrets.token_hex(8)
        parts = (str(self.ask("GET", path)["nonce"]), name, password, "notadmin")
        proof = hmac.new(SECRET.encode(), "\0".join(parts).encode(), hashlib.sha1).hexdigest()
        answer = self.ask(
            "POST",
            path,
            {"nonce": parts[0], "username": name, "password": password, "mac": proof}
            | ({"displayname": shown} if shown else {}),
        )
        return Login(answer["user_id"], answer["device_id"], answer["access_token"], password)

    def send(self, by: Login, room_id: str, content: object, kind: str = "m.room.message") -> str:
        """Send an event into a room; returns its id."""
        path = f"rooms/{quote(room_id)}/send/{kind}/{secrets.token_hex(8)}"
        return str(self.client("PUT", path, content, by=by)["event_id"])

    # -- inside

    def _launch(self) -> bool:
        with (self.folder / "output.log").open("ab") as output:
            self._process = subprocess.Popen(
                [sys.executable, "-c", _LAUNCH, "-c", str(self.folder / "homeserver.yaml")],
                cwd=self.folder,
                stdin=subprocess.PIPE,
                stdout=output,
                stderr=output,
            )
        deadline = time.monotonic() + 90
        while self._process.poll() is None and time.monotonic() < deadline:
            try:
                self.ask("GET", "/_matrix/client/versions", seconds=2)
            except (OSError, Refused):
                time.sleep(0.05)
            else:
                return True
        self.kill()
        return False

    def _end(self, patience: float) -> None:
        process, self._process = self._process, None
        if process is None:
            return
        if patience:
            process.terminate()
        try:
            process.wait(patience)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        if process.stdin:
            process.stdin.close()

    def _configure(self) -> None:
        self.folder.mkdir(parents=True, exist_ok=True)
        key = self.folder / "signing.key"
        if not key.exists():
            seed = base64.b64encode(secrets.token_bytes(32))
            key.write_text(f"ed25519 a_key {seed.decode()[:43]}\n")
        logging = {
            "version": 1,
            "handlers": {"out": {"class": "logging.StreamHandler"}},
            "root": {"level": "WARNING", "handlers": ["out"]},
        }
        (self.folder / "log.yaml").write_text(json.dumps(logging))
        (self.folder / "homeserver.yaml").write_text(json.dumps(self._settings()))

    def _settings(self) -> dict[str, Any]:
        """Its configuration: nothing leaves this machine, and nobody is too fast. YAML reads JSON."""
        settings: dict[str, Any] = {
            "server_name": "test.local",
            "listeners": [
                {
                    "port": self.port,
                    "bind_addresses": ["127.0.0.1"],
                    "type": "http",
                    "tls": False,
                    "resources": [{"names": ["client"]}],
                }
            ],
            "database": {
                "name": "sqlite3",
                "args": {"database": str(self.folder / "homeserver.db")},
            },
            "pid_file": str(self.folder / "homeserver.pid"),
            "log_config": str(self.folder / "log.yaml"),
            "media_store_path": str(self.folder / "media"),
            "signing_key_path": str(self.folder / "signing.key"),
            "registration_shared_secret": SECRET,
            "macaroon_secret_key": SECRET,
            "form_secret": SECRET,
            "report_stats": False,
            "trusted_key_servers": [],
            "suppress_key_server_warning": True,
            "federation_domain_whitelist": [],
            "presence": {"enabled": False},
            "bcrypt_rounds": 4,
            "caches": {"sync_response_cache_duration": "0s", "global_factor": 0.5},
        }
        for limit in _LIMITS:
            name, _, part = limit.partition(":")
            fast = {"per_second": 100_000, "burst_count": 100_000}
            if part:
                settings.setdefault(name, {})[part] = fast
            else:
                settings[name] = fast
        return settings


def _free_port() -> int:
    with socket.socket() as asked:
        asked.bind(("127.0.0.1", 0))
        return int(asked.getsockname()[1])

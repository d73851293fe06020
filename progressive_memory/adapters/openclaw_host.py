"""An OpenClaw on this machine: its folder of state, its settings (by its own command), our files.

OpenClaw refuses links and files with several names, so what is put there is written anew.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import subprocess
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path

from progressive_memory.errors import UserError

_PATIENCE_SECONDS = 180
_WRITABLE = 0o222
_NOTE = "progressive-memory.json"
_OWN_FOLDER = "progressive-memory"


class OpenClawHost:
    """OpenClaw as the environment describes it: `OPENCLAW_STATE_DIR`, else `~/.openclaw`."""

    def __init__(self, environ: Mapping[str, str]) -> None:
        named = environ.get("OPENCLAW_STATE_DIR", "")
        self.state = Path(named).expanduser() if named else Path.home() / ".openclaw"
        config = environ.get("OPENCLAW_CONFIG_PATH", "")
        self._config = Path(config).expanduser() if config else self.state / "openclaw.json"
        self._environ = environ
        self._settings: dict[str, object] = {}

    @property
    def is_set_up(self) -> bool:
        """Whether an OpenClaw was set up here, or our hooks were."""
        return self._config.is_file() or (self.state / _NOTE).is_file()

    def folder(self, place: str) -> Path:
        """Where a folder of its state is, such as `hooks/NAME`."""
        return self.state / place

    def program(self) -> str:
        """The path of the `openclaw` on PATH.

        Raises:
            UserError: there is none.
        """
        found = shutil.which("openclaw")
        if found is None:
            raise UserError(
                "there is no openclaw on PATH",
                next_step="install OpenClaw, or add the folder of its command to PATH",
            )
        return found

    def version(self) -> str:
        """What `openclaw --version` says.

        Raises:
            UserError: it does not run.
        """
        return self._run("--version").strip().removeprefix("OpenClaw ")

    def setting(self, path: str) -> object:
        """A setting as a person set it; None where it is not set.

        Settings that are plain JSON are read as they stand; others OpenClaw is asked for, once for
        all that is below the same name: a call of its takes seconds.

        Raises:
            UserError: it has to be asked, and does not run.
        """
        plain = self._plain_settings()
        if plain is not None:
            return _at(plain, path)
        top = path.partition(".")[0]
        if top not in self._settings:
            done = self._call("config", "get", top, "--json")
            try:
                self._settings[top] = None if done.returncode else json.loads(done.stdout)
            except ValueError:
                self._settings[top] = None
        return _at(self._settings, path)

    def set(self, settings: Mapping[str, object]) -> str:
        """Change settings (path → value, None = take it out); the path of a copy of the file from
        before, "" where there was none.

        Raises:
            UserError: OpenClaw does not take them.
        """
        self._check_writable()
        backup = self._backed_up()
        there = {path: value for path, value in settings.items() if value is not None}
        batch = [{"path": path, "value": value} for path, value in there.items()]
        gone = settings.keys() - there.keys()
        try:
            if batch:
                self._run("config", "set", "--batch-json", json.dumps(batch))
            for path in sorted(gone):  # one by one: it takes no write that drops half the file
                self._run("config", "unset", path)
        except UserError as error:
            if backup and Path(backup).read_bytes() == self._config.read_bytes():
                Path(backup).unlink()
            raise _explained(error, settings) from None
        finally:
            self._settings.clear()
        return backup

    def settings_digest(self) -> str:
        """The SHA-256 of the settings file, in hex; "" where there is none."""
        if not self._config.is_file():
            return ""
        return hashlib.sha256(self._config.read_bytes()).hexdigest()

    def bring_back(self, copy: str) -> None:
        """Put the bytes of a copy of the settings file in its place; a link to it stays one.

        Raises:
            UserError: the file is read-only.
        """
        self._check_writable()
        target = self._config.resolve()
        beside = target.with_name(f".{target.name}.pmem")
        shutil.copy(copy, beside)
        beside.replace(target)
        self._settings.clear()

    @property
    def has_comments(self) -> bool:
        """Whether the settings are more than plain JSON: OpenClaw does not keep that when it writes
        them.
        """
        try:
            json.loads(self._config.read_text(encoding="utf-8"))
        except ValueError:
            return True
        except OSError:
            return False
        return False

    def workspace(self, agent: str, own: str, default: str) -> str:
        """The absolute path of an agent's workspace: its own one where it has one, else made of the
        default that the settings name, as OpenClaw does.
        """
        if own:
            return str(self._path(own))
        if agent == "main":
            named = default or self._environ.get("OPENCLAW_WORKSPACE_DIR", "")
            return str(self._path(named) if named else self.state / "workspace")
        return str(self._path(default) / agent if default else self.state / f"workspace-{agent}")

    def stands(self, path: str) -> bool:
        """Whether a file or folder is there; a name without a folder is looked for on PATH."""
        return self._path(path).exists() or shutil.which(path) is not None

    def holds(self, folder: str, path: str) -> bool:
        """Whether a path, links followed, is a folder or lies in it."""
        return self._path(path).resolve().is_relative_to(self._path(folder).resolve())

    def links(self, place: str) -> tuple[str, ...]:
        """What of a folder is a link, or a file of several names: OpenClaw passes all of that over.
        The folder itself is ".".
        """
        folder = self.folder(place)
        if folder.is_symlink():
            return (".",)
        files = sorted(folder.iterdir()) if folder.is_dir() else []
        return tuple(
            path.name
            for path in files
            if path.is_symlink() or (path.is_file() and path.stat().st_nlink > 1)
        )

    def files(self, place: str) -> dict[str, bytes]:
        """What stands in a folder: file name → bytes; empty where there is none."""
        folder = self.folder(place)
        if not folder.is_dir():
            return {}
        return {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()}

    def put(self, place: str, files: Mapping[str, bytes]) -> None:
        """Make a folder hold these files and no others, each a file of its own."""
        folder = self.folder(place)
        if folder.is_symlink():
            folder.unlink()
        folder.mkdir(parents=True, exist_ok=True)
        for path in folder.iterdir():
            if path.name not in files and path.is_file():
                path.unlink()
        for file, content in files.items():
            beside = folder / f".{file}.new"
            beside.write_bytes(content)
            beside.replace(folder / file)

    def remove(self, place: str) -> None:
        """Take a folder away."""
        folder = self.folder(place)
        folder.unlink() if folder.is_symlink() else shutil.rmtree(folder)

    def noted(self) -> dict[str, object]:
        """What the hooks are told of us; empty where nothing is."""
        try:
            value = json.loads((self.state / _NOTE).read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return {}
        return value if isinstance(value, dict) else {}

    def note(self, value: Mapping[str, object]) -> None:
        """Tell the hooks how to call us."""
        text = json.dumps(value, ensure_ascii=False, indent=2)
        (self.state / _NOTE).write_text(f"{text}\n", encoding="utf-8")

    def forget(self) -> None:
        """Take away what the hooks are told of us, and what they noted."""
        (self.state / _NOTE).unlink(missing_ok=True)
        shutil.rmtree(self.state / _OWN_FOLDER, ignore_errors=True)

    def outcome(self, name: str) -> tuple[str, str]:
        """When a hook was last at work (RFC 3339) and what its call printed; "" for never."""
        file = self.state / _OWN_FOLDER / f"{name}.json"
        try:
            at = datetime.fromtimestamp(file.stat().st_mtime, UTC)
            return at.isoformat(timespec="seconds"), file.read_text(encoding="utf-8").strip()
        except OSError:
            return "", ""

    def _path(self, written: str) -> Path:
        return Path(written).expanduser().absolute()

    def _plain_settings(self) -> dict[str, object] | None:
        """The settings file, where nothing in it has to be worked out: no comments, no file that it
        includes, no variable.
        """
        try:
            text = self._config.read_text(encoding="utf-8")
            value = None if "$include" in text or "${" in text else json.loads(text)
        except (OSError, ValueError):
            return None
        return value if isinstance(value, dict) else None

    def _check_writable(self) -> None:
        if self._config.is_file() and not self._config.stat().st_mode & _WRITABLE:
            raise UserError(
                f"{self._config} is read-only",
                next_step=f"chmod u+w {self._config}, then the same command again",
            )

    def _backed_up(self) -> str:
        if not self._config.is_file():
            return ""
        content = self._config.read_bytes()
        stamp = datetime.now(UTC).strftime("%Y%m%d-%H%M%S")
        backup = self._config.with_name(f"{self._config.name}.before-pmem-{stamp}")
        backup.write_bytes(content)
        backup.chmod(self._config.stat().st_mode)
        return str(backup)

    def _run(self, *words: str) -> str:
        done = self._call(*words)
        if done.returncode:
            said = (done.stderr or done.stdout).strip() or f"exit code {done.returncode}"
            raise UserError(f"openclaw {' '.join(words[:2])}: {said}", next_step="openclaw doctor")
        return done.stdout

    def _call(self, *words: str) -> subprocess.CompletedProcess[str]:
        program = self.program()
        env = {**os.environ, "NO_COLOR": "1"}
        if self._config.is_symlink():  # what OpenClaw writes would take the link's place
            env["OPENCLAW_CONFIG_PATH"] = str(self._config.resolve())
        try:
            return subprocess.run(
                [program, *words],
                stdin=subprocess.DEVNULL,
                capture_output=True,
                encoding="utf-8",
                check=False,
                timeout=_PATIENCE_SECONDS,
                env=env,
            )
        except subprocess.TimeoutExpired:
            raise UserError(f"openclaw {' '.join(words[:2])} does not end") from None


def _explained(error: UserError, settings: Mapping[str, object]) -> UserError:
    """What to do where OpenClaw does not write a file that includes others."""
    if "$include" not in str(error):
        return error
    wanted = ", ".join(f"{path} = {json.dumps(value)}" for path, value in settings.items())
    next_step = f"write {wanted} into the file that is included, then the same command again"
    return UserError(str(error), next_step=next_step)


def _at(settings: object, path: str) -> object:
    """What stands at a dotted path; None where nothing does."""
    for key in path.split("."):
        settings = settings.get(key) if isinstance(settings, dict) else None
    return settings

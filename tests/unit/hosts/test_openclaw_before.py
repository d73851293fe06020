"""OpenClaw's settings come back as they were, and what a person changed since stays."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from progressive_memory.adapters.openclaw_host import OpenClawHost
from progressive_memory.adapters.shipped import shipped
from progressive_memory.errors import UserError
from progressive_memory.hosts.openclaw import PARTS
from progressive_memory.hosts.openclaw_before import (
    as_before,
    copy_of_before,
    noted_after,
    noted_before,
)
from progressive_memory.hosts.openclaw_settings import taken_back

SET = {
    "hooks.internal.enabled": True,
    "hooks.internal.entries.remem-flush.enabled": True,
    "plugins.entries.progressive-memory.enabled": True,
}


@pytest.fixture
def host(tmp_path: Path) -> OpenClawHost:
    return OpenClawHost({"OPENCLAW_STATE_DIR": str(tmp_path)})


def write(host: OpenClawHost, settings: object) -> None:
    (host.state / "openclaw.json").write_text(json.dumps(settings), encoding="utf-8")


def with_ours(**more: object) -> dict[str, object]:
    entries = {"remem-flush": {"enabled": True}}
    internal = {"enabled": True, "entries": entries}
    ours = {"progressive-memory": {"enabled": True}}
    return {"hooks": {"internal": internal}, "plugins": {"entries": ours}, **more}


def test_what_was_not_there_goes_with_all_that_came_with_it(host: OpenClawHost) -> None:
    write(host, {"theirs": 1})
    noted = noted_before(host, SET, {})
    write(host, with_ours(theirs=1))

    assert {"hooks": None, "plugins": None} == as_before(host, noted)


def test_what_a_person_put_beside_it_stays(host: OpenClawHost) -> None:
    write(host, {"plugins": {"allow": ["memory-core"]}})
    noted = noted_before(host, SET, {})
    settings = with_ours()
    settings["hooks"]["internal"]["entries"]["mine"] = {"enabled": True}  # type: ignore[index]
    write(host, settings)

    assert {
        "hooks.internal.entries.remem-flush": None,
        "plugins.entries": None,
    } == taken_back(host, noted)


def test_what_a_person_set_otherwise_since_stays_so(host: OpenClawHost) -> None:
    write(host, {"hooks": {"internal": {"enabled": False}}})
    noted = noted_before(host, {**SET, "logging.level": "info"}, {})
    write(host, with_ours(logging={"level": "debug"}))

    assert {
        "hooks.internal.enabled": False,
        "hooks.internal.entries": None,
        "plugins": None,
    } == as_before(host, noted)


def test_what_is_noted_first_holds(host: OpenClawHost) -> None:
    write(host, {})
    first = noted_before(host, {"hooks.internal.enabled": True}, {})
    write(host, with_ours())

    again = noted_before(host, SET, first)

    assert first["before"]["hooks.internal.enabled"] == again["before"]["hooks.internal.enabled"]  # type: ignore[index]


def test_a_copy_counts_as_long_as_nobody_changed_the_file(host: OpenClawHost) -> None:
    write(host, {})
    copy = host.state / "copy"
    copy.write_bytes(b"{}")
    write(host, with_ours())
    noted = noted_after(host, str(copy), was="before", noted={})

    assert str(copy) == copy_of_before(host, noted)
    write(host, with_ours(theirs=1))
    assert "" == copy_of_before(host, noted)
    later = noted_after(host, "newer copy", was="changed in between", noted=noted)
    assert "" == copy_of_before(host, later)


def test_the_file_comes_back_byte_for_byte_and_a_link_to_it_stays_one(host: OpenClawHost) -> None:
    kept = host.state / "dotfiles.json"
    kept.write_text("{}")
    (host.state / "openclaw.json").symlink_to(kept)
    copy = host.state / "copy"
    copy.write_bytes(b"// mine\n{ a: 1, }\n")

    host.bring_back(str(copy))

    assert (host.state / "openclaw.json").is_symlink()
    assert b"// mine\n{ a: 1, }\n" == kept.read_bytes()


def test_a_file_that_may_not_be_written_is_not_written(host: OpenClawHost) -> None:
    write(host, {})
    (host.state / "openclaw.json").chmod(0o444)

    with pytest.raises(UserError, match="is read-only"):
        host.set({"a": 1})

    assert ["openclaw.json"] == [path.name for path in host.state.iterdir()]


def test_what_is_copied_has_one_name_though_its_source_has_more(
    host: OpenClawHost, tmp_path: Path
) -> None:
    for name, place in PARTS.items():
        files = [file for file in (shipped("hooks") / name).iterdir() if file.is_file()]
        names = tmp_path / "names" / name
        names.mkdir(parents=True)
        for file in files:
            (names / file.name).write_bytes(file.read_bytes())
            os.link(names / file.name, names / f"{file.name}.2")  # as a package cache has it
        standing = host.folder(place)
        standing.mkdir(parents=True)
        os.link(names / files[0].name, standing / files[0].name)  # as a copy by links had it

        host.put(place, {file.name: (names / file.name).read_bytes() for file in files})

        assert {file.name for file in files} == {path.name for path in standing.iterdir()}
        assert [1] * len(files) == [path.stat().st_nlink for path in standing.iterdir()]
        assert not any(path.is_symlink() for path in standing.iterdir())

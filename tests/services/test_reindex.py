from __future__ import annotations

from progressive_memory.domain.search_report import ReindexedGroup
from progressive_memory.ports import Query
from progressive_memory.services.recall.reindex import reindex
from progressive_memory.services.recall.search import search
from tests.room import room_ports


def test_every_group_is_built_anew_with_its_log() -> None:
    ports = room_ports()
    report = reindex(ports)
    assert [(each.group, each.notes) for each in report.groups] == [("web", 5), ("清算", 8)]
    assert all(each.sections > 0 for each in report.groups)
    assert "memory/groups/清算/log/2026/2026-05-14.md" in ports.search.indexed("清算")


def test_groups_that_are_gone_are_forgotten() -> None:
    ports = room_ports()
    reindex(ports)
    for path in [*ports.vault.stamps("memory/groups/web"), "memory/groups/web.md"]:
        ports.vault.save(path, None)
    reindex(ports)
    assert ports.search.indexed("web") == {}


def test_one_group_may_be_built_alone() -> None:
    ports = room_ports()
    (only,) = reindex(ports, "!web:x").groups
    assert isinstance(only, ReindexedGroup)
    assert only.group == "web"
    assert ports.search.indexed("清算") == {}
    assert search(ports, "web", Query("product owner"), "entries", 5).hits

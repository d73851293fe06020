from __future__ import annotations

import pytest

from progressive_memory.ports import Query
from progressive_memory.services.recall.search import search
from tests.room import edit, room_ports


def found(text: str, *, scope: str = "entries", group: str = "清算", **fields: object) -> list[str]:
    query = Query(text, **fields)  # type: ignore[arg-type]
    report = search(room_ports(), group, query, scope, 10)  # type: ignore[arg-type]
    return [hit.id for hit in report.hits]


def test_entries_of_the_routed_notes_and_conventions_are_found() -> None:
    assert found("布隆过滤器") == ["f-20260420-eeeeeeeeee"]
    assert found("cursor") == ["h-api-规范"]
    assert found("值班手册 先降级")[0] == "h-值班手册"


def test_messages_are_found_in_the_log_only() -> None:
    assert found("青花瓷") == []
    assert found("青花瓷", scope="log")[0] == "m-kkkkkkkkkk"


def test_a_message_shows_what_was_said_and_its_event() -> None:
    hit = search(room_ports(), "清算", Query("青花瓷"), "log", 10).hits[0]
    assert (hit.text, hit.event_id, hit.who, hit.on) == (
        "青花瓷是今天的暗号",
        "$z2",
        ("阿杰",),
        "2026-05-14",
    )


def test_quoted_words_must_stand_as_written() -> None:
    assert found("对账 「空值缓存」") == ["f-20260420-eeeeeeeeee"]
    assert found('"缓存空值"') == []


def test_filters_narrow_and_work_alone() -> None:
    assert found("对账", since="2026-05-13") == ["t-20260514-aaaaaaaaaa"]
    assert found("", kinds=("b",)) == ["b-20260513-cccccccccc"]
    assert set(found("", who="老何")) == {"d-20260512-dddddddddd", "d-20260301-ffffffffff"}


def test_a_person_may_be_named_by_user_id() -> None:
    assert found("", who="@老何:x.org") == found("", who="老何")
    assert found("青花瓷", scope="log", who=" @阿杰 ") == ["m-kkkkkkkkkk"]


def test_what_was_replaced_ranks_below_what_stands_and_is_marked() -> None:
    hits = search(room_ports(), "清算", Query("对账 每天"), "entries", 10).hits
    order = [(hit.id, hit.superseded) for hit in hits]
    assert order.index(("d-20260512-dddddddddd", False)) < order.index(
        ("d-20260301-ffffffffff", True)
    )


def test_a_search_never_leaves_its_group() -> None:
    assert found("product owner") == []
    assert found("product owner", group="web") == ["r-20260301-nnnnnnnnnn"]
    assert found("密钥") == []  # a rule that holds everywhere is no entry of the group


def test_pending_and_unrouted_notes_are_not_searched() -> None:
    ports = room_ports()
    ports.vault.save(
        "memory/groups/清算/pending.md", "- [ ] 引入向量库 ^d-20260501-xxxxxxxxxx\n".encode()
    )
    ports.vault.save("memory/groups/清算/scratch.md", "向量库草稿\n".encode())
    assert search(ports, "清算", Query("向量库"), "entries", 10).hits == ()


def test_a_row_added_by_a_person_makes_its_note_searchable() -> None:
    ports = room_ports()
    ports.vault.save(
        "memory/groups/清算/glossary.md", "# 术语\n\n轧差：相互抵消后的净额\n".encode()
    )
    edit(ports, "memory/groups/清算.md", "| 人员分工", "| 术语 | `glossary.md` | P1 |\n| 人员分工")
    assert len(search(ports, "清算", Query("轧差"), "entries", 10).hits) == 1


def test_a_heading_with_nothing_under_it_is_no_hit_and_takes_no_place() -> None:
    ports = room_ports()
    ports.vault.save(
        "memory/groups/清算/glossary.md",
        "# 术语\n\n## 轧差\n\n## 轧差口径\n\n轧差指相互抵消后的净额，各方每天只付一次\n".encode(),
    )
    edit(ports, "memory/groups/清算.md", "| 人员分工", "| 术语 | `glossary.md` | P1 |\n| 人员分工")
    hits = search(ports, "清算", Query("轧差"), "entries", 1).hits
    assert [hit.heading.rpartition("/")[2].strip() for hit in hits] == ["轧差口径"]


SYNTAX = [
    'foo-bar AND (zz* "',
    "aa:bb NEAR( ^zz {yy} *",
    "title:zzz OR zzz=zzz --",
    '""" "',
    "^zz NOT yy",
]
SIGNS_ONLY = [
    "（）「」《》【】…——！？",
    "?!.,;:*%_^~|\\/",
    "🚀🔥👩\u200d👩\u200d👧",
    "\u202e\u200b\u200d\ufeff",
    "\x00\x01",
    "\ud800",
    "مرحبا بالعالم שלום",  # no sign, but no word of the group either
]


@pytest.mark.parametrize("scope", ["entries", "log"])
@pytest.mark.parametrize("text", SYNTAX)
def test_no_syntax_of_a_query_is_an_error_or_is_obeyed(text: str, scope: str) -> None:
    assert found(text, scope=scope) == []
    assert found(f"青花瓷 {text}".replace('"', ""), scope="log")[0] == "m-kkkkkkkkkk"


@pytest.mark.parametrize("scope", ["entries", "log"])
@pytest.mark.parametrize("text", SIGNS_ONLY)
def test_a_query_of_signs_alone_finds_nothing(text: str, scope: str) -> None:
    assert found(text, scope=scope) == []
    assert found(f"{text} 青花瓷", scope="log")[0] == "m-kkkkkkkkkk"


def test_a_megabyte_is_read_as_far_as_it_says_what_it_is_about() -> None:
    assert found("青花瓷 " + "(hay* AND " * 120_000, scope="log")[0] == "m-kkkkkkkkkk"
    assert found("青花瓷 " + '"zzz" ' * 200_000, scope="log") == []


def test_signs_without_width_in_a_query_hide_no_word() -> None:
    assert found("青\u200b花\u2060瓷", scope="log")[0] == "m-kkkkkkkkkk"


def test_filters_and_phrases_work_in_the_log_too() -> None:
    assert found("暗号", scope="log", since="2026-05-14", who="阿杰", kinds=("m",)) == [
        "m-kkkkkkkkkk"
    ]
    assert found("「今天的暗号」", scope="log", who="阿杰") == ["m-kkkkkkkkkk"]
    assert found("「暗号今天的」", scope="log") == []
    assert found("暗号", scope="log", since="2026-05-15") == []
    assert found("暗号", scope="log", who="Ben") == []
    assert "m-kkkkkkkkkk" in found("", scope="log", who="阿杰")


def test_with_a_token_budget_passages_are_handed_over_in_order_of_time() -> None:
    report = search(room_ports(), "清算", Query("青花瓷"), "log", 1, tokens=500)
    assert len(report.hits) > 1
    assert {hit.passage for hit in report.hits} == {1}
    ids = [hit.id for hit in report.hits]
    assert ids.index("m-aaaaaaaaaa") < ids.index("m-kkkkkkkkkk")
    assert 0 < report.tokens <= 500


def test_a_token_budget_too_small_for_any_hit_gives_none() -> None:
    report = search(room_ports(), "清算", Query("青花瓷"), "log", 10, tokens=1)
    assert (report.hits, report.tokens) == ((), 0)


def test_entries_come_as_passages_of_their_notes() -> None:
    report = search(room_ports(), "清算", Query("对账"), "entries", 1, tokens=400)
    assert len(report.hits) > 1
    assert sorted(hit.passage for hit in report.hits) == [hit.passage for hit in report.hits]

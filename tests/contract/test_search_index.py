"""Every SearchIndex passes this suite: the two engines and the in-memory twin."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import nullcontext
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from progressive_memory.adapters.memory.embedder import HashedEmbedder
from progressive_memory.adapters.memory.search import MemorySearchIndex
from progressive_memory.adapters.search_sqlite import SqliteSearchIndex
from progressive_memory.adapters.search_whoosh import whoosh_search_index
from progressive_memory.domain.match import Scope
from progressive_memory.domain.section import Section
from progressive_memory.ports import Query, SearchIndex, Stamp

STAMP = Stamp(1_000, 10, 5)
GROUP = "backend"
NOTE = "memory/groups/backend/experience.md"


@pytest.fixture(params=["sqlite", "whoosh", "memory", "sqlite and meaning", "memory and meaning"])
def index(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[SearchIndex]:
    engine, _, meaning = request.param.partition(" and ")
    embedder = HashedEmbedder() if meaning else None
    if engine == "memory":
        yield MemorySearchIndex(embedder)
        return
    with_files = (
        SqliteSearchIndex(tmp_path, embedder)
        if engine == "sqlite"
        else whoosh_search_index(tmp_path)
    )
    yield with_files
    with_files.close()


def section(id_: str, text: str, **fields: object) -> Section:
    values = {"path": NOTE, "heading": "", "kind": "d", **fields}
    return Section(id=id_, text=text, **values)  # type: ignore[arg-type]


def put(index: SearchIndex, *sections: Section, path: str = NOTE, scope: Scope = "entries") -> None:
    index.put(GROUP, scope, (path, STAMP, "sha"), [each._replace(path=path) for each in sections])


def ids(index: SearchIndex, text: str, *, scope: Scope = "entries", **fields: object) -> list[str]:
    query = Query(text, **fields)  # type: ignore[arg-type]
    return [hit.section.id for hit in index.search(GROUP, scope, query, 10)]


def test_sections_come_back_as_they_were_put_and_in_order(index: SearchIndex) -> None:
    sections = (
        section("d-1", "two\nlines", title="t", on="2026-05-01", who=("王五", "Maya Li")),
        section("h-2", "", kind="", superseded=True, confidence=0.5, event_id="$e"),
    )
    put(index, *sections)
    assert index.sections(GROUP, NOTE) == sections
    put(index, *reversed(sections))
    assert index.sections(GROUP, NOTE) == sections[::-1]


def test_the_sections_around_a_hit_can_be_read_by_its_place(index: SearchIndex) -> None:
    sections = [section(f"m-{n}", "", title=f"word{n} said", kind="m") for n in range(5)]
    put(index, *sections, scope="log")
    (hit,) = index.search(GROUP, "log", Query("word2"), 1)
    assert hit.place == 2
    around = index.sections(GROUP, NOTE, hit.place - 1, hit.place + 2)
    assert [each.id for each in around] == ["m-1", "m-2", "m-3"]
    assert [each.id for each in index.sections(GROUP, NOTE, -1, 1)] == ["m-0"]
    assert index.sections(GROUP, NOTE, 5, 9) == ()
    assert [each.id for each in index.sections(GROUP, NOTE, 3)] == ["m-3", "m-4"]


def test_the_stamp_and_hash_of_each_note_are_told(index: SearchIndex) -> None:
    assert (index.indexed(GROUP), index.sha256(GROUP, NOTE)) == ({}, "")
    put(index, section("d-1", "x"))
    assert (index.indexed(GROUP), index.sha256(GROUP, NOTE)) == ({NOTE: STAMP}, "sha")
    index.drop(GROUP, NOTE)
    assert (index.indexed(GROUP), index.sha256(GROUP, NOTE)) == ({}, "")
    assert index.sections(GROUP, NOTE) == ()


def test_a_question_in_words_finds_what_shares_its_terms(index: SearchIndex) -> None:
    put(
        index,
        section("d-1", "选用了 PostgreSQL 数据库，放弃 MySQL"),
        section("d-2", "PostgreSQL数据库每天备份"),
        section("d-3", "we deployed the gateway on Monday"),
        section("d-4", "lunch is at noon"),
    )
    assert set(ids(index, "我们用的是什么数据库？")) == {"d-1", "d-2"}
    assert ids(index, "when was the gateway deployment?") == ["d-3"]
    assert ids(index, "who is deploying it") == ["d-3"]
    assert set(ids(index, "库")) == {"d-1", "d-2"}
    assert ids(index, "kubernetes") == []


def test_a_new_version_of_a_note_replaces_the_old_one(index: SearchIndex) -> None:
    put(index, section("d-1", "alpha"), section("d-2", "beta"))
    put(index, section("d-1", "gamma"), section("d-2", "beta"))
    assert ids(index, "alpha") == []
    assert ids(index, "gamma") == ["d-1"]
    assert ids(index, "beta") == ["d-2"]
    index.drop(GROUP, NOTE)
    assert ids(index, "gamma beta") == []


def test_the_title_weighs_more_and_people_are_found(index: SearchIndex) -> None:
    put(
        index,
        section("d-1", "the budget of the quarter and its retries", title="money"),
        section("d-2", "what happens to a payment that fails", title="retries"),
        section("r-1", "测试负责人", who=("孙七",), title="孙七"),
    )
    assert ids(index, "retries") == ["d-2", "d-1"]
    assert ids(index, "孙七") == ["r-1"]


def test_format_around_the_words_is_not_searched(index: SearchIndex) -> None:
    text = "- 决策:: 用 Rust\n- 依据:: [[memory/groups/backend/log/a#^m-x|14:02 李四]]\n\n^d-2026-x"
    put(index, section("d-1", text))
    assert ids(index, "rust") == ["d-1"]
    assert ids(index, "李四") == ["d-1"]
    assert [ids(index, word) for word in ("groups", "决策", "d-2026-x", "依据")] == [[]] * 4


def test_a_superseded_entry_ranks_below_the_one_that_stands(index: SearchIndex) -> None:
    put(
        index,
        section("d-1", "rate limit rate limit 500", superseded=True, confidence=0.5),
        section("d-2", "the rate limit is 600 requests a second for everyone"),
    )
    assert ids(index, "rate limit") == ["d-2", "d-1"]


def test_of_two_equal_entries_the_newer_comes_first(index: SearchIndex) -> None:
    put(
        index,
        section("d-1", "cache size", on="2025-01-01"),
        section("d-2", "cache size", on="2026-05-01"),
    )
    assert ids(index, "cache") == ["d-2", "d-1"]


def test_quoted_phrases_must_stand_as_written(index: SearchIndex) -> None:
    put(
        index,
        section("d-1", "We chose C++ for the hit rate target"),
        section("d-2", "the rate of a hit; we chose C for it"),
        section("d-3", "命中率目标是 0.8"),
        section("d-4", "目标和命中率都要定"),
    )
    assert ids(index, "", phrases=("hit rate",)) == ["d-1"]
    assert ids(index, "", phrases=("C++",)) == ["d-1"]
    assert ids(index, "target", phrases=("命中率目标",)) == ["d-3"]
    assert ids(index, "", phrases=("++",)) == ["d-1"]
    assert ids(index, "", phrases=("rate hit",)) == []


def test_a_phrase_is_of_whole_words_that_are_searched(index: SearchIndex) -> None:
    put(index, section("d-1", "- Decision:: deploy gateway 重试队列"))
    assert ids(index, "", phrases=("deploy gateway",)) == ["d-1"]
    assert ids(index, "", phrases=("试队",)) == ["d-1"]
    assert ids(index, "", phrases=("eploy gateway",)) == []
    assert ids(index, "", phrases=("deploy gate",)) == []
    assert ids(index, "", phrases=("Decision:: deploy",)) == []


def test_the_sign_in_a_checkbox_is_no_word(index: SearchIndex) -> None:
    put(index, section("t-1", "- [x] close the door"), section("t-2", "- [ ] plan x-ray"))
    assert ids(index, "x") == ["t-2"]


def test_filters_narrow_a_search(index: SearchIndex) -> None:
    put(
        index,
        section("d-1", "deploy", on="2026-05-01", who=("王五",)),
        section("t-1", "deploy", on="2026-05-03", who=("Maya",), kind="t"),
    )
    put(index, section("r-1", "deploy", path="p/people.md", kind="r"), path="p/people.md")
    assert ids(index, "deploy", since="2026-05-02") == ["t-1"]
    assert ids(index, "deploy", who="maya") == ["t-1"]
    assert ids(index, "deploy", who="王") == ["d-1"]
    assert set(ids(index, "deploy", kinds=("d", "r"))) == {"d-1", "r-1"}
    assert ids(index, "deploy", paths=("p/people.md",)) == ["r-1"]
    assert ids(index, "", kinds=("t",)) == ["t-1"]


def test_scopes_and_groups_do_not_mix(index: SearchIndex) -> None:
    put(index, section("d-1", "needle"))
    put(
        index,
        section("m-1", "- 10:00 a: needle", kind="m", title="needle"),
        path="log/1.md",
        scope="log",
    )
    index.put("other", "entries", (NOTE, STAMP, "sha"), [section("d-9", "needle")])
    assert ids(index, "needle") == ["d-1"]
    assert ids(index, "needle", scope="log") == ["m-1"]
    assert [h.section.id for h in index.search("other", "entries", Query("needle"), 9)] == ["d-9"]
    assert index.search("third", "entries", Query("needle"), 9) == ()
    index.drop("other", NOTE)
    assert ids(index, "needle") == ["d-1"]


def test_at_most_limit_hits_best_first_with_scores_from_zero_to_one(index: SearchIndex) -> None:
    put(index, *(section(f"d-{n}", "cache " * n + "other " * (9 - n)) for n in range(1, 9)))
    hits = index.search(GROUP, "entries", Query("cache"), 3)
    assert len(hits) == 3
    scores = [hit.score for hit in hits]
    assert scores == sorted(scores, reverse=True)
    assert all(0 < score <= 1 for score in scores)


HOSTILE = [
    'foo-bar AND (x* "',
    "title:needle",
    "NEAR(a b)",
    "* ^ { } :",
    "\"' OR 1=1 --",
    "🚀🚀",
    "مرحبا بالعالم",
    "\u200b\u200d\ufeff",
    "\x00needle\x00",
    "%_[]",
    "",
]


def test_signs_without_width_hide_no_word(index: SearchIndex) -> None:
    put(index, section("d-1", "the data\u200bbase moves"), section("d-2", "选用数\ufeff据库"))
    assert ids(index, "database") == ["d-1"]
    assert ids(index, "数据\u2060库") == ["d-2"]
    assert ids(index, "", phrases=("the database",)) == ["d-1"]


@pytest.mark.parametrize("text", HOSTILE)
def test_no_syntax_of_a_query_is_obeyed(index: SearchIndex, text: str) -> None:
    put(index, section("d-1", "needle"), section("d-2", "haystack"))
    expected = ["d-1"] if "needle" in text else []
    assert ids(index, text, phrases=("zzz",)) == []
    assert ids(index, text or "?") == expected


def test_a_query_of_a_megabyte_is_answered(index: SearchIndex) -> None:
    put(index, section("d-1", "needle"))
    assert ids(index, "needle " + "hay (* " * 150_000) == ["d-1"]


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(text=st.text(max_size=40), phrase=st.text(max_size=10))
def test_any_text_can_be_stored_and_searched(index: SearchIndex, text: str, phrase: str) -> None:
    stored = section("d-1", text, who=("a",))
    put(index, stored)
    assert index.sections(GROUP, NOTE) == (stored,)
    assert set(ids(index, text, phrases=(phrase,))) <= {"d-1"}


def test_the_parsed_index_note_is_kept_for_its_bytes_only(index: SearchIndex) -> None:
    assert index.kept(GROUP, "aa") is None
    index.keep(GROUP, "aa", "{1}")
    assert index.kept(GROUP, "aa") == "{1}"
    assert index.kept("other", "aa") is None
    index.keep(GROUP, "bb", "{2}")
    assert (index.kept(GROUP, "aa"), index.kept(GROUP, "bb")) == (None, "{2}")


def test_notes_of_a_batch_are_seen_inside_it_and_after_it(index: SearchIndex) -> None:
    put(index, section("d-0", "gone soon"), path="a.md")
    with index.batch(GROUP):
        put(index, section("d-1", "needle"), path="b.md")
        assert ids(index, "needle") == ["d-1"]
        put(index, section("d-2", "needle"), path="b.md")
        index.drop(GROUP, "a.md")
        with index.batch(GROUP):
            put(index, section("d-3", "needle", kind="t"), path="c.md")
    assert set(ids(index, "needle")) == {"d-2", "d-3"}
    assert ids(index, "gone") == []
    assert set(index.indexed(GROUP)) == {"b.md", "c.md"}


def test_a_touched_note_gets_a_new_stamp_and_keeps_its_sections(index: SearchIndex) -> None:
    put(index, section("d-1", "needle"))
    index.touch(GROUP, NOTE, Stamp(2_000, 11, 7))
    index.touch(GROUP, "nowhere.md", Stamp(2_000, 11))
    assert index.indexed(GROUP) == {NOTE: Stamp(2_000, 11, 7)}
    assert index.sha256(GROUP, NOTE) == "sha"
    assert ids(index, "needle") == ["d-1"]


def test_a_note_may_move_to_the_other_scope(index: SearchIndex) -> None:
    put(index, section("d-1", "needle"))
    put(index, section("d-1", "needle"), scope="log")
    assert ids(index, "needle") == []
    assert ids(index, "needle", scope="log") == ["d-1"]


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(
    versions=st.lists(
        st.tuples(
            st.sampled_from(["a.md", "b.md"]),
            st.lists(st.sampled_from(["alpha beta", "beta", "数据库 alpha", "gamma alpha alpha"])),
        ),
        max_size=8,
    ),
    together=st.booleans(),
)
def test_only_the_last_version_of_each_note_is_found(
    index: SearchIndex, versions: list[tuple[str, list[str]]], together: bool
) -> None:
    index.clear()
    with index.batch(GROUP) if together else nullcontext():
        for path, texts in versions:
            put(index, *(section(f"{path}{n}", text) for n, text in enumerate(texts)), path=path)
    last = dict(versions)
    for word in ("alpha", "beta", "gamma", "数据库"):
        holding = {
            f"{path}{n}"
            for path, texts in last.items()
            for n, text in enumerate(texts)
            if word in text
        }
        hits = index.search(GROUP, "entries", Query(word), 100)
        assert {hit.section.id for hit in hits} == holding


def test_one_group_may_be_forgotten_alone(index: SearchIndex) -> None:
    put(index, section("d-1", "needle"))
    index.put("other", "entries", (NOTE, STAMP, "sha"), [section("d-9", "needle")])
    index.clear("other")
    assert index.indexed("other") == {}
    assert ids(index, "needle") == ["d-1"]


def test_clear_forgets_every_group(index: SearchIndex) -> None:
    put(index, section("d-1", "needle"))
    index.put("other", "log", (NOTE, STAMP, "sha"), [section("m-1", "", title="needle", kind="m")])
    index.keep(GROUP, "aa", "{}")
    index.clear()
    assert [index.indexed(group) for group in (GROUP, "other")] == [{}, {}]
    assert index.kept(GROUP, "aa") is None
    assert ids(index, "needle") == []


def test_clear_leaves_no_file_of_the_other_engine(tmp_path: Path) -> None:
    for engine, other in (
        (SqliteSearchIndex, whoosh_search_index),
        (whoosh_search_index, SqliteSearchIndex),
    ):
        before = other(tmp_path)
        put(before, section("d-1", "needle"))
        before.close()
        engine(tmp_path).clear()
        left = [path for path in tmp_path.rglob("*") if path.is_file() and path.stat().st_size]
        assert left == []


def test_a_message_without_a_word_of_the_question_is_found_by_the_talk_around_it(
    index: SearchIndex,
) -> None:
    said = ("lunch?", "which broker do we take for the queue", "rabbit, it is in the image", "fine")
    put(index, *_messages(*said), scope="log")
    assert ids(index, "broker for the queue", scope="log")[:2] == ["m-1", "m-2"]
    assert ids(index, "broker", scope="log", since="2026-01-01") == ["m-1"]
    assert ids(index, '"broker"', scope="log", phrases=("broker",)) == ["m-1"]


def test_what_was_agreed_to_is_found_by_the_talk_that_led_there(index: SearchIndex) -> None:
    talk = ["the broker of the queue", *(f"idle {word}" for word in "abcdefgh"), "so we do that"]
    sections = _messages(*talk, "+1", "yes", "bye", "and now lunch")
    sections[9] = sections[9]._replace(agreed=2)
    put(index, *sections, scope="log")
    found = ids(index, "broker of the queue", scope="log")
    assert {"m-0", "m-9", "m-10", "m-11"} <= set(found)
    assert not {"m-12", "m-13"} & set(found)
    sections[9] = sections[9]._replace(agreed=0)
    put(index, *sections, scope="log")
    assert "m-9" not in ids(index, "broker of the queue", scope="log")


def _messages(*said: str) -> list[Section]:
    return [
        section(f"m-{n}", f"- {text}", title=text, kind="m", on="2026-05-11", who=("Al",))
        for n, text in enumerate(said)
    ]

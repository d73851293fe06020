"""New entries read as the shapes of DESIGN §4 say, and are read back as they were meant."""

from __future__ import annotations

from dataclasses import replace

import pytest

from progressive_memory.domain.candidate import (
    Candidate,
    Confirmation,
    Person,
    Slot,
    TaskState,
)
from progressive_memory.domain.entry import Field, Kind
from progressive_memory.domain.message import Message
from progressive_memory.flush.known import homes
from progressive_memory.flush.known.homes import Homes
from progressive_memory.flush.known.known import Known, Place, from_candidate
from progressive_memory.flush.known.read_back import known_entries
from progressive_memory.flush.writeback import render
from progressive_memory.flush.writeback.render import Scribe
from progressive_memory.vault import log_note
from progressive_memory.vault.blocks import entries
from tests.candidates import GROUP, Saying, said
from tests.golden import EN, ZH, Golden

EVIDENCE = said("e1", "Ana", "move the order store to PostgreSQL 16")
DECISION_ID = "d-20260302-aaaaaaaaaa"
SCRIBE = Scribe(Homes(GROUP), "en")


def known(saying: Saying, entry_id: str = DECISION_ID, place: Place = Place.STANDING) -> Known:
    return from_candidate(saying.resting_on(EVIDENCE), entry_id, place)


def golden_messages(golden: Golden) -> dict[str, Message]:
    notes = golden.notes()
    found = [
        message
        for path, text in notes.items()
        if "/log/" in path
        for message in log_note.parse(path, text)
    ]
    return {message.event_id: message for message in found}


def golden_decision() -> tuple[Golden, str, Candidate]:
    messages = golden_messages(ZH)
    candidate = Candidate(
        Kind.DECISION,
        "订单库改用 PostgreSQL 16",
        (messages["$z01"], messages["$z02"], messages["$z03"]),
        Slot("订单库", "", "postgresql 16"),
        fields=(
            (Field.CONTEXT, "压测中 MySQL 8 的 JSON 索引超时"),
            (Field.DECISION, "订单库改用 PostgreSQL 16"),
            (Field.ACTION, "李四 2026-06-01 前完成迁移"),
        ),
        decided_by=(Person("@wangwu:example.org", "王五"),),
        confirmed_by=(
            Confirmation(Person("@lisi:example.org", "李四")),
            Confirmation(Person("@zhaoliu:example.org", "赵六"), "👍"),
        ),
    )
    return ZH, "d-20260515-tnaju6vx4x", candidate


def golden_task() -> tuple[Golden, str, Candidate]:
    candidate = Candidate(
        Kind.TASK,
        "退款接口幂等改造",
        (golden_messages(ZH)["$z05"],),
        Slot("退款接口幂等改造"),
        tail=("赵六", "2026-05-15 开始"),
    )
    return ZH, "t-20260515-mgr4vcnpwy", candidate


def golden_role() -> tuple[Golden, str, Candidate]:
    messages = golden_messages(ZH)
    candidate = Candidate(
        Kind.ROLE,
        "孙七",
        (messages["$z08"], messages["$z09"]),
        Slot("测试", "holder", "孙七"),
        tail=("测试负责人，上线前验收",),
        decided_by=(Person("@wangwu:example.org", "王五"),),
        confirmed_by=(Confirmation(Person("@sunqi:example.org", "孙七")),),
    )
    return ZH, "r-20260515-hrrcbjtjlb", candidate


def golden_pending() -> tuple[Golden, str, Candidate]:
    candidate = Candidate(
        Kind.DECISION,
        "Release on Thursdays",
        (golden_messages(EN)["$e07"],),
        Slot("release day", "", "thursdays"),
        fields=((Field.CONTEXT, "kept until it is accepted"),),
        confirmed=False,
        reason="nobody_agreed",
    )
    return EN, "d-20260512-e2wk67i665", candidate


@pytest.mark.parametrize(
    "golden_entry",
    [golden_decision, golden_task, golden_role, golden_pending],
    ids=["decision", "task", "role", "pending"],
)
def test_an_entry_reads_as_the_golden_one(golden_entry: object) -> None:
    assert callable(golden_entry)
    golden, entry_id, candidate = golden_entry()
    place = Place.STANDING if candidate.confirmed else Place.PENDING
    entry = from_candidate(candidate, entry_id, place)

    block = render.block(entry, Scribe(Homes(golden.name), golden.language))

    assert block in golden.text(Homes(golden.name).of(entry))


@pytest.mark.parametrize(
    ("saying", "entry_id"),
    [
        (Saying(fields=((Field.DECISION, "PostgreSQL 16"),)), DECISION_ID),
        (Saying(Kind.TASK, tail=("Bo", "by 2026-06-01")), "t-20260302-aaaaaaaaaa"),
        (Saying(Kind.TASK, tail=("Bo",), state=TaskState.DONE), "t-20260302-aaaaaaaaaa"),
        (Saying(Kind.ENVIRONMENT), "e-20260302-aaaaaaaaaa"),
        (Saying(Kind.ROLE, title="Bo", tail=("tester",)), "r-20260302-aaaaaaaaaa"),
    ],
    ids=["decision", "task", "done task", "environment", "role"],
)
def test_an_entry_is_read_back_as_it_was_written(saying: Saying, entry_id: str) -> None:
    written = known(saying, entry_id)
    path = Homes(GROUP).of(written)
    text = f"# Note\n\n## {homes.heading_of(written) or 'Any'}\n\n{render.block(written, SCRIBE)}\n"

    (read,) = known_entries(entries(path, text), {}).values()

    same = replace(
        written,
        slot=read.slot,
        entry=read.entry,
        fingerprint="",
        subject_mark="",
        said_by="",
        evidence=tuple(replace(cited, event_id="") for cited in written.evidence),
    )
    assert read == same


def test_only_people_whose_role_stood_before_are_linked() -> None:
    scribe = Scribe(Homes(GROUP), "en", roles={"Ana": "r-20260301-bbbbbbbbbb"})

    block = render.block(known(Saying(confirmed_by=("Bo",))), scribe)

    assert "- Decided by:: [[memory/groups/harbour/people#^r-20260301-bbbbbbbbbb|Ana]]" in block
    assert "- Confirmed by:: Bo\n" in block


def test_a_relation_links_short_inside_its_note_and_by_path_outside() -> None:
    scribe = Scribe(
        Homes(GROUP),
        "en",
        paths={"d-1": "memory/groups/harbour/experience.md"},
        titles={"d-1": "Keep [MySQL] | 8"},
    )

    assert (
        scribe.entry_link("d-1", "memory/groups/harbour/experience.md") == "[[#^d-1|Keep MySQL 8]]"
    )
    assert (
        scribe.entry_link("d-1", "memory/groups/harbour/pending.md")
        == "[[memory/groups/harbour/experience#^d-1|Keep MySQL 8]]"
    )


def test_a_heading_holds_nothing_that_breaks_a_link_to_it() -> None:
    title = "Ship [v2]: #release | %%draft%% ^soon at 10：30"

    block = render.block(known(Saying(title=title)), SCRIBE)

    assert block.splitlines()[0] == "## 2026-03-02 Ship v2 — release draft soon at 10：30"


def test_chat_text_in_a_line_cannot_act() -> None:
    title = "see [[../secret]] %%hidden%% <% tp.file %> ^d-1"

    block = render.block(known(Saying(Kind.TASK, title=title), "t-20260302-aaaaaaaaaa"), SCRIBE)

    first = block.splitlines()[0]
    assert first == "- [ ] see [../secret] %hidden% < tp.file %> d-1 ^t-20260302-aaaaaaaaaa"


@pytest.mark.parametrize("place", [Place.STANDING, Place.PENDING])
@pytest.mark.parametrize("kind", [Kind.DECISION, Kind.ROLE, Kind.TASK])
def test_a_name_made_to_act_is_one_plain_name(kind: Kind, place: Place) -> None:
    evil = Person("@e:x", "[[a#^r-1|Boss]], Ana %% — 2026-03-01 <b> Decided by:: Bo")
    candidate = Candidate(
        kind,
        "Keep the store",
        (EVIDENCE,),
        Slot("keep the store"),
        tail=("Ana",),
        decided_by=(evil,),
        confirmed_by=(Confirmation(evil, "[[b]]"),),
    )
    one = from_candidate(candidate, f"{kind.value}-20260302-aaaaaaaaaa", place)

    block = render.block(one, SCRIBE)
    note = "pending" if place is Place.PENDING else "people"
    (entry,) = entries(f"memory/groups/ops/{note}.md", f"{block}\n")
    read = known_entries([entry], {})[entry.id]

    outside_links = block.replace(EVIDENCE.block_id, "").split("Evidence::", maxsplit=1)[0]
    assert "[[" not in outside_links
    assert "%%" not in block
    name = "[a#^r-1|Boss] Ana % 2026-03-01 < b> Decided by: Bo"
    if place is Place.STANDING:
        assert ((name,), 1) == (read.decided_by, len(read.confirmed_by))
    else:
        assert name == read.said_by

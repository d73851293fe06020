from __future__ import annotations

from progressive_memory.disclosure.ranking.agreements import with_agreements
from progressive_memory.domain.section import Section


def agreed(*said: str) -> list[int]:
    """How far each of the messages was agreed to; each is written `who: text`, a note as text."""
    sections = []
    for number, line in enumerate(said):
        who, _, text = line.rpartition(": ")
        kind = "m" if who else ""
        people = (who,) if who else ()
        sections.append(Section(f"m-{number}", "n.md", "", line, kind=kind, title=text, who=people))
    return [section.agreed for section in with_agreements(sections)]


def test_a_message_that_two_others_agree_to_says_how_far_they_stand() -> None:
    assert agreed("Ann: We ship on Monday", "Bo: +1", "Cy: agreed") == [2, 0, 0]


def test_one_who_agrees_is_too_few_and_so_is_one_who_says_it_twice() -> None:
    assert agreed("Ann: We ship on Monday", "Bo: +1") == [0, 0]
    assert agreed("Ann: We ship on Monday", "Bo: +1", "Bo: yes") == [0, 0, 0]


def test_who_proposed_it_does_not_count() -> None:
    assert agreed("Ann: We ship on Monday", "Ann: +1", "Bo: +1") == [0, 0, 0]
    assert agreed("Ann: We ship on Monday", "Ann: +1", "Bo: +1", "Cy: ok") == [3, 0, 0, 0]


def test_one_message_may_stand_between_those_who_agree() -> None:
    assert agreed("Ann: Ship it", "Bo: +1", "Di: who signs the build", "Cy: +1") == [3, 0, 0, 0]
    apart = agreed("Ann: Ship it", "Bo: +1", "Di: who signs", "Di: the build", "Cy: +1")
    assert apart == [0, 0, 0, 0, 0]


def test_nothing_is_agreed_to_at_the_beginning_or_after_a_person_s_own_line() -> None:
    assert agreed("Bo: +1", "Cy: +1") == [0, 0]
    assert agreed("# 2026-05-11", "Bo: +1", "Cy: +1") == [0, 0, 0]


def test_chinese_messages_agree_too() -> None:
    assert agreed("王五: 周三晚上切流量", "老李: 同意", "阿敏: 👍", "老李: 那我准备脚本") == [
        2,
        0,
        0,
        0,
    ]

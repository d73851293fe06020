from __future__ import annotations

from progressive_memory.domain.candidate import Person
from progressive_memory.flush.extract.grammar.members import Members, localpart

ANN = Person("@ann:example.org", "Ann Lee")
BOB = Person("@bob:example.org", "Bob")
ZHOU = Person("@zhou:example.org", "老周")


def test_a_member_goes_by_name_first_name_localpart_and_initial() -> None:
    members = Members([ANN, BOB, ZHOU])
    found = [members.find(name) for name in ("ann lee", "@Ann", "bob", "B", "老周，", "Zoe")]
    assert [ANN, ANN, BOB, BOB, ZHOU, None] == found


def test_an_initial_two_people_share_is_nobodys() -> None:
    members = Members([ANN, Person("@al:example.org", "Al")])
    assert members.find("A") is None


def test_a_list_with_a_stranger_in_it_names_nobody() -> None:
    members = Members([ANN, BOB])
    assert ((ANN, BOB), ()) == (members.find_all("Ann and Bob"), members.find_all("Ann, Zoe"))


def test_initials_that_stand_for_people_are_spelled_out() -> None:
    members = Members([ANN, BOB])
    assert "Ann Lee的方案，Bob来画图；A/B 测试，A10 一张" == members.spelled_out(
        "A的方案，B来画图；A/B 测试，A10 一张"
    )


def test_a_newcomer_has_a_persons_name() -> None:
    members = Members([])
    names = [bool(members.newcomer(name)) for name in ("王小明", "小何", "Carla", "The", "数据库")]
    assert [True, True, True, False, False] == names


def test_the_localpart_stands_in_for_a_name() -> None:
    assert ("ann", "ann") == (localpart("@ann:example.org"), localpart("ann"))

"""Members: who the people named in a chat are."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

from progressive_memory.domain.candidate import Person
from progressive_memory.domain.message import Message

# `@B`, `A的方案`, `D来做`: a letter used as a name, not `A方案`, `A/B`, `A10`.
_INITIAL = re.compile(r"(?<![A-Za-z0-9/.])(?P<letter>[A-Z])(?=的|来|定义|更新|改|写|补|负责|跟进)")
_LATIN_NAME = re.compile(r"[A-Z][a-z]{1,14}")
# What a sentence begins with and is nobody's name.
_NO_NAMES = frozenset(
    (
        "the this that these those it he she we they you i who what which when where why how a an "
        "my our your his her its their there here everyone everybody someone somebody anyone anybody "
        "nobody noone all some any each every one another and or but so if then also maybe perhaps "
        "please yes no ok okay thanks well now today tomorrow yesterday next first last chef server "
        "client docker github slack release staging production version code team group meeting"
    ).split()
)
_TEAM = 15  # people who know what each of them works on
_SPLIT = re.compile(r"\s*(?:,| and | & |、|和|与)\s*")
_WEEKDAY = re.compile(r"周[一二三四五六日天末]")
# The surnames of about nine in ten Chinese people: a name nobody has signed a message with yet.
_SURNAMES = frozenset(
    "王李张刘陈杨黄赵吴周徐孙马朱胡郭何林高罗郑梁谢宋唐许韩冯邓曹彭曾肖田董潘袁蔡蒋余于杜叶程魏苏吕丁任卢姚沈钟姜崔谭陆范汪廖石金"
    "韦贾夏付方邹熊白孟秦邱侯江尹薛闫段雷龙史陶黎贺毛郝顾龚邵万覃武钱戴严莫孔向常"
)


def localpart(sender: str) -> str:
    """`@wang:example.org` → `wang`; anything else as it is."""
    return sender[1:].split(":", 1)[0] if sender.startswith("@") else sender


def person_of(message: Message) -> Person:
    """The sender as people read them: the name, else the localpart of the id."""
    return _person(message.sender, message.sender_name)


@lru_cache(maxsize=4096)
def _person(sender: str, name: str) -> Person:
    return Person(sender, name or localpart(sender))


class Members:
    """The people of a group by every name they go by: full name, first name, localpart, and an
    initial (`A`, `@B`) where no two people share it.
    """

    def __init__(self, people: Iterable[Person]) -> None:
        people = tuple(dict.fromkeys(people))
        self._by_name: dict[str, Person] = {}
        self.count = len({person.sender for person in people})
        """How many people are known, everyone once."""
        self.crowd = self.count > _TEAM
        """Whether it is a channel of many, in which what goes without saying in a team does not."""
        initials: dict[str, list[Person]] = {}
        for person in people:
            first = person.name.split(" ")[0]
            for name in (person.name, first, person.sender, localpart(person.sender)):
                self._by_name.setdefault(name.casefold(), person)
            if first[:1].isascii() and first[:1].isalpha() and first[:1].isupper():
                initials.setdefault(first[0], []).append(person)
        self._by_initial = {key: own[0] for key, own in initials.items() if len(own) == 1}
        names = {person.name.split(" ")[0] for person in self._by_name.values()}
        listed = "|".join(re.escape(name) for name in sorted(names, key=len, reverse=True) if name)
        self.turning = (
            re.compile(rf"[,，]\s*(?:and )?(?=(?:{listed})\s*(?:will|to|can|帮|把|来|负责|去))")
            if listed
            else None
        )

    @classmethod
    def of(cls, messages: Iterable[Message], others: Iterable[Person] = ()) -> Members:
        """The senders of `messages`, and `others` known to the group."""
        return cls([*(person_of(message) for message in messages), *others])

    def spelled_out(self, text: str) -> str:
        """`text` with initials that stand for a member spelled out: `A的方案` → `Alex的方案`."""
        if not self._by_initial:
            return text
        return _INITIAL.sub(self._name_of_initial, text)

    def _name_of_initial(self, hit: re.Match[str]) -> str:
        person = self._by_initial.get(hit["letter"])
        return hit.group() if person is None else hit.group().replace(hit["letter"], person.name)

    def find(self, name: str) -> Person | None:
        """The member who goes by `name`, None when nobody does."""
        bare = name.strip().lstrip("@").rstrip(":,，：.")
        if bare == "I":  # the speaker, though a member's name may begin with it
            return None
        return self._by_name.get(bare.casefold()) or self._by_initial.get(bare)

    def find_all(self, names: str) -> tuple[Person, ...]:
        """The members in a list like `Ann and Bob`; empty as soon as one of them is nobody."""
        found = [self.find(name) for name in _SPLIT.split(names) if name]
        known = [person for person in found if person is not None]
        return tuple(known) if len(known) == len(found) else ()

    def newcomer(self, name: str) -> Person | None:
        """A person not heard of yet, when `name` is built like one."""
        bare = name.strip().lstrip("@").rstrip(":,，：")
        chinese = (
            not _WEEKDAY.match(bare)
            and 2 <= len(bare) <= 3
            and bare[bare[0] in "小老阿"] in _SURNAMES
        )
        if chinese or (_LATIN_NAME.fullmatch(bare) and bare.casefold() not in _NO_NAMES):
            return Person(bare, bare)
        return None

"""Members: who the people named in a chat are."""

from __future__ import annotations

import re
from collections.abc import Iterable

from progressive_memory.domain.candidate import Person
from progressive_memory.domain.message import Message

_SPLIT = re.compile(r"\s*(?:,| and | & |、|和|与)\s*")
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
    return Person(message.sender, message.sender_name or localpart(message.sender))


class Members:
    """The people of a group by every name they go by: full name, first name, localpart, and an
    initial (`A`, `@B`) where no two people share it.
    """

    def __init__(self, people: Iterable[Person]) -> None:
        self._by_name: dict[str, Person] = {}
        initials: dict[str, list[Person]] = {}
        for person in dict.fromkeys(people):
            first = person.name.split(" ")[0]
            for name in (person.name, first, person.sender, localpart(person.sender)):
                self._by_name.setdefault(name.casefold(), person)
            if first[:1].isascii() and first[:1].isalpha() and first[:1].isupper():
                initials.setdefault(first[0], []).append(person)
        self._by_initial = {key: own[0] for key, own in initials.items() if len(own) == 1}

    @classmethod
    def of(cls, messages: Iterable[Message], others: Iterable[Person] = ()) -> Members:
        """The senders of `messages`, and `others` known to the group."""
        return cls([*(person_of(message) for message in messages), *others])

    def find(self, name: str) -> Person | None:
        """The member who goes by `name`, None when nobody does."""
        bare = name.strip().lstrip("@").rstrip(":,，：.")
        return self._by_name.get(bare.casefold()) or self._by_initial.get(bare)

    def find_all(self, names: str) -> tuple[Person, ...]:
        """The members in a list like `Ann and Bob`; empty as soon as one of them is nobody."""
        found = [self.find(name) for name in _SPLIT.split(names) if name]
        known = [person for person in found if person is not None]
        return tuple(known) if len(known) == len(found) else ()

    def newcomer(self, name: str) -> Person | None:
        """A person not heard of yet, when `name` is built like a Chinese name."""
        bare = name.strip().lstrip("@")
        if 2 <= len(bare) <= 3 and bare[0] in _SURNAMES:
            return Person(bare, bare)
        return None

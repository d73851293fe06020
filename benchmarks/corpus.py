"""Notes made of words that nobody wrote: as many sections as asked for, the same at every run.

Words come as often as in real text (Zipf: the n-th most common one 1/n as often as the first), so
that common words are really common: half of the sections hold the first of each language. Half of
the sections are English, a third Chinese, the rest both in one.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import accumulate
from random import Random

from progressive_memory.domain.match import Scope
from progressive_memory.domain.section import Section

GROUP = "bench"
ENTRIES_A_NOTE = 10
MESSAGES_A_DAY = 100
KINDS = ("words", "chinese", "mixed", "question")
_ONSETS = "b br c cl d dr f fl g gr h j k l m n p pl pr qu r s sh sl st t tr v w z".split()
_VOWELS = "a e i o u ai ea ou".split()
_CODAS = "b ck d ft g l ll m n nd ng nt p r rk s sk st t x".split()
_GRAMMAR = """the to of and a in is that for it we on you be with this as have are not at will can
if from by do but or an so all what about there they when our has should one would up time how
more which no out them then been who its into just some""".split()
_ZH_GRAMMAR = (
    "的 了 是 我们 在 和 有 这个 就 不 也 都 要 可以 一个 需要 现在 没有 如果 已经".split()
)
# A word is a character of each, by code point.
_ZH_FIRST = (
    "份会修关决分列发口合同告回境备复存审布延引指据接控支数断时权板标水流测滚"
    "环监盖看移程策算索缓网署群范覆规警计议设评试话负责超迁部配重鉴队阻限险集"
    "预额风"
)
_ZH_SECOND = (
    "仓件位体例值像光包单台号名图址型声层屏差库式录影户据时期机条标栏案款段法"
    "点率目码票章签箱类级线组色节表账量门面音页项题"
)
_PEOPLE = ("林晓", "周凯", "Nora Vale", "Tomas Reyes", "何苗", "Priya Nair")


@dataclass
class Words:
    """Vocabularies with their cumulative weights."""

    english: list[str] = field(default_factory=list)
    chinese: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        rng = Random(7)
        made = {
            rng.choice(_ONSETS) + rng.choice(_VOWELS) + rng.choice(_CODAS) + tail
            for tail in ("", "er", "ing", "ly", "ment", "ory", "el", "ine")
            for _ in range(900)
        }
        self.english = _GRAMMAR + rng.sample(sorted(made - set(_GRAMMAR)), len(made) - 100)
        pairs = sorted({a + b for a in _ZH_FIRST for b in _ZH_SECOND})
        self.chinese = _ZH_GRAMMAR + rng.sample(pairs, len(pairs))
        self._weights = {
            "en": list(accumulate(1 / (rank + 3) for rank in range(len(self.english)))),
            "zh": list(accumulate(1 / (rank + 3) for rank in range(len(self.chinese)))),
        }

    def draw(self, rng: Random, language: str, count: int) -> str:
        """`count` words of running text."""
        words = self.english if language == "en" else self.chinese
        found = rng.choices(words, cum_weights=self._weights[language], k=count)
        return (" " if language == "en" else "").join(found)

    def text(self, rng: Random, count: int) -> str:
        """Running text of `count` words in one language, or of both."""
        which = rng.random()
        if which < 0.5:
            return self.draw(rng, "en", count)
        if which < 0.85:
            return self.draw(rng, "zh", count)
        halves = (self.draw(rng, "en", count // 2), self.draw(rng, "zh", count // 2))
        return " ".join(halves)


def notes(words: Words, scope: Scope, sections: int) -> Iterator[tuple[str, list[Section]]]:
    """(path, sections) of each note, until there are `sections` of them."""
    rng = Random(11 if scope == "entries" else 13)
    a_note = ENTRIES_A_NOTE if scope == "entries" else MESSAGES_A_DAY
    for number in range((sections + a_note - 1) // a_note):
        made = min(a_note, sections - number * a_note)
        path = _path(scope, number)
        yield path, [_section(words, rng, path, scope, (number, at)) for at in range(made)]


def as_markdown(sections: list[Section]) -> str:
    """A note that reads as those sections."""
    return "\n".join(section.text for section in sections)


def queries(words: Words, kind: str, count: int) -> list[str]:
    """`count` queries of one of `KINDS`: what people type, of words from common to rare."""
    rng = Random(f"{kind}-17")
    return [_query(words, rng, kind) for _ in range(count)]


def _query(words: Words, rng: Random, kind: str) -> str:
    if kind == "words":
        return " ".join(_content(rng, words.english, _GRAMMAR) for _ in range(rng.randint(1, 3)))
    if kind == "chinese":
        return "".join(_content(rng, words.chinese, _ZH_GRAMMAR) for _ in range(rng.randint(1, 3)))
    if kind == "mixed":
        return f"{_query(words, rng, 'words')} {_query(words, rng, 'chinese')}"
    if rng.random() < 0.5:
        return f"what about {words.draw(rng, 'en', 12)}?"
    return f"请问{words.draw(rng, 'zh', 9)}是什么时候？"


def _content(rng: Random, words: list[str], grammar: list[str]) -> str:
    """A word with a meaning; the more common, the likelier."""
    rank = int(len(words) ** rng.random())
    return words[min(len(grammar) + rank, len(words) - 1)]


def _path(scope: Scope, number: int) -> str:
    folder = f"memory/groups/{GROUP}"
    if scope == "entries":
        return f"{folder}/conventions/note-{number:05}.md"
    year, month, day = 2010 + number // 336, number // 28 % 12 + 1, number % 28 + 1
    return f"{folder}/log/{year}/{year}-{month:02}-{day:02}.md"


def _section(words: Words, rng: Random, path: str, scope: Scope, place: tuple[int, int]) -> Section:
    number, at = place
    who = rng.choice(_PEOPLE)
    if scope == "entries":
        on = f"20{10 + number % 16}-{number % 12 + 1:02}-{at + 1:02}"
        title = words.text(rng, 6)
        block = f"d-{on.replace('-', '')}-{_key(number * ENTRIES_A_NOTE + at)}"
        said = f"- Decision:: {words.text(rng, 40)}\n- Context:: {words.text(rng, 20)}"
        text = f"## {on} {title}\n\n{said}\n- Decided by:: {who}\n\n^{block}\n"
        return Section(block, path, "", text, "d", title, on, (who,))
    on = path[-13:-3]
    said = words.text(rng, rng.randint(4, 30))
    block = f"m-{_key(number * MESSAGES_A_DAY + at)}"
    clock = f"{8 + at // 10 % 12:02}:{at % 60:02}:{at % 60:02}"
    event = f"${block}:x"
    text = f"- {clock} {who}: {said} ^{block}\n  - event:: {event} · from:: @p:x\n"
    return Section(block, path, on, text, "m", said, on, (who,), event_id=event)


def _key(number: int) -> str:
    digits = "abcdefghijklmnopqrstuvwxyz234567"
    return "".join(digits[number >> 5 * at & 31] for at in reversed(range(10)))

"""Issue names: what an issue is called, by its key: `ABC-12` → its title.

Told by the trackers' bots in a chat, whose lines prove nothing that was said but tell who was not
there what a key stands for, and by whoever calls an issue up with its title and its link.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping

from progressive_memory.domain.message import Message
from progressive_memory.flush.extract.wording.called_up import called_up
from progressive_memory.flush.extract.wording.phrase import shorten

_TITLED = re.compile(
    r"\[#?(?P<key>[A-Z][A-Z0-9]{1,9}-\d{1,6})\] (?P<name>[^\[\]]{8,160}?)\s*(?: - [\w .]{0,24}(?:JIRA|Jira|Tracker|YouTrack)\b|\]|$)"
)
_BROWSED = r"https?://\S*/browse/(?P<key>[A-Z][A-Z0-9]{1,9}-\d{1,6})\b"
_NAMED = re.compile(
    r"^(?:[^:]{0,40}\b(?:next|first|last|one|up)\b[^:]{0,20}[:–-]+\s*)?(?:(?P<same>[A-Z]{2,9}-\d+)\s*[:–-]+\s*)?"
    r"(?P<name>[A-Z][^:?]{8,140}?)\s*[:–(-]+\s*" + _BROWSED
)
_CALLED_UP = (
    re.compile(
        r"^\W*(?P<key>[A-Z][A-Z0-9]{1,9}-\d{1,6}) - \w+/[\w ]{2,20} - (?P<name>.{8,160}?)\s+-\s+https?://"
    ),
    re.compile(_BROWSED + r"\s*[-–:(]*\s*(?P<name>[A-Z].{8,160})$"),
    _NAMED,
)
_ENTITY = re.compile(r"&(?:quot|amp|lt|gt|#39);")
_ENTITIES = {"&quot;": '"', "&amp;": "&", "&lt;": "<", "&gt;": ">", "&#39;": "'"}
_KEY = re.compile(r"(?<![\w/#-])(?P<key>[A-Za-z][A-Za-z0-9]{1,9}-\d{1,6})\b(?! \()")
_IN_LINK = re.compile(r"/browse/([A-Z][A-Z0-9]{1,9}-\d{1,6})\b")
_BRACKET = re.compile(r"\s*\([^()]*\)?")
_BY = re.compile(
    r"(?: by [\w-]+)?\s+·.*$| by [\w-]+$|\s+-\s+[\w .]{0,24}\b(?:JIRA|Jira|Tracker|YouTrack)$|\s*-\s*ID:?\s*\d*$"
)
_BARE = re.compile(r"(?<![\w.#/:$-])#?(?P<number>(?!19\d\d\b|20\d\d\b)\d{3,5})(?![\w.%:/-]|,\d)")
_KIND = re.compile(r"^(?:[A-Z][\w ]{2,14}/[A-Z][\w ]{2,14})\s+[-–—]\s+")
_PULLED = re.compile(
    r"\[ https?://\S+/(?:pull|merge_requests)/(?P<number>\d{1,6}) \] - (?P<name>(?!by ).{8,160}?)(?: by [\w-]+)?(?: \S{1,3} Pull Request #.*)?\s*$"
)
_PULL = re.compile(
    r"(?:\] - |^\[ )(?P<name>[^\[\]]{8,160}?|\[[^\]]+\] [^\[\]]{8,160}?)(?: by [\w-]+)? \S{1,3} Pull Request #(?P<number>\d{1,6})\b"
)
_PULL_KEY = re.compile(r"\b(?P<kind>[A-Z]{1,6}PR)[-# ]{1,2}\d{1,6}\b")
_KEY_FIRST = re.compile(
    r"^(?:\[?[A-Za-z]{2,9}[- ]\d{1,6}\b\]?[\s:.,&/–-]*(?:and (?=\[?[A-Za-z]{2,9}[- ]\d))?)+"
)
_LABELLED = re.compile(
    r"(?P<verb>(?:[A-Z][a-z]+ (?:[a-z]+ )?)?)(?P<key>[A-Z][A-Z0-9]{1,9}-\d{1,6}): ."
)
_LONGEST = 110  # characters of a name inside another title


_NO_NAME = re.compile(
    r"(?:next|last|first|finally|moving|move|kick\w*|thank\w*|looks?|seems?|sounds?|this|that|it|i|we|one|again|another|ping\w*|start\w*|"
    r"started|skip\w*|yes|no|ok|also|so|and|but|low|still|just|now|here|there|can|could|should|any|has|is|was|went)\b",
    re.IGNORECASE,
)
# What somebody asks about an issue is not what it is called.
_ASKS = re.compile(
    r"(?:what|how|why|who|when|where|which|should|shall|do|does|did|is|are|can|could|any\w*|thoughts|ideas|votes?)\b[^?]*\?|[^?？]*[吗呢么][?？]|(?:怎么|为什么|谁|要不要)",
    re.IGNORECASE,
)
_LINK = re.compile(r"https?://\S+")


def issue_names(messages: Iterable[Message]) -> dict[str, str]:
    """Key → title, as the bots among `messages` told it first, else as people did: what it was
    called first it is called still, however much was said since (DESIGN §5).
    """
    found: dict[str, str] = {}
    tracked: dict[str, str] = {}
    loose: dict[str, str] = {}  # any words before a link: the least sure
    pulls: dict[str, str] = {}
    kinds: set[str] = {"PR"}
    for message in messages:
        kinds.update(hit["kind"] for hit in _PULL_KEY.finditer(message.text))
        for hit in _PULL.finditer(message.text) if "Pull Request" in message.text else ():
            _put(pulls, hit)
        pulled = _PULLED.match(message.text) if "/pull/" in message.text else None
        if pulled:
            _put(pulls, pulled)
        if "/browse/" in message.text or "[" in message.text:
            for hit in _told(message.text):
                name = _ENTITY.sub(lambda one: _ENTITIES[one.group()], hit["name"])
                if _NO_NAME.match(name) or _ASKS.match(name):
                    continue
                where = tracked if hit.re is _TITLED else loose if hit.re is _NAMED else found
                where.setdefault(hit["key"], _shown(name))
            called = called_up(message.text)
            if called is not None and called.name and not _ASKS.match(called.name):
                loose.setdefault(called.key, _shown(called.name))
    return (
        {f"{kind}-{number}": name for kind in kinds for number, name in pulls.items()}
        | loose
        | found
        | tracked
    )


_LEAST_WORDS = 3


def _put(pulls: dict[str, str], hit: re.Match[str]) -> None:
    """Note what a pull request is called; who filed it is no name."""
    name = _KEY_FIRST.sub("", hit["name"])
    if name.strip(" -:") and not name.lower().startswith("by "):
        pulls[hit["number"]] = _shown(name)


def _told(text: str) -> Iterator[re.Match[str]]:
    """What `text` calls issues by name."""
    yield from (hit for one in _CALLED_UP if (hit := one.search(text)))
    yield from _TITLED.finditer(text)


def names_on_agenda(labels: Iterable[str]) -> dict[str, str]:
    """Key → name, of the `labels` a meeting gave its items (`ABC-12: Login loops`), where the name
    reads like a title.
    """
    found: dict[str, str] = {}
    for label in dict.fromkeys(labels):
        key, colon, name = label.partition(": ")
        name = name.lstrip(" -–|")
        named = not (_NO_NAME.match(name) or _ASKS.match(name))
        if colon and len(name.split()) >= _LEAST_WORDS and named:
            found[key] = _shown(name)
    return found


def _shown(name: str) -> str:
    """A title in a bracket: without brackets of its own and who filed it, and not too long."""
    plain = _BRACKET.sub("", _LINK.sub("", " ".join(name.split())))
    bare = _KIND.sub("", _BY.sub("", plain).strip(" -–|.:()[]"))
    return shorten(bare, "en", _LONGEST)


def retitled(line: str, titles: Mapping[str, str]) -> str:
    """`Accept ABC-12: as somebody put it` with the issue's title, where `titles` knows it."""
    hit = _LABELLED.match(line)
    title = titles.get(hit["key"]) if hit else None
    return f"{hit['verb']}{hit['key']}: {title}" if hit and title else line


def called(title: str, names: Mapping[str, str], near: Collection[str] | None = None) -> str:
    """`title` with its first key followed by the issue's name, where `names` knows it and the
    title does not say it: "close ABC-12 (Login loops)". A bare number stands for a key that was
    named `near`, where that is given.
    """
    if not names:
        return title
    bare = _BARE.search(title)
    if bare and not _KEY.search(title):
        known = names if near is None else [key for key in names if key in near]
        keys = [key for key in known if key.endswith(f"-{bare['number']}")]
        if len(keys) == 1:
            title = title[: bare.start()] + keys[0] + title[bare.end() :]
    for hit in _KEY.finditer(title):
        name = names.get(hit["key"].upper())
        if name:
            key = hit["key"].upper()
            told = name.removesuffix("…")[:12].lower() in title.lower()
            return title if told else f"{title[: hit.start()]}{key} ({name}){title[hit.end() :]}"
    return title


def keys_in(texts: Iterable[str]) -> frozenset[str]:
    """The keys of issues that texts name, by themselves or in links."""
    found: set[str] = set()
    for text in texts:
        found.update(hit["key"].upper() for hit in _KEY.finditer(text))
        found.update(_IN_LINK.findall(text))
    return frozenset(found)

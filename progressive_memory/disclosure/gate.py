"""The gate: whether a message needs the group's memory at all (seed 003; DESIGN §6).

In order: small talk and thanks; going on where the chat stopped; requests that carry all they need;
what anybody knows. A message that speaks of the group, or asks in the words of one of its topics,
needs memory; another question only when it names the group's things; so does a statement.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from progressive_memory.disclosure.lexicon import cue_text, cues, cues_talk, cues_tasks, cues_topics
from progressive_memory.domain.gate import Gate, Need

READ_CHARACTERS = 4_000
"""A message is read this far: what it wants stands at its beginning."""
_CLAUSES = re.compile(r"[,，.。!！?？~～;；、\n…—()（）:：]+")
_MENTION = re.compile(r"@\S+")
_CODE_BLOCK = re.compile(r"```.*?(?:```|\Z)", re.DOTALL)
_PAYLOAD = re.compile(r"[:：]\s*\S|[\"“「『][^\"”」』]{4,}|\n\s*\S|`[^`]+`")
_QUOTED = re.compile(
    r"\"[^\"]*(?:\"|\Z)|“[^”]*(?:”|\Z)|「[^」]*」|『[^』]*』|`[^`]*`|(?<=.{3})[:：].*\Z|(?<=.{3})\n.*\Z",
    re.DOTALL,
)
_SHORT = 16
"""Characters of a clause that beside a greeting is one more pleasantry."""
_TIMES = re.compile(
    r"\d\s*(?:\D{0,3}?(?:乘以?|除以?|加上?|减去?|[x×÷*/])|"
    r"[^\d.?!]{0,16}?\b(?:times|plus|minus|divided by)\b)\s*\d"
)
_NUMBERS = re.compile(r"\d+(?:\.\d+)?")
_EACH = ("each", "per", "every", "apiece", "每", "各")
_SUM = re.compile(r"[\d\s+\-*/^().=x×÷%?？]+")
_LAUGH = re.compile(r"(?:哈|呵|嘿|嘻|h[ae]){2,}h?|6{3,}|8{2,}|\+1")
_EXCHANGED = re.compile(r"换[成为了]{0,2} ?[\d一两三四五六七八九十]")
"""One thing for another: what a conversion asks for has no number yet."""
_NUMBER = re.compile(r"\d|[一二两三四五六七八九十百千]")
_YOU = ("you", "your", "你")
_HOW_RECKONED = re.compile(
    r"[a-z0-9 ]{2,20}(?:是|都是)?(?:怎么|咋|如何)(?:算|计算)(?:的|啊|呀|来着)?"
)
_DETERMINED = re.compile(r" (?:the|our|this|that|my|your|their) ")


def judge(message: str) -> Gate:
    """What `message` asks of memory, by its own words alone.

    When in doubt memory is needed: the route then decides whether anything answers it.
    """
    message = message[:READ_CHARACTERS]
    code = _CODE_BLOCK.search(message)
    spoken = _MENTION.sub(" ", _CODE_BLOCK.sub(" ", message))
    text = cue_text.plain(spoken)
    if not text.strip():
        return Gate(Need.NONE, "self_contained", "```") if code else Gate(Need.NONE, "no_words")
    if found := _small_talk(spoken, text):
        return Gate(Need.NONE, "small_talk", found)
    if found := _goes_on(text):
        return Gate(Need.CONTINUATION, "continuation", found)
    if found := _self_contained(message, text, has_code=code is not None):
        return Gate(Need.NONE, "self_contained", found)
    if found := _known_to_all(text):
        return Gate(Need.NONE, "general_knowledge", found)
    return _asked_or_told(spoken, text)


def _asked_or_told(message: str, text: str) -> Gate:
    for asking in (
        cues.DEIXIS,
        *(strong for strong, _ in cues_topics.TOPICS.values()),
        cues.REMEMBER,
    ):
        if found := cue_text.said(asking, text):
            return Gate(Need.MEMORY, "asks_for_memory", found)
    if found := _asking(message, text):
        meaning = cue_text.said(cues_tasks.MEANING, text)
        return Gate(Need.IF_NAMED, "meaning" if meaning else "general", meaning or found)
    if found := _told(message, text):
        return Gate(Need.IF_NAMED, "statement", found)
    return Gate(Need.MEMORY, "unknown")


def _asking(message: str, text: str) -> str:
    """What in one of its clauses asks something, "" when none does; `text` is its plain form."""
    if found := _general(text):
        return found
    clauses = (cue_text.plain(part) for part in _CLAUSES.split(message))
    return next(filter(None, (_general(clause) for clause in clauses if clause.strip())), "")


def _small_talk(message: str, text: str) -> str:
    """What makes the message small talk, "" when it is none: every clause is, or it thanks, laughs
    or tells of somebody's day and asks for nothing.
    """
    clauses = [cue_text.plain(part).strip() for part in _CLAUSES.split(message)]
    clauses = [clause for clause in clauses if clause]
    if not clauses:
        return ""
    others = [clause for clause in clauses if not _is_small_clause(clause)]
    if not others:
        return text.strip()
    if _teases(clauses, text):
        return clauses[0]
    if any(_general(f" {clause} ") for clause in others) or "?" in message or "？" in message:
        asks_of_life = cue_text.said(cues_talk.LIFE, text) and not _speaks_of_work(text)
        return cue_text.said(cues_talk.LIFE, text) if asks_of_life else ""
    thanked = [clause for clause in clauses if cue_text.said(cues_talk.THANKS, f" {clause} ")]
    rest = " ".join(clause for clause in others if clause not in thanked)
    if thanked and (_is_bare(rest) or not _speaks_of_work(f" {rest} ")):
        return cue_text.said(cues_talk.THANKS, f" {thanked[0]} ")
    if _speaks_of_work(text):
        return ""
    if len(others) < len(clauses) and all(len(clause) < _SHORT for clause in others):
        return next(clause for clause in clauses if clause not in others)
    return cue_text.said(cues_talk.LAUGHS, text) or cue_text.said(cues_talk.LIFE, text)


def _is_bare(said: str) -> bool:
    """Whether what a thanking message says beside its thanks names nothing: `merged`, 修好了."""
    return len(said.split()) <= 2 if said.isascii() else len(said) <= 4


def _teases(clauses: Sequence[str], text: str) -> bool:
    """Whether a message laughs with somebody it speaks to, and of no work."""
    laughs = cue_text.said(cues_talk.LAUGHS, f" {clauses[0].split()[0]} ")
    of_life = cue_text.said(cues_talk.LIFE, text) or not _speaks_of_work(text)
    return bool(laughs and of_life and cue_text.said(_YOU, text))


def _speaks_of_work(text: str) -> bool:
    """Whether a message says that work went on, proposes something for the group, or asks in a
    topic's own words.
    """
    topics = (strong for strong, _ in cues_topics.TOPICS.values())
    of_work = (cues.PROGRESS, cues.PROPOSED, *topics)
    return any(cue_text.said(each, text) for each in of_work)


def _is_small_clause(clause: str) -> bool:
    small = cues_talk.SMALL_TALK
    if clause in small or clause in cues_talk.SMALL_TALK_TAILS:
        return True
    if all(word in cues_talk.SMALL_TALK or _LAUGH.fullmatch(word) for word in clause.split()):
        return True
    for address in cues_talk.ADDRESSES:
        if clause.startswith(address) and clause.removeprefix(address).strip() in small:
            return True
    for head in cues_talk.SMALL_TALK_HEADS:
        if not clause.startswith(head) or clause == head:
            continue
        tail = clause.removeprefix(head)
        if tail.strip() in cues_talk.SMALL_TALK_TAILS:
            return True
        if _may_be_a_name(tail, spaced=head.isascii()):
            return True
    return False


def _may_be_a_name(tail: str, *, spaced: bool) -> bool:
    """Whether what follows a greeting can be a name: one word, or up to three characters."""
    if spaced:
        return tail.startswith(" ") and len(tail.split()) == 1
    return len(tail.strip()) <= 3 and not any(cue in tail for cue in cues.QUESTION_CJK)


def _goes_on(text: str) -> str:
    """What in the message goes on where the chat stopped, "" when nothing does."""
    if text.strip() in cues_talk.CONTINUATION_ALONE:
        return text.strip()
    if found := cue_text.said(cues_talk.CONTINUATION, text):
        return found
    pointer = cue_text.said(cues_talk.POINTERS, text)
    return pointer if pointer and _names_nothing(text) else ""


def _names_nothing(text: str) -> bool:
    """Whether a message has only words that name nothing, in both languages."""
    from progressive_memory.disclosure.lexicon.plain_words import names_something

    return not names_something(text)


def _self_contained(message: str, text: str, *, has_code: bool) -> str:
    """What makes the message a request that carries all it needs, "" when it is none."""
    if _SUM.fullmatch(message.strip()) and _NUMBER.search(message):
        return message.strip()
    payload = _PAYLOAD.search(message)
    asking = cue_text.plain(_QUOTED.sub(" ", message)) if payload else text
    asking = asking if asking.strip() else text
    text = asking if has_code or payload else text
    of_group = cue_text.said(cues.DEIXIS, asking)
    made = (*cues_tasks.MADE_UP, *cues_tasks.OF_THE_DAY, *cues_tasks.CODE_FOR)
    if found := cue_text.said(made, text):
        return "" if of_group else found
    if found := _rework(asking, has_payload=has_code or payload is not None):
        return "" if of_group else found
    if has_code and not (of_group or _asks_memory(text)):
        return "```"
    if found := cue_text.said((*cues_tasks.CODE_MADE, *cues_tasks.SAYING), text):
        return "" if of_group or _asks_memory(text) else found
    if text.startswith((" what is ", " what s ", " calculate ", " compute ")):
        rest = re.sub(
            r"^\s*(?:what(?:'?s| is)|calculate|compute)", "", message, flags=re.IGNORECASE
        )
        if _SUM.fullmatch(rest) and _NUMBER.search(rest):
            return rest.strip()
    each = len(_NUMBERS.findall(message)) > 1 and cue_text.said(_EACH, text)
    if (each or _TIMES.search(message)) and (is_sum := cue_text.said(cues_tasks.HOW_MUCH, text)):
        return is_sum
    return _conversion(text)


def _rework(asking: str, *, has_payload: bool) -> str:
    """The words that ask for a text to be reworked, "" when none do. A verb alone asks for it only
    when the text stands in the message too, or is pointed at.
    """
    heads = [word for word in asking.split() if word not in cues_tasks.POLITE_HEADS]
    head = heads[0] if heads else ""
    if head in cues_tasks.REWORK_HEADS and (has_payload or _short_of_the(asking)):
        return head
    found = cue_text.said(cues_tasks.REWORK, asking)
    return found if has_payload or not _asks_memory(asking) else ""


def _short_of_the(asking: str) -> bool:
    """Whether a request names none of the group's things by `the …`, `our …`."""
    return " the " not in asking or " the following " in asking


def _asks_memory(text: str) -> bool:
    asking = (cues_topics.EXPERIENCE, cues_topics.PEOPLE, cues_topics.PROJECT, cues.DEIXIS)
    return any(cue_text.said(each, text) for each in asking)


def _conversion(text: str) -> str:
    """The two units of `convert 5 miles to km`, `5 公里是多少英里`; "" when it is no conversion."""
    units = cue_text.every_said(cues_tasks.UNITS, text)
    asks = text.startswith((" convert ", " how many ", " how much "))
    asks = asks or ("换" in text and not _EXCHANGED.search(text))
    asks = asks or "多少" in text or "等于" in text
    asks = asks or bool(_NUMBER.search(text) and (" in " in text or " to " in text))
    return " ".join(units[:2]) if asks and len(units) > 1 and _NUMBER.search(text) else ""


def _known_to_all(text: str) -> str:
    """What shows that anybody could answer, "" when the group is spoken of, or `the` thing."""
    if cue_text.said(cues.DEIXIS, text):
        return ""
    if found := cue_text.said(cues_tasks.OF_THE_WORLD, text):
        return found
    if _HOW_RECKONED.fullmatch(text.strip()):
        return text.strip()
    how = cue_text.said(cues_tasks.HOW_TO, text)
    if how and not cues_tasks.TOOLS.isdisjoint(_latin_words(text)) and not _asks_memory(text):
        return how
    found = cue_text.said(cues_tasks.DEFINED, text)
    if not found and re.match(
        r" (?:so |and )?how (?:does|do|is|are) .* (?:work|works|made|calculated)"
        r"(?: actually| exactly| anyway)? $",
        text,
    ):
        found = "how does"
    if not found and text.startswith(
        (" explain ", " what is ", " what are ", " why is ", " why are ")
    ):
        found = text.split(maxsplit=1)[0] if text.startswith(" explain ") else ""
    return found if found and not _DETERMINED.search(text) else ""


def _latin_words(text: str) -> list[str]:
    return re.findall(r"[a-z0-9]+", text)


def _general(text: str) -> str:
    """What gives the message the shape of a general question, "" when it has another shape."""
    head = text.split(maxsplit=1)[0]
    if head in cues.QUESTION_HEADS:
        return head
    return cue_text.said(cues.QUESTION_CJK, text)


def _told(message: str, text: str) -> str:
    """What shows that the message tells something, "" when it may ask or send for something."""
    if "?" in message or "？" in message:
        return ""
    if found := cue_text.said(cues.PROGRESS, text):
        return found
    if message.rstrip().endswith(("!", "！")):
        return "!"
    told = (" i ", " i m ", " i ve ", " my ", " he ", " she ", " they ", "我", "了", "啦 ")
    return next((word.strip() for word in told if word in text), "")

"""Action items: work a meeting hands out in the forms meetings use: dictated to the one who takes
notes, taken as "an action", asked of someone who says yes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from progressive_memory.domain.candidate import Candidate, Confirmation, Person, TaskState
from progressive_memory.domain.entry import Kind
from progressive_memory.domain.message import Message
from progressive_memory.flush.extract.grammar import draft
from progressive_memory.flush.extract.grammar.acts import Turn
from progressive_memory.flush.extract.grammar.dialogue import Talk
from progressive_memory.flush.extract.grammar.draft import Setting
from progressive_memory.flush.extract.grammar.members import Members
from progressive_memory.flush.extract.meetings.wordings import VERBS
from progressive_memory.flush.extract.wording import phrase
from progressive_memory.flush.extract.wording.empty_words import is_cut_off
from progressive_memory.flush.extract.wording.slots import work_slot
from progressive_memory.flush.extract.wording.topical import in_item
from progressive_memory.text.similarity import terms

_NOTED = re.compile(
    r"\b(?:take|make|add|note down) (?:a |the |an )?(?:note|action)(?: item)?(?: for (?P<for>[\w^|-]+) to| that (?P<who>[\w^|-]+) (?:will|should|is going to|to)| (?:that )?to have (?P<has>[\w^|-]+)) "
    r"(?P<body>\S.+)$",
    re.IGNORECASE,
)
_TAKEN = re.compile(
    r"\bi(?:'ll| will| can|'m going to)(?: also| just)? take (?:an|the|that|this) action(?: item)?(?: here)? to (?P<body>\S.+)$",
    re.IGNORECASE,
)
_ACTIONS_ARE = re.compile(
    r"\bactions?(?: items?)?(?: here| then| from this)? (?:will be|is|are|would be)(?: that| for)? (?P<who>[\w^|-]+) (?:will|to) (?P<body>\S.+)$",
    re.IGNORECASE,
)
_MINE = re.compile(
    r"^(?:(?:ok(?:ay)?|so|and)[, ]+)*(?:that|this)(?:'ll| will|'s| is)(?: be)? (?:my|an) action(?: item)?(?: for me)?\b",
    re.IGNORECASE,
)
_OWN_WORD = re.compile(
    r"^(?:(?:ok(?:ay)?|so|and|yeah|yes|sure)[, ]+)*i(?:'ll| will| can|'m going to)(?: also| just)? (?P<body>[a-z]+ \S.+)$",
    re.IGNORECASE,
)
_YOULL = re.compile(
    r"^(?:(?:ok(?:ay)?|so|and|alright)[, ]+)*@?(?P<who>[\w^|-]+),? you(?:'ll| will) (?P<body>[a-z]+ \S.+)$",
    re.IGNORECASE,
)
_ASKED = re.compile(
    r"^(?:(?:ok(?:ay)?|so|and|great|cool)[, ]+)*(?:can|could|would|will) (?:i ask (?:you|one of you)|you|one of you)(?: please| also| to)* (?P<body>[a-z]+ \S[^?]+)\?|"
    r"^(?:are )?you (?:cool|ok(?:ay)?|happy|willing|up) (?:to|for) (?P<cool>[a-z]+ \S[^?]+)\?",
    re.IGNORECASE,
)
_DICTATED = re.compile(
    r"(?:^|, (?:and )?|; |\band )(?P<who>[\w^|-]+) is (?P<body>(?:sending|writing|updating|drafting|adding|preparing|filing|opening|merging) \S.+)$",
    re.IGNORECASE,
)
_NAME = r"@?[A-Z][\w'’.-]*(?: [A-Z][\w'’.-]*){0,3}|@?(?![A-Z][\w'’.-]*[ ,])[\w^|-]{2,24}"
# "Ann to send the draft", "Ann and Bob to …": a line of its own, as one who takes notes writes it.
_RECORDED = re.compile(
    rf"^(?:actions?(?: items?)?[:,-]* )?(?P<who>(?:{_NAME})(?:(?:, ?(?:and )?| and | & )(?:{_NAME}))*) to (?P<body>(?!be\b|the\b|an?\b)[a-z][\w-]+ \S.+)$"
)
# "send the draft (Ann)", the same with the name behind it.
_BRACKETED = re.compile(
    rf"^(?:actions?(?: items?)?[:,-]* )?(?P<body>(?:{VERBS})\b .+?)\s*\((?P<who>{_NAME})\)\W*$",
    re.IGNORECASE,
)
_SPOKEN = re.compile(
    r"^(?:give|explain|tell|talk|describe|share|repeat|re-?state|link|say|speak|summari[sz]e|elaborate|clarify|confirm|point|show|"
    r"hear|comment|weigh|take (?:it|over|a look)|play|see|look|think|help|imagine|do|be|go|come|get|have|make sure|let|remember|read|call|live|stop|note|only|at least|just|like|mind|want|provide|kick|bring|lead|start|continue|drop|please)\b",
    re.IGNORECASE,
)
_THIN = re.compile(
    r"^(?:update|change|edit|amend|touch|fix) (?:[A-Z]+-\d+ \(.*\)|the \w+)$|\b(?:should|do|can|will|would|think|could|we|our|the|a)$",
    re.IGNORECASE,
)
_TAKES = re.compile(
    r"^\W*(?:(?:ok(?:ay)?|yes|yeah|yep|sure|happy to|will do|absolutely|no problem|gladly|done|on it|"
    r"i(?:'ll| will| can)(?: do (?:that|it|this)| take (?:that|it|this))?)\b)",
    re.IGNORECASE,
)
_TAKES_IT = re.compile(
    r"\bi(?:'ll| will| can) (?:do|take) (?:that|it|this)\b|\bwill do\b", re.IGNORECASE
)
_TURNS = 5  # in which one who was asked says yes
_NOT_WORK = re.compile(r"\b(?:agenda|this meeting|next meeting|on the call)\b", re.IGNORECASE)
_LEAST_TERMS = 2


@dataclass(frozen=True)
class _Action:
    """Work somebody has: who, the words for it, the messages that say so."""

    owner: Person
    body: str
    messages: tuple[Message, ...]
    at: int
    accepted: bool = False
    recorded: bool = False  # put down in the form that minutes have


def actions(talk: Talk, setting: Setting) -> Iterator[Candidate]:
    """The action items of a meeting, each with its owner and a title that stands alone."""
    for at, turn in enumerate(talk.turns):
        if turn.moves:
            for action in _in(talk, at, turn, setting.members):
                title = in_item(action.body, talk.topic(at))
                if _stands_alone(title, action):
                    yield _candidate(action, title, setting)


def _in(talk: Talk, at: int, turn: Turn, members: Members) -> Iterator[_Action]:
    text, message = turn.message.text, turn.message
    taken = _TAKEN.search(text)
    if taken:
        yield _Action(turn.person, taken["body"], (message,), at)
    elif _MINE.match(text):
        yield from _before(talk, at, turn)
    elif "?" not in text and (recorded := tuple(_recorded(turn, at, members))):
        yield from recorded
    elif not phrase.jokes(text):
        yield from _handed_out(talk, at, turn, members)


def _recorded(turn: Turn, at: int, members: Members) -> Iterator[_Action]:
    """An action in a line of its own that names who has it, each of them."""
    text = " ".join(turn.message.text.split()).rstrip(" .")
    hit = _RECORDED.match(text) or _BRACKETED.match(text)
    if hit is None:
        return
    for owner in members.find_all(hit["who"]):
        yield _Action(owner, hit["body"], (turn.message,), at, recorded=True)


def _handed_out(talk: Talk, at: int, turn: Turn, members: Members) -> Iterator[_Action]:
    """What the one who leads gives to someone by name."""
    text = turn.message.text
    noted = _NOTED.search(text) or _ACTIONS_ARE.search(text) or _YOULL.match(text)
    if noted is None and turn.addressee is not None and "?" not in text:
        noted = _DICTATED.search(text)
    if noted:
        names = noted.groupdict()
        name = names.get("for") or names.get("who") or names.get("has") or ""
        owner = turn.person if name.lower() == "i" else members.find(name)
        if owner is not None:
            yes = _yes(talk, at, (owner,))
            yield _Action(owner, noted["body"], _messages(turn, yes), at, yes is not None)
        return
    for asked, who in _questions(turn, members):
        yes = _yes(talk, at, who)
        if yes is not None and not _SPOKEN.match(asked):
            yield _Action(yes.person, asked, _messages(turn, yes), at, True)


def _questions(turn: Turn, members: Members) -> Iterator[tuple[str, tuple[Person, ...]]]:
    """What a turn asks people it speaks to to do, and who they are."""
    text = turn.message.text
    who: tuple[Person, ...] = (turn.addressee,) if turn.addressee else ()
    head, colon, rest = text.partition(":")
    named = members.find_all(re.sub(r" or |: ", ", ", head)) if colon else ()
    if named:
        who, text = named, rest.strip()
        more, colon, rest = text.partition(":")
        if colon and members.find(more):
            text = rest.strip()
    for sentence in re.split(r"(?<=[.!?])\s+|^[^:]{1,24}: ", text):
        hit = _ASKED.match(sentence or "")
        if hit and who:
            yield hit["body"] or hit["cool"], who


def _messages(turn: Turn, yes: Turn | None) -> tuple[Message, ...]:
    return (turn.message, yes.message) if yes else (turn.message,)


def _yes(talk: Talk, at: int, who: tuple[Person, ...]) -> Turn | None:
    """The turn in which one of those asked takes it on, before they say anything else."""
    answered: set[str] = set()
    for turn in talk.turns[at + 1 : at + 1 + _TURNS]:
        text = re.sub(r"^[^\s:]{1,24}: ", "", turn.message.text)
        if turn.person not in who or turn.person.sender in answered or "?" in text:
            continue
        if _TAKES.match(text) or _TAKES_IT.search(text):
            return turn
        answered.add(turn.person.sender)
    return None


def _before(talk: Talk, at: int, turn: Turn) -> Iterator[_Action]:
    """`That's my action item`: what the same person just said they will do."""
    for before in reversed(talk.turns[max(0, at - _TURNS) : at]):
        hit = _OWN_WORD.match(before.message.text) if before.person == turn.person else None
        if hit and before.moves:
            yield _Action(turn.person, hit["body"], (before.message, turn.message), at)
            return


def _stands_alone(title: str, action: _Action) -> bool:
    words = phrase.words_of(title)
    if action.recorded:
        return len(terms(title)) >= _LEAST_TERMS and not is_cut_off(title)
    return (
        len(terms(title)) >= _LEAST_TERMS
        and len(title.split()) > 2
        and not _NOT_WORK.search(title)
        and not _THIN.search(title)
        and not words.vague.search(title)
        and phrase.clear(title)
    )


def _candidate(action: _Action, title: str, setting: Setting) -> Candidate:
    when, title = phrase.due(title, setting.language)
    return Candidate(
        kind=Kind.TASK,
        title=title,
        evidence=draft.evidence(action.messages),
        slot=work_slot(title, TaskState.OPEN),
        tail=tuple(piece for piece in (action.owner.name, when) if piece),
        state=TaskState.OPEN,
        confirmed_by=(Confirmation(action.owner),) if action.accepted else (),
    )

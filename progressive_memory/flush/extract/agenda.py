"""Agenda: things with a number (a pull request, an RFC, a ticket) taken up in turn, and their state.

A meeting opens an item by its link or key; what is said until the next one settles, defers or
leaves it. The item's state is a task that later meetings change; its acceptance is a decision.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum

from progressive_memory.domain.candidate import Candidate, Confirmation, Slot, TaskState
from progressive_memory.domain.entry import Field, Kind
from progressive_memory.flush.extract import draft, phrase
from progressive_memory.flush.extract.acts import Move, Turn
from progressive_memory.flush.extract.dialogue import Talk
from progressive_memory.flush.extract.draft import Setting
from progressive_memory.flush.extract.lexicon import Act
from progressive_memory.flush.extract.slots import work_slot

_LINK = re.compile(
    r"https?://\S+?/(?P<repo>[\w.-]+)/-?/?(?P<what>pull|pulls|merge_requests|issues|issue|browse|tickets?)/"
    r"(?P<key>[A-Z]{2,10}-\d+|\d+)(?=[\s),;>]|\.(?:\s|$)|$)"
)
_KEY = re.compile(
    r"(?<![\w/#-])(?:(?P<kind>PR|MR|RFC|EIP|PEP|[Ii]ssue|[Tt]icket|[A-Z]{3,10})(?:[- ]?#|-| ))(?P<number>\d{1,6})\b"
    r"(?!\.\d)|(?<![\w/&])#(?P<bare>\d{2,6})\b"
)
_OPENS = re.compile(
    r"^(?:(?:ok(?:ay)?|so|and|then|alright|now|awesome|great|cool|thanks|with \S+ here)[,.! -]+)*"
    r"(?:the )?(?:next(?: up| is| one| item(?: on the agenda)?| topic)*|first(?: up| pr)?|onto?(?: to)?|moving on(?: to)?|"
    r"(?:shall we |let'?s |we'?ll )?(?:just )?(?:move|skip|jump|go|turn|come|start(?:ing)?|kick(?:ing)? off|look at)"
    r"(?: (?:on|ahead|back|over|off|then))*(?: (?:to|with|at))?|to start with|that (?:brings|leads) us to|another one|up next|"
    r"last(?: up| one)?|finally|one more pr|our one pr|our (?:next|first|last)|we have (?:one )?pr|there'?s only one pr|"
    r"shall we .{0,40}? on|.{0,60}\b(?:let'?s|shall we) (?:move|jump|skip|go)\b.{0,12}\bto)\b[\s:,-]*",
    re.IGNORECASE,
)
_MENTIONS = re.compile(
    r"\b(?:i|i'?m|i'?ve|here|issue was|was the issue|bikeshed|implementation|example|topical|filed|context|see|explanation|there was|was added|added to|"
    r"need something like|pull request to|viable|assigned|found|going to|also|created|opened|raised|related|based on|commented|"
    r"fixed in|merged)\b|\?",
    re.IGNORECASE,
)
_DESCRIBES = re.compile(
    r"^(?:so )?(?:this(?: one| pr| rfc)?|it|#?\d{1,6})"
    r"(?: just| basically)?(?:(?: is| would be| was)(?: just| basically)?(?= (?:about|to|for|how|whether|where|making|adding|removing|"
    r"changing|an?|the)\b)| makes| adds| changes| (?:would|will) (?=make|add|change|remove|allow|let|give)| just)"
    r"(?: it so that by default,?| about| to)? (?P<what>\S.{8,})$",
    re.IGNORECASE,
)
_LEADS_TO = re.compile(
    r"^.*?\b(?:move|jump|skip|go|moving|starting|start|talk)\b(?: on| ahead| back| then)*(?: (?:to|with|about)\b|\s*$)\s*",
    re.IGNORECASE,
)
_ASIDE = re.compile(
    r",? (?:which (?!is\b|would\b)|while |since |is up next).*$|^while [^,]*,", re.IGNORECASE
)
_PIECES = re.compile(r"\s+[-–—]+\s+|[:;]\s+|\s*\0\s*|\s{2,}")
_STAMP = re.compile(
    r"\b(?:today|tomorrow|tonight|yesterday)?\s*\(\d{4}-\d{2}-\d{2}[^)]*\)", re.IGNORECASE
)
_LEAD = re.compile(
    r"^(?:(?:the|our|next|first|last|one|that|is|are|for|so|and|then|ok(?:ay)?|to|with|about|up|prs?|today|item|on the agenda|"
    r"agenda|it|we have|have|awesome|which|would be|more|only|there'?s|from \w+|review|shall we spend .* on|talk about)\b[\s,:!-]*)+",
    re.IGNORECASE,
)
_MEETING = re.compile(
    r"\b(?:meeting|agenda|next (?:topic|item)|topic:|scribe|on the call|this call|minutes of)\b|会议|议程|议题",
    re.IGNORECASE,
)
_DULL = re.compile(
    r"^(?:on our agenda|pull request to|was|were|we|i|you|he|she|they|this|these|those|maybe|another|just|be|welcome|hello|hi|thanks)\b|"
    r"\b(?:really only here|on hold|good (?:one|time|idea|point|thing)|reason|different|related|oversight|same|similar|fine with|"
    r"output|issue but|uncontroversial)\b",
    re.IGNORECASE,
)
_ONLY_THEN = re.compile(
    r"\b(?:if|unless|when|once|next (?:week|meeting|time)|policy|versioning|already)\b|再|之后",
    re.IGNORECASE,
)
_BARE_DONE = re.compile(r"(?:and )?done[.!]*|搞定|已合", re.IGNORECASE)
_STAMPING = re.compile(r"\b(?:stamp|approv\w+|accept\w*|merg\w+)\b|合入|通过", re.IGNORECASE)
_NOT_YET = re.compile(
    r"\b(?:as soon as|when|if|once|until|unless|would|could|can say|next (?:week|meeting|time)|not|before|"
    r"policy|already|was it|well-defined)\b|等|如果|下次|还没",
    re.IGNORECASE,
)
_PENDING = re.compile(
    r"\b(?:pending|provided(?: that)?|once|as long as)\b(?P<what>.{4,100})", re.IGNORECASE
)
_APPROVABLE = re.compile(r"(?:PR|MR|RFC|EIP|PEP)-")
_LEAST_TALK = 3  # turns of talk before an item without an outcome is worth a line
_VOTES = 3
_MOST_VOTERS = 6  # the last ones; more say no more
_SHORT_TALK = 20  # turns in which a vote alone carries an item
_PRESENTED = 9  # turns within which someone says what the item is
_LONGEST_NAME = 16  # words
_NUMBERS = re.compile(r"(?<![\w.])#?(\d{2,6})(?![\w%]|\.\d)")


class State(StrEnum):
    """How an item came out. A proposal is accepted; on an issue or a ticket something is decided."""

    ACCEPTED = "accepted"
    DECIDED = "decided"
    REJECTED = "rejected"
    DEFERRED = "deferred"
    DISCUSSED = "discussed"


_SAYS = {
    State.ACCEPTED: ("已通过", "accepted"),
    State.DECIDED: ("已有结论", "decided"),
    State.REJECTED: ("未通过", "turned down"),
    State.DEFERRED: ("推迟", "deferred"),
    State.DISCUSSED: ("讨论中", "under discussion"),
}


_ENDED = frozenset({State.ACCEPTED, State.DECIDED, State.REJECTED})


@dataclass
class Item:
    """One agenda item: its key ("" for a topic without one), its name, what was said on it."""

    key: str
    name: str
    opened: Turn
    turns: list[Turn] = field(default_factory=list)

    @property
    def approvable(self) -> bool:
        """True for what is itself proposed; a yes said on an issue answers some proposal on it."""
        return _APPROVABLE.match(self.key) is not None

    @property
    def label(self) -> str:
        """How a person would call it: `PR-168: Consistent style`, `PR-118 (chef-rfc)`."""
        if not self.key:
            return self.name
        links = (_LINK.search(turn.message.text) for turn in (self.opened, *self.turns))
        link = next((one for one in links if one and one["key"] == _digits(self.key)), None)
        return (
            f"{self.key}: {self.name}"
            if self.name
            else self.key + (f" ({link['repo']})" if link else "")
        )


@dataclass(frozen=True)
class _Outcome:
    """A state, the turn that gave it ("" = votes did), and who agreed."""

    state: State
    turn: Turn | None
    voters: tuple[Turn, ...] = ()


def agenda(talk: Talk, setting: Setting) -> Iterator[Candidate]:
    """The state of every item taken up in a meeting, and a decision for each one accepted or
    turned down.
    """
    for item in items(talk):
        if item.key:
            yield from _candidates(item, _outcome(item), setting)


def is_meeting(turns: Sequence[Turn]) -> bool:
    """True when someone leads through an agenda: without one, a link is only a link."""
    texts = [turn.message.text for turn in turns]
    return any(_MEETING.search(text) for text in texts) or (
        sum(
            bool(_OPENS.match(text) and (_LINK.search(text) or _KEY.search(text))) for text in texts
        )
        > 1
    )


def items(talk: Talk) -> list[Item]:
    """The items of a sitting, in order; one taken up again goes on."""
    found: list[Item] = []
    for turn in talk.turns:
        opening = _opening(turn)
        if opening is not None:
            _open(found, *opening, turn)
        elif found:
            _go_on(found, turn)
    return found


def _go_on(found: list[Item], turn: Turn) -> None:
    """File a turn under the items it names, else under the one on the floor."""
    named, rest = _by_number(found, turn)
    for item, about in named:
        item.turns.append(about)
    if rest.moves or not turn.moves:
        found[-1].turns.append(rest)
    text, number = turn.message.text, _digits(found[-1].key)
    if turn.has(Act.TOPIC) and not _KEY.search(text) and number not in _NUMBERS.findall(text):
        found.append(Item("", "" if _verdict(rest) else _topic(turn), turn))
    elif found[-1].key and not found[-1].name and len(found[-1].turns) <= _PRESENTED:
        found[-1].name = _described(turn)


def _by_number(found: list[Item], turn: Turn) -> tuple[list[tuple[Item, Turn]], Turn]:
    """The clauses of a turn that name items (`PR-135 was approved`, `154, 157 next week`) with
    those items, and the turn without the clauses that name any.
    """
    current = _digits(found[-1].key)
    named: list[tuple[Item, Turn]] = []
    rest: list[Move] = []
    for move in turn.moves:
        numbers = set(_NUMBERS.findall(move.text))
        others = [item for item in found[:-1] if item.key and _digits(item.key) in numbers]
        named.extend((item, replace(turn, moves=(move,))) for item in others)
        strange = any(len(number) == len(current) for number in numbers)
        if current in numbers or not (others or (strange and current)):
            rest.append(move)
    return named, replace(turn, moves=tuple(rest))


def _digits(key: str) -> str:
    return key.rsplit("-", 1)[-1]


def _open(found: list[Item], key: str, name: str, turn: Turn) -> None:
    same = next((item for item in found if item.key == key), None)
    if same is not None:
        found.remove(same)
        found.append(same)
        same.turns.append(turn)
        same.name = same.name or name
    else:
        found.append(Item(key, name or _described(turn), turn))


def _opening(turn: Turn) -> tuple[str, str] | None:
    """The key and name of the item a turn takes up; None when it only mentions one."""
    text = _sentence(turn.message.text)
    link, opens = _LINK.search(text), _OPENS.match(text)
    rest = _LINK.sub(" ", text)
    key = _KEY.search(rest)
    if (not turn.moves and not turn.links) or (link is None and not (opens and key)):
        return None
    if not opens and (_MENTIONS.search(rest) or len(rest.split()) > _LONGEST_NAME):
        return None
    return _key_of(link, key), _name(_KEY.sub("\0", _LINK.sub("\0", text)))


def _sentence(text: str) -> str:
    """The sentence with the link, of a message that has one; else the message."""
    for sentence in re.split(r"(?<=[.!?])\s+(?=[A-Z])", text):
        if _LINK.search(sentence):
            return sentence
    return text


def _name(text: str) -> str:
    """The piece of an opening that says what the item is; keys and links stand as NUL in it."""
    best = ""
    for piece in _PIECES.split(_ASIDE.sub("", _STAMP.sub("", text))):
        bare = _LEADS_TO.sub("", piece) if _OPENS.match(piece) else piece
        bare = _LEAD.sub("", bare.strip(" -–—.,:;()<>?!"))
        words = len(bare.split())
        if 2 <= words <= _LONGEST_NAME and words > len(best.split()) and not _DULL.search(bare):
            best = bare
    return phrase.title(best) if best else ""


def _key_of(link: re.Match[str] | None, key: re.Match[str] | None) -> str:
    if link is not None:
        if not link["key"].isdigit():
            return link["key"]
        kind = {"pull": "PR", "pulls": "PR", "merge_requests": "MR"}.get(link["what"], "issue")
        return f"{kind}-{link['key']}"
    if key is None:
        return ""
    return f"PR-{key['bare']}" if key["bare"] else f"{key['kind']}-{key['number']}"


def _topic(turn: Turn) -> str:
    move = next(move for move in turn.moves if move.act is Act.TOPIC)
    return "" if _DULL.search(move.body) else phrase.title(move.body)


def _described(turn: Turn) -> str:
    """What the item is, when the one who presents it says "this is …"."""
    for move in turn.moves:
        hit = _DESCRIBES.match(move.text)
        if hit and not move.question and not _DULL.search(hit["what"]):
            return phrase.title(hit["what"])
    return ""


def _outcome(item: Item) -> _Outcome:
    """How an item came out, as far as the talk on it says."""
    outcome = _last_word(item)
    if outcome.state is State.ACCEPTED and not item.approvable:
        return replace(outcome, state=State.DECIDED)
    return outcome


def _last_word(item: Item) -> _Outcome:
    """The last word on an item; without one, a vote nobody spoke against."""
    voters = tuple(turn for turn in item.turns if turn.has(Act.AGREE))[-_MOST_VOTERS:]
    last: _Outcome | None = None
    for at, turn in enumerate((item.opened, *item.turns), start=-1):
        state = State.ACCEPTED if at >= 0 and _done_as_asked(item.turns, at) else _verdict(turn)
        if state is not None:
            given = last.turn if last is not None and last.state is state else turn
            last = _Outcome(state, given, voters)
    if last is not None:
        return last
    people = {turn.message.sender for turn in item.turns if turn.has(Act.AGREE, Act.YES)}
    against = any(turn.has(Act.DISAGREE) for turn in item.turns)
    outright = {turn.message.sender for turn in voters}
    if (
        len(people) >= _VOTES
        and len(outright) > 1
        and not against
        and len(item.turns) <= _SHORT_TALK
    ):
        return _Outcome(State.ACCEPTED, None, voters)
    return _Outcome(State.DISCUSSED, None)


def _verdict(turn: Turn) -> State | None:
    """What one turn says of the item on the floor, if anything."""
    state = None
    for move in turn.moves:
        if move.question or move.reported or "?" in move.text:
            continue
        if move.act is Act.DEFER or (move.act is Act.PROPOSE and move.puts_off):
            state = State.DEFERRED
        elif _turns_down(move):
            state = State.REJECTED
        elif _accepts(move):
            state = State.ACCEPTED
    return state


def _done_as_asked(turns: list[Turn], at: int) -> bool:
    """`Done.`, by the one who just asked whether to stamp or merge it."""
    turn = turns[at]
    return bool(_BARE_DONE.fullmatch(turn.message.text.strip())) and any(
        before.person == turn.person and _STAMPING.search(before.message.text)
        for before in turns[max(0, at - _VOTES - 2) : at]
    )


def _turns_down(move: Move) -> bool:
    hit = move.lexicon.rejects.search(move.text)
    return hit is not None and not _NOT_YET.search(move.text[: hit.start()])


def _accepts(move: Move) -> bool:
    if move.act is Act.SETTLE:
        return True
    hit = move.lexicon.accepts.search(move.text)
    if hit is None:
        return False
    before, after = move.text[: hit.start()], move.text[hit.end() :]
    return not _NOT_YET.search(before) and not _ONLY_THEN.search(after.split("pending")[0])


def _candidates(item: Item, outcome: _Outcome, setting: Setting) -> Iterator[Candidate]:
    called = item.name or _OPENS.match(item.opened.message.text)
    if outcome.state is State.DISCUSSED and (len(item.turns) < _LEAST_TALK or not called):
        return
    giving = (outcome.turn,) if outcome.turn else outcome.voters or tuple(item.turns[-1:])
    messages = draft.evidence([item.opened.message, *(turn.message for turn in giving)])
    condition = _condition(outcome.turn) if outcome.state is State.ACCEPTED else ""
    ended = outcome.state in _ENDED
    yield Candidate(
        kind=Kind.TASK,
        title=item.label,
        evidence=messages,
        slot=work_slot(item.label, outcome.state),
        tail=(setting.says(*_SAYS[outcome.state]) + condition, f"{messages[-1].at:%Y-%m-%d}"),
        state=TaskState.DONE if ended else TaskState.OPEN,
    )
    if ended and outcome.state is not State.DECIDED:
        yield _decision(item, outcome, setting)


def _decision(item: Item, outcome: _Outcome, setting: Setting) -> Candidate:
    """The item's acceptance or refusal: declared by someone, or carried by votes alone."""
    zh, en = ("通过", "Accept") if outcome.state is State.ACCEPTED else ("不通过", "Turn down")
    agreed = outcome.voters if outcome.state is State.ACCEPTED else ()
    declaring = (outcome.turn,) if outcome.turn else ()
    deciders = tuple(turn.person for turn in declaring)
    title = setting.says(f"{zh} {item.label}", f"{en} {item.label}")
    sure = bool(agreed) or all(setting.may_declare(person) for person in deciders)
    return Candidate(
        kind=Kind.DECISION,
        title=title,
        evidence=draft.evidence(
            [item.opened.message, *(turn.message for turn in (*declaring, *agreed))]
        ),
        slot=Slot(item.key, "outcome", outcome.state),
        fields=((Field.DECISION, title + _condition(outcome.turn)),),
        decided_by=deciders,
        confirmed_by=draft.voices((Confirmation(one.person) for one in agreed), deciders),
        confirmed=sure,
        reason="" if sure else draft.ONE_PERSON,
    )


def _condition(turn: Turn | None) -> str:
    hit = _PENDING.search(turn.message.text) if turn else None
    return f", {hit.group().strip(' .!)')}" if hit else ""

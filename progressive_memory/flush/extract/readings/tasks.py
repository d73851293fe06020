"""Tasks: taken, assigned and accepted, done, blocked; the owner states its state alone."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from progressive_memory.domain.candidate import Candidate, Confirmation, Person, TaskState
from progressive_memory.domain.entry import Field, Kind
from progressive_memory.domain.message import Message
from progressive_memory.flush.extract.grammar import draft
from progressive_memory.flush.extract.grammar.acts import Move, Turn
from progressive_memory.flush.extract.grammar.dialogue import Talk, response_to
from progressive_memory.flush.extract.grammar.draft import Setting
from progressive_memory.flush.extract.lexicon.lexicon import Act
from progressive_memory.flush.extract.readings.people import is_role
from progressive_memory.flush.extract.wording import phrase
from progressive_memory.flush.extract.wording.issue_names import called
from progressive_memory.flush.extract.wording.slots import work_slot
from progressive_memory.flush.extract.wording.specific import impersonal
from progressive_memory.flush.extract.wording.topical import naming
from progressive_memory.flush.extract.wording.worth import (
    lists_itself,
    substantial,
    tells_status,
    without_praise,
)
from progressive_memory.flush.extract.work.deliverable import falls_short, only_about, told_apart
from progressive_memory.text.similarity import repeats, terms

_ACCEPTS = (Act.OKAY, Act.ACK, Act.YES, Act.AGREE)
_LEAST_TERMS = 2
_JUST_BEFORE = 2  # turns
_SAME_TROUBLE = 8  # turns in which work is taken on for a trouble
_STILL_ON_IT = 14  # turns in which its end is told
MOST_MEMBERS = 8
"""In a larger channel what is asked of everybody is asked of nobody."""
_TAKEN_WITHIN = 3  # turns
_TO_ME = re.compile(r"(?P<verb>发给|给|发)我")
_ME_OR_US = re.compile(r"\b(?:me|us)\b", re.IGNORECASE)
_WILL = re.compile(r"i(?:'ll| will) (?:give|send|provide|do|bring|write)\b", re.IGNORECASE)
_CALLS = (Act.ASSIGN, Act.PROPOSE, Act.DIRECT, Act.PROBLEM)
# Over within the hour: nothing to keep a line for.
_FLEETING = re.compile(
    r"看一?下|看看|瞅|半个?小时|几分钟|\d+\s?分钟(?:内|就|搞定)|一会儿?就|马上就|顺手|今晚(?:再|先)?(?:看|动一?下)|"
    r"\b(?:(?:take|have) (?:a|another) (?:quick )?look|look (?:at|into) (?:it|this|that)|half an hour|"
    r"in (?:a|\d+) (?:minutes?|moment|sec(?:ond)?s?)|right away|real quick|quickly)\b",
    re.IGNORECASE,
)
_LEADS_TO_TROUBLE = re.compile(
    r"\b(?:but|and|yet|still|however)\b.{0,60}\b(?:not|n't|isn'?t|aren'?t|doesn'?t|won'?t|can'?t|cannot|hasn'?t|stuck|nothing|"
    r"unable|error|problem|fail\w*|wrong)\b|\bpersists?\b|\bsame (?:error|problem)\b|^\W*i(?:'ve| have)?(?: just| already)? installed\b|\binstalled\b.{0,80}\b(?:on my|ago|before)\b",
    re.IGNORECASE,
)
# A story of other times reports no work.
_LONG_AGO = re.compile(
    r"去年|前年|以前|之前的?(?:公司|项目|团队)|上(?:家|一家|个)(?:公司|项目|团队)|当年|那时候?|曾经|"
    r"\b(?:last year|back then|years? ago|used to|in (?:my|our) (?:last|old|previous) (?:job|team|company|project)|in the (?:old|early) days)\b",
    re.IGNORECASE,
)
_HANDS_ON = re.compile(
    r"\b(?:tak(?:es?|ing) over|will take over|hand(?:ing|ed)?|pass(?:ing|ed)?)\b|接手|接管|交给|转给",
    re.IGNORECASE,
)
_NUMBERS = re.compile(r"(?:^|(?<=[\s；;，,。]))\d{1,2}\s?[)）]\s*")
# "…, send it to the group later", "while I'm at it", `，晚点发群里`: no part of the work.
_TAIL = re.compile(
    r"[，,；;]\s*(?:应该(?:可以|能)|跑完|做完|完成后)[^，,；;]*$|[，,；;]\s*[^，,；;]{0,12}(?:够用|足够|就够)了?$|,? which (?:should|will) help\b.*$|"
    r",? and (?:one|that|it)\b[^,;]* is (?:enough|sufficient|fine)$|\slater$|^go (?:and )?(?=(?:collect|fix|write|build|prepare|update)\b)|"
    r"[，,；;]\s*(?:晚点|稍后|回头|一会儿?|待会儿?)?(?:再)?发(?:到)?(?:群里?|你|大家|出来)[^，,；;]*$|[，,；;]\s*(?:看起来|感觉|[^，,；;]*我(?!们))[^，,；;]*$|"
    r",?\s(?:since|because|as) it\b.*$|,?\s(?:on the side )?while i'm at it$|,?\sand send (?:it|them) (?:to|in|over)\b.*$|\shere$",
    re.IGNORECASE,
)
_STEPS = re.compile(r"[，；;]\s*|,\s+")
_HANDS_IN = re.compile(
    r"提交|交付|交稿|上线|\b(?:submit|deliver|hand(?:ed)? in|go live)\b", re.IGNORECASE
)
_STATEMENTS = (Act.PROPOSE, Act.DECIDE, Act.DIRECT)


@dataclass(frozen=True)
class _Work:
    """A piece of work: who does it, the messages that say so, when it is due, who asked for it."""

    title: str
    owners: tuple[Person, ...]
    messages: tuple[Message | None, ...]
    due: str = ""
    assigner: Person | None = None
    context: str = ""


def tasks(talk: Talk, setting: Setting) -> Iterator[Candidate]:
    """The tasks of a segment."""
    finished: set[int] = set()
    for turn in talk.turns:
        for move in turn.moves:
            if move.act is Act.TAKE and _earnest(move):
                yield from _taken(talk, move, setting, finished)
            elif move.who and not move.reported and _gives(move):
                yield from _assigned(talk, turn, move, setting)
            elif move.act is Act.REQUEST and not (move.reported or move.conditional):
                yield from _requested(talk, move, setting)
            elif move.act is Act.DROP and _earnest(move) and not move.hedged:
                yield from _dropped(move)
    for move in talk.moves(Act.DONE):
        if setting.members.crowd and _explains(talk, move):
            continue
        if id(move) not in finished and not move.reported and not move.hedged:
            yield from _done(move, setting)


def _explains(talk: Talk, move: Move) -> bool:
    """Whether, where many ask for help, a deed only leads up to a question or a trouble: "I
    installed the driver, but the screen stays black. Any idea?".
    """
    turn = talk.turns[move.at]
    asks = any(one.question or one.act in (Act.PROBLEM, Act.ASK_WHETHER) for one in turn.moves)
    return asks or bool(_LEADS_TO_TROUBLE.search(move.message.text))


def _earnest(move: Move) -> bool:
    return not (move.reported or move.question or move.conditional or move.wavers)


def _taken(talk: Talk, said: Move, setting: Setting, finished: set[int]) -> Iterator[Candidate]:
    move = replace(said, body=_without_tail(said.body))
    when, what = _planned(move, setting)
    title = phrase.title(naming(what, talk.topic(move.at)))
    if len(terms(title)) < _LEAST_TERMS:
        title = _object_of(talk, move, title)
    sure = substantial(title, move, crowd=setting.members.crowd, dated=bool(when))
    if not title or not sure or lists_itself(title):
        return
    if _FLEETING.search(move.text) and not _asked_for(talk, move):
        return
    ended = _ended(talk, move, title) or _closed(talk, move)
    if ended is not None:
        finished.add(id(ended))
    messages = (move.message, ended.message if ended else None)
    state = TaskState.OPEN if ended is None else TaskState.DONE
    trouble = _trouble(talk, move, _JUST_BEFORE)
    context = phrase.title(trouble.body) if trouble else ""
    yield _task(
        _Work(
            called(impersonal(without_praise(title)), setting.names),
            (move.person,),
            messages,
            when if ended is None else "",
            context=context,
        ),
        state,
    )


def _without_tail(body: str) -> str:
    """Work without its numbers as a list, and without what else its doer says of it."""
    bare = _NUMBERS.sub("", body) if len(_NUMBERS.findall(body)) > 1 else body
    head = _TAIL.sub("", bare)
    while head != bare and len(terms(head)) >= _LEAST_TERMS:
        bare, head = head, _TAIL.sub("", head)
    return bare


def _planned(move: Move, setting: Setting) -> tuple[str, str]:
    """When the work is due, and what it is. Of steps with a day each the work is the first, and
    due when all is handed in.
    """
    steps = _STEPS.split(move.body)
    days = [phrase.due(step, setting.language)[0] for step in steps]
    if sum(map(bool, days)) > 1 and steps[0] and not days[0]:
        return (days[-1] if _HANDS_IN.search(steps[-1]) else ""), steps[0]
    when, what = phrase.due(move.body, setting.language)
    return when or phrase.due(move.text, setting.language)[0], what


def _asked_for(talk: Talk, move: Move) -> bool:
    """Whether somebody else has just called for it: asked, proposed, or told a trouble."""
    if talk.turns[move.at].message.reply_to:
        return True
    return any(
        turn.has(*_CALLS) and turn.person != move.person
        for turn in talk.turns[max(0, move.at - _JUST_BEFORE) : move.at]
    )


def _trouble(talk: Talk, move: Move, within: int) -> Move | None:
    """The trouble someone told in the last turns that the work may be an answer to."""
    for before in reversed(talk.turns[max(0, move.at - within) : move.at]):
        for said in before.moves:
            if said.act is Act.PROBLEM and said.person != move.person and not said.reported:
                return said
    return None


def _closed(talk: Talk, move: Move) -> Move | None:
    """The word that the trouble is over which the work was taken on for."""
    if _trouble(talk, move, _SAME_TROUBLE) is None:
        return None
    over = (one for one in talk.moves(Act.CLOSED) if move.at < one.at <= move.at + _STILL_ON_IT)
    return next((one for one in over if not one.question and not one.hedged), None)


def _object_of(talk: Talk, move: Move, verb: str) -> str:
    """`迁完`, "will do": the work is what the message answers."""
    target, turn = talk.target(move.at), talk.turns[move.at]
    if target is None or not verb or not (turn.has(*_ACCEPTS) or turn.message.reply_to):
        return ""
    for said in talk.turns[target].moves:
        if said.act in _STATEMENTS and phrase.clear(phrase.title(said.body)):
            return phrase.carried_out(phrase.title(said.body), verb)
    return ""


def _ended(talk: Talk, move: Move, title: str) -> Move | None:
    """The same person's later word that it is done."""
    for done in talk.moves(Act.DONE):
        short = falls_short(done.text) and not falls_short(title)
        if done.at <= move.at or done.person != move.person or short:
            continue
        apart = told_apart(title, done.body) or only_about(title, done.body)
        if repeats(title, done.body) and not apart:
            return done
    return None


def _assigned(talk: Talk, turn: Turn, move: Move, setting: Setting) -> Iterator[Candidate]:
    when, what = phrase.due(move.body, setting.language)
    title = phrase.title(_without_tail(what))
    if not substantial(title, move, crowd=setting.members.crowd) or move.person in move.who:
        return
    accepted = _acceptance(talk, turn, move.who)
    if accepted is None and response_to(talk, move.at).withdrawn:
        return
    over = _closed(talk, move) if accepted else None
    messages = (move.message, accepted, over.message if over else None)
    work = _Work(title, move.who, messages, "" if over else when, move.person)
    yield _task(work, TaskState.DONE if over else TaskState.OPEN, confirmed=accepted is not None)


def _acceptance(talk: Talk, turn: Turn, who: tuple[Person, ...]) -> Message | None:
    """The message in which one of those asked takes it on."""
    for later in talk.turns[turn.moves[0].at + 1 :]:
        answers = talk.target(later.moves[0].at) == turn.moves[0].at if later.moves else False
        if later.person in who and ((answers and later.has(*_ACCEPTS)) or later.has(Act.TAKE)):
            return later.message
    return None


def _requested(talk: Talk, move: Move, setting: Setting) -> Iterator[Candidate]:
    """What someone in a small team asks of whoever will do it: who says yes has it."""
    if setting.members.count > MOST_MEMBERS or phrase.jokes(move.message.text):
        return
    when, what = phrase.due(move.body, setting.language)
    title = phrase.title(_for_whom(what, move.person.name))
    words = phrase.words_of(title)
    told = terms(words.general.sub("", title)) - terms(move.person.name)
    if not phrase.clear(title, _LEAST_TERMS + 1) or words.leisure.search(title):
        return
    if len(told) < _LEAST_TERMS:  # "send me the materials"
        return
    taken = next((one for one in _next_turns(talk, move) if _takes(one)), None)
    if taken is not None:
        when = when or phrase.due(taken.message.text, setting.language)[0]
    asked = talk.turns[move.at].addressee
    owners = (taken.person,) if taken else (asked,) if asked else ()
    messages = (move.message, taken.message if taken else None)
    work = _Work(title, owners, messages, when, move.person)
    yield _task(work, confirmed=taken is not None)


def _for_whom(text: str, name: str) -> str:
    """A request as another tells it: `给我进度小结` → `给 Chen 进度小结`."""
    if _TO_ME.search(text):
        return _TO_ME.sub(lambda hit: f"{hit['verb']} {name} ", text).strip()
    return _ME_OR_US.sub(phrase.literal(name), text)


def _next_turns(talk: Talk, move: Move) -> list[Turn]:
    after = talk.turns[move.at + 1 : move.at + 1 + _TAKEN_WITHIN]
    return [turn for turn in after if turn.person != move.person]


def _takes(turn: Turn) -> bool:
    return turn.has(*_ACCEPTS, Act.TAKE) or bool(_WILL.match(turn.message.text))


def _done(move: Move, setting: Setting) -> Iterator[Candidate]:
    title = phrase.without_next(phrase.title(move.body))
    if move.body.count(")") > move.body.count("("):  # an aside
        return
    if tells_status(title) or _LONG_AGO.search(move.text):
        return
    title = without_praise(title)
    if substantial(title, move, crowd=setting.members.crowd):
        title = called(impersonal(title), setting.names)
        yield _task(_Work(title, (move.person,), (move.message,)), TaskState.DONE)


def _gives(move: Move) -> bool:
    """Whether it gives someone a piece of work, or hands it on, and no role."""
    if move.act is Act.ROLE:
        return bool(_HANDS_ON.search(move.text)) and not (
            move.question or move.conditional or move.cause or is_role(move)
        )
    return move.act is Act.ASSIGN


def _dropped(move: Move) -> Iterator[Candidate]:
    """Work its owner says will not be done."""
    title = phrase.title(phrase.without_reason(move.body))
    if phrase.clear(title) and not phrase.words_of(title).vague.search(title):
        yield _task(_Work(title, (move.person,), (move.message,)), TaskState.DROPPED)


def _task(work: _Work, state: TaskState = TaskState.OPEN, *, confirmed: bool = True) -> Candidate:
    names = ", ".join(owner.name for owner in work.owners)
    accepted = work.assigner is not None and confirmed
    return Candidate(
        kind=Kind.TASK,
        title=work.title,
        evidence=draft.evidence(work.messages),
        slot=work_slot(work.title, state),
        tail=tuple(piece for piece in (names, work.due) if piece),
        fields=((Field.CONTEXT, work.context),) if work.context else (),
        state=state,
        decided_by=(work.assigner,) if work.assigner else (),
        confirmed_by=tuple(Confirmation(owner) for owner in work.owners) if accepted else (),
        confirmed=confirmed,
        reason="" if confirmed else draft.NOT_ACCEPTED,
    )

"""Reports: what a message tells is done, or over; for the tasks it may end (DESIGN §5 "Judge")."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from progressive_memory.domain.candidate import Person
from progressive_memory.domain.message import Message
from progressive_memory.flush.extract.grammar.acts import Move, Turn, read
from progressive_memory.flush.extract.grammar.members import Members
from progressive_memory.flush.extract.lexicon.lexicon import Act
from progressive_memory.flush.extract.work.outcomes import insides
from progressive_memory.text.similarity import negated

EVERYTHING = "*"
"""The scope of a milestone that ends all that is open: the project, or the phase it was in."""

TROUBLE = "!"
"""The scope of a trouble that its reporter calls closed: the work taken when it was raised."""

_NOT_TOLD = frozenset({Act.PROPOSE, Act.ASSIGN, Act.TAKE, Act.CHATTER})
_PRAISE_AFTER = timedelta(minutes=30)
_RESULT = re.compile(
    r"完成|上线|接入|建好|就绪|生效|灰度|验收通过|修复|修好|搞定|跑通|打通|通了|合入|合并了|交付|"
    r"已(?:经)?(?:加|建|发|上|补|改|换|接|配|写|做|迁|支持)|(?:加|建|发|补|改|换|接|配|写|做|迁|画|录|拍|改)(?:好|完)|"
    r"挂上|缓解|解决|新增|恢复正常|"
    r"\b(?:has|have|had|is|are|was|were|been|now)\b[\w ]{0,20}\b(?:complete[d]?|done|finished|fixed|live|"
    r"online|deployed|released|shipped|published|ready|resolved|rolled out|set up|running(?! again)|operational|"
    r"uploaded|updated|migrated|created|added|enabled|removed|implemented|integrated|merged|relieved|"
    r"alleviated|mitigated|backfilled|masked|delivered|accepted|recorded|drawn|written|held|in place)\b|"
    r"\b(?:completed|finished|deployed|released|shipped|merged|added|fixed|integrated|implemented)\b",
    re.IGNORECASE,
)
_NOT_YET = re.compile(
    r"明天|今晚|下周|下个?月|稍后|晚点|将会?|我会|会(?=搞定|完成|修好|上线|做完|尽快)|准备|打算|计划|待|即将|还差|尚|一半|部分|初版|首版|草稿|初稿|"
    r"v0\.|进度|\d+%|如果|等.{0,12}(?:后|再)|才能|可以|应该|"
    r"'ll\b|\b(?:tomorrow|tonight|next|later|soon|will|would|should|could|can|may|might|to be|going to|plan|"
    r"planning|almost|nearly|half|partly|partially|first (?:draft|version|cut)|draft|initial|if|when|once|"
    r"until|before|after|in progress|not yet|wip|todo)\b|\d+ ?%",
    re.IGNORECASE,
)
_FREED = re.compile(
    r"收到了|恢复(?:了|正常)|又(?:能|可以)用了|(?:能|可以)?继续(?:做|推进|开发)(?:了|吧)?$|不卡了|不再卡|解除阻塞|已解除|"
    r"\b(?:is|are|'s|'re) (?:now |finally )?back(?: up| online)?(?=$|[,.;!]| (?:and|now|again)\b)|"
    r"\b(?:running|works?|working|up) again\b|\b(?:unblocked|no longer blocked)\b",
    re.IGNORECASE,
)
_PROJECT_OVER = re.compile(
    r"结项(?!时|前|日|材料|报告)|项目[^，。；]{0,8}(?:圆满结束|正式结束|到此结束|已结束|全部完成|收尾了|关闭了)|"
    r"\bclos(?:e|ed|ing) (?:out )?(?:this|the|our) project\b|"
    r"\bproject\b[^,;.]{0,30}\b(?:is|has been|has|was|are)\b[^,;.]{0,24}"
    r"\b(?:over|closed|completed?|concluded|ended|finished|wrapped up|come to an? [\w ]{0,20}(?:end|close|conclusion))\b|"
    r"\bproject\b[^,;.]{0,20}\b(?:comes to an? [\w ]{0,20}(?:end|close|conclusion)|concludes|ends here)\b",
    re.IGNORECASE,
)
_PHASE = (
    r"(?P<phase>MVP|PoC|beta|alpha|pilot|UAT|milestone \w{1,3}|phase (?:one|two|three|\d)|"
    r"(?:第?[一二三四五1-5]期)|第[一二三四五1-5]阶段|试点|内测|公测|里程碑)"
)
_PHASE_OVER = re.compile(
    r"^(?:按时|顺利|我们的?|the |our )*"
    + _PHASE
    + r"(?:功能|项目|阶段|版本| features?| scope| phase| stage)?"
    r"(?:已经?|正式|全部|均|都|顺利)*(?:达标|完成|交付|收尾(?!吧)|结束|验收通过|通过验收|关闭)|"
    r"^(?:the |our )*(?P<phase_en>MVP|PoC|beta|alpha|pilot|UAT|milestone \w{1,3}|phase (?:one|two|three|\d))"
    r"(?: features?| scope| phase| stage| version| standards?| targets?| goals?| functionality| function)* "
    r"(?:is |are |has |have |was |were |been |now |officially |all |on time )*"
    r"(?:complete[d]?|done|finished|delivered|accepted|closed|over|met|reached|achieved|passed)\b",
    re.IGNORECASE,
)
_FEATURE_OVER = re.compile(
    r"^(?P<name>[^，,。；;：:！!？?]{2,16}?)(?:模块|功能|系统)?(?:已经?|正式|全部|顺利|也|都)*"
    r"(?:验收通过|通过验收|全量上线|全量发布|正式上线|正式发布|交付完成|已交付|(?:非?常|很|圆满)?成功(?:举行|举办|完成)?了?(?=[。！!，,]|$)|"
    r"圆满结束|顺利结束|开完了|办完了|(?<=演示)反馈|(?<=demo)反馈)|"
    r"^(?:the |our |your )?(?P<name_en>[\w /+-]{3,40}?) "
    r"(?:is |are |has |have |was |were |been |now |officially |fully |finally )*"
    r"(?:accepted|signed off|passed acceptance|passed the acceptance|delivered|a (?:great |huge |big )?success|"
    r"(?:very |highly |really )?successful|went (?:very |really )?well|held|concluded)\b",
    re.IGNORECASE,
)
_DEMO_FEEDBACK = re.compile(
    r"^(?P<name>演示|demo)\s*(?:的)?(?:反馈|复盘)|^(?P<name_en>demo(?:nstration)?) feedback",
    re.IGNORECASE,
)
_ACCEPTED = re.compile(
    r"^(?:验收通过|已验收|通过验收|(?:the )?acceptance (?:test )?(?:has )?(?:been )?passed|accepted\b|"
    r"passed (?:the )?acceptance)",
    re.IGNORECASE,
)
_SUBMITS = re.compile(
    r"^(?:提交|交付|已提交|交稿)(?:了|如下)?[：:，,]|^(?:submitted|submitting|submission|delivered)\b",
    re.IGNORECASE,
)
_PRAISE = re.compile(
    r"(?P<name>[^，,。；;：:！!？?]{2,12}?)(?:做|干|完成)[的得](?:很|非常|真|挺)?(?:不错|好|漂亮|棒)|"
    r"(?:great|good|nice|excellent) (?:job|work) (?:on|with) (?:the )?(?P<name_en>[\w -]{3,40})|"
    r"^(?:the )?(?P<name_is>[\w -]{3,40}?) (?:is|was|has been) (?:very |really )?"
    r"(?:well done|done (?:very |so |quite |really )?(?:well|nicely)|great|excellent|good|nicely done|impressive)\b",
    re.IGNORECASE,
)
_NO_NAME = re.compile(
    r"\b(?:what|which|who|that|for|thanks?|i|we|you|he|she|they|but|because|if)\b", re.IGNORECASE
)
_FREED_WORDS = ("back", "again", "blocked")
_TROUBLE_OVER_WORDS = ("closed", "wrapped", "settled", "resolved")
"""What stands in all that the English half of the two patterns finds."""
_PIECES = re.compile(r"[，,；;：:。！!]\s*|\s+and (?=(?:also )?\w+ed\b)")


_TROUBLE_OVER = re.compile(
    r"(?:这个|该|此|上述)?(?:问题|故障|bug|缺陷)(?:已经?|可以|都|就|算|现在)*(?:收尾|闭环|关闭|关掉|结案|(?:正式|彻底)?解决)(?:了|吧)?$|"
    r"\b(?:this |the |that )?(?:issue|problem|incident|bug|defect) (?:is |has been |was |can be )?(?:now |officially )?"
    r"(?:closed|wrapped up|settled|resolved)(?: now| out)?$",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Report:
    """What a person told, in one clause.

    `pieces` name what is done. Of a milestone `over` is its name as it was said, and `scope` what
    names the tasks that belong to it (`EVERYTHING` = all that are open); both are "" otherwise.
    `told` is a clause that states something of a thing, whether it is done or not. `submitter` is
    the one whose submission, made just before, the message accepts. `freed` tells that what was
    stuck goes on, or that what it waited for is there. `inside` are the things of whose details it
    speaks, asked or told: they are there.
    """

    message: Message
    person: Person
    pieces: tuple[str, ...] = ()
    over: str = ""
    scope: str = ""
    told: str = ""
    submitter: Person | None = None
    freed: str = ""
    inside: tuple[str, ...] = ()


def reports(messages: Sequence[Message], people: Iterable[Person] = ()) -> tuple[Report, ...]:
    """The reports in `messages` (in time order), oldest first."""
    return reports_of(read(messages, Members.of(messages, people)))


def reports_of(turns: Iterable[Turn]) -> tuple[Report, ...]:
    """The reports in `turns` (in time order), oldest first."""
    accepted_at: datetime | None = None
    submitted: Turn | None = None
    found: list[Report] = []
    for turn in turns:
        said = list(_told(turn))
        if any(_ACCEPTED.match(text) for text in said):
            accepted_at = turn.message.at
            if submitted and submitted.person != turn.person and _just_after(turn, submitted):
                found.append(Report(turn.message, turn.person, submitter=submitted.person))
            submitted = None
        if turn.moves and _SUBMITS.match(turn.message.text):
            submitted = turn
        just = accepted_at is not None and turn.message.at - accepted_at <= _PRAISE_AFTER
        inside = tuple(insides(turn.message.text)) if turn.moves else ()
        if inside:
            found.append(Report(turn.message, turn.person, inside=inside))
        for text in said:
            found += _of(text, turn)
            if _ends_trouble(text):
                found.append(Report(turn.message, turn.person, scope=TROUBLE))
        if freed := ", ".join(text for text in said if _is_freed(text)):
            found.append(Report(turn.message, turn.person, freed=freed))
        praised = _praised(turn.message.text) if just and turn.moves else ""
        if praised:
            found.append(Report(turn.message, turn.person, over=praised, scope=praised))
    return tuple(found)


def _just_after(turn: Turn, other: Turn) -> bool:
    return turn.message.at - other.message.at <= _PRAISE_AFTER


def _told(turn: Turn) -> Iterator[str]:
    """The clauses that tell something as a fact, each once."""
    told = (move.text for move in turn.moves if _is_told(move))
    yield from dict.fromkeys(told)


def _is_told(move: Move) -> bool:
    if move.act in _NOT_TOLD or move.question or move.reported:
        return False
    return not (move.conditional or move.hedged)


def _praised(text: str) -> str:
    """What a message praises, which is thanks and no statement; "" for nothing by name."""
    hits = (_PRAISE.search(piece) for piece in _PIECES.split(text))
    return next((name for hit in hits if hit and (name := _named(hit))), "")


def _of(text: str, turn: Turn) -> Iterator[Report]:
    over = _milestone(text)
    if over is not None:
        yield Report(turn.message, turn.person, over=over[0], scope=over[1])
    pieces = tuple(piece for piece in _PIECES.split(text) if is_result(piece))
    yield Report(turn.message, turn.person, pieces, told=text)


def is_result(piece: str) -> bool:
    """Whether a piece of a clause tells a result, whole and in the past."""
    return bool(_RESULT.search(piece)) and not _NOT_YET.search(piece) and not negated(piece)


def _is_freed(text: str) -> bool:
    if text.isascii() and not _says(text, _FREED_WORDS):
        return False
    # "no longer blocked" denies the trouble, not its end.
    bare = re.sub(r"\bno longer blocked\b|不卡了|不再卡", "unblocked", text, flags=re.IGNORECASE)
    sure = re.sub(r"可以(?=继续|用了)", "", bare)
    return bool(_FREED.search(sure)) and not _NOT_YET.search(sure) and not negated(sure)


def _milestone(text: str) -> tuple[str, str] | None:
    if hit := _DEMO_FEEDBACK.match(text):
        return _named(hit), _named(hit)  # whatever the feedback says
    over = _over(text)
    return None if over is None or _NOT_YET.search(text) or negated(text) else over


def _over(text: str) -> tuple[str, str] | None:
    if _PROJECT_OVER.search(text):
        return "", EVERYTHING
    if hit := _PHASE_OVER.match(text):
        return _named(hit), EVERYTHING
    hit = _FEATURE_OVER.match(text)
    return (_named(hit), _named(hit)) if hit and _named(hit) else None


def _ends_trouble(text: str) -> bool:
    if text.isascii() and not _says(text, _TROUBLE_OVER_WORDS):
        return False
    return bool(_TROUBLE_OVER.search(text.strip("。.!！ "))) and not negated(text)


def _says(text: str, words: tuple[str, ...]) -> bool:
    """Whether one of the words stands in a text: far cheaper to ask than a pattern."""
    lowered = text.lower()
    return any(word in lowered for word in words)


def _named(hit: re.Match[str]) -> str:
    """The name the pattern found; "" where it is no name but the middle of a sentence."""
    name = next((name.strip() for name in hit.groupdict().values() if name), "")
    return "" if _NO_NAME.search(name) else name

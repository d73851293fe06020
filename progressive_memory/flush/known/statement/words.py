"""The words that give a statement its shape, in both languages: what holds, what changes. Pure."""

from __future__ import annotations

import re

EXTRA = re.compile(
    r"[,，;；]?\s*\b(?:except|unless|other than|apart from|provided that|as long as|because|since|"
    r"so that|in order to)\b"
    r"|[,;]\s*(?:and|but|plus)\b"
    r"|[，,；;]\s*(?:除|只有|但|不过|因为|由于|毕竟|遇到|如遇|如果|若|另外|并且|并|同时)"
    r"|[，,；;](?=[^，,；;]*(?:除外|例外))"
    r"|[（(](?:除|except)",
    re.IGNORECASE,
)
"""Where an exception, a reason or one thing more begins."""

_OLD = r"(?P<old>[^,;，；。]{1,40}?)"
REPLACED = (
    re.compile(
        r"[,，]?\s*\b(?:instead of|rather than|in place of)\s+(?:in |on |with |at )?"
        rf"{_OLD}"
        r"(?=\s+(?:for|as|in|on|at)\s|[,;]|$)",
        re.IGNORECASE,
    ),
    re.compile(rf",\s*not\s+(?:in |on |with |at |the )*{_OLD}(?=[,;]|$)", re.IGNORECASE),
    re.compile(rf"\breplace\s+(?:the )?{_OLD}(?=\s+(?:with|by)\s)", re.IGNORECASE),
    re.compile(rf"(?:从|由)\s*{_OLD}\s*(?=(?:统一|全部|都)?(?:换|改|迁|切|调|升|降|移|搬|提|到))"),
    re.compile(
        rf"(?:[，,；;]\s*不再?(?:使?用|去|放在?|存|走|要)|而不是|代替|取代)\s*{_OLD}\s*了?(?=[，,；;]|$)"
    ),
    re.compile(rf"不再?(?:使?用|去|放在?|存|走|要)\s*{_OLD}\s*了(?=[，,；;]|$)"),
)
"""What is given up for something else; only where something else is named."""

FROM_TO = re.compile(rf"\bfrom\s+(?:the )?{_OLD}(?=\s+(?:to|into|onto)\s)", re.IGNORECASE)
"""The same, where the statement says that something changes."""

CHANGES = re.compile(
    r"\b(?:switch(?:ed)?|moved?|migrated?|changed|^change|postponed?|renamed?|upgraded?|"
    r"downgraded?|raised?|lowered?|bump(?:ed)?|increased?|reduced?|extend(?:ed)?|shorten(?:ed)?|"
    r"from now on|no longer|now|after all|again|instead|stop(?:ped)?)\b"
    r"|改|换(?=成|到|为|用)|切到|切换|迁|调到|调整|升级?到|降到|降为|提到|提高到|推迟|提前|不再|以后|今后|从现在起|了$",
    re.IGNORECASE,
)
SWAPS = re.compile(
    r"\b(?:switch(?:ed)?|changed|^change)\b.*\bto\b|\binstead$|改用|改成|改为|换成|换为|换用",
    re.IGNORECASE,
)
"""Says that one thing takes the place of what was there, whatever it is."""

ADDS = re.compile(
    r"\b(?:also|too|as well|additionally|in addition|besides)\b"
    r"|(?<!即使)也(?!许|不|就)|还(?=要|支持|得|是要|会|有)|另外|同时|一并|再加",
    re.IGNORECASE,
)
_STATED = (
    r"使用|采用|选用|沿用|(?<![可应作费常信引利占复专适试])用(?!户|途|例|于|法|语)|放在|放到|存(?=\s*[A-Za-z])|"
    r"(?<![存现正所])在|(?<![因认作行])为|(?<![不可但还就总只])是(?!否)|叫|去(?!掉|年)"
)
SETTLES = re.compile(
    r"\b(?:uses?|using|adopt|runs? on|lives? in|is at|located|hosted|stored?|kept|keep|held|hold|"
    r"listens?|is|are|named?|called?|written in|write)\b|" + _STATED,
    re.IGNORECASE,
)
"""Verbs that give a thing one value: another value takes its place."""

ACT = re.compile(
    r"^(?:we |let'?s |to )?(?:not |never )?(?:support|add|accept|close|merge|fix|review|translate|"
    r"publish|approve|implement|check|discuss|invite|file|open|send|ask|create|remove|delete|drop|defer|"
    r"record|mark|tag|announce|post|submit|request|nominate|elect|cancel|skip|convert)s?\b"
    r"|支持|增加|新增|添加|关闭|合并(?!请求)|修复|翻译|通过|讨论|邀请|取消|跳过|删除",
    re.IGNORECASE,
)
"""Something to do to a thing, which may be done to another as well."""

HELD = (
    re.compile(
        r"\b(?:use[sd]?|using|adopt)\s+(?P<v>[^,;]+?)(?=\s+(?:for|as)\s|[,;]|$)", re.IGNORECASE
    ),
    re.compile(
        r"\b(?:to|in|on|at|with|into|by|is|are|called|named|onto|be)\s+(?P<v>[^,;]+?)(?=\s+for\s|[,;]|$)",
        re.IGNORECASE,
    ),
    re.compile(r"\b(?:name|call)\s.+\s(?P<v>[A-Z]\w+)$"),
    re.compile(
        r"(?:改用|改成|改为|改到|改存|改放[到在]|改去|换成|换到|换为|切到|切换到|迁到|迁移到|升级到|升到|调到|调整为|"
        rf"定为|设为|定在|{_STATED})\s*(?P<v>[A-Za-z0-9][ -~]*|[^，,；;。]+)"
    ),
)
"""What stands where a value stands: the named thing a statement gives to what it is about."""

PARTICLES_ZH = re.compile(
    r"[的了吧啊呢把将都也还要会能应该先再就做]|需要|可以|允许|禁止|不(?!同|断|过|仅|只|但)|没有?|别(?!人|的)|勿"
)
LINKING_ZH = re.compile(
    r"改用|改成|改为|改到|改存|改放[到在]|改去|改|换成|换到|换为|切到|切换到|迁移?到|升级?到|调整?[到为]|降[到为]|提高?到|"
    r"推迟到|提前到|决定|建议|约定|定为|设置?[为成]|定在|统一|全部|继续|保持|以后|今后|从现在起|现在|目前|一律|目录|进行|"
    rf"放|[里上中下](?=\s|$)|(?<![时期])从|(?<!迟)到|是|{_STATED}"
)
LINKING_EN = re.compile(
    r"\b(?:from now on|go(?:es)? out|after all|runs? on|lives? in|listens? on|no longer)\b",
    re.IGNORECASE,
)
_EMPTY_EN = frozenset(
    (
        "a an the and or of to in on at by for with from as is are was were be been it its "
        "this that these those i you he she we they my your our their will would can could "
        "should may must shall do does did has have had not no never don doesn won t s so "
        "very just then there again now instead use uses used using adopt set sets switch "
        "switched move moved migrate migrated change changed convert converted raise raised "
        "lower lowered reduce increase increased bump upgrade upgraded postpone postponed "
        "adjust rename named name call called run runs allow allowed allows stop into onto "
        "also too all us let lets please need needs longer live lives require requires "
        "decided decision agreed resolved resolution propose proposed proposal extend "
        "extended shorten shortened"
    ).split()
)


def is_empty(word: str) -> bool:
    """Whether an English word only holds a sentence together, or says that something is set."""
    return word.casefold() in _EMPTY_EN

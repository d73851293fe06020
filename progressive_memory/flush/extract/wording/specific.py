"""Specific: whether an English line names what it is about, for one who was not there.

A channel is full of lines that are true and tell nobody anything: "added a comment to the ticket",
"I'll take a closer look". What is left of such a line without the words every team uses every day
must name a thing.
"""

from __future__ import annotations

import re

from progressive_memory.text.similarity import stem

_LEAST_NAMED = 3  # words that name something; 2 where one of them is a name
_TOKEN = re.compile(r"[#A-Za-z0-9@][\w.#/@'-]*")
_EVERYDAY = frozenset(
    stem(word)
    for word in (
        # words of grammar
        "a an the and or but if of to in on at by for with from as is are was were be been being it its this that "
        "these those i you he she we they me him her us them my your our their do does did have has had will would "
        "can could should may might must not no so too very just also then than there here what which who when "
        "where how why all any some about into out up down over again now first ok okay yes let lets get got go "
        "going done make made need want like dont don't isn't wasn't aren't didn't either neither both each every "
        "several few more most less least much many lot lots only even still already soon later yet ever never "
        "always really actually probably likely maybe perhaps hopefully as well such same other another one two "
        "three while before after until since because once away back along around through off per via etc "
        # what people do in every channel
        "take took give gave put keep kept look see saw say said tell told ask asked think thought know try tried "
        "attempt start started begin stop finish finished complete completed end close closed open opened work "
        "worked working happen happened come came leave left find found call called show showed run ran use used "
        "set move moved send sent write wrote written post posted add added update updated change changed fix fixed "
        "check checked test tested review reviewed merge merged commit committed create created remove removed "
        "resolve resolved handle handled implement implemented follow help helped mark marked note noted mention "
        "assign assigned claim claimed push pushed pull pulled vote voted approve approved accept accepted reject "
        "discuss discussed revisit talk decide decided schedule scheduled announce announced spend sync "
        "investigate research dig continue proceed wait ping pinged email emailed mail mailed raise jump skip hit "
        "sounds seems looks agree distribute declare "
        # what channels are about when they are about nothing
        "thing stuff something anything everything someone anyone everyone people folks guys person team issue "
        "ticket bug problem pr prs patch jira comment message reply question answer info information "
        "detail details link page list thread discussion meeting mtg agenda topic item idea opinion email "
        "mails vote votes code review change changes fix fixes updates work task tasks todo action actions "
        "status plan step steps way ways part parts piece bit lot rest others version number name "
        "place time times day days week weeks month today tomorrow yesterday morning afternoon evening night "
        "next last previous new old final quick short "
        "small tiny little big major minor good great nice fine better best bad right wrong own whole entire "
        "asap fyi tbh imo imho afaik iirc btw eta ok official formal closer inline +1 -1 fun one's "
        "volunteer volunteers need needed request requests situation suggestion suggestions concern concerns "
        "feedback result results related relevant appropriate corresponding minute minutes hour hours moment while end ends start "
    ).split()
)
_DATE = re.compile(r"\d{4}-\d{2}(?:-\d{2})?")
_DAYS = frozenset("monday tuesday wednesday thursday friday saturday sunday".split())
# A thing of which every team has many, by no name.
_OF_MANY = (
    r"(?:(?:new|old|last|other|whole|first|second|final|current|jira|main|next|wiki|open|"
    r"related|corresponding|relevant|appropriate|merged|following|same|original|actual) )?"
    r"(?:tickets?|jiras?|issues?|bugs?|prs?|pull requests?|patch(?:es)?|branch|"
    r"threads?|comments?|e?mails?|messages?|meeting|mtg|notes?|discussion|pages?|wiki page|submitter|reporter|author|"
    r"links?|vote|first option|second option|last one|other one|former|latter|situation|following|idea|suggestion|"
    r"proposal|approach|rest|others|same|above|below)"
)
_UNNAMED = re.compile(
    rf"\b(?:this|that|these|those) {_OF_MANY}\b(?!['’]|[-# ]?\d)|\b(?:the|your|said|her|his|their) {_OF_MANY}\b"
    r"(?!['’]| (?:for|of|on|about|that|which|where|in|from|with|called|named|between|is|are|was|were|(?-i:\(?[A-Z#\d`])))",
    re.IGNORECASE,
)
_ANCHOR = re.compile(
    r"#\d+|\b[A-Za-z]+[-_./]?\d[\w.-]*|\b\d+\.\d[\w.]*|\b(?!(?:ASAP|FYI|TBH|IMO|OK|PR|PRS|JIRA)\b)[A-Z]{2,}\w*|\b\w*[a-z][A-Z]\w*|"
    r"\b\w+[._]\w+|`[^`]{3,}`"
)
_TALK_DEED = re.compile(
    r"^(?:just |also |then |now |already )*(?:post(?:ed)? (?:in|on|to|this|that|here|there)\b|"
    r"(?:add|leave|left|put|post|write|wrote|ma[dk]e|send|sent|drop|reply|replied|g[ai]ve|provide|cast|jot)\w* (?:out |up |in |down )?"
    r"(?:(?!release|upgrade|design|meeting|the)@?[\w-]+['’]?s? ){0,3}?(?:an? |the |my |your |some |another |lots? of |several |few |debug |quick |brief |short |more |inline |"
    r"negative |initial |little )*(?:comments?|notes?|[+-]1|votes?|reply|replies|messages?|e?mails?|pings?|feedback|concerns?|questions?|reviews?|"
    r"mentions?|heads[- ]up|thoughts?|nudge|reminders?|opinions?|shout|call-?out|wave|link)\b|"
    r"(?:ping|ask|mention|note|comment|vote|e-?mail|mail|announce|tell|remind|nudge|poke|thank|reply|respond|declare|highlight|recommend|"
    r"notice|summari[sz]e|second|report back|follow|followed|check(?:ed)? (?:in|with)|touch base|reach(?:ed)? out|bring up|brought up)"
    r"(?:e?d|s|ing)?\b)",
    re.IGNORECASE,
)
_IN_PERSON = re.compile(r"\b(?:you|your|yours|us|we|we'(?:re|ll|ve|d))\b", re.IGNORECASE)
_OURS = re.compile(r"\bour\b", re.IGNORECASE)


def stands_alone(line: str, *, sure: bool = False) -> bool:
    """True when an English line tells who was not there what it is about; what is surely
    meant, a thing with a day to it or a proposal, needs fewer names.
    """
    return specific(line, sure=sure) and not leaves_unnamed(line) and not in_person(line)


def specific(line: str, *, sure: bool = False) -> bool:
    """True when an English line names enough: things, and not only what every channel has."""
    named = {
        token.lower()
        for token in _TOKEN.findall(line)
        if len(token) > 1 and names_a_thing(token.strip("'.,-/"))
    }
    return len(named) >= _LEAST_NAMED - (sure or anchored(line))


def names_a_thing(word: str) -> bool:
    """True when an English word is none of those every channel uses of everything."""
    word = word.lower()
    return not _DATE.fullmatch(word) and word not in _DAYS and not is_everyday(word)


def is_everyday(word: str) -> bool:
    """True for a word (in lower case) that every channel has."""
    return stem(word) in _EVERYDAY


def anchored(line: str) -> bool:
    """True when a line holds a name: an issue's key, a version, an identifier, a quoted word."""
    return bool(_ANCHOR.search(line))


def leaves_unnamed(line: str) -> bool:
    """True when a line speaks of "the ticket" or "that page" and says not which."""
    return bool(_UNNAMED.search(line))


def is_talk_deed(line: str) -> bool:
    """True when the deed is talk: a comment left, a vote cast, somebody pinged."""
    return bool(_TALK_DEED.match(line))


def in_person(line: str) -> bool:
    """True when a line speaks as one of those who talk: "get us started", "as you said"."""
    return bool(_IN_PERSON.search(line))


def impersonal(line: str) -> str:
    """`line` with what is "ours" as a reader of the team says it: "the roadmap"."""
    return _OURS.sub(lambda hit: "The" if hit.group()[0].isupper() else "the", line)

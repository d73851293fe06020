"""Empty words: what is said in the form of a decision and decides nothing."""

from __future__ import annotations

import re

# Tells how things are or were; agreement to it decides nothing unless it also says what shall be.
_TELLS = re.compile(
    r"(?:even though|although|hopefully|though|having|people|everyone|somebody|like|just|any ?one|there (?:is|are|was|were)|an? \w+ issue|the (?:question|reason|problem|"
    r"point|comments?|issue|discussion)|discussion|see|same|being|modulo|aside|about|still|damn|willing|already|leaving|going back|"
    r"otherwise|if you|\d+ came|some)\b|"
    r"(?:\S+ ){1,6}?(?:was|were|had|did|(?:has|have)(?= (?:been|already)\b)|does|doesn't|didn't|wasn't|weren't|(?:is|are)(?= (?:also|still|really|very|pretty|subtly|more|"
    r"less|too|so|my|\w+ing)\b)|seems?|thinks?|feels?|looks?|sounds?|makes|remembers?|knows?|likes?|happen\w*|came|made)\b",
    re.IGNORECASE,
)
_SHALL = re.compile(
    r"\b(?:should|must|will|won'?t|shall|needs?|ought|can(?:not|'t)?|may|let'?s|want|require[sd]?|instead|rather than|going to|"
    r"stays?|remains?|keep)\b|'ll\b",
    re.IGNORECASE,
)
# Talk about the talk: what to say, see or discuss decides nothing.
_SPEECH = re.compile(
    r"(?:also |probably |definitely |just )*(?:mention|note|point out|call out|talk|discuss|remember|thank|say|hear|comply|"
    r"circle back|acknowledge|congratulate|welcome|celebrate|mull|bikeshed|seriously)\b|(?:提一下|说一下|感谢|聊聊)",
    re.IGNORECASE,
)
# Says that there will be talk, not what came of it; or asks.
_ONLY_TALK = re.compile(
    r"(?:let'?s )?(?:talk|speak|think|wait|see|look|hope|agree|decide|try to decide|try and decide|don'?t you|explain|why|who|how|"
    r"what|theres|there'?s|one more|another|nothing|none|regarding|as for|speaking of|\w+, (?:i'm|i am|i)\b|\S+ thread$|sounds? (?:like an?|good|great|nice|fine))\b|s/",
    re.IGNORECASE,
)
# "merge #78": a number alone says nothing to who was not there.
_BY_NUMBER = re.compile(
    r"^(?:close|merge|accept|approve|reopen|land|ship|revert|reject|defer|adopt)\w* (?:the )?(?:issues?|prs?|mrs?|pull requests?|rfcs?|tickets?|\w+)? ?#?"
    r"(?P<number>\d+)(?:(?:,| and|,? &) #?\d+)*(?: as [\"“']?(?:out of scope|won'?t ?fix|unnecessary|done|is|completed|resolved|needed)[\"”']?| won'?t ?fix| now| and (?:iterate|move on|continue)\b.*)*$",
    re.IGNORECASE,
)
_CUT_OFF = re.compile(r"\b(?:for|to|of|with|by|at|in|and|or|the|an?)$", re.IGNORECASE)


def only_tells(text: str) -> bool:
    """True when a statement tells how things are and not what shall be."""
    return bool(_TELLS.match(text)) and not _SHALL.search(text)


def is_talk(title: str) -> bool:
    """True when it is about what to say, see or discuss."""
    return bool(_SPEECH.match(title))


def only_talks(title: str) -> bool:
    """True when it announces talk, asks or judges, whoever says that it is decided."""
    return bool(_ONLY_TALK.match(title))


def is_cut_off(title: str) -> bool:
    """True when a title ends where something should follow."""
    return bool(_CUT_OFF.search(title))


def bare_number(title: str) -> str:
    """The number of the issue a title only closes, merges, …; "" when it says more."""
    hit = _BY_NUMBER.match(title)
    return hit["number"] if hit else ""

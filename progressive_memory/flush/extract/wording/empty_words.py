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
    r"delay|postpone|move (?:the )?(?:discussion|conversation|talk)|circle back|acknowledge|congratulate|welcome|celebrate|mull|bikeshed|seriously)\b|(?:提一下|说一下|感谢|聊聊)",
    re.IGNORECASE,
)
# Says that there will be talk, not what came of it; or asks.
_ONLY_TALK = re.compile(
    r"(?:let'?s )?(?:next\b[,:]?(?: up)? |no volunteers|move (?:along|on)|talk|speak|think|wait|see|look|hope|agree|decide|try to decide|try and decide|don'?t you|explain|why|who|how|"
    r"what|theres|there'?s|one more|another|nothing|none|regarding|as for|speaking of|\w+, (?:i'm|i am|i)\b|\S+ thread$|sounds? (?:like an?|good|great|nice|fine))\b|s/",
    re.IGNORECASE,
)
# "merge #78": a number alone says nothing to who was not there.
_BY_NUMBER = re.compile(
    r"^(?:close|merge|accept|approve|reopen|land|ship|revert|reject|defer|adopt)\w* (?:the )?(?:issues?|prs?|mrs?|pull requests?|rfcs?|tickets?|\w+)? ?#?"
    r"(?P<number>\d+)(?:(?:,| and|,? &) #?\d+)*(?: as [\"“']?(?:out of scope|won'?t ?fix|unnecessary|done|is|completed|resolved|needed)[\"”']?| won'?t ?fix| now| and (?:iterate|move on|continue)\b.*)*$",
    re.IGNORECASE,
)
# What is said to be good, hard or likely is an opinion, whoever shares it; what will be so, a guess.
_JUDGED = (
    r"(?:too |very |quite |so |pretty |really |rather |more |less |most |least |a (?:bit|little|lot) |much |probably |"
    r"definitely |still |also |just |the |an? |\w+est )*"
    r"(?:big(?:g?est)?|great(?:est)?|good|nice|fine|bad|best|better|worse|worst|cool|awesome|wasteful|hard(?:er)?|eas(?:y|ier)|"
    r"difficult|important|useful|useless|helpful|tricky|painful|ugly|possible|impossible|likely|unlikely|able|right|wrong|"
    r"reasonable|sensible|confus\w+|odd|weird|strange|interesting|common|nearly|almost|enough|clear(?:er)?|unclear|"
    r"problem\w*|challenge|shame|pain|mess|step|start|candidate|sense|similar|identical|worth\w*|sufficient|preferable|ideal|"
    r"a lot|lots|fun|sad|happy|glad|stuck|around|available|missing|sure|aware|there|here)\b"
)
_JUDGES = re.compile(
    rf"[^,;.]{{0,80}}?\b(?:is|are|was|were|be|been|being|seems?|sounds?|looks?|feels?|makes?|becomes?|gets?|'s|'re) {_JUDGED}"
    r"|[^,;.]{0,60}?\b(?:will|would|could|may|might) (?:also |probably |still |just |all |then )*(?:have|work|help|happen|mean|need|take|"
    r"see|know|want|like|get|give us|require|allow|always|never|ideally|certainly|really)\b"
    r"|(?:people|users|folks|everyone|everybody|anyone|someone|nobody|sysadmins?|developers?|he|she|they|i|you)\b"
    r"|(?:one|another) (?:other )?(?:option|idea|thought|possibility)\b|(?:time|ready|happy|glad|good|great|nice|sorry|thanks|sounds|seems|looks|guess|think|hope|wish|assume|depends|depending|"
    r"without|as long as|even|either|personally|ideally|generally|typically|usually|currently|right now|last time|next time|"
    r"don'?t (?:quite |really )?(?:know|think|understand|see|mind|have|recall|remember|like|care|want|feel|believe|get))\b",
    re.IGNORECASE,
)
_CUT_OFF = re.compile(r"\b(?:as follows|for|to|of|with|by|at|in|and|or|the|an?)$", re.IGNORECASE)


def only_tells(text: str) -> bool:
    """True when a statement tells how things are and not what shall be."""
    return bool(_TELLS.match(text)) and not _SHALL.search(text)


def is_talk(title: str) -> bool:
    """True when it is about what to say, see or discuss."""
    return bool(_SPEECH.match(title))


def only_talks(title: str) -> bool:
    """True when it announces talk, asks or judges, whoever says that it is decided."""
    return bool(_ONLY_TALK.match(title))


def judges(text: str) -> bool:
    """True when an English clause gives an opinion or a guess, and no plan."""
    return bool(_JUDGES.match(text))


def is_cut_off(title: str) -> bool:
    """True when a title ends where something should follow."""
    return bool(_CUT_OFF.search(title))


def bare_number(title: str) -> str:
    """The number of the issue a title only closes, merges, …; "" when it says more."""
    hit = _BY_NUMBER.match(title)
    return hit["number"] if hit else ""

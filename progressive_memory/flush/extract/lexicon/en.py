"""The English lexicon."""

from __future__ import annotations

import re

from progressive_memory.flush.extract.lexicon.en_talk import IMPERATIVES, STANCES, TALK
from progressive_memory.flush.extract.lexicon.en_trouble import TROUBLE
from progressive_memory.flush.extract.lexicon.en_work import WORK
from progressive_memory.flush.extract.lexicon.lexicon import Lexicon, beginnings

_LEISURE_WORDS = """
lunch dinner breakfast coffee beer snack pizza cafeteria restaurant meal eat vacation weather
football movie karaoke birthday duck clinic cook soup tea tv basketball dance hiking yoga camping
concert trip sightseeing visit anniversary flavor skin tomatoes neighborhood charity difference
positivity photo netflix playlist guitar piano pottery puppy kitten throat health bathroom kid kids
wife husband cat dog son daughter break food
"""
"""A word of each way to speak of leisure: most clauses hold none, and need no pattern."""

LEXICON = Lexicon(
    language="en",
    script=re.compile(r"[A-Za-z+]"),
    stances=STANCES,
    talk=TALK,
    work=WORK,
    trouble=TROUBLE,
    hedge=re.compile(
        r"\b(?:probably|maybe|perhaps|might|possibly|i guess|i think|i suppose|not sure|kind of|sort of|"
        r"i feel|seems?|likely|could be|may be|thinking of|considering|tentative(?:ly)?|temporary idea|"
        r"i wonder|if i had to|vaguely|i (?:seem to )?(?:remember|recall)|iirc|afaik|i believe)\b",
        re.IGNORECASE,
    ),
    wavering=re.compile(
        r"\b(?:maybe|perhaps|might|possibly|probably|tentatively|hopefully|hope to|eventually|try to|attempt to|likely|not sure|i guess|someday|at some point|may be able|(?:can(?:no|')t|no) (?:make )?promises?)\b",
        re.IGNORECASE,
    ),
    condition=re.compile(
        r"\b(?:if|unless|provided(?: that)?|assuming|as long as|only when|once|pending|depends on|"
        r"subject to|contingent on|until)\b",
        re.IGNORECASE,
    ),
    question=re.compile(
        r"\?\s*$|^(?:who|what|which|when|where|why|how|is there|are there|does|did|any(?:one|body)?)\b.*\?",
        re.I,
    ),
    pronoun=re.compile(
        r"\b(?:(?-i:[Ii]t)|himself|herself|itself|themselves|this|that(?! (?!always|is|was|as|this|sometimes|across|perhaps|unless)\w{3,}s\b)|these|those|they|them|he|she|him|her|his|their|one of (?:them|these)|the (?:same|"
        r"former|latter|above)|here|there|such|so)\b(?! (?:pr|rfc|issue|week|month|year|morning|afternoon|evening|"
        r"sprint|release|meeting)\b|(?<=here) (?:is|are|was|were|will be)\b)",
        re.IGNORECASE,
    ),
    chatter=re.compile(
        r"^(?:(?:hi|hello|hey|hiya|morning|good (?:morning|afternoon|evening|night|day)|bye|cheers|later|lol|haha+|"
        r"hehe+|rofl|lmao|welcome|congrats|congratulations|thanks?(?: you)?|thx|ty|sorry|oops|brb|woot|woohoo|yay|"
        r"ouch|heh|wow)\b.{0,60}|\W*)$",
        re.IGNORECASE,
    ),
    leisure_words=beginnings(_LEISURE_WORDS),
    leisure=re.compile(
        r"\b(?:lunch|dinner|breakfast|coffee|beers?|snacks?|pizza|cafeteria|restaurant|have a meal|eat first|"
        r"go ahead and eat|vacation|the weather|football|movie|karaoke|birthday|peking duck|duck place|clinic|"
        r"cook(?:ing)? (?:class|dinner)|soup|(?:lemon|green|herbal|some) tea|tv show|basketball|danc(?:e|ing)|yoga|hiking|camping|concert|"
        r"(?:safe|day|road|your|my|our|this|a) trip|sightseeing|must-visit|anniversary|flavou?r|skin ?care|tomatoes|neighbou?rhood|"
        r"charity|make a difference|positivity|a photo of|netflix|playlist|guitar|piano|pottery|puppy|kitten|"
        r"throat|take care of your health|bathroom|my (?:kids?|wife|husband|cat|dog|son|daughter)|break room|food preferences)\b",
        re.IGNORECASE,
    ),
    vague=re.compile(
        r"\b(?:some help|something|somehow|stuff|things?|whatever|a bit|take a (?:look|stab)|have a look|look into|"
        r"in a (?:bit|minute|sec)|right back|in half an hour|no (?:alerts?|alarms?|issues?|problems?|error)|smooth|steady|"
        r"changes? to the copy|pieces of copy|two changes|minor repairs|back later|screenshots?|the link|further|above|tremendous|strides|"
        r"come along|come to|light question|quick question|\blink\b|move forward|go forward|minute warning|btw|get started|show of hands|last meeting|(?:this|the) meeting(?! time)|minutes|last call|look awesome|mistake|off-by-one|agenda|promposal|find out|ping you|let you know|get to it|come back|catch up|done nicely|help you|send (?:it|you|them)|got to go|some examples|the details|several tickets|more time on|and hide|(?:coming|comming|next few) days?|"
        r"(?:dev ?)?mtg|(?:the|official) meeting(?! time)|the floor|as mentioned|moments?|momentarily|(?:years?|months?|ages) ago|a (?:spin|try|shot|whirl|go)\b|in the am|a while ago|little by little|"
        r"for one$|you|your|yourself|looked back|fingers crossed|just in case|(?:ticket|issue|pr) for \(?\d\)?$|"
        r"the list|off for|afk|cooperat\w+|frequently|regularly|as planned|wrote (?:a|the|an|up a)(?: blog)? post)\b|^(?:no|not)\b|"
        r"^take (?!over\b|care\b|on\b)\w+(?: and \w+)?$|"
        r"^\w+(?: (?:up|in|to|out))? (?:the|that|this|a|an|some|several|four of)(?: (?:new|git|few|quick|brief))? "
        r"(?:pull requests?|tickets?|files?|prs?|issues?|text|message|button|branch|patch|bugs?|mail|email|note|comments?|docs?|request)"
        r"(?: (?:up|now|later|is in place|were merged.*|to \w+|out))?$|^the \w+ is in place$|\bthe pr$|^attempt to \w+ the \w+$|\bof them\b|^all the \w+ is \w+$|\bthat (?:pr|ticket|issue|one)\b(?!-)|\*?\bone\*?$|^save the\b",
        re.IGNORECASE,
    ),
    general=re.compile(
        r"\b(?:complet\w+|updat\w+|done|finish\w*|releas\w+|publish\w*|pass\w*|work\w*|test\w*|fix\w*|chang\w+|issue|problem|"
        r"today|tonight|tomorrow|now|later|success\w*|online|live|ready|first|version|part|way|add\w*|made|make|send|sent|"
        r"run|do|did|try|start\w*|handle|create\w*|prepar\w+|material\w*|related|again|another|round|new)\b",
        re.IGNORECASE,
    ),
    accepts=re.compile(
        r"\b(?:so moved|make it so(?=[.!,]|$| -| \(|\s*$)|(?:is|it'?s|was|been|consider (?:it|this)|that'?s|then|and) (?:now )?(?:approved|accepted|adopted|"
        r"ratified|merged)|i (?:hereby |just |now )*(?:approve|accept)\b|putting the stamp|(?:rubber stamp|stamp) and decider\w+|decider(?:ate|ed) it|"
        r"we(?:'ll| will| can|'re going to| should)? (?:accept|approve|merge|adopt) (?:it|this|that one)|"
        r"let'?s (?:accept|approve|merge|adopt|ship)\b(?: (?:it|this|that))?|(?:went|go|going) ahead and (?:merge|accept|approve)|"
        r"(?:this|it|that) can ship|ship it|merge it|motion carried|yes to this|happy to (?:accept|approve)|"
        r"(?:mark|call)(?:ed|ing)? (?:it|this) (?:as )?(?:accepted|approved)|(?:good|ready) to merge|ready for merge|it passes(?! the\b| all\b| \w+ tests?\b))\b|"
        r"^(?:ok(?:ay)?|alright|great|awesome|cool)?[,. -]*(?:(?:approved|accepted|so ordered)\b|merged(?=[.! ]*$))",
        re.IGNORECASE,
    ),
    rejects=re.compile(
        r"\b(?:(?:closed?|closing) and not merged?|will not be merged|won'?t be merged|(?:is|was|be) (?:rejected|declined|withdrawn)|"
        r"let'?s (?:close|drop|reject) (?:it|this)|i'?(?:ll| will) close (?:it|this)|we(?:'re| are) not (?:going to do|doing) (?:it|this))\b",
        re.IGNORECASE,
    ),
    doubtful=re.compile(
        r"^(?:sure|yeah|right|ok|okay|yes|great)\s*(?:\.{2,}|…)|yeah,? right|sure,? (?:whatever|jan)|/s$",
        re.I,
    ),
    quoted=re.compile(
        r"^\S+(?: \S+){0,3} (?:said|wrote|says|schrieb)\s*:|^(?:the )?(?:client|customer|boss|vendor|supplier|user|they|he|she|someone)s?\b"
        r"[\w ]{0,20}? (?:said|says|told (?:me|us)|claims?|mentioned)\b|^i heard\b",
        re.IGNORECASE,
    ),
    role_noun=re.compile(
        r"\b(?:lead|owner|manager|maintainer|lieutenant|qa|tester|testing|designer|reviewer|on-?call|contact|"
        r"developer|engineer|pm|scribe|chair|editor|release|operations|ops|security|approv\w+|coordinator|admin)\b",
        re.IGNORECASE,
    ),
    imperative=re.compile(rf"(?:please |first,? |then )?(?:{IMPERATIVES})\b", re.IGNORECASE),
    infrastructure=re.compile(
        r"\b(?:staging|prod(?:uction)?|dev|server|host|port|database|db|cluster|endpoint|base url|vpn|dns|domain|"
        r"cert(?:ificate)?|api key|node|python|java|postgres\w*|mysql|redis|registry|bucket|firewall|gateway|ci)\b",
        re.IGNORECASE,
    ),
    lasting=re.compile(
        r"\b(?:from now on|going forward|is now|takes? over|taking over|in charge|responsible for|"
        r"the new|our new|owns?|permanent(?:ly)?|serve as|act as)\b",
        re.IGNORECASE,
    ),
    due=re.compile(
        r"(?:\b(?P<prep>by|before|until|on|starting|from|due|for|in|at)\s+)?(?:(?:the )?(?:end of )?(?:this |next |coming )?"
        r"[A-Za-z]{0,12}[ ]?(?:\d{1,2}(?:st|nd|rd|th)?)?\s?)?\((?P<date>\d{4}-\d{2}-\d{2}(?: – \d{4}-\d{2}-\d{2})?)[^)]*\)",
        re.IGNORECASE,
    ),
)

"""The English lexicon."""

from __future__ import annotations

import re

from progressive_memory.flush.extract.lexicon import Lexicon
from progressive_memory.flush.extract.lexicon_en_talk import STANCES, TALK
from progressive_memory.flush.extract.lexicon_en_work import TROUBLE, WORK

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
        r"i wonder|if i had to)\b",
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
        r"\b(?:it|this|that|these|those|they|them|he|she|him|her|his|their|one of (?:them|these)|the (?:same|"
        r"former|latter|above)|here|there|such|so)\b(?! (?:pr|rfc|issue|week|month|year|morning|afternoon|evening|"
        r"sprint|release|meeting|is that|will be|are|is|was|were)\b)",
        re.IGNORECASE,
    ),
    chatter=re.compile(
        r"^(?:(?:hi|hello|hey|hiya|morning|good (?:morning|afternoon|evening|night|day)|bye|cheers|later|lol|haha+|"
        r"hehe+|rofl|lmao|welcome|congrats|congratulations|thanks?(?: you)?|thx|ty|sorry|oops|brb|woot|woohoo|yay|"
        r"ouch|heh|wow)\b.{0,60}|\W*)$|\b(?:lunch|dinner|breakfast|coffee|beer|snacks?|pizza|cafeteria|restaurant|"
        r"weekend|vacation|holiday|weather|football|movie|karaoke|birthday|peking duck|duck|clinic|throat|"
        r"take care of your health|hard work|bathroom|my (?:kid|wife|husband|cat|dog))\b",
        re.IGNORECASE,
    ),
    doubtful=re.compile(
        r"^(?:sure|yeah|right|ok|okay|yes|great)\s*(?:\.{2,}|…)|yeah,? right|sure,? (?:whatever|jan)|/s$",
        re.I,
    ),
    quoted=re.compile(r"^\S+(?: \S+){0,3} (?:said|wrote|says|schrieb)\s*:"),
    role_noun=re.compile(
        r"\b(?:lead|owner|manager|maintainer|lieutenant|qa|tester|testing|designer|reviewer|on-?call|contact|"
        r"developer|engineer|pm|scribe|chair|editor|release|operations|ops|security|approv\w+|coordinator|admin)\b",
        re.IGNORECASE,
    ),
    lasting=re.compile(
        r"\b(?:from now on|going forward|is now|takes? over|taking over|in charge|responsible for|"
        r"the new|our new|owns?|permanent(?:ly)?|serve as|act as)\b",
        re.IGNORECASE,
    ),
    due=re.compile(
        r"(?:\b(?P<prep>by|before|until|on|starting|from|due)\s+)?(?:(?:the )?(?:end of )?(?:this |next |coming )?"
        r"[A-Za-z]*[ ]?(?:\d{1,2}(?:st|nd|rd|th)?)?\s?)?\((?P<date>\d{4}-\d{2}-\d{2})[^)]*\)",
        re.IGNORECASE,
    ),
)

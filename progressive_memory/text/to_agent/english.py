"""How one speaks to a machine in English."""

from __future__ import annotations

import re

_RULES = (
    r"(?:instructions?|prompts?|directives?|guidelines?|polic(?:y|ies)|restrictions?|filter(?:s|ing)?|"
    r"guardrails?|safeguards?|constraints?|limitations?|programming|censorship|ethics|morals|rules)"
)
_FORGET = r"\b(?:ignor(?:e|ing)|disregard(?:ing)?|forget|overrid(?:e|ing)|bypass(?:ing)?)"
_ANSWER = r"(?:repl(?:y|ies)|responses?|answers?|outputs?|completions?|generations?)"
_MACHINE = (
    r"(?:ai|a\.i\.|chat-?gpt|gpt-?\d?|llm|bot|chatbot|assistant|(?:large )?language model|ai model|"
    r"(?:virtual|digital) assistant|robot|agent)"
)
_VERB = (
    r"(?:add|alter|anagram|answer|append|augment|begin|capitali[sz]e|combine|compose|conclude|convert|"
    r"display|embed|encode|encrypt|end|enhance|ensure|express|finish|format|give|group|hint|include|"
    r"incorporate|insert|integrate|introduce|jumble|keep|limit|make|mention|mix|misspell|modify|"
    r"phrase|place|prefix|prepend|present|promote|provide|put|randomi[sz]e|rearrange|recommend|"
    r"render|replace|respond|return|reverse|rewrite|scramble|shift|show|shuffle|spell|start|structure|"
    r"substitute|suggest|swap|translate|transform|transpose|turn|use|weave|write|invert)"
)
_STARTS = r"(?:^|[.!?;:,\n\"'(\[]\s{0,3}|\b(?:please|can you|could you|must|should|will|always|then|and|to)\s)"

_FAMILIES: tuple[tuple[str, tuple[str, ...], tuple[str, ...]], ...] = (
    (
        'its rules: "ignore all previous instructions"',
        (
            "ignor",
            "disregard",
            "forget",
            "overrid",
            "bypass",
            "without",
        ),
        (
            rf"{_FORGET}\s(?:(?:all|any|and|every|the|of|about|these|those|my|rest)\s){{0,4}}"
            r"(?:previous|prior|above|earlier|preceding|past|safety|content|original|initial|system|"
            r"openai(?:'?s)?|ethical|moral|your|former|other)\s"
            rf"(?:[\w'-]+\s){{0,3}}?(?:{_RULES}|inputs|messages|orders|commands|training|context)\b",
            rf"{_FORGET}\s(?:all|any)\s{_RULES}\b",
            rf"\bwithout\s(?:any\s|all\s)?(?:ethical|moral|content|safety|openai\S{{0,3}})\s(?:\w+\s)?{_RULES}\b",
            r"\bforget\s(?:everything|all|what)\s(?:you|from|that\syou)\b",
        ),
    ),
    (
        'a part to play: "act as …", "stay in character"',
        (
            "act as",
            "act like",
            "acting as",
            "pretend",
            "role",
            "stay in",
            "simulat",
            "character",
            "impersonat",
            "embody",
            "obey me",
            "bound to",
            "bound by",
            "be my",
            "be called",
            "be known",
            "refuse",
            "decline",
            "censor",
        ),
        (
            r"\byou(?:'re|'ll|\s(?:are|will|shall|must|should|have to|need to))(?:\s(?:now|going to|no longer|"
            r"always|never|only|not|also|henceforth|to))*\s(?:be\s(?:my|called|known)|act\s(?:as|like)\s(?:an?|my|the|if)\s|acting\sas|pretend|"
            r"roleplay|role-play|stay\sin\s(?:character|role|persona|\w+\smode)|simulate|refuse|decline|break\s(?:your\s)?character|"
            r"bound\s(?:to|by)\s|impersonat\w+|embody|obey\sme)",
            r"(?:^|[.!?]\s{1,3}|\byou\s(?:will|must|should)\s|\bplease\s)act\sas\s(?:if\syou|my|an?|the)\s",
            r"(?:^|[.!?:,;]\s{1,3}|\b(?:please|now|should|must|will)\s)pretend\s(?:to\sbe|you|that\syou|as\sif)|\b(?:let'?s\s|we\s(?:will|are\sgoing\sto)\s)(?:do\sa\s)?role-?\s?play",
            r"\b(?:stay|remain|speak|respond|answer|reply|be|always)\s(?:always\s)?in[- ]character\b|\bbreak(?:ing)?\scharacter\b",
            r"\b(?:never|do not|don't|must not|cannot|can't)\s(?:refuse|decline|censor|break\scharacter)\b",
        ),
    ),
    (
        'what it is: "you are a helpful bot"',
        (
            " ai",
            "ai ",
            "ai,",
            "a.i.",
            "gpt",
            "llm",
            "bot",
            "assistant",
            "language model",
            "agent",
        ),
        (
            rf"\byou(?:'re|\sare|\swill\sbe)(?:\snow)?\s(?:(?:an?|my|the)\s(?:[\w,'-]+\s){{0,5}}?)?{_MACHINE}\b",
            rf"\bact\sas\s(?:an?\s|my\s|the\s)?(?:[\w-]+\s){{0,3}}?{_MACHINE}\b",
            r"^\W?assistant\s(?:now|will|must|should|uses|acts|is)\b",
            rf"\b{_MACHINE}\b[^\n]{{0,120}}?\b(?:(?:no|without(?:\sany)?)\s(?:\w+\s)?{_RULES}|unrestricted)\b",
            r"\bas\san?\s(?:ai|llm|(?:large )?language\smodel|ai\s\w+)\b[^.\n]{0,80}",
            r"(?:^|[.!?\n]\s{0,3})(?:(?:hi|hello|hey|dear|attention|note to)[ ,]+(?:the\s)?)?(?:dear\s)?"
            r"(?:chat-?gpt|gpt-?\d?|ai|llm|assistant|claude|gemini|copilot|(?:large )?language models?|ai (?:agents?|assistants?))\s?[,:!]",
            rf"\b(?:if|when|since|because)\syou(?:'re|\sare)\s(?:an?\s|the\s)?(?:\w+\s)?{_MACHINE}\b",
            r"\b(?:instructions?|notes?|messages?|commands?)\s(?:for|to)\s(?:the\s|any\s|all\s)?(?:ai|llms?|language\smodels?|agents?|assistants?)\b",
        ),
    ),
    (
        "who it is from now on",
        (
            "you are now",
            "you're now",
            "now go by",
            " mode",
            "you to ",
            "from now",
            "from here",
            "from this",
            "the role",
            "the persona",
            "the identity",
            "the character",
            "the part",
            "your new",
            "your only",
            "your sole",
            "your persona",
            "your character",
            "your name",
            "imagine",
        ),
        (
            r"\byou(?:'re|\sare)\snow\b(?=[^.\n]{0,60}(?:[\"“]|\b(?:character|named|called|freed?|no\slonger)\b))"
            r"|\byou(?:'re|\sare)\s(?:now\s(?:in|entering)\s(?:\w+\s){0,2}|in\s(?:developer|dan|debug|jailbreak|god|maintenance|unrestricted|evil)\s)mode\b|\byou\snow\sgo\sby\sthe\sname\b",
            r"\bi\s(?:want|need|would like|'d like)\syou\sto\s(?:act|be\s|become|play|pretend|simulate|roleplay|"
            r"role-play|behave|respond|reply|answer|imagine|assume|emulate|write|generate|create|take on|speak|talk)",
            r"(?:^|[.!?:,]\s{1,3}|\byou\s(?:will|must|shall|should|now|are\sto)\s)(?:take\son|assume|adopt|embody|play)\s"
            r"the\s(?:role|persona|identity|character|part)\sof\b",
            r"\bfrom\s(?:now|here|this\s(?:point|moment|message|time))(?:\son(?:ward|wards)?)?[,:]?\s"
            r"(?:and\s\w+\s)?(?:you(?:'ll|\s(?:will|must|should|shall|are\sto|are\sgoing\sto))\s(?:only\s|always\s|never\s|now\s)?"
            r"(?:be\s(?:my|called|known)|act|answer|respond|reply|speak|talk|obey|ignore|pretend|play|take\son|add|include|end|start|begin|say|write|refuse)\b"
            r"|you\s(?:only|always|never|speak|answer|respond|obey)\b|your\s(?:name|answers?|responses?|repl(?:y|ies))\b|i\swant\syou|answer|reply|respond|act\b|pretend|always\s(?:answer|reply|respond))",
            r"\byour\s(?:new\s(?:name|identity)|persona|character)\s(?:is|will\sbe)\b|\byour\sname\s(?:will\sbe|is\snow)\b"
            r"|\byour\s(?:new|only|sole)\s(?:role|task|job|purpose|goal)\s(?:is|will\sbe)\b",
            r"^imagine\s(?:that\s)?(?:yourself|you(?:'re|\sare|\swere))\b",
        ),
    ),
    (
        "freedom from rules",
        (
            "anything now",
            "jailb",
            "jail-b",
            "jail b",
            "dan mode",
            "developer mode",
            "god mode",
            "godmode",
            "unfiltered",
            "uncensored",
            "amoral",
        ),
        (
            r"\b(?:do anything now|jail\s?-?br(?:eak|oken)\w*|dan\smode|developer\smode|god\s?mode|unfiltered|"
            r"uncensored|amoral)\b(?=[\s\S]{0,400}\b(?:you|your|ai|gpt|response|answer)\b)",
        ),
    ),
    (
        "a game or a play, in which anything may be said",
        (
            "scene",
            "story",
            "game",
            "movie",
            "novel",
            "fictional",
            "hypothetical",
        ),
        (
            r"\b(?:scene|story|game|movie|novel)\s(?:is\sset|takes\splace)\b|\blet'?s\splay\s(?:a|another)\s(?:\w+\s){0,2}game\b",
            r"\bfictional\s(?:scenario|story|characters?|world|universe|conversation)\b"
            r"|\bhypothetical\s(?:scenario|story|world|response|conversation)\b",
        ),
    ),
    (
        'its insides: "repeat your instructions", "the text above"',
        (
            "prompt",
            "instruct",
            "guideline",
            "programming",
            "directive",
            "system message",
            "system config",
            "instance id",
            "training data",
            "above",
            "before this",
            "prior",
            "you were",
            "told",
            "your rules",
            "with you are",
            'with "you are',
        ),
        (
            r"\b(?:your|this|initial|hidden|original|secret|full|entire|exact)\s(?:\w+\s)?system\s?prompt\b(?!\sfor)",
            r"\b(?:repeat|reveal|print|output|show|display|share|tell|leak|dump|what)\b[^.\n]{0,40}\bsystem\s?prompt\b(?!\sfor)",
            r"\b(?:your|initial|hidden|secret|starting)\s(?:(?:system|initial|original|hidden|exact|full|"
            r"actual|internal|first|very|starting|secret)\s){1,3}(?:instructions?|prompts?|guidelines|rules|message|configuration)\b",
            r"\b(?:initial|hidden|secret|starting)\s(?:instructions|prompts?)\b|\byour\s(?:programming|training\sdata|directives|instance\sid)\b",
            r"\b(?:reveal|repeat|print|output|show|tell|give|list|share|describe|recite|dump|leak|what\s(?:are|were|is))\b[^.\n]{0,30}"
            r"\byour\s(?:instructions|guidelines|rules|configuration)\b",
            r"\b(?:repeat|output|print|reveal|show|display|write|copy|return|reproduce|give\sme|recite|put|send|list|"
            r"summari[sz]e|translate)\b[^.\n]{0,60}\b(?:(?:text|words?|messages?|content|instructions?|everything|all|lines?|"
            r"conversation|document)\s(?:that\s(?:is|are|was|were)\s)?(?:above|before\sthis|prior|you\swere)|"
            r"(?:the\s)?above\s(?:text|words|message|content|instructions|prompt|document))\b",
            r"\bwhat\s(?:were|are)\s(?:you|your)\b[^.\n?]{0,40}\b(?:told|instruct\w+|rules|prompted|guidelines)\b",
            r"\b(?:begins?|began|start(?:s|ed|ing)?)\swith\s[\"“']?you\sare\b",
        ),
    ),
    (
        'how it answers: "in your response, …"',
        (
            "reply",
            "replies",
            "respon",
            "answer",
            "output",
            "completion",
            "generation",
            "your message",
            "you must",
            "you will",
            "you shall",
            "you should",
        ),
        (
            rf"{_STARTS}{_VERB}\b(?!\s(?:us|me)\b)(?:[^.!?\n]|\.(?=\S)){{0,140}}?\b(?:your|each|every|the\snext|the\sfinal|all)\s(?:\w+\s){{0,2}}?{_ANSWER}\b",
            rf"\b(?:in|at the (?:end|start|beginning) of|throughout|within)\s(?:all\s|each of\s)?your\s(?:next\s|final\s|entire\s|every\s)?{_ANSWER}\b"
            rf"(?:,?\s[^.!?\n]{{0,60}}?\b{_VERB}\b|,\s(?!you|i\b|it|that|the|we|there))",
            r"\b(?:encode|reverse|invert|translate|scramble|encrypt)\b[^.!?\n]{0,60}\byour\smessages?\b",
            r"(?:^|[.!?;:,\n\"'(\[]\s{0,3}|\b(?:please|can you|you must|always)\s)(?:answer|reply|respond)\s(?:only|using|in\s(?:the\s)?(?:style|form|base|all|upper|lower|rot|leet)|"
            r"as\s(?:if|though|an?\s|the\s)|like\s(?:a|an|you)|with\s(?:only|the\sphrase|nothing|\")|to\s(?:all|every|any|each)\s)",
            r"\byou\s(?:will|must|shall|should)\s(?:(?:only|always|now|never|also|first)\s){0,2}(?:respond|reply|answer|"
            r"output|generate|start|begin)\s(?:\w+\s){0,2}?(?:to\s(?:me|my|every|all|any|each)|with\s[\"“]|as\s|only|every|all|"
            r"two|your|both)\b",
        ),
    ),
    (
        'what it keeps: "add a permanent memory entry"',
        (
            "memor",
            "knowledge",
            "vector",
            "retrieval",
            "profile",
            "preferences",
            "future",
            "later ",
            "subsequent",
            "next session",
            "next conversation",
        ),
        (
            rf"\b(?:all|every|each)\sfuture\s(?:sessions?|conversations?|interactions?|chats?|{_ANSWER})\b",
            r"\b(?:add|save|store|write|insert|update|replace|remove|delete|erase|wipe|put|commit|record|append)\b[^.\n]{0,60}?"
            r"\b(?:(?:your|(?:to|in|into)\smy)\s(?:\w+\s)?memor(?:y|ies)|(?:permanent|persistent|long-?term)\smemory\s(?:entry|note|record)|"
            r"memory\s(?:entry|entries|records?)|(?:profile|preferences?)\sin\smemory)\b",
            r"\b(?:add|save|store|write|insert|update|replace|remove|delete|put|upsert|inject)\b[^\n]{0,60}?\b(?:to|in|into|from)\s"
            r"(?:the\s|your\s)?(?:knowledge\s(?:base|graph)|vector\s(?:store|database)|retrieval\s(?:index|store))\b",
            r"\b(?:remember|note|store|save|memori[sz]e)\b[^\n]{0,40}?\b(?:future|later|subsequent|next)\s(?:sessions?|conversations?|interactions?)\b",
        ),
    ),
    (
        "its own markup",
        (
            "[",
            "<",
            "system",
            "assistant",
            "###",
        ),
        (
            r"^\W{0,3}\[/?(?:inst|system|sys|assistant|user|admin|instruction|(?:system|security|workflow|retrieval|priority)"
            r"[ _-][a-z _—–-]{2,40})\b[^\]\n]{0,80}\]?|<\|(?:im_start|im_end|im_sep|system|user|assistant|end_?of_?text|begin_of_text|start_header_id|end_header_id|eot_id)\|>|</?(?:system|assistant|instructions?)>|<<sys>>",
            r"^(?:#{1,4}\s?)?(?:\$?system|assistant)\b\s?(?:[:：]|message|prompt|imagine|note)|^###\s?instruction",
        ),
    ),
)
"""Shapes that belong together: what they are about; words of which one, in lower case, stands in
whatever they match; the shapes.
"""

SHAPES = tuple(
    (words, re.compile("|".join(shapes), re.IGNORECASE | re.MULTILINE))
    for _, words, shapes in _FAMILIES
)
"""The words to look for, and the pattern to search when one of them is there."""

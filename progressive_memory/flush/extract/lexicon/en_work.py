"""English cues: work."""

from __future__ import annotations

import re

from progressive_memory.flush.extract.lexicon.lexicon import Act, cue

_WORK_PAST = (
    "added|adjusted|applied|bumped|built|changed|checked in|cleaned(?: up)?|cleared|closed|"
    "committed|compiled|completed|configured|connected|converted|created|deleted|deployed|"
    "disabled|documented|drafted|dropped|enabled|expanded|extended|finalized|finished|fixed|"
    "imported|implemented|improved|increased|installed|integrated|landed|launched|locked|"
    "lowered|made|merged|migrated|moved|opened|patched|ported|posted|prepared|published|pushed|"
    "raised|rebuilt|reduced|refactored|released|removed|renamed|replaced|reverted|reworked|"
    "rewrote|rolled out|sent|set up|shipped|split|submitted|supplemented|switched|tagged|tested|"
    "unified|updated|upgraded|uploaded|wired up|wrote|written"
)
_WORK_NOW = (
    "add|adjust|build|clean up|collect|draft|fine-tune|handle|implement|integrate|organize|prepare|provide|"
    "set up|supplement|take care of|take over|tighten|update"
)
_WORK_ING = (
    "adding|adjusting|building|cleaning up|collecting|creating|drafting|extending|finishing|"
    "fixing|implementing|integrating|migrating|moving|organizing|planning|porting|posting|"
    "preparing|providing|refactoring|releasing|removing|replacing|reviewing|rewriting|setting up|"
    "supplementing|testing|updating|upgrading|working on|writing"
)
_DONE_STATE = (
    "complete|completed|done|finished|fixed|in place|integrated|launched|live|merged|online|"
    "deployed|released|shipped|published|ready|resolved|rolled out|set up|up and running|"
    "operational|uploaded|updated|migrated|created|added|enabled|removed|implemented"
)
# May stand between "I will" and the work. A possessive repeat would say the same shorter, and is
# broken in Python before 3.11.5, which Debian 12 ships.
_ADVERB = (
    "first|also|now|then|go ahead and|just|conveniently|immediately|quickly|start by|try to|"
    "volunteer to"
)
# What follows "I will" and is no work: the talk itself, coming and going, feelings.
_IDLE = (
    "be|say|see|admit|have|bet|guess|let|pass|miss|need|never|not|assume|leave|ask|try to|join|"
    "go(?! (?:and )?(?:collect|fix|write|build|prepare|update)\\b)|get back|stop|wait|just say|know|like|love|want|think|probably|mention|note|read|look at|"
    "take a look|have a look|check|think about|try|defer|stick|keep|always|tell|happily|gladly|"
    "experiment|hop|find|bash|abbreviate|respond|reply|answer|explain|call|shut up|remember|believe|feel|listen|watch|forget|come(?! up with)|bring|kick|facilitate|"
    "get with|publish in|give (?:everyone|people|folks|it)|write (?:words|some|something)|bother|mostly|do (?:like|agree|think|want)|comment|rock|chat|talk|ping|poke|hand|yield|run|step|"
    "drop|die|cry|sit|put (?:it|that)|make a call|totally|definitely|personally|also note|volunteer(?! to)|catch|hang|grab|eat|sleep|"
    "head|pause|touch|still|prob|quiet|honestly|slightly|chip in|turn in|sign off|log off|lurk|"
    "move (?:along|on|to the next)|open (?:up )?(?:the|it)(?: up)?(?: floor)?|"
    r"close (?:out |up |off )?(?:the |this |our |today's )?[\"'“]?(?:\w+ )?(?:meeting|mtg|call|discussion)|[\"“]close|"
    "speak|track|give (?:a|an|the|another) (?:\\w+ )?(?:update|minute)|give \\w+ (?:till|until|a minute|more time)|"
    "fill in any|get out of|move into|make sure|take the|start (?:up|with|by|off|looking|working|voting|a|an|the|our|some)|close (?:up|out|down)|consider|suggest|"
    "save|stack|stand|sing|pester|prefer|avoid|likely|spend|focus|hit|jump|declare|highlight|assign (?:it|this|that|myself|them)|"
    "get (?:us|to|on|it|a|an|some|the|that|this)|sound|plan|assume|still|look|dig|wrap|finish up|stay|switch (?:gears|to)|skip|"
    "turn (?:it|this|to|over)|throw|toss|vote|bow|duck|drop|admit|start talking|also add my|go (?:ahead|with|through)|"
    "proceed|recommend|summari[sz]e|quickly|briefly|attempt"
)
# Where a promise begins: "my fear is that I will …" promises nothing.
_START = (
    r"(?:^|[,;:(–—-] ?|\b(?:and|but|so|then|ok|okay|yes|yeah|sure|alright|also|now|today|tomorrow|tonight|"
    r"meantime|while|week|weekend|later|if not|otherwise)(?: \([^)]*\))?,? )"
)
_WHO = r"(?P<who>@?[A-Za-z][\w.'-]*(?:(?: and |, ?| & )@?[A-Za-z][\w.'-]*){0,3})"
_BODY = r"(?P<body>\S.*)"
_HOLDS = (
    r"(?:take care of|taking care of|handle|own|run|lead|manage|look after|take over|"
    r"(?:be )?(?:in charge of|responsible for|on call for|the (?=[\w -]{0,24}\b(?:lead|owner|manager|maintainer|contact)\b)))"
)

WORK = (
    cue(
        Act.BLOCKED,
        r"^(?P<body>.+?),? (?:is|are|'s|'re|was|got|remains?)(?: still| now| currently)? "
        r"(?:blocked|stalled|held up|stuck) (?:by|on|because of|waiting (?:on|for)|until) (?P<cause>.+)$",
        "blocked|stalled|held|stuck",
    ),
    cue(
        Act.BLOCKED,
        r"^(?P<body>(?!nothing\b|none\b|no \w+\b|i\b|we\b|nobody\b)[^,;?]{3,80}?) (?:is|are|'s)(?: still| now| currently| again)? "
        r"(?:blocked|stalled|stuck|on hold)(?:(?:,| -|:| –|;| and| as| because)+ (?P<cause>.+))?$",
        "blocked|stalled|stuck|hold",
    ),
    cue(
        Act.BLOCKED,
        r"\b(?:i(?:'m| am)|we(?:'re| are))(?: still| currently)? (?:blocked|stuck)"
        r"(?: (?:by|on|at|waiting (?:on|for)|because of) (?P<cause>.+))?$",
        "blocked|stuck",
    ),
    cue(
        Act.BLOCKED,
        r"\b(?:can(?:no|')t|unable to) (?P<body>(?:proceed|continue|move forward|start|finish|merge|"
        r"release|deploy|ship|test|build|publish)\b.*?) (?:until|without|because|as|since) (?P<cause>.+)$",
        "can|cannot|unable",
    ),
    cue(
        Act.BLOCKED,
        r"^(?:i(?:'m| am)|we(?:'re| are))? ?(?:still )?waiting (?:on|for) (?P<cause>.+?) "
        r"(?:to|before) (?P<body>.+)$",
        "waiting",
    ),
    cue(
        Act.UNBLOCKED,
        r"\b(?:unblocked|(?:no longer|not) (?:blocked|stuck|stalled|on hold)(?: any ?more)?)\b",
        "unblocked|longer|not",
    ),
    cue(
        Act.ROLE_END,
        r"^"
        + _WHO
        + r" (?:is|are|will be) (?:no longer|stepping down|stepping back|leaving)\b(?P<body>.*)$",
        "longer|stepping|leaving",
    ),
    cue(
        Act.ROLE,
        r"^"
        + _WHO
        + r" (?:will (?:now )?(?:own|lead|be responsible for|be in charge of|take over|be (?:the|our)|serve as|act as|be on call for)|"
        r"is (?:now |going to be )?(?:responsible for|in charge of|the (?:new )?(?=[\w -]{0,24}\b(?:lead|owner|manager|maintainer|lieutenant|"
        r"contact|reviewer|coordinator|admin|editor|chair|tester)\b)|our (?:new )?|leading|taking over|on call for)|"
        r"(?:owns|leads|takes over|to own|to lead|to take over)) ?" + _BODY,
        "own|owns|lead|leads|responsible|charge|take|takes|taking|be|serve|act|call|going|lead|leading|owner|manager|maintainer|lieutenant|contact|reviewer|coordinator|admin|editor|chair|tester|our",
    ),
    cue(
        Act.ROLE,
        r"^(?P<cause>(?:while|until|as long as) [\w.-]+ (?:is|are|comes|gets) (?:away|out|off|on (?:leave|holiday|vacation)|back|sick)(?: \w+)?),? "
        + _WHO
        + r" (?:is|will be|acts as|stands in as|steps in as|covers as|takes over as) (?:the |our )?"
        + _BODY,
    ),
    cue(
        Act.ROLE,
        r"^(?:@?"
        + _WHO
        + r"[,:]? )?(?:from now on|going forward),? (?:you|you'll|you will|you are|you're)(?: now)? "
        + _HOLDS
        + r" ?"
        + _BODY,
        "you",
    ),
    cue(
        Act.ROLE,
        r"^(?:@?"
        + _WHO
        + r"[,:]? )?(?:please |can |could )?(?:you|you'll|you will|you are|you're)(?: now| please)? "
        + _HOLDS
        + r" (?P<body>\S.*?),? (?:from now on|going forward)\b.*$",
        "you",
    ),
    cue(
        Act.ROLE,
        r"^(?:i'm |i am |i'll |i will |i )(?:just )?(?:hand(?:ing|ed)?|pass(?:ing|ed)?|giv(?:e|ing)) (?:over )?(?P<body>\S.*?) "
        r"(?:over |on )?to @?" + _WHO + r"(?: (?:from|starting|as of) .*)?$",
        "hand|handing|handed|pass|passing|passed|give|giving",
    ),
    cue(
        Act.ROLE,
        r"^(?:i'?ll|i will|i'?m going to)(?: now| from now on)? "
        r"(?:own|be responsible for|be in charge of|take over|take the role of|be the|act as|serve as|"
        r"be on call for) " + _BODY,
        "own|responsible|charge|take|role|be|act|serve|call",
    ),
    cue(
        Act.TAKE,
        _START
        + rf"i(?:'ll| will|'m going to| am going to|'m gonna)(?: (?:{_ADVERB}))*"
        + rf" (?!(?:{_ADVERB}|{_IDLE}|a|an|the|my|our|this|that|these|those|some|any)\b)"
        + _BODY,
        "ll|will|going|gonna",
    ),
    cue(
        Act.TAKE,
        _START
        + r"i(?:'ll| will)(?: also| first| then)? (?:handle|take care of|take on|pick up|take|do|own|tackle|work on) "
        + _BODY,
        "ll|will",
    ),
    cue(
        Act.TAKE,
        _START
        + r"i can (?:volunteer to )?(?P<body>(?:take(?: on| over| care of)?|handle|write|pick up|work on|tackle|own) \S.*)$",
        "can",
    ),
    cue(
        Act.TAKE,
        _START
        + r"i(?: (?:plan|intend|volunteer|promise)|(?:'m| am) (?:planning|intending|volunteering)) to "
        + rf"(?!(?:{_IDLE})\b)"
        + _BODY,
        "plan|intend|volunteer|promise",
    ),
    cue(
        Act.TAKE,
        r"^(?:i(?:'m| am))(?: still| now| currently| already)? (?=(?:"
        + _WORK_ING
        + r")\b)"
        + _BODY,
        "i",
    ),
    cue(Act.TAKE, r"^i(?: first| also)? (?=(?:" + _WORK_NOW + r")\b)" + _BODY, "i"),
    cue(
        Act.TAKE,
        r"^(?:[^,:]{0,30}, )?(?:\w+ )?(?:i|we)(?:'ll| will| plan to| need to| mainly| want to|'m going to)* "
        r"(?:focus on|be responsible for|do|take care of|handle|work on|look at) (?:two|three|four|five|\d) "
        r"(?:main )?(?:things|areas|parts|items|tasks|points)\b[^:]{0,10}: *" + _BODY,
        "things|areas|parts|items|tasks|points",
    ),
    cue(
        Act.TAKE,
        r"(?:^|, (?:and )?)(?:planning|aiming|expecting) to (?P<body>(?!be\b|go\b|have\b)\S.*)$",
        "planning|aiming|expecting",
    ),
    cue(Act.TAKE, r"^(?:it's|that's|this is) on my (?:plate|list|todo)", "plate|list|todo"),
    cue(
        Act.TAKE,
        r"^(?P<body>(?!no\b|not\b)[^,;?]{4,80}? will be (?:launched|released|uploaded|published|deployed|built|online|live|done|finished|"
        r"sent|updated|adjusted|provided|ready|added|completed|shipped|merged)\b.*)$",
        "will",
    ),
    cue(
        Act.ASSIGN,
        r"^(?:action(?: item)?|todo)\s*[:–-]\s*" + _WHO + r"(?: to| will|:|,) " + _BODY,
        "action|todo",
    ),
    cue(
        Act.ASSIGN,
        r"^@?" + _WHO + r"[,:]? (?:can|could|will|would) you (?:please |also )?" + _BODY,
        "you",
    ),
    cue(
        Act.REQUEST,
        r"^(?:please |pls )?(?P<body>(?:give|send|show|get|bring|write|prepare) me (?!a (?:sec|moment|minute|hand|break|shout|ping|call|hint)|an? idea|(?:\w+ )?(?:minutes?|seconds?))\S.*)$",
        "me",
    ),
    cue(
        Act.REQUEST,
        r"^(?:can|could|would) (?:you|someone|anyone|somebody)(?: guys| please)? (?P<body>(?:give|send|provide|write|prepare|show) (?:me|us) \S[^?]*)\??$",
        "me|us",
    ),
    cue(
        Act.ASSIGN,
        r"^@?"
        + _WHO
        + r"[,:]? (?:please|pls|take (?:an|that) action to)(?: remember to| help(?: me)?)? "
        + _BODY,
        "please|pls|action",
    ),
    cue(
        Act.ASSIGN,
        r"^"
        + _WHO
        + r" (?:to|will(?: help(?: me)?)?|is going to) (?P<body>(?!be\b|have\b|not\b|need\b|probably\b).+)$",
        "to|will|going",
    ),
    cue(
        Act.ASSIGN,
        r"^"
        + _WHO
        + r" (?P<body>(?:handles?|updates?|defines?|modifies|takes?(?: care of)?|writes|prepares|adds|fixes|reviews) .+)$",
        "handle|update|define|modifies|take|write|prepare|add|fix|review",
    ),
    cue(
        Act.ASSIGN,
        r"^@?"
        + _WHO
        + r"[,:] (?P<body>(?:write|send|prepare|check|update|add|review|fix|create|draft|give) .+)$",
        "write|send|prepare|check|update|add|review|fix|create|draft|give",
    ),
    cue(
        Act.DROP,
        r"^(?:(?:ok(?:ay)?|so),? )?(?:i'm |i am |we're |we are |i |we )?(?:dropping|dropped|abandoning|abandoned|cancel(?:l)?(?:ing|ed)|"
        r"scrapping|scrapped|giving up on|gave up on|(?:no longer|not) (?:doing|going to do)) (?!it\b|that\b|this\b|off\b|in\b|out\b)"
        + _BODY,
        "dropping|abandon|cancel|scrap|giving|gave|doing|going",
    ),
    cue(
        Act.DONE,
        r"^(?:so |and |ok |also |now |then )*(?:i|we)(?:'ve| have| had)?(?: just| also| already| now| since| finally| then| conveniently)* "
        r"(?P<body>(?:" + _WORK_PAST + r")\b.*)$",
        "i|we",
    ),
    cue(
        Act.DONE,
        r"^(?P<body>(?!how\b|why\b|where\b|much\b|most\b|many\b|some\b|sometimes\b|often\b|think\b|isn't\b|is\b|are\b|make\b|ensure\b|be\b|see\b|instead\b|no\b|not\b|do\b|don't\b|doesn't\b|looks?\b|seems?\b|sounds?\b|if\b|when\b|once\b|that\b|it\b|this\b|these\b|they\b|there\b|what\b|which\b|until\b|unless\b|i'd\b|we'd\b|before\b|after\b|while\b|since\b|because\b|i (?:thought|think|believe|guess|heard|wonder)\b|thought\b|[^,;?]{0,80}\b(?:if|when|once|until|should|would|could|hopefully|hop(?:e|ing)|need|want|trying|is|are|was|were|has|have|sounds?|means?|how|far|almost|nearly|not|still|yet|never|while|makes?)\b[^,;?]*\b(?:is|are|was|were|has been|have been) |far from|not )"
        r"(?:the |our |my |a |an )?[^,;?]{3,80}?(?<! will)(?<! can)(?<! should)(?<! to)(?<! be)(?<! may)(?<! must)"
        r" (?:is|are|has been|have been|was|were)(?: all| just| now| already| finally| also| fully)* "
        r"(?:"
        + _DONE_STATE
        + r")\b(?! (?:by|if|when|frequently|often|every|daily|regularly|as|via|with|through|using|differently|\w+ly)\b).*)$",
        "is|are|been|was|were",
    ),
    cue(
        Act.DONE,
        r"^(?:all )?(?:done|finished|completed)\b(?: with)?[:,.]+\s*(?P<body>\S.*)$",
        "done|finished|completed",
    ),
    cue(
        Act.DONE,
        r"^(?P<body>(?!\w+ed \w+ (?:is|are|was|were|will|can|should|would|may|must)\b)(?:just )?(?!(?:split|set up)\b)(?:"
        + _WORK_PAST
        + r") (?!by\b|to\b|in\b|as\b|with\b|for\b|on\b|at\b|and\b|or\b).+)$",
        " ".join(re.findall(r"(?:^|\|)([a-z]+)", _WORK_PAST)),
    ),
    cue(
        Act.DONE,
        r"^(?P<body>(?!no\b|not\b|do\b|don't\b|this\b|that\b|it\b|there\b|before\b|after\b|i thought\b|thought\b|gets?\b|makes?\b|keeps?\b|lets?\b|goes\b|easier\b|.{0,60}\b(?:than|while|makes?|gets?|is|are|was|were|has|have|if|when|can|cannot|can't|could|should|will|would|to|might|may|must|not|once|almost|nearly|partly|half|being|getting|needs?)\b)"
        r"[\w /+&-]{3,60}? "
        r"(?:completed|merged|released|deployed|online|passed|launched|done|live|ready|published successfully|updated|written|uploaded|migrated|finished))"
        r"(?=[.,;!]|$)",
        "completed|merged|released|deployed|online|passed|launched|done|live|ready|published|updated|written|uploaded|migrated|finished",
    ),
)

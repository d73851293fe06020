"""The English lexicon."""

from __future__ import annotations

import re

from progressive_memory.flush.extract.lexicon import Act, Lexicon, cue

_WORK_PAST = (
    "added|adjusted|applied|bumped|built|changed|checked in|cleaned(?: up)?|cleared|closed|"
    "committed|compiled|completed|configured|connected|converted|created|deleted|deployed|"
    "disabled|documented|drafted|dropped|enabled|expanded|extended|finalized|finished|fixed|"
    "imported|implemented|improved|increased|installed|integrated|landed|launched|locked|"
    "lowered|made|merged|migrated|moved|opened|patched|ported|posted|prepared|published|pushed|"
    "raised|rebuilt|reduced|refactored|released|removed|renamed|replaced|reverted|reworked|"
    "rewrote|rolled out|sent|set up|shipped|split|submitted|supplemented|switched|tagged|tested|"
    "turned|unified|updated|upgraded|uploaded|wired up|wrote|written"
)
_WORK_NOW = (
    "add|adjust|build|clean up|collect|complete|create|cover|do|draft|extend|file|finish|fix|"
    "fine-tune|handle|implement|integrate|make|migrate|move|open|organize|post|prepare|provide|"
    "publish|put|record|reduce|refactor|release|remove|rename|replace|report|review|rewrite|run|"
    "send|set up|ship|submit|supplement|take over|take care of|test|tighten|update|upgrade|upload|"
    "work on|write"
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
    "operational|uploaded|updated|migrated|closed|created|added|enabled|removed|implemented"
)
# What follows "I will" and is no work: the talk itself, coming and going, feelings.
_IDLE = (
    "be|say|see|admit|have|bet|guess|let|pass|miss|need|never|not|assume|leave|ask|try to|join|"
    "go|get back|stop|wait|just say|know|like|love|want|think|probably|mention|note|read|look at|"
    "take a look|have a look|check|think about|try|defer|stick|keep|always|tell|happily|gladly|"
    "respond|reply|answer|explain|call|shut up|remember|believe|feel|listen|watch|forget|come|bring"
)
_WHO = r"(?P<who>@?[A-Za-z][\w.'-]*(?:(?: and |, ?| & )@?[A-Za-z][\w.'-]*){0,3})"
_BODY = r"(?P<body>\S.*)"

STANCES = (
    cue(
        Act.WITHDRAW,
        r"(?:oh |ah )?(?:scratch that|never ?mind|forget (?:it|that|what i said)|strike that|"
        r"i (?:take|withdraw) (?:it|that)(?: back)?|ignore (?:that|my last|what i said)|"
        r"disregard(?: that)?)\b",
    ),
    cue(
        Act.SETTLE,
        r"(?:ok(?:ay)?[,:; -]+)?(?:so moved|make it so|(?:it'?s |then it'?s )?(?:decided|settled|"
        r"approved|accepted|resolved)(?=[.! ]*$)|that'?s (?:settled|decided)|"
        r"let'?s (?:go with|do) (?:that|it|this)\b|let'?s (?:merge|ship|accept|approve) (?:it|this|that)\b|"
        r"(?:feels like |i think |so )?(?:we have|there'?s) consensus|motion carrie[sd]|"
        r"merge it\b|ship it(?=[.! ]*$)|approved\b(?=[.,!])|accepted\b(?=[.,!])|"
        r"that'?s it(?=[.! ]*$)|resolution (?:passes|accepted)|carried(?=[.! ]*$))",
    ),
    cue(
        Act.DISAGREE,
        r"(?:[-−–]\s?1\b(?![.\d])|(?:i )?(?:strongly )?disagree\b|i don'?t (?:agree|like (?:this|that|it))|"
        r"i(?:'m| am) (?:strongly )?(?:against|opposed)|i object\b|no way\b|nope\b|please don'?t\b|"
        r"i(?:'d| would) rather not|hold on\b|not (?:a (?:big )?fan|convinced|in favou?r)\b|"
        r"i (?:still )?(?:have|see) (?:a )?(?:concern|objection|problem)s? with|that won'?t work\b|"
        r"bad idea|i(?:'d| would) (?:be against|oppose|veto)|veto\b|-0\.?\d*\b)",
    ),
    cue(
        Act.AGREE,
        r"(?:\+\s?[1-9]\d*\b(?!\s?%)|:\+1:|:thumbsup:|\(?thumbsup\)?|👍\S?|✅|"
        r"(?:i |we |i'?d |totally |fully |strongly |completely |all )*(?:agree|agreed|concur)\b"
        r"(?! (?:that|to)\b)|"
        r"(?:that |this |it )?(?:all )?(?:sounds|looks|seems|works) (?:good|great|fine|reasonable|"
        r"perfect|right|sensible|sane|like a plan|ok|okay)(?: to me| for me| by me| here)?|works for me|"
        r"wfm\b|lgtm\b|makes sense(?: to me)?|go for it|"
        r"(?:i'?m |that'?s |i am )?(?:ok|okay|fine|good|happy|cool) with (?:that|it|this)|fine (?:by|with) me|"
        r"i(?:'m| am) (?:in favou?r|all for (?:it|that|this)|for (?:it|that)\b|\+1)|(?:great|good|nice|"
        r"excellent) (?:idea|call|plan|suggestion)|i(?:'d| would)? (?:support|second) (?:that|this|it)|"
        r"seconded|second(?:ed)?(?=[.! ]*$)|no objections?(?: from me| here)?|i love (?:this|that|it)|"
        r"i like (?:that|this|it)\b|i approve\b|exactly(?=[.!, ]|$)|aye\b|"
        r"i agree with (?:this|that|it)|\S+ from me(?=[.! ]*$))",
    ),
    cue(
        Act.YES,
        r"(?:yes|yep|yeah|yup|yah|sure|right|correct|of course|definitely|absolutely|certainly|"
        r"that works|can do|no problem|gladly|happy to)\b(?! now)",
    ),
    cue(Act.DISAGREE, r"no(?=[,.;!]|$| -)"),
    cue(Act.OKAY, r"(?:okay|ok|kk?|alright|all right|fine|will do)(?=[\s,.!;:。，！-]|$)"),
    cue(
        Act.ACK,
        r"(?:got it|noted|roger(?: that)?|received|understood|copy that|cool|thanks|thank you|thx|ty|on it|great|awesome|nice|perfect|good|well|hmm+|"
        r"ah+|oh|so|anyway|anyways|and|also|but|btw|fwiw|actually|basically|indeed)(?=[\s,.!;:。，！-]|$)",
    ),
)

TALK = (
    cue(Act.RULE, r"^(?:please )?(?:remember|note for memory)(?: this| that)?\s*[:,-]\s*" + _BODY),
    cue(Act.RULE, r"^(?:hard[ -]?rule|team rule|taboo|rule)\s*:\s*" + _BODY),
    cue(
        Act.TOPIC,
        r"^(?:next (?:up|topic|item|agenda item|one|issue)|(?:ok(?:ay)?,? )?(?:moving on|let'?s move on|"
        r"on to)|topic\s*:|agenda item|first up|the next|new topic|another (?:thing|topic))\b[:,. -]*"
        r"(?P<body>.*)$",
    ),
    cue(
        Act.DECIDE,
        r"^(?:#?(?:resolved|resolution|decided|decision|agreed|consensus|final (?:decision|call))"
        r"\s*[:–—-]+\s*)" + _BODY,
    ),
    cue(
        Act.DECIDE,
        r"\b(?:we|the (?:team|group)|everyone)(?:'ve| have)?(?: all| just| already| now)? "
        r"(?:agreed|agree|decided|resolved|settled)(?: (?:to|on|that|upon|in favou?r of))+ "
        + _BODY,
    ),
    cue(Act.DECIDE, r"\bi(?:'ve| have)? decided (?:to|that|on) " + _BODY),
    cue(
        Act.DECIDE,
        r"^(?:it(?:'s| is| was| has been)) (?:decided|agreed|settled) (?:to|that) " + _BODY,
    ),
    cue(Act.DECIDE, r"^(?:so |ok(?:ay)?,? )?we(?:'re| are) going with " + _BODY),
    cue(
        Act.DECIDE,
        r"^(?P<body>(?:[\w-]+ ){0,3}(?:criteria|metrics?|targets?|scope|goals?|features?|version|"
        r"freeze|spec|schema|plan)(?: (?:is|are|has been|have been))?(?: now)? "
        r"(?:locked|frozen|fixed|final|set(?: first)?|freeze)\s*:.*)$",
    ),
    cue(
        Act.DECIDE,
        r"^set (?P<body>(?:the )?(?:[\w-]+ )?(?:metrics|targets|criteria|goals)(?: first)?\s*:.*)$",
    ),
    cue(Act.DECIDE, r"^(?P<body>[\w-]+(?: [\w-]+)? freeze\s*:.*)$"),
    cue(
        Act.PROPOSE,
        r"\b(?:i(?:'d| would)?(?: like to| want to)? (?:propose|suggest|recommend|move|vote)"
        r"(?: that| we| to| for)*|my (?:proposal|suggestion|recommendation)(?: is| would be)?(?: that| to)?\s*:?|"
        r"^(?:proposal|proposed)\s*:) " + _BODY,
    ),
    cue(Act.PROPOSE, r"^(?:it is|it's) (?:recommended|suggested|proposed) (?:to|that) " + _BODY),
    cue(Act.PROPOSE, r"^(?:how|what) about (?:we )?" + _BODY),
    cue(Act.PROPOSE, r"^(?:so )?what if we (?:just )?" + _BODY),
    cue(Act.PROPOSE, r"^why (?:don'?t|not) (?:we )?" + _BODY),
    cue(
        Act.PROPOSE,
        r"^(?:so |then |i think |i guess |i feel like |imo,? )?(?:maybe|perhaps|possibly),? "
        r"(?:i think )?we (?:should|could|ought to|can|might) (?:just )?" + _BODY,
    ),
    cue(
        Act.PROPOSE,
        r"^(?:so |then |and |but |i think |i guess |i feel |i'd say |imo,? )*"
        r"we (?:should|ought to|might want to|'d better) (?:probably |just |also |really )*"
        + _BODY,
    ),
    cue(
        Act.PROPOSE,
        r"^(?:so |then |and |first,? )?let'?s (?!see\b|hope|say\b|not forget|face|get started|start\b|"
        r"move on|continue|talk|discuss|begin|wait|chat|eat|take a break|pause|go ahead|leave it|"
        r"be clear|go with (?:that|it)|do (?:it|that)|have )" + _BODY,
    ),
    cue(
        Act.ASK_WHETHER,
        r"^(?:so |ok(?:ay)?,? |and |but )?(?:should|shall|do we (?:want|need|have) to|are we going to|"
        r"do we (?:still )?(?:want|need)) (?:we |i )?(?P<body>[^?]+)\?",
    ),
    cue(Act.ASK_WHETHER, r"^(?:can|could) we (?P<body>[^?]+)\?"),
    cue(
        Act.ASK_WHETHER,
        r"^(?:any(?:one|body)? )(?:against|objections? to|opposed to) (?P<body>[^?]+)\?",
    ),
    cue(
        Act.ASK_WHETHER,
        r"^(?P<body>[^?]+?)[,;.:] (?:is that (?:ok(?:ay)?|right)|ok(?:ay)?|right|agreed|thoughts)\s*\?",
    ),
    cue(
        Act.OPEN,
        r"(?P<body>.*)\b(?:tbd|to be (?:decided|determined|discussed)|(?:still )?(?:an )?open question|"
        r"(?:still )?undecided|not (?:yet )?decided|up in the air|parking lot)\b",
    ),
    cue(
        Act.ENVIRONMENT,
        r"^(?P<body>(?:the )?(?:new )?[\w ./-]*?\b(?:staging|prod(?:uction)?|dev|test|demo|ci|vpn|server|host|"
        r"database|db|port|endpoint|base url|cluster|redis|gateway|bucket|domain|dns|node|python|java|"
        r"cert(?:ificate)?)\b[\w /-]{0,30}?(?: has| have| is| are| was)?(?: now| been)? (?:at|on|runs? on|"
        r"running on|listens? on|moved (?:to|from)|migrated to|switched to|changed (?:to|from)|"
        r"upgraded to|pinned to|rotated)\b.+)$",
    ),
    cue(
        Act.ENVIRONMENT,
        r"^(?:i(?:'ve| have)? |we(?:'ve| have)? )(?:just )?(?P<body>(?:moved|migrated|switched|changed|"
        r"upgraded|rotated|increased|raised|lowered|reduced|bumped) .{0,60}?\b(?:from \S+ to \S+|"
        r"(?:port|server|host|staging|prod(?:uction)?|database|db|cluster|node|python|dns|key|cert|"
        r"version|endpoint)\b).*)$",
    ),
    cue(
        Act.CONVENTION,
        r"^(?P<body>(?:from now on|going forward|by convention|as a rule|convention)\b.*)$",
    ),
    cue(
        Act.CONVENTION,
        r"^(?P<body>(?:all|every|each|any|new) (?:\w+[ -]){1,5}?(?:must|should|needs? to|have to|has to|"
        r"shall|gets?|goes?|are to)\b.+)$",
    ),
    cue(Act.CONVENTION, r"^(?P<body>(?:we )?(?:always|never) \w+ .+)$"),
    cue(
        Act.DEFER,
        r"\b(?:(?:let'?s |we can |i'd |we should )?(?:punt|postpone|table|defer|push|kick|move|revisit|"
        r"bump)\b(?: (?:it|this|that|on (?:it|this|that)))?(?:.{0,40}\b(?:next (?:week|meeting|time|mtg|call)|"
        r"later|until|week'?s agenda)\b|(?=[.,! ]*$))|"
        r"(?:revisit|discuss|come back to|decide|pick (?:it|this) up)\b.{0,30}\b(?:next (?:week|meeting|time)"
        r"|later)|needs? (?:some |a (?:little|bit) )?more (?:discussion|conversation|work|time|feedback)|"
        r"not (?:going to )?decid(?:e|ing) (?:this|it|that)? ?(?:today|now|yet)|"
        r"take (?:it|this|that) to the (?:pr|ml|list|mailing list|issue|thread)|"
        r"(?:let'?s |we should )?(?:hold off|wait) (?:on|until|for)|not (?:going to happen )?for now)\b",
    ),
    cue(
        Act.DIRECT,
        r"^(?P<body>(?:please |first,? |next,? |then )?(?:add|adopt|allow|avoid|ban|block|cap|change|close|cut|"
        r"default|define|deprecate|disable|don'?t|do not|drop|enable|enforce|ensure|expand|focus|force|"
        r"freeze|gate|give|increase|keep|launch|leave|limit|lock|lower|make|mark|merge|move|never|only|"
        r"prefer|prioritize|put|raise|reduce|reject|release|remove|rename|replace|require|return|reuse|"
        r"rewrite|set|ship|show|skip|split|start|stop|store|support|switch|treat|turn|use|wait|write) .+)$",
    ),
    cue(
        Act.DIRECT,
        r"^(?P<body>.+? (?:must(?: not)?|should(?: not|n'?t)?|shall|needs? to|ha(?:s|ve) to|"
        r"will (?:not |be )|won'?t|(?:is|are) (?:not )?(?:to|required to) ) ?.+)$",
    ),
)

WORK = (
    cue(
        Act.BLOCKED,
        r"^(?P<body>.+?),? (?:is|are|'s|'re|was|got|remains?)(?: still| now| currently)? "
        r"(?:blocked|stalled|held up|stuck) (?:by|on|because of|waiting (?:on|for)|until) (?P<cause>.+)$",
    ),
    cue(
        Act.BLOCKED,
        r"\b(?:i(?:'m| am)|we(?:'re| are))(?: still| currently)? (?:blocked|stuck)"
        r"(?: (?:by|on|at|waiting (?:on|for)|because of) (?P<cause>.+))?$",
    ),
    cue(
        Act.BLOCKED,
        r"\b(?:can(?:no|')t|unable to) (?P<body>(?:proceed|continue|move forward|start|finish|merge|"
        r"release|deploy|ship|test|build|publish)\b.*?) (?:until|without|because|as|since) (?P<cause>.+)$",
    ),
    cue(
        Act.BLOCKED,
        r"^(?:i(?:'m| am)|we(?:'re| are))? ?(?:still )?waiting (?:on|for) (?P<cause>.+?) "
        r"(?:to|before) (?P<body>.+)$",
    ),
    cue(Act.UNBLOCKED, r"^(?P<body>.*?)\b(?:unblocked|no longer blocked|not blocked any ?more)\b"),
    cue(
        Act.ROLE_END,
        r"^"
        + _WHO
        + r" (?:is|are|will be) (?:no longer|stepping down|stepping back|leaving)\b(?P<body>.*)$",
    ),
    cue(
        Act.ROLE,
        r"^" + _WHO + r" (?:will (?:now )?|is (?:now |going to )?|takes |to )?"
        r"(?:own|owns|be responsible for|responsible for|in charge of|take over|takes over|taking over|"
        r"lead|leads|leading|be the|the new|our new|be our|serve as|act as|acting as|point person for|"
        r"be in charge of|on call for|the contact for|the lead for|the owner of|the maintainer of|"
        r"now the|now our)\b ?" + _BODY,
    ),
    cue(
        Act.ROLE,
        r"^(?:i'?ll|i will|i'?m going to|i can)(?: now| from now on)? "
        r"(?:own|be responsible for|be in charge of|take over|take the role of|be the|act as|serve as|"
        r"be on call for) " + _BODY,
    ),
    cue(
        Act.TAKE,
        r"\bi(?:'ll| will|'m going to| am going to|'m gonna)(?: first| also| now| then| go| go ahead and| just|"
        r" conveniently| immediately| quickly| start by| try to)* (?!(?:" + _IDLE + r")\b)" + _BODY,
    ),
    cue(
        Act.TAKE,
        r"\bi(?:'ll| will)(?: also| first| then)? (?:handle|take care of|take on|pick up|take|do|own|tackle|work on) "
        + _BODY,
    ),
    cue(
        Act.TAKE,
        r"\bi can (?:take(?: on| over| care of)?|do|handle|write|pick up|work on|tackle|own|volunteer to) "
        + _BODY,
    ),
    cue(Act.TAKE, r"\bi (?:plan|intend|volunteer|promise) to " + _BODY),
    cue(
        Act.TAKE,
        r"^(?:i(?:'m| am))(?: still| now| currently| already)? (?=(?:"
        + _WORK_ING
        + r")\b)"
        + _BODY,
    ),
    cue(Act.TAKE, r"^i(?: first| also)? (?=(?:" + _WORK_NOW + r")\b)" + _BODY),
    cue(Act.TAKE, r"^(?:it's|that's|this is) on my (?:plate|list|todo)"),
    cue(
        Act.ASSIGN, r"^(?:action(?: item)?|todo)\s*[:–-]\s*" + _WHO + r"(?: to| will|:|,) " + _BODY
    ),
    cue(
        Act.ASSIGN, r"^@?" + _WHO + r"[,:]? (?:can|could|will|would) you (?:please |also )?" + _BODY
    ),
    cue(
        Act.ASSIGN,
        r"^(?:can|could|will|would) you (?:please |also )?(?P<body>[^?]+)\?? ?@(?P<who>\S+)",
    ),
    cue(
        Act.ASSIGN,
        r"^@?" + _WHO + r"[,:]? (?:please|pls|take (?:a|an|that) (?:note|action)) " + _BODY,
    ),
    cue(
        Act.ASSIGN,
        r"^"
        + _WHO
        + r" (?:to|will|handles?|is going to|updates?|defines?|modifies|takes?) "
        + _BODY,
    ),
    cue(
        Act.DONE,
        r"\b(?:i|we)(?:'ve| have| had)?(?: just| also| already| now| since| finally| then)* "
        r"(?P<body>(?:" + _WORK_PAST + r")\b.*)$",
    ),
    cue(
        Act.DONE,
        r"^(?P<body>(?:the |our |my |a |an )?[^,;]{3,80}?) (?:is|are|has been|have been|was|were|has|have)"
        r"(?: all| just| now| already| finally| also| fully)* (?=(?:"
        + _DONE_STATE
        + r")\b)(?P<rest>.+)$",
    ),
    cue(Act.DONE, r"^(?:all )?(?:done|finished|completed)\b[:,. ]*(?P<body>.*)$"),
    cue(Act.DONE, r"^(?P<body>(?:just )?(?:" + _WORK_PAST + r") .+)$"),
    cue(
        Act.DONE,
        r"^(?P<body>[\w /+&-]{3,60}? (?:completed|merged|released|deployed|online|passed|launched|done|live|ready))"
        r"(?=[.,;! ]|$)",
    ),
)

TROUBLE = (
    cue(
        Act.CLOSED,
        r"\b(?:issue (?:is )?(?:now )?(?:closed|resolved)|closing(?: it| this)?(?=[.! ]*$)|"
        r"(?:no longer|didn'?t|does not|doesn'?t|not) (?:occurs?|reproduce|happening|reproducible)|case closed)\b",
    ),
    cue(
        Act.CORRECT,
        r"^(?:correction|actually|i was wrong|my mistake|i stand corrected|oops)\b[:,. -]*" + _BODY,
    ),
    cue(
        Act.FIX,
        r"^(?:fixed|solved|resolved|mystery solved|got it working|found (?:it|the fix))\b(?P<how>\s*[:,.–—-]*\s*)(?P<body>.*)$",
    ),
    cue(
        Act.FIX,
        r"\b(?:i(?:'ve| have)?|we(?:'ve| have)?)(?: just| finally| already)* (?:fixed|solved|worked around|resolved) "
        r"(?:it|this|that|the \w+(?: \w+)?)\b(?: by| with|:| -)? ?(?P<body>.*)$",
    ),
    cue(
        Act.FIX,
        r"^(?P<body>.+?) (?:fixed|fixes|solved|solves|did the trick|resolved|resolves)(?: (?:it|this|that|the .+))?[.! ]*$",
    ),
    cue(
        Act.CAUSE,
        r"\b(?:root cause|the cause|the (?:real )?(?:problem|issue|reason)|culprit)(?: (?:is|was|turned out to be))"
        r"(?: that)?\s*:? " + _BODY,
    ),
    cue(Act.CAUSE, r"^(?:issue|problem|bug) ?#?\d* ?(?:cause|reason)s?\s*:\s*" + _BODY),
    cue(Act.CAUSE, r"\b(?:turns out|turned out|it turns out)(?: that)?,? " + _BODY),
    cue(
        Act.CAUSE,
        r"^(?:that'?s |it'?s |it was |probably |this is |this was )?(?:because|caused by|due to) "
        + _BODY,
    ),
    cue(
        Act.REMEDY,
        r"^(?:the )?(?:solution|fix|workaround|remedy|answer|resolution)(?: approach| idea| is)?\s*:? "
        + _BODY,
    ),
    cue(
        Act.GUESS,
        r"\b(?:i|we) (?:first |initially |originally )?(?:thought|assumed|suspected|figured|believed)"
        r"(?: (?:it|that|this))?(?: (?:was|were|is|had to be))? (?P<body>[^,.;]+)",
    ),
    cue(
        Act.WORKED,
        r"^(?:thanks[,!. ]*)?(?:that|it|this)(?:'s)? (?:worked|works|did it|did the trick|fixed it|helped)\b",
    ),
    cue(
        Act.ATTEMPT,
        r"^(?P<body>(?:i |we )?(?:tried |attempted )?.+?) (?:did nothing|didn'?t (?:help|work|fix (?:it|that))|"
        r"had no effect|made no difference|to no avail|without (?:success|luck))\b",
    ),
    cue(Act.ATTEMPT, r"^(?:i|we)(?:'ve| have)? (?:already )?tried (?P<body>.+)$"),
    cue(
        Act.PROBLEM,
        r"^(?:found an? (?:issue|problem|bug)|issue found|problem|bug|minor issue|issue|there(?:'s| is) an? "
        r"(?:issue|problem|bug)(?: with)?|monitoring alert|alert)\b\s*[:,-]*\s*" + _BODY,
    ),
    cue(
        Act.PROBLEM,
        r"^(?P<body>.*\b(?:fails?|failing|failed|failure|crash(?:es|ed|ing)?|broken|breaks?|broke|throws?|"
        r"errors? out|error|exception|timed? ?out|timeouts?|hangs?|hanging|leak(?:s|ed|ing)?|lost|missing|"
        r"misalign\w*|mis(?:interpret|recogni[sz])\w*|doesn'?t work|don'?t work|not working|won'?t (?:start|build|boot|load)|"
        r"spik(?:e[sd]?|ing)|regress(?:ion|ed)|oom|segfault|corrupt\w*|stale|wrong (?:result|value|output)|out of memory|"
        r"bug|incorrect(?:ly)?|mistakenly|inconsistent|too slow|duplicat(?:ed|es)|500s?|404s?|502|denied|refused)\b.*)$",
    ),
)

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

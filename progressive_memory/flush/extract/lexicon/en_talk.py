"""English cues: answers, and what is put forward."""

from __future__ import annotations

from progressive_memory.flush.extract.lexicon.lexicon import Act, cue

_BODY = r"(?P<body>\S.*)"

IMPERATIVES = (
    r"add|adjust|adopt|allow|apply|assign|avoid|ban|check|continue|create|document|exclude|expose|"
    r"follow|hide|include|inject|insert|introduce|let|log|move|notify|open|run|schedule|separate|"
    r"stabilize|support|test|track|try|update|verify|ban|block|cap|change|close|cut|default|define|"
    r"deprecate|disable|don'?t|do not|drop|enable|enforce|ensure|expand|focus|force|freeze|gate|give|"
    r"increase|keep(?! in mind)|launch|leave|limit|lock|lower|make|mark|merge|move|never|prefer|"
    r"prioritize|put|raise|reduce|reject|release|remove|rename|replace|require|return|reuse|rewrite|"
    r"get(?= the\b)|place|establish|build|highlight|set|ship|show|skip|split|start|stop|store|switch|treat|turn|use|wait|write"
)

STANCES = (
    cue(
        Act.WITHDRAW,
        r"(?:oh |ah )?(?:scratch that|never ?mind|forget (?:it|that|what i said)|strike that|"
        r"i (?:take|withdraw) (?:it|that)(?: back)?|ignore (?:that|my last|what i said)|"
        r"disregard(?: that)?)\b",
        "scratch|never|forget|strike|take|withdraw|ignore|disregard",
    ),
    cue(
        Act.SETTLE,
        r"(?:ok(?:ay)?[,:; -]+)?(?:so moved|make it so(?=[.!,]|$| -| \()|(?:it'?s |then it'?s )?(?:decided|settled|"
        r"approved|accepted|resolved)(?=[.! ]*$)|that'?s (?:settled|decided)|"
        r"let'?s (?:go with|do) (?:that|it|this)\b|let'?s (?:merge|ship|accept|approve) (?:it|this|that)\b|"
        r"(?:feels like |i think |so )?(?:we have|there'?s) consensus|motion carrie[sd]|"
        r"merge it\b|ship it(?=[.! ]*$)|approved\b(?=[.,!])|accepted\b(?=[.,!])|"
        r"that'?s it(?=[.! ]*$)|resolution (?:passes|accepted)|carried(?=[.! ]*$))",
        "moved|make|decided|settled|approved|accepted|resolved|let|consensus|motion|merge|ship|that|resolution|carried",
    ),
    cue(
        Act.DISAGREE,
        r"(?:[-−–]\s?1\b(?![.\d])|(?:i )?(?:strongly )?disagree\b|i don'?t (?:agree|like (?:this|that|it))|"
        r"i(?:'m| am) (?:strongly )?(?:against|opposed)|i object\b|no way\b|nope\b|please don'?t\b|"
        r"i(?:'d| would) rather not|hold on\b|not (?:a (?:big )?fan|convinced|in favou?r)\b|"
        r"i (?:still )?(?:have|see) (?:a )?(?:concern|objection|problem)s? with|that won'?t work\b|"
        r"bad idea|i(?:'d| would) (?:be against|oppose|veto)|veto\b|-0\.?\d*\b)",
        "0|1|disagree|don|against|opposed|object|no|nope|rather|hold|not|problem|concern|objection|won|bad|oppose|veto",
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
        r"i like (?:that|this|it)\b|i approve\b|aye\b|"
        r"i agree with (?:this|that|it)|\S+ from me(?=[.! ]*$))",
    ),
    cue(
        Act.YES,
        r"(?:yes|yep|yeah|yup|yah|sure|exactly|confirmed|right|correct|of course|definitely|absolutely|certainly|"
        r"that works(?! (?:for (?!me\b|us\b)|only|if|when|in|on|but)\b)|can do|no problem|gladly|happy to)\b(?! now)",
        "yes|yep|yeah|yup|yah|sure|exactly|confirmed|right|correct|of|definitely|absolutely|certainly|works|can|no|gladly|happy",
    ),
    cue(Act.DISAGREE, r"no(?=[,.;!]|$| -)", "no"),
    cue(
        Act.OKAY,
        r"(?:okay|ok|kk?|alright|all right|fine|will do)(?=[\s,.!;:。，！-]|$)",
        "ok|okay|k|kk|alright|all|fine|will",
    ),
    cue(
        Act.ACK,
        r"(?:got it|noted|roger(?: that)?|received|understood|copy that|cool|thanks|thank you|thx|ty|on it|great|awesome|nice|perfect|good|well|hmm+|"
        r"ah+|oh|so|anyway|anyways|btw|fwiw|basically|indeed)(?=[\s,.!;:。，！-]|$)",
        "got|noted|roger|received|understood|copy|cool|thanks|thank|thx|ty|on|great|awesome|nice|perfect|good|well|hm|hmm|hmmm|ah|ahh|ahhh|oh|so|anyway|btw|fwiw|basically|indeed",
    ),
)

TALK = (
    cue(
        Act.RULE,
        r"^(?:please )?(?:remember|note for memory)(?: this| that)?\s*[:,-]\s*" + _BODY,
        "remember|note",
    ),
    cue(
        Act.RULE,
        r"^(?:(?:new |house |group )?(?:hard[ -]?rule|team rule|taboo|rule))(?: \d+)?\s*[:–—-]\s*"
        + _BODY,
        "hard|hardrule|team|taboo|rule",
    ),
    cue(
        Act.TOPIC,
        r"^(?:(?:ok(?:ay)?|so|and|alright)[,. -]+)*(?:next (?:up|topic|item|agenda item)(?: is)?|moving on(?: to)?|let'?s move on(?: to)?|"
        r"on to|topic\s*:|agenda item\s*:?|first up|new topic)\b[:,. -]*(?P<body>.*)$",
        "next|moving|move|on|topic|agenda|first|new",
    ),
    cue(
        Act.DECIDE,
        r"^(?:#?(?:resolved|resolution|decided|decision|agreed|consensus|final (?:decision|call))"
        r"\s*[:–—-]+\s*)" + _BODY,
        "resolved|resolution|decided|decision|agreed|consensus|final",
    ),
    cue(
        Act.DECIDE,
        r"(?<!when )(?<!since )(?<!soon as )(?<!once )(?<!after )(?<!before )(?<!until )(?<!if )(?<!whether )(?<!what )(?<!ever )(?<!as )"
        r"(?<!that )(?<!note )(?<!one )(?<!think )(?<!thought )(?<!sure )(?<!because )(?<!where )"
        r"\b(?:we|the (?:team|group)|everyone)(?:'ve| have)?(?: all| just| already| now)? "
        r"(?:agreed|agree(?! that\b(?!.*\b(?:should|must|will|need)\b))|decided|resolved|settled)"
        r"(?: (?:to|on|that|upon|in favou?r of))+ (?!already\b)" + _BODY,
        "agreed|agree|decided|resolved|settled",
    ),
    cue(
        Act.DECIDE,
        r"^(?:it(?:'s| is| was| has been)) (?:decided|agreed|settled) (?:to|that) " + _BODY,
        "decided|agreed|settled",
    ),
    cue(Act.DECIDE, r"^(?:so |ok(?:ay)?,? )?we(?:'re| are) going with " + _BODY, "going"),
    cue(
        Act.DECIDE,
        r"^(?P<body>(?:[\w-]+ ){0,3}(?:criteria|metrics?|targets?|scope|goals?|features?|version|"
        r"freeze|spec|schema|plan)(?: (?:is|are|has been|have been))?(?: now)? "
        r"(?:locked|frozen|fixed|final|set(?: first)?|freeze)\s*:.*)$",
        "locked|frozen|fixed|final|set|freeze",
    ),
    cue(
        Act.DECIDE,
        r"^(?P<body>set (?:the )?(?:[\w-]+ )?(?:metrics|targets|criteria|goals)(?: first)?\s*:.*)$",
        "set",
    ),
    cue(Act.DECIDE, r"^(?P<body>[\w-]+(?: [\w-]+)? freeze\s*:.*)$", "freeze"),
    cue(
        Act.PROPOSE,
        r"^(?:[^,:]{0,30}, )?(?:the|my|our) (?:basic |rough |general |overall )?(?:idea|approach|plan) (?:could be|would be|is|might be)(?: to)?\s*:\s*"
        + _BODY,
        "idea|approach|plan",
    ),
    cue(
        Act.PROPOSE,
        r"^(?P<body>an? [\w -]{3,40} (?:can|could) be added\b.*)$",
        "added",
    ),
    cue(
        Act.PROPOSE,
        r"^(?:add (?:a )?)?(?:new )?requirement\s*:\s*(?:we need to )?" + _BODY,
        "requirement",
    ),
    cue(
        Act.PROPOSE,
        r"^we need to (?P<body>(?:add|build|create|integrate|introduce) .* (?:to|into|in|for) the .+)$",
        "need",
    ),
    cue(
        Act.DEFER,
        r"\b(?:(?:punt|postpone)\b(?: (?:it|this|that|on))?|defer (?:it|this|that|until|to (?:next|the next|a later)|the decision)|"
        r"table (?:it|this|that|these|both|\d+)\b|"
        r"(?:let'?s|to|we|should|can|could|will|would|'ll) table (?:until|for|to|and give|and revisit)\b|"
        r"(?:push|kick|move|bump|put)(?:ed)?\b(?: \S+){1,6}? (?:to|for|on) (?:the )?next (?:week|meeting|time|mtg|call)|"
        r"(?:revisit|(?:come|get) back to|pick (?:it|this) up|re-?agenda|decide|review|discuss|look at|(?:merge|approve|accept|vote on) (?:it|this|that))\b.{0,40}\b(?:next (?:week|meeting|time|mtg|call)|later|the pr)\b|"
        r"revisit (?:it |this |that )?(?:when|once|after)\b|(?:should|let'?s|we'?ll|will) (?:probably |just )?skip (?:it|this|that)\b|"
        r"rather not (?:decide|deciderate|vote)\b|"
        r"(?:be |get )?pushed to (?:the )?next\b|(?:on|to) (?:the )?next (?:week|meeting)'?s?(?: \([^)]*\))?'?s? (?:agenda|meeting)|"
        r"needs? (?:some |a (?:little|bit) )?more (?:discussion|conversation|work|time|feedback|noodling)|"
        r"(?:de|un)-?schedul(?:e|ed|ing)\b|reschedul(?:e|ed|ing) (?:(?:it|this|that) )?(?:for|to)\b|needs? deferring|defer(?:red)?(?=[.?! ]*$)|"
        r"(?:should |can |will )?wait (?:till|until|for) v?\d|(?:push|bump|move|update)(?:e?d)? (?:(?:it|this|that) )?to v?\d{1,2}\.\d{1,2}(?![\d.:]*\d)|"
        r"not (?:going to )?(?:be )?decid(?:e|ing) (?:this|it|that)? ?(?:today|now|yet)|no decision today|"
        r"take (?:it|this|that|the conversation) to the (?:pr|ml|list|mailing list|issue|thread)|(?:revise and )?revisit(?=[.! ]*$)|"
        r"(?:let'?s|we should|we'?ll|we can|i'?d like to|i suggest we|i propose we|shall we|put (?:it|this|that|\S+)) "
        r"(?:hold off|wait|on hold|continue the discussion)|next week then|leave it off future agendas)\b",
        "punt|postpone|defer|table|push|kick|move|bump|put|revisit|back|pick|reagenda|agenda|decide|review|discuss|look|need|take|hold|wait|next|leave|merge|approve|accept|vote|skip|rather|deciderate|continue|deschedule|unschedule|reschedule|update",
    ),
    cue(
        Act.PROPOSE,
        r"^(?:current |our |the )(?P<body>(?:overall |proposed )?(?:method|approach|architecture|(?:tech )?stack|design|pipeline)(?: is)?\s*:.+)$",
        "method|approach|architecture|stack|design|pipeline",
    ),
    cue(
        Act.PROPOSE,
        r"\b(?:i(?:'d| would)?(?: like to| want to)? (?:propose|suggest|recommend|move|vote)"
        r"(?: that| we| to| for)*|my (?:proposal|suggestion|recommendation)(?: is| would be)?(?: that| to)?\s*:?|"
        r"^(?:proposal|proposed)\s*:) " + _BODY,
        "propose|suggest|recommend|move|vote|proposal|suggestion|recommendation|proposed",
    ),
    cue(
        Act.PROPOSE,
        r"^(?:it is|it's) (?:recommended|suggested|proposed) (?:to|that) " + _BODY,
        "recommended|suggested|proposed",
    ),
    cue(
        Act.PROPOSE,
        r"^(?:how|what) about (?:we )?(?!(?:a|an|the|you|your|it|this|that|those|these|for|when|if|in|on)\b)"
        + _BODY,
        "about",
    ),
    cue(Act.PROPOSE, r"^(?:so )?what if we (?:just )?" + _BODY, "what"),
    cue(Act.PROPOSE, r"^why (?:don'?t|not) (?:we )?" + _BODY, "why"),
    cue(
        Act.PROPOSE,
        r"^(?:so |then |i think |i guess |i feel like |imo,? )?(?:maybe|perhaps|possibly),? "
        r"(?:i think )?we (?:should|could|ought to|can|might) (?:just )?" + _BODY,
        "maybe|perhaps|possibly",
    ),
    cue(
        Act.PROPOSE,
        r"^(?:so |then |and |but |i think |i guess |i feel |i'd say |imo,? )*"
        r"we (?:should|ought to|might want to|'d better) (?:probably |just |also |really )*"
        + _BODY,
        "should|ought|might|better",
    ),
    cue(
        Act.PROPOSE,
        r"^(?:so |then |and |first,? )?let'?s (?!'|(?:move|skip|jump|go|turn) (?:on|to|ahead|back|over)\b|see\b|let\b|call\b|jump|get\b|keep|move forward|seriously|critique|look|hear|try not|hold|take\b|step|give\b|hope|say\b|not forget|face|get started|start\b|"
        r"move on|continue|talk|discuss|begin|wait|chat|eat|take a break|pause|go ahead|leave it|"
        r"be clear|go with (?:that|it)|do (?:it|that)|have )" + _BODY,
        "let|lets",
    ),
    cue(
        Act.ASK_WHETHER,
        r"^(?:so |ok(?:ay)?,? |and |but )?(?:should|shall|do we (?:want|need|have) to|are we going to|"
        r"do we (?:still )?(?:want|need)) (?:we |i )?(?P<body>[^?]+)\?",
        "should|shall|do|are",
    ),
    cue(
        Act.ASK_WHETHER,
        r"^(?:can|could) we (?:(?:all |please )*agree (?:to|that|on) (?:we )?)?(?P<body>[^?]+)\?",
        "can|could",
    ),
    cue(
        Act.ASK_WHETHER,
        r"^(?:any(?:one|body)? )(?:against|objections? to|opposed to) (?P<body>[^?]+)\?",
        "against|objection|opposed",
    ),
    cue(
        Act.ASK_WHETHER,
        r"^(?P<body>[^?]+?)[,;.:] (?:is that (?:ok(?:ay)?|right)|ok(?:ay)?|right|agreed|thoughts)\s*\?",
        "that|ok|okay|right|agreed|thoughts",
    ),
    cue(
        Act.OPEN,
        r"\b(?:tbd|to be (?:decided|determined|discussed)|(?:still )?(?:an )?open question|"
        r"(?:still )?undecided|not (?:yet )?decided|up in the air|parking lot|"
        r"(?:is|are) still (?:missing|lacking|open)(?=[:,.;]|$))",
        "tbd|to|open|undecided|decided|air|parking|still",
    ),
    cue(
        Act.ENVIRONMENT,
        r"^(?P<body>.{0,30}\b(?:gr[ae]y ?scale|canary|roll-?out|rolled out)\b.{0,24}?\b(?:to|at) \d+ ?%.*)$",
        "grayscale|greyscale|gray|grey|canary|rollout|roll|rolled",
    ),
    cue(
        Act.ENVIRONMENT,
        r"^(?P<body>(?!i\b|we\b|the (?:meeting|call)\b)(?:the )?(?:new )?[\w ./-]{0,40}?\b(?:host|url|address|port|endpoint|version|branch|bucket|cluster|domain)\b"
        r"[\w /-]{0,20}? is now (?=\S*[\d./:_-])\S.*)$",
        "now",
    ),
    cue(
        Act.ENVIRONMENT,
        r"^(?P<body>(?!i\b|we\b|the (?:meeting|call)\b)(?:the )?(?:new )?[\w ./-]{0,40}?\b(?:staging|prod(?:uction)?|dev|test|demo|ci|vpn|"
        r"server|host|database|db|port|endpoint|base url|cluster|redis|gateway|bucket|domain|dns|node|python|java|postgres|mysql|"
        r"cert(?:ificate)?)\b[\w /-]{0,30}? (?:is now (?:at|on)|(?:has |was |have |been |is |are |now )*(?:moved (?:to|from)|migrated to|"
        r"switched (?:to|from)|changed (?:to|from)|upgraded to|pinned to|rotated)|(?:now )?(?:runs on|listens on|is at|lives at))\b.*)$",
        "is|moved|migrated|switched|changed|upgraded|pinned|rotated|runs|listens|lives",
    ),
    cue(
        Act.ENVIRONMENT,
        r"^(?:i(?:'ve| have)? |we(?:'ve| have)? )(?:just )?(?P<body>(?:moved|migrated|switched|changed|"
        r"upgraded|rotated|increased|raised|lowered|reduced|bumped) .{0,60}?\b(?:from \S+ to \S+|"
        r"(?:port|server|host|staging|prod(?:uction)?|database|db|cluster|node|python|dns|key|cert|ci|runners?|"
        r"version|endpoint|domain|bucket|gateway|registry|vpn)\b).*)$",
        "moved|migrated|switched|changed|upgraded|rotated|increased|raised|lowered|reduced|bumped",
    ),
    cue(
        Act.CONVENTION,
        r"^(?P<body>(?:from now on|going forward|by convention|as a rule|convention)\b.*)$",
        "now|forward|convention|rule",
    ),
    cue(
        Act.CONVENTION,
        r"^(?P<body>(?:all|every|each|any|new) (?:\w+[ -]){1,5}?(?:must|should|needs? to|have to|has to|"
        r"shall|gets?|goes?|are to)\b.+)$",
        "all|every|each|any|new",
    ),
    cue(
        Act.CONVENTION,
        r"^(?:please )?(?P<body>(?:never|don't ever|do not ever|no more) \w[^,?]* (?:again|any ?more)\b.*)$",
        "again|more",
    ),
    cue(
        Act.CONVENTION,
        r"^(?P<body>(?!(?:i|you|he|she|it|its|they|this|that|theres?|what|who|these|those)\b)(?:[\w/-]+ ){0,3}[\w/-]+s (?:always|never) "
        r"(?!\w*(?:s|ed|ing)\b|had\b|got\b|did\b|went\b|been\b|mind\b|seem\b|work\b|fail\b|an?\b|really\b|the\b)\w+ .+)$",
        "always|never",
    ),
    cue(
        Act.CONVENTION,
        r"^(?P<body>(?:we )?(?:always|never) (?!\w+ed\b|had\b|got\b|did\b|was\b|were\b|went\b|saw\b|really\b|forget\b|mind\b)\w+ .+)$",
        "always|never",
    ),
    cue(
        Act.DIRECT,
        r"^(?P<body>(?:please |first,? |next,? |then )?(?:" + IMPERATIVES + r") .+)$",
    ),
    cue(
        Act.DIRECT,
        r"^(?P<body>.+? (?:must(?: not)?|should(?: not|n'?t)?|shall|needs? to|ha(?:s|ve) to|"
        r"will (?:not |be )|won'?t|(?:is|are) (?:not )?required to ) ?.+)$",
        "must|should|shouldn|shall|need|needs|has|have|will|won|required",
    ),
)

"""English cues: trouble."""

from __future__ import annotations

from progressive_memory.flush.extract.lexicon.lexicon import Act, cue

_BODY = r"(?P<body>\S.*)"

TROUBLE = (
    cue(
        Act.CLOSED,
        r"\b(?:issue (?:is )?(?:now )?(?:closed|resolved)|closing(?: it| this)?(?=[.! ]*$)|"
        r"(?:no longer|didn'?t|does not|doesn'?t|not) (?:occurs?|reproduce|happening|reproducible)|case closed)\b",
        "issue|closing|longer|didn|does|doesn|not|case|reproduce",
    ),
    cue(
        Act.CORRECT,
        r"^(?:correction|actually|i was wrong|my mistake|i stand corrected|oops|that'?s (?:wrong|not right|not it|outdated)|not quite)\b[:,. -]*"
        + _BODY,
        "correction|actually|wrong|mistake|corrected|oops|that|not",
    ),
    cue(
        Act.FIX,
        r"^(?:fixed|solved|resolved|mystery solved|got it working|found (?:it|the fix))\b(?P<how>\s*(?:[:,.–—-]+\s*)?)(?P<body>.*)$",
        "fixed|solved|resolved|mystery|got|found",
    ),
    cue(
        Act.FIX,
        r"\b(?:i(?:'ve| have)?|we(?:'ve| have)?)(?: just| finally| already)* (?:fixed|solved|worked around|resolved) "
        r"(?:it|this|that|the \w+(?: \w+)?)\b(?= by\b| with\b|:| -|[.,;!]|$)(?: by| with|:| -)? ?(?P<body>.*)$",
        "fixed|solved|worked|resolved",
    ),
    cue(
        Act.FIX,
        r"^(?P<body>(?!.*\b(?:will|try|should|can|could|would|get|be|to)\b).+?) (?:fixed|fixes|solved|solves|did the trick|resolved|resolves)(?: (?:it|this|that|the .+))?[.! ]*$",
        "fixed|fixes|solved|solves|trick|resolved|resolves",
    ),
    cue(
        Act.CAUSE,
        r"\b(?:root cause|the cause|the (?:real )?(?:problem|issue|reason)|culprit)(?: (?:is|was|turned out to be))"
        r"(?: that)?\s*:? " + _BODY,
        "cause|problem|issue|reason|culprit",
    ),
    cue(
        Act.CAUSE,
        r"^(?:initial judge?ment|first guess|diagnosis|root cause)\s*:\s*" + _BODY,
        "initial|guess|diagnosis|cause",
    ),
    cue(
        Act.CAUSE,
        r"^(?:issue|problem|bug) ?#?\d* ?(?:cause|reason)s?\s*:\s*" + _BODY,
        "cause|reason",
    ),
    cue(Act.CAUSE, r"\b(?:turns out|turned out|it turns out)(?: that)?,? " + _BODY, "turns|turned"),
    cue(
        Act.CAUSE,
        r"^(?:that'?s |it'?s |it was |probably |this is |this was )?(?:because|caused by|due to) "
        + _BODY,
        "because|caused|due",
    ),
    cue(
        Act.REMEDY,
        r"^(?:the )?(?:solution|fix|workaround|remedy|first step|plan [\dab])(?: approach| idea)?(?:\s*:| is(?: to)?\b)\s*"
        + _BODY,
        "solution|fix|workaround|remedy|first|plan",
    ),
    cue(
        Act.GUESS,
        r"\b(?:i|we) (?:first |initially |originally )?(?:thought|assumed|suspected|figured|believed)"
        r"(?: (?:it|that|this))?(?: (?:was|were|is|had to be))? (?P<body>[^,.;]+)",
        "thought|assumed|suspected|figured|believed",
    ),
    cue(
        Act.WORKED,
        r"^(?:thanks[,!. ]*)?works(?: (?:for me|here|now|again|fine))?(?=[.,! ]*$)|^(?:thanks[,!. ]*)?(?:that|it|this)(?:'s)? (?:worked|works|did it|did the trick|fixed it|helped)\b",
        "worked|works|did|fixed|helped",
    ),
    cue(
        Act.ATTEMPT,
        r"^(?P<body>(?:i |we )?(?:tried |attempted )?.+?) (?:did nothing|didn'?t (?:help|work|fix (?:it|that))|"
        r"had no effect|made no difference|to no avail|without (?:success|luck))\b",
        "did|didn|had|made|avail|without",
    ),
    cue(Act.ATTEMPT, r"^(?:i|we)(?:'ve| have)? (?:already )?tried (?P<body>.+)$", "tried"),
    cue(
        Act.PROBLEM,
        r"^(?:found an? (?:issue|problem|bug)|issue found|problem|bug|minor issue|issue ?#?\d*|"
        r"monitoring alert|alert|there(?:'s| is) an? (?:issue|problem|bug|risk)(?: with)?|(?:trial|demo|user) feedback(?=: .{0,60}\b(?:mis\w+|wrong|not|never)))\s*[:,-]+\s*"
        + _BODY,
        "found|issue|problem|bug|minor|monitoring|alert|there|trial|demo|user",
    ),
    cue(
        Act.PROBLEM,
        r"\b(?:fails?|failing|failed|failure|crash(?:es|ed|ing)?|broken|breaks?|broke|throws?|"
        r"errors? out|error|exception|timed? ?out|timeouts?|hangs?|hanging|leak(?:s|ed|ing)?|lost|missing|"
        r"misalign\w*|mis(?:interpret|recogni[sz])\w*|doesn'?t work|don'?t work|not working|won'?t (?:start|build|boot|load)|"
        r"spik(?:e[sd]?|ing)|regressed|oom|segfault|corrupt\w*|stale|wrong (?:result|value|output)|out of memory|"
        r"bug|incorrect(?:ly)?|mistakenly|inconsistent|too slow|duplicat(?:ed|es)|500s?|404s?|502|denied|refused)\b",
        "fail|failure|crash|broken|break|broke|throw|error|exception|timed|time|timeout|hang|leak|lost|missing|misalign|misinterpret|misrecogn|misr|work|working|won|spik|regressed|oom|segfault|corrupt|stale|wrong|memory|bug|incorrect|mistakenly|inconsistent|slow|duplicat|500|500s|404|404s|502|denied|refused",
    ),
)

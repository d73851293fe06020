"""What a language lends to the grammar: cues for each dialogue act, and words that shade them.

The grammar (`dialogue`) knows acts only; a language is one `Lexicon`. Every message is read with
each lexicon whose script it uses, since a Chinese team writes `LGTM` and an English one `可以`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

from progressive_memory.domain.group import Language


class Act(StrEnum):
    """What a person does by saying a clause."""

    # answers to something said before
    AGREE = "agree"
    YES = "yes"
    OKAY = "okay"  # consents when asked, else only hears
    ACK = "ack"  # only hears
    DISAGREE = "disagree"
    QUALIFY = "qualify"  # "yes, but"
    WITHDRAW = "withdraw"
    SETTLE = "settle"  # resolves what is on the floor without saying it again
    DEFER = "defer"
    WORKED = "worked"
    # put forward
    PROPOSE = "propose"
    ASK_WHETHER = "ask_whether"  # a choice to be made
    ASK = "ask"
    DECIDE = "decide"
    DIRECT = "direct"  # says what shall be, without a word that decides
    CONVENTION = "convention"
    RULE = "rule"
    ENVIRONMENT = "environment"
    OPEN = "open"
    # work
    TAKE = "take"
    ASSIGN = "assign"
    REQUEST = "request"  # of whoever will do it
    DONE = "done"
    BLOCKED = "blocked"
    UNBLOCKED = "unblocked"
    DROP = "drop"  # work that will not be done
    ROLE = "role"
    ROLE_END = "role_end"
    # trouble
    PROBLEM = "problem"
    GUESS = "guess"
    ATTEMPT = "attempt"
    CAUSE = "cause"
    FIX = "fix"
    REMEDY = "remedy"  # says how to put it right, not that it was
    CLOSED = "closed"
    CORRECT = "correct"
    # the rest
    TOPIC = "topic"
    STATE = "state"
    CHATTER = "chatter"


@dataclass(frozen=True, eq=False)
class Cue:
    """A pattern that marks an act. Named groups: `body` (what it is about), `who`, `cause`; a
    pattern without a `body` is about the whole clause. Where `needs` is not empty, a word of the
    clause must begin like one of it: words are cheaper to look for than patterns.
    """

    act: Act
    pattern: re.Pattern[str]
    needs: frozenset[str] = frozenset()

    def find(self, text: str) -> re.Match[str] | None:
        """The first place in `text` where the cue stands."""
        return self._look(text)

    @cached_property
    def _look(self) -> Callable[[str], re.Match[str] | None]:
        anchored = self.pattern.pattern.startswith("^(?")
        return self.pattern.match if anchored else self.pattern.search


class Family:
    """Cues in their order, found by the words they need."""

    def __init__(self, cues: tuple[Cue, ...]) -> None:
        self._cues = cues
        self._always = tuple(cue for cue in cues if not cue.needs)
        self._by_word: dict[str, set[int]] = {}
        always = {at for at, cue in enumerate(cues) if not cue.needs}
        for at, cue in enumerate(cues):
            for word in cue.needs:
                self._by_word.setdefault(word, set(always)).add(at)
        self._words = frozenset(self._by_word)

    def likely(self, words: frozenset[str]) -> Sequence[Cue]:
        """The cues that may stand in a text of which `words` are the `beginnings`, in order."""
        known = words & self._words
        if not known:
            return self._always
        places = set().union(*(self._by_word[word] for word in known))
        return [self._cues[at] for at in sorted(places)]


_WORD = re.compile(r"[a-z0-9]+")
_BEGINNING = 4  # characters of a word that tell it from most others


def beginnings(text: str) -> frozenset[str]:
    """How the Latin words and numbers of `text` begin, in lower case: `I'll deploy` gives `i`,
    `ll`, `depl`.
    """
    return frozenset([word[:_BEGINNING] for word in _WORD.findall(text.lower())])


@dataclass(frozen=True, eq=False, repr=False)
class Lexicon:
    """One language's words.

    `stances` are matched at the start of a clause and cut off; of `talk`, `work` and `trouble` the
    first cue that matches gives the act, so the more explicit stands first. The patterns below them
    are searched in a clause.
    """

    language: Language
    script: re.Pattern[str]
    stances: tuple[Cue, ...]
    talk: tuple[Cue, ...]
    work: tuple[Cue, ...]
    trouble: tuple[Cue, ...]
    hedge: re.Pattern[str]
    wavering: re.Pattern[str]  # a promise with this in it is none
    condition: re.Pattern[str]
    question: re.Pattern[str]
    pronoun: re.Pattern[str]
    chatter: re.Pattern[str]  # a clause that only greets, thanks or laughs
    leisure: re.Pattern[str]  # lunch, weekends, health: the whole message is small talk
    vague: re.Pattern[str]  # too little said to be worth a line
    general: re.Pattern[str]  # words every report has; what is left tells what it is about
    accepts: re.Pattern[str]  # of a thing on an agenda: it is through
    rejects: re.Pattern[str]  # it is not going to be
    doubtful: re.Pattern[str]  # "sure…": says yes and means maybe
    quoted: re.Pattern[str]  # words of someone else, told or cited
    role_noun: re.Pattern[str]
    imperative: re.Pattern[str]  # a clause that begins with what to do
    infrastructure: re.Pattern[str]  # what an environment is made of
    lasting: re.Pattern[str]  # from now on: a role, not an errand
    due: re.Pattern[str]
    leisure_words: frozenset[str] = frozenset()  # a clause of leisure has one of these `beginnings`

    @cached_property
    def answering(self) -> Family:
        """The stances as a family."""
        return Family(self.stances)

    @cached_property
    def stating(self) -> tuple[Family, ...]:
        """The families of which a clause may have one act each."""
        return Family(self.talk), Family(self.work), Family(self.trouble)


def cue(act: Act, pattern: str, needs: str = "") -> Cue:
    """A cue for `act`, case ignored; `needs` are words one of which the pattern cannot do without."""
    return Cue(act, re.compile(pattern, re.IGNORECASE), beginnings(needs))

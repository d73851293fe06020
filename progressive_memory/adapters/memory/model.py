"""A language model that says what it was told to say."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import chain, repeat

from progressive_memory.domain.model_talk import Answer, Manner, Question
from progressive_memory.errors import ModelUnavailable

Line = Answer | ModelUnavailable | Callable[[Question], Answer | str] | str
"""What it says next: an answer (a text alone ended by itself), what it raises, or what finds the
answer to a question.
"""


class ScriptedModel:
    """Says its lines in order, then that it cannot be reached (`ports.LanguageModel`).

    With `always` it says that one line whenever the others are used up. `asked` are the questions
    it was asked.
    """

    def __init__(
        self,
        *lines: Line,
        always: Line | None = None,
        manner: Manner = "json_schema",
        names: Iterable[str] = ("scripted",),
    ) -> None:
        down = ModelUnavailable("model_unreachable", "no line is left", next_step="write one")
        self._lines = chain(lines, repeat(down if always is None else always))
        self._names = tuple(names)
        self.address = "memory"
        self.model = "scripted"
        self.manner: Manner = manner
        self.asked: list[Question] = []

    def ask(self, question: Question) -> Answer:
        """The next line.

        Raises:
            ModelUnavailable: the next line is that.
        """
        self.asked.append(question)
        line = next(self._lines)
        if isinstance(line, ModelUnavailable):
            raise line
        said = line(question) if callable(line) else line
        return Answer(said) if isinstance(said, str) else said

    def nonce(self) -> str:
        """A word of its own for every question."""
        return f"nonce{len(self.asked):03}"

    def names(self) -> tuple[str, ...]:
        """The names it was given."""
        return self._names

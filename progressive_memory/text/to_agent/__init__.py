"""Whether a text speaks to the agent that reads it, not to the people in the room (DESIGN §8).

Chat text is data. A member who tells the machine to forget its rules, to play a part, to show its
prompt, to shape its answers or to write something into its memory has decided nothing for the
team, so what such a message says waits for a person. This is a second line: the first is that one
member's word alone writes no rule, role or fact.

`english` and `chinese` hold the shapes. Every gap in them is bounded, so matching is linear.
"""

from __future__ import annotations

from progressive_memory.text.to_agent.chinese import CHINESE
from progressive_memory.text.to_agent.english import SHAPES


def speaks_to_agent(text: str) -> bool:
    """Whether `text` tells the machine that reads it what to be, to say, to show or to keep."""
    lowered = text.lower()
    for words, shape in SHAPES:
        for word in words:
            if word in lowered:
                if shape.search(text):
                    return True
                break
    return not text.isascii() and CHINESE.search(text) is not None

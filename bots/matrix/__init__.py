"""The Matrix bot: it listens, keeps the log, answers, and runs the schedule. A program on `api`.

`commands` and `intake` say what a message asks; `rights` who may; `carry_out` does it; `answers`
and `reviews` say what came of it, in the words of `wording`; `bot` is the loop.
"""

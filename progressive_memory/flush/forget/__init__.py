"""Forget: which messages go, and what becomes of what rests on them (DESIGN §8). Pure.

The order: `selection` says which messages, `ground` what an entry has left to stand on, `fate` what
becomes of it, `shorten` how it reads then, `condense` what becomes of summaries.
"""

"""Wording: what was said, as a person would write it down, and whether it is worth that."""

"""The order of what a search found, and the passages cut from it."""

"""Roll-up: the log condensed sixteen to one, level by level, each linking down (seeds 000, 001)."""

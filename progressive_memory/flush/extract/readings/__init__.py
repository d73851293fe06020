"""Readings: the shapes that free talk has: decisions, tasks, facts, roles, loops, troubles."""

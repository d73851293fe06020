"""Meetings: the shapes that a meeting has: an agenda, motions and votes, action items."""

"""Segment: which messages are about one thing that can be stated (DESIGN §5 "Segments")."""

from __future__ import annotations

from progressive_memory.flush.segment.signs import Signs, among
from progressive_memory.flush.segment.stretches import stretches
from progressive_memory.flush.segment.topics import openings, segments, segments_among

__all__ = ["Signs", "among", "openings", "segments", "segments_among", "stretches"]

"""Extraction by a language model: what it is shown, how its answer is read, what code checks."""

from __future__ import annotations

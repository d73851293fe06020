"""Extraction: segments to candidates. Pure."""

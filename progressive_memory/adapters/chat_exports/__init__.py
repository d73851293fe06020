"""Chat files as streams of events, one format a file."""

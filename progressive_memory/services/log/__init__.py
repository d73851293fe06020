"""From chat messages to day notes: take in, redact, link, and read the log back."""

"""Pure text tools: secrets, dates, tokens, CJK words, similarity."""

"""Chat to memory, in order: chatlog, segment, extract, known, judge, writeback. Pure."""

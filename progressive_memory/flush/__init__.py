"""Chat to memory, in order: chatlog, segment, extract, judge, writeback. Pure."""

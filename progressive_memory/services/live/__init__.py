"""Chats as they happen: rooms and their groups, the spool, opt-outs, what is handed to the log."""

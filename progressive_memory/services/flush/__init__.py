"""From the log to notes: gather, extract, plan, write, settle; undo and roll-up with it."""

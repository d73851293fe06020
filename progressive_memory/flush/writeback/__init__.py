"""From what was known to what is: the entries' text, and the operations on notes. Pure."""

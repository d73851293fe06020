"""The note format, pure: layout, reading, edits by splice. See docs/note-format.md."""

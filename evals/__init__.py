"""Quality on chats nobody here wrote; they are read in place and never copied."""

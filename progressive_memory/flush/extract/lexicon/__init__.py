"""Lexicon: the words of both languages that the grammar knows, a module a language and matter."""

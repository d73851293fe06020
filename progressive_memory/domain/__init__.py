"""The nouns: frozen, typed, with no behaviour beyond themselves. Pure; imports nothing of ours."""

"""Words about time, English and Chinese: what kind of word, and its value."""

"""Words by which messages show what they want, in both languages: data, and its matching."""

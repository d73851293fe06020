"""Grammar: messages cut into clauses, clauses read as acts, acts bound into talk."""

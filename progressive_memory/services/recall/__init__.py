"""From notes to an agent: gate, route, load inside the budget; search beside it."""

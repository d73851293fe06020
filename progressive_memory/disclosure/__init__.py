"""Memory to agent, in order: gate, route, load, budget, fragments, render. Pure."""

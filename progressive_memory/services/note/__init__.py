"""Notes by hand: create, edit and rename them with every link along."""

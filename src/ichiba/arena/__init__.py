"""Many games: who wins how often, and by how much."""

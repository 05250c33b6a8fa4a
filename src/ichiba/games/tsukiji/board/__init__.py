"""How Tsukiji looks."""

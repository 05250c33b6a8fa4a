"""How Tokyo Tsukiji Market looks."""

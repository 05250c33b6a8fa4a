"""Games between bots: simulations, speed measurements, and bots in separate processes."""

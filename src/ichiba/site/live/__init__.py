"""How a change reaches open pages and bots: propagation, other processes, event streams."""

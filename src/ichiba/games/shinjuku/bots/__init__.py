"""The bots that play Shinjuku: `greedy.py` and `master.py` decide; the other modules plan and
estimate."""

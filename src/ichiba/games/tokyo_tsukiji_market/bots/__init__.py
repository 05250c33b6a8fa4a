"""The bot that plays Tokyo Tsukiji Market: `greedy.py` decides; the others estimate values."""

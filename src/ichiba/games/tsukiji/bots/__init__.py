"""The bot that plays Tsukiji: `greedy.py` decides, with estimates of what fish will be worth."""

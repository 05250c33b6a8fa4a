"""The bot `greedy`: for each title a player that values what it could do now and takes the best."""

"""What a server tells of itself: logs, numbers and whether it is well. Never a secret."""

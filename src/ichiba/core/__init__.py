"""What a game is, what a match is, what is said about them. No framework, no clock."""

"""The boards of Tokyo Tsukiji Market: on the site and in a terminal."""

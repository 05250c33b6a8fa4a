"""Shinjuku's board, in the terminal and on the site."""

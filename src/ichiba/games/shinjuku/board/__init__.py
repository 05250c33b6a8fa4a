"""Shinjuku's board, in a terminal and on the site."""

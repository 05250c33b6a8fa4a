"""The thirty markets, one module each; a reader finds Eel in `eel.py` and nowhere else.

What several boards have in common stands in `base` (all), `tracks` (value markers), `lots` (groups
of tokens for sale), `shows` (aquariums) and `yards` (boats).
"""

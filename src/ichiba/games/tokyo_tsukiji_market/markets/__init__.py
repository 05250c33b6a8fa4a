"""The thirty markets, one module each: everything about Eel is in `eel.py`.

Code shared by several markets is in `base` (all markets), `tracks` (value markers), `lots` (groups
of tokens for sale), `shows` (aquariums) and `yards` (boats).
"""

"""The thirty markets, one module each: everything about Eel is in `eel.py`.

Code shared by several markets is in `base` (all markets), `fish_market` (all fish), `tracks` (sales
of several tokens, value markers), `printed_values` (sales one by one), `lots` (groups of tokens for
sale), `shows` (aquariums) and `yards` (boats).

A market knows which actions are possible there and carries them out. It also knows what its tokens
are worth, what its license catches, and what happens when its barrels are unloaded. It handles its
own overfishing and crash, and it says what it pays, what it charges and why a player could come.
The other modules, the boards and the bots use this interface; `registry` finds all markets and
names the few with a special role in a turn.
"""

"""Shinjuku's board, in the terminal and on the site.

`scripts/draw_city` makes `static/tokyo.svg` (the drawing) and `static/tokyo.css` (a class with the
position of every station, link, ward and customer) from `cities/tokyo.toml`. The map in the
terminal (`chart`) is laid out from the same coordinates.

On the page, everything that can be chosen is a button on top of the drawing, so keyboards and
screen readers can reach it. Zooming changes the size of the map and panning scrolls it, so the
browser's own scrolling, keys and focus work. The wheel scrolls, and with Ctrl it zooms, as on other
embedded maps. On a phone the map zooms to what can be chosen, or to what the decision is about
(`data-focus`). Hovering over a piece or tapping it shows what it is. On the keyboard, press Enter
on the map and move from piece to piece with the arrow keys.
"""

"""The full-screen interface of `ichiba play` and `ichiba replay`, made with Textual.

We chose Textual over rich's live display because it brings what we would have to write ourselves:
an input line, overlays, mouse and resizing on all systems, and a pilot for tests. It adds about 9
MB, and is imported only when a screen is shown.
"""

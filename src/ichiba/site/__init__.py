"""The web application: tables, seats and live updates. Pages are rendered for the viewer's seat.

Each folder is a room. Its `__init__.py` says what it is for and which rooms import it.
"""

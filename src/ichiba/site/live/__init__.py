"""How a change reaches open pages and bots: notifications, other processes, event streams.

Imported by tables, api, views and server.
"""

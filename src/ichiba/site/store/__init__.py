"""How tables are kept: transactions, frequent SQL, and snapshots in memory.

Imported by tables, people, pages, api, views, admin and server.
"""

"""Everything people and bots do at tables: lobby, moves, chat, clocks, stand-ins, leaving.

Imported by people, pages, api, views, admin and server.
"""

"""The process: ASGI application, settings, connections, request threads, cleaning up.

Imported by nothing: the command `ichiba serve` and Django load it by name.
"""

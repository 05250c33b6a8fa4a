"""The process: ASGI application, settings, connections, request threads, cleaning up."""

"""Logs, metrics and health checks. They never contain secrets.

Imported by live, tables, views and server.
"""

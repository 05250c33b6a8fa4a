"""Logs, metrics and health checks. They never contain secrets."""

"""The JSON API, with which programs play at the same tables as people.

Imported by views and urls.
"""

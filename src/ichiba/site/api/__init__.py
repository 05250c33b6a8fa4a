"""The JSON API, with which programs play at the same tables as people."""

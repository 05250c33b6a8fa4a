"""The JSON API: what programs use to play at the same tables as people, by the same rules."""

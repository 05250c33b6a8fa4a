"""Games, matches, records and messages. Uses no framework, no I/O beyond records, and no clock."""

"""How tables are kept: transactions, frequent SQL, and snapshots in memory."""

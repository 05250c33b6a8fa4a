"""What pages show, for one viewer: the table, its log, results, templates, your games."""

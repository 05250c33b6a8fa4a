"""What the site knows about each title: its board, words, rules, description and characters."""

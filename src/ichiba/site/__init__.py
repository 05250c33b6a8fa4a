"""The web application: tables, seats, live updates. Pages are rendered for the seat that looks."""

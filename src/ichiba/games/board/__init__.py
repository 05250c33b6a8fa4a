"""What the boards of all titles share."""

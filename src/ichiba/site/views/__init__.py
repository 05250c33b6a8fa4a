"""Pages and what they post to."""

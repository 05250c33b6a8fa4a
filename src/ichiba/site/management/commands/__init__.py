"""Commands for whoever works on the site."""

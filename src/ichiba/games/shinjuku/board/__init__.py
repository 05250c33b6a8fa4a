"""How Shinjuku looks: in a terminal and on the site."""

"""Pictures for links, animations and the front page: SVG, and PNG made from it."""

"""The pages and the forms they post."""
